"""Re-solving the subgames of a blueprint one by one, and the combined strategy.

For games small enough for full passes. Solutions are written back into the strategy of the whole
game, so its exploitability is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from equipoise.kernels.types import Float64s, Floats, Int64s
from equipoise.solvers.cfr import SCHEDULES
from equipoise.solvers.subgames.alternatives import Margins, gifts, in_chips, surplus
from equipoise.solvers.subgames.gadgets import BeforeChance, Gadget
from equipoise.solvers.subgames.methods import Method
from equipoise.solvers.subgames.solver import SubgameSolver
from equipoise.spine.passes import Passes
from equipoise.spine.subgame import Subgame, Trunk

Source = Literal["response", "estimate", "balanced"]


@dataclass(frozen=True, eq=False)
class Entrance:
    """Both players' reach and values at the root of a subgame.

    ``ours``: our reach by root state. The others are by the opponent's entering state:
    ``alternatives`` and ``mass`` (chance times our reach) in the units of the game, and the
    opponent's reach (``range``). ``origins``: the entering state of each root state if a public
    card is dealt in between; None if they are the same. ``boards``: the board of each entering
    state if several are solved at once.
    """

    ours: Float64s
    alternatives: Float64s
    mass: Float64s
    range: Float64s
    origins: Int64s | None = None
    boards: Int64s | None = None

    def gadget(self, method: Method) -> Gadget:
        """The gadget of a method."""
        inner = method.gadget(self.alternatives, self.mass, self.range, self.boards)
        return inner if self.origins is None else BeforeChance(inner, self.origins)


def entrance(
    trunk: Trunk, subgame: Subgame, before_chance: bool = False, gift_scale: float = 0.0
) -> Entrance:
    """The entrance of a subgame under a blueprint; alternatives are best response values.

    With ``before_chance`` the opponent enters before the card at the root is dealt. Gifts are
    multiplied by ``gift_scale``.
    """
    us, opponent, node = trunk.us, 1 - trunk.us, subgame.node
    ours = trunk.reach(us, node)[subgame.states(us)]
    states = subgame.states(opponent)
    values, mass = trunk.values(node)[states], trunk.mass(node)[states]
    reach = trunk.reach(opponent, node)[states]
    granted = gifts(trunk, node, gift_scale)[states] if gift_scale else np.zeros(len(states))
    if not before_chance:
        boards = subgame.passes.model.public[opponent][subgame.round]
        return Entrance(ours, values + granted * mass, mass, reach, boards=boards)
    origins = subgame.origins(opponent)
    before = subgame.layout.model.states[opponent][subgame.round - 1]
    # a gift was made before the card was dealt, so it is the same on every board
    sums = [np.zeros(before) for _ in range(2)]
    for total, part in zip(sums, (values + granted * mass, mass), strict=True):
        np.add.at(total, origins, part)
    entering = np.zeros(before)
    entering[origins] = reach
    return Entrance(ours, sums[0], sums[1], entering, origins)


@dataclass(frozen=True)
class Resolving:
    """Settings of re-solving: method, CFR schedule and iterations, gifts.

    ``alternatives``: the source of alternative values (``solvers.subgames.alternatives``).
    """

    method: Method
    iterations: int = 500
    schedule: str = "cfr+"
    gift_scale: float = 0.0
    alternatives: Source = "response"

    def solve(self, subgame: Subgame, us: int, entrance: Entrance) -> SubgameSolver:
        """Solve one subgame for one player."""
        return self.solve_on(subgame.passes, us, entrance)

    def solve_on(self, passes: Passes, us: int, entrance: Entrance) -> SubgameSolver:
        """Solve a subgame given as an engine for one player."""
        passes.set_root_reach(us, entrance.ours)
        gadget = entrance.gadget(self.method)
        solver = SubgameSolver(passes, us, gadget, SCHEDULES[self.schedule])
        solver.run(self.iterations)
        return solver

    def audit(self, solver: SubgameSolver, entrance: Entrance) -> Margins:
        """Margins of the solved strategy over the alternative values."""
        values = solver.engine.best_values(solver.opponent, solver.average())
        if entrance.origins is not None:
            sums = np.zeros(len(entrance.mass))
            np.add.at(sums, entrance.origins, values)
            values = sums
        mass = entrance.mass
        return Margins(in_chips(entrance.alternatives, mass), in_chips(values, mass), mass)

    def apply(
        self,
        whole: Passes,
        strategy: Floats,
        subgames: Sequence[Subgame],
        before_chance: bool = False,
    ) -> tuple[Float64s, list[Margins]]:
        """Solve every subgame for both players; returns the new strategy and all margins.

        Subgames must not contain each other.
        """
        found = np.array(strategy, dtype=np.float64)
        audits = []
        best = self.alternatives != "estimate"
        trunks = (Trunk(whole, strategy, 0, best), Trunk(whole, strategy, 1, best))
        for us, trunk in enumerate(trunks):
            for subgame in subgames:
                known = entrance(trunk, subgame, before_chance, self.gift_scale)
                if self.alternatives == "balanced":
                    states = (subgame.states(0), subgame.states(1))
                    lower = surplus(trunks, subgame.node, states) / 2 * known.mass
                    known = replace(known, alternatives=known.alternatives - lower)
                solver = self.solve(subgame, us, known)
                audits.append(self.audit(solver, known))
                subgame.splice(solver.average(), found, us)
        return found, audits


def round_starts(whole: Passes, round_number: int) -> list[int]:
    """The decision nodes at which a round begins."""
    tree = whole.tree
    nodes = tree.decision_nodes()
    nodes = nodes[tree.round[nodes] == round_number]
    return [int(node) for node in nodes if tree.round[tree.parents[node]] < round_number]
