"""A stored strategy with the game it was solved for."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from equipoise.errors import InputError
from equipoise.reading import checked_once
from equipoise.solvers.problem import Problem
from equipoise.strategy.check import check_probabilities
from equipoise.strategy.folder import ARRAY, MANIFEST, where
from equipoise.strategy.store import load_strategy
from equipoise.strategy.strategy import Strategy, rules_fingerprint
from equipoise.trees.layout import Layout


@dataclass(frozen=True)
class StoredStrategy:
    """A strategy from a folder and its problem; what does not fit together is refused."""

    folder: Path
    strategy: Strategy
    problem: Problem

    @property
    def name(self) -> str:
        """What errors call it."""
        return where(self.folder)

    def check_layout(self, layout: Layout) -> None:
        """Refuse a strategy that does not fit its game, or whose numbers are no probabilities.

        It must have the length of its game and be solved with the buckets that there are now. All
        of its numbers are read, the first time that this process uses the file.
        """
        about = self.strategy.manifest
        if layout.size != about.size:
            raise InputError("its size does not fit its game", what=self.name)
        if about.bucketing not in (None, self.problem.buckets_fingerprint):
            raise InputError(
                f"it was solved with other buckets than {about.cards} has now",
                what=self.name,
                expected="solve again, or bring back the buckets",
            )
        # the layout follows from the files: the manifest names the game, rules and buckets
        checked_once(
            lambda: check_probabilities(layout, self.strategy.values, self.name),
            "probabilities",
            self.folder / MANIFEST,
            self.folder / ARRAY,
        )


def open_strategy(folder: Path, verify: bool = False) -> StoredStrategy:
    """The strategy in a folder; ``verify`` reads all of it to compare its checksum."""
    strategy = load_strategy(folder, verify)
    about = strategy.manifest
    bets = None
    if about.bets != (None, None):
        bets = "-".join(text or "full" for text in about.bets)
    stored = StoredStrategy(folder, strategy, Problem(about.game, bets, about.cards))
    if rules_fingerprint(stored.problem.rules) != about.rules:
        raise InputError(
            f"it was solved for other rules than {about.game} has now", what=stored.name
        )
    return stored
