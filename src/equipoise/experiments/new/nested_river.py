"""New: an off-tree bet on the river, translation against nested re-solving."""

from __future__ import annotations

from equipoise.experiments.harness.experiment import Outcome, Setting
from equipoise.experiments.new.nested_streets import run_street


def run(setting: Setting) -> Outcome:
    """The table of the river."""
    return run_street(setting, 3)
