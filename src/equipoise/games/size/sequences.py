"""The number of betting sequences of one round, by the number of remaining players.

Papp (1998, Figure 4.2) counts these for limit hold'em with four bets per round. His players may
fold even if a check is free (section 2.1.3), so use ``free_folds``.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from equipoise.games.action import Action
from equipoise.games.betting import BettingState
from equipoise.games.catalogue import find_game
from equipoise.games.rules import GameRules


def round_endings(betting: BettingState) -> Counter[int]:
    """Number of action sequences that end the current round, by remaining players.

    One player remaining is an uncontested win.

    >>> sorted(round_endings(BettingState.start(papp_rules(2))).items())
    [(1, 8), (2, 7)]
    """
    endings: Counter[int] = Counter()
    waiting = [betting]
    while waiting:
        current = waiting.pop()
        if current.is_over or current.round != betting.round:
            endings[len(current.contenders)] += 1
        else:
            waiting += [current.after(action) for action in current.legal().actions()]
    return endings


def papp_rules(players: int) -> GameRules:
    """Limit hold'em as Papp plays it: folding is always allowed."""
    return replace(find_game(f"holdem-limit:{players}p"), free_folds=True)


def first_round(players: int) -> Counter[int]:
    """Endings of the betting before the flop."""
    return round_endings(BettingState.start(papp_rules(players)))


def later_round(players: int) -> Counter[int]:
    """Endings of a round after the flop that all these players have reached.

    >>> sorted(later_round(2).items())
    [(1, 10), (2, 9)]
    """
    betting = BettingState.start(papp_rules(players))
    while betting.round == 0:
        betting = betting.apply(Action.call())
    return round_endings(betting)
