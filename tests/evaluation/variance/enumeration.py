"""Every way a hand of a small game can go, with its probability: oracles by exact enumeration."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations

import numpy as np

from equipoise.evaluation.variance.engine import View
from equipoise.evaluation.variance.hands import Lines, hand_index
from equipoise.evaluation.variance.values import ValueFunction
from equipoise.games.action import Action
from equipoise.games.public_state import PublicState, possible_hands, private_hands
from equipoise.games.rules import GameRules
from equipoise.matches.betting_cache import PARTS, BettingNode
from equipoise.policies.policy import RangeChances


def _numbers(*key: object) -> np.random.Generator:
    return np.random.default_rng(zlib.crc32(repr(key).encode()))


@dataclass
class RandomPolicy:
    """Random chances at every information set, each action at least a tenth as likely as another."""

    seed: int
    known: dict = field(default_factory=dict)

    def range_chances(self, public: PublicState, board=None) -> RangeChances:
        key = public.rules.name, public.line, public.board
        if key not in self.known:
            legal = public.betting.legal()
            actions = [Action.call()]
            if legal.can_fold:
                actions.append(Action.fold())
            if legal.min_raise is not None:
                actions.append(Action.raise_to(legal.min_raise))
            actions = [legal.checked(action) for action in actions]
            position = public.to_act
            hands = len(private_hands(public.rules, position))
            shares = _numbers(self.seed, key).uniform(0.1, 1.0, (len(actions), hands))
            shares = shares / shares.sum(axis=0)
            shares *= possible_hands(public.rules, position, public.board)
            self.known[key] = RangeChances(tuple(actions), shares)
        return self.known[key]


@dataclass
class RandomValue(ValueFunction):
    """A value function that knows nothing: a random number for every state."""

    seed: int = 0
    known: dict = field(default_factory=dict)

    def values(self, spot):
        key = (
            spot.rules.name,
            spot.place.actions_text,
            spot.place.dealt.board,
            spot.board,
            spot.position,
            spot.other,
        )
        if key not in self.known:
            size = len(private_hands(spot.rules, spot.position))
            self.known[key] = _numbers(self.seed, key).normal(0.0, 2.0, size)
        return self.known[key]


@dataclass(frozen=True)
class Case:
    """One way a hand can go: its chance, what position 0 wins, and both views of it."""

    chance: float
    won: float
    views: tuple[View, View]


def cases(rules: GameRules, policies: tuple) -> Iterator[Case]:
    """All deals and all betting of a game of two with a small deck."""
    lines = Lines()
    needed = rules.cards_dealt
    deals = list(permutations(rules.deck.cards, needed))
    own = rules.whole_hand.hole[0]
    for deal in deals:
        hands = [deal[own * p : own * (p + 1)] for p in range(2)]
        numbers = [int(hand_index(rules, p)[hands[p]]) for p in range(2)]
        board = deal[2 * own :]
        for chance, actions in _lines(BettingNode.start(rules), policies, numbers, board, ()):
            line = lines.found[lines.add(rules, actions)]
            held = [_strength(rules, hand, board) for hand in hands]
            won = line.end.payoffs(held)[0] / PARTS
            reached = board[: line.end.dealt.board]
            views = tuple(View(line, reached, p, numbers[p], numbers[1 - p]) for p in range(2))
            yield Case(chance / len(deals), won, views)


def _strength(rules, hand, board):
    from equipoise.games.showdown import strength

    return strength(rules.showdown, hand, board)


def _lines(place, policies, numbers, board, actions):
    if place.to_act is None:
        yield 1.0, actions
        return
    public = PublicState(place.betting, board[: place.dealt.board], ((), ()), place.history)
    found = policies[place.to_act].range_chances(public)
    for action, chance in found.of_hand(numbers[place.to_act]).items():
        if chance > 0.0:
            for rest, line in _lines(
                place.after(action), policies, numbers, board, (*actions, action)
            ):
                yield chance * rest, line


def moments(found: list[tuple[float, float]]) -> tuple[float, float]:
    """Mean and standard deviation of (chance, value) pairs."""
    chances, values = np.array(found).T
    assert abs(chances.sum() - 1.0) < 1e-12
    mean = float(chances @ values)
    return mean, float(np.sqrt(chances @ (values - mean) ** 2))
