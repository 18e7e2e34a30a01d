"""The style of all pictures: colours, figures, and conversion to files.

Matplotlib is imported only when something is drawn: terminal charts share the colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from equipoise.base.errors import InputError, printable
from equipoise.base.files import check_writable

if TYPE_CHECKING:
    from matplotlib.colors import LinearSegmentedColormap
    from matplotlib.figure import Figure

INK, PALE = "#22302a", "#a9a69d"
#: distinguishable with red-green colour blindness: blue, yellow, grey, orange
PLAYED, MIXED, FOLDED, SELDOM = "#6baed6", "#f2d479", "#f1efe9", "#e69f00"
BLUE = "#0072b2"
#: line colours in order: the colour-blind-safe palette of Okabe and Ito (2008)
PALETTE = ("#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9", "#7f7f7f", "#22302a")
GRID = "#d9d6cd"
#: wins and losses: red through white to blue, for Matplotlib
SIGNED = "RdBu"
#: distance from the middle of ``SIGNED`` (0 to 1) at which a colour is too dark for black text
DARK = 0.42
#: dots per inch; charts of starting hands are large and need fewer
DPI, CHART_DPI = 130, 110
_LONG_NAME = 24


def new_figure(width: float, height: float) -> Figure:
    """An empty figure of a size in inches, with constrained layout."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def cycle_colours(axes: Any) -> None:
    """Use the colours of the palette in turn for the lines of a pair of axes."""
    axes.set_prop_cycle(color=list(PALETTE))


def line_colour(number: int) -> str:
    """The colour of the line with this number, the same in every picture."""
    return PALETTE[number % len(PALETTE)]


def colour_map(name: str, colours: Sequence[str]) -> LinearSegmentedColormap:
    """A Matplotlib colour map that blends colours."""
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list(name, list(colours))


def signed_norm(largest: float) -> Any:
    """Wins and losses up to ``largest`` by their order of magnitude, 0 in the middle."""
    from matplotlib.colors import SymLogNorm

    return SymLogNorm(linthresh=largest / 30, vmin=-largest, vmax=largest)


def png(figure: Figure, dpi: int = DPI) -> bytes:
    """A figure as PNG bytes; deterministic."""
    buffer = BytesIO()
    figure.savefig(buffer, format="png", dpi=dpi, metadata={"Software": None})
    return buffer.getvalue()


def can_draw() -> bool:
    """True if Matplotlib is installed."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        return False
    return True


def check_picture(path: Path, what: str, example: str) -> None:
    """Raise InputError, before any work, for a picture that cannot be drawn or written.

    ``what`` is the argument that named the file, ``example`` a valid name.
    """
    if path.suffix.lower() != ".png":
        raise InputError("not a PNG file", what, str(path), expected=example)
    if not can_draw():
        raise InputError(
            "pictures need Matplotlib",
            what,
            expected="install Matplotlib into this environment; make setup does",
        )
    check_writable(path, what)


def drawn(text: str) -> str:
    r"""Text escaped for Matplotlib: printable, and without formulas.

    >>> print(drawn("call:name=$x^$"))
    call:name=\$x^\$
    """
    return printable(text).replace("$", r"\$")


def short(name: str) -> str:
    """A player's name for a picture: escaped and shortened."""
    return drawn(name if len(name) <= _LONG_NAME else f"{name[: _LONG_NAME - 1]}…")


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
