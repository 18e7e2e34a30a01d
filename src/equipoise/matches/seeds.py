"""The seed of a match, where it was not given."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from equipoise.base.chance import short_seed
from equipoise.matches.plan import MatchPlan


def choose_seed(seed: int | None, plan: MatchPlan, kept: Callable[[], int] | None) -> int:
    """The seed of a match: what was given, or what is ``kept`` of the match that goes on.

    Where neither is there it is 0; but an agent from outside this package may deal itself the cards
    of a seed that it guesses, so against one it is drawn, and shown like any other. A person gets
    new cards every time: a short seed is drawn, which can be typed to have them again.
    """
    if seed is not None:
        return seed
    if kept is not None:
        return kept()
    if any(spec.entry.is_outside for spec in plan.specs()):
        return secrets.randbits(62)
    if any(spec.entry.needs_terminal for spec in plan.specs()):
        return short_seed()
    return 0
