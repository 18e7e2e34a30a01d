"""A session: the same agents for some hands in a row."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from random import Random
from time import monotonic

import numpy as np

from equipoise.agents.agent import Agent
from equipoise.agents.hosting.hosted import HostedFault, Limits
from equipoise.agents.registry import AgentSpec
from equipoise.agents.watch import Watch
from equipoise.errors import UnsolvedError
from equipoise.games.rules import GameRules
from equipoise.games.state import HandCards
from equipoise.kernels.types import Int64s
from equipoise.matches.dealing import deal_hands, strengths_of
from equipoise.matches.faults import Faults, kind_of
from equipoise.matches.plan import MatchPlan, Session
from equipoise.matches.seating import players_by_position
from equipoise.matches.situation import Situation, Situations
from equipoise.matches.table import Player, Table

_BLOCK = 1000  # hands dealt at once


@dataclass
class Played:
    """What a session gave.

    ``parts[hand, player]`` is what each player of the match won, in parts of a chip
    (``situation.PARTS``); ``faults`` are those of each.
    """

    session: Session
    parts: Int64s
    faults: list[Faults]


@dataclass(frozen=True)
class HandLog:
    """A hand as it was played, for the record; ``order`` names the player at each position."""

    number: int
    cards: HandCards
    end: Situation
    order: tuple[int, ...]
    parts: tuple[int, ...]


class Dealer:
    """Plays sessions of one match; keeps what they have in common."""

    def __init__(self, plan: MatchPlan) -> None:
        self.plan = plan
        self.rules: GameRules = plan.rules()
        self.specs: list[AgentSpec] = plan.specs()
        self.situations = Situations(self.rules)
        self.watch = Watch(plan.faults.seconds)
        for text, spec, meant in zip(plan.agents, self.specs, plan.fingerprints, strict=False):
            if spec.fingerprint != meant:
                raise UnsolvedError(f"agent {text!r} was changed while the match was played")

    def play(
        self,
        session: Session,
        log: list[HandLog] | None = None,
        heard: Callable[[int], None] | None = None,
    ) -> Played:
        """Play a session; every hand goes to ``log``, and how many were played to ``heard``."""
        plan, rules = self.plan, self.rules
        players = [self._player(number, session) for number in range(rules.players)]
        share = session.hands / (plan.hands * len(plan.seatings))
        table = Table(players, plan.faults, self.watch, share)
        seating = plan.seatings[session.trial]
        orders = [players_by_position(seating, turn) for turn in range(rules.players)]
        result = []
        last = session.first + session.hands
        with self.watch.running(), closing(table):
            for start in range(session.first, last, _BLOCK):
                deals = deal_hands(rules, plan.seed, start, min(_BLOCK, last - start))
                root = self.situations.root()
                for offset, cards in enumerate(deals.hands):
                    hand = start + offset
                    order = orders[hand % rules.players]
                    end = table.play(root, cards, order, hand)
                    known = deals.strengths
                    parts = end.payoffs(
                        strengths_of(rules, cards) if known is None else known[offset]
                    )
                    table.end(end, cards, order, parts)
                    result.append([parts[order.index(number)] for number in range(len(players))])
                    if log is not None:
                        log.append(HandLog(hand, cards, end, order, parts))
                if heard is not None:
                    heard(len(deals.hands))
        return Played(
            session, np.array(result, dtype=np.int64), [player.faults for player in players]
        )

    def _player(self, number: int, session: Session) -> Player:
        """A fresh player; its chance depends on the seed, the session, the seating and itself."""
        name = self.plan.names[number]
        rng = Random(_entropy(self.plan.seed, session.number, session.trial, number))
        agent: Agent | None = None
        kind, problem = "crash", ""
        faults = self.plan.faults
        limits = Limits(faults.seconds, faults.megabytes, session.trial)
        started = monotonic()
        try:
            agent = self.specs[number].make(limits)
        except HostedFault as fault:
            kind, problem = fault.kind, fault.words
        except (Exception, SystemExit) as error:
            problem = f"{type(error).__name__}: {error}"
        player = Player(number, name, agent, rng)
        player.session_seconds = monotonic() - started
        if agent is None:
            player.faults.add(kind_of(kind), session.first, problem)
            player.faults.forfeits += 1
        return player


def _entropy(seed: int, session: int, trial: int, number: int) -> int:
    words = np.random.SeedSequence((seed, 1, session, trial, number)).generate_state(4, np.uint64)
    return int.from_bytes(words.tobytes(), "little")
