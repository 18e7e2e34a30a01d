"""Two proposals of chapter 9 of Papp 1998, measured: inverse re-weighting and simulation.

Not a table of the thesis, which proposes both and has neither. Each plays at one table with GOM; it
is an improvement if it is significantly ahead of GOM.
"""

from __future__ import annotations

from equipoise.experiments.harness.experiment import Outcome, Setting
from equipoise.experiments.papp.tournaments import Version, notes, play_tournaments

VERSIONS = (
    Version("GOM", "loki-gom", 2),
    Version("GOM, inverse re-weighting", "loki-gom:model=generic-inverse", 2),
    Version("simulation", "loki-sampling:model=generic", 2),
    Version("simulation, inverse re-weighting", "loki-sampling:model=generic-inverse", 2),
    Version("BPM (no model)", "loki-bpm", 2),
)
GOM, INVERSE, SAMPLING, BOTH, NONE = (version.label for version in VERSIONS)


def run(setting: Setting) -> Outcome:
    """Two copies each of GOM, of the proposals of chapter 9, and of a player without a model."""
    played = play_tournaments(setting, VERSIONS)
    claims = [
        played.ahead(
            "inverse re-weighting for checks and calls is an improvement", INVERSE, (GOM,)
        ),
        played.ahead("betting by selective sampling is an improvement", SAMPLING, (GOM,)),
        played.ahead("so are both together", BOTH, (GOM,)),
        played.ahead("both together beat a player without a model", BOTH, (NONE,)),
    ]
    about = notes(setting)
    about.append(
        "The simulating players use 200 deals for a decision after the flop; in them everybody "
        "acts by the default frequencies of Table B.2."
    )
    panels = played.panels("one tournament")
    return Outcome(played.cells(), claims, about, panels=panels)
