"""The sequence-form linear program: exact equilibria of small games.

Koller, Megiddo and von Stengel 1994. Against a plan x the other player's best response is worth
``min A'x.y`` over ``F y = f, y >= 0``; the dual of that is ``max f.q`` with ``F'q <= A'x``, so ::

    maximise f.q   subject to   F'q - A'x <= 0,   E x = e,   x >= 0

finds player 1's optimal plan and the value of the game, and the multipliers of the inequalities are
player 2's optimal plan. One program gives both strategies. It is solved by HiGHS through SciPy; see
``docs/decisions/linear-program.md`` for how the method was chosen.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, log2
from time import perf_counter
from typing import Any

import numpy as np
from scipy import sparse
from scipy.optimize import linprog

from equipoise.base.errors import UnsolvedError
from equipoise.kernels.types import Float64s
from equipoise.solvers.lp.sequence_form import SequenceForm, sequence_form
from equipoise.solvers.lp.size import MOST_ROWS, check_size
from equipoise.solvers.solver import Arrays
from equipoise.spine.passes import Passes
from equipoise.strategies.unreached import check_rule

_TOLERANCE = 1e-10  # the smallest that HiGHS accepts
_OPTIONS = {
    "primal_feasibility_tolerance": _TOLERANCE,
    "dual_feasibility_tolerance": _TOLERANCE,
}
_STOPPED = 1  # SciPy's status code for a time limit


@dataclass(frozen=True)
class Equilibrium:
    """Optimal plans of both players, player 1's value, and the duality gap."""

    value: float
    gap: float
    plans: tuple[Float64s, Float64s]


def solve_form(form: SequenceForm, seconds: float | None = None) -> Equilibrium:
    """An equilibrium of a game in sequence form; ``seconds`` limits the time."""
    program = PlayerProgram(form, 0)
    answer = program.solve(program.value_row, seconds=seconds)
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
    program = PlayerProgram(form, player)
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


class PlayerProgram:
    """The program of one player: columns are his sequences, then the opponent's information sets.

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

    def solve(
        self, objective: Float64s, at_least: float | None = None, seconds: float | None = None
    ) -> Any:
        """Maximise an objective; with ``at_least``, over plans of at least that value."""
        started = perf_counter()
        bounds = self._bounds
        if at_least is not None:
            bounds = bounds.copy()
            bounds[np.flatnonzero(self.value_row), 0] = at_least
        message = ""
        for method in ("highs-ds", "highs-ipm"):
            options = dict(_OPTIONS)
            if seconds is not None:
                left = seconds - (perf_counter() - started)
                if left <= 0:
                    raise _out_of_time(seconds)
                options["time_limit"] = left
            answer = linprog(
                -objective,
                A_ub=self._inequalities,
                b_ub=np.zeros(self._inequalities.shape[0]),
                A_eq=self._equalities,
                b_eq=self._right_side,
                bounds=bounds,
                method=method,
                options=options,
            )
            if answer.status == 0:
                return answer
            message = str(answer.message).splitlines()[0]
            if answer.status == _STOPPED and seconds is not None:
                raise _out_of_time(seconds)
        raise UnsolvedError(f"the linear program failed: {message}; use cfr+, dcfr or pcfr+")


def _out_of_time(seconds: float) -> UnsolvedError:
    return UnsolvedError(
        f"the linear program was not solved within {seconds:.3g} seconds; allow more time, or "
        "use cfr+, dcfr or pcfr+, which have a strategy at any time"
    )


class LinearProgram:
    """The linear program as a solver with a single step.

    ``unreached`` is the rule at information sets that the player's own plan never reaches, which
    the program leaves open: ``uniform``, ``call`` or ``fold`` (checking where that is free);
    ``chosen`` counts them. With ``seconds`` a program that is not solved in time raises
    ``UnsolvedError``; there is no intermediate result.
    """

    def __init__(
        self,
        passes: Passes,
        unreached: str = "uniform",
        most_rows: int = MOST_ROWS,
        seconds: float | None = None,
    ) -> None:
        check_rule(unreached)
        self.passes = passes
        self.unreached = unreached
        self.seconds = seconds
        self.size = check_size(passes.layout, most_rows)
        self.iterations = 0
        self.value = float("nan")
        self.gap = float("inf")
        self.chosen = 0
        self.strategy: Float64s = passes.layout.uniform()

    def step(self, most: int | None = None) -> None:
        """Build the program and solve it."""
        if not self.finished:
            started = perf_counter()
            form = sequence_form(self.passes.layout)
            left = None if self.seconds is None else self.seconds - (perf_counter() - started)
            found = solve_form(form, left)
            self.value, self.gap = found.value, found.gap
            self.strategy, self.chosen = form.behaviour(found.plans, self.unreached)
        self.iterations += 1

    @property
    def finished(self) -> bool:
        """True once it is solved."""
        return self.iterations > 0

    def average(self) -> Float64s:
        """The equilibrium strategy; uniform before the step."""
        return self.strategy.copy()

    @property
    def nodes(self) -> int:
        """None: the program is not solved by visiting nodes."""
        return 0

    def weights(self) -> Float64s:
        """The strategy itself."""
        return self.strategy

    def bounds(self) -> dict[str, float]:
        """The duality gap."""
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
