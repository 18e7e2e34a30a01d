"""Methods of subgame solving by name: a gadget and its options, as text."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from equipoise.base.errors import InputError
from equipoise.kernels.types import Float64s, Int64s
from equipoise.solvers.subgames.gadgets import (
    Combined,
    Gadget,
    Maxmargin,
    Mixed,
    Resolve,
    Unsafe,
)

KINDS = {
    "unsafe": "the opponent's range is taken as given (Ganzfried and Sandholm 2015)",
    "resolve": "each hand may take its alternative value instead (Burch et al. 2014)",
    "maxmargin": "the smallest gain over alternative values is maximised (Moravcik et al. 2016)",
    "combined": "the range, and a fifth of what resolve adds to it (Slumbot)",
}


@dataclass(frozen=True)
class Method:
    """A kind of gadget, and its options.

    ``floor``: the least probability of entering for every hand; ``mix``: the probability of the
    opponent's range instead; ``clamp`` False: regret matching instead of RM+.

    >>> str(Method.parse("resolve,floor=0.01"))
    'resolve,floor=0.01'
    >>> Method.parse("maxmargin").is_safe
    True
    """

    kind: str = "resolve"
    floor: float = 0.0
    mix: float = 0.0
    clamp: bool = True

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise InputError(
                f"unknown kind {self.kind!r}", "method", expected=f"one of {', '.join(KINDS)}"
            )
        for name, value in (("floor", self.floor), ("mix", self.mix)):
            if not 0.0 <= value <= 1.0:
                raise InputError(f"a {name} of {value:g}", "method", expected="0 to 1")

    @classmethod
    def parse(cls, text: str) -> Method:
        """A method such as ``resolve``, ``resolve,floor=0.01`` or ``maxmargin,mix=0.1``."""
        kind, *options = text.split(",")
        numbers: dict[str, float] = {}
        clamp = True
        for option in options:
            name, equals, value = option.partition("=")
            try:
                if option == "rm":
                    clamp = False
                elif name in ("floor", "mix") and equals:
                    numbers[name] = float(value)
                else:
                    raise ValueError
            except ValueError:
                raise InputError(
                    f"unknown option {option!r}", "method", text,
                    expected="floor=0.01, mix=0.1 or rm",
                ) from None  # fmt: skip
        return cls(kind, clamp=clamp, **numbers)

    def __str__(self) -> str:
        parts = [self.kind]
        parts += [f"floor={self.floor:g}"] if self.floor else []
        parts += [f"mix={self.mix:g}"] if self.mix else []
        parts += [] if self.clamp else ["rm"]
        return ",".join(parts)

    @property
    def is_safe(self) -> bool:
        """True if alternative values bound the opponent's gain."""
        return self.kind in ("resolve", "maxmargin")

    @property
    def needs_range(self) -> bool:
        """True if the opponent's range has to be known."""
        return self.kind in ("unsafe", "combined") or self.mix > 0.0

    def gadget(
        self,
        alternatives: Float64s | None = None,
        mass: Float64s | None = None,
        range: Float64s | None = None,
        boards: Int64s | None = None,
    ) -> Gadget:
        """The gadget of one subgame, or (``boards``) of several boards at once.

        ``alternatives`` and ``mass`` (our reach and chance by state of the opponent) are in the
        units of the engine; ``range`` is the opponent's reach by state, in any scale.
        """
        inner: Gadget
        if self.kind == "unsafe":
            known = _given(range, "the opponent's range")
            return Unsafe(known if known.any() else np.ones(len(known)))
        there = _given(alternatives, "alternative values")
        if self.kind == "maxmargin":
            inner = Maxmargin(there, _given(mass, "mass"), self.clamp, self.floor, boards)
        else:
            inner = Resolve(there, self.clamp, self.floor)
        if self.kind == "combined":
            weights = at_most_one(_given(range, "the opponent's range"), boards)
            return Combined(inner, weights, boards=boards)
        if self.mix:
            weights = at_most_one(_given(range, "the opponent's range"), boards)
            if self.kind == "maxmargin":  # total weight 1, as the reach it is mixed with
                weights = weights / _on_board(weights * _given(mass, "mass"), boards)
            inner = Mixed(inner, weights, self.mix)
        return inner


_TINY = 1e-300


def at_most_one(range: Float64s, boards: Int64s | None = None) -> Float64s:
    """A range scaled to a largest weight of 1 on each board; all ones if it has no weight.

    Deep in a game reach probabilities are negligible against the probabilities of entering.
    """
    numbers = np.zeros(len(range), dtype=np.int64) if boards is None else boards
    largest = np.zeros(int(numbers.max(initial=0)) + 1)
    np.maximum.at(largest, numbers, range)
    most = largest[numbers]
    return np.where(most > 0.0, range / np.where(most > 0.0, most, 1.0), 1.0)


def _on_board(weights: Float64s, boards: Int64s | None) -> Float64s:
    """The sum of the weights on the board of each state."""
    numbers = np.zeros(len(weights), dtype=np.int64) if boards is None else boards
    return np.maximum(np.bincount(numbers, weights)[numbers], _TINY)


def _given(values: Float64s | None, name: str) -> Float64s:
    if values is None:
        raise InputError(f"the method needs {name}", "method")
    return values
