"""Policies: how often a player takes each action, for one private hand and for all at once."""
