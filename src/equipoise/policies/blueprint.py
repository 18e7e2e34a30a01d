"""The blueprint: a strategy of an abstract game, translated into the real one.

It consists of a strategy, a mapping, a style, fixes, and the treatment of small probabilities.
These are removed from the strategy itself, before translation mixes several abstract histories, as
Tartanian5 did (Ganzfried and Sandholm 2012). An action that the strategy hardly ever takes is then
dropped at every history, while actions mixed over several histories are kept.

Every abstract history is kept with its weight instead of sampling one, so all probabilities are
exact (``translation.histories``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from equipoise.games.public_state import PublicState, private_hands
from equipoise.games.rules import GameRules
from equipoise.kernels.types import Float64s, Int32s, UInt8s
from equipoise.policies.blueprint_line import BlueprintLine, Decision
from equipoise.policies.compiled import CompiledPolicy
from equipoise.policies.hands import Hands
from equipoise.policies.opened import OpenedStrategy
from equipoise.policies.policy import HandsPolicy, RangeChances
from equipoise.strategies.purify import Purification
from equipoise.translation.mappings import find_mapping
from equipoise.translation.options import Translation
from equipoise.translation.replay import Replay
from equipoise.translation.sized import HARD, Size, SizedSteps
from equipoise.translation.steps import Steps


@dataclass(frozen=True)
class Sizing:
    """Bet sizing with good and with bad hands; ``all_in`` None: as other bets.

    ``gives_up``: fold to a bet after the abstract hand is over.
    """

    good: Size = "meant"
    bad: Size = "meant"
    all_in: Size | None = None
    gives_up: bool = False

    def steps(self, plain: Steps, hard: str = HARD) -> tuple[SizedSteps, SizedSteps]:
        """The step functions with a bad hand and with a good one, against a hard mapping."""
        bad, good = (
            SizedSteps.around(plain, size, self.all_in or size, self.gives_up, hard)
            for size in (self.bad, self.good)
        )
        return bad, good if self.looks_at_hands else bad

    @property
    def looks_at_hands(self) -> bool:
        """True if good hands are bet differently from bad ones."""
        return self.good != self.bad


AS_MEANT = Sizing()


class Blueprint(HandsPolicy):
    """Plays a translated strategy; ``sizing`` makes it an exploiter (``policies.exploiters``)."""

    def __init__(
        self,
        strategy: OpenedStrategy,
        translation: Translation | None = None,
        how: Purification | None = None,
        sizing: Sizing = AS_MEANT,
    ) -> None:
        self.strategy = strategy
        self.translation = translation or Translation()
        self.how = how
        self.sizing = sizing
        self._replay = Replay()

    @cached_property
    def steps(self) -> tuple[SizedSteps, SizedSteps]:
        """The step functions with a bad hand and with a good one."""
        plain = Steps.of(self.strategy.layout.tree, self.translation)
        mapping = find_mapping(self.translation.mapping)
        return self.sizing.steps(plain, mapping.name if mapping.deterministic else HARD)

    @property
    def compiled(self) -> CompiledPolicy:
        """The compiled form, for kernels."""
        return CompiledPolicy.of(
            self.strategy, self.steps, self.translation, self.how, self.sizing.looks_at_hands
        )

    def check_game(self, rules: GameRules) -> None:
        """Accept games that differ from the strategy's in stacks only."""
        self.strategy.check_game(rules)
        self.strategy.check_boards()

    def for_hands(self, public: PublicState, holes: UInt8s) -> RangeChances:
        """The probabilities of the player to act for each of these hands."""
        *_, last = self.decisions(public, holes)
        return last.chances()

    def decisions(self, public: PublicState, holes: UInt8s) -> Iterator[Decision]:
        """All decisions of the player to act in this hand: past ones and the current one."""
        position = public.to_act
        assert position is not None
        states = self.strategy.states(position, holes, public.board)
        line = BlueprintLine.start(self, position, self._replay.start(public.rules), states)
        for move in public.moves:
            if move.position == position:
                yield line.decision()
            line = line.after(move.action)
        yield line.decision()

    def line(self, hands: Hands) -> BlueprintLine:
        """The blueprint before the first action of a hand."""
        place = self._replay.start(hands.rules)
        return BlueprintLine.start(self, hands.position, place, self.states_of(hands))

    def states_of(self, hands: Hands) -> Int32s:
        """The card states of hands on boards, [hands, rounds]."""
        holes = private_hands(hands.rules, hands.position)[hands.indices]
        ends = np.searchsorted(hands.places, np.arange(len(hands.boards) + 1))
        parts = [
            self.strategy.reader.hands(hands.position, holes[first:end], board)
            for first, end, board in zip(ends, ends[1:], hands.boards, strict=False)
            if first < end
        ]
        return parts[0] if len(parts) == 1 else np.concatenate(parts)

    def block(self, node: int, states: Int32s) -> Float64s:
        """The strategy at an abstract node in some card states, [actions, states]."""
        block = self.strategy.block(node, states)
        return block if self.how is None else self.how.of_block(block)
