"""A blueprint of hold'em asked with opening bets: how it answers each, its cards averaged out.

Who bets whatever he holds learns nothing of the cards, so each of the opponent's 1,326 hands counts
alike. Only its card states matter, and each is asked once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from equipoise.cards.combos import combo_cards
from equipoise.games.action import Action, Move
from equipoise.games.betting import BettingState
from equipoise.games.observation import Observation
from equipoise.translation.boundary import ANSWERS

if TYPE_CHECKING:
    from equipoise.agents.blueprint import Blueprint
    from equipoise.kernels.types import Float64s
    from equipoise.translation.mappings import Number


@dataclass(frozen=True)
class TableResponder:
    """Answers each bet as a table says."""

    chances: dict[int, Float64s]

    def respond(self, bet: Number, rng: np.random.Generator) -> int:
        """An answer drawn from the table."""
        return int(rng.choice(len(ANSWERS), p=self.chances[int(bet)]))


def opening_answers(agent: Blueprint, bets: Sequence[int]) -> TableResponder:
    """How an agent answers each opening bet, a total of the hand, before any other action."""
    rules = agent.source.rules
    start = BettingState.start(rules)
    opener = start.to_act
    assert opener is not None
    position = 1 - opener
    hands = [(int(a), int(b)) for a, b in combo_cards()]
    held = {hand: agent.source.reader.states(position, hand, ())[0] for hand in hands}
    counts = Counter(held.values())
    examples = {state: hand for hand, state in held.items()}
    chances = {}
    for to in bets:
        made = Action.raise_to(to)
        history = ((Move(opener, made),), *((),) * (rules.rounds - 1))
        after = start.apply(made)
        seen = np.zeros(len(ANSWERS))
        for state, hand in examples.items():
            view = Observation(position, hand, ((), ()), (), after, history)
            for action, chance in agent.chances(view).items():
                seen[ANSWERS.index(str(action.kind))] += counts[state] * chance
        chances[to] = seen / seen.sum()
    return TableResponder(chances)
