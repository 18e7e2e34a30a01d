"""Spot kernels: one street of the betting tree on one board, many nodes side by side."""
