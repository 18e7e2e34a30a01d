"""Pictures of results; Matplotlib is needed only here, and only when something is drawn."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np

from equipoise.evaluation.estimates import t_quantile
from equipoise.evaluation.labels import drawn, labels

if TYPE_CHECKING:
    from equipoise.evaluation.crosstable import Crosstable
    from equipoise.matches.match import MatchResult

_POINTS = 1000
_LONG_NAME = 24
_DARK = 0.42


def can_draw() -> bool:
    """Whether Matplotlib is installed."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        return False
    return True


def _short(name: str) -> str:
    return drawn(name if len(name) <= _LONG_NAME else f"{name[: _LONG_NAME - 1]}…")


def _png(figure: Any) -> bytes:
    buffer = BytesIO()
    figure.savefig(buffer, format="png", dpi=130, metadata={"Software": None})
    return buffer.getvalue()


def draw_crosstable(table: Crosstable, title: str, unit: str = "mb/hand") -> bytes:
    """A crosstable as a heat map with its averages; colours by the order of magnitude."""
    from matplotlib.colors import SymLogNorm
    from matplotlib.figure import Figure

    size = len(table.names)
    shown = np.column_stack([table.means, table.averages()])
    halves = np.column_stack([table.half_widths(), table.average_half_widths()])
    figure = Figure(figsize=(3.2 + 1.15 * (size + 1), 1.8 + 0.62 * size), layout="constrained")
    axes = figure.subplots()
    largest = float(np.abs(shown).max()) or 1.0
    norm = SymLogNorm(linthresh=largest / 30, vmin=-largest, vmax=largest)
    blank = np.ma.masked_where(np.column_stack([np.eye(size), np.zeros(size)]) > 0, shown)
    axes.imshow(blank, cmap="RdYlGn", norm=norm, aspect="auto")
    for (row, column), value in np.ndenumerate(shown):
        if row == column:
            continue
        half = halves[row, column]
        text = f"{value + 0.0:+,.0f}" + (f"\n±{half:,.0f}" if half else "")
        dark = abs(float(norm(value)) - 0.5) > _DARK
        ink = "white" if dark else "black"
        axes.text(column, row, text, ha="center", va="center", fontsize=8, color=ink)
    axes.axvline(size - 0.5, color="black", linewidth=1.5)
    axes.set_xticks(range(size + 1), [f"({n + 1})" for n in range(size)] + ["average"])
    called = labels(table.names)
    rows = [f"({n + 1}) {_short(called[name])}" for n, name in enumerate(table.names)]
    axes.set_yticks(range(size), rows)
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.set_title(f"{drawn(title)}\nrow against column, {unit}, ± 95%", fontsize=10)
    return _png(figure)


def draw_bankrolls(result: MatchResult, title: str) -> bytes:
    """Everybody's bankroll over the match, in big blinds.

    The band at each point is where the expected bankroll lies with 95%, judged by what was won up
    to there: the bankroll plus and minus t times s times the square root of the deals so far.
    """
    from matplotlib.figure import Figure

    deals = result.millis().sum(axis=1) / 1000
    count = len(deals)
    steps = np.unique(np.linspace(1, count, min(count, _POINTS)).astype(np.int64))
    totals = np.cumsum(deals, axis=0)
    squares = np.cumsum(deals**2, axis=0)
    figure = Figure(figsize=(9, 5), layout="constrained")
    axes = figure.subplots()
    hands = steps * result.parts.shape[1]
    called = labels(result.names)
    for player, name in enumerate(result.names):
        total = totals[steps - 1, player]
        spread = np.maximum(squares[steps - 1, player] - total**2 / steps, 0.0)
        variance = spread / np.maximum(steps - 1, 1)
        half = np.array([t_quantile(max(int(n) - 1, 1)) for n in steps]) * np.sqrt(variance * steps)
        (line,) = axes.plot(hands, total, linewidth=1.3, label=_short(called[name]))
        known = steps >= min(30, count)
        axes.fill_between(
            hands[known], (total - half)[known], (total + half)[known],
            color=line.get_color(), alpha=0.15, linewidth=0,
        )  # fmt: skip
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set_xlabel("hands played")
    axes.set_ylabel("bankroll, big blinds")
    axes.set_title(f"{drawn(title)}\nbands: where the expected bankroll lies, 95%", fontsize=10)
    axes.legend(loc="best", fontsize=9)
    axes.margins(x=0.01)
    return _png(figure)
