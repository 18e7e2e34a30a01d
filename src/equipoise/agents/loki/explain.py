"""What a Loki thinks of a situation, as plain data: strength, odds, the rule, the weights."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import numpy as np

from equipoise.agents.loki.decision import word
from equipoise.agents.loki.player import Loki, Thought
from equipoise.cards.combos import TYPE_COUNT, combo_types, combos_with
from equipoise.games.action import Kind
from equipoise.games.betting import BettingState
from equipoise.games.observation import Observation
from equipoise.kernels.types import Float64s


@dataclass(frozen=True)
class Explanation:
    """A decision and its grounds.

    ``weights`` are the arrays [1326] of the opponents still in, by position; hands that hold one of
    our own cards are still among them, because nobody else knows those.
    """

    thought: Thought
    action: str
    weights: dict[int, Float64s]
    same_for_all: bool


def explain(player: Loki, observation: Observation, rng: Random | None = None) -> Explanation:
    """What a fresh player thinks in a situation, its earlier decisions of the hand thought again.

    Where it was another who acted, plans that the player would have had come to nothing.
    """
    rng = rng or Random(0)
    for earlier, done in earlier_decisions(observation):
        if player.think(earlier, rng).decision.kind is not done:
            player.forget_plans()
    return _explained(player, observation, player.think(observation, rng))


def _explained(player: Loki, observation: Observation, thought: Thought) -> Explanation:
    beliefs = player.informed(observation)
    weights = {
        seat: beliefs.weights(seat)
        for seat in observation.betting.contenders
        if seat != observation.position
    }
    action = word(thought.decision.kind, thought.situation)
    return Explanation(thought, action, weights, not beliefs.watches)


def earlier_decisions(observation: Observation) -> Iterator[tuple[Observation, Kind]]:
    """What the seat saw at each of its earlier decisions, and what it did."""
    rules, own = observation.rules, observation.position
    betting = BettingState.start(rules)
    boards = rules.board_sizes
    for number, moves in enumerate(observation.history):
        for place, move in enumerate(moves):
            if move.position == own:
                before = (*observation.history[:number], moves[:place])
                before += ((),) * (rules.rounds - len(before))
                board = observation.board[: boards[number]]
                seen = Observation(own, observation.hole, observation.up, board, betting, before)
                yield seen, move.action.kind
            betting = betting.after(move.action)


def weights_by_type(weights: Float64s, board: tuple[int, ...]) -> Float64s:
    """The mean weight of the possible hands of each type [169]; nan where the board leaves none."""
    possible = ~combos_with(board)
    types = combo_types()[possible]
    counts = np.bincount(types, minlength=TYPE_COUNT)
    sums = np.bincount(types, weights=weights[possible], minlength=TYPE_COUNT)
    return np.where(counts > 0, sums / np.maximum(counts, 1), np.nan)


def weight_grids(observation: Observation, seen: Explanation) -> dict[str, Float64s]:
    """The weights of each opponent by type; one for all where all are alike."""
    by_seat = {
        f"seat {seat + 1}": weights_by_type(weights, observation.board)
        for seat, weights in seen.weights.items()
    }
    return {"every opponent": next(iter(by_seat.values()))} if seen.same_for_all else by_seat


def decide_aloud(player: Loki, observation: Observation, rng: Random) -> Explanation:
    """The next decision of a player at a table, with its grounds; it stands for ``act``.

    Weights are what the player believes now, so a model that has learned from earlier hands shows
    what it has learned.
    """
    thought = player.think(observation, rng)
    return _explained(player, observation, thought)
