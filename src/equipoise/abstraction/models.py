"""The card model of a game by the name of its card abstraction."""

from __future__ import annotations

import numpy as np

from equipoise.abstraction.card_model import Buckets, CardModel
from equipoise.abstraction.exact_model import card_model_for
from equipoise.abstraction.leduc_cards import RankBuckets, leduc_card_model
from equipoise.errors import InputError
from equipoise.games.rules import GameRules

FULL = "full"  # no abstraction


def card_model(
    rules: GameRules, cards: str = FULL, jam_fold: bool = False
) -> tuple[CardModel, Buckets]:
    """The card model of a game, and the map from the exact model's states to its states.

    With ``jam_fold`` the bets end hold'em before the flop.
    """
    full = card_model_for(rules, jam_fold)
    if cards == FULL:
        same = tuple([np.arange(n) for n in full.states[player]] for player in range(2))
        return full, (same[0], same[1])
    one_card_each = rules.hole_cards == 1 and rules.board_cards <= 1
    if not one_card_each:
        RankBuckets.parse(cards)  # a malformed one is said to be so first
        raise InputError(
            f"{cards!r} is for games with one card a player",
            what="card abstraction",
            expected=f"full for {rules.name}",
        )
    return leduc_card_model(full, cards, rules.deck.ranks)
