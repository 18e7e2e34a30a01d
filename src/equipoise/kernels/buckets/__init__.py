"""Dividing hands into buckets, bucket lookup, and dealing hands as buckets."""
