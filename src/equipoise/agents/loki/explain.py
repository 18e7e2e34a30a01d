"""A Loki's evaluation of a situation as plain data: strength, odds, rule, weights."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from equipoise.agents.loki.decision import word
from equipoise.agents.loki.player import Loki, Thought
from equipoise.cards.combos import weights_by_type
from equipoise.games.action import Kind
from equipoise.games.betting import BettingState
from equipoise.games.observation import Observation
from equipoise.kernels.types import Float64s


@dataclass(frozen=True)
class Explanation:
    """A decision and its inputs.

    ``weights`` are the arrays [1326] of the remaining opponents, by position; hands with our own
    cards are included, because those are not public.
    """

    thought: Thought
    action: str
    weights: dict[int, Float64s]
    same_for_all: bool


def explain(player: Loki, observation: Observation, rng: Random | None = None) -> Explanation:
    """A fresh player's evaluation of a situation, after replaying its earlier decisions.

    If the actual action differed from its own, its plans are dropped.
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
    """The seat's observation at each of its earlier decisions, and its action."""
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


def weight_grids(observation: Observation, seen: Explanation) -> dict[str, Float64s]:
    """The weights of each opponent by type; a single grid if all are equal."""
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
