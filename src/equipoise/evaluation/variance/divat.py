"""DIVAT: the money minus the luck of the cards, measured by a baseline (Billings and Kan 2006).

A round scores the value of the actual betting minus the value of the baseline's betting, both hands
known. Summed over the rounds this is the money minus the changes of the baseline's value by the
cards (the advantage sum of Zinkevich et al. 2006). It is unbiased because the value before a card
is the mean of the values after it: always-call has this property, bet-for-value is computed as that
mean.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from equipoise.base.errors import InputError
from equipoise.base.progress import Report, silent
from equipoise.base.workers import run_blocks
from equipoise.cards.combos import combo_cards
from equipoise.cards.matchups import preflop_margins
from equipoise.evaluation.variance.engine import AdvantageSum, View
from equipoise.evaluation.variance.hands import (
    NO_CARD,
    Line,
    PlayedHands,
    check_private_cards,
    check_shown,
)
from equipoise.evaluation.variance.values import AllInEquity
from equipoise.games.rules import GameRules
from equipoise.kernels.arrays import frozen
from equipoise.kernels.assess.divat import (
    Baseline,
    always_call_scores,
    bet_for_value_scores,
    start_values,
)
from equipoise.kernels.types import Float64s, UInt8s
from equipoise.matches.betting_cache import PARTS
from equipoise.spine.cards.preflop import is_holdem

_BLOCK = 5000
#: default thresholds of the first to fourth bet of a round, and of folding before the river
THRESHOLDS = (0.580, 0.825, 0.930, 0.965)
OFFSET = 0.075
_SAMPLES = 24
FLOPS, _FLOP_SEED, _FLOPS_DRAWN = 8, 0xD17A, 1 << 18
_OPPONENTS = 1225  # opponent's hands disjoint from a hand


def always_call(
    hands: PlayedHands, report: Report = silent, workers: int | None = None
) -> Float64s:
    """DIVAT with the always-call baseline: position 0's score of each hand, in chips."""
    check_private_cards(hands.rules, "divat")
    check_shown(hands, "divat")
    if not is_holdem(hands.rules):
        return _small_deck(hands)
    found = [always_call_line(line) for line in hands.lines]
    factors = frozen(np.array([factor for factor, _ in found]))
    constants = frozen(np.array([constant for _, constant in found]))
    margins = preflop_margins()
    scores = np.zeros(len(hands))

    def work(start: int) -> None:
        rows = slice(start, start + _BLOCK)
        always_call_scores(
            frozen(np.ascontiguousarray(hands.cards[rows])),
            frozen(np.ascontiguousarray(hands.line_of[rows])),
            factors, constants, margins, scores[rows],
        )  # fmt: skip

    run_blocks(work, range(0, len(hands), _BLOCK), report, workers)
    return scores


def always_call_line(line: Line) -> tuple[list[float], float]:
    """The coefficient of each street's margin in the score of a line, and a constant.

    With m chips matched after a round and b before, a round scores ``margin * (m - b)``; one that
    ends in a fold scores the folder's loss minus ``margin * b``. Before the first action the blind
    counts as called.
    """
    end = line.end
    rules = end.betting.rules
    stakes = matched(line)
    factors = [0.0] * rules.rounds
    before = float(min(max(line.places[0].betting.put), *rules.stacks))
    for number, stake in enumerate(stakes[:-1]):
        factors[number] = stake - before
        before = stake
    last = len(stakes) - 1
    if end.betting.is_folded_out:
        factors[last] = -before
        return factors, end.payoffs((0, 0))[0] / PARTS
    factors[last] = stakes[last] - before
    return factors, 0.0


def matched(line: Line) -> list[float]:
    """The chips matched by both players at the end of each betting round of a line."""
    stakes: list[float] = []
    for before, after in zip(line.places, line.places[1:], strict=False):
        stake = float(min(after.betting.put))
        if before.betting.round == len(stakes):
            stakes.append(stake)
        stakes[-1] = stake
    return stakes


def views_of(hands: PlayedHands, row: int, numbers: tuple[int, int], position: int) -> View:
    """A hand from the view of a position; ``numbers``: the indices of both hands."""
    line = hands.lines[hands.line_of[row]]
    board = hands.board(row)[: line.end.dealt.board]
    return View(line, board, position, numbers[position], numbers[1 - position])


