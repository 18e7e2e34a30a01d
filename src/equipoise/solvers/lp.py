"""The sequence-form linear program: equilibria without iteration, for games that are small enough.

Koller, Megiddo and von Stengel 1994. Against a plan x the other player's best response is worth
``min A'x.y`` over ``F y = f, y >= 0``; the dual of that is ``max f.q`` with ``F'q <= A'x``, so ::

    maximise f.q   subject to   F'q - A'x <= 0,   E x = e,   x >= 0

finds player 1's optimal plan and the value of the game, and the multipliers of the inequalities are
player 2's optimal plan. One program therefore gives both strategies. It is handed to HiGHS through
SciPy; see ``docs/decisions/linear-program.md`` for how the method was chosen.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, log2
from typing import Any

import numpy as np
from scipy import sparse
from scipy.optimize import linprog

from equipoise.errors import InputError
from equipoise.kernels.types import Float64s
from equipoise.response.evaluate import Passes
from equipoise.solvers.sequence_form import UNREACHED, SequenceForm, sequence_form
from equipoise.solvers.solver import Arrays
from equipoise.trees.layout import Layout

MOST_ROWS = 1_000_000
_TOLERANCE = 1e-10  # the smallest that HiGHS accepts
# Dual simplex on no-limit Leduc with 12 chips: half a minute and 0.4 GB for 163,298 rows and
# 699,854 nonzeros; from 9 to 12 chips the time grows with the square of the rows.
_MEASURED_ROWS, _MEASURED_SECONDS, _GROWTH = 163_298, 35.0, 2.0
_BYTES_A_NONZERO = 600


@dataclass(frozen=True)
class ProgramSize:
    """What a linear program will take, known before it is built.

    ``nonzeros`` is an upper bound: payoffs of one pair of sequences are added up. ``bytes`` and
    ``minutes`` are rough, from the growth measured on no-limit Leduc with stacks of 5 to 12.
    """

    rows: int
    columns: int
    nonzeros: int

    @property
    def bytes(self) -> int:
        """Rough memory at the peak."""
        return _BYTES_A_NONZERO * self.nonzeros

    @property
    def minutes(self) -> float:
        """Rough time on one core."""
        return _MEASURED_SECONDS / 60 * float((self.rows / _MEASURED_ROWS) ** _GROWTH)

    def __str__(self) -> str:
        return (
            f"{self.rows:,} rows, {self.columns:,} columns, {self.nonzeros:,} nonzeros, "
            f"about {self.bytes / 1e9:.2g} GB and {self.minutes:.2g} minutes"
        )


def program_size(layout: Layout) -> ProgramSize:
    """The size of the linear program of a game."""
    tree, model = layout.tree, layout.model
    sequences, infosets = [], []
    for player in range(2):
        nodes = tree.decision_nodes(player)
        states = np.array(model.states[player], dtype=np.int64)[tree.round[nodes]]
        sequences.append(1 + int(states @ np.diff(tree.child_starts)[nodes]))
        infosets.append(1 + int(states.sum()))
    payoffs = sum(
        len(group.nodes) * np.count_nonzero(model.operator(0, group.round, group.kind))
        for group in layout.groups
    )
    return ProgramSize(
        rows=sequences[1] + infosets[0],
        columns=sequences[0] + infosets[1],
        nonzeros=int(payoffs) + sum(sequences) + sum(infosets) - 2,
    )


def check_size(layout: Layout, most_rows: int = MOST_ROWS) -> ProgramSize:
    """The size of the program, refused where it is too large."""
    size = program_size(layout)
    if size.rows > most_rows:
        raise InputError(
            f"the linear program of {layout.tree.rules.name} would have {size}",
            expected=f"at most {most_rows:,} rows are tried; use cfr+, dcfr, pcfr+ or egt, "
            "or an abstraction",
        )
    return size


@dataclass(frozen=True)
class Equilibrium:
    """Optimal plans of both players, player 1's value, and how far the two sides disagree."""

    value: float
    gap: float
    plans: tuple[Float64s, Float64s]


def solve_form(form: SequenceForm) -> Equilibrium:
    """An equilibrium of a game in sequence form."""
    program = _Program(form, 0)
    answer = program.solve(program.value_row)
    mine = form.players[0].count
    value = float(program.value_row @ answer.x) * program.unit
    other_side = -float(answer.eqlin.marginals[0]) * program.unit
    plans = (np.array(answer.x[:mine]), -np.array(answer.ineqlin.marginals))
    return Equilibrium(value, abs(value - other_side), plans)


