"""The exact card model of a game."""

from __future__ import annotations

from equipoise.base.errors import InputError
from equipoise.games.rules import GameRules
from equipoise.spine.cards.deck import deck_model
from equipoise.spine.cards.matrix import MatrixCards
from equipoise.spine.cards.preflop import is_holdem, is_preflop_only, preflop_model


def card_model_for(rules: GameRules, jam_fold: bool = False) -> MatrixCards:
    """The card model without abstraction, for games small enough to have one.

    With ``jam_fold`` the bets end hold'em before the flop, so that the states are the 169 hand
    types.

    >>> from equipoise.games.catalogue import find_game
    >>> card_model_for(find_game("leduc")).states[0]
    (3, 9)
    >>> card_model_for(find_game("jamfold:10bb")).states[0]
    (169,)
    >>> card_model_for(find_game("holdem-nolimit:100bb"))
    Traceback (most recent call last):
    equipoise.base.errors.InputError: holdem-nolimit:100bb has 5.6e+13 deals, ...
    """
    if rules.players != 2:
        raise InputError(
            f"{rules.name} has {rules.players} players", expected="card models are for two players"
        )
    if is_preflop_only(rules) or (jam_fold and is_holdem(rules)):
        return preflop_model(rules, jam_fold)
    return deck_model(rules)
