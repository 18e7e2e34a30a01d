"""What a re-solver thinks as JSON types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from equipoise.policies.resolving.explain import Explanation


def resolving_json(
    agent: str, game: str, line: str, hand: int | None, seen: Explanation
) -> dict[str, Any]:
    """The decision, the solve behind it, and every hand that the board allows.

    Values are in chips; alternatives, values and margins are those of the opponent's hands at the
    root of the solve; null where the solve was on buckets.
    """
    from equipoise.cards.card import cards_text
    from equipoise.cards.combos import combo_cards, combos_with

    public, root, solved = seen.public, seen.place.solved.root, seen.place.solved
    exact = seen.solved
    strategy, frequencies = seen.strategy, seen.frequencies
    ours, theirs = seen.ours, seen.theirs
    names = [cards_text(cards) for cards in combo_cards().tolist()]
    possible = np.flatnonzero(~combos_with(public.board)).tolist()
    return {
        "agent": agent,
        "game": game,
        "line": line,
        "board": cards_text(public.board),
        "seat": seen.us + 1,
        "round": public.rules.round_name(public.round),
        "pot": public.betting.pot,
        "solve": {
            "round": root.betting.rules.round_name(root.betting.round),
            "board": cards_text(root.board),
            "pot": root.betting.pot,
            "put": list(root.betting.put),
            "to_act": None if root.betting.to_act is None else root.betting.to_act + 1,
            "method": str(root.method),
            "iterations": solved.iterations,
            "nodes": solved.tree.size,
            "solves": seen.solves,
        },
        "actions": [
            {"action": action, "frequency": float(share)}
            for action, share in zip(seen.actions, frequencies, strict=True)
        ],
        "hand": None
        if hand is None
        else {
            "hand": names[hand],
            "actions": {
                action: float(chance)
                for action, chance in zip(seen.actions, strategy[:, hand], strict=True)
            },
        },
        "hands": [
            {
                "hand": names[number],
                "ours": float(ours[number]),
                "theirs": float(theirs[number]),
                "strategy": strategy[:, number].tolist(),
                "entered": None if exact is None else float(exact.entered[number]),
                "alternative": None if exact is None else float(root.alternatives[number]),
                "value": None if exact is None else float(exact.values[number]),
                "margin": None if exact is None else float(exact.margins[number]),
            }
            for number in possible
        ],
    }
