"""Conversion of rules to plain data (JSON types) and back."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from equipoise.cards.deck import Deck
from equipoise.games.dealing import Deal
from equipoise.games.rules import Betting, GameRules


def rules_to_plain(rules: GameRules) -> dict[str, Any]:
    """The rules as JSON types.

    >>> from equipoise.games import find_game
    >>> plain = rules_to_plain(find_game("kuhn"))
    >>> plain["players"], plain["betting"]["kind"]
    (2, 'fixed-limit')
    >>> rules_from_plain(plain) == find_game("kuhn")
    True
    """
    return asdict(rules)


def rules_from_plain(values: dict[str, Any]) -> GameRules:
    """The rules from the output of :func:`rules_to_plain`; validated."""
    script = tuple(Deal(**_frozen(deal)) for deal in values["script"])
    parts = {"script": script, "betting": Betting(**_frozen(values["betting"]))}
    return GameRules(**{**_frozen(values), **parts, "deck": Deck(**values["deck"])})


def _frozen(values: dict[str, Any]) -> dict[str, Any]:
    """Lists as tuples, as rules require."""
    return {k: tuple(v) if isinstance(v, list) else v for k, v in values.items()}
