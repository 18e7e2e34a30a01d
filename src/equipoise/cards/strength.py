"""Hand strength and potential by enumeration, after Papp 1998, chapters 5 and 6.

*Strength* is the share of an opponent's possible hands that ours beats now (ties half); *potential*
is the effect of the cards to come: PPOT, the probability to pull ahead when behind, and NPOT, the
probability to fall behind when ahead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, prod

import numpy as np

from equipoise.base.errors import InputError
from equipoise.cards.card import check_distinct
from equipoise.cards.combos import combo_cards, combos_with
from equipoise.cards.dealing import can_be_dealt
from equipoise.cards.ranges import Range
from equipoise.kernels.cards.strength import count_outcomes, disjoint_sum_three, disjoint_sum_two
from equipoise.kernels.types import Float64s, Int64s

AHEAD, TIED, BEHIND = range(3)
OUTCOMES = ("ahead", "tied", "behind")


def _check(hole: Sequence[int], board: Sequence[int], more: int) -> None:
    if len(hole) != 2:
        raise InputError(f"a hand of {len(hole)} cards", expected="two hole cards are needed")
    if not 3 <= len(board) <= 5:
        raise InputError(
            f"a board of {len(board)} cards", expected="3 to 5 cards are needed for strength"
        )
    if not 0 <= more <= 5 - len(board):
        raise InputError(
            f"{more} more cards cannot follow a board of {len(board)}",
            expected=f"at most {5 - len(board)}",
        )
    check_distinct([("the hand", hole), ("the board", board)])


def outcome_counts(hole: Sequence[int], board: Sequence[int], more: int = 0) -> Int64s:
    """For every combo, the number of runouts by ``more`` cards: we are ahead, tied, behind.

    The result is [1326, 3]; combos that share a card with the hand or the board have zeros.
    """
    _check(hole, board, more)
    ahead = np.zeros((52, 52), dtype=np.int64)
    tied = np.zeros((52, 52), dtype=np.int64)
    count_outcomes(
        np.array(hole, dtype=np.uint8), np.array(board, dtype=np.uint8), more, ahead, tied
    )
    high, low = combo_cards().T
    counts = np.zeros((len(high), 3), dtype=np.int64)
    counts[:, AHEAD] = ahead[high, low]
    counts[:, TIED] = tied[high, low]
    possible = ~combos_with([*hole, *board])
    boards = comb(52 - 4 - len(board), more)
    counts[possible, BEHIND] = boards - counts[possible, AHEAD] - counts[possible, TIED]
    return counts


def standing_scores(hole: Sequence[int], board: Sequence[int]) -> Float64s:
    """For every combo 1, 1/2 or 0 if we are ahead of it, tied or behind (0 if impossible)."""
    counts = outcome_counts(hole, board)
    scores: Float64s = counts[:, AHEAD] + counts[:, TIED] / 2
    return scores


def possible_weights(opponent: Range, hole: Sequence[int], board: Sequence[int]) -> Float64s:
    """An opponent's weights, 0 for hands that our cards and the board exclude."""
    weights = opponent.without([*hole, *board]).scaled().weights
    if not weights.any():
        raise InputError("no hand of the opponent's range is possible with our cards and the board")
    return weights


def hand_strength(
    hole: Sequence[int], board: Sequence[int], opponent: Range | None = None
) -> float:
    """The weighted share of the opponent's hands we beat now, ties half (figure 5.1).

    Against uniform weights this is the hand rank.

    >>> from equipoise.cards import parse_cards
    >>> round(hand_strength(parse_cards("AdQc"), parse_cards("3h4cJh")), 3)
    0.585
    """
    weights = possible_weights(opponent or Range.random(), hole, board)
    return float(weights @ standing_scores(hole, board) / weights.sum())


def strength_against_each(
    hole: Sequence[int], board: Sequence[int], opponents: Sequence[Range]
) -> float:
    """The product of the strengths against each opponent (equation 5.4)."""
    return prod(hand_strength(hole, board, opponent) for opponent in opponents)


def field_array(opponents: Sequence[Range], hole: Sequence[int], board: Sequence[int]) -> Range:
    """The mean of the opponents' normalised weights (section 7.3.1)."""
    if not opponents:
        raise InputError("a field array of no opponents")
    weights = [possible_weights(opponent, hole, board) for opponent in opponents]
    field = np.mean([weight / weight.sum() for weight in weights], axis=0)
    return Range(field / field.max())


def strength_against_field(
    hole: Sequence[int], board: Sequence[int], opponents: Sequence[Range]
) -> float:
    """The strength against the field array to the power of their number (equation 5.3)."""
    return hand_strength(hole, board, field_array(opponents, hole, board)) ** len(opponents)


