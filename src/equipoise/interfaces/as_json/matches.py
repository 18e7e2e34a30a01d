"""Matches and tournaments as JSON types."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from equipoise.interfaces.as_json.strategies import path_text

if TYPE_CHECKING:
    from equipoise.evaluation.computed import PlayedAndComputed
    from equipoise.evaluation.expected import Expected
    from equipoise.evaluation.rankings import JudgedRanking
    from equipoise.evaluation.scores import MatchScore
    from equipoise.evaluation.tables import TablesResult
    from equipoise.evaluation.tournament import TournamentResult
    from equipoise.matches.match import MatchResult


def match_json(result: MatchResult, score: MatchScore, out: Path | None) -> dict[str, Any]:
    """A match, lists by agent."""
    return {
        "agents": list(result.names),
        "game": result.plan.game,
        "hands": result.plan.hands,
        "hands_played": result.hands_played,
        "duplicate": result.plan.duplicate,
        "seed": result.plan.seed,
        "session": result.plan.session,
        "compiled": result.plan.is_compiled,
        **scores_json(result, score),
        "seconds": round(result.seconds, 3),
        "hands_per_second": _speed(result.played_now, result.seconds),
        "out": path_text(out),
    }


def scores_json(result: MatchResult, score: MatchScore) -> dict[str, Any]:
    """What a match shows: win rates with intervals, the verdict, faults."""
    verdict = score.verdict
    return {
        "mb_per_hand": [one.rate.mean for one in score.scores],
        "ci95": [list(one.rate.interval) for one in score.scores],
        "std": [one.hand_std for one in score.scores],
        "deal_std": [one.rate.std for one in score.scores],
        "chips": [one.total for one in score.scores],
        "winner": verdict.winner,
        "leader": verdict.leader,
        "more_hands": verdict.more_hands,
        "faults": [faults.as_json() for faults in result.faults],
    }


def expected_json(found: Expected) -> dict[str, Any]:
    """An expected value, lists by agent, like the played result."""
    low, high = found.mean.interval
    assert low is not None
    assert high is not None
    return {
        "mb_per_hand": [found.mean.mean, -found.mean.mean],
        "ci95": [[low, high], [-high, -low]],
        "seats": list(found.seats),
        "exact": found.exact,
        "boards": found.boards,
        "board_std": found.mean.std,
        "nodes": found.nodes,
    }


def tables_json(result: TablesResult, out: Path | None) -> dict[str, Any]:
    """A round robin at tables of more than two, best agents first."""
    plan = result.plan
    return {
        "agents": [one.name for one in result.agents],
        "mb_per_hand": [one.mean for one in result.agents],
        "ci95": [[one.mean - one.half, one.mean + one.half] for one in result.agents],
        "tables": result.tables,
        "winner": result.winner,
        "lead": result.lead,
        "lead_half_width": result.lead_half,
        "game": plan.game,
        "hands": plan.hands,
        "hands_played": result.hands_played,
        "duplicate": plan.duplicate,
        "seed": plan.seed,
        "faults": [result.faults[one.name].as_json() for one in result.agents],
        "seconds": round(result.seconds, 3),
        "out": path_text(out),
    }


def tournament_json(result: TournamentResult, out: Path | None) -> dict[str, Any]:
    """A round robin: the table, both rankings, computed values."""
    plan, table = result.plan, result.table
    removed = [_named(result, players) for players in result.removed]
    return {
        "agents": list(table.names),
        "mb_per_hand": table.means.tolist(),
        "half_widths": table.half_widths().tolist(),
        "averages": table.averages().tolist(),
        "average_half_widths": table.average_half_widths().tolist(),
        "bankroll": _ranking(result, result.bankroll),
        "runoff": {**_ranking(result, result.runoff), "removed": removed},
        "expected": None if result.computed is None else _computed(result.computed),
        "estimator": result.estimator,
        "game": plan.game,
        "hands": plan.hands,
        "hands_played": result.hands_played,
        "duplicate": plan.duplicate,
        "seed": plan.seed,
        "faults": [one.as_json() for one in result.faults],
        "seconds": round(result.seconds, 3),
        "hands_per_second": _speed(result.played_now, result.seconds),
        "out": path_text(out),
    }


def _ranking(result: TournamentResult, ranking: JudgedRanking) -> dict[str, Any]:
    winner = ranking.winner
    return {
        "places": [_named(result, place) for place in ranking.ranking.places],
        "winner": None if winner is None else result.table.names[winner],
        "shares": ranking.shares,
        "more_hands": result.more_hands(ranking),
        "times": ranking.times,
    }


def _named(result: TournamentResult, players: Iterable[int]) -> list[str]:
    return [result.table.names[player] for player in players]


def _computed(found: PlayedAndComputed) -> dict[str, Any]:
    return {
        "boards": found.boards,
        "pairs": [list(pair) for pair in found.pairs],
        "apart": found.apart,
        "played_mb_per_hand": found.played.means.tolist(),
        "played_half_widths": found.played.half_widths().tolist(),
    }


def _speed(hands: int, seconds: float) -> float:
    return round(hands / max(seconds, 1e-9), 1)
