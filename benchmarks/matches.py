"""Whole matches between Python agents beside the bare engines, driven from Python on one core.

A match does more than an engine: every decision gets an observation, a clock, and a check of the
answer; every hand is dealt by its number and paid exactly.
"""

from __future__ import annotations

import tempfile
from itertools import count
from pathlib import Path

from benchmarks.measure import Row, against_rate, best_seconds
from benchmarks.rules import PEER_HANDS, play_pokerkit, play_readable, rate
from equipoise.agents.hosting.process import close_hosts
from equipoise.games import find_game
from equipoise.matches.plan import MatchPlan
from equipoise.matches.session import Dealer

HANDS = 2000
READABLE_HANDS = 200
GAME = "holdem-nolimit:100bb"


def match_rate(agents: tuple[str, str], game: str = GAME) -> float:
    """Hands a second of a match in this process, nothing kept on disk; other cards every time."""
    seeds = count()

    def play() -> None:
        plan = MatchPlan(game, agents, HANDS, next(seeds)).checked()
        dealer = Dealer(plan)
        for session in plan.sessions():
            dealer.play(session)

    return HANDS / best_seconds(play, 5)


def run() -> list[Row]:
    """Callers and dice, beside the readable engine and pokerkit with the same policies."""
    rules = find_game(GAME)
    rows = []
    for title, agents, policy, floor, peer_floor in (
        ("two callers", ("call", "call"), "call", 3.0, 10.0),
        ("two dice", ("random", "random"), "random", 1.0, 3.0),  # no bet repeats: nothing to keep
    ):
        ours = match_rate(agents)
        readable = rate(play_readable, rules, policy, READABLE_HANDS)  # type: ignore[arg-type]
        peer = rate(play_pokerkit, rules, policy, PEER_HANDS["pokerkit"])  # type: ignore[arg-type]
        rows.append(against_rate(f"match, {title}", ours, "readable engine", readable, floor))
        rows.append(against_rate(f"match, {title}", ours, "pokerkit", peer, peer_floor))
    return [*rows, _hosted()]


_CALLER = """
from equipoise.agents import Agent, register
from equipoise.games import Action

@register("caller", "calls")
class Caller(Agent):
    def act(self, observation, rng):
        return Action.call()
"""


def _hosted() -> Row:
    """A caller in a process of its own against one that is built in, beside two built in."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "caller.py"
        path.write_text(_CALLER, encoding="utf-8")
        hosted = match_rate((str(path), "call"))
    close_hosts()
    return against_rate(
        "match, a caller from a file", hosted, "both built in", match_rate(("call", "call")), 0.05
    )
