"""Smaller games: which bets are kept, which cards are told apart, and card models for solvers."""
