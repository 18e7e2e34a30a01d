"""``Strategy``: one flat array of probabilities with its manifest."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from math import isfinite
from typing import Any

import numpy as np

from equipoise.base.errors import InputError
from equipoise.kernels.types import Float64s
from equipoise.spine.layout import Layout
from equipoise.strategies.folder import KIND
from equipoise.strategies.numbers import EXACT, NUMBERS, Stored, decoded, quantised

#: key of the manifest's own checksum
OWN_CHECKSUM = "manifest"


@dataclass(frozen=True)
class Manifest:
    """The inputs, method and quality of a strategy.

    ``game``, ``bets`` (one text per seat, None for every legal bet) and ``cards`` (the card
    abstraction, ``full`` for none) name the game that was solved; ``size`` is the length of the
    array. ``value`` and ``exploitability`` are in the game's units per hand, in that game, for the
    stored numbers. ``numbers`` is the type of the array and ``error`` the largest change of a
    probability that it made; ``transformations`` lists the changes after solving, in order.
    ``interval`` is half of a 95% interval if the exploitability comes from sampled boards and is a
    lower bound; None if exact. For hold'em with buckets ``bucketing`` is the fingerprint of the
    buckets, and ``rivers`` how many of 48 are in the matrices used for measuring (48: exact); None
    without matrices. ``commit`` and ``command`` identify what wrote it, if known. ``checksums`` are
    of the array and, as ``manifest``, of all other fields.
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
    numbers: str = EXACT
    error: float = 0.0
    transformations: tuple[str, ...] = ()
    interval: float | None = None
    bucketing: str | None = None
    rivers: int | None = None
    commit: str | None = None
    command: str | None = None
    format: int = KIND.version
    checksums: dict[str, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The manifest as JSON types."""
        return asdict(self)

    def fingerprint(self) -> str:
        """The SHA-256 of the fields that identify a strategy, independent of what wrote it.

        The fields are those of format 4, so that matches of such strategies can be resumed.
        """
        about = self.as_json()
        del about["commit"], about["command"]
        return json_fingerprint({**about, "format": _FINGERPRINTED})

    def checksum(self) -> str:
        """The SHA-256 of everything but the checksums."""
        return json_fingerprint(self.as_json())

    @classmethod
    def from_json(cls, values: object, where: str) -> Manifest:
        """A manifest from JSON; InputError for missing, unknown, mistyped or changed fields."""
        if not isinstance(values, dict):
            raise InputError("its manifest is not a JSON object", what=where)
        signed, values = values, KIND.up_to_date(values, where)
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
        if values["checksums"].get(OWN_CHECKSUM) != json_fingerprint(signed):
            raise InputError(
                "its manifest has a wrong checksum: damaged or edited",
                what=where,
            )
        tuples = {name: tuple(values[name]) for name in ("bets", "transformations")}
        return cls(**{**values, **tuples})


def json_fingerprint(values: dict[str, Any]) -> str:
    """The SHA-256 of a manifest's values without the checksums."""
    about = {name: value for name, value in values.items() if name != "checksums"}
    text = json.dumps(about, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


_LONGEST = 40
_FINGERPRINTED = 4


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


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


_TEXT = ("a text", _is_text)
_COUNT = ("a whole number, 0 or more", _is_count)
_NUMBER = ("a number", _is_number)
#: the type of each manifest field, in words and as a test
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
    "numbers": (f"one of {', '.join(NUMBERS)}", lambda value: value in NUMBERS),
    "error": _NUMBER,
    "transformations": ("a list of texts", _is_texts),
    "interval": ("a number or null", lambda value: value is None or _is_number(value)),
    "bucketing": ("a text or null", lambda value: value is None or _is_text(value)),
    "rivers": ("a whole number or null", lambda value: value is None or _is_count(value)),
    "commit": ("a text or null", lambda value: value is None or _is_text(value)),
    "command": ("a text or null", lambda value: value is None or _is_text(value)),
    "format": _COUNT,
    "checksums": ("an object of texts", _is_checksums),
}


@dataclass(frozen=True)
class Strategy:
    """Probabilities of every action in every card state, laid out as in ``spine.layout``.

    ``values`` as stored, memory-mapped if loaded from a file.
    """

    manifest: Manifest
    values: Stored

    def __post_init__(self) -> None:
        if self.values.shape != (self.manifest.size,):
            raise InputError(
                f"a strategy of {self.values.shape} numbers",
                expected=f"its manifest says {self.manifest.size}",
            )
        if self.values.dtype != self.manifest.numbers:
            raise InputError(
                f"a strategy of {self.values.dtype}",
                expected=f"its manifest says {self.manifest.numbers}",
            )
        # data in a file is not checked here: check_probabilities does that
        if not isinstance(self.values, np.memmap) and not np.isfinite(self.values).all():
            raise InputError("a strategy with numbers that are not finite")

    @cached_property
    def probabilities(self) -> Float64s:
        """All probabilities in double precision."""
        return decoded(self.values)

    def block(self, layout: Layout, node: int) -> Float64s:
        """The probabilities of one decision node as [actions, states]; only these are read."""
        return decoded(layout.block(self.values, node))

    def measured(
        self,
        value: float,
        exploitability: float,
        interval: float | None = None,
        rivers: int | None = None,
    ) -> Strategy:
        """The same with another measurement, in the game's units."""
        about = replace(
            self.manifest,
            value=value,
            exploitability=exploitability,
            interval=interval,
            rivers=rivers,
        )
        return Strategy(about, self.values)


def store_numbers(strategy: Strategy, layout: Layout, numbers: str) -> Strategy:
    """The strategy in another number type, with the resulting error recorded."""
    values, error = quantised(layout, strategy.probabilities, numbers)
    return Strategy(replace(strategy.manifest, numbers=numbers, error=error), values)
