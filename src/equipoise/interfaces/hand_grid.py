"""What charts of the 169 starting hands have in common, in a terminal and as pictures."""

from __future__ import annotations

from collections.abc import Sequence

Runs = Sequence[tuple[float, float]]

INK = "#22302a"
PLAYED, MIXED, FOLDED, SELDOM = "#5aa469", "#f2d479", "#f1efe9", "#e8927c"
#: probabilities nearer to 0 or 1 than this are what is left of early iterations
PURE = 0.01


def grid_types() -> list[list[int]]:
    """The types as players draw them: aces top left, suited hands above the diagonal."""
    return [[row * 13 + column for column in range(12, -1, -1)] for row in range(12, -1, -1)]


def is_mixed(probability: float) -> bool:
    """Whether a hand is both played and folded."""
    return PURE < probability < 1 - PURE


def has_gaps(runs: Runs, smallest: float) -> bool:
    """Whether a hand is not played at every stack up to the largest at which it is."""
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
    """Runs of stacks for people.

    >>> runs_text([(1.0, 2.3), (5.1, 5.1)])
    '1.0–2.3, 5.1'
    """
    return ", ".join(f"{a:.1f}–{b:.1f}" if a != b else f"{a:.1f}" for a, b in runs)


def blend(part: float, colours: Sequence[str]) -> str:
    """A colour between given ones: the first at 0, the last at 1.

    >>> blend(0.75, ["#000000", "#204060", "#406080"])
    '#305070'
    """
    place = min(max(part, 0.0), 1.0) * (len(colours) - 1)
    low = min(int(place), len(colours) - 2)
    channels = [
        round(int(a, 16) + (place - low) * (int(b, 16) - int(a, 16)))
        for a, b in ((colours[low][at : at + 2], colours[low + 1][at : at + 2]) for at in (1, 3, 5))
    ]
    return "#" + "".join(f"{channel:02x}" for channel in channels)
