"""The view of a re-solver at a public state: ranges, alternative values, margins, strategy."""

from __future__ import annotations

from dataclasses import dataclass

from equipoise.base.errors import InputError
from equipoise.games.public_state import PublicState
from equipoise.kernels.types import Float64s
from equipoise.policies.resolving.place import Place
from equipoise.policies.resolving.resolver import Resolver
from equipoise.policies.resolving.subgame import Solved, in_proportion


@dataclass(frozen=True, eq=False)
class Explanation:
    """A decision of a re-solver, and its solve.

    Vectors are over the 1,326 hands. ``ours`` and ``theirs``: both current ranges, with a largest
    weight of 1; ``strategy`` [actions, hands]: ours. ``alternatives``, ``values`` (of a best
    response to the solution) and their difference, the ``margins``, are for the opponent's hands at
    the root of the solve, in chips; ``entered``: the opponent's entry in the gadget. A solve on
    buckets (``solved`` is None) has none of them.
    """

    public: PublicState
    place: Place
    solves: int

    @property
    def solved(self) -> Solved | None:
        """The solve if it is with real hands, else None."""
        found = self.place.solved
        return found if isinstance(found, Solved) else None

    @property
    def us(self) -> int:
        """The player to act."""
        return self.place.solved.root.us

    @property
    def actions(self) -> tuple[str, ...]:
        """The actions in words; a call of nothing is a check."""
        legal = self.public.betting.legal()
        return tuple(
            "check" if action.kind == "call" and action.to == legal.put else str(action)
            for action in self.place.actions
        )

    @property
    def ours(self) -> Float64s:
        """Our exact range."""
        return in_proportion(self.place.ours)

    @property
    def theirs(self) -> Float64s:
        """The opponent's range by the blueprint and the solutions since."""
        return in_proportion(self.place.theirs)

    @property
    def strategy(self) -> Float64s:
        """The action probabilities of each hand."""
        return self.place.chances()

    @property
    def frequencies(self) -> Float64s:
        """The probability of each action over our range, without card removal by the opponent."""
        weights = self.place.ours
        found: Float64s = self.strategy @ weights / weights.sum()
        return found


def explain(resolver: Resolver, public: PublicState) -> Explanation:
    """The view of the player to act at a public state that the policy re-solves."""
    us = public.to_act
    if us is None:
        raise InputError("nobody is to act after this line", "line")
    if public.round < resolver.plan.start:
        rules = public.rules
        raise InputError(
            f"on the {rules.round_name(public.round)} it plays its blueprint", "line",
            expected=f"a line to the {rules.round_name(resolver.plan.start)}; equipoise show looks "
            "at the blueprint",
        )  # fmt: skip
    before = resolver.solves
    place = resolver.place(public, us)
    return Explanation(public, place, resolver.solves - before)
