"""Assessing a match: estimators side by side, with intervals and the hands each one saves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from equipoise.base.errors import InputError
from equipoise.base.progress import Report, portion, silent
from equipoise.evaluation.estimates import Estimate, correlated, estimate
from equipoise.evaluation.scores import MatchVerdict, verdict_of
from equipoise.evaluation.variance import divat
from equipoise.evaluation.variance.control import control_play
from equipoise.evaluation.variance.hands import PlayedHands
from equipoise.evaluation.variance.known import KnownPlayers, aivat_scores, importance_scores
from equipoise.evaluation.variance.luck import card_luck
from equipoise.evaluation.variance.mivat import corrected, halves
from equipoise.kernels.types import Bools, Float64s, Int64s
from equipoise.matches.plan import MatchPlan

MONEY, DUPLICATE, DIVAT, IMPORTANCE, AIVAT, MIVAT, CONTROL = ESTIMATORS = (
    "money", "duplicate", "divat", "importance", "aivat", "mivat", "control",
)  # fmt: skip
BASELINES = ("auto", "call", "value")
NOT_DUPLICATE = "duplicate needs a match whose deals were played in all seatings"
_NOTHING = 1e-9  # relative to the standard error of the money


@dataclass(frozen=True)
class How:
    """Settings of estimators.

    ``plan``: the plan of a match, to deal the same cards to the control agent. ``baseline`` of
    DIVAT: auto is bet-for-value in limit hold'em and always-call in other games.
    """

    known: KnownPlayers = field(default_factory=KnownPlayers)
    baseline: str = "auto"
    plan: MatchPlan | None = None
    control: str = "call"
    workers: int | None = None


@dataclass(frozen=True, eq=False)
class Assessed:
    """The results of one estimator: rates in mb per hand, standard deviations of a single hand.

    ``fewer_hands``: factor of hands saved against the money for the same interval. ``details``:
    further numbers of the estimator; ``values`` [n, players]: its estimates of single hands.
    """

    name: str
    rates: list[Estimate]
    hand_std: list[float]
    fewer_hands: float | None
    details: dict[str, float]
    notes: list[str]
    verdict: MatchVerdict | None
    values: Float64s = field(repr=False)


def parse_estimators(text: str) -> list[str]:
    """Parse estimator names separated by commas; InputError if unknown or repeated."""
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in ESTIMATORS:
            raise InputError(
                f"unknown estimator {name!r}", expected=f"one of {', '.join(ESTIMATORS)}"
            )
    return list(dict.fromkeys(names))


def assess(
    hands: PlayedHands, names: Sequence[str], how: How | None = None, report: Report = silent
) -> list[Assessed]:
    """The results of estimators, in the given order."""
    how = how or How()
    unit = 1000 / hands.rules.big_blind
    money = hands.by_player(hands.won) * unit
    plain = _rates(hands, money, by_deal=False)
    found = []
    for number, name in enumerate(names):
        part = portion(report, number / len(names), 1 / len(names), name)
        values, details, notes = _values(hands, name, how, money, part)
        by_deal = name != MONEY and bool(hands.trial.any())
        rates = plain if name == MONEY else _rates(hands, values, by_deal)
        present = _present(hands)
        stds = [_std(values[present[:, p], p]) for p in range(len(hands.names))]
        found.append(
            Assessed(
                name=name,
                rates=rates,
                hand_std=stds,
                fewer_hands=_fewer(plain, rates),
                details=details,
                notes=notes,
                verdict=_verdict(hands, values, by_deal),
                values=values,
            )
        )
    return found


def _values(
    hands: PlayedHands, name: str, how: How, money: Float64s, report: Report
) -> tuple[Float64s, dict[str, float], list[str]]:
    """Estimates of single hands by player, in mb; details and notes of the estimator."""
    unit = 1000 / hands.rules.big_blind
    details: dict[str, float] = {}
    notes: list[str] = []
    if name == MONEY:
        return money, details, notes
    if name == DUPLICATE:
        return money, _duplicate(hands, money), notes
    if name == MIVAT:
        features = card_luck(hands, report, how.workers)
        scores, thetas = corrected(features, hands.won, _second_half(hands))
        notes.append("mivat: fitted crosswise, on each half for the other")
        details["theta_difference"] = float(np.abs(thetas[0] - thetas[1]).max())
        return hands.by_player(scores) * unit, details, notes
    if name == CONTROL:
        return _controlled(hands, how, money, report)
    if name == DIVAT:
        limit = hands.rules.betting.kind == "fixed-limit" and hands.rules.deck.size == 52
        value = how.baseline == "value" or (how.baseline == "auto" and limit)
        scored = divat.bet_for_value if value else divat.always_call
        first = scored(hands, report, how.workers)
        scores = np.stack([first, -first], axis=1)
        notes.append(f"divat: {'bet-for-value' if value else 'always-call'} baseline")
    elif name == IMPORTANCE:
        scores, details, notes = importance_scores(hands, how.known, report)
    else:
        scores, notes = aivat_scores(hands, how.known, report)
    return hands.by_player(scores) * unit, details, notes


def _duplicate(hands: PlayedHands, money: Float64s) -> dict[str, float]:
    """The sum and the mean over a deal's seatings, and the correlation of the seatings."""
    trials = int(hands.trial.max()) + 1
    if trials < 2:
        raise InputError(NOT_DUPLICATE, expected="match --duplicate")
    table = _by_trial(hands, money[:, 0])
    return {
        "sum_std": _std(table.sum(axis=1)),
        "mean_std": _std(table.mean(axis=1)),
        "correlation": correlated(table),
    }


