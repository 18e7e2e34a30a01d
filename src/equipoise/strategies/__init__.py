"""Strategies: probabilities with a manifest, and their store."""
