"""Finds the experiments: every module of this package that defines ``EXPERIMENT``.

Modules that only serve experiments are passed over, so that listing loads nothing they need.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fnmatch import fnmatchcase
from functools import lru_cache
from importlib import import_module
from pkgutil import iter_modules

import equipoise.experiments
from equipoise.errors import InputError
from equipoise.experiments.experiment import Experiment

_SERVING = frozenset(
    {
        "abstraction_duels",
        "bet_conventions",
        "blueprints",
        "duels",
        "experiment",
        "loki_tournaments",
        "pictures",
        "polaris_duels",
        "registry",
        "schnizlein_crosstables",
        "store",
        "strength_shapes",
        "tables",
        "tartanian_games",
        "translation_duels",
    }
)


def _natural(name: str) -> list[tuple[int, int, str]]:
    """A sort key in which 5.10 follows 5.2."""
    return [
        (0, int(part), "") if part.isdigit() else (1, 0, part)
        for part in re.split(r"(\d+)", name)
        if part
    ]


@lru_cache(maxsize=1)
def all_experiments() -> dict[str, Experiment]:
    """All experiments by their id, in natural order."""
    found: dict[str, Experiment] = {}
    for module in iter_modules(equipoise.experiments.__path__):
        if module.name in _SERVING:
            continue
        experiment = getattr(
            import_module(f"{equipoise.experiments.__name__}.{module.name}"), "EXPERIMENT", None
        )
        if isinstance(experiment, Experiment):
            if experiment.id in found:
                raise ValueError(f"two experiments are called {experiment.id}")
            found[experiment.id] = experiment
    return {name: found[name] for name in sorted(found, key=_natural)}


def choose(patterns: Sequence[str]) -> list[Experiment]:
    """The experiments with these ids (``papp-*`` is understood); all where none is named."""
    known = all_experiments()
    if not patterns:
        return list(known.values())
    chosen: dict[str, Experiment] = {}
    for pattern in patterns:
        matching = {name: e for name, e in known.items() if fnmatchcase(name, pattern)}
        if not matching:
            raise InputError(
                f"there is no experiment {pattern!r}", expected=f"known are {', '.join(known)}"
            )
        chosen.update(matching)
    return list(chosen.values())
