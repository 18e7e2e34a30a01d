"""Jam-fold games as JSON types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from equipoise.cards.combos import type_text

if TYPE_CHECKING:
    from equipoise.solvers.jamfold import JamFold, JamFoldTable


def jamfold_json(game: JamFold) -> dict[str, object]:
    """One stack: strategies and gains."""
    return {
        "stack_bb": float(game.stack),
        "value_bb": game.value,
        "exploitability_bb": game.exploitability,
        "iterations": game.iterations,
        "pushed": game.pushed,
        "called": game.called,
        **{
            name: {type_text(number): round(float(x), 6) for number, x in enumerate(values)}
            for name, values in (
                ("push", game.push),
                ("call", game.call),
                ("push_gain_bb", game.push_gain),
                ("call_gain_bb", game.call_gain),
            )
        },
    }


def jamfold_table_json(table: JamFoldTable) -> dict[str, object]:
    """All stacks: the runs of stacks at which each hand is played."""
    return {
        "stacks_bb": table.stacks,
        "values_bb": [game.value for game in table.games],
        "exploitability_bb": table.exploitability,
        **{
            name: {type_text(number): [list(run) for run in runs] for number, runs in enumerate(of)}
            for name, of in (("push", table.push), ("call", table.call))
        },
    }
