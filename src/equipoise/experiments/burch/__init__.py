"""Burch, Johanson and Bowling 2014: Solving Imperfect Information Games Using Decomposition."""
