"""Papp 1998, figure 8.2: showdown odds among loose players."""

from __future__ import annotations

from equipoise.experiments.harness.experiment import Outcome, Setting
from equipoise.experiments.papp.tournaments import Version, notes, play_tournaments

VERSIONS = (
    Version("A (everything)", "loki-a", 2),
    Version("B (no showdown odds)", "loki-b", 2),
    Version("BPL' (loose)", "loki-bpl2", 6),
)
A, B, LOOSE = (version.label for version in VERSIONS)


def run(setting: Setting) -> Outcome:
    """Two copies of A and of B among six of BPL'."""
    played = play_tournaments(setting, VERSIONS)
    claims = [
        played.ahead("among loose players showdown odds are a gain", A, (B,)),
        played.ahead("A has a large advantage over BPL'", A, (LOOSE,)),
        played.ahead("so has B", B, (LOOSE,)),
    ]
    return Outcome(played.cells(), claims, notes(setting), panels=played.panels("Figure 8.2"))