def _small_deck(hands: PlayedHands) -> Float64s:
    estimate = AdvantageSum(AllInEquity())
    numbers = [hands.hand_numbers(position).tolist() for position in range(2)]
    return np.array(
        [
            estimate.terms(views_of(hands, row, (numbers[0][row], numbers[1][row]), 0)).total
            for row in range(len(hands))
        ]
    )


# ---- bet for value ----


@lru_cache(maxsize=4)
def limit_baseline(rules: GameRules) -> Baseline:
    """The bet-for-value baseline of a limit game."""
    betting = rules.betting
    if not is_holdem(rules) or betting.kind != "fixed-limit" or rules.players != 2:
        raise InputError(
            f"the bet-for-value baseline cannot assess {rules.name}",
            expected="limit hold'em of two, or the baseline call",
        )
    margins = preflop_margins()
    strength = (1.0 + margins.sum(axis=1) / _OPPONENTS) / 2
    caps = [4 if cap is None else cap for cap in (betting.caps or (4,) * rules.rounds)]
    return Baseline(
        frozen(np.array(THRESHOLDS)), OFFSET, frozen(np.array(betting.sizes, dtype=np.int64)),
        frozen(np.array(caps, dtype=np.int64)), frozen(np.array(rules.first, dtype=np.int64)),
        frozen(np.array([rules.blind_paid(p) for p in range(2)], dtype=np.int64)),
        frozen(np.repeat(strength[:, None], 2, axis=1)), _SAMPLES,
    )  # fmt: skip


@lru_cache(maxsize=4)
def _deal_mean(rules: GameRules) -> float:
    """The baseline's preflop value averaged over all deals of two hands."""
    cards = combo_cards()
    total, count = 0.0, 0
    nothing: UInt8s = np.zeros((len(cards), 0), dtype=np.uint8)
    for hand in cards:
        apart = cards[(cards[:, :, None] != hand).all(axis=(1, 2))]
        pairs = np.concatenate([np.tile(hand, (len(apart), 1)), apart], axis=1)
        total += float(baseline_values(rules, 0, 0.0, pairs, nothing[: len(apart)]).sum())
        count += len(apart)
    return total / count


def baseline_values(
    rules: GameRules, street: int, stake: float, hands: UInt8s, boards: UInt8s
) -> Float64s:
    """Position 0's baseline value at the start of a round, for pairs of hands on boards."""
    out = np.zeros(len(hands))
    start_values(
        limit_baseline(rules), street, int(stake), frozen(np.ascontiguousarray(hands)),
        frozen(np.ascontiguousarray(boards)), preflop_margins(), out,
    )  # fmt: skip
    return out


def bet_for_value(
    hands: PlayedHands, report: Report = silent, workers: int | None = None
) -> Float64s:
    """DIVAT with the bet-for-value baseline of limit hold'em, for position 0, in chips.

    The mean over turn and river cards is exact; over flops it is estimated by random ones, which
    keeps the score unbiased.
    """
    check_private_cards(hands.rules, "divat")
    check_shown(hands, "divat")
    rules = hands.rules
    baseline, mean = limit_baseline(rules), _deal_mean(rules)
    stakes = np.zeros((len(hands.lines), rules.rounds), dtype=np.int64)
    rounds = np.zeros(len(hands.lines), dtype=np.int64)
    for number, line in enumerate(hands.lines):
        found = matched(line)
        rounds[number] = len(found)
        stakes[number, 1 : len(found)] = found[:-1]
    cards = np.where(hands.cards == NO_CARD, 0, hands.cards)
    scores = np.zeros(len(hands))

    def work(start: int) -> None:
        rows = slice(start, start + _BLOCK // 10)
        bet_for_value_scores(
            baseline, frozen(np.ascontiguousarray(cards[rows])),
            frozen(np.ascontiguousarray(hands.line_of[rows])), frozen(stakes), frozen(rounds),
            frozen(np.ascontiguousarray(hands.won[rows, 0])), preflop_margins(), mean,
            drawn_flops(), FLOPS, start, scores[rows],
        )  # fmt: skip

    run_blocks(work, range(0, len(hands), _BLOCK // 10), report, workers)
    return scores


@lru_cache(maxsize=1)
def drawn_flops() -> UInt8s:
    """Random flops of any cards, used by the hands in turn."""
    random = np.random.default_rng(_FLOP_SEED)
    drawn = random.integers(0, 52, (_FLOPS_DRAWN, 3), dtype=np.uint8)
    first, second, third = drawn.T
    distinct: UInt8s = drawn[(first != second) & (first != third) & (second != third)]
    return frozen(np.ascontiguousarray(distinct))
