"""A tournament with its crosstable, both rankings and their confidence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from equipoise.base.errors import InputError
from equipoise.base.progress import Report, silent
from equipoise.evaluation.computed import (
    Pairs,
    PlayedAndComputed,
    check_known_pairs,
    compare_pairs,
    compute_match,
    known_policies,
)
from equipoise.evaluation.crosstable import Crosstable
from equipoise.evaluation.estimates import Estimate
from equipoise.evaluation.rankings import (
    JudgedRanking,
    by_runoff,
    judge_ranking,
    runoff,
    total_bankroll,
)
from equipoise.evaluation.scores import score_match
from equipoise.evaluation.variance.assess import MONEY, How, parse_estimators
from equipoise.evaluation.variance.matches import assess_match, check_plan, hands_kept
from equipoise.matches.faults import Faults
from equipoise.matches.plan import MatchPlan
from equipoise.matches.tournament import pairings, play_tournament


@dataclass(frozen=True)
class TournamentResult:
    """A round robin and its rankings.

    ``removed``: the players in the order of removal by the run-off. ``computed``: the pairs with
    computed values in the table; None if all were played. ``played_now`` of the ``hands_played``
    were played in this run, in ``seconds``. ``estimator``: the estimator of the played values.
    """

    plan: MatchPlan
    table: Crosstable
    bankroll: JudgedRanking
    runoff: JudgedRanking
    removed: tuple[tuple[int, ...], ...]
    computed: PlayedAndComputed | None
    faults: list[Faults]
    hands_played: int
    played_now: int
    seconds: float
    estimator: str = MONEY

    def more_hands(self, ranking: JudgedRanking) -> int | None:
        """Number of further hands that would make a ranking significant; None if unknown."""
        if ranking.times is None or self.computed is not None:
            return None
        return (ranking.times - 1) * self.hands_played


def match_line(names: Sequence[str], rate: Estimate) -> str:
    """The first player's win rate as a line of text."""
    half = "" if rate.half is None else f" ± {rate.half:,.0f}"
    return f"{' against '.join(names)}: {rate.mean:+,.0f}{half} mb/hand"


def hold_tournament(
    plan: MatchPlan,
    workers: int | None = None,
    out: Path | None = None,
    resume: bool = False,
    boards: int | None = None,
    report: Report = silent,
    estimator: str | None = None,
    how: How | None = None,
    on_match: Callable[[str], object] = lambda line: None,
) -> TournamentResult:
    """Play a round robin and rank it; ``on_match`` gets a line per finished match.

    With ``boards``, pairs with known probabilities are computed on that many boards, and the table
    has the computed value instead of the played one. With an ``estimator`` the results of pairs
    are its estimates; ``how`` has its settings.
    """
    if estimator is not None:
        names = parse_estimators(estimator)
        if len(names) > 1:
            raise InputError(f"{len(names)} estimators", expected="one for the whole table")
        estimator = names[0]
        for pairing in pairings(plan):
            check_plan(pairing.plan, [estimator])
    with hands_kept(out, estimator is not None) as folder:
        return _hold(plan, workers, folder, resume, boards, report, estimator, how, on_match)


def _hold(
    plan: MatchPlan,
    workers: int | None,
    out: Path | None,
    resume: bool,
    boards: int | None,
    report: Report,
    estimator: str | None,
    how: How | None,
    on_match: Callable[[str], object],
) -> TournamentResult:
    if boards is not None:
        check_known_pairs(plan, boards)
    played: Pairs = {}
    computed: Pairs = {}
    faults = [Faults() for _ in plan.agents]
    seconds, now, hands = 0.0, 0, 0
    for pairing, result in play_tournament(plan, workers, out, resume, report):
        pair = pairing.row, pairing.column
        played[pair] = score_match(result).scores[0].rate
        if estimator is not None and out is not None:
            assessed = assess_match(out / pairing.folder, [estimator], how)
            played[pair] = assessed[0].rates[0]
        faults[pairing.row].merge(result.faults[0])
        faults[pairing.column].merge(result.faults[1])
        on_match(match_line(pairing.plan.names, played[pair]))
        seconds, now = seconds + result.seconds, now + result.played_now
        hands += result.hands_played
        known = None if boards is None else known_policies(pairing.plan)
        if boards is not None and known is not None:
            computed[pair] = compute_match(pairing.plan, known, boards).mean
    table = Crosstable.of_estimates(plan.names, played | computed)
    beside = None
    if boards is not None and computed:
        beside = compare_pairs(plan.names, played, computed, boards)
    return TournamentResult(
        plan=plan,
        table=table,
        bankroll=judge_ranking(table, total_bankroll),
        runoff=judge_ranking(table, by_runoff),
        removed=tuple(step.removed for step in runoff(table)[1]),
        computed=beside,
        faults=faults,
        hands_played=hands,
        played_now=now,
        seconds=seconds,
        estimator=estimator or MONEY,
    )
