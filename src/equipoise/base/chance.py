"""Random seeds for people: short enough to type."""

from __future__ import annotations

from secrets import randbelow


def short_seed() -> int:
    """A seed of at most seven digits."""
    return randbelow(10**7)
