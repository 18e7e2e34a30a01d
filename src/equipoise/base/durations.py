"""Durations as text."""

from __future__ import annotations


def duration(seconds: float) -> str:
    """A time in one unit.

    >>> duration(0.2), duration(3), duration(200), duration(8000)
    ('0.2 s', '3 s', '3 min', '2.2 h')
    """
    if seconds < 0.95:
        return f"{seconds:.1f} s"
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"
