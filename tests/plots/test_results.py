"""Pictures of tables, matches and traces: drawn from data, the same bytes every time."""

import numpy as np
import pytest

from equipoise.evaluation.bankrolls import Bankrolls
from equipoise.evaluation.crosstable import Crosstable
from equipoise.plots.bankrolls import draw_bankrolls
from equipoise.plots.crosstables import draw_crosstable
from equipoise.plots.hand_tables import HandTable, draw_hand_tables
from equipoise.plots.heat_map import HeatMap, draw_heat_map
from equipoise.plots.panels import Curve, Panel, draw_panels
from equipoise.plots.style import png
from equipoise.plots.traces import draw_traces
from equipoise.solvers.run.trace import TracePoint

pytest.importorskip("matplotlib")


def texts(axes):
    return [text.get_text() for text in axes.texts]


def test_a_crosstable_shows_every_pair_and_the_averages():
    pairs = {(0, 1): (1000.0, 0.0), (0, 2): (-40.0, 0.0), (1, 2): (3.0, 0.0)}
    figure = draw_crosstable(Crosstable.of(("a", "b", "c"), pairs), "three")
    shown = texts(figure.axes[0])
    assert len(shown) == 9 and {"+1,000", "-1,000", "-40", "+40", "+3", "-3"} <= set(shown)
    assert {"+480", "-498", "+18"} <= set(shown)  # averages, to even: -498.5 and 18.5


def test_bankrolls_have_a_band_only_where_it_is_known():
    steps = np.arange(1, 41)
    known = steps >= 30
    rolls = Bankrolls(
        ("a", "b"), steps, np.stack([steps, -steps], axis=1) * 1.0, np.ones((40, 2)), known
    )
    (axes,) = draw_bankrolls(rolls, "kuhn").axes
    assert [len(line.get_xdata()) for line in axes.lines[:2]] == [40, 40]
    band = axes.collections[0].get_paths()[0].vertices
    assert band[:, 0].min() == 30 and band[:, 1].max() == 41


def test_panels_share_a_legend_and_colours_by_name():
    first = Panel("one", "x", "y", [Curve("a", [0, 1], [0, 1]), Curve("b", [0, 1], [1, 0], True)])
    second = Panel("two", "x", "y", [Curve("b", [1, 10], [1, 10])], logarithmic=True)
    figure = draw_panels("title", [first, second])
    left, right = figure.axes
    assert left.lines[1].get_color() == right.lines[0].get_color() != left.lines[0].get_color()
    assert left.lines[1].get_linestyle() == "--" and right.get_xscale() == "log"
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["a", "b"]


@pytest.mark.parametrize("low", [-100.0, 1.0])
def test_heat_maps_leave_blanks_and_show_intervals_where_signs_differ(low):
    values = np.array([[low, 2.0], [np.nan, 50.0]])
    halves = np.array([[3.0, 0.0], [0.0, 0.0]])
    named = HeatMap(["r", "s"], ["c", "d"], values, halves, 1, "chips", ("rows", "columns"))
    figure = draw_heat_map("t", named)
    shown, axes = texts(figure.axes[0]), figure.axes[0]
    assert (axes.get_ylabel(), axes.get_xlabel()) == ("rows", "columns")
    assert figure.axes[1].get_ylabel() == "chips"
    assert len(shown) == 3 and shown[1:] == ["2.0", "50.0"]
    assert shown[0] == ("-100.0\n±3.0" if low < 0 else "1.0")


def test_hand_tables_have_aces_at_the_top_left():
    values = np.arange(169.0).reshape(13, 13)
    figure = draw_hand_tables("t", [HandTable("one", values), HandTable("two", values)])
    left = figure.axes[0]
    assert texts(left)[0] == "168" and left.get_xticklabels()[0].get_text() == "A"


def test_the_same_picture_is_the_same_bytes():
    trace = [TracePoint(n, n / 10, 0.0, 1 / n) for n in (1, 10, 100)]
    first, second = (png(draw_traces("t", {"cfr": trace})) for _ in range(2))
    assert first == second and first.startswith(b"\x89PNG")
