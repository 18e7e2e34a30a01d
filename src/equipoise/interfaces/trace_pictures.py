"""Pictures of traces: exploitability against iterations and time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from equipoise.errors import InputError

if TYPE_CHECKING:
    from equipoise.solvers.trace import TracePoint


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
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise InputError("no file can be written there", option, str(path))


def draw_traces(title: str, traces: Mapping[str, Sequence[TracePoint]]) -> bytes:
    """A PNG with two panels, a line a trace, both scales logarithmic."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 4.6), layout="constrained")
    figure.suptitle(title)
    panels = figure.subplots(1, 2, sharey=True)
    for axes, label in zip(panels, ("iterations", "seconds"), strict=True):
        for name, trace in traces.items():
            points = [p for p in trace if p.exploitability > 0]
            axes.loglog(
                [getattr(p, label) for p in points], [p.exploitability for p in points],
                marker="." if len(points) < 100 else None, label=name,
            )  # fmt: skip
        axes.set_xlabel(label)
        axes.grid(which="major", alpha=0.3)
    figure.axes[0].set_ylabel("exploitability")
    figure.axes[1].legend()
    buffer = BytesIO()
    figure.savefig(buffer, format="png", dpi=130, metadata={"Software": None})
    return buffer.getvalue()
