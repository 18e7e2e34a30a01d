"""Measurements of strategies, and their nodes, as JSON types."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from equipoise.cards.combos import type_text

if TYPE_CHECKING:
    from equipoise.evaluation.abstract_game import InAbstraction, PurifiedResult
    from equipoise.evaluation.measured import Measured
    from equipoise.spine.game import AbstractGame
    from equipoise.strategies.shown import ShownNode
    from equipoise.strategies.strategy import Manifest
    from equipoise.translation.adversary import Findings
    from equipoise.translation.options import Translation


def path_text(path: Path | None) -> str | None:
    """A path in JSON form."""
    return None if path is None else str(path)


def _responses(found: Measured) -> dict[str, float]:
    first, second = found.responses
    return {"p1": first, "p2": second, "average": found.average, "value": found.value}


def exploit_json(
    found: Measured, problem: AbstractGame, translation: Translation, unreached: str | None
) -> dict[str, Any]:
    """Best responses in the full game."""
    return {
        **_responses(found),
        "game": problem.game,
        "translation": translation.mapping,
        "style": translation.style,
        "fixes": translation.fixes_text,
        "no_dominated": translation.without_dominated,
        "unreached": unreached or "as stored",
    }


def abstract_exploit_json(found: InAbstraction, problem: AbstractGame, seed: int) -> dict[str, Any]:
    """Responses in the abstract game."""
    return {
        **_responses(found.measured),
        **found.measured.extra,
        "exact": found.is_exact,
        "rivers": found.rivers,
        "boards": found.boards,
        "game": problem.game,
        "bets": problem.bets,
        "cards": problem.cards,
        "seed": seed,
    }


def purified_json(found: PurifiedResult, how: str, out: Path) -> dict[str, Any]:
    """A strategy before and after purification."""
    return {
        "transformation": how,
        "infosets": found.infosets,
        "changed": found.changed,
        "before": measured_json(found.before),
        "after": measured_json(found.after),
        "rivers": found.rivers,
        "out": str(out),
    }


def measured_json(found: Measured) -> dict[str, float]:
    """A measurement in the abstract game."""
    first, second = found.responses
    return {
        "exploitability": found.exploitability,
        "p1": first,
        "p2": second,
        "value": found.value,
        **found.extra,
    }


def off_tree_json(found: Mapping[str, Findings], scale: int) -> list[dict[str, Any]]:
    """The gains of off-tree bet sizes, an entry per mapping; ``scale``: engine chips per chip."""
    return [{"translation": name, **_findings(seen, scale)} for name, seen in found.items()]


def _findings(findings: Findings, scale: int) -> dict[str, Any]:
    sizes = [
        {
            "size": float(damage.size),
            **_pair(damage.responses, scale),
            "gain": sum(findings.gains(damage)) / 2 / scale,
        }
        for damage in findings.damages
    ]
    return {
        "on_tree": _pair(findings.on_tree, scale),
        "full": _pair(findings.full, scale),
        "worst": sizes[findings.damages.index(findings.worst)],
        "sizes": sizes,
    }


def _pair(pair: tuple[float, float], scale: int) -> dict[str, float]:
    first, second = (value / scale for value in pair)
    return {"p1": first, "p2": second, "average": (first + second) / 2}


def node_json(node: ShownNode, about: Manifest, picture: Path | None) -> dict[str, Any]:
    """The strategy at a decision node."""
    view = node.view
    return {
        "game": about.game,
        "path": view.path,
        "seat": view.player + 1,
        "round": node.round_name,
        "pot": view.pot,
        "actions": list(view.actions),
        "steps": [{"step": step, "then": then} for step, then in node.steps],
        "totals": view.totals.tolist(),
        "reach": view.reach,
        "states": [
            {"cards": label, "weight": float(weight), "probabilities": chances.tolist()}
            for label, weight, chances in zip(
                view.labels, view.weights, view.probabilities.T, strict=True
            )
        ],
        # all 0 if no such hand is possible
        "hands": None
        if node.frequencies is None
        else {type_text(hand): row.tolist() for hand, row in enumerate(node.frequencies)},
        # of each starting hand how much comes here, the most of any is 1
        "arrival": None
        if node.arrival is None
        else {type_text(hand): float(share) for hand, share in enumerate(node.arrival)},
        "value": about.value,
        "exploitability": about.exploitability,
        "interval": about.interval,
        "transformations": list(about.transformations),
        "picture": path_text(picture),
        "board": node.board_text,
    }