def optimal_range(
    form: SequenceForm, player: int, coefficients: Float64s, slack: float = 1e-10
) -> tuple[float, float]:
    """The smallest and largest value of a linear functional over a player's optimal plans.

    ``coefficients`` are laid out like a strategy and apply to the weights of the player's
    sequences; the player keeps the value of the game to within ``slack`` of the largest stake.
    """
    program = _Program(form, player)
    best = program.solve(program.value_row)
    value = float(program.value_row @ best.x)
    sequences = form.players[player]
    objective = np.zeros(program.columns)
    objective[1 : sequences.count] = coefficients[sequences.places]
    ends = []
    for sign in (-1.0, 1.0):
        answer = program.solve(sign * objective, at_least=value - slack)
        ends.append(float(objective @ answer.x))
    return ends[0], ends[1]


class _Program:
    """The program of one player: columns are his sequences, then the other's information sets.

    Payoffs are divided by ``unit``, a power of two, so that tolerances do not depend on chips.
    """

    def __init__(self, form: SequenceForm, player: int) -> None:
        mine, theirs = form.players[player], form.players[1 - player]
        payoffs = form.payoffs.T if player == 0 else -form.payoffs
        stake = max((float(np.abs(group.gains).max()) for group in form.layout.groups), default=1.0)
        self.unit = 2.0 ** ceil(log2(stake)) if stake > 0 else 1.0
        self.columns = mine.count + theirs.rows
        self.value_row = np.zeros(self.columns)
        self.value_row[mine.count] = 1.0
        self._inequalities = sparse.hstack(
            [payoffs / -self.unit, theirs.constraints.T], format="csc"
        )
        self._equalities = sparse.hstack(
            [mine.constraints, sparse.csr_array((mine.rows, theirs.rows))], format="csc"
        )
        self._right_side = mine.right_side
        self._bounds = np.full((self.columns, 2), [-np.inf, np.inf])
        self._bounds[: mine.count, 0] = 0.0

    def solve(self, objective: Float64s, at_least: float | None = None) -> Any:
        """Maximise an objective; with ``at_least``, over plans that are worth that much."""
        bounds = self._bounds
        if at_least is not None:
            bounds = bounds.copy()
            bounds[np.flatnonzero(self.value_row), 0] = at_least
        message = ""
        for method in ("highs-ds", "highs-ipm"):
            answer = linprog(
                -objective,
                A_ub=self._inequalities,
                b_ub=np.zeros(self._inequalities.shape[0]),
                A_eq=self._equalities,
                b_eq=self._right_side,
                bounds=bounds,
                method=method,
                options={
                    "primal_feasibility_tolerance": _TOLERANCE,
                    "dual_feasibility_tolerance": _TOLERANCE,
                },
            )
            if answer.status == 0:
                return answer
            message = str(answer.message).splitlines()[0]
        raise InputError(
            f"the linear program was not solved: {message}", expected="use cfr+, dcfr or pcfr+"
        )


class LinearProgram:
    """The linear program as a solver: its one step does everything, further steps do nothing.

    ``unreached`` says what a player does at information sets that his own plan never reaches, of
    which the program says nothing: ``uniform``, ``call`` or ``fold`` (checking where that is free);
    ``chosen`` counts them.
    """

    def __init__(
        self, passes: Passes, unreached: str = "uniform", most_rows: int = MOST_ROWS
    ) -> None:
        if unreached not in UNREACHED:
            raise InputError(
                "no such rule for unreached information sets",
                what="rule",
                text=unreached,
                expected=f"one of {', '.join(UNREACHED)}",
            )
        self.passes = passes
        self.unreached = unreached
        self.size = check_size(passes.layout, most_rows)
        self.iterations = 0
        self.value = float("nan")
        self.gap = float("inf")
        self.chosen = 0
        self.strategy: Float64s = passes.layout.uniform()

    def step(self, most: int | None = None) -> None:
        """Build the program and solve it."""
        if not self.finished:
            form = sequence_form(self.passes.layout)
            found = solve_form(form)
            self.value, self.gap = found.value, found.gap
            self.strategy, self.chosen = form.behaviour(found.plans, self.unreached)
        self.iterations += 1

    @property
    def finished(self) -> bool:
        """Whether it is solved."""
        return self.iterations > 0

    def average(self) -> Float64s:
        """The equilibrium strategy; uniform before the step."""
        return self.strategy.copy()

    def bounds(self) -> dict[str, float]:
        """How far the values of the two sides of the program are apart."""
        return {"duality gap": self.gap}

    def save(self) -> Arrays:
        """The solution, if there is one."""
        return {
            "iterations": np.array(self.iterations),
            "value": np.array(self.value),
            "gap": np.array(self.gap),
            "chosen": np.array(self.chosen),
            "strategy": self.strategy,
        }

    def load(self, arrays: Arrays) -> None:
        """Take over a saved solution."""
        self.iterations = int(arrays["iterations"])
        self.value, self.gap = float(arrays["value"]), float(arrays["gap"])
        self.chosen = int(arrays["chosen"])
        self.strategy[:] = arrays["strategy"]
