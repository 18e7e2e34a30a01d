"""The ACPC dealer with two trivial clients, each a process of its own, on loopback.

The clients call everything: eight decisions a hand of heads-up no-limit hold'em, every state sent
to both. What a match can reach is mostly the system waking processes in turn. What the dealer takes
is the processor's time of its process, which looks for quick answers awake; what it takes without
sockets is measured apart, with clients that answer in memory.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from time import process_time

from benchmarks.measure import Row, against_limit, against_rate
from equipoise.agents.remote.lines import FOREVER
from equipoise.agents.remote.listen import LOCALHOST
from equipoise.agents.remote.seat import ClientSeat
from equipoise.games import find_game
from equipoise.interfaces.acpc.dealer import deal_match
from equipoise.interfaces.acpc.ports import Ports
from equipoise.interfaces.acpc.table import DealerTable
from equipoise.interfaces.acpc.terms import Terms

GAME = "holdem-nolimit:100bb"
HANDS, REPEATS = 2000, 10  # the best counts: three processes in turn feel every other one
FLOOR = 3000  # hands a second, what the reference dealer does
MOST_SECONDS = 40e-6  # of the dealer's processor for a decision
MOST_WITHOUT_SOCKETS = 10e-6

#: finds out whose turn it is by counting letters, which is enough while everybody calls
CALLER = """
import socket, sys
dealer = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
dealer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
dealer.sendall(b"VERSION:2.0.0\\r\\n")
rest = b""
while data := dealer.recv(65536):
    *lines, rest = (rest + data).split(b"\\r\\n")
    if not lines:
        continue
    state = lines[-1]
    _, position, _, betting, _ = state.split(b":")
    rounds = betting.split(b"/")
    made = len(rounds[-1])
    turn = 1 - made % 2 if len(rounds) == 1 else made % 2
    if int(position) == turn and not (len(rounds) == 4 and made == 2):
        dealer.sendall(state + b":c\\r\\n")
"""


def play(hands: int = HANDS) -> tuple[float, float]:
    """Hands a second, and the dealer's seconds of the processor for a decision."""
    terms = Terms(GAME, find_game(GAME), ("first", "second"), hands, seed=1)
    ports = Ports(LOCALHOST, (), 2)
    clients = [
        subprocess.Popen([sys.executable, "-c", CALLER, str(port)]) for port in ports.numbers
    ]
    try:
        started = process_time()
        dealt = deal_match(terms, ports, start_seconds=30)
        used = process_time() - started
    finally:
        ports.close()
        for client in clients:
            client.wait(30)
    return hands / dealt.seconds, used / dealt.asked


class Caller(ClientSeat):
    """A client without a socket, which calls."""

    def __init__(self) -> None:
        pass

    def tell(self, state: bytes) -> None:
        """Take a state."""

    def flush(self) -> None:
        """Nothing is queued."""

    def ask(
        self, state: bytes, deadline: float = FOREVER, idle: Callable[[], None] = lambda: None
    ) -> bytes:
        """Call."""
        return b"c"


def deal_in_memory(hands: int = HANDS) -> float:
    """Seconds of the processor for a decision, no byte sent."""
    terms = Terms(GAME, find_game(GAME), ("first", "second"), hands, seed=1)
    table = DealerTable(terms, [Caller(), Caller()], terms.seatings[0])
    started = process_time()
    table.play()
    return (process_time() - started) / table.asked


def run() -> list[Row]:
    play(100)  # loads what is loaded once
    results = [play() for _ in range(REPEATS)]
    rate, seconds = max(rate for rate, _ in results), min(seconds for _, seconds in results)
    return [
        against_rate("acpc dealer, two callers on loopback", rate, "floor", FLOOR, 1.0),
        against_limit("acpc dealer, its own time a decision", seconds, MOST_SECONDS),
        against_limit(
            "acpc dealer, the same without sockets",
            min(deal_in_memory() for _ in range(REPEATS)),
            MOST_WITHOUT_SOCKETS,
        ),
    ]
