"""The score of a match: win rates with intervals, and the winner if significant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from equipoise.evaluation.estimates import Estimate, estimate
from equipoise.kernels.types import Float64s, Int64s
from equipoise.matches.betting_cache import PARTS
from equipoise.matches.match import MatchResult


@dataclass(frozen=True)
class Score:
    """A player's result, in thousandths of a big blind (mb) per hand.

    ``rate``: interval over deals; in a duplicate match the value of a deal is the mean over its
    seatings (Schnizlein 2009, section 2.4.1, takes their sum). ``hand_std``: standard deviation of
    a single hand. ``chips``: the exact bankroll in engine chips, ``total`` in units of the game.
    """

    name: str
    rate: Estimate
    hand_std: float
    chips: Fraction
    total: float


@dataclass(frozen=True)
class MatchVerdict:
    """The verdict of a match: ``winner`` is None unless the lead is significant.

    ``lead``: of the ``leader`` over the next, in mb per hand; ``more_hands``: further hands for
    significance at this lead, None if unknown.
    """

    leader: str
    lead: Estimate
    winner: str | None
    more_hands: int | None


@dataclass(frozen=True)
class MatchScore:
    """All players' scores and the verdict.

    ``by_session``: intervals over sessions, because an agent has memory within them.
    ``is_single``: not possible, because there was only one session.
    """

    scores: list[Score]
    verdict: MatchVerdict
    by_session: bool = False
    is_single: bool = False


def score_match(result: MatchResult) -> MatchScore:
    """Win rates with intervals, and the verdict."""
    hands = result.millis()
    deals: Float64s = hands.mean(axis=1)
    blocks: Int64s | None = None
    is_single = False
    if result.plan.remembers:
        assert result.plan.session is not None
        blocks = np.arange(len(deals), dtype=np.int64) // result.plan.session
        if blocks[-1] == 0:
            blocks, is_single = None, True
    rules = result.plan.rules()
    scores = []
    for number, name in enumerate(result.names):
        mine = hands[:, :, number]
        std = float(mine.std(ddof=1)) if mine.size > 1 else 0.0
        chips = Fraction(int(result.parts[:, :, number].sum()), PARTS)
        rate = estimate(deals[:, number], blocks)
        scores.append(Score(name, rate, std, chips, float(rules.units(chips))))
    verdict = verdict_of(result.names, deals, blocks, len(result.plan.seatings))
    return MatchScore(scores, verdict, blocks is not None, is_single)


def verdict_of(
    names: Sequence[str], deals: Float64s, blocks: Int64s | None, seatings: int
) -> MatchVerdict:
    """The best player against the next, deal by deal; ``deals`` [n, players] in mb."""
    order = np.argsort(-deals.mean(axis=0), kind="stable")
    first, second = int(order[0]), int(order[1])
    lead = estimate(deals[:, first] - deals[:, second], blocks)
    more = lead.more_needed()
    leader = names[first]
    return MatchVerdict(
        leader=leader,
        lead=lead,
        winner=leader if lead.is_decided else None,
        more_hands=None if more is None else more * seatings,
    )
