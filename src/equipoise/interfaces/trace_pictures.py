"""Pictures of traces: exploitability against iterations and time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from equipoise.errors import InputError
from equipoise.evaluation.labels import drawn
from equipoise.files import own_output

if TYPE_CHECKING:
    from equipoise.solvers.trace import TracePoint


#: what else a trace can hold and is drawn, and what it is
WATCHED = {
    "change": "change while iterations doubled (L1 a decision)",
    "saturation": "share of decisions seen at least 50 times",
}


def check_picture(path: Path) -> None:
    """Refuse a picture that could not be drawn or written, before any work."""
    if path.suffix.lower() != ".png":
        raise InputError("not a PNG file", "--picture", str(path), expected="like picture.png")
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise InputError(
            "pictures need Matplotlib", "--picture", expected="pip install 'equipoise[plots]'"
        ) from None
    check_file(path, "--picture")


def check_file(path: Path, option: str) -> None:
    """Refuse a file that could not be written."""
    try:
        fits = path.is_file() or path.is_char_device() or not path.exists()
        possible = path.absolute().parent.is_dir() and (fits or own_output(path) is not None)
    except (OSError, ValueError):  # no name of a file
        possible = False
    if not possible:
        raise InputError("no file can be written there", option, str(path))


def draw_traces(title: str, traces: Mapping[str, Sequence[TracePoint]]) -> bytes:
    """A PNG with two panels, a line a trace, both scales logarithmic.

    Exploitabilities from sampled boards have their 95% interval. What else was watched has a panel
    of its own.
    """
    from matplotlib.figure import Figure

    watched = [
        name
        for name in WATCHED
        if any(name in point.measures for trace in traces.values() for point in trace)
    ]
    figure = Figure(figsize=(11 + 5 * len(watched), 4.6), layout="constrained")
    figure.suptitle(drawn(title))
    panels = figure.subplots(1, 2 + len(watched))
    panels[1].sharey(panels[0])
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
    figure.axes[0].set_ylabel("exploitability")
    figure.axes[1].legend()
    buffer = BytesIO()
    figure.savefig(buffer, format="png", dpi=130, metadata={"Software": None})
    return buffer.getvalue()


def _draw_measure(axes: Any, name: str, traces: Mapping[str, Sequence[TracePoint]]) -> None:
    for trace in traces.values():
        points = [p for p in trace if name in p.measures]
        x, y = [p.iterations for p in points], [p.measures[name] for p in points]
        (axes.semilogx if name == "saturation" else axes.loglog)(x, y, marker=".")
    axes.set(xlabel="iterations", ylabel=WATCHED[name])
    axes.grid(which="major", alpha=0.3)
