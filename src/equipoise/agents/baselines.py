"""Baseline agents: simple opponents to measure against.

Folding every hand heads-up loses 750 mb per hand, the mean of the two blinds (Schnizlein 2009,
section 1.2): a yardstick for bad agents.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from equipoise.agents.agent import Agent, check_or_call, check_or_fold
from equipoise.agents.options import Option, choice, number
from equipoise.agents.registry import register
from equipoise.games.action import Action, Legal
from equipoise.games.observation import Observation

if TYPE_CHECKING:
    from equipoise.games.public_state import PublicState
    from equipoise.policies.policy import Policy

_SIZES = ("min", "pot", "all-in")
_MOST_WEIGHT = 1e6


def pot_raise(observation: Observation | PublicState, legal: Legal) -> int:
    """A pot-size raise (after the call), within the legal range, as a total of the hand.

    A raise must be legal; the pot is the chips of all players.
    """
    assert legal.min_raise is not None
    assert legal.max_raise is not None
    call_to = legal.put if legal.call_to is None else legal.call_to
    pot = observation.betting.pot + call_to - legal.put
    return max(legal.min_raise, min(call_to + pot, legal.max_raise))


def sized_raise(size: str, observation: Observation | PublicState, legal: Legal) -> Action:
    """A raise of a named size if any is legal, else a call."""
    if legal.min_raise is None or legal.max_raise is None:
        return check_or_call(legal)
    if size == "min":
        return Action.raise_to(legal.min_raise)
    if size == "all-in":
        return Action.raise_to(legal.max_raise)
    return Action.raise_to(pot_raise(observation, legal))


def _always(act: Callable[[PublicState], Action]) -> Policy:
    """The policy that plays all hands alike."""
    from equipoise.policies.blind import BlindPolicy

    return BlindPolicy(lambda public: {public.betting.legal().checked(act(public)): 1.0})


@register("call", "checks or calls, always")
class Caller(Agent):
    """Checks or calls; folds only if calling is not allowed."""

    def act(self, observation: Observation, rng: Random) -> Action:
        """Check or call."""
        return check_or_call(observation.legal())

    @property
    def policy(self) -> Policy:
        """The same policy for every hand."""
        return _always(lambda public: check_or_call(public.betting.legal()))


@register("fold", "checks if free, else folds")
class Folder(Agent):
    """Never puts in a voluntary chip."""

    def act(self, observation: Observation, rng: Random) -> Action:
        """Check or fold."""
        return check_or_fold(observation.legal())

    @property
    def policy(self) -> Policy:
        """The same policy for every hand."""
        return _always(lambda public: check_or_fold(public.betting.legal()))


@register(
    "raise",
    "bets or raises whenever possible, else calls",
    (Option("size", f"size of its raises: {', '.join(_SIZES)}", "pot", choice(*_SIZES)),),
)
class Raiser(Agent):
    """Raises as long as the rules allow; ``all-in`` is the largest legal raise."""

    def __init__(self, size: str = "pot") -> None:
        self.size = size

    def act(self, observation: Observation, rng: Random) -> Action:
        """Raise, or call the last raise."""
        return sized_raise(self.size, observation, observation.legal())

    @property
    def policy(self) -> Policy:
        """The same policy for every hand."""
        return _always(lambda public: sized_raise(self.size, public, public.betting.legal()))


def _weight(kind: str) -> Option:
    return Option(kind, f"weight of a {kind}", "1", number(0, _MOST_WEIGHT))


@register(
    "random",
    "random action by weight, then a random legal size",
    (
        *(_weight(kind) for kind in ("fold", "call", "raise")),
        Option(
            "size", f"size of its raises: any, {', '.join(_SIZES)}", "any", choice("any", *_SIZES)
        ),
    ),
)
class Dice(Agent):
    """Draws a legal kind of action by weight, then a size uniformly.

    It never folds if checking is free, unless the rules allow free folds.
    """

    def __init__(self, size: str = "any", **weights: float) -> None:
        self.size = size
        self.fold = weights.get("fold", 1.0)
        self.call = weights.get("call", 1.0)
        self.raises = weights.get("raise", 1.0)

    def act(self, observation: Observation, rng: Random) -> Action:
        """Draw an action; check or call if no legal action has weight."""
        legal = observation.legal()
        fold, call, raises = self._weights(legal)
        low, high = legal.min_raise, legal.max_raise
        total = fold + call + raises
        if total <= 0.0:
            return check_or_call(legal)
        drawn = rng.random() * total
        if drawn < fold:
            return Action.fold()
        if drawn < fold + call or low is None or high is None:
            return Action.call()
        if self.size != "any":
            return sized_raise(self.size, observation, legal)
        return Action.raise_to(low + int(rng.random() * (high - low + 1)))

    @property
    def policy(self) -> Policy:
        """The same policy for every hand."""
        from equipoise.policies.blind import BlindPolicy

        return BlindPolicy(self._chances)

    def _chances(self, public: PublicState) -> dict[Action, float]:
        legal = public.betting.legal()
        fold, call, raises = self._weights(legal)
        total = fold + call + raises
        if total <= 0.0:
            return {legal.checked(check_or_call(legal)): 1.0}
        found = {}
        if fold > 0.0:
            found[legal.checked(Action.fold())] = fold / total
        if call > 0.0:
            found[legal.checked(Action.call())] = call / total
        low, high = legal.min_raise, legal.max_raise
        if raises > 0.0 and low is not None and high is not None:
            sizes = (
                [sized_raise(self.size, public, legal)]
                if self.size != "any"
                else [Action.raise_to(to) for to in range(low, high + 1)]
            )
            found |= {size: raises / total / len(sizes) for size in sizes}
        return found

    def _weights(self, legal: Legal) -> tuple[float, float, float]:
        """Weights of fold, call and raise, if legal."""
        fold = self.fold if legal.can_fold else 0.0
        call = 0.0 if legal.call_to is None else self.call
        return fold, call, 0.0 if legal.min_raise is None else self.raises
