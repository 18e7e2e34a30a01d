"""Results on disk: ``RESULTS/ID/SCALE-seedN/`` with the numbers, a readable table and a picture."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from equipoise.base.files import write_atomically
from equipoise.base.provenance import provenance
from equipoise.base.version import __version__
from equipoise.experiments.harness.experiment import Cell, Experiment, Outcome, Scale, Setting
from equipoise.experiments.harness.tables import markdown

RESULT, PICTURE = "result.json", "picture.png"


def result_folder(root: Path, experiment: Experiment, scale: Scale, seed: int) -> Path:
    """The folder of a run's result; work in progress is below it."""
    return root / experiment.id / f"{scale}-seed{seed}"


def expected_seconds(root: Path, experiment: Experiment, scale: Scale, seed: int) -> float:
    """Estimated time of a run: that of the last one here, or that of the catalogue."""
    try:
        kept = json.loads((result_folder(root, experiment, scale, seed) / RESULT).read_bytes())
        seconds = float(kept["seconds"])
    except (OSError, ValueError, KeyError, TypeError):
        return experiment.seconds[scale]
    return seconds if kept.get("version") == __version__ else experiment.seconds[scale]


@dataclass(frozen=True)
class StoredResult:
    """An outcome with its provenance."""

    experiment: Experiment
    setting: Setting
    outcome: Outcome
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """The result as JSON types, with stable keys."""
        return {
            "id": self.experiment.id,
            "title": self.experiment.title,
            "source": self.experiment.source,
            "scale": self.setting.scale,
            "seed": self.setting.seed,
            **provenance(),
            "seconds": round(self.seconds, 3),
            "cells": [_cell(cell) for cell in self.outcome.cells],
            "claims": [asdict(claim) for claim in self.outcome.claims],
            "notes": self.outcome.notes,
            "digits": self.outcome.digits,
            "unit": self.outcome.unit if self.outcome.heat_map else None,
            "sampled": self.outcome.sampled,
        }

    def write(self, root: Path) -> Path:
        """Write the result below ``root`` and return its folder."""
        folder = result_folder(root, self.experiment, self.setting.scale, self.setting.seed)
        content = {**self.as_json(), "finished": datetime.now(UTC).isoformat(timespec="seconds")}
        write_atomically(folder / RESULT, json.dumps(content, indent=1, ensure_ascii=False) + "\n")
        write_atomically(folder / "table.md", markdown(self.experiment, self.outcome))
        picture = _picture(self.experiment, self.outcome)
        if picture is not None:
            write_atomically(folder / PICTURE, picture)
        return folder


def _cell(cell: Cell) -> dict[str, Any]:
    """A cell as JSON types; with an interval if there is one."""
    entry = {
        "row": cell.row,
        "column": cell.column,
        "published": cell.published,
        "measured": cell.measured,
    }
    if cell.low is not None and cell.high is not None:
        entry |= {"low": cell.low, "high": cell.high}
    if cell.digits is not None:
        entry["digits"] = cell.digits
    return entry


def _picture(experiment: Experiment, outcome: Outcome) -> bytes | None:
    """The picture of a result, if it has one and Matplotlib is installed."""
    from equipoise.experiments.harness.pictures import draw
    from equipoise.plots.style import can_draw, png

    figure = draw(experiment, outcome) if can_draw() else None
    return None if figure is None else png(figure)
