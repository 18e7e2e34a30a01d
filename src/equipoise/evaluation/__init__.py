"""Evaluation: win rates with intervals, crosstables, rankings and their significance."""
