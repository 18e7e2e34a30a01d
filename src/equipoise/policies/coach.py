"""Coaches: one blueprint until a bet requires another (Schnizlein 2009, section 5.5).

The rule is that of ``translation.switching.coach``; here both are blueprints, each with its own
card abstraction. The opponent's bets are read as fractions of the real pot. The second strategy's
own bets count as intended: translation may make a pot bet with fewer chips, and it remains a pot
bet. The full coach switches by private hand too, so that at one public state some hands follow the
first blueprint and others the second.
"""

from __future__ import annotations

import numpy as np

from equipoise.base.errors import InputError
from equipoise.games.action import Action
from equipoise.games.betting import BettingState
from equipoise.games.public_state import PublicState
from equipoise.games.rules import GameRules
from equipoise.kernels.types import Bools, UInt8s
from equipoise.policies.blueprint import Blueprint
from equipoise.policies.blueprint_line import Decision
from equipoise.policies.policy import HandsPolicy, RangeChances, merged
from equipoise.spine.tree import BettingTree
from equipoise.translation.histories import AbstractAction
from equipoise.translation.replay import Replay
from equipoise.translation.situation import Situation
from equipoise.translation.switching.coach import SUGGESTED, bets_only_in

_MOST_KEPT = 100_000


class Coach(HandsPolicy):
    """The defensive coach, or the full one."""

    def __init__(self, first: Blueprint, second: Blueprint, full: bool = False) -> None:
        self.first, self.second, self.full = first, second, full
        self._trigger = bets_only_in(*(_bets(one.strategy.layout.tree) for one in (second, first)))
        self._replay = Replay()
        self._brought_in: dict[tuple[Situation, Action], bool] = {}
        self._abstract: dict[AbstractAction, bool] = {}

    def for_hands(self, public: PublicState, holes: UInt8s) -> RangeChances:
        """The probabilities of the blueprint that is active for each hand."""
        if self._opponent_calls_for_second(public):
            return self.second.for_hands(public, holes)
        if not self.full:
            return self.first.for_hands(public, holes)
        over: Bools = np.zeros(len(holes), dtype=np.bool_)
        for decision in self.second.decisions(public, holes):
            over |= self._suggests(decision)
        parts = []
        for blueprint, chosen in ((self.first, ~over), (self.second, over)):
            if chosen.any():
                found = blueprint.for_hands(public, holes[chosen])
                parts.append((found, np.flatnonzero(chosen)))
        return parts[0][0] if len(parts) == 1 else merged(parts, len(holes))

    def _opponent_calls_for_second(self, public: PublicState) -> bool:
        """True if the opponent has made a bet that only the second strategy has."""
        situations = self._replay.situations(public.rules, public.line)
        return any(
            move.position != public.to_act and self._brings_in(real, move.action)
            for real, move in zip(situations, public.moves, strict=False)
        )

    def _suggests(self, decision: Decision) -> Bools:
        """The hands with which the second strategy intends a bet that triggers the switch."""
        suggested: Bools = decision.meant(self._only_second) > SUGGESTED
        return suggested

    def _only_second(self, meant: AbstractAction) -> bool:
        """True if an abstract action of the second strategy is a bet that the first lacks."""
        if meant not in self._abstract:
            node, place = meant
            tree = self.second.strategy.layout.tree
            betting = BettingState.start(tree.rules)
            for action, _ in tree.steps_to(node):
                betting = betting.apply(action)
            situation = Situation.of_state(betting)  # with all legal bets, not only the menu's
            self._abstract[meant] = self._trigger(situation, tree.actions_of(node)[place])
        return self._abstract[meant]

    def _brings_in(self, real: Situation, action: Action) -> bool:
        """True if a bet is one that only the second strategy has; cached, because bets repeat."""
        if len(self._brought_in) > _MOST_KEPT:
            self._brought_in.clear()
        key = (real, action)
        if key not in self._brought_in:
            self._brought_in[key] = self._trigger(real, action)
        return self._brought_in[key]

    def check_game(self, rules: GameRules) -> None:
        """Accept games that both can play."""
        self.first.check_game(rules)
        self.second.check_game(rules)


def _bets(tree: BettingTree) -> str:
    """The bets of a strategy with the same bets in both seats."""
    first, second = tree.abstractions
    if first is None or first != second:
        raise InputError(
            "its seats have different bets, or all bets",
            "agent coach",
            expected="use one menu such as fchpa",
        )
    return str(first)
