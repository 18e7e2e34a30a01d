"""The strategy of each hold'em hand in its bucket at a decision node, on one board."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from equipoise.abstraction.strength.boards import BOARD_CARDS
from equipoise.base.errors import InputError, argument
from equipoise.cards.card import cards_text
from equipoise.cards.combos import combo_cards, combo_types
from equipoise.kernels.types import Float64s
from equipoise.spine.cards.buckets import BucketStates
from equipoise.spine.layout import Layout
from equipoise.strategies.hand_map import combo_map, hand_frequencies
from equipoise.strategies.look import NodeView, look_at_hands
from equipoise.strategies.strategy import Strategy


def check_board(
    board: Sequence[int], round_name: str, number: int, states: BucketStates | None
) -> None:
    """Raise InputError for a board that does not fit the round, or any board without buckets."""
    given = cards_text(board)
    if states is None:
        raise InputError(
            "it has no buckets of hold'em", argument("board"), given, expected="omit it"
        )
    if len(board) != BOARD_CARDS[number]:
        raise InputError(
            f"{len(board)} cards",
            argument("board"),
            given,
            expected=f"the path ends on the {round_name}, where there are {BOARD_CARDS[number]}"
            if number
            else "the path ends before the flop: leave it out",
        )


def on_board(
    strategy: Strategy, layout: Layout, node: int, states: BucketStates, board: Sequence[int]
) -> tuple[NodeView, Float64s]:
    """The action frequencies of each hand on a board, and of each type of hand, [169, actions]."""
    buckets = states.bucketing.on_board(board)
    free = np.flatnonzero((buckets >= 0).all(axis=0))
    if not len(free):
        raise InputError(
            "the buckets were built from sampled flops, and this one is not among them",
            argument("board"),
            cards_text(board),
        )
    names = [cards_text(combo) for combo in combo_cards()[free]]
    view = look_at_hands(strategy, layout, node, names, buckets[:, free].T)
    return view, hand_frequencies(view, combo_map(combo_types()[free], view.weights))
