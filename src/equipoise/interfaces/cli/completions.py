"""Shell completion: names of games, methods, agents, experiments.

Only lists of names are imported, so that the shell does not wait.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def _starting(names: Iterable[str], incomplete: str) -> Iterator[str]:
    return (name for name in names if name.startswith(incomplete))


def complete_game(incomplete: str) -> list[str]:
    """Games of the catalogue."""
    from equipoise.games.catalogue import CATALOGUE

    names = (example for family in CATALOGUE.values() for example in family.examples)
    return list(_starting(dict.fromkeys(names), incomplete))


def complete_method(incomplete: str) -> list[str]:
    """Methods of ``solve``."""
    from equipoise.solvers.methods import METHODS

    return list(_starting(METHODS, incomplete))


def complete_agent(incomplete: str) -> list[str]:
    """Built-in agents."""
    import equipoise.interfaces.cli.person  # noqa: F401 - registers the person
    from equipoise.agents.registry import all_agents

    return list(_starting(all_agents(), incomplete))


def complete_experiment(incomplete: str) -> list[str]:
    """Ids of experiments."""
    from equipoise.experiments.harness.registry import all_experiments

    return list(_starting((experiment.id for experiment in all_experiments()), incomplete))


def complete_mapping(incomplete: str) -> list[str]:
    """Translation mappings."""
    from equipoise.translation.mappings import ALIASES, MAPPINGS

    return list(_starting([*ALIASES, *MAPPINGS], incomplete))
