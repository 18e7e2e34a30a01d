"""The switching player (Schnizlein 2009, section 5.4): several strategies, one hand.

At each decision one strategy is sampled by how closely it matches the stack and bet ratios; see
``translation.switching.suite`` for how each follows the hand. The weights depend on the public
betting alone, so the player's probabilities are a mixture of the strategies'. Each strategy has its
own card abstraction.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from equipoise.base.errors import InputError
from equipoise.games.action import Action
from equipoise.games.public_state import PublicState
from equipoise.games.rules import GameRules
from equipoise.kernels.types import Float64s, UInt8s
from equipoise.policies.opened import OpenedStrategy
from equipoise.policies.policy import HandsPolicy, RangeChances
from equipoise.translation.replay import Replay
from equipoise.translation.switching.player import choices
from equipoise.translation.switching.suite import Member, Suite, called
from equipoise.translation.switching.weights import Weigh

_NO_BUCKETS = ((), ())  # opened strategies read cards themselves


class Switcher(HandsPolicy):
    """Samples a strategy at each decision; checks and calls if none is left in the hand."""

    def __init__(self, strategies: Sequence[OpenedStrategy], weigh: Weigh) -> None:
        self.strategies, self.weigh = tuple(strategies), weigh
        self._members = tuple(Member(strategy.layout, _NO_BUCKETS) for strategy in strategies)
        self._suites: dict[GameRules, Suite] = {}
        self._replay = Replay()

    def for_hands(self, public: PublicState, holes: UInt8s) -> RangeChances:
        """The mixture of the strategies' probabilities."""
        suite = self._suite(public.rules)
        line = public.line
        *passed, real = self._replay.situations(public.rules, line)
        places = suite.start()
        for before, action in zip(passed, line, strict=True):
            places = suite.after(suite.present(places, before), action)
        places = suite.present(places, real)
        taken: dict[Action, Float64s] = {}
        blocks: dict[int, Float64s] = {}
        for member, place, number, action, share in choices(suite, self.weigh, places, real):
            if member not in blocks:
                blocks[member] = self._block(member, place, public, holes)
            chance = share * blocks[member][number]
            taken[action] = taken[action] + chance if action in taken else chance
        return RangeChances.of(taken or {called(real): np.ones(len(holes))})

    def _block(self, member: int, place: int, public: PublicState, holes: UInt8s) -> Float64s:
        """The strategy of a member for each hand at its node, [actions, hands]."""
        strategy = self.strategies[member]
        assert public.to_act is not None
        states = strategy.states(public.to_act, holes, public.board)
        return strategy.block(place, states[:, min(public.round, states.shape[1] - 1)])

    def _suite(self, rules: GameRules) -> Suite:
        if rules not in self._suites:
            self._suites[rules] = Suite(rules, self._members)
        return self._suites[rules]

    def check_game(self, rules: GameRules) -> None:
        """Require equal stacks and the same cards; cover games have their own antes."""
        self._suite(rules)
        for strategy in self.strategies:
            strategy.check_boards()
            if _cards(strategy.rules) != _cards(rules):
                raise InputError(
                    f"it was solved for {strategy.rules.name}, and {rules.name} is another game",
                    strategy.name,
                    expected="use a game of the same kind; stacks and antes may differ",
                )


def _cards(rules: GameRules) -> tuple[object, ...]:
    dealt = [(deal.hole, deal.up, deal.board, deal.receivers) for deal in rules.script]
    return rules.players, rules.deck, dealt, rules.showdown, rules.betting.kind, rules.first
