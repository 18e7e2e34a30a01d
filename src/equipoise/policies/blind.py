"""Policies that ignore the private cards."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from equipoise.games.public_state import PublicState
from equipoise.games.rules import GameRules
from equipoise.kernels.types import UInt8s
from equipoise.policies.policy import Chances, HandsPolicy, RangeChances


class BlindPolicy(HandsPolicy):
    """Plays every hand alike: ``of_public`` gives the probabilities at a public state."""

    def __init__(self, of_public: Callable[[PublicState], Chances]) -> None:
        self.of_public = of_public

    def for_hands(self, public: PublicState, holes: UInt8s) -> RangeChances:
        """The same probabilities for all hands."""
        found = self.of_public(public)
        shares = np.array(list(found.values()))
        return RangeChances(tuple(found), np.repeat(shares[:, None], len(holes), axis=1))

    def check_game(self, rules: GameRules) -> None:
        """Accept any game."""
