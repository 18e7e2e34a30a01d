"""Schnizlein 2009, State Translation in No-Limit Poker."""
