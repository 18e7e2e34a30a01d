"""Lower bounds on exploitability as JSON types."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from equipoise.interfaces.as_json.strategies import path_text

if TYPE_CHECKING:
    from equipoise.evaluation.bounds.runs import ResponseRun
    from equipoise.evaluation.bounds.strongest import Bound
    from equipoise.evaluation.estimates import Estimate


def _rate(rate: Estimate) -> dict[str, Any]:
    return {"mb_per_hand": rate.mean, "ci95": list(rate.interval)}


def _run(run: ResponseRun) -> dict[str, Any]:
    played = 2 * len(run.won) if not run.exact else run.played_now
    return {
        "seats": list(run.seats),
        "hands": len(run.won) if not run.exact else run.played_now,
        "hands_played": played,
        "exact": run.exact,
        "deal_std": run.rate.std,
        "game": run.plan.game,
        "agent": run.plan.agent,
        "seed": run.plan.seed,
        "seconds": round(run.seconds, 3),
        "hands_per_second": round(run.played_now / max(run.seconds, 1e-9), 1),
    }


def lbr_json(run: ResponseRun, menus: str, out: Path | None) -> dict[str, Any]:
    """The result of local best response."""
    return {**_rate(run.rate), "menus": menus, **_run(run), "out": path_text(out)}


def bound_json(bound: Bound) -> dict[str, Any]:
    """The strongest response found, and all that were tried."""
    tried = [{"by": one.by, **_rate(one.rate), "hands": one.rate.count} for one in bound.tried]
    return {**_rate(bound.rate), "by": bound.by, "tried": tried, **_run(bound.run)}
