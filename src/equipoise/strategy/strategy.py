"""``Strategy``: one flat array of probabilities, and the manifest that says what it is for."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from equipoise.errors import InputError
from equipoise.games.rules import GameRules
from equipoise.kernels.types import Float64s

FORMAT = 1


def rules_fingerprint(rules: GameRules) -> str:
    """A hash of everything in the rules, so that a strategy cannot be used for other ones."""
    return hashlib.sha256(repr(rules).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Manifest:
    """What a strategy was solved from, with what, and how well.

    ``game``, ``bets`` (one text a seat, None for every legal bet) and ``cards`` (the card
    abstraction, ``full`` for none) name the game that was solved; ``size`` is the length of the
    array. ``value`` and ``exploitability`` are in the game's own units a hand, in that game.
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
    memo: str = ""
    checksums: dict[str, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The manifest as JSON types."""
        return asdict(self)

    @classmethod
    def from_json(cls, values: object, where: str) -> Manifest:
        """A manifest from JSON; what is missing or unknown is refused."""
        if not isinstance(values, dict):
            raise InputError("its manifest is not a JSON object", what=where)
        if values.get("format") != FORMAT:
            raise InputError(
                f"it has format {values.get('format')!r}", what=where, expected=f"{FORMAT} is read"
            )
        try:
            manifest = cls(**{**values, "bets": tuple(values["bets"])})
        except (KeyError, TypeError) as error:
            raise InputError(f"its manifest cannot be read ({error})", what=where) from None
        return manifest


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
        if not np.isfinite(self.probabilities[:: max(1, self.manifest.size // 1000)]).all():
            raise InputError("a strategy with numbers that are not finite")
