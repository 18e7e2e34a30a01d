"""One of our agents as a client of any dealer: one connection and one agent per match."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from random import Random
from time import monotonic, sleep

from equipoise.agents.agent import Agent, Leave
from equipoise.agents.hosting.wire import ClosedError
from equipoise.agents.outside import Limits
from equipoise.agents.policy_agent import PolicyAgent
from equipoise.agents.registry import AgentSpec, shown_name
from equipoise.agents.remote.game_query import GAME_NAME, ask_game
from equipoise.agents.remote.lines import END, LineConnection
from equipoise.agents.remote.seat import VERSION
from equipoise.agents.watch import Watch
from equipoise.base.errors import InputError, UnsolvedError
from equipoise.formats.acpc.game import read_game
from equipoise.formats.acpc.log import is_comment
from equipoise.formats.acpc.state import write_reply
from equipoise.formats.acpc.twin import acpc_twin
from equipoise.games.catalogue import CATALOGUE, find_game
from equipoise.games.rules import GameRules
from equipoise.interfaces.acpc.follow import Follower, chips
from equipoise.matches.faults import FaultRules, Faults
from equipoise.matches.stepper import HandStepper
from equipoise.matches.table import Player, Table
from equipoise.policies.blueprint import Blueprint

_CONNECTING_SECONDS, _BETWEEN_TRIES = 60.0, 0.1


@dataclass(frozen=True)
class ClientResult:
    """The result of a client: finished hands, chips won, and its agent's faults."""

    game: str
    hands: int
    won: float
    faults: Faults


def connect(
    host: str, port: int, wait: float = 0.0, asks: bool = False
) -> tuple[LineConnection, GameRules | None]:
    """A connection to a dealer, and its game if queried and answered.

    Retries for some seconds if the dealer does not listen yet.
    """
    deadline = monotonic() + wait
    while True:
        told = ask_game(host, port) if asks else None
        try:
            connection = socket.create_connection((host, port), _CONNECTING_SECONDS)
            return LineConnection(connection), None if told is None else told_game(told)
        except (OSError, OverflowError, UnicodeError) as error:
            if isinstance(error, ConnectionRefusedError) and monotonic() < deadline:
                sleep(_BETWEEN_TRIES)
                continue
            why = getattr(error, "strerror", None) or str(error)
            where = f"{host}:{port}"
            raise InputError(
                f"cannot connect ({why})", "dealer", where, expected="a dealer that waits"
            ) from None


def own_game(agent: Agent) -> GameRules | None:
    """The game that an agent was solved for; None if it plays any."""
    policy = agent.policy if isinstance(agent, PolicyAgent) else None
    return policy.strategy.rules if isinstance(policy, Blueprint) else None


def told_game(text: str) -> GameRules:
    """The game answered by one of our dealers.

    A catalogue name is used if its ACPC form agrees: Leduc has jacks and antes here, queens and
    blinds in ACPC text.
    """
    game = read_game(text, "the dealer's game")
    name = text.partition("\n")[0].removeprefix(GAME_NAME)
    if name.partition(":")[0] in CATALOGUE:
        with suppress(InputError):  # a name known to another version only
            own = find_game(name)
            if replace(acpc_twin(own), name=game.name, script=game.script) == game:
                return own
    return game


def _guessed(state: str, warn: Callable[[str], None]) -> GameRules:
    """No-limit hold'em with as many players as a state has hands."""
    players = state.rpartition(":")[2].partition("/")[0].count("|") + 1
    name = f"holdem-nolimit:100bb{f',{players}p' if players > 2 else ''}"
    rules = find_game(name)
    warn(f"the dealer does not name its game: {name} is assumed (--game names another)")
    return rules


class Client:
    """An agent at a remote table."""

    def __init__(
        self,
        spec: AgentSpec,
        game: GameRules | None = None,
        seconds: float | None = None,
        seed: int | None = None,
        warn: Callable[[str], None] = lambda words: None,
    ) -> None:
        self.spec, self.game, self._warn = spec, game, warn
        self._seconds, self._rng = seconds, Random(seed)

    def play(self, host: str, port: int, wait: float = 0.0) -> ClientResult:
        """Play with one agent until the dealer closes the connection."""
        connection, told = connect(host, port, wait, asks=self.game is None)
        agent = self.spec.make(Limits(self._seconds))
        rules = self.game or told or own_game(agent)
        player = Player(0, shown_name(self.spec.text), agent, self._rng)
        watch = Watch(self._seconds)
        table = Table([player], FaultRules(seconds=self._seconds, forfeit_after=None), watch)
        follower = None
        with closing(connection), watch.running(), closing(table):
            connection.queue(VERSION + END)
            if rules is not None:
                agent.check_game(rules)
            try:
                connection.send()
                while True:
                    line = connection.line().decode("ascii", "replace")
                    if is_comment(line):
                        continue
                    if follower is None:
                        if rules is None:
                            rules = _guessed(line, self._warn)
                            agent.check_game(rules)
                        follower = Follower(rules)
                    self._hear(table, player, follower, line, connection)
            except ClosedError:
                pass
            except Leave:  # a human player quit
                return self._result(follower, player)
        if follower is None:
            raise UnsolvedError("the dealer closed the connection before the first hand")
        hand = follower.hand
        if hand is not None and not hand.is_over:
            raise UnsolvedError(f"the dealer closed the connection in hand {hand.number}")
        return self._result(follower, player)

    @staticmethod
    def _result(follower: Follower | None, player: Player) -> ClientResult:
        assert follower is not None  # there are no decisions before the first hand
        return ClientResult(follower.rules.name, follower.hands, chips(follower.won), player.faults)

    def _hear(
        self,
        table: Table,
        player: Player,
        follower: Follower,
        line: str,
        connection: LineConnection,
    ) -> None:
        """Pass the events of a state to the agent, and answer if it is to act."""
        for event in follower.hear(line):
            if player.listens:
                table.tell(player, event)
        hand = follower.hand
        if hand is None or not follower.is_my_turn:
            return
        table.hand, player.hand_seconds = hand.number, 0.0
        # a copy: the dealer decides which action was made
        ahead = HandStepper(hand.node, hand.cards, hand.number, hand.names)
        table.step(ahead, player, follower.position)
        made = ahead.moved().move.action
        connection.queue(write_reply(line, follower.rules, made).encode() + END)
        connection.send()
