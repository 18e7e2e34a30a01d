"""Run one experiment: time, work folder, result."""

from __future__ import annotations

from pathlib import Path

from equipoise.base.compiling import WorkClock
from equipoise.base.progress import Report, silent
from equipoise.experiments.harness.experiment import Experiment, Scale, Setting
from equipoise.experiments.harness.store import StoredResult, result_folder


def run_experiment(
    experiment: Experiment, scale: Scale, seed: int, root: Path, report: Report = silent
) -> StoredResult:
    """Run an experiment; unfinished work and shared strategies are stored below ``root``."""
    clock = WorkClock()
    work = result_folder(root, experiment, scale, seed) / "work"
    setting = Setting(scale, seed, report, work, root / "strategies")
    outcome = experiment.run(setting)
    return StoredResult(experiment, setting, outcome, clock.seconds)
