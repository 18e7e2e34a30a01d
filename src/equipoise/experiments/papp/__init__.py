"""Papp 1998, Dealing with Imperfect Information in Poker: Loki."""
