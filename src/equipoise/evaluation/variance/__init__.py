"""Variance reduction: unbiased estimates of win rates with less variance than the money."""
