"""Locked strategies: a fixed strategy at a point of the betting, for some or all hands.

As text a lock is ``LINE | HANDS | STRATEGY``: ``check, bet 50% | QQ+,AK | fold=25%, call=75%``. An
empty line is the start, ``all`` (or nothing) locks every hand. A line may include the cards of
later streets; without them it applies to all. Shares sum to 100%; if one action is omitted, it gets
the rest.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from equipoise.abstraction.bets.sizes import PotShare
from equipoise.base.errors import InputError
from equipoise.cards.ranges import Range
from equipoise.spots.lines import SpotLine

_ALL = "all"
_STEPS = 10**9  # shares are integer multiples of 1 / this
_SHARE = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,20})?|\.[0-9]{1,20})(%?)")
_HINT = "like 'check, bet 50% | QQ+ | fold=25%, call=75%'"


@dataclass(frozen=True)
class SpotLock:
    """A line, the locked hands there, and the shares of actions.

    >>> lock = SpotLock.parse("check,bet 50%|QQ|call = 75%")
    >>> str(lock)
    'check, bet 50% | QQ | call=75%'
    """

    line: SpotLine
    hands: Range
    shares: tuple[tuple[str, Fraction], ...]

    @classmethod
    def parse(cls, text: str) -> SpotLock:
        """Parse a lock."""
        parts = [part.strip() for part in text.split("|")]
        if len(parts) != 3:
            raise InputError(f"{len(parts)} parts", "lock", text, expected=_HINT)
        line, hands, strategy = parts
        return cls.of(line, hands, dict(_named_share(part, text) for part in strategy.split(",")))

    @classmethod
    def of(cls, line: str, hands: str, shares: dict[str, Fraction]) -> SpotLock:
        """A lock from its parts; shares are fractions of 1."""
        if not shares or sum(shares.values()) > 1 or min(shares.values()) < 0:
            total = float(sum(shares.values())) if shares else 0.0
            raise InputError(f"shares of {total:.4%}", "lock", expected="100% together")
        names = {
            str(SpotLine.parse(name)): Fraction(round(share * _STEPS), _STEPS)
            for name, share in shares.items()
        }
        everything = hands.lower() in ("", _ALL)
        return cls(
            SpotLine.parse(line),
            Range.random() if everything else Range.parse(hands),
            tuple(names.items()),
        )

    def __str__(self) -> str:
        hands = _ALL if self.hands == Range.random() else str(self.hands)
        shares = ", ".join(f"{name}={PotShare(share)}" for name, share in self.shares)
        return f"{self.line} | {hands} | {shares}"


def _named_share(part: str, text: str) -> tuple[str, Fraction]:
    name, equals, share = part.rpartition("=")
    found = _SHARE.fullmatch(share.strip())
    if not equals or found is None:
        raise InputError(
            f"{part.strip()!r} is not a share of an action", "lock", text, expected=_HINT
        )
    return name.strip(), Fraction(found[1]) / (100 if found[2] else 1)
