"""Matches: dealing, seating, duplicate play, contained agents, records on disk."""
