"""Equilibria of jam-fold hold'em: which hands to jam, and which to call with.

The game uses the same tree, card model and solver as any other. Hands are the 169 types of
``cards.combos``; amounts are big blinds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

import numpy as np

from equipoise.base.errors import InputError
from equipoise.base.progress import Report, silent
from equipoise.base.workers import run_blocks
from equipoise.cards.combos import COMBO_COUNT, TYPE_COUNT, combo_types
from equipoise.kernels.types import Float64s, Floats
from equipoise.solvers.run.loop import Stop
from equipoise.solvers.run.solving import solve
from equipoise.spine.game import AbstractGame
from equipoise.spine.passes import Passes

#: exploitability at which a game counts as solved, in big blinds per hand
TARGET = 1e-7
#: the same, for the many games of a table
TABLE_TARGET = 1e-6
_METHOD = "pcfr+"
_MOST_ITERATIONS = 50_000


@dataclass(frozen=True)
class JamFold:
    """An equilibrium of jam-fold hold'em at one stack, in big blinds.

    ``value`` is the small blind's, per hand. ``push`` and ``call`` [169] are probabilities.
    ``push_gain`` is the value of jamming minus folding, ``call_gain`` that of calling a jam minus
    folding, both against the equilibrium: mixed hands have a gain of zero.
    """

    stack: Fraction
    value: float
    exploitability: float
    iterations: int
    push: Float64s
    call: Float64s
    push_gain: Float64s
    call_gain: Float64s

    @property
    def pushed(self) -> float:
        """The share of hands that are jammed."""
        return share_of_hands(self.push)

    @property
    def called(self) -> float:
        """The share of hands that call, all hands being equally likely."""
        return share_of_hands(self.call)


def share_of_hands(probabilities: Float64s) -> float:
    """The mean over the 1,326 hands of a probability given for each type."""
    return float(probabilities @ combo_counts()) / COMBO_COUNT


def combo_counts() -> Float64s:
    """How many hands are of each type: 6, 4 or 12."""
    counts: Float64s = np.bincount(combo_types(), minlength=TYPE_COUNT).astype(np.float64)
    return counts


def solve_jamfold(stack: str, target: float = TARGET, report: Report = silent) -> JamFold:
    """The equilibrium at a stack such as ``10bb``.

    >>> game = solve_jamfold("10bb")
    >>> round(game.value, 4), game.exploitability < 1e-6
    (-0.0454, True)
    """
    problem = AbstractGame(f"jamfold:{stack}")
    rules, passes = problem.rules, problem.passes()
    unit = rules.big_blind
    stop = Stop(iterations=_MOST_ITERATIONS, target=target * unit / rules.scale)
    solved = solve(passes, _METHOD, stop, report=report)
    push, push_gain = _play(passes, 0, solved.strategy)
    call, call_gain = _play(passes, 1, solved.strategy)
    return JamFold(
        stack=Fraction(rules.stacks[0], unit),
        value=solved.last.value / unit,
        exploitability=max(0.0, solved.last.average / unit),
        iterations=solved.iterations,
        push=push,
        call=call,
        push_gain=push_gain,
        call_gain=call_gain,
    )


def _play(passes: Passes, player: int, strategy: Floats) -> tuple[Float64s, Float64s]:
    """The probability that each hand stays in at a player's only decision, and its gain."""
    nodes = passes.tree.decision_nodes(player)
    if not len(nodes):  # the blind is the whole stack: no decision, everyone is all-in
        return np.ones(TYPE_COUNT), np.zeros(TYPE_COUNT)
    node = int(nodes[0])
    passes.best_response_value(player, strategy)
    fold, stay = passes.action_values(player, node)
    # values include the probability of the hand and of the opponent's actions so far
    start = int(passes.layout.reach_starts[1 - player][node])
    theirs = passes.work[start : start + TYPE_COUNT]
    chance = passes.model.matrices().matrix("fold", player, 0) @ theirs
    gain = np.divide(stay - fold, chance, out=np.zeros(TYPE_COUNT), where=chance > 0)
    stays = passes.layout.block(strategy, node)[1].astype(np.float64)
    return stays, gain / passes.tree.rules.big_blind


Interval = tuple[float, float]


@dataclass(frozen=True)
class JamFoldTable:
    """The stacks at which each hand is jammed and called with.

    ``games`` are the equilibria at rising stacks. ``push[t]`` and ``call[t]`` are the intervals of
    stacks, from the first to the last that was solved, in which type t is played at least half of
    the time. Most hands have one that begins at the smallest stack, some have several.
    """

    games: tuple[JamFold, ...]
    push: tuple[tuple[Interval, ...], ...]
    call: tuple[tuple[Interval, ...], ...]

    @property
    def stacks(self) -> list[float]:
        """The stacks that were solved."""
        return [float(game.stack) for game in self.games]

    @property
    def exploitability(self) -> float:
        """The largest exploitability among the games."""
        return max(game.exploitability for game in self.games)


def solve_table(
    smallest: int = 1,
    largest: int = 25,
    parts: int = 10,
    report: Report = silent,
    workers: int | None = None,
) -> JamFoldTable:
    """Solve stacks from ``smallest`` to ``largest`` big blinds, ``parts`` to a big blind."""
    if not 1 <= smallest < largest or parts < 1:
        raise InputError(
            f"stacks from {smallest} to {largest} big blinds in steps of 1/{parts}",
            expected="like 1 to 25 in 10",
        )
    numbers = range(smallest * parts, largest * parts + 1)

    def work(number: int) -> JamFold:
        return solve_jamfold(f"{Fraction(number, parts)}bb", TABLE_TARGET)

    games = tuple(run_blocks(work, numbers, report, workers))
    stacks = [float(game.stack) for game in games]
    push = np.array([game.push for game in games]).T
    call = np.array([game.call for game in games]).T
    return JamFoldTable(
        games,
        tuple(played_between(stacks, chances) for chances in push),
        tuple(played_between(stacks, chances) for chances in call),
    )


def played_between(
    stacks: Sequence[float], chances: Sequence[float] | Float64s
) -> tuple[Interval, ...]:
    """The runs of stacks, each from its first to its last, at which a hand is mostly played.

    >>> played_between([1.0, 1.5, 2.0, 2.5, 3.0], [1.0, 0.7, 0.2, 0.0, 1.0])
    ((1.0, 1.5), (3.0, 3.0))
    """
    runs = groupby(zip(stacks, chances, strict=True), key=lambda point: bool(point[1] >= 0.5))
    played = [[stack for stack, _ in run] for mostly, run in runs if mostly]
    return tuple((run[0], run[-1]) for run in played)
