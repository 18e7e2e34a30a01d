"""Papp 1998, figure 8.1: the value of the parts of the betting strategy among Lokis."""

from __future__ import annotations

from equipoise.experiments.harness.experiment import Claim, Outcome, Setting
from equipoise.experiments.papp.tournaments import Tournaments, Version, notes, play_tournaments

VERSIONS = (
    Version("A (everything)", "loki-a", 2),
    Version("B (no showdown odds)", "loki-b", 2),
    Version("C (no pot odds)", "loki-c", 2),
    Version("D (no semi-bluffs)", "loki-d", 2),
    Version("E (simple)", "loki-e", 2),
)
A, B, C, D, E = (version.label for version in VERSIONS)


def run(setting: Setting) -> Outcome:
    """Two copies each of A to E."""
    played = play_tournaments(setting, VERSIONS)
    return Outcome(
        played.cells(), _claims(played), notes(setting), panels=played.panels("Figure 8.1")
    )


def _claims(played: Tournaments) -> list[Claim]:
    return [
        played.ahead("B wins the tournament by a large margin", B, (A, C, D, E)),
        played.ahead("in self-play Loki is better off without showdown odds", B, (A,)),
        played.ahead("pot odds are a gain", A, (C,)),
        played.ahead("semi-bluffs are a gain", A, (D,)),
        played.ahead("more of a gain than pot odds (C is ahead of D)", C, (D,)),
        played.ahead("the whole strategy is ahead of the simple one", A, (E,)),
    ]
