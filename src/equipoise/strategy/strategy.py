"""``Strategy``: one flat array of probabilities, and the manifest that says what it is for."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from math import isfinite
from typing import Any

import numpy as np

from equipoise.errors import InputError
from equipoise.games.rules import GameRules
from equipoise.kernels.types import Float64s

FORMAT = 1
#: under this name the checksums hold the manifest's own
OWN_CHECKSUM = "manifest"


def rules_fingerprint(rules: GameRules) -> str:
    """A hash of everything in the rules, so that a strategy cannot be used for other ones."""
    return hashlib.sha256(repr(rules).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Manifest:
    """What a strategy was solved from, with what, and how well.

    ``game``, ``bets`` (one text a seat, None for every legal bet) and ``cards`` (the card
    abstraction, ``full`` for none) name the game that was solved; ``size`` is the length of the
    array. ``value`` and ``exploitability`` are in the game's own units a hand, in that game.
    ``checksums`` are of the array and, as ``manifest``, of everything else that is said here.
    """

    game: str
    rules: str
    bets: tuple[str | None, str | None]
    cards: str
    size: int
    method: str
    iterations: int
    seconds: float
    seed: int
    value: float
    exploitability: float
    version: str
    format: int = FORMAT
    checksums: dict[str, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The manifest as JSON types."""
        return asdict(self)

    def fingerprint(self) -> str:
        """The SHA-256 of everything but the checksums."""
        about = {name: value for name, value in self.as_json().items() if name != "checksums"}
        text = json.dumps(about, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    @classmethod
    def from_json(cls, values: object, where: str) -> Manifest:
        """A manifest from JSON; what is missing, unknown, of a wrong type or changed is refused."""
        if not isinstance(values, dict):
            raise InputError("its manifest is not a JSON object", what=where)
        if values.get("format") != FORMAT:
            raise InputError(
                f"it has format {values.get('format')!r}", what=where, expected=f"{FORMAT} is read"
            )
        for name in {**_FIELDS, **values}:
            if name not in values or name not in _FIELDS:
                problem = "is missing" if name in _FIELDS else "is unknown"
                raise InputError(f"{name!r} {problem} in its manifest", what=where)
            expected, fits = _FIELDS[name]
            if not fits(values[name]):
                shown = json.dumps(values[name])
                shown = shown if len(shown) <= _LONGEST else shown[:_LONGEST] + "..."
                raise InputError(
                    f"{name!r} is {shown} in its manifest", what=where, expected=f"it is {expected}"
                )
        manifest = cls(**{**values, "bets": tuple(values["bets"])})
        if manifest.checksums.get(OWN_CHECKSUM) != manifest.fingerprint():
            raise InputError(
                "its manifest does not have its own checksum: it is damaged or was changed",
                what=where,
            )
        return manifest


_LONGEST = 40


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def _is_bets(value: object) -> bool:
    return (
        isinstance(value, list) and len(value) == 2 and all(b is None or _is_text(b) for b in value)
    )


def _is_checksums(value: object) -> bool:
    return isinstance(value, dict) and all(map(_is_text, value.values()))


_TEXT = ("a text", _is_text)
_COUNT = ("a whole number, 0 or more", _is_count)
_NUMBER = ("a number", _is_number)
#: what each field of a manifest is, in words and as a test
_FIELDS: dict[str, tuple[str, Callable[[object], bool]]] = {
    "game": _TEXT,
    "rules": _TEXT,
    "bets": ("a list of two, each a text or null", _is_bets),
    "cards": _TEXT,
    "size": _COUNT,
    "method": _TEXT,
    "iterations": _COUNT,
    "seconds": _NUMBER,
    "seed": _COUNT,
    "value": _NUMBER,
    "exploitability": _NUMBER,
    "version": _TEXT,
    "format": _COUNT,
    "checksums": ("an object of texts", _is_checksums),
}


@dataclass(frozen=True)
class Strategy:
    """Probabilities of every action in every card state, laid out as in ``trees.layout``."""

    manifest: Manifest
    probabilities: Float64s

    def __post_init__(self) -> None:
        if self.probabilities.shape != (self.manifest.size,):
            raise InputError(
                f"a strategy of {self.probabilities.shape} numbers",
                expected=f"its manifest says {self.manifest.size}",
            )
        if not np.isfinite(self.probabilities).all():
            raise InputError("a strategy with numbers that are not finite")
