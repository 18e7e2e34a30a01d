"""The card model of hold'em that ends before the flop: 169 starting hands against 169.

With N = 1,326 x 1,225 ordered pairs of disjoint hands and B = 1,712,304 boards,

- ``fold[s, t] = pairs[s, t] / N``, which includes card removal,
- ``showdown[s, t] = (wins[s, t] - losses[s, t]) / (N * B)``.

The 169 types lose nothing: a suit renaming maps any two hands of a type to each other and leaves
the game unchanged.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from equipoise.base.errors import InputError
from equipoise.cards.combos import TYPE_COUNT, type_text
from equipoise.cards.deck import HOLDEM_DECK
from equipoise.cards.matchups import BOARDS
from equipoise.cards.preflop import PAIRS, preflop_table
from equipoise.games.rules import GameRules
from equipoise.spine.cards.matrix import MatrixCards


def is_holdem(rules: GameRules) -> bool:
    """True if a game deals like hold'em: two hole cards first, then a board of five."""
    first, *later = rules.script
    return (
        rules.deck == HOLDEM_DECK
        and rules.showdown == "best"
        and (first.hole, first.up, first.board, first.receivers) == (2, 0, 0, None)
        and rules.hole_cards == 2
        and [deal.board for deal in later] in ([3, 1, 1], [5])
    )


def is_preflop_only(rules: GameRules) -> bool:
    """True if a game is two-player hold'em in which nobody can act after the first round.

    So it is if the only raise is all-in and calling the blind is not allowed.
    """
    betting = rules.betting
    return rules.players == 2 and is_holdem(rules) and betting.all_in_only and not betting.limping


def preflop_model(rules: GameRules, jam_fold: bool = False) -> MatrixCards:
    """The exact card model of two-player hold'em that ends before the flop.

    It ends there by its rules (jam-fold hold'em), or, with ``jam_fold``, by the betting
    abstraction.
    """
    if not (is_preflop_only(rules) or (jam_fold and rules.players == 2 and is_holdem(rules))):
        raise InputError(
            f"{rules.name} has play after the flop",
            expected="the pre-flop model is for jam-fold hold'em such as jamfold:10bb",
        )
    if min(rules.stacks) < rules.big_blind:
        raise InputError(
            f"a stack of {min(rules.stacks) / rules.big_blind:g}bb is less than the big blind",
            what=rules.name,
            expected="at least 1bb",
        )
    return starting_hands()


@lru_cache(maxsize=1)
def starting_hands() -> MatrixCards:
    """The card model of betting that ends before the flop."""
    table = preflop_table()
    root = np.zeros(0, dtype=np.int64)
    same = np.zeros(TYPE_COUNT, dtype=np.int64)
    names = (tuple(type_text(number) for number in range(TYPE_COUNT)),)
    return MatrixCards(
        name="full",
        parents=((root,), (root,)),
        fold=(table.pairs / PAIRS,),
        showdown=((table.wins - table.losses) / (PAIRS * BOARDS),),
        public=((same,), (same,)),
        labels=(names, names),
    )
