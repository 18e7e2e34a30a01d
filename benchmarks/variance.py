"""Estimators with less noise: what AIVAT and DIVAT cost a hand, and what AIVAT takes off.

Seconds of the processor of one core, the best of several runs. AIVAT uses the values of the
abstract strategy, fcpa and ir169.64.8.8; the first hands, in which tables are loaded, do not count.
What it takes off the standard deviation is measured on blueprints of 500 and of 100 big blinds
against themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import thread_time

import numpy as np

from benchmarks.measure import Row, against_limit, against_rate
from benchmarks.sampled_buckets import BETS, CARDS, GAME
from equipoise.evaluation.variance.divat import always_call, bet_for_value
from equipoise.evaluation.variance.hands import Lines, PlayedHands
from equipoise.evaluation.variance.known import KnownPlayers, aivat_scores
from equipoise.evaluation.variance.matches import open_match
from equipoise.matches.betting_cache import PARTS
from equipoise.matches.known import KnownTable, play_block
from equipoise.matches.match import play_match
from equipoise.matches.plan import MatchPlan
from equipoise.matches.seating import players_by_position
from equipoise.policies.blueprint import Blueprint
from equipoise.policies.opened import OpenedStrategy
from equipoise.policies.policy import Policy
from equipoise.solvers.methods import make_solver
from equipoise.spine.cards.readers import HandBuckets
from equipoise.spine.game import AbstractGame
from equipoise.strategies.numbers import quantised

ITERATIONS, HANDS, AIVAT_HANDS, LIMIT_HANDS = 200, 40_000, 1_500, 2_000
AIVAT_SECONDS, DIVAT_RATE = 1e-3, 20_000
#: what AIVAT takes off the standard deviation, and the hands it is measured on
CUT, CUT_HANDS = 0.65, 6_000
GAMES = (GAME, "holdem-nolimit:100bb")
_SEATING = (0, 1)


def blueprint(game: str) -> Blueprint:
    """A blueprint by public chance sampling."""
    problem = AbstractGame(game, BETS, CARDS)
    engine = problem.engine(True)
    solver = make_solver("mccfr-public", engine)
    while solver.iterations < ITERATIONS:
        solver.step()
    values, _ = quantised(engine.layout, solver.average(), "uint16")
    reader = HandBuckets(problem.bucket_states)
    return Blueprint(OpenedStrategy("benchmark", engine.layout, values, reader))


def played(game: str, policy: Blueprint) -> PlayedHands:
    """Hands of a blueprint against itself."""
    problem = AbstractGame(game, BETS, CARDS)
    table = KnownTable(problem.rules, (policy, policy))
    ends, parts, rows = play_block(table, 0, 0, _SEATING, 0, HANDS)
    lines, line_of, seats = Lines(), [], []
    for hand, end in enumerate(ends.tolist()):
        order = players_by_position(_SEATING, hand)
        place = table.meeting(order).places[end]
        line_of.append(lines.add(problem.rules, [m.action for r in place.history for m in r]))
        seats.append(order)
    players = np.array(seats)
    return PlayedHands(
        problem.rules, ("one", "other"), rows, tuple(lines.found), np.array(line_of), players,
        np.take_along_axis(parts / PARTS, players, axis=1), np.arange(HANDS),
        np.zeros(HANDS, dtype=np.int64),
    )  # fmt: skip


def limit_hands() -> PlayedHands:
    """Hands of limit hold'em between two Lokis."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "match"
        play_match(MatchPlan("holdem-limit:2p", ("loki-bpm", "loki-bpt"), LIMIT_HANDS), 1, path)
        return open_match(path).hands


def _best(call: Callable[[], object], repeats: int = 3) -> float:
    """The shortest processor time of several calls in this thread."""
    times = []
    for _ in range(repeats):
        started = thread_time()
        call()
        times.append(thread_time() - started)
    return min(times)


def cut(hands: PlayedHands, policies: dict[int, Policy], name: str) -> Row:
    """What AIVAT takes off the standard deviation of a hand."""
    scores, _ = aivat_scores(hands, KnownPlayers(policies))
    found = 1 - float(hands.by_player(scores)[:, 0].std() / hands.by_player(hands.won)[:, 0].std())
    return Row(name, f"{found:.1%} off", f"at least {CUT:.0%}", found / CUT, 1.0)


def run() -> list[Row]:
    policies = {game: blueprint(game) for game in GAMES}
    matches = {game: played(game, policy) for game, policy in policies.items()}
    hands, policy = matches[GAME], policies[GAME]
    always_call(hands, workers=1)
    rate = len(hands) / _best(lambda: always_call(hands, workers=1))
    rows = [against_rate("DIVAT, always-call, no-limit", rate, "floor", DIVAT_RATE, 1.0)]
    limit = limit_hands()
    bet_for_value(limit, workers=1)
    rate = len(limit) / _best(lambda: bet_for_value(limit, workers=1))
    rows.append(against_rate("DIVAT, bet-for-value, limit", rate, "floor", DIVAT_RATE, 1.0))
    some = hands.chosen(np.arange(AIVAT_HANDS))
    for name, players in (("one known", (0,)), ("both known", (0, 1))):
        known = KnownPlayers(dict.fromkeys(players, policy))
        alone = _best(partial(aivat_scores, some.chosen(np.arange(1)), known))
        seconds = _best(partial(aivat_scores, some, known))
        per_hand = (seconds - alone) / (AIVAT_HANDS - 1)  # the value function is built in both
        title = f"AIVAT, abstract values, {name}, a hand"
        rows.append(against_limit(title, per_hand, AIVAT_SECONDS))
    for game in GAMES:
        many = matches[game].chosen(np.arange(CUT_HANDS))
        for name, players in (("one known", (0,)), ("both known", (0, 1))):
            title = f"AIVAT, {name}, deviation, {game} {BETS} {CARDS}"
            rows.append(cut(many, dict.fromkeys(players, policies[game]), title))
    return rows
