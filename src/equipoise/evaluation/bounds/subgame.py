"""An exact best response to a policy in a subgame of hold'em, with all hands at once.

The policy becomes a strategy of the subgame (:mod:`equipoise.policies.written`), in which the
responder has its menus; one forward and one backward pass give the best response. No board is
sampled inside a maximum.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from equipoise.base.errors import InputError
from equipoise.evaluation.bounds.menus import LATER, Menus
from equipoise.games.action import Action
from equipoise.games.betting import BettingState
from equipoise.kernels.types import Float64s
from equipoise.policies.hands import Hands, PolicyLine
from equipoise.policies.written import WrittenPolicy, write_policy
from equipoise.spine.passes import Passes


@dataclass(frozen=True, eq=False)
class ResponseSubgame:
    """A subgame in which one player follows a policy and the other responds."""

    written: WrittenPolicy

    def value(self) -> float:
        """Expected chips of a best response over pairs of hands of both ranges."""
        written = self.written
        passes = Passes(written.tree, written.model, np.float32, workers=1)
        return passes.best_response_value(written.other, written.strategy)


def response_subgame(
    betting: BettingState,
    board: tuple[int, ...],
    line: PolicyLine,
    hands: Hands,
    ranges: tuple[Float64s, Float64s],
    menus: Menus,
) -> ResponseSubgame:
    """The subgame from a betting state; ``line`` is the policy's line there, with ``hands``.

    ``ranges`` [2, 1326]: both players' weights of the hands.
    """

    def menu(state: BettingState, raised: bool) -> Sequence[Action]:
        return (LATER if raised else menus.of(state.round)).actions(state)

    try:
        return ResponseSubgame(write_policy(betting, board, line, hands, ranges, menu))
    except InputError as error:
        if error.what != "menus":
            raise
        raise InputError(
            error.problem, "menus", str(menus),
            expected="smaller menus, or a response from the river on",
        ) from None  # fmt: skip
