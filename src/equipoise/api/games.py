"""The catalogue of games."""

from __future__ import annotations

from equipoise.games.catalogue import listed_games


def game_names() -> list[str]:
    """The names of the catalogue's games, one of each kind with common parameters."""
    return [rules.name for rules in listed_games()]
