"""Variance reduction: unbiased estimates of win rates with less noise than the money."""
