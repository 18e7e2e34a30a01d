"""Betting, bulk play, and matches between two known policies."""
