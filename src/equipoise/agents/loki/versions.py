"""The players of the thesis by name: each a combination of settings and beliefs.

This module is imported wherever an agent is named, so what needs kernels is loaded when a player
is made.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib import import_module

from equipoise.agents.agent import Agent
from equipoise.agents.loki.settings import Settings
from equipoise.agents.options import Option, choice
from equipoise.agents.registry import register

#: beliefs by name, and their class in this package; a version takes one unless it is told another
MODELS = {"uniform": "beliefs.Uniform", "typical": "typical.Typical"}


@dataclass(frozen=True)
class Version:
    """A player of the thesis: what it is, how it bets, what it believes by default."""

    description: str
    settings: Settings
    model: str


_A = Settings(tightness="moderate")
_LOOSE = Settings(tightness="loose", shift=-100, make1=0.4, make2=0.8)

#: sections 8.3 and 8.4.1
VERSIONS = {
    "loki-simple": Version(
        "Loki by hand strength alone (figure 6.2), no model", replace(_A, simple=True), "uniform"
    ),
    "loki-a": Version("Loki A: the whole betting strategy, moderate", _A, "typical"),
    "loki-b": Version(
        "Loki B: A without showdown odds", replace(_A, showdown_odds=False), "typical"
    ),
    "loki-c": Version("Loki C: A without pot odds", replace(_A, pot_odds=False), "typical"),
    "loki-d": Version("Loki D: A without semi-bluffs", replace(_A, semi_bluff=False), "typical"),
    "loki-e": Version(
        "Loki E: the simple strategy of figure 6.2", replace(_A, simple=True), "typical"
    ),
    "loki-bpl": Version("Loki's best player, loose, no model", _LOOSE, "typical"),
    "loki-bpm": Version("Loki's best player, moderate, no model", _A, "typical"),
    "loki-bpt": Version(
        "Loki's best player, tight, no model",
        Settings(tightness="tight", shift=100, make1=0.6, make2=0.9),
        "typical",
    ),
    "loki-bpl2": Version(
        "Loki BPL': loose, and takes any number of opponents for one",
        replace(_LOOSE, counts_opponents=False),
        "typical",
    ),
}


def make_loki(settings: Settings, model: str) -> Agent:
    """A player with these settings and the model of this name."""
    from equipoise.agents.loki.player import Loki

    module, _, name = MODELS[model].partition(".")
    beliefs = getattr(import_module(f"equipoise.agents.loki.{module}"), name)
    return Loki(settings, beliefs())


def _register(name: str, version: Version) -> None:
    model = Option("model", f"of the others: {', '.join(MODELS)}", version.model, choice(*MODELS))

    @register(name, version.description, (model,))
    def make(model: str = version.model) -> Agent:
        return make_loki(version.settings, model)


for _name, _version in VERSIONS.items():
    _register(_name, _version)
