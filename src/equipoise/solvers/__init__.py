"""Equilibrium algorithms, all on betting tree times card model, and the loop that runs them."""
