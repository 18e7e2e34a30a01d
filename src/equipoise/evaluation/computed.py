"""Expected values of matches between agents with known probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, inf

from equipoise.agents.policy_agent import policy_of
from equipoise.base.errors import InputError, argument
from equipoise.base.progress import Report, silent
from equipoise.evaluation.crosstable import Crosstable
from equipoise.evaluation.estimates import Estimate
from equipoise.evaluation.expected import Expected, ExpectedValue
from equipoise.evaluation.policy_value import expected_by_ranges, has_few_deals
from equipoise.matches.known import Pair
from equipoise.matches.plan import MatchPlan
from equipoise.matches.tournament import pairings

#: estimates by row and column
Pairs = dict[tuple[int, int], Estimate]


@dataclass(frozen=True)
class PlayedAndComputed:
    """The pairs of a tournament with computed expected values, on ``boards`` boards each.

    ``apart``: pairs whose computed and played values differ significantly; ``played``: the table
    of played results.
    """

    boards: int
    pairs: tuple[tuple[int, int], ...]
    apart: int
    played: Crosstable


def known_agents(plan: MatchPlan, boards: int) -> Pair:
    """The policies of both agents of a match; InputError if they are not known."""
    pair = known_policies(plan)
    if pair is None:
        raise InputError(
            f"{argument('expected')} needs two agents with known probabilities",
            expected="two folders of strategies, or exploiters of one; with a small deck also "
            "coaches and switching players",
        )
    check_boards(boards)
    for player in pair:
        player.check_game(plan.rules())
    return pair


def known_policies(plan: MatchPlan) -> Pair | None:
    """Two policies whose value can be computed: compiled ones, or any with a small deck."""
    pair, specs = plan.known_pair(), plan.specs()
    if pair is not None or len(specs) != 2 or not has_few_deals(plan.rules()):
        return pair
    if any(spec.entry.file is not None or spec.entry.needs_terminal for spec in specs):
        return None
    first, second = (policy_of(spec.make()) for spec in specs)
    return None if first is None or second is None else (first, second)


def check_known_pairs(plan: MatchPlan, boards: int) -> None:
    """Raise InputError if no pair of a tournament can be computed."""
    check_boards(boards)
    if all(known_policies(pairing.plan) is None for pairing in pairings(plan)):
        raise InputError(
            f"{argument('expected')} needs at least two agents with known probabilities",
            expected="folders of strategies, or exploiters of one",
        )


def check_boards(boards: int) -> None:
    """Raise InputError for too few boards."""
    if boards < 2:
        raise InputError(
            f"{boards} boards", argument("boards"), expected="at least 2, for an interval"
        )


def compute_match(plan: MatchPlan, pair: Pair, boards: int, report: Report = silent) -> Expected:
    """The expected value on boards sampled with the match's seed."""
    if not plan.is_compiled:
        return expected_by_ranges(plan.rules(), pair)
    return ExpectedValue(plan.rules(), pair).run(boards, plan.seed, report)


def compare_pairs(
    names: Sequence[str], played: Pairs, computed: Pairs, boards: int
) -> PlayedAndComputed:
    """Compare played results with computed ones.

    They use independent cards, so the variances of their difference add.
    """
    apart = sum(
        abs(played[pair].mean - value.mean) > hypot(played[pair].half or inf, value.half or 0.0)
        for pair, value in computed.items()
    )
    table = Crosstable.of_estimates(names, played)
    return PlayedAndComputed(boards, tuple(computed), apart, table)
