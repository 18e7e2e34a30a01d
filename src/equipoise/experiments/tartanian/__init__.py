"""Ganzfried and Sandholm 2012, Tartanian5."""
