"""Equilibrium algorithms on a betting tree and card model, and the loop that runs them."""
