"""A sample of the equilibria of one game, since many games have more than one.

An abstract game has many equilibria with the same value in the abstraction but very different
exploitability outside it. No sampler is uniform over them; this one alternates between methods, so
that the spread of its draws is not that of a single solver:

- *regret*: CFR+, predictive CFR+ and discounted CFR from random starting regrets (the first draw
  is plain CFR+ from zero). They are trained nearly everywhere.
- *vertex*: a vertex of the linear program's optimal face, maximising a random objective.
  Information sets it never reaches are played by a rule.
- *mixture*: a random mixture of such vertices' realisation plans, hence an equilibrium.

Every draw is checked by best responses in its own game and rejected if its exploitability exceeds
the tolerance. A draw depends only on the seed and its number, so that samples can be extended. See
``docs/decisions/equilibrium-sample.md``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from equipoise.base.errors import UnsolvedError
from equipoise.kernels.types import Float64s
from equipoise.solvers.lp.program import PlayerProgram
from equipoise.solvers.lp.sequence_form import SequenceForm, sequence_form
from equipoise.solvers.run.loop import Stop
from equipoise.solvers.run.solving import Solving
from equipoise.spine.passes import Passes
from equipoise.strategies.unreached import check_rule

TOLERANCE = 1e-4
KINDS = ("regret", "vertex", "regret", "mixture")
_SCHEDULES = ("cfr+", "pcfr+", "dcfr")
_MOST_ITERATIONS = 200_000
_CORNERS = 3  # vertices of a mixture
_START = 0.01  # mean starting regret, as a fraction of the largest stake
_SLACK = 1e-10  # by which a vertex may fall short of the value, in units of the largest stake


@dataclass(frozen=True)
class SampledEquilibrium:
    """A strategy, how it was found, and its exploitability in its own game, in chips per hand."""

    number: int
    origin: str
    strategy: Float64s
    exploitability: float


class EquilibriumSampler:
    """Draws equilibria of a game by number.

    ``unreached`` is the rule for information sets that a vertex or mixture never reaches;
    ``tolerance`` is in chips.
    """

    def __init__(
        self,
        passes: Passes,
        seed: int = 0,
        unreached: str = "uniform",
        tolerance: float = TOLERANCE,
    ) -> None:
        check_rule(unreached)
        self.passes = passes
        self.seed = seed
        self.unreached = unreached
        self.tolerance = tolerance

    def draw(self, number: int) -> SampledEquilibrium:
        """The equilibrium with this number; deterministic."""
        kind = KINDS[number % len(KINDS)]
        random = np.random.default_rng([self.seed, number])
        if kind == "regret":
            origin, strategy = self._by_regret(number, random)
        else:
            corners = 1 if kind == "vertex" else _CORNERS
            origin, strategy = f"lp {kind}", self._of_corners(corners, random)
        found = self.passes.exploitability(strategy).average
        if found > self.tolerance:
            raise UnsolvedError(
                f"draw {number} ({origin}) has exploitability {found:.2g}, above the tolerance "
                f"{self.tolerance:g}"
            )
        return SampledEquilibrium(number, origin, strategy, found)

    def _by_regret(self, number: int, random: np.random.Generator) -> tuple[str, Float64s]:
        turn = sum(kind == "regret" for kind in KINDS) * (number // len(KINDS))
        turn += number % len(KINDS) != 0
        method = _SCHEDULES[turn % len(_SCHEDULES)]
        solving = Solving(self.passes, method)
        if number > 0:
            arrays = solving.solver.save()
            stake = max(float(np.abs(group.gains).max()) for group in self.passes.layout.groups)
            regrets = random.exponential(_START * stake, self.passes.layout.size)
            solving.solver.load({**arrays, "regrets": regrets, "strategy": self._matched(regrets)})
        scale = self.passes.tree.rules.scale
        stop = Stop(target=self.tolerance / scale, iterations=_MOST_ITERATIONS)
        solving.until(stop)
        average = solving.solver.average().astype(np.float64, copy=False)
        return method + (" from random regrets" if number else ""), average

    def _matched(self, regrets: Float64s) -> Float64s:
        """Regret matching at every information set; all regrets are above zero."""
        strategy = np.zeros(len(regrets))
        layout = self.passes.layout
        for node in layout.tree.decision_nodes().tolist():
            block = layout.block(regrets, node)
            layout.block(strategy, node)[:] = block / block.sum(axis=0)
        return strategy

    def _of_corners(self, corners: int, random: np.random.Generator) -> Float64s:
        form, programs = self._face
        plans = []
        for (program, value), sequences in zip(programs, form.players, strict=True):
            mixed = np.zeros(sequences.count)
            for weight in random.dirichlet(np.ones(corners)):
                objective = np.zeros(program.columns)
                objective[1 : sequences.count] = random.standard_normal(sequences.count - 1)
                answer = program.solve(objective, at_least=value - _SLACK)
                mixed += weight * np.maximum(answer.x[: sequences.count], 0.0)
            plans.append(mixed)
        return form.behaviour((plans[0], plans[1]), self.unreached)[0]

    @cached_property
    def _face(self) -> tuple[SequenceForm, list[tuple[PlayerProgram, float]]]:
        """The sequence form, and each player's program with its value."""
        form = sequence_form(self.passes.layout)
        programs = []
        for player in range(2):
            program = PlayerProgram(form, player)
            best = program.solve(program.value_row)
            programs.append((program, float(program.value_row @ best.x)))
        return form, programs
