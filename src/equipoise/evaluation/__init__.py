"""Evaluation: win rates with intervals, crosstables, who won and whether that is known yet."""
