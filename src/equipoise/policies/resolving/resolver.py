"""``Resolver``: the blueprint with translation up to a street, exact re-solving from there on.

At the start of the street our range is known exactly, because the blueprint's probabilities are;
the opponent's best response values against the blueprint there bound those against the new
strategy. After a bet that is not in the solved tree it re-solves with the values of the previous
solution as alternatives; optionally also at each street or at every decision.

On the flop it solves on the blueprint's buckets (``on_buckets``), from the turn on with real hands.

Its strategy is a function of the public state: no memory of other hands, no clock (unless the plan
has seconds), the same on any number of threads. Solutions of a hand are cached.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator

import numpy as np

from equipoise.base.errors import InputError
from equipoise.cards.combos import COMBO_COUNT, combo_numbers
from equipoise.games.action import Action, Move
from equipoise.games.betting import BettingState
from equipoise.games.public_state import PublicState
from equipoise.games.rules import GameRules
from equipoise.kernels.types import Float64s, UInt8s
from equipoise.policies.blueprint import Blueprint
from equipoise.policies.followed import board_of_round, follow_hand
from equipoise.policies.policy import HandsPolicy, Policy, RangeChances
from equipoise.policies.resolving.alternatives import blueprint_values
from equipoise.policies.resolving.on_buckets import solve_on_buckets
from equipoise.policies.resolving.place import Place
from equipoise.policies.resolving.plan import FLOP, ResolvePlan
from equipoise.policies.resolving.subgame import Board, Root, solve
from equipoise.spine.cards.buckets import BucketStates
from equipoise.spine.cards.preflop import is_holdem

_MOST_BYTES = 1 << 28  # bytes of cached solutions
_MOST_PLACES = 512
#: cards on the board, or a move
_Event = Board | Move
_Key = tuple[int, Board, tuple[Action, ...]]


class Resolver(HandsPolicy):
    """Plays a blueprint before the round ``plan.start``, and re-solves from there on."""

    def __init__(
        self, blueprint: Blueprint, plan: ResolvePlan | None = None, workers: int | None = None
    ) -> None:
        self.blueprint = blueprint
        self.plan = plan or ResolvePlan()
        self.workers = workers
        self.solves = 0
        self._rules: GameRules | None = None
        self._places: OrderedDict[_Key, Place] = OrderedDict()

    def check_game(self, rules: GameRules) -> None:
        """Accept two-player hold'em of the kind that the blueprint was solved for."""
        name = self.blueprint.strategy.name
        if not is_holdem(rules) or rules.players != 2:
            raise InputError(
                f"{rules.name} cannot be re-solved", name, expected="hold'em for two players"
            )
        if len(self.blueprint.strategy.cards.states[0]) < rules.rounds:
            raise InputError(
                "its strategy ends before the flop", name,
                expected="a strategy of all streets, as solved with a card abstraction",
            )  # fmt: skip
        if self.plan.start == FLOP and not isinstance(self.blueprint.strategy.cards, BucketStates):
            raise InputError(
                "its strategy has no buckets", name,
                expected="one solved with a card abstraction, or re-solving from the turn on",
            )  # fmt: skip
        self.blueprint.check_game(rules)

    def for_hands(self, public: PublicState, holes: UInt8s) -> RangeChances:
        """The action probabilities of the player to act with each of these hands."""
        if public.round < self.plan.start:
            return self.blueprint.for_hands(public, holes)
        assert public.to_act is not None
        place = self.place(public, public.to_act)
        columns = combo_numbers(holes)
        return RangeChances(place.actions, place.chances()[:, columns])

    def place(self, public: PublicState, us: int) -> Place:
        """The place of a public state in the solutions of the player ``us``."""
        if public.rules is not self._rules:
            if public.rules != self._rules:
                self._places.clear()
            self._rules = public.rules
        events = list(_events(public, self.plan.start))
        keys = list(_keys(us, public, self.plan.start))
        known = next((n for n in reversed(range(len(keys))) if keys[n] in self._places), None)
        if known is None:
            place, reached = self._first(public, us), 0
            self._keep(keys[0], place)
        else:
            place, reached = self._places[keys[known]], known
            self._places.move_to_end(keys[known])
        for event, key in zip(events[reached + 1 :], keys[reached + 1 :], strict=True):
            place = self._moved(place, event)
            self._keep(key, place)
        return place

    def _first(self, public: PublicState, us: int) -> Place:
        """The first solve of a hand, before the first action of the street."""
        start = self.plan.start
        ranges = follow_hand((self.blueprint, self.blueprint), public, start)
        betting = BettingState.start(public.rules)
        for moves in public.history[:start]:
            for move in moves:
                betting = betting.after(move.action)
        board = board_of_round(public.rules, public.board, start)
        values = np.zeros(COMBO_COUNT)
        if start != FLOP:
            values = blueprint_values(self.blueprint, ranges[us], betting, board)
        method = self.plan.method_of(True, start)
        ours, theirs = ranges[us].range, ranges[1 - us].range
        return self._solved(Root(betting, board, us, ours, theirs, values, method))

    def _moved(self, place: Place, event: _Event) -> Place:
        """The place after a move or a deal, re-solved if due."""
        plan = self.plan
        if not isinstance(event, Move):
            after = place.dealt(event)
            in_tree = after.carried is None and after.solved.is_exact
            goes_on = plan.again == "off-tree" and in_tree
            return after if goes_on else self._again(after)
        following = place.after(event.action, plan.gifts)
        if following is None:
            return self._off_tree(place, event.action)
        if plan.again == "always" and following.betting.round == place.betting.round:
            is_due = following.is_ours and following.node != 0
            return self._again(following) if is_due else following
        return following

    def _again(self, place: Place) -> Place:
        """The same public state, re-solved from here with the values of the last solution."""
        return self._solved(self._root(place, place.betting))

    def _off_tree(self, place: Place, action: Action) -> Place:
        """The place after an action off the tree, or that no hand of ours takes."""
        if self.plan.is_before(place.betting.round) and not place.is_ours:
            before = self._solved(self._root(place, place.betting, action))
            following = before.after(action, self.plan.gifts)
            assert following is not None
            return following
        betting = place.betting.after(action)
        if betting.round != place.betting.round:
            return place.left(betting)
        return self._solved(self._root(place, betting))

    def _root(self, place: Place, betting: BettingState, extra: Action | None = None) -> Root:
        """A subgame whose alternative values are those of the solution at a place.

        After an off-tree bet these are the opponent's values before it: the bet must not be worth
        more (Brown and Sandholm 2017).
        """
        values: Float64s = place.opponent_values() + place.gifts
        return Root(
            betting, place.board, place.solved.root.us, place.ours, place.theirs, values,
            self.plan.method_of(False, betting.round), extra,
        )  # fmt: skip

    def _solved(self, root: Root) -> Place:
        self.solves += 1
        buckets = self.blueprint.strategy.cards
        if root.betting.round == FLOP and isinstance(buckets, BucketStates):
            return Place.at_root(solve_on_buckets(root, self.plan, buckets, self.workers))
        return Place.at_root(solve(root, self.plan, self.workers))

    def _keep(self, key: _Key, place: Place) -> None:
        self._places[key] = place
        solved = {id(one.solved): one.solved.nbytes for one in self._places.values()}
        while len(self._places) > 1 and (
            len(self._places) > _MOST_PLACES or sum(solved.values()) > _MOST_BYTES
        ):
            self._places.popitem(last=False)
            solved = {id(one.solved): one.solved.nbytes for one in self._places.values()}


def blueprint_of(policy: Policy) -> Blueprint | None:
    """The blueprint of a policy; None if it has none."""
    found = policy.blueprint if isinstance(policy, Resolver) else policy
    return found if isinstance(found, Blueprint) else None


def _events(public: PublicState, start: int) -> Iterator[_Event]:
    """The boards and moves of a hand from a round on; the first is the board of that round."""
    for number in range(start, public.round + 1):
        yield board_of_round(public.rules, public.board, number)
        yield from public.history[number]


def _keys(us: int, public: PublicState, start: int) -> Iterator[_Key]:
    """A key of the public state after each event."""
    line = tuple(move.action for moves in public.history[:start] for move in moves)
    for number in range(start, public.round + 1):
        board = board_of_round(public.rules, public.board, number)
        yield us, board, line
        for move in public.history[number]:
            line = (*line, move.action)
            yield us, board, line
