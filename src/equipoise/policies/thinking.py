"""The view of a policy at a decision: its hand, its range, and its abstract histories.

For a blueprint: the buckets of its cards, the abstract histories of the betting, and the
translation of each real bet.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from equipoise.cards.combos import TYPE_COUNT, combo_types
from equipoise.games.action import Action, Kind
from equipoise.games.observation import Observation
from equipoise.games.public_state import PublicState, possible_hands
from equipoise.kernels.types import Float64s, Int64s, UInt8s
from equipoise.policies.blueprint import Blueprint
from equipoise.policies.blueprint_line import BlueprintLine
from equipoise.policies.hands import Hands, follow
from equipoise.policies.policy import Chances, Policy, RangeChances
from equipoise.spine.path import action_name
from equipoise.spine.tree import BettingTree
from equipoise.translation.histories import WeightedHistories
from equipoise.translation.replay import Replay
from equipoise.translation.situation import Situation
from equipoise.translation.steps import NOWHERE, History


@dataclass(frozen=True)
class Reading:
    """A bet of the opponent and the abstract actions it is mapped to, with their probabilities.

    ``size``: the real bet in pots after a call.
    """

    action: Action
    size: Fraction
    read_as: tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class AbstractHistory:
    """An abstract history of the hand: its weight, betting path, pot and strategy there.

    Chips are units of the game. ``path`` is empty at the start, None if the abstract betting is
    over and the policy checks and calls to the end.
    """

    share: float
    path: str | None
    put: tuple[float, ...]
    actions: tuple[tuple[str, float], ...]


@dataclass(frozen=True, eq=False)
class RangeThought:
    """The whole range of the player in its seat, by hand (columns of ``private_hands``).

    ``reach``: the probability of its own actions so far with each hand; ``chances``: its action
    probabilities now. Both are 0 for hands that share a card with the board.
    """

    reach: Float64s
    chances: RangeChances

    def totals(self) -> Float64s:
        """The probability of each action over the range, [actions]."""
        total = float(self.reach.sum())
        if total <= 0.0:
            return np.zeros(len(self.chances.actions))
        found: Float64s = self.chances.probabilities @ self.reach / total
        return found

    def by_type(self) -> tuple[Float64s, Float64s]:
        """For the 169 starting hands of hold'em: frequencies [169, actions] and mean reach [169].

        Combos of a type are weighted by reach, equally if none reaches this state. Types without
        a possible combo on the board have zeros.
        """
        types = combo_types().astype(np.int64)
        possible = self.chances.probabilities.sum(axis=0) > 0
        counts = np.bincount(types[possible], minlength=TYPE_COUNT)
        reached = np.bincount(types, weights=self.reach * possible, minlength=TYPE_COUNT)
        weight = np.where(reached[types] > 0, self.reach, 1.0) * possible
        total = np.bincount(types, weights=weight, minlength=TYPE_COUNT)
        rows = [
            np.bincount(types, weights=weight * row, minlength=TYPE_COUNT)
            / np.where(total > 0, total, 1.0)
            for row in self.chances.probabilities
        ]
        return np.array(rows).T, reached / np.maximum(counts, 1)


@dataclass(frozen=True, eq=False)
class PolicyThought:
    """The view of a policy at one decision.

    ``buckets``: the card state of its hand in each round, and the number of states of the round;
    empty, like ``histories`` and ``readings``, unless the policy is a blueprint.
    """

    observation: Observation
    chances: Chances
    range: RangeThought | None
    buckets: tuple[tuple[str, int, int], ...] = ()
    histories: tuple[AbstractHistory, ...] = ()
    readings: tuple[Reading, ...] = ()
    mapping: str = ""
    abstract_game: str = field(default="")


def think(policy: Policy, observation: Observation, whole_range: bool = True) -> PolicyThought:
    """The view of a policy at its own decision.

    >>> from equipoise.agents.registry import find_agent
    >>> from equipoise.cards import parse_cards
    >>> from equipoise.games import State, find_game
    >>> state = State.start(find_game("holdem-nolimit:100bb")).deal(parse_cards("AsAhKdKc"))
    >>> thought = think(find_agent("blueprint").make().policy, state.observe(state.to_act), False)
    >>> thought.buckets[0], len(thought.histories), abs(sum(thought.chances.values()) - 1) < 1e-9
    (('KK', 154, 169), 1, True)
    """
    chances = policy.chances(observation)
    found = range_thought(policy, PublicState.of(observation)) if whole_range else None
    if not isinstance(policy, Blueprint):
        return PolicyThought(observation, chances, found)
    line, readings = _followed(policy, observation)
    return PolicyThought(
        observation,
        chances,
        found,
        _buckets(policy, observation),
        tuple(_histories(policy, line)),
        readings,
        policy.translation.mapping,
        policy.strategy.rules.name,
    )


def range_thought(policy: Policy, public: PublicState) -> RangeThought:
    """The range of the player to act at a public state, and its action probabilities there."""
    position = public.to_act
    assert position is not None
    rules = public.rules
    possible = possible_hands(rules, position, public.board)
    reach = possible.astype(np.float64)
    line = follow(policy, Hands.on_board(rules, position))
    columns = np.arange(len(possible))[possible_hands(rules, position, ())]
    for number in range(public.round + 1):
        if number:
            dealt = sum(deal.board for deal in rules.script[: number + 1])
            hands = Hands.on_board(rules, position, public.board[:dealt])
            origins: Int64s = np.searchsorted(columns, hands.indices)
            line, columns = line.dealt(hands, origins), hands.indices
        for move in public.history[number]:
            if move.position == position:
                taken = line.chances().reach(move.action)
                own = np.zeros(len(possible))
                own[columns] = taken
                reach = reach * own
            line = line.after(move.action)
    now = line.chances()
    whole = np.zeros((len(now.actions), len(possible)))
    whole[:, columns] = now.probabilities
    whole[:, ~possible] = 0.0
    return RangeThought(reach, RangeChances(now.actions, whole))


def _followed(policy: Blueprint, seen: Observation) -> tuple[BlueprintLine, tuple[Reading, ...]]:
    """The blueprint's abstract histories with its hand, and its translation of bets."""
    position, rules = seen.position, seen.rules
    holes: UInt8s = np.array([seen.hole], dtype=np.uint8)
    states = policy.strategy.states(position, holes, seen.board)
    line = BlueprintLine.start(policy, position, Replay().start(rules), states)
    readings = []
    for moves in seen.history:
        for move in moves:
            if move.position != position and move.action.kind == Kind.RAISE:
                readings.append(_reading(policy, line, move.action))
            line = line.after(move.action)
    return line, tuple(readings)


