"""A real hand and one abstract history, step by step."""

from equipoise.abstraction.bets.betting import BettingAbstraction
from equipoise.games import find_game
from equipoise.games.action import Action
from equipoise.games.betting import BettingState
from equipoise.spine.tree import build_tree
from equipoise.translation.mappings import find_mapping
from equipoise.translation.options import Translation
from equipoise.translation.situation import Situation
from equipoise.translation.steps import Steps


class Hand:
    def __init__(self, game, bets, *options):
        tree = build_tree(find_game(game), BettingAbstraction.parse(bets))
        self.steps = Steps.of(tree, Translation.parse(*options))
        self.mapping = find_mapping(options[0] if options else "hard")
        self.state = BettingState.start(tree.rules)
        self.history = self.steps.start()

    @property
    def real(self):
        return Situation.of_state(self.state)

    @property
    def menu(self):
        return self.steps.menus[self.history.node]

    @property
    def abstract_pot(self):
        return int(self.steps.tree.put[self.history.node].sum())

    def weighted(self, action):
        """The steps after a real action that have a chance, with it."""
        found = []
        for step in self.steps.read(self.history, self.real, action):
            lower = 1 if step.chance is None else self.mapping(*step.chance[:3])
            part = 1 - lower if step.chance is not None and step.chance.as_upper else lower
            if part:
                found.append((step, part))
        return found

    def readings(self, action):
        """The abstract betting after a real action, with chances."""
        return {
            self.steps.tree.path(step.history.node): part for step, part in self.weighted(action)
        }

    def read(self, *actions):
        """Go on where there is one reading."""
        for action in actions:
            [(step, _)] = self.weighted(action)
            self.history = step.history
            self.state = self.state.apply(action)

    def largest_read_as_smallest(self):
        """The largest bet beyond a call that is read as the smallest abstract raise."""
        smallest, real = self.menu.children[self.menu.raises[0]], self.real
        read = [
            to
            for to in range(real.legal.min_raise, real.legal.max_raise)
            if [s.history.node for s, _ in self.weighted(Action.raise_to(to))] == [smallest]
        ]
        return max(read) - real.call_to
