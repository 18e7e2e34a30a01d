"""Action frequencies of a decision node on the grid of the 169 starting hands.

A *hand map* says which card states a starting hand is in: an array [169, states] whose rows sum to
1, or to 0 for hands that cannot be there. Before the flop each hand is in one state; after it the
two cards of a type may be in several.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from equipoise.cards.combos import TYPE_COUNT, type_text
from equipoise.kernels.types import Float64s, Int64s
from equipoise.strategy.look import NodeView

FOLD_COLOUR, CALL_COLOUR, ALL_IN_COLOUR = "#f1efe9", "#8fb8d8", "#e0705f"
_RAISES = ("#f8edbd", "#f0ca63", "#e5a046", "#c98a3a")


def starting_hand_map(labels: Sequence[str]) -> Float64s | None:
    """The hand map of states that are the starting hands themselves; None if they are not."""
    names = {type_text(number): number for number in range(TYPE_COUNT)}
    if set(labels) != set(names) or len(labels) != TYPE_COUNT:
        return None
    hands = np.zeros((TYPE_COUNT, TYPE_COUNT))
    for state, label in enumerate(labels):
        hands[names[label], state] = 1.0
    return hands


def combo_map(types: Int64s, weights: Float64s) -> Float64s:
    """The hand map of states that are single hands, by their types: the suits averaged.

    Each hand counts by its weight; those of a type that never comes here count alike.
    """
    hands: Float64s = np.zeros((TYPE_COUNT, len(types)))
    hands[types, np.arange(len(types))] = weights
    unseen = hands.sum(axis=1)[types] == 0
    hands[types[unseen], np.flatnonzero(unseen)] = 1.0
    sums = hands.sum(axis=1, keepdims=True)
    hands /= np.where(sums > 0, sums, 1.0)
    return hands


def hand_frequencies(view: NodeView, hands: Float64s) -> Float64s:
    """How often each starting hand takes each action, [169, actions]."""
    frequencies: Float64s = hands @ view.probabilities.T
    return frequencies


def action_colours(actions: Sequence[str]) -> list[str]:
    """A colour for each action: pale for folding, blue for calling, yellow to red for raises."""
    colours = []
    raises = 0
    for name in actions:
        if name == "fold":
            colours.append(FOLD_COLOUR)
        elif name in ("check", "call"):
            colours.append(CALL_COLOUR)
        elif name == "all-in":
            colours.append(ALL_IN_COLOUR)
        else:
            colours.append(_RAISES[min(raises, len(_RAISES) - 1)])
            raises += 1
    return colours


def action_codes(actions: Sequence[str]) -> list[str]:
    """A character for each action: f, c, 1, 2, ... for raises from the smallest, a.

    >>> action_codes(["fold", "call", "raise to 6", "raise to 10", "all-in"])
    ['f', 'c', '1', '2', 'a']
    """
    known = {"fold": "f", "check": "c", "call": "c", "all-in": "a"}
    raises = [name for name in actions if name not in known]
    numbers = "123456789" + "·" * len(raises)
    return [known.get(name) or numbers[raises.index(name)] for name in actions]