def _reading(policy: Blueprint, line: BlueprintLine, action: Action) -> Reading:
    real = line.place.real
    histories = line.cohorts[0].histories
    tree = policy.strategy.layout.tree
    read_as: dict[str, float] = {}
    for history, share in _weighted(histories):
        for step in histories.steps.read(history, real, action):
            chance = share * step.probability(histories.mapping)
            name = "nothing: its betting is over"
            if step.option is not None and history.node != NOWHERE:
                name = _sized(tree, history.node, tree.actions_of(history.node)[step.option])
            read_as[name] = read_as.get(name, 0.0) + chance
    ordered = sorted(read_as.items(), key=lambda one: -one[1])
    return Reading(action, real.part_of(action.to), tuple(one for one in ordered if one[1] > 0))


def _sized(tree: BettingTree, node: int, action: Action) -> str:
    """An abstract action with its size in pots."""
    name = action_name(tree, node, action)
    if action.kind != Kind.RAISE:
        return name
    return f"{name} ({float(Situation.of_node(tree, node).part_of(action.to)):.2g} pot)"


def _weighted(histories: WeightedHistories) -> list[tuple[History, float]]:
    return list(zip(histories.histories, histories.shares()[:, 0].tolist(), strict=True))


def _buckets(policy: Blueprint, seen: Observation) -> tuple[tuple[str, int, int], ...]:
    strategy = policy.strategy
    holes: UInt8s = np.array([seen.hole], dtype=np.uint8)
    states = strategy.states(seen.position, holes, seen.board)[0]
    counts = strategy.cards.states[seen.position]
    labels = strategy.cards.labels[seen.position]
    rounds = min(seen.round + 1, len(states))
    return tuple(
        (labels[number][int(states[number])], int(states[number]), int(counts[number]))
        for number in range(rounds)
    )


def _histories(policy: Blueprint, line: BlueprintLine) -> list[AbstractHistory]:
    tree = policy.strategy.layout.tree
    histories = line.cohorts[0].histories
    found = []
    for history, share in _weighted(histories):
        options = histories.steps.options(history, line.place.real)
        if share <= 0.0:
            continue
        if options[0].place is None:
            found.append(AbstractHistory(share, None, (), ((str(options[0].action), 1.0),)))
            continue
        node = history.node
        state = int(line.states[0, int(tree.round[node])])
        block = policy.block(node, np.array([state], dtype=np.int32))[:, 0]
        names = [_sized(tree, node, action) for action in tree.actions_of(node)]
        put = tuple(float(tree.rules.units(int(chips))) for chips in tree.put[node])
        pairs = tuple(zip(names, block.tolist(), strict=True))
        found.append(AbstractHistory(share, tree.path(node), put, pairs))
    return sorted(found, key=lambda one: -one.share)
