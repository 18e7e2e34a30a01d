"""Translation along one real hand for one private hand, by the letter of Schnizlein 2009.

Twin of ``translation.histories``, which follows all private hands at once; and one history that is
sampled, which gives the same chances of actions (section 4.3.1).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from equipoise.base.errors import InputError
from equipoise.games.action import Action
from equipoise.translation.expand import NEGLIGIBLE
from equipoise.translation.mappings import Mapping, find_mapping
from equipoise.translation.menus import CALL
from equipoise.translation.options import Translation
from equipoise.translation.situation import Situation
from equipoise.translation.steps import Chance, History, Step, Steps

#: the probabilities of the actions at an abstract node, with the cards the agent holds now
Behaviour = Callable[[int], Sequence[float]]
#: a node of an abstract tree and the place of an action there
Meant = tuple[int, int]
_NEVER = 1e-12


def _value(chance: Chance | None, mapping: Mapping) -> float:
    if chance is None:
        return 1.0
    lower = float(mapping(chance.bet, chance.lower, chance.upper))
    return 1.0 - lower if chance.as_upper else lower


@dataclass
class _Option:
    """An abstract action of a history, how likely it is, and what it is made as.

    ``calls``: it is the call of its menu, or stands for it.
    """

    history: History
    option: int | None
    name: object
    calls: bool
    action: Action
    chance: float


class WeightedHistories:
    """All abstract histories that a hand may be, with their weights.

    Beside each weight stands what the readings alone give, which counts where the agent was made to
    do what it never does.
    """

    def __init__(self, steps: Steps, translation: Translation) -> None:
        self.steps = steps
        self.mapping = find_mapping(translation.mapping)
        self.dominated_below = NEGLIGIBLE if translation.without_dominated else 0.0
        self.histories: dict[History, tuple[float, float]] = {steps.start(): (1.0, 1.0)}

    def observe(self, real: Situation, action: Action) -> None:
        """The opponent has acted."""
        after: dict[History, tuple[float, float]] = {}
        for history, (weight, read) in self.histories.items():
            for step in self.steps.read(history, real, action):
                chance = _value(step.chance, self.mapping)
                _add(after, step.history, weight * chance, read * chance)
        self.histories = after

    def chances(self, real: Situation, behaviour: Behaviour) -> dict[Action, float]:
        """How often the agent takes each real action."""
        taken: dict[Action, float] = {}
        for option in self._options(real, behaviour):
            taken[option.action] = taken.get(option.action, 0.0) + option.chance
        return taken

    def abstract_chances(self, real: Situation, behaviour: Behaviour) -> dict[Meant, float]:
        """How often the agent means each action of its abstract game, whatever it is made as.

        Where the abstract betting is over, it means none.
        """
        meant: dict[Meant, float] = {}
        for option in self._options(real, behaviour):
            if option.option is not None:
                key = option.history.node, option.option
                meant[key] = meant.get(key, 0.0) + option.chance
        return meant

    def act(self, real: Situation, action: Action, behaviour: Behaviour) -> None:
        """The agent itself has acted; weights follow what it would have done."""
        options = {
            (option.history, option.option): option.chance
            for option in self._options(real, behaviour)
        }
        after: dict[History, tuple[float, float]] = {}
        for history, steps in self.steps.own(self.histories, real, action):
            for step in steps:
                chance = _value(step.chance, self.mapping)
                weight = options.get((history, step.option), 0.0)
                _add(after, step.history, weight * chance, self.histories[history][1] * chance)
        self.histories = after

    def _options(self, real: Situation, behaviour: Behaviour) -> list[_Option]:
        shares = self._shares()
        options = []
        for history in shares:
            menu = self.steps.menu(history, real)
            if menu is None:
                made = self.steps.make(history, real, None)
                options.append(_Option(history, None, CALL, True, made, 1.0))
                continue
            for place, chance in enumerate(behaviour(history.node)):
                made = self.steps.make(history, real, place)
                name, calls = menu.names[place], place == menu.calling
                options.append(_Option(history, place, name, calls, made, float(chance)))
        if self.dominated_below > 0.0:
            shares = self._without_dominated(shares, options)
        for option in options:
            option.chance *= shares[option.history]
        return options

    def _shares(self) -> dict[History, float]:
        total = sum(weight for weight, _ in self.histories.values())
        if total > _NEVER:
            return {h: weight / total for h, (weight, _) in self.histories.items()}
        total = sum(read for _, read in self.histories.values())
        if total > 0.0:
            return {h: read / total for h, (_, read) in self.histories.items()}
        return dict.fromkeys(self.histories, 1.0 / len(self.histories))

    def _without_dominated(
        self, shares: dict[History, float], options: list[_Option]
    ) -> dict[History, float]:
        """Remove what some history never does (thesis, section 4.3.3); the shares that are left."""
        below = self.dominated_below
        bad = {o.name for o in options if shares[o.history] >= below and o.chance < below}
        kept = dict.fromkeys(shares, 0.0)
        for option in options:
            if option.name in bad:
                option.chance = 0.0
            kept[option.history] += option.chance
        left = sum(share for history, share in shares.items() if kept[history] > 0.0)
        if left <= _NEVER:
            for option in options:
                option.chance = float(option.calls)
            return shares
        for option in options:
            if kept[option.history] > 0.0:
                option.chance /= kept[option.history]
        return {history: share / left for history, share in shares.items()}


class SampledHistory:
    """One abstract history, drawn reading by reading; the generator should be seeded by the hand.

    Dominated actions can only be told from all histories, so they are not removed here.
    """

    def __init__(self, steps: Steps, translation: Translation, random: np.random.Generator) -> None:
        if translation.without_dominated:
            raise InputError(
                "dominated actions cannot be removed from one sampled history",
                "translation",
                expected="weighted histories",
            )
        self.steps = steps
        self.mapping = find_mapping(translation.mapping)
        self.random = random
        self.history = steps.start()

    def observe(self, real: Situation, action: Action) -> None:
        """The opponent has acted."""
        self._follow(self.steps.read(self.history, real, action))

    def choose(self, real: Situation, behaviour: Behaviour) -> Action:
        """Draw an abstract action and make it; the hand goes on from there."""
        option: int | None = None
        if self.steps.menu(self.history, real) is not None:
            chances = np.asarray(behaviour(self.history.node), dtype=np.float64)
            option = int(self.random.choice(len(chances), p=chances / chances.sum()))
        action = self.steps.make(self.history, real, option)
        [(_, steps)] = self.steps.own([self.history], real, action)
        self._follow([step for step in steps if step.option == option])
        return action

    def _follow(self, steps: list[Step]) -> None:
        if not steps:  # somebody folded
            return
        chances = [_value(step.chance, self.mapping) for step in steps]
        place = 0 if len(steps) == 1 else int(self.random.choice(len(steps), p=chances))
        self.history = steps[place].history


def _add(
    table: dict[History, tuple[float, float]], history: History, weight: float, read: float
) -> None:
    old = table.get(history, (0.0, 0.0))
    table[history] = old[0] + weight, old[1] + read
