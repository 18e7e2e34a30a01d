"""Statistics of hands as JSON types: shares from 0 to 1, intervals as ``NAME_ci95``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from equipoise.evaluation.hand_stats import Stats


def stats_json(stats: Stats) -> dict[str, Any]:
    """Results and frequencies of a player or a position; None without an occasion."""
    from equipoise.evaluation.hand_stats import FREQUENCIES

    found: dict[str, Any] = {
        "name": stats.name,
        "hands": stats.hands,
        "results": stats.results,
        "won": round(stats.won, 6),
        "won_bb": round(stats.won_bb, 6),
        "bb100": stats.bb100,
        "bb100_ci95": stats.bb100_interval and list(stats.bb100_interval),
        "aggression_factor": stats.aggression_factor,
    }
    for key in FREQUENCIES:
        frequency = getattr(stats, key)
        interval = frequency.interval
        found |= {key: frequency.rate, f"{key}_ci95": interval and list(interval)}
        found[f"{key}_of"] = frequency.of
    return found
