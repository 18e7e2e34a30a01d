"""Strategies: probabilities with a manifest that says where they come from, and their store."""
