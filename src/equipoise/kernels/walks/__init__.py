"""Walks over a betting tree, with sampled deals or with all hands on a board."""
