"""A round robin at tables of more than two: each agent's win rate over all its tables.

Every set of agents that fills a table plays once, so all agents meet equally often. There is no
crosstable: chips at a table of six come from five others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from equipoise.base.progress import Report, silent
from equipoise.evaluation.estimates import Estimate, estimate, t_quantile
from equipoise.kernels.types import Float64s, Int64s
from equipoise.matches.faults import Faults
from equipoise.matches.match import MatchResult
from equipoise.matches.plan import MatchPlan
from equipoise.matches.tournament import Pairing, play_tournament


@dataclass(frozen=True)
class AgentAtTables:
    """An agent's mb per hand over all its tables; ``half``: half-width of the 95% interval."""

    name: str
    mean: float
    half: float
    tables: int


@dataclass(frozen=True)
class TablesResult:
    """A round robin at tables: agents by mean, best first.

    ``winner`` is None unless the best leads the next significantly: ``lead`` is their difference,
    ``lead_half`` the half-width of its 95% interval.
    """

    plan: MatchPlan
    agents: list[AgentAtTables]
    winner: str | None
    lead: float
    lead_half: float
    faults: dict[str, Faults]
    tables: int
    hands_played: int
    seconds: float


def hold_tables(
    plan: MatchPlan,
    workers: int | None = None,
    out: Path | None = None,
    resume: bool = False,
    report: Report = silent,
    on_match: Callable[[MatchResult], object] = lambda result: None,
) -> TablesResult:
    """Play every table and combine the results; ``on_match`` gets each finished match."""
    names = plan.names
    played: list[tuple[Pairing, Float64s, Int64s | None]] = []
    faults = {name: Faults() for name in names}
    hands, seconds = 0, 0.0
    for pairing, result in play_tournament(plan, workers, out, resume, report):
        on_match(result)
        played.append((pairing, result.millis().mean(axis=1), _blocks(result)))
        for player, later in zip(pairing.players, result.faults, strict=True):
            faults[names[player]].merge(later)
        hands, seconds = hands + result.hands_played, seconds + result.seconds
    size = len(names)
    counts = [sum(player in pairing.players for pairing, *_ in played) for player in range(size)]

    def over_tables(weights: Float64s) -> tuple[float, float]:
        """The weighted sum of results over all tables, and the half-width of its interval."""
        parts = []
        for pairing, deals, blocks in played:
            shares = weights[list(pairing.players)]
            if shares.any():
                parts.append(estimate(deals @ shares, blocks))
        return _sum_of(parts)

    found = []
    for player, name in enumerate(names):
        weights = np.zeros(size)
        weights[player] = 1.0 / counts[player]
        found.append(AgentAtTables(name, *over_tables(weights), counts[player]))
    order = sorted(range(size), key=lambda player: -found[player].mean)
    first, second = order[:2]
    weights = np.zeros(size)
    weights[first], weights[second] = 1.0 / counts[first], -1.0 / counts[second]
    lead, half = over_tables(weights)
    return TablesResult(
        plan=plan,
        agents=[found[player] for player in order],
        winner=names[first] if lead > half else None,
        lead=lead,
        lead_half=half,
        faults=faults,
        tables=len(played),
        hands_played=hands,
        seconds=seconds,
    )


def _blocks(result: MatchResult) -> Int64s | None:
    """The session of each deal if agents have memory and there are several; else None."""
    session = result.plan.session
    if not result.plan.remembers or session is None or session >= result.plan.hands:
        return None
    blocks: Int64s = np.arange(result.plan.hands, dtype=np.int64) // session
    return blocks


def _sum_of(parts: list[Estimate]) -> tuple[float, float]:
    """The sum of independent estimates; degrees of freedom after Welch (1947)."""
    variances = [part.error**2 for part in parts]
    total = sum(variances)
    spread = sum(
        variance**2 / (part.groups - 1) for part, variance in zip(parts, variances, strict=True)
    )
    degrees = total**2 / spread if spread else float("inf")
    return sum(part.mean for part in parts), t_quantile(degrees) * float(total) ** 0.5
