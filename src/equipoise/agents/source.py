"""What a blueprint plays from: a strategy, where its numbers lie, and how it sees cards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from equipoise.abstraction.betting import is_jam_fold
from equipoise.abstraction.bucket_states import BucketStates
from equipoise.abstraction.card_model import CardModel
from equipoise.abstraction.card_states import CardStates
from equipoise.abstraction.exact_model import card_model_for
from equipoise.abstraction.preflop_model import is_holdem
from equipoise.abstraction.state_readers import (
    HandBuckets,
    SmallDeck,
    StartingHands,
    StateReader,
)
from equipoise.abstraction.strong_states import good_states
from equipoise.errors import InputError
from equipoise.games.rules import GameRules
from equipoise.kernels.types import Bools
from equipoise.solvers.stored import StoredStrategy, open_strategy
from equipoise.strategy.folder import ARRAY
from equipoise.strategy.numbers import Stored
from equipoise.strategy.store import load_manifest
from equipoise.trees.layout import Layout

_SOURCES = 8  # strategies kept open: each is a tree, tables of cards and a mapped file


@dataclass(frozen=True, eq=False)
class Source:
    """A strategy of an abstract game; ``values`` are as they are stored."""

    name: str
    layout: Layout
    values: Stored
    reader: StateReader

    @property
    def rules(self) -> GameRules:
        """The game it was made for."""
        return self.layout.tree.rules

    @property
    def cards(self) -> CardStates:
        """Its card states."""
        return self.layout.model

    @cached_property
    def good(self) -> tuple[tuple[Bools, ...], tuple[Bools, ...]]:
        """For each position and round, which card states are good."""
        assert isinstance(self.cards, CardModel | BucketStates)
        return good_states(self.cards)

    def check_game(self, rules: GameRules) -> None:
        """Refuse a game of another kind; stacks may differ, and restrictions of the menu."""
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
                    expected="a game of the same kind; stacks may differ",
                )

    def check_boards(self) -> None:
        """Refuse to be dealt any board with buckets over some flops only."""
        if isinstance(self.reader, HandBuckets) and self.reader.buckets.bucketing.sampled:
            raise InputError(
                f"its cards {self.reader.buckets.bucketing.abstraction} have buckets over some "
                "flops only",
                self.name,
                expected="a bucketing of all flops, to play at a table",
            )


def strategy_fingerprint(folder: Path) -> str:
    """What tells a stored strategy from another: the checksums of its manifest and array."""
    manifest = load_manifest(folder)
    return f"{manifest.fingerprint()} {manifest.checksums.get(ARRAY, '')}"


def open_source(folder: Path) -> Source:
    """The strategy in a folder; opened once as long as it is the same."""
    return _open(folder.absolute(), str(folder), strategy_fingerprint(folder))


@lru_cache(maxsize=_SOURCES)
def _open(folder: Path, name: str, fingerprint: str) -> Source:
    stored = open_strategy(folder)
    layout = stored.problem.layout()
    stored.check_layout(layout)
    reader = _reader(stored, layout)
    return Source(f"strategy {name!r}", layout, stored.strategy.values, reader)


def _reader(stored: StoredStrategy, layout: Layout) -> StateReader:
    problem = stored.problem
    if isinstance(layout.model, BucketStates):
        return HandBuckets(layout.model)
    if is_holdem(problem.rules):
        return StartingHands()
    exact = card_model_for(problem.rules, is_jam_fold(problem.bets))
    return SmallDeck(problem.rules, exact, problem.cards_and_buckets[1])
