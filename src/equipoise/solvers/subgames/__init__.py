"""Subgame solving: gadgets at the root, alternative values, the solver, nested and depth-limited.

*We* are the player whose strategy is re-solved; the *opponent* enters the subgame through a gadget.
"""
