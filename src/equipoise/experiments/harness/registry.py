"""Experiments by id."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase

from equipoise.base.errors import InputError
from equipoise.base.plugins import check_name, load_plugins
from equipoise.experiments.catalogue import EXPERIMENTS
from equipoise.experiments.harness.experiment import Experiment, Outcome, Scale, Setting

_BUILT_IN = frozenset(experiment.id for experiment in EXPERIMENTS)
_own: dict[str, Experiment] = {}


def register_experiment(
    name: str, title: str, source: str = "own", quick: float = 10.0, full: float = 600.0
) -> Callable[[Callable[[Setting], Outcome]], Callable[[Setting], Outcome]]:
    """Register a function as an experiment for ``reproduce``; use it as a decorator.

    ``quick`` and ``full`` are its rough seconds at each scale.
    """
    check_name(name.replace(".", ""), "experiment")
    if name in _BUILT_IN:
        raise InputError(f"{name!r} is a built-in experiment", expected="another id")

    def keep(function: Callable[[Setting], Outcome]) -> Callable[[Setting], Outcome]:
        seconds: dict[Scale, float] = {"quick": quick, "full": full}
        _own[name] = Experiment(name, title, source, seconds, function=function)
        return function

    return keep


def all_experiments() -> list[Experiment]:
    """The experiments of the catalogue, and registered ones."""
    load_plugins()
    return [*EXPERIMENTS, *_own.values()]


def find_experiment(name: str) -> Experiment:
    """The experiment with this id."""
    return choose([name])[0]


def choose(patterns: Sequence[str]) -> list[Experiment]:
    """The experiments that match any of the patterns (``papp-*``); all without patterns."""
    known = {experiment.id: experiment for experiment in all_experiments()}
    if not patterns:
        return list(known.values())
    chosen: dict[str, Experiment] = {}
    for pattern in patterns:
        matching = {name: e for name, e in known.items() if fnmatchcase(name, pattern)}
        if not matching:
            raise InputError(
                f"unknown experiment {pattern!r}", expected=f"known are {', '.join(known)}"
            )
        chosen.update(matching)
    return list(chosen.values())
