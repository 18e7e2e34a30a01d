"""A simulation-based betting strategy (Papp 1998, chapter 9), beyond the thesis' own players.

After the flop the value of an action is its mean winnings over deals in which the opponents' hands
are drawn from their weight arrays, and everybody acts by their modelled frequencies
(``kernels.loki.selective``). Before the flop it plays as Loki does.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np

from equipoise.agents.loki.boards import crude_potentials, hand_ranks
from equipoise.agents.loki.decision import Decision
from equipoise.agents.loki.frequencies import DEFAULTS, ROUNDS
from equipoise.agents.loki.model import OpponentModel
from equipoise.agents.loki.player import Loki, Thought
from equipoise.agents.loki.ready import load_kernels
from equipoise.agents.loki.settings import Settings
from equipoise.cards.combos import combo_cards
from equipoise.games.action import Kind
from equipoise.games.observation import Observation
from equipoise.games.rules import GameRules
from equipoise.kernels.arrays import frozen
from equipoise.kernels.loki.selective import sample_actions
from equipoise.kernels.random import seed_state
from equipoise.kernels.types import Float64s, Int64s

#: stands for an unlimited number of raises
_NO_CAP = 1 << 30


class SamplingLoki(Loki):
    """A Loki that bets after the flop by simulated deals."""

    def __init__(self, settings: Settings, model: OpponentModel, trials: int) -> None:
        super().__init__(settings, model)
        load_kernels(sampling=True)
        self.model, self.trials = model, trials

    def think(self, observation: Observation, rng: Random) -> Thought:
        """As Loki, except for the decision after the flop."""
        thought = super().think(observation, rng)
        if thought.values is None:
            return thought
        return replace(thought, decision=self._sampled(observation, rng))

    def _sampled(self, observation: Observation, rng: Random) -> Decision:
        legal = observation.legal()
        call, bet = self.values_of_actions(observation, rng.getrandbits(63))
        may_raise = legal.can_raise
        names = ("a check", "a bet") if legal.is_check else ("a call", "a raise")
        why = f"{names[0]} earns {call:.2f} chips" + (
            f", {names[1]} {bet:.2f}" if may_raise else ""
        )
        why += f" on average over {self.trials} deals"
        best = max(call, bet) if may_raise else call
        if legal.can_fold and best <= 0.0:
            return Decision(Kind.FOLD, "sampling", why)
        is_raise = may_raise and bet > call
        return Decision(Kind.RAISE if is_raise else Kind.CALL, "sampling", why)

    def values_of_actions(self, observation: Observation, seed: int) -> tuple[float, float]:
        """The winnings of a call and a raise from here on, in chips; a fold is 0."""
        betting, rules = observation.betting, observation.rules
        self.informed(observation)
        weights = np.array([self.model.weights(seat) for seat in range(rules.players)])
        seats = np.array(
            [[not out for out in betting.folded], betting.acted, betting.put], dtype=np.int64
        )
        opener = rules.first[-1]
        table = np.array([observation.position, betting.round, betting.raises, opener])
        results = np.zeros(2)
        deals = sample_actions(
            frozen(np.array(observation.hole, dtype=np.uint8)),
            frozen(np.array(observation.board, dtype=np.uint8)),
            combo_cards(),
            weights,
            self._shares(rules.players),
            table,
            seats,
            np.array(rules.betting.sizes, dtype=np.int64),
            _caps(rules),
            _values_on(observation.board),
            self.trials,
            seed_state(seed),
            results,
        )
        call, bet = results / max(deals, 1)
        return float(call), float(bet)

    def _shares(self, players: int) -> Float64s:
        """Everybody's modelled frequencies, [seats, rounds, bets to call, action]."""
        return np.array(
            [
                [
                    [self.model.shares(seat, at, bets) for bets in range(len(DEFAULTS))]
                    for at in range(ROUNDS)
                ]
                for seat in range(players)
            ]
        )


def _caps(rules: GameRules) -> Int64s:
    caps = [rules.betting.cap(at) for at in range(rules.rounds)]
    return np.array([_NO_CAP if cap is None else cap for cap in caps], dtype=np.int64)


def _values_on(board: tuple[int, ...]) -> Float64s:
    """EHS' of all hands against a random one, from their ranks and PPOTC."""
    ranks, potential = hand_ranks(board), crude_potentials(board)
    values: Float64s = ranks + (1 - ranks) * potential
    return values
