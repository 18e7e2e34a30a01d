"""Cell texts of charts of starting hands, in the terminal and in pictures."""

from __future__ import annotations

from collections.abc import Sequence

Runs = Sequence[tuple[float, float]]

#: probabilities closer to 0 or 1 than this are remains of early iterations
PURE = 0.01


def is_mixed(probability: float) -> bool:
    """True if a hand is both played and folded."""
    return PURE < probability < 1 - PURE


def has_gaps(runs: Runs, smallest: float) -> bool:
    """True if a hand is not played at every stack up to the largest at which it is."""
    return len(runs) > 1 or (len(runs) == 1 and runs[0][0] > smallest)


def top_text(runs: Runs, smallest: float, largest: float) -> str:
    """The largest stack at which a hand is played, with a star if there are gaps below it.

    >>> [top_text(runs, 1, 25) for runs in ([(1, 25)], [(1, 2.3), (5.1, 7.1)], [])]
    ['25+', '7.1*', '–']
    """
    if not runs:
        return "–"
    top = runs[-1][1]
    text = f"{largest:g}+" if top >= largest else f"{top:.1f}"
    return text + ("*" if has_gaps(runs, smallest) else "")


def runs_text(runs: Runs) -> str:
    """Runs of stacks as text.

    >>> runs_text([(1.0, 2.3), (5.1, 5.1)])
    '1.0–2.3, 5.1'
    """
    return ", ".join(f"{a:.1f}–{b:.1f}" if a != b else f"{a:.1f}" for a, b in runs)
