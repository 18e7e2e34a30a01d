"""Translation along one real hand, for any number of private hands at once.

The same step functions as in ``plan``, followed along one betting line. A real bet may be read as
several abstract ones, so a real hand corresponds to several abstract histories, each with a weight:
the probability of its readings times the player's own reach. The first factor is public, the second
depends on the private hand; so weights are vectors over private hands. Following all histories is
exact, and gives the same probabilities of real actions as sampling one history reading by reading
(Schnizlein 2009, section 4.3.1).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from equipoise.games.action import Action
from equipoise.kernels.types import Float64s, Int64s
from equipoise.translation.expand import NEGLIGIBLE
from equipoise.translation.mappings import find_mapping
from equipoise.translation.options import Translation
from equipoise.translation.situation import Situation
from equipoise.translation.steps import History, Option, Steps

#: the probabilities of the actions at an abstract node, [actions, hands]
Behaviour = Callable[[int], Float64s]
#: a node of an abstract tree and the index of an action in its menu
AbstractAction = tuple[int, int]
#: own reach, and reach by readings alone, both [hands]
_Weights = tuple[Float64s, Float64s]
#: an option of a history, and its probability for each hand
_Choice = tuple[tuple[History, Option], Float64s]
_NEVER = 1e-12


class WeightedHistories:
    """All abstract histories that a real hand may correspond to, with their weights.

    Besides each weight the weight by readings alone is kept. It applies to hands that have taken
    actions of probability 0, whose own weights are all 0. All hands here make bets of the same
    sizes (``steps``); a player who sizes bets by the hand keeps one object for each kind of hand.
    """

    def __init__(self, steps: Steps, translation: Translation, hands: int = 1) -> None:
        self.steps = steps
        self.mapping = find_mapping(translation.mapping)
        self.dominated_below = NEGLIGIBLE if translation.without_dominated else 0.0
        self._histories: dict[History, _Weights] = {steps.start(): (np.ones(hands), np.ones(hands))}

    def __len__(self) -> int:
        return len(self._histories)

    def part(self, hands: Int64s, steps: Steps) -> WeightedHistories:
        """The histories of a subset of the hands, continued with these step functions."""
        chosen = self.copy()
        chosen.steps = steps
        chosen._histories = {
            history: (weight[hands], read[hands])
            for history, (weight, read) in self._histories.items()
        }
        return chosen

    def copy(self) -> WeightedHistories:
        """A copy, to follow another line from here on."""
        same = object.__new__(WeightedHistories)
        same.__dict__.update(self.__dict__)  # entries for the line so far are immutable
        return same

    @property
    def histories(self) -> tuple[History, ...]:
        """The abstract histories, in the order of :meth:`shares`."""
        return tuple(self._histories)

    def observe(self, real: Situation, action: Action) -> None:
        """Update with an action of the opponent."""
        after: dict[History, _Weights] = {}
        for history, (weight, read) in self._histories.items():
            for step in self.steps.read(history, real, action):
                chance = step.probability(self.mapping)
                _add(after, step.history, weight * chance, read * chance)
        self._histories = after

    def chances(self, real: Situation, behaviour: Behaviour) -> dict[Action, Float64s]:
        """The probability of each real action for each hand."""
        taken: dict[Action, Float64s] = {}
        for (_, option), chance in self._choices(real, behaviour):
            action = option.action
            taken[action] = taken[action] + chance if action in taken else chance
        return taken

    def abstract_chances(
        self, real: Situation, behaviour: Behaviour
    ) -> dict[AbstractAction, Float64s]:
        """The probability of each abstract action for each hand, whatever real action it becomes.

        Empty if the abstract betting is over.
        """
        meant: dict[AbstractAction, Float64s] = {}
        for (history, option), chance in self._choices(real, behaviour):
            if option.place is not None:
                key = history.node, option.place
                meant[key] = meant[key] + chance if key in meant else chance
        return meant

    def act(self, real: Situation, action: Action, behaviour: Behaviour) -> None:
        """Update with an own action; weights are multiplied by its probability for each hand."""
        chances = {
            (history, option.place): chance
            for (history, option), chance in self._choices(real, behaviour)
        }
        after: dict[History, _Weights] = {}
        for history, steps in self.steps.own(self._histories, real, action):
            _, read = self._histories[history]
            for step in steps:
                chance = step.probability(self.mapping)
                own = chances[history, step.option]
                _add(after, step.history, own * chance, read * chance)
        self._histories = after

    def _choices(self, real: Situation, behaviour: Behaviour) -> list[_Choice]:
        """The options of every history, and their probabilities for each hand."""
        found: list[tuple[History, Option]] = []
        owners: list[int] = []
        blocks: list[Float64s] = []
        shares = self.shares()
        for number, history in enumerate(self._histories):
            options = self.steps.options(history, real)
            found += [(history, option) for option in options]
            owners += [number] * len(options)
            certain = options[0].place is None
            blocks.append(np.ones((1, shares.shape[1])) if certain else behaviour(history.node))
        chances = blocks[0] if len(blocks) == 1 else np.concatenate(blocks)
        if self.dominated_below > 0.0:
            options = [option for _, option in found]
            chances, shares = self._without_dominated(options, owners, chances, shares)
        return list(zip(found, chances * shares[owners], strict=True))

    def shares(self) -> Float64s:
        """The weight of each history: by own reach, else by the readings, else uniform.

        [histories, hands]; the shares of a hand sum to 1.
        """
        weights = np.array([weight for weight, _ in self._histories.values()])
        if len(weights) == 1:
            return np.ones_like(weights)
        own = _summed(weights)
        by_readings = own <= _NEVER
        if not by_readings.any():
            shares: Float64s = weights / own
            return shares
        reads = np.array([read for _, read in self._histories.values()])
        read_total = _summed(reads)
        unread = read_total <= 0.0
        total = np.where(by_readings, np.where(unread, len(weights), read_total), own)
        found: Float64s = np.where(by_readings, np.where(unread, 1.0, reads), weights) / total
        return found

    def _without_dominated(
        self, options: list[Option], owners: list[int], chances: Float64s, shares: Float64s
    ) -> tuple[Float64s, Float64s]:
        """Remove the actions that some history never takes (Schnizlein 2009, section 4.3.3).

        Returns the remaining probabilities, and the shares of the histories with any left. A hand
        without remaining actions calls.
        """
        removed = (shares[owners] >= self.dominated_below) & (chances < self.dominated_below)
        if len(shares) > 1:
            names = [option.name for option in options]
            for name in set(names):
                rows = [row for row, other in enumerate(names) if other == name]
                removed[rows] = removed[rows].any(axis=0)
        left = np.where(removed, 0.0, chances)
        kept = np.zeros_like(shares)
        np.add.at(kept, owners, left)
        keeps = kept > 0.0
        total = _summed(np.where(keeps, shares, 0.0))
        nothing = total <= _NEVER
        calls = np.array([[float(option.calls)] for option in options])
        scaled = left / np.where(keeps, kept, 1.0)[owners]
        return np.where(nothing, calls, scaled), shares / np.where(nothing, 1.0, total)


def _summed(rows: Float64s) -> Float64s:
    """The sum over rows in order, so that it does not depend on the number of hands."""
    total: Float64s = rows[0]
    for row in rows[1:]:
        total = total + row
    return total


def _add(
    table: dict[History, _Weights], history: History, weight: Float64s, read: Float64s
) -> None:
    if history in table:
        old = table[history]
        table[history] = old[0] + weight, old[1] + read
    else:
        table[history] = weight, read
