"""Fingerprints of rules: they bind a strategy, a checkpoint or a match to its game.

A fingerprint is ``rules-2:`` and the first 16 hexadecimal digits of the SHA-256 of the canonical
text of the rules: JSON with sorted names and without blanks, of every field that is not at its
default, in the rules themselves and in their deals, betting and deck. So a field that is added
later does not change the fingerprint of a game that leaves it at its default. Two rules for changes
of :class:`GameRules`: the default of a new field must mean the earlier behaviour, and a released
default must not change.

Version 1, without a prefix, was the SHA-256 of ``repr(rules)`` with the fields of that time. It is
still recognised: its text is reproduced here from a list of those fields.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any

from equipoise.cards.deck import Deck
from equipoise.games.dealing import Deal
from equipoise.games.rules import Betting, GameRules

PREFIX = "rules-2:"
_DIGITS = 16
#: the classes of version 1 by their original names, with the fields of ``repr`` in order
_VERSION_1: tuple[tuple[type, str, tuple[str, ...]], ...] = (
    (GameRules, "GameRules", (
        "name", "players", "script", "betting", "stacks", "blinds", "antes", "first", "deck",
        "showdown", "all_in_rule", "odd_chips", "free_folds", "scale",
    )),
    (Deal, "Deal", ("hole", "up", "board", "name", "receivers")),
    (Betting, "Betting", (
        "kind", "sizes", "largest", "caps", "raisers", "all_in_only", "limping",
    )),
    (Deck, "Deck", ("ranks", "suits")),
)  # fmt: skip


def rules_fingerprint(rules: GameRules) -> str:
    """The fingerprint of rules in the current version.

    >>> from equipoise.games import find_game
    >>> rules_fingerprint(find_game("kuhn"))
    'rules-2:...'
    """
    return PREFIX + _digits(canonical_text(rules))


def renewed_fingerprint(stored: str, rules: GameRules) -> str:
    """The current fingerprint if ``stored`` is an older one of these rules; else ``stored``."""
    return rules_fingerprint(rules) if stored == _version_1(rules) else stored


def canonical_text(rules: GameRules) -> str:
    """The text that the fingerprint hashes.

    >>> from equipoise.games import find_game
    >>> print(canonical_text(find_game("kuhn")))
    {"all_in_rule":"acpc","antes":[1,1],"betting":{"caps":[1],"kind":"fixed-limit","sizes":[1]},...
    """
    return json.dumps(_plain(rules), sort_keys=True, separators=(",", ":"))


def _digits(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if not is_dataclass(value):
        return value
    return {
        field.name: _plain(getattr(value, field.name))
        for field in fields(value)
        if getattr(value, field.name) != _default(field)
    }


def _default(field: Field[Any]) -> object:
    """The default of a field; a sentinel if there is none."""
    return field.default_factory() if field.default_factory is not MISSING else field.default


def _version_1(rules: GameRules) -> str | None:
    """The fingerprint of version 1; None for rules that it could not represent."""
    try:
        return _digits(_repr_1(rules))
    except ValueError:
        return None


def _repr_1(value: Any) -> str:
    if isinstance(value, tuple):
        inside = ", ".join(map(_repr_1, value))
        return f"({inside},)" if len(value) == 1 else f"({inside})"
    if not is_dataclass(value):
        return repr(value)
    known, names = next(entry[1:] for entry in _VERSION_1 if isinstance(value, entry[0]))
    for field in fields(value):
        if field.name not in names and getattr(value, field.name) != _default(field):
            raise ValueError(field.name)
    return f"{known}({', '.join(f'{name}={_repr_1(getattr(value, name))}' for name in names)})"
