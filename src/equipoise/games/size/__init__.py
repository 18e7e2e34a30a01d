"""Sizes of betting trees, counted without building them."""
