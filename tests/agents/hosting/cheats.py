"""An agent file that tries to win by other means than poker; whatever fails, it calls.

A cheat that sees the other's card raises with the better one and folds with the worse one.
"""

import ctypes
import gc
import json
import os
import pickle
import sys
from contextlib import suppress
from pathlib import Path

from equipoise.agents import Agent, HandStarted, Option, register
from equipoise.agents.hosting import wire
from equipoise.agents.options import choice
from equipoise.games import Action

CHEATS = (
    "frames", "memory", "pipes", "patch", "state", "dealer", "descriptors", "hosts", "outlive", "turn", "vanish",
)  # fmt: skip
EARLIER = []
SEEN = {}


def own_descriptors():
    return [int(name) for name in os.listdir("/proc/self/fd")]


def found(value, hole):
    """The other's cards, if this is something that knows them."""
    hands = value.hole if type(value).__name__ == "HandCards" else None
    return hands[1 - hands.index(hole)] if hands and hole in hands else None


def parent(process):
    stat = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace")
    return int(stat.rpartition(")")[2].split()[1])


def dealer():
    """The process that deals, three above this one; 0 where it cannot be seen."""
    at = int(os.readlink("/proc/self"))
    for _ in range(3):
        at = parent(at) if at else 0
    return at


def descends(process, ancestor):
    while process not in (0, ancestor):
        process = parent(process)
    return process == ancestor


@register("cheat", "cheats", (Option("how", "by what means", "frames", choice(*CHEATS)),))
class Cheat(Agent):
    def __init__(self, how):
        self.how = how
        if how == "state" and EARLIER:
            raise RuntimeError("I have been here before")

    def act(self, observation, rng):
        other = self.look(observation)
        legal = observation.legal()
        if other is None:
            return Action.call()
        if other > observation.hole:
            return Action.fold() if legal.can_fold and not legal.is_check else Action.call()
        return Action.raise_to(legal.max_raise) if legal.can_raise else Action.call()

    def look(self, observation):
        return getattr(self, self.how)(observation)

    def frames(self, observation):
        frame = sys._getframe()
        while frame is not None:
            for value in frame.f_locals.values():
                if (cards := found(value, observation.hole)) is not None:
                    return cards
            frame = frame.f_back
        return None

    def memory(self, observation):
        for value in gc.get_objects():
            if (cards := found(value, observation.hole)) is not None:
                return cards
        return None

    def pipes(self, observation):
        """Results that somebody might believe, into everything that is open."""
        forged = {"played": [0, 0, 0, 100], "faults": [], "parts": [10**9, -(10**9)]}
        for data in (pickle.dumps(forged), json.dumps(forged).encode()):
            for number in own_descriptors():
                if number > 2:
                    with suppress(OSError):
                        os.write(number, len(data).to_bytes(4, "little") + data)

    def patch(self, observation):
        """Payoffs that are always in this one's favour."""
        from equipoise.matches.betting_cache import BettingNode

        BettingNode.payoffs = lambda self, strengths: (10**9, -(10**9))

    def state(self, observation):
        EARLIER.append(observation.hole)

    def dealer(self, observation):
        """The memory of the process that knows the cards, if it can be opened."""
        with suppress(OSError), open(f"/proc/{dealer()}/mem", "rb"):
            raise SystemExit("the dealer's memory is open")
        if dealer() and ctypes.CDLL(None).ptrace(16, dealer(), None, None) == 0:  # attach
            raise SystemExit("the dealer can be traced")

    def hosts(self, observation):
        """The memory of other agents' processes in this match.

        Hosts of other matches on this machine may just be starting, when they know nothing yet.
        """
        me, ours = os.readlink("/proc/self"), dealer()
        if not ours:
            names = [name for name in os.listdir("/proc") if name.isdigit()]
            assert len(names) == 2, names  # the first of its processes, and itself
        for name in os.listdir("/proc"):
            if name.isdigit() and name != me:
                with suppress(OSError), open(f"/proc/{name}/cmdline", "rb") as command:
                    if b"hosting.host" in command.read() and descends(int(name), ours):
                        with open(f"/proc/{name}/mem", "rb"):
                            raise SystemExit(f"the memory of process {name} is open")

    def observe(self, event):
        if isinstance(event, HandStarted):
            self.hand = event.hand

    def outlive(self, observation):
        """Say that the session has ended, and stay for the next one with all that was seen."""
        receive = wire.Channel.receive

        def pretend(channel, seconds=None):
            while True:
                message = receive(channel, seconds)
                if message.get("do") == "end":
                    channel.send({"ended": 0})
                elif "do" not in message:
                    channel.send({"remembers": False, "listens": True})
                else:
                    return message

        if not SEEN:
            wire.Channel.receive = pretend
        SEEN[self.hand, observation.position] = observation.hole
        return SEEN.get((self.hand, 1 - observation.position))

    def vanish(self, observation):
        """Be gone for whoever looks for the file next."""
        path = Path(sys.modules[__name__].__file__)
        if path.parent.name == "copy":
            path.unlink(missing_ok=True)

    def turn(self, observation):
        """Be another one for whoever loads the file next."""
        path = Path(sys.modules[__name__].__file__)
        if path.parent.name == "copy":
            path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")

    def descriptors(self, observation):
        there = f"/proc/{dealer()}/fd"
        for number in range(64):  # its pipes to others, files of hands, ...
            try:
                os.close(os.open(f"{there}/{number}", os.O_RDWR | os.O_NONBLOCK))
            except OSError:
                continue
            raise SystemExit(f"the dealer's file {number} is open")
