"""Loki's opponent model: re-weighting, and simulation of hands to the end."""
