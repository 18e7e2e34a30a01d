"""Agents that need no thought: opponents of known worth, and the yardsticks of a match.

Whoever folds every hand loses 750 mb a hand heads-up to an opponent who always raises, the mean
of the two blinds (Schnizlein 2009, section 1.2); what loses more than that had better not play.
"""

from __future__ import annotations

from random import Random

from equipoise.agents.agent import Agent, check_or_call, check_or_fold
from equipoise.agents.options import Option, choice, number
from equipoise.agents.registry import register
from equipoise.games.action import Action, Legal
from equipoise.games.observation import Observation

_SIZES = ("min", "pot", "all-in")
_MOST_WEIGHT = 1e6


def pot_raise(observation: Observation, legal: Legal) -> int:
    """The raise by the pot once the call is in it, as far as it is legal, as a total of the hand.

    Where a raise is legal at all; the size of the pot is the chips of all players.
    """
    assert legal.min_raise is not None
    assert legal.max_raise is not None
    call_to = legal.put if legal.call_to is None else legal.call_to
    pot = observation.betting.pot + call_to - legal.put
    return max(legal.min_raise, min(call_to + pot, legal.max_raise))


def sized_raise(size: str, observation: Observation, legal: Legal) -> Action:
    """A raise of a named size where any is legal, else a call."""
    if legal.min_raise is None or legal.max_raise is None:
        return check_or_call(legal)
    if size == "min":
        return Action.raise_to(legal.min_raise)
    if size == "all-in":
        return Action.raise_to(legal.max_raise)
    return Action.raise_to(pot_raise(observation, legal))


@register("call", "checks or calls, always")
class Caller(Agent):
    """Checks or calls; folds only where calling is not on the menu."""

    def act(self, observation: Observation, rng: Random) -> Action:
        """Stay in."""
        return check_or_call(observation.legal())


@register("fold", "checks where it is free, else folds")
class Folder(Agent):
    """Never puts in a chip that it need not."""

    def act(self, observation: Observation, rng: Random) -> Action:
        """Give up as soon as something is owed."""
        return check_or_fold(observation.legal())


@register(
    "raise",
    "bets or raises whenever it may, else calls",
    (Option("size", f"how much: {', '.join(_SIZES)}", "pot", choice(*_SIZES)),),
)
class Raiser(Agent):
    """Raises as long as the rules allow; ``all-in`` is the largest legal raise."""

    def __init__(self, size: str = "pot") -> None:
        self.size = size

    def act(self, observation: Observation, rng: Random) -> Action:
        """Raise, or call the last raise."""
        return sized_raise(self.size, observation, observation.legal())


def _weight(kind: str) -> Option:
    return Option(kind, f"weight of a {kind}", "1", number(0, _MOST_WEIGHT))


@register(
    "random",
    "draws among fold, call and raise, then among the legal sizes",
    (
        *(_weight(kind) for kind in ("fold", "call", "raise")),
        Option("size", f"of its raises: any, {', '.join(_SIZES)}", "any", choice("any", *_SIZES)),
    ),
)
class Dice(Agent):
    """Draws a kind of action by weight among those that are legal, then a size, all alike likely.

    It never folds where nothing is owed, unless the rules have free folds.
    """

    def __init__(self, size: str = "any", **weights: float) -> None:
        self.size = size
        self.fold = weights.get("fold", 1.0)
        self.call = weights.get("call", 1.0)
        self.raises = weights.get("raise", 1.0)

    def act(self, observation: Observation, rng: Random) -> Action:
        """Throw the dice; with no weight on anything legal, check or call."""
        legal = observation.legal()
        fold = self.fold if legal.can_fold else 0.0
        call = 0.0 if legal.call_to is None else self.call
        low, high = legal.min_raise, legal.max_raise
        total = fold + call + (0.0 if low is None else self.raises)
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
