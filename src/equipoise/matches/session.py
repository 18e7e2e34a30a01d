"""A session: the same agents for consecutive hands."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from random import Random
from time import monotonic

import numpy as np

from equipoise.agents.agent import Agent
from equipoise.agents.outside import HostedFault, Limits
from equipoise.agents.registry import AgentSpec
from equipoise.agents.trace import trace_text
from equipoise.agents.watch import Watch
from equipoise.base.errors import UnsolvedError
from equipoise.games.dealing import HandCards
from equipoise.games.rules import GameRules
from equipoise.kernels.types import Int64s
from equipoise.matches.betting_cache import BettingCache, BettingNode
from equipoise.matches.dealing import deal_hands
from equipoise.matches.faults import Faults, StrictFault, kind_of
from equipoise.matches.plan import MatchPlan, Session
from equipoise.matches.seating import players_by_position
from equipoise.matches.table import Player, Table

_BLOCK = 1000  # hands dealt per batch


@dataclass
class Played:
    """The result of a session.

    ``parts[hand, player]`` are winnings in parts of a chip (``betting_cache.PARTS``); ``faults`` by
    player.
    """

    session: Session
    parts: Int64s
    faults: list[Faults]


@dataclass(frozen=True)
class HandLog:
    """A played hand, for the record; ``order`` gives the player at each position."""

    number: int
    cards: HandCards
    end: BettingNode
    order: tuple[int, ...]
    parts: tuple[int, ...]


class Dealer:
    """Plays sessions of one match; holds what they share."""

    def __init__(self, plan: MatchPlan) -> None:
        self.plan = plan
        self.rules: GameRules = plan.rules()
        self.specs: list[AgentSpec] = plan.specs()
        self.bettings = BettingCache(self.rules)
        self.watch = Watch(plan.faults.seconds)
        #: agents that play all sessions of the match, by number
        self._long_lived: dict[int, Agent] = {}
        for text, spec, meant in zip(plan.agents, self.specs, plan.fingerprints, strict=False):
            if spec.fingerprint != meant:
                raise UnsolvedError(f"agent {text!r} changed during the match")

    def play(
        self,
        session: Session,
        log: list[HandLog] | None = None,
        heard: Callable[[int], None] | None = None,
    ) -> Played:
        """Play a session; hands are passed to ``log``, the number played to ``heard``."""
        plan, rules = self.plan, self.rules
        players = [self._player(number, session) for number in range(rules.players)]
        share = session.hands / (plan.hands * len(plan.seatings))
        table = Table(players, plan.faults, self.watch, share, plan.strict)
        seating = plan.seatings[session.trial]
        orders = [players_by_position(seating, turn) for turn in range(rules.players)]
        result = []
        last = session.first + session.hands
        with self.watch.running(), closing(table):
            for start in range(session.first, last, _BLOCK):
                deals = deal_hands(rules, plan.seed, start, min(_BLOCK, last - start))
                root = self.bettings.root()
                for offset, cards in enumerate(deals.hands):
                    number = start + offset
                    order = orders[number % rules.players]
                    hand = table.play(root, cards, order, number)
                    known = deals.strengths
                    parts = hand.payoffs(None if known is None else known[offset])
                    table.end(hand, order)
                    result.append([parts[order.index(one)] for one in range(len(players))])
                    if log is not None:
                        log.append(HandLog(number, cards, hand.node, order, parts))
                if heard is not None:
                    heard(len(deals.hands))
        return Played(
            session, np.array(result, dtype=np.int64), [player.faults for player in players]
        )

    def _player(self, number: int, session: Session) -> Player:
        """A player of a session with a new agent, unless it is long-lived.

        Its random numbers depend on the seed, the session, the seating and its number.
        """
        name = self.plan.names[number]
        rng = Random(_entropy(self.plan.seed, session.number, session.trial, number))
        spec = self.specs[number]
        agent = self._long_lived.get(number)
        kind, problem, trace = "crash", "", ""
        faults = self.plan.faults
        limits = Limits(faults.seconds, faults.megabytes, session.trial)
        started = monotonic()
        try:
            if agent is None:
                agent = spec.make(limits)
            if spec.entry.long_lived:
                self._long_lived[number] = agent
        except HostedFault as fault:
            kind, problem, trace = fault.kind, fault.words, fault.trace
        except (Exception, SystemExit) as error:
            problem, trace = f"{type(error).__name__}: {error}", trace_text(error)
        player = Player(number, name, agent, rng)
        player.session_seconds = monotonic() - started
        if agent is None:
            player.faults.add(kind_of(kind), session.first, problem, trace)
            player.faults.forfeits += 1
            if self.plan.strict:
                raise StrictFault(name, player.faults.first, player.faults.notes[-1])
        return player


def _entropy(seed: int, session: int, trial: int, number: int) -> int:
    words = np.random.SeedSequence((seed, 1, session, trial, number)).generate_state(4, np.uint64)
    return int.from_bytes(words.tobytes(), "little")
