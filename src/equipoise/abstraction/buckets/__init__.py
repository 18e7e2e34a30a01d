"""Bucketings of hold'em: the notation, the methods, what they build and where it is stored."""
