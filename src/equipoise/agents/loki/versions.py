"""The players of the thesis by name: each a combination of settings and beliefs.

This module is imported wherever an agent is named, so kernels are loaded when a player is created.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any, get_args

from equipoise.agents.agent import Agent
from equipoise.agents.loki.settings import Deception, Settings, Tightness
from equipoise.agents.options import Option, choice, whole
from equipoise.agents.registry import register

#: beliefs by name, and their class in this package; a version has a default one
MODELS = {
    "uniform": "beliefs.Uniform",
    "typical": "typical.Typical",
    "generic": "model.Generic",
    "specific": "model.Specific",
    "generic-inverse": "model.GenericInverse",
    "specific-inverse": "model.SpecificInverse",
}


@dataclass(frozen=True)
class Version:
    """A player of the thesis: description, settings, default beliefs."""

    description: str
    settings: Settings
    model: str


_A = Settings(tightness="moderate")
_LOOSE = Settings(tightness="loose", shift=-100, make1=0.4, make2=0.8)

_TRICKY = Settings(deception=Deception())

#: sections 8.2, 8.3 and 8.4
VERSIONS = {
    "loki-simple": Version(
        "Loki by hand strength alone (figure 6.2), no model", replace(_A, simple=True), "uniform"
    ),
    "loki-a": Version("Loki A: the whole betting strategy, moderate", _A, "generic"),
    "loki-b": Version(
        "Loki B: A without showdown odds", replace(_A, showdown_odds=False), "generic"
    ),
    "loki-c": Version("Loki C: A without pot odds", replace(_A, pot_odds=False), "generic"),
    "loki-d": Version("Loki D: A without semi-bluffs", replace(_A, semi_bluff=False), "generic"),
    "loki-e": Version(
        "Loki E: the simple strategy of figure 6.2", replace(_A, simple=True), "generic"
    ),
    "loki-bpl": Version("Loki's best player, loose, no model", _LOOSE, "typical"),
    "loki-bpm": Version("Loki's best player, moderate, no model", _A, "typical"),
    "loki-bpt": Version(
        "Loki's best player, tight, no model",
        Settings(tightness="tight", shift=100, make1=0.6, make2=0.9),
        "typical",
    ),
    "loki-bpl2": Version(
        "Loki BPL': loose, and treats any number of opponents as one",
        replace(_LOOSE, counts_opponents=False),
        "typical",
    ),
    "loki-gom": Version("Loki GOM: models opponents as typical players", Settings(), "generic"),
    "loki-som": Version("Loki SOM: counts what opponents do", Settings(), "specific"),
    "loki-gom2": Version(
        "Loki GOM': GOM with bluffs, balancing raises and check-raises", _TRICKY, "generic"
    ),
    "loki-som2": Version(
        "Loki SOM': SOM with bluffs, balancing raises and check-raises", _TRICKY, "specific"
    ),
}


def make_loki(settings: Settings, model: str) -> Agent:
    """A player with these settings and the model of this name."""
    from equipoise.agents.loki.player import Loki

    return Loki(settings, make_beliefs(model))


def make_beliefs(model: str) -> Any:
    """Fresh beliefs by name."""
    module, _, name = MODELS[model].partition(".")
    return getattr(import_module(f"equipoise.agents.loki.{module}"), name)()


def _register(name: str, version: Version) -> None:
    usual = version.settings.tightness
    options = (
        Option("model", f"opponent model: {', '.join(MODELS)}", version.model, choice(*MODELS)),
        Option(
            "tightness",
            "tight, moderate or loose before the flop",
            usual,
            choice(*get_args(Tightness)),
        ),
    )

    @register(name, version.description, options)
    def make(model: str = version.model, tightness: Tightness = usual) -> Agent:
        return make_loki(replace(version.settings, tightness=tightness), model)


for _name, _version in VERSIONS.items():
    _register(_name, _version)


_SAMPLED = tuple(name for name in MODELS if name.startswith(("generic", "specific")))


@register(
    "loki-sampling",
    "Loki that bets by simulation after the flop (beyond the thesis)",
    (
        Option("model", f"opponent model: {', '.join(_SAMPLED)}", "generic", choice(*_SAMPLED)),
        Option("trials", "simulated deals per decision", "200", whole(1, 10**6)),
    ),
)
def make_sampling(model: str = "generic", trials: int = 200) -> Agent:
    """Create a player that simulates."""
    from equipoise.agents.loki.selective import SamplingLoki

    return SamplingLoki(Settings(), make_beliefs(model), trials)
