"""A strategy opened for play: its array, layout, and card reader."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import cast

import numpy as np

from equipoise.abstraction.bets.betting import is_jam_fold
from equipoise.base.errors import InputError
from equipoise.games.rules import GameRules
from equipoise.kernels.types import Bools, Float64s, Int32s, UInt8s
from equipoise.spine.cards.exact import card_model_for
from equipoise.spine.cards.preflop import is_holdem
from equipoise.spine.cards.readers import (
    HandBuckets,
    SmallDeck,
    StartingHands,
    StateReader,
)
from equipoise.spine.cards.states import CardStates
from equipoise.spine.cards.strong import good_states
from equipoise.spine.game import AbstractGame
from equipoise.spine.layout import Layout
from equipoise.strategies.folder import ARRAY
from equipoise.strategies.numbers import Stored, decoded
from equipoise.strategies.opened import open_strategy
from equipoise.strategies.store import load_manifest

_KEPT_OPEN = 8  # strategies cached: each is a tree, card tables and a mapped file


@dataclass(frozen=True, eq=False)
class OpenedStrategy:
    """A strategy of an abstract game with its layout and its card reader.

    ``values`` as stored; ``name`` for error messages.
    """

    name: str
    layout: Layout
    values: Stored
    reader: StateReader

    @property
    def rules(self) -> GameRules:
        """The game it was solved for."""
        return self.layout.tree.rules

    @property
    def cards(self) -> CardStates:
        """Its card states."""
        return self.layout.model

    @cached_property
    def good(self) -> tuple[tuple[Bools, ...], tuple[Bools, ...]]:
        """For each position and round, which card states are good."""
        return good_states(self.cards)

    def states(self, position: int, holes: UInt8s, board: Sequence[int]) -> Int32s:
        """The card states of private hands on a board, [hands, rounds]."""
        if len(holes) == 1:  # readers are faster with one hand
            states = self.reader.states(position, holes[0].tolist(), board)
            return np.array([states], dtype=np.int32)
        return self.reader.hands(position, holes, board)

    def block(self, node: int, states: Int32s) -> Float64s:
        """The probabilities at a decision node in some card states, [actions, states]."""
        return decoded(self.layout.block(self.values, node)[:, states])

    def check_game(self, rules: GameRules) -> None:
        """Raise InputError for a game of another kind; stacks and menus may differ."""
        own = self.rules
        dealt, ours = (
            [(deal.hole, deal.up, deal.board, deal.receivers) for deal in game.script]
            for game in (rules, own)
        )
        kinds = (rules.betting.kind, own.betting.kind)
        fixed = "fixed-limit" in kinds
        for what, theirs, mine in (
            ("players", rules.players, own.players),
            ("cards", (rules.deck, dealt, rules.showdown), (own.deck, ours, own.showdown)),
            ("betting", *kinds),
            ("blinds", rules.blinds, own.blinds),
            ("antes", rules.antes, own.antes),
            ("order of players", rules.first, own.first),
            ("bets", rules.betting.sizes if fixed else 0, own.betting.sizes if fixed else 0),
        ):
            if theirs != mine:
                raise InputError(
                    f"it was solved for {own.name}, and {rules.name} has other {what}",
                    self.name,
                    expected="use a game of the same kind; stacks may differ",
                )

    def check_boards(self) -> None:
        """Raise InputError if the bucketing covers sampled flops only: any board may be dealt."""
        bucketing = self.cards.bucketing
        if bucketing is not None and bucketing.sampled:
            raise InputError(
                f"its cards {bucketing.abstraction} have buckets for sampled flops only",
                self.name,
                expected="use a bucketing of all flops for play",
            )


def strategy_fingerprint(folder: Path) -> str:
    """A fingerprint of a stored strategy: the checksums of its manifest and array."""
    manifest = load_manifest(folder)
    return f"{manifest.fingerprint()} {manifest.checksums.get(ARRAY, '')}"


def open_for_play(folder: Path) -> OpenedStrategy:
    """The strategy in a folder; cached until its files change."""
    return _open(folder.absolute(), str(folder), strategy_fingerprint(folder))


@lru_cache(maxsize=_KEPT_OPEN)
def _open(folder: Path, name: str, fingerprint: str) -> OpenedStrategy:
    stored = open_strategy(folder)
    layout = stored.problem.layout()
    stored.check_layout(layout)
    reader = reader_of(stored.problem)
    # a plain view of the mapped file: slicing a memmap costs several times as much
    values = cast("Stored", np.asarray(stored.strategy.values))
    return OpenedStrategy(f"strategy {name!r}", layout, values, reader)


def reader_of(problem: AbstractGame) -> StateReader:
    """The card reader of a game's strategies."""
    if problem.has_buckets:
        return HandBuckets(problem.bucket_states)
    if is_holdem(problem.rules):
        return StartingHands()
    exact = card_model_for(problem.rules, is_jam_fold(problem.bets))
    return SmallDeck(problem.rules, exact, problem.cards_and_buckets[1])
