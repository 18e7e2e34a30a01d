"""Card models of perfect-recall bucketings: matrices over bucket sequences."""
