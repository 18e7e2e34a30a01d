"""Pictures of traces: exploitability against iterations and time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from equipoise.plots.style import cycle_colours, drawn, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from equipoise.solvers.run.trace import TracePoint


#: further measures of a trace that are drawn, with their titles
WATCHED = {
    "change": "change while iterations doubled (L1 a decision)",
    "saturation": "share of decisions seen at least 50 times",
}


def draw_traces(title: str, traces: Mapping[str, Sequence[TracePoint]]) -> Figure:
    """Two panels, one line per trace, both scales logarithmic.

    Exploitabilities from sampled boards have their 95% interval. Each further measure has its own
    panel.
    """
    watched = [
        name
        for name in WATCHED
        if any(name in point.measures for trace in traces.values() for point in trace)
    ]
    figure = new_figure(11 + 5 * len(watched), 4.6)
    figure.suptitle(drawn(title))
    panels = figure.subplots(1, 2 + len(watched))
    panels[1].sharey(panels[0])
    for axes in panels:
        cycle_colours(axes)
    for axes, name in zip(panels[2:], watched, strict=True):
        _draw_measure(axes, name, traces)
    for axes, label in zip(panels[:2], ("iterations", "seconds"), strict=True):
        for name, trace in traces.items():
            points = [p for p in trace if p.exploitability > 0]
            (line,) = axes.loglog(
                [getattr(p, label) for p in points], [p.exploitability for p in points],
                marker="." if len(points) < 100 else None, label=name,
            )  # fmt: skip
            sampled = [p for p in points if "interval" in p.measures]
            if sampled:
                axes.errorbar(
                    [getattr(p, label) for p in sampled], [p.exploitability for p in sampled],
                    [p.measures["interval"] for p in sampled], color=line.get_color(),
                    linestyle="none", capsize=2,
                )  # fmt: skip
        axes.set_xlabel(label)
        axes.grid(which="major", alpha=0.3)
    figure.axes[0].set_ylabel("exploitability, chips per hand")
    figure.axes[1].legend()
    return figure


def _draw_measure(axes: Any, name: str, traces: Mapping[str, Sequence[TracePoint]]) -> None:
    for trace in traces.values():
        points = [p for p in trace if name in p.measures]
        x, y = [p.iterations for p in points], [p.measures[name] for p in points]
        (axes.semilogx if name == "saturation" else axes.loglog)(x, y, marker=".")
    axes.set(xlabel="iterations", ylabel=WATCHED[name])
    axes.grid(which="major", alpha=0.3)
