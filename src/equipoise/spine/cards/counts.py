"""Number of card states of a game, from the notation of its card abstraction alone."""

from __future__ import annotations

from equipoise.abstraction.buckets.notation import CardAbstraction
from equipoise.games.rules import GameRules
from equipoise.spine.cards.choose import FULL, card_model
from equipoise.spine.cards.preflop import is_holdem, is_preflop_only

#: hold'em hands with their boards up to suit renaming, per round (Waugh 2013)
HOLDEM_HANDS = (169, 1_286_792, 55_190_538, 2_428_287_420)

#: for each of two seats, states per round
States = tuple[tuple[int, ...], tuple[int, ...]]


def card_states(rules: GameRules, cards: str = FULL, jam_fold: bool = False) -> States:
    """States of each seat in each round.

    Buckets that remember what came before count as sequences, so perfect recall multiplies. With
    ``jam_fold`` the bets end hold'em before the flop.

    >>> from equipoise.games.catalogue import find_game
    >>> card_states(find_game("holdem-nolimit:100bb"), "8.8.8.8")[0]
    (8, 64, 512, 4096)
    >>> card_states(find_game("holdem-nolimit:100bb"), "ir169.ir64.ir512.4096")[0]
    (169, 64, 512, 4096)
    >>> card_states(find_game("leduc"), "JQ.K")[1]
    (2, 4)
    """
    if not is_holdem(rules):
        return card_model(rules, cards)[0].states
    if cards != FULL:
        sizes = CardAbstraction.parse(cards).sizes
    elif jam_fold or is_preflop_only(rules):
        sizes = HOLDEM_HANDS[:1]
    else:
        sizes = HOLDEM_HANDS
    return sizes, sizes


def is_perfect_recall(rules: GameRules, cards: str = FULL) -> bool:
    """True if the cards have perfect recall, as exact solvers need."""
    if cards == FULL or not is_holdem(rules):
        return True
    return CardAbstraction.parse(cards).perfect_recall
