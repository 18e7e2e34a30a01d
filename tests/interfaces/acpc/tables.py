"""Matches over real sockets for tests: a dealer in a thread, scripted clients, expected bytes."""

from __future__ import annotations

import socket
import threading

from equipoise.agents.remote.listen import LOCALHOST
from equipoise.formats import read_log, write_match_state
from equipoise.formats.acpc.game import resolve_game
from equipoise.interfaces.acpc.dealer import deal_match
from equipoise.interfaces.acpc.ports import Ports
from equipoise.interfaces.acpc.terms import Clocks, Terms

VERSION = b"VERSION:2.0.0\r\n"
PATIENCE = 120.0  # seconds after which a test has failed


def terms_for(game="holdem-nolimit:100bb", hands=3, seed=1, clocks=None, **more):
    rules = resolve_game(game)
    names = tuple(f"p{number + 1}" for number in range(rules.players))
    return Terms(game, rules, names, hands, seed, "test", clocks or Clocks(20, 20, 20), **more)


class Dealing:
    """A dealer at work in a thread; to be used as a context, whose end waits for the match."""

    def __init__(self, terms, log=None, **more):
        self.terms, self.log = terms, log
        self.warnings = []
        self.ports = Ports(LOCALHOST, (), terms.rules.players)
        self.result = self.error = None
        more = {"warn": lambda player, words: self.warnings.append((player, words)), **more}
        self._thread = threading.Thread(target=self._deal, kwargs=more, daemon=True)

    def _deal(self, **more):
        try:
            self.result = deal_match(self.terms, self.ports, self.log, PATIENCE, **more)
        except BaseException as error:
            self.error = error

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._thread.join(PATIENCE)
        self.ports.close()
        assert not self._thread.is_alive(), "the dealer is still at work"

    def connect(self, player):
        connection = socket.create_connection((LOCALHOST, self.ports.numbers[player]), PATIENCE)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection


def turn_of(state):
    """Whose turn it is in heads-up hold'em while nobody is all-in, by counting letters."""
    betting = state.split(":")[3]
    rounds = betting.split("/")
    made = sum(letter in "fcr" for letter in rounds[-1])
    is_over = "f" in betting or (made >= 2 and rounds[-1].endswith("c") and len(rounds) == 4)
    return None if is_over else (made + (len(rounds) == 1)) % 2


class Script(threading.Thread):
    """A heads-up client in plain sockets that answers its n-th question with ``answers(n, state)``.

    An answer is the bytes to send, or None to leave. Everything received is kept in ``seen``.
    """

    def __init__(self, dealing, player, answers, version=VERSION):
        super().__init__(daemon=True)
        self.connection = dealing.connect(player)
        self.player, self.answers, self.version = player, answers, version
        self.seen, self.error = b"", None
        self.start()

    def run(self):
        try:
            with self.connection:
                self.connection.sendall(self.version)
                self._play()
        except (BrokenPipeError, ConnectionResetError) as error:
            self.error = error

    def _play(self):
        asked, rest = 0, b""
        while data := self.connection.recv(65536):
            self.seen += data
            *lines, rest = (rest + data).split(b"\r\n")
            for state in (line.decode() for line in lines if line.startswith(b"MATCHSTATE")):
                if turn_of(state) == int(state.split(":")[1]):
                    answer = self.answers(asked, state)
                    if answer is None:
                        return
                    self.send(answer)
                    asked += 1

    def send(self, data):
        self.connection.sendall(data)


def reply(state, action, end=b"\r\n"):
    return f"{state}:{action}".encode() + end


def calls(asked, state):
    return reply(state, "c")


def expected_bytes(log, player):
    """All that a dealer sends a player, worked out from the log by the readable engine."""
    text = log.read_text(encoding="ascii")
    sent = b""
    for record in read_log(text).records:
        position = record.names.index(player)
        for state in record.states():
            while state.awaits_deal:
                state = state.deal_from(record.cards)
            sent += write_match_state(state, position, int(record.hand)).encode() + b"\r\n"
    return sent
