"""Dividing hands into buckets, looking buckets up, and dealing hands as buckets."""
