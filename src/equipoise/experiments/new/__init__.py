"""Experiments of our own, in no document."""
