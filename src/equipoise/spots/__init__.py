"""Postflop spots: board, pot, stack, two ranges and bet sizes; solved, stored and shown."""
