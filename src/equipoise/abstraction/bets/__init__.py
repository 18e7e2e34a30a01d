"""Betting abstractions: menus of bets, by round and by the number of bets made."""
