"""Papp 1998, figure 8.4: specific beside generic opponent modelling."""

from __future__ import annotations

from equipoise.experiments.harness.experiment import Outcome, Setting
from equipoise.experiments.papp.tournaments import Version, notes, play_tournaments

VERSIONS = (
    Version("SOM (specific modelling)", "loki-som", 2),
    Version("GOM (generic modelling)", "loki-gom", 2),
    Version("BPT (tight)", "loki-bpt", 2),
    Version("BPM (moderate)", "loki-bpm", 2),
    Version("BPL (loose)", "loki-bpl", 2),
)
SOM, GOM, TIGHT, MODERATE, LOOSE = (version.label for version in VERSIONS)


def run(setting: Setting) -> Outcome:
    """Two copies each of both modelling players and of three without a model."""
    played = play_tournaments(setting, VERSIONS)
    others = (TIGHT, MODERATE, LOOSE)
    claims = [
        played.ahead("specific modelling beats none", SOM, others),
        played.ahead("generic modelling beats none", GOM, others),
        played.level(
            "specific modelling is not significantly different from generic modelling",
            SOM,
            GOM,
            others,
        ),
    ]
    about = notes(setting)
    about.append(
        "SOM keeps its counts through all deals of one seating and starts afresh in the next: "
        "nothing carries over between trials."
    )
    return Outcome(played.cells(), claims, about, panels=played.panels("Figure 8.4"))
