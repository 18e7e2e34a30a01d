"""Action frequencies of a decision node for each of the 169 starting hands.

A *hand map* maps starting hands to card states: an array [169, states] whose rows sum to 1, or to 0
for impossible hands. Before the flop each hand is in one state; after it the combos of a type may
be in several.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from equipoise.cards.card import parse_cards
from equipoise.cards.combos import TYPE_COUNT, combo_index, combo_types, type_text
from equipoise.kernels.types import Float64s, Int64s
from equipoise.strategies.look import NodeView


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

    Hands are weighted; hands of a type that is never reached count equally.
    """
    hands: Float64s = np.zeros((TYPE_COUNT, len(types)))
    hands[types, np.arange(len(types))] = weights
    unseen = hands.sum(axis=1)[types] == 0
    hands[types[unseen], np.flatnonzero(unseen)] = 1.0
    sums = hands.sum(axis=1, keepdims=True)
    hands /= np.where(sums > 0, sums, 1.0)
    return hands


def arrivals(view: NodeView) -> Float64s:
    """The reach of each starting hand at a node relative to the largest: 0 to 1.

    For states that are starting hands, or single hands on a board.
    """
    names = {type_text(number): number for number in range(TYPE_COUNT)}
    if view.labels[0] in names:
        types = np.array([names[label] for label in view.labels])
        counts = np.bincount(combo_types(), minlength=TYPE_COUNT).astype(float)
    else:
        cards = [parse_cards(label) for label in view.labels]
        types = np.array([int(combo_types()[combo_index(a, b)]) for a, b in cards])
        counts = np.bincount(types, minlength=TYPE_COUNT).astype(float)
    came = np.bincount(types, weights=view.weights, minlength=TYPE_COUNT)
    each: Float64s = came / np.where(counts > 0, counts, 1.0)
    return each / each.max() if each.max() > 0 else each


def hand_frequencies(view: NodeView, hands: Float64s) -> Float64s:
    """The frequency of each action for each starting hand, [169, actions]."""
    frequencies: Float64s = hands @ view.probabilities.T
    return frequencies
