"""Papp 1998, figure 8.3: generic opponent modelling among players without a model."""

from __future__ import annotations

from equipoise.experiments.harness.experiment import Outcome, Setting
from equipoise.experiments.papp.tournaments import Version, notes, play_tournaments

VERSIONS = (
    Version("GOM (generic modelling)", "loki-gom", 4),
    Version("BPT (tight)", "loki-bpt", 2),
    Version("BPM (moderate)", "loki-bpm", 2),
    Version("BPL (loose)", "loki-bpl", 2),
)
GOM, TIGHT, MODERATE, LOOSE = (version.label for version in VERSIONS)


def run(setting: Setting) -> Outcome:
    """Four copies of GOM, two each of the players without a model."""
    played = play_tournaments(setting, VERSIONS)
    claims = [
        played.ahead(
            "GOM clearly dominates the players without a model", GOM, (TIGHT, MODERATE, LOOSE)
        ),
        played.ahead("among those the tight one is ahead of the moderate one", TIGHT, (MODERATE,)),
        played.ahead("and the moderate one ahead of the loose one", MODERATE, (LOOSE,)),
    ]
    return Outcome(played.cells(), claims, notes(setting), panels=played.panels("Figure 8.3"))
