"""Exact strength of every hold'em hand on every board: boards, features, tables."""
