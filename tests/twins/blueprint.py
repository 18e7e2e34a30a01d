"""A blueprint by the letter: one private hand, one decision at a time."""

from __future__ import annotations

from tests.twins.histories import Behaviour, WeightedHistories

from equipoise.games.action import Action
from equipoise.games.betting import BettingState
from equipoise.games.observation import Observation
from equipoise.policies.blueprint import Blueprint
from equipoise.strategies.numbers import decoded
from equipoise.translation.situation import Situation


def one_hand(
    policy: Blueprint, real: Situation, states: tuple[int, ...], histories: WeightedHistories
) -> Behaviour:
    """What the strategy does here with these cards; sizes of bets follow the hand."""
    layout, values = policy.strategy.layout, policy.strategy.values
    state = states[min(real.round, len(states) - 1)]
    good = False
    if policy.sizing.looks_at_hands:
        by_round = policy.strategy.good[real.player]
        good = real.round < len(by_round) and bool(by_round[real.round][state])
    histories.steps = policy.steps[good]

    def behaviour(node: int) -> list[float]:
        column = decoded(layout.block(values, node)[:, state : state + 1])
        if policy.how is not None:
            column = policy.how.of_block(column)
        chances: list[float] = column[:, 0].tolist()
        return chances

    return behaviour


def twin_chances(policy: Blueprint, observation: Observation) -> dict[Action, float]:
    """How often each real action is taken."""
    position = observation.position
    states = policy.strategy.reader.states(position, observation.hole, observation.board)
    histories = WeightedHistories(policy.steps[0], policy.translation)
    betting = BettingState.start(observation.rules)
    for moves in observation.history:
        for move in moves:
            real = Situation.of_state(betting)
            if move.position != position:
                histories.observe(real, move.action)
            else:
                behaviour = one_hand(policy, real, states, histories)
                histories.act(real, move.action, behaviour)
            betting = betting.apply(move.action)
    real = Situation.of_state(betting)
    return histories.chances(real, one_hand(policy, real, states, histories))
