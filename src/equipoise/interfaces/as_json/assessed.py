"""Assessments as JSON types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from equipoise.evaluation.variance.assess import Assessed


def estimators_json(found: Sequence[Assessed]) -> list[dict[str, Any]]:
    """The results of each estimator, lists by agent."""
    return [
        {
            "name": one.name,
            "mb_per_hand": [rate.mean for rate in one.rates],
            "ci95": [list(rate.interval) for rate in one.rates],
            "sd_per_hand": one.hand_std,
            "fewer_hands": one.fewer_hands,
            "winner": None if one.verdict is None else one.verdict.winner,
            "details": one.details,
            "notes": one.notes,
        }
        for one in found
    ]
