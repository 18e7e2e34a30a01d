"""Betting, bulk play, and hands between two players whose policies are known."""
