"""Policies: action probabilities for one private hand and for all hands at once."""
