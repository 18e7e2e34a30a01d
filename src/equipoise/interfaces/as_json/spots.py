"""Solved spots as JSON types and as rows of tables."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import TYPE_CHECKING, Any

from equipoise.cards.combos import TYPE_COUNT, type_text
from equipoise.spots.spot import PLAYERS

if TYPE_CHECKING:
    from equipoise.spots.batch import FlopReport
    from equipoise.spots.preflop import PreflopSolution, PreflopView
    from equipoise.spots.report import CardReport
    from equipoise.spots.solution import SpotSolution
    from equipoise.spots.view import ActionView, RangeView, SpotView


def number(value: float) -> float | None:
    """A number, or None for nan."""
    return float(value) if isfinite(value) else None


def solution_json(solution: SpotSolution, out: str | None, store: str) -> dict[str, Any]:
    """The result of a solve, and its spot."""
    return {
        **solution.summary.as_json(),
        "spot": solution.spot.described(),
        "out": out,
        "store": store,
    }


def _action(action: ActionView) -> dict[str, Any]:
    return {
        "action": action.action,
        "frequency": number(action.frequency),
        "value": number(action.value),
        "percent": action.percent,
    }


def _range(mine: RangeView, names: tuple[str, ...]) -> dict[str, Any]:
    return {
        "combos": mine.total,
        "equity": number(mine.mean_equity),
        "value": number(mine.mean_value),
        "eqr": number(mine.mean_eqr),
        "hands": [dict(row) for row in hand_rows(mine, names)],
    }


def hand_rows(mine: RangeView, names: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """A row for each hand of a range; for the player to act with strategy and action values."""
    for at, hand in enumerate(mine.hands):
        row: dict[str, Any] = {
            "hand": hand,
            "weight": number(mine.weight[at]),
            "share": number(mine.share[at]),
            "equity": number(mine.equity[at]),
            "value": number(mine.value[at]),
            "eqr": number(mine.eqr[at]),
        }
        if len(mine.strategy):
            row["strategy"] = {n: number(p[at]) for n, p in zip(names, mine.strategy, strict=True)}
            row["values"] = {
                n: number(v[at]) for n, v in zip(names, mine.action_values, strict=True)
            }
        yield row


def view_json(view: SpotView) -> dict[str, Any]:
    """A node with both ranges."""
    return {
        "line": list(view.line),
        "board": view.board,
        "street": view.street,
        "pot": view.pot,
        "stack": view.stack,
        "to_call": view.to_call,
        "player": None if view.player is None else PLAYERS[view.player],
        "actions": [_action(action) for action in view.actions],
        "ranges": {
            name: _range(mine, view.names) for name, mine in zip(PLAYERS, view.ranges, strict=True)
        },
    }


def report_json(report: CardReport) -> dict[str, Any]:
    """A report by next card."""
    return {
        "line": list(report.line),
        "board": report.board,
        "pot": report.pot,
        "cards": [
            {
                **{
                    name: value if isinstance(value, str) else number(value)
                    for name, value in vars(card).items()
                    if name != "actions"
                },
                "actions": [_action(action) for action in card.actions],
            }
            for card in report.cards
        ],
    }


def batch_json(found: FlopReport) -> dict[str, Any]:
    """A batch over flops."""
    return {
        "oop_value": found.oop_value,
        "ip_value": found.ip_value,
        "oop_equity": found.oop_equity,
        "exploitability_percent": found.exploitability_percent,
        "actions": list(found.actions),
        "missing": found.missing,
        "flops": [
            {
                "board": line.board,
                "weight": line.weight,
                "chance": line.chance,
                "oop_eqr": number(line.oop_eqr),
                **line.summary.as_json(),
            }
            for line in found.flops
        ],
    }


def preflop_json(solution: PreflopSolution, view: PreflopView) -> dict[str, Any]:
    """A solution before the flop, and one of its decisions."""
    return {
        "stack_bb": float(solution.game.stack),
        "raises": solution.game.raises,
        "value_bb": solution.value,
        "exploitability_bb": solution.exploitability,
        "iterations": solution.iterations,
        "line": list(view.line),
        "player": ("small blind", "big blind")[view.player],
        "pot_bb": view.pot,
        "actions": [
            {"action": name, "frequency": float(share)}
            for name, share in zip(view.actions, view.frequencies, strict=True)
        ],
        "hands": {
            type_text(hand): {
                "weight": float(view.weight[hand]),
                "strategy": [float(share) for share in view.strategy[:, hand]],
                "values_bb": [number(value) for value in view.values[:, hand]],
            }
            for hand in range(TYPE_COUNT)
        },
    }
