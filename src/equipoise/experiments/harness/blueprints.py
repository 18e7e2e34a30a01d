"""A library of solved strategies for experiments: each is solved once and shared.

A strategy is identified by its recipe. Budgets are iterations, not seconds, so that a recipe gives
the same strategy on every machine. Strategies are stored in one folder beside the results; a killed
solve is resumed.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from equipoise.base.errors import InputError
from equipoise.base.locks import LockedError
from equipoise.base.progress import Report, portion
from equipoise.base.scratch import ScratchFolder
from equipoise.experiments.harness.experiment import Setting

if TYPE_CHECKING:
    from equipoise.policies.opened import OpenedStrategy
    from equipoise.strategies.strategy import Manifest

#: CFR on public boards costs about 2.1e-5 CPU seconds per betting node and iteration, so trees of a
#: million nodes and more are left to external sampling
EXACT, SAMPLED, EXTERNAL = "dcfr", "mccfr-public", "mccfr-external"


@dataclass(frozen=True)
class Recipe:
    """A game, a method, a number of iterations and a seed.

    ``dcfr`` needs the matrices of a card model, so perfect recall; sampled methods take any.
    """

    game: str
    bets: str
    cards: str
    method: str
    iterations: int
    seed: int = 0

    @property
    def folder_name(self) -> str:
        """A name for its folder."""
        parts = (self.game, self.bets, self.cards, self.method, str(self.iterations))
        return re.sub(r"[^A-Za-z0-9.+-]", "_", "-".join(parts)) + f"-seed{self.seed}"

    def __str__(self) -> str:
        return f"{self.bets}.{self.cards}"

    def made(self, manifest: Manifest) -> bool:
        """True if a stored strategy was solved from this recipe."""
        from equipoise.abstraction.bets.betting import parse_bets

        return (
            manifest.game == self.game
            and tuple(parse_bets(bets)[0] for bets in manifest.bets) == parse_bets(self.bets)
            and manifest.cards == self.cards
            and manifest.method == self.method
            and manifest.iterations == self.iterations
            and manifest.seed == self.seed
        )


class Library:
    """The folder of solved strategies; a temporary one if the setting has none."""

    def __init__(self, setting: Setting) -> None:
        self._temporary: ScratchFolder | None = None
        if setting.library is None:
            self._temporary = ScratchFolder()
            self.root = self._temporary.path
        else:
            self.root = setting.library

    def solve(self, recipes: Sequence[Recipe], report: Report) -> list[Path]:
        """The folders of strategies, each solved if it is missing."""
        folders = []
        for number, recipe in enumerate(recipes):
            part = portion(report, number / len(recipes), 1 / len(recipes))
            folders.append(self._solved(recipe, part))
        return folders

    def opened(self, recipes: Sequence[Recipe], report: Report) -> list[OpenedStrategy]:
        """The strategies, opened for play."""
        from equipoise.policies.opened import open_for_play

        return [open_for_play(folder) for folder in self.solve(recipes, report)]

    def manifest(self, recipe: Recipe) -> Manifest:
        """The manifest of a solved strategy."""
        from equipoise.strategies.store import load_manifest

        return load_manifest(self.root / recipe.folder_name)

    def _solved(self, recipe: Recipe, report: Report) -> Path:
        folder = self.root / recipe.folder_name
        try:
            if recipe.made(self.manifest(recipe)):
                return folder
        except InputError:
            pass  # missing or damaged: it is solved again
        from equipoise.solvers.run.job import Job, checkpoint_folder
        from equipoise.solvers.run.loop import Stop
        from equipoise.spine.game import AbstractGame

        def said(done: float, total: float, doing: str = "") -> None:
            report(done, total, f"{recipe}: {doing}" if doing else str(recipe))

        problem = AbstractGame(recipe.game, recipe.bets, recipe.cards, report=said)
        stop = Stop(iterations=recipe.iterations)
        started = checkpoint_folder(folder)
        job = Job(problem, recipe.method, stop, recipe.seed, folder, resume=started.exists())
        engine = job.engine()
        try:
            job.run(engine, said)
        except LockedError:
            raise
        except InputError:
            shutil.rmtree(started, ignore_errors=True)  # damaged, or of another version
            replace(job, resume=False).run(engine, said)
        shutil.rmtree(started, ignore_errors=True)
        return folder


def quality_note(library: Library, recipes: Sequence[Recipe]) -> str:
    """A note on the quality of the strategies, in mb/h in the game each was solved in."""
    from equipoise.formats import resolve_game

    parts = []
    for recipe in recipes:
        rules, manifest = resolve_game(recipe.game), library.manifest(recipe)
        unit = rules.scale / rules.big_blind * 1000
        loss = manifest.exploitability * unit
        said = f"loses {loss:,.0f}"
        if manifest.interval is not None:
            half = manifest.interval * unit
            found = f"{loss:,.0f} ± {half:,.0f}"
            said = f"loses at least {found}"
            if loss <= half:
                said = f"has no significant loss, {found}"
        parts.append(f"{recipe} {said} ({recipe.method}, {recipe.iterations:,} iterations)")
    return (
        "Exploitability of the strategies in their own games, mb/h (at least: against a "
        "response on sampled boards): " + "; ".join(parts) + "."
    )
