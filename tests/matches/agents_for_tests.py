"""An agent file as a user would write one, that misbehaves on demand."""

import os
import signal
import time
from contextlib import suppress

from equipoise.agents import Agent, HandEnded, Option, register
from equipoise.agents.options import choice, number
from equipoise.games import Action

WAYS = ("never", "crash", "exit", "illegal", "type", "slow", "die", "hang", "news", "keys")


@register(
    "bad",
    "misbehaves",
    (
        Option("how", "in what way", "crash", choice(*WAYS)),
        Option("often", "how often", "1", number(0, 1)),
    ),
)
class Bad(Agent):
    def __init__(self, how="crash", often=1.0):
        self.how, self.often = how, often

    def observe(self, event):
        if self.how == "news" and isinstance(event, HandEnded):
            raise RuntimeError("bad news")

    def act(self, observation, rng):
        if rng.random() >= self.often:
            return Action.call()
        if self.how == "crash":
            raise ZeroDivisionError("no\nluck")
        if self.how == "exit":
            raise SystemExit
        if self.how == "keys":
            raise KeyboardInterrupt
        if self.how == "illegal":
            return Action.raise_to(10**9)
        if self.how == "type":
            return "call"
        if self.how == "slow":
            until = time.monotonic() + 60
            while time.monotonic() < until:
                with suppress(Exception):
                    time.sleep(0)
        if self.how == "die":
            os._exit(3)
        if self.how == "hang":  # as a library does that never looks up
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
            time.sleep(60)
        return Action.call()
