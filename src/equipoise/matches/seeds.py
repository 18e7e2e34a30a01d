"""The seed of a match if none was given."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from equipoise.base.chance import short_seed
from equipoise.matches.plan import MatchPlan


def choose_seed(seed: int | None, plan: MatchPlan, kept: Callable[[], int] | None) -> int:
    """The seed of a match: as given, or the ``kept`` one of a resumed match.

    Otherwise 0; but a foreign agent could guess the seed and know the cards, so with one the seed
    is drawn at random, and reported. A person gets new cards every time: a short random seed, which
    can be typed to repeat them.
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
