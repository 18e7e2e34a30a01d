"""Alternative values: the value of each opponent state for not entering a subgame.

Counterfactual units depend on one engine and on our reach in it. Between games they are passed in
chips (value over mass), since our reach may be renormalised or the states may differ.

- ``response``: counterfactual best response values of the blueprint (CBV), ``Trunk.values``: safe.
- ``estimate``: values if both follow the blueprint (a ``Trunk`` that is not ``best``). Coarse
  abstractions estimate values far better than they play (Brown and Sandholm 2017); safe up to twice
  the largest error of the estimates.
- ``balanced``: best response values of both players, lowered until they sum to zero (Slumbot).
- ``gifts``: the opponent's losses by mistakes on the path may be added.
- Values of the previous solve, for nested and continual re-solving (``solvers.subgames.nested``).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from equipoise.kernels.passes.reach_and_value import PROBABILITIES
from equipoise.kernels.types import Float64s, Floats, Int64s
from equipoise.spine.engine import Engine
from equipoise.spine.subgame import Trunk
from equipoise.spine.tree import DECISION


def in_chips(values: Float64s, mass: Float64s) -> Float64s:
    """The mean value of each state, in chips; 0 for states that cannot occur."""
    return np.divide(values, mass, out=np.zeros_like(values), where=mass > 0)


def gifts(trunk: Trunk, node: int, scale: float = 1.0) -> Float64s:
    """Gifts: lower bounds of each opponent state's losses by its actions up to a node, in chips.

    At each opponent decision on the path: the best value among actions that end the betting at once
    minus the value of the action taken, if positive. Only these actions count, since the values of
    others may change when their subgames are re-solved (Brown and Sandholm 2017, section 4.2). In
    chips, the same gift may be added in every following subgame, whatever card is dealt: values
    before a card are means of those after it. A ``scale`` above 1 spends it several times
    ("not split"), which is not safe.
    """
    layout, tree, opponent = trunk.layout, trunk.layout.tree, 1 - trunk.us
    model = layout.card_model
    path = [0, *(after for _, after in tree.steps_to(node))]
    total = np.zeros(model.states[opponent][int(tree.round[0])])
    for here, after in pairwise(path):
        if tree.player[here] == opponent:
            ends = [c for c in tree.children_of(here).tolist() if tree.kind[c] != DECISION]
            if ends:
                best = np.max([trunk.values(end) for end in ends], axis=0)
                taken = summed_back(trunk, trunk.values(after), after, here)
                given = in_chips(best - taken, trunk.mass(here))
                total = total + np.maximum(given, 0.0)
        for number in range(int(tree.round[here]) + 1, int(tree.round[after]) + 1):
            total = total[model.parents[opponent][number]]
    return scale * total


def summed_back(trunk: Trunk, values: Float64s, node: int, before: int) -> Float64s:
    """The opponent's values at a node, summed over the cards dealt since an earlier node."""
    layout = trunk.layout
    opponent, tree = 1 - trunk.us, layout.tree
    for number in range(int(tree.round[node]), int(tree.round[before]), -1):
        sums = np.zeros(layout.model.states[opponent][number - 1])
        np.add.at(sums, layout.card_model.parents[opponent][number], values)
        values = sums
    return values


def surplus(trunks: tuple[Trunk, Trunk], node: int, states: tuple[Int64s, Int64s]) -> float:
    """The sum of both players' best response values at a public state, in chips.

    It is 0 at an equilibrium, else positive. Both players' alternative values lowered by half of it
    sum to zero (Slumbot's "zero-sum" values). ``trunks[p]`` fixes player p's strategy,
    ``states[p]`` are player p's states there.
    """
    together = pairs = 0.0
    for trunk in trunks:
        opponent = 1 - trunk.us
        reach = trunk.reach(opponent, node)[states[opponent]]
        together += float(trunk.values(node)[states[opponent]] @ reach)
        pairs += float(trunk.mass(node)[states[opponent]] @ reach) / 2
    return together / pairs if pairs > 0.0 else 0.0


@dataclass(frozen=True)
class Margins:
    """Best response values against a strategy and alternative values, by opponent state.

    ``alternatives`` and ``values`` (of the opponent's best response) in chips; ``mass``: chance
    times our reach for each state, in the engine's units.
    """

    alternatives: Float64s
    values: Float64s
    mass: Float64s

    @property
    def margins(self) -> Float64s:
        """The loss of each state by entering, in chips; 0 for states that cannot occur."""
        return np.where(self.mass > 0, self.alternatives - self.values, 0.0)

    @property
    def smallest(self) -> float:
        """The smallest margin of a state that occurs."""
        return float(self.margins[self.mass > 0].min(initial=np.inf))

    @property
    def excess(self) -> float:
        """The total gain of states that gain by entering; 0 if the strategy is safe.

        In the engine's units: an upper bound on the exploitability added by the subgame.
        """
        return float((np.maximum(-self.margins, 0.0) * self.mass).sum())


def margins(
    engine: Engine,
    us: int,
    strategy: Floats,
    alternatives: Float64s,
    form: int = PROBABILITIES,
) -> Margins:
    """Audit our strategy in a subgame against alternative values in the engine's units."""
    mass = engine.root_mass(1 - us)
    values = engine.best_values(1 - us, strategy, form)
    return Margins(in_chips(alternatives, mass), in_chips(values, mass), mass)