def _by_trial(hands: PlayedHands, values: Float64s) -> Float64s:
    """Values of hands as [deals, seatings]."""
    trials = int(hands.trial.max()) + 1
    order = np.lexsort((hands.trial, hands.deal))
    return values[order].reshape(-1, trials)


def _second_half(hands: PlayedHands) -> Bools:
    """The hands of the second half; the seatings of a deal stay together."""
    return halves(int(hands.deal.max()) + 1, hands.rules.players)[hands.deal]


def _controlled(
    hands: PlayedHands, how: How, money: Float64s, report: Report
) -> tuple[Float64s, dict[str, float], list[str]]:
    if how.plan is None:
        raise InputError(
            "control needs a match that was played here, whose cards can be dealt again",
            expected="the folder that match --out wrote",
        )
    played = control_play(how.plan, how.control, how.workers, report)
    luck = played[hands.deal, hands.trial]
    second = _second_half(hands)
    values = np.empty_like(money)
    slopes = []
    for player in range(money.shape[1]):
        values[:, player], theta = corrected(luck[:, player, None], money[:, player], second)
        slopes.append(float(theta.mean()))
    notes = [f"control: {how.control} against itself on the same cards"]
    return values, {"slope": float(np.mean(slopes))}, notes


def _present(hands: PlayedHands) -> Bools:
    """True where a player takes part in a hand, [n, players]."""
    present: Bools = np.zeros((len(hands), len(hands.names)), dtype=np.bool_)
    np.put_along_axis(present, hands.players, True, axis=1)
    return present


def _rates(hands: PlayedHands, values: Float64s, by_deal: bool) -> list[Estimate]:
    """The rate of each player; in a duplicate match a deal counts as the mean of its seatings."""
    if by_deal:
        deals = np.stack([_by_trial(hands, column).mean(axis=1) for column in values.T], axis=1)
        return [estimate(column, _deal_blocks(hands)) for column in deals.T]
    present = _present(hands)
    rates = []
    for player, column in enumerate(values.T):
        here = present[:, player]
        blocks = None if hands.block is None else _numbered(hands.block[here])
        rates.append(estimate(column[here], blocks))
    return rates


def _deal_blocks(hands: PlayedHands) -> Int64s | None:
    if hands.block is None:
        return None
    return _numbered(_by_trial(hands, hands.block.astype(np.float64))[:, 0].astype(np.int64))


def _numbered(blocks: Int64s) -> Int64s:
    numbers: Int64s = np.unique(blocks, return_inverse=True)[1].reshape(-1)
    return numbers


def _verdict(hands: PlayedHands, values: Float64s, by_deal: bool) -> MatchVerdict | None:
    """The verdict if all players take part in every hand."""
    if hands.rules.players != len(hands.names):
        return None
    if by_deal:
        deals = np.stack([_by_trial(hands, column).mean(axis=1) for column in values.T], axis=1)
        seatings = int(hands.trial.max()) + 1
        return verdict_of(hands.names, deals, _deal_blocks(hands), seatings)
    blocks = None if hands.block is None else _numbered(hands.block)
    return verdict_of(hands.names, values, blocks, 1)


def _fewer(plain: list[Estimate], rates: list[Estimate]) -> float | None:
    """The squared ratio of standard errors, averaged over players."""
    ratios = [
        (before.error / after.error) ** 2
        for before, after in zip(plain, rates, strict=True)
        if before.half is not None
        and after.half is not None
        and after.error > _NOTHING * before.error
    ]
    return float(np.mean(ratios)) if ratios else None


def _std(values: Float64s) -> float:
    return float(values.std(ddof=1)) if len(values) > 1 else 0.0
