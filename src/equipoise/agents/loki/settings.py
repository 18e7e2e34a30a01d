"""Settings of Loki's betting that differ between versions of the thesis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Tightness = Literal["tight", "moderate", "loose"]


@dataclass(frozen=True)
class Deception:
    """The expert rules of GOM' and SOM' (Papp 1998, section 8.2).

    The thesis prints one of them: check-raise 60% of the time with three callers behind and EHS' of
    at least 0.92. The other numbers are ours: rare enough to cost little, frequent enough that no
    action reveals the hand.
    """

    check_raise: float = 0.6
    check_raise_strength: float = 0.92
    callers_behind: int = 3
    #: check-raises with hands that are only worth a bet
    fake_check_raise: float = 0.05
    #: raises with hands that are worth a call by strength
    balancing_raise: float = 0.1
    #: bets on the river with hands below this strength against one opponent: the weakest
    pure_bluff: float = 0.15
    bluff_below: float = 0.1


@dataclass(frozen=True)
class Settings:
    """One version of the betting strategy.

    ``tightness`` and ``shift`` (added to every pre-flop threshold) determine which hands are
    played; ``make1`` and ``make2`` are the strengths to bet and to raise with (appendix B).
    ``simple`` is the strategy of figure 6.2, which uses strength alone; the others are the parts of
    figure 6.3. ``counts_opponents`` false uses HS_1 in place of HS_n.
    """

    tightness: Tightness = "loose"
    shift: int = 0
    make1: float = 0.5
    make2: float = 0.85
    simple: bool = False
    semi_bluff: bool = True
    pot_odds: bool = True
    showdown_odds: bool = True
    counts_opponents: bool = True
    deception: Deception | None = None