def strength_exact(hole: Sequence[int], board: Sequence[int], opponents: Sequence[Range]) -> float:
    """The strength against two or three opponents with no card dealt twice.

    A case in which we tie k opponents and beat the others counts 1/2**k. With this convention the
    product rule would be exact for independent hands, so the difference is the effect of card
    removal.
    """
    if not 1 <= len(opponents) <= 3:
        raise InputError(
            f"exact strength against {len(opponents)} opponents", expected="1 to 3 are feasible"
        )
    scores = standing_scores(hole, board)
    weights = [possible_weights(opponent, hole, board) for opponent in opponents]
    if not can_be_dealt([Range(weight) for weight in weights]):
        raise InputError("the opponents' ranges cannot be dealt together")
    live = np.flatnonzero(np.sum(weights, axis=0))
    hands = np.ascontiguousarray(combo_cards()[live])
    free = [weight[live] for weight in weights]
    won = [weight[live] * scores[live] for weight in weights]
    if len(opponents) == 1:
        return float(won[0].sum() / free[0].sum())
    disjoint = disjoint_sum_two if len(opponents) == 2 else disjoint_sum_three
    dealt = disjoint(hands, *free)
    if not dealt > 0:
        raise InputError("the opponents' weights are too small for hands that can be dealt")
    return float(disjoint(hands, *won) / dealt)


@dataclass(frozen=True)
class Potential:
    """Transitions of a hand: ``table[now, later]`` is the weight of cases (Table 5.1).

    Rows and columns are ahead, tied, behind.
    """

    table: Float64s

    @property
    def positive(self) -> float:
        """PPOT: the chance to be ahead later when behind now (equation 5.5); 0 if never behind."""
        t = self.table
        cases = t[BEHIND].sum() + t[TIED].sum() / 2
        gained = t[BEHIND, AHEAD] + t[BEHIND, TIED] / 2 + t[TIED, AHEAD] / 2
        return float(gained / cases) if cases else 0.0

    @property
    def negative(self) -> float:
        """NPOT: the chance to be behind later when ahead now (equation 5.6); 0 if never ahead."""
        t = self.table
        cases = t[AHEAD].sum() + t[TIED].sum() / 2
        lost = t[AHEAD, BEHIND] + t[AHEAD, TIED] / 2 + t[TIED, BEHIND] / 2
        return float(lost / cases) if cases else 0.0


def hand_potential(
    hole: Sequence[int], board: Sequence[int], cards: int, opponent: Range | None = None
) -> Potential:
    """The potential with one or two cards to come (figure 5.2).

    >>> from equipoise.cards import parse_cards
    >>> potential = hand_potential(parse_cards("AdQc"), parse_cards("3h4cJh"), cards=2)
    >>> round(potential.positive, 3), round(potential.negative, 3)
    (0.208, 0.274)
    """
    if cards not in (1, 2):
        raise InputError(f"potential over {cards} cards", expected="1 or 2")
    weights = possible_weights(opponent or Range.random(), hole, board)
    now = outcome_counts(hole, board)
    later = outcome_counts(hole, board, cards)
    return Potential(now.astype(np.float64).T @ (weights[:, None] * later))


@dataclass(frozen=True)
class Assessment:
    """Strength, potentials and effective strength of a hand; None without cards to come.

    ``ehs`` is the probability to be ahead after the look-ahead (equation 6.3), ``ehs_optimistic``
    the version without NPOT that Loki bets by (equation 6.4).
    """

    hr: float
    hs: float
    ppot1: float | None
    npot1: float | None
    ppot2: float | None
    npot2: float | None
    ehs: float
    ehs_optimistic: float
    opponents: int
    lookahead: int


def effective_strength(strength: float, positive: float, negative: float) -> float:
    """EHS (equation 6.3); with ``negative`` = 0 it is the optimistic EHS' (equation 6.4)."""
    return strength + (1 - strength) * positive - strength * negative


def assess(
    hole: Sequence[int],
    board: Sequence[int],
    opponents: int = 1,
    opponent: Range | None = None,
    lookahead: int = 1,
) -> Assessment:
    """Loki's assessment of its hand, against ``opponents`` with the same weights.

    ``lookahead``: whether effective strengths use the potential of the next card (1, as Loki does)
    or of both cards to come (2); on the turn only one is left.
    """
    if not 1 <= opponents <= 22:
        raise InputError(f"{opponents} opponents", expected="1 to 22 fit a deck")
    if lookahead not in (1, 2):
        raise InputError(f"a look-ahead of {lookahead} cards", expected="1 or 2")
    rank = hand_strength(hole, board)
    strength = hand_strength(hole, board, opponent) ** opponents
    left = 5 - len(board)
    one = hand_potential(hole, board, 1, opponent) if left >= 1 else None
    two = hand_potential(hole, board, 2, opponent) if left >= 2 else None
    used = two if two is not None and lookahead == 2 else one
    positive = used.positive if used else 0.0
    negative = used.negative if used else 0.0
    return Assessment(
        hr=rank,
        hs=strength,
        ppot1=one.positive if one else None,
        npot1=one.negative if one else None,
        ppot2=two.positive if two else None,
        npot2=two.negative if two else None,
        ehs=effective_strength(strength, positive, negative),
        ehs_optimistic=effective_strength(strength, positive, 0.0),
        opponents=opponents,
        lookahead=min(lookahead, left),
    )
