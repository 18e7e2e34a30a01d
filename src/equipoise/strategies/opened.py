"""A stored strategy with the game it was solved for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from equipoise.abstraction.buckets.build import build_bucketing
from equipoise.abstraction.buckets.cuts import CUTS, CutBucketing, load_cuts
from equipoise.base.errors import InputError
from equipoise.base.reading import checked_once
from equipoise.games.fingerprint import renewed_fingerprint, rules_fingerprint
from equipoise.spine.game import AbstractGame
from equipoise.spine.layout import Layout
from equipoise.strategies.check import check_probabilities
from equipoise.strategies.folder import ARRAY, MANIFEST, where
from equipoise.strategies.store import load_strategy
from equipoise.strategies.strategy import Strategy


@dataclass(frozen=True)
class StoredStrategy:
    """A strategy from a folder with its game; mismatches raise InputError."""

    folder: Path
    strategy: Strategy
    problem: AbstractGame

    @property
    def name(self) -> str:
        """Its name in error messages."""
        return where(self.folder)

    def check_layout(self, layout: Layout) -> None:
        """Raise InputError for a strategy that does not match its game.

        It must have the size of its game and be solved with the current buckets. All of its numbers
        are checked when this process first uses the file.
        """
        about = self.strategy.manifest
        if layout.size != about.size:
            raise InputError("its size does not match its game", what=self.name)
        if about.bucketing not in (None, self.problem.buckets_fingerprint):
            raise InputError(
                f"the buckets of {about.cards} have changed since it was solved",
                what=self.name,
                expected="solve it again, or restore the buckets",
            )
        # the layout follows from the files: the manifest names the game, rules and buckets
        checked_once(
            lambda: check_probabilities(layout, self.strategy.values, self.name),
            "probabilities",
            self.folder / MANIFEST,
            self.folder / ARRAY,
        )


def open_strategy(folder: Path, verify: bool = False) -> StoredStrategy:
    """The strategy in a folder; ``verify`` checks the full checksum."""
    strategy = load_strategy(folder, verify)
    about = strategy.manifest
    bets = None
    if about.bets != (None, None):
        bets = "-".join(text or "full" for text in about.bets)
    cuts = folder / CUTS
    bucketing = None
    if cuts.is_file():  # it brings its buckets: no table has to be built to play it
        bucketing = CutBucketing(load_cuts(cuts), lambda: build_bucketing(about.cards))
    problem = AbstractGame(about.game, bets, about.cards, bucketing=bucketing)
    about = replace(about, rules=renewed_fingerprint(about.rules, problem.rules))
    if about.rules != rules_fingerprint(problem.rules):
        raise InputError(
            f"the rules of {about.game} have changed since it was solved", what=where(folder)
        )
    return StoredStrategy(folder, Strategy(about, strategy.values), problem)
