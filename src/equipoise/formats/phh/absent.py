"""Players a PHH file lists who sit the hand out.

A player who is dealt no cards and never acts is absent. Without a post the player is left out of
the hand, and the others keep their order; with a blind or ante posted the player is dealt unknown
cards and folds when to act, so that the money stays in the pot.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from equipoise.formats.phh.actions import words_of

#: field with the names of players left out
ABSENT_FIELD = "_sitting_out"
_POSTED = ("antes", "blinds_or_straddles")
_PER_PLAYER = (
    *_POSTED,
    "starting_stacks",
    "players",
    "seats",
    "finishing_stacks",
    "winnings",
)


def absent_players(fields: Mapping[str, Any]) -> frozenset[int]:
    """The players (from 0) that are dealt nothing and do nothing."""
    stacks, actions = fields.get("starting_stacks"), fields.get("actions")
    if not isinstance(stacks, list) or not isinstance(actions, list):
        return frozenset()
    words = [words_of(action) for action in actions]
    present = {word for line in words for word in line if word[:1] == "p"}
    if not any(line[:2] == ["d", "dh"] for line in words):
        return frozenset()
    return frozenset(p for p in range(len(stacks)) if f"p{p + 1}" not in present)


def without_absent(fields: Mapping[str, Any]) -> tuple[Mapping[str, Any], frozenset[int]]:
    """The fields without those who sit out, and who of the rest has posted and is absent."""
    absent = absent_players(fields)
    if not absent:
        return fields, frozenset()
    players = len(fields["starting_stacks"])
    posted = [_values(fields, key, players) for key in _POSTED]
    if not all(values is not None and all(map(_is_number, values)) for values in posted):
        return fields, frozenset()  # the reader of the rules says what is wrong
    out = {p for p in absent if not any(fields[key][p] for key in _POSTED)}
    kept = [p for p in range(players) if p not in out]
    if len(kept) < 2:
        return fields, frozenset()
    blinds = fields["blinds_or_straddles"]
    if len(kept) == 2 < players and blinds[kept[0]] < blinds[kept[1]]:
        kept.reverse()  # heads-up the small blind is the button, which comes last
    changed = dict(fields)
    for key in _PER_PLAYER:
        values = _values(fields, key, players)
        if values is not None:
            changed[key] = [values[p] for p in kept]
    if len(kept) == 2 < players:  # two players' antes and blinds are listed in reverse
        for key in _POSTED:
            changed[key] = changed[key][::-1]
    new = {f"p{old + 1}": f"p{place + 1}" for place, old in enumerate(kept)}
    changed["actions"] = [
        " ".join(new.get(word, word) for word in words_of(action)) for action in fields["actions"]
    ]
    names = _values(fields, "players", players)
    if out:
        changed[ABSENT_FIELD] = [names[p] if names else f"p{p + 1}" for p in sorted(out)]
    return changed, frozenset(kept.index(p) for p in absent - out)


def _is_number(value: object) -> bool:
    return type(value) is int or (isinstance(value, Decimal) and value.is_finite())


def _values(fields: Mapping[str, Any], key: str, players: int) -> list[Any] | None:
    values = fields.get(key)
    return values if isinstance(values, list) and len(values) == players else None
