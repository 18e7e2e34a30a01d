"""Subgame solving: gadgets at the root, alternative values, the solver, nested and depth-limited.

*We* are the player whose strategy is solved again; the *opponent* enters the subgame as a gadget
lets him.
"""
