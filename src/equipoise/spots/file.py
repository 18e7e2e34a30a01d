"""Spots as TOML: keys are the argument names, with sizes by street and player.

.. code-block:: toml

    board = "QsJh2h"
    pot = 180
    stack = 910
    oop = "88+,A8s+"
    ip = "99-22,K2s+"
    raises = "45%"
    rake = 5            # percent
    rake_cap = 30

    [flop]
    bets = "52%"
    [turn]
    bets = "55%"
    donks = "none"
    [river.ip]
    bets = "70%, a"

    [[lock]]
    line = "check"
    hands = "QQ+"
    strategy = { check = 80, "bet 50%" = 20 }

Settings of the solve (``target``, ``iterations``, ``seconds``, ``method``, ``precision``,
``store``) may be given there too.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from equipoise.abstraction.bets.edits import chips_text
from equipoise.base.errors import InputError, argument
from equipoise.cards.card import parse_cards
from equipoise.cards.ranges import Range
from equipoise.formats.phh.read import parse_toml
from equipoise.formats.text import read_text
from equipoise.formats.toml import Literal, toml_table
from equipoise.spots.amounts import number
from equipoise.spots.by_street import STREETS
from equipoise.spots.locking import SpotLock
from equipoise.spots.spot import DEFAULT_BETS, DEFAULT_RAISES, FIELDS, PLAYERS, Spot

SETTINGS = ("target", "iterations", "seconds", "method", "precision", "store")
_KINDS = ("bets", "raises", "donks")
_LATER = STREETS[1:]
_NUMBERS = ("pot", "stack", "add_all_in", "force_all_in", "merge", "rake", "rake_cap")
_REQUIRED = ("board", "pot", "stack", "oop", "ip")
_USUAL = {"bets": DEFAULT_BETS, "raises": DEFAULT_RAISES, "donks": DEFAULT_BETS}
_MOST_BYTES = 1 << 20

Values = dict[str, Any]


def load_spot(path: Path, board: str | None = None) -> tuple[Spot, Values]:
    """The spot of a file, and the solve settings in it.

    ``board`` is used if the file has none.
    """
    name = str(path)
    text = read_text(path, _MOST_BYTES)
    try:
        return parse_spot(text, name, board)
    except InputError as error:
        where = error.what if error.what.startswith(name) else f"{name}: {error.what}".rstrip(": ")
        raise InputError(error.problem, where, error.text, error.position, error.expected) from None


def parse_spot(text: str, name: str = "spot", board: str | None = None) -> tuple[Spot, Values]:
    """The spot of a TOML text, and the solve settings."""
    given = parse_toml(text, name)
    if board is not None:
        given.setdefault("board", board)
    settings = {name: given.pop(name) for name in SETTINGS if name in given}
    return spot_from(given), settings


def spot_from(given: Values) -> Spot:
    """The spot from values by name, with sizes also by street and player."""
    values: Values = {}
    sizes: dict[tuple[str | None, str | None, str], str] = {}
    for name, value in given.items():
        if name in ("lock", "locks"):
            values["locks"] = tuple(_lock(entry) for entry in _listed(value))
        elif name in PLAYERS and isinstance(value, dict):
            rest = dict(value)
            if "range" in rest:
                values[name] = rest.pop("range")
            sizes |= dict(_sizes(rest, (name,)))
        elif name in (*_LATER, *_KINDS, *(f"{p}_{k}" for p in PLAYERS for k in _KINDS)):
            sizes |= dict(_sizes({name: value}, ()))
        elif name in FIELDS:
            values[name] = value
        else:
            raise InputError(f"unknown name {name!r}", expected=f"names are {', '.join(FIELDS)}")
    missing = [name for name in _REQUIRED if name not in values]
    if missing:
        raise InputError(f"{missing[0]} is missing", expected=f"{', '.join(_REQUIRED)} are needed")
    for name in ("board", "oop", "ip"):
        if not isinstance(values[name], str | Range):
            raise InputError(f"{values[name]!r} is not a text", name)
    for name in ("remove", "add"):
        if name in values:
            values[name] = tuple(_line(entry, name) for entry in _listed(values[name]))
    if not isinstance(values.get("raise_cap", 0), int):
        raise InputError(f"{values['raise_cap']!r} is not an integer", "raise_cap")
    cards = parse_cards(values["board"], argument("board"), 3, 5, "three to five cards")
    return Spot(**values, **_joined(sizes, _LATER[len(cards) - 3 :]))


def _line(entry: object, name: str) -> str:
    if not isinstance(entry, str):
        raise InputError(f"{entry!r} is not a line", name, expected='lines like "check, bet 30%"')
    return entry


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _sizes(
    table: Values, under: tuple[str, ...]
) -> Iterator[tuple[tuple[str | None, str | None, str], str]]:
    """Every list of sizes in tables by street and player: (street, player, kind) and its text."""
    for name, value in table.items():
        player, _, kind = name.rpartition("_")
        if kind in _KINDS and player in ("", *PLAYERS):
            names = (*under, *filter(None, [player]))
            if isinstance(value, dict):
                for street, text in value.items():
                    yield _place((*names, street), kind), _text(text, name)
            else:
                yield _place(names, kind), _text(value, name)
        elif name in (*_LATER, *PLAYERS) and isinstance(value, dict):
            yield from _sizes(value, (*under, name))
        else:
            raise InputError(
                f"unknown name {name!r}", ".".join(under), expected=f"one of {', '.join(_KINDS)}"
            )


def _place(names: tuple[str, ...], kind: str) -> tuple[str | None, str | None, str]:
    street = [name for name in names if name in _LATER]
    player = [name for name in names if name in PLAYERS]
    if len(street) + len(player) != len(names) or len(street) > 1 or len(player) > 1:
        raise InputError(f"{'.'.join(names)} is not a street and player", kind)
    return next(iter(street), None), next(iter(player), None), kind


def _text(value: object, name: str) -> str:
    if isinstance(value, list):
        value = ", ".join(map(str, value))
    if not isinstance(value, str):
        raise InputError(f"{value!r} is not a text", name, expected='sizes like "50%, a"')
    return value


def _joined(
    sizes: dict[tuple[str | None, str | None, str], str], streets: tuple[str, ...]
) -> Values:
    """Sizes by street and player as texts with slashes, by the names of arguments."""

    def given(street: str, player: str | None, kind: str) -> str | None:
        """What is given for a street; a text for all streets may have slashes."""
        whole = sizes.get((None, player, kind))
        parts = [] if whole is None else whole.split("/")
        at = streets.index(street)
        usual = parts[min(at, len(parts) - 1)].strip() if parts else None
        return sizes.get((street, player, kind), usual)

    found: Values = {}
    for player, kind in {key[1:]: None for key in sizes}:
        name = kind if player is None else f"{player}_{kind}"
        if name == "ip_donks":
            raise InputError("in position never acts first", name, expected="donks are for oop")
        usual = _USUAL[kind]
        texts = []
        for street in streets:
            own = given(street, player, kind)
            if own is None:
                own = given(street, None, kind)
            if own is None:
                own = given(street, None, "bets") if kind == "donks" else None
            texts.append(usual if own is None else own)
        for named, *key in sizes:
            if key == [player, kind] and named not in (None, *streets):
                raise InputError(
                    f"the board is past the {named}", name, expected=f"one of {', '.join(streets)}"
                )
        if (None, player, kind) in sizes and "/" in sizes[None, player, kind]:
            count = len(sizes[None, player, kind].split("/"))
            texts += [""] * (count - len(streets))  # too many: refused by the spot
        found["donks" if kind == "donks" else name] = " / ".join(text or "none" for text in texts)
    return found


def _lock(entry: object) -> SpotLock:
    if isinstance(entry, str):
        return SpotLock.parse(entry)
    if not isinstance(entry, dict) or not isinstance(entry.get("strategy"), dict):
        raise InputError(f"{entry!r} is not a lock", "lock", expected="line, hands and strategy")
    unknown = set(entry) - {"line", "hands", "strategy"}
    if unknown:
        raise InputError(f"unknown name {min(unknown)!r}", "lock")
    shares = {name: number(share, "lock") / 100 for name, share in entry["strategy"].items()}
    return SpotLock.of(str(entry.get("line", "")), str(entry.get("hands", "")), shares)


def plain_values(spot: Spot) -> Values:
    """A spot as plain values by name, without defaults."""
    values: Values = {}
    plain = Spot("2c2d2h", 1, 1, "AA", "KK")
    for name in FIELDS:
        value = getattr(spot, name)
        if name in _REQUIRED or value != getattr(plain, name):
            values[name] = _plain(value)
    return values


def _plain(value: object) -> Any:
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    if isinstance(value, Range):
        return str(value)
    if isinstance(value, tuple):
        return [str(entry) for entry in value]
    return value


def print_spot(spot: Spot, settings: Values | None = None) -> str:
    """A spot as TOML, which :func:`parse_spot` reads back.

    >>> spot = Spot("QsJh2h", "5.5", 97, "AA", "KK", bets="33%", locks=["|AA|check=1"])
    >>> print(print_spot(spot), end="")
    board = 'QsJh2h'
    pot = 5.5
    stack = 97
    oop = 'AA'
    ip = 'KK'
    bets = '33%'
    locks = [' | AA | check=100%']
    >>> parse_spot(print_spot(spot))[0] == spot
    True
    """
    values = plain_values(spot)
    for name in _NUMBERS:
        if isinstance(values.get(name), float):
            values[name] = Literal(chips_text(getattr(spot, name)))
    return toml_table({**values, **(settings or {})})
