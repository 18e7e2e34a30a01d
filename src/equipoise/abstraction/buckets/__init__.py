"""Bucketings of hold'em: notation, methods, construction and storage."""
