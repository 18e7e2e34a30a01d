"""Tables 3.1 to 3.3 of Schnizlein 2009: strategies of different abstractions against each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from equipoise.base.progress import portion
from equipoise.experiments.harness.blueprints import Library, Recipe, quality_note
from equipoise.experiments.harness.duels import (
    Duels,
    Won,
    boards_note,
    crosstable,
    crosstable_cells,
)
from equipoise.experiments.harness.experiment import Claim, Outcome, Setting, parse_grid

_SOLVING = 0.7  # share of the time
_AXES = ("wins", "against")
#: win rate of a row against another, by their numbers in the table
Found = dict[tuple[int, int], Won]


@dataclass(frozen=True)
class Entry:
    """A row: as printed, and its recipe."""

    printed: str
    recipe: Recipe


def run_crosstable(
    setting: Setting,
    entries: Sequence[Entry],
    published: str,
    claims: Callable[[Found], list[Claim]],
    notes: Sequence[str],
) -> Outcome:
    """Solve all, and play every pair: hard translation, abstract style, all fixes."""
    from equipoise.policies.blueprint import Blueprint

    library, recipes = Library(setting), [entry.recipe for entry in entries]
    strategies = library.opened(recipes, portion(setting.report, 0.0, _SOLVING))
    duels = Duels(setting, recipes[0].game)
    labels = [f"({n + 1}) {recipe}" for n, recipe in enumerate(recipes)]
    found = crosstable(
        duels,
        labels,
        [Blueprint(strategy) for strategy in strategies],
        [recipe.folder_name for recipe in recipes],
        portion(setting.report, _SOLVING, 1 - _SOLVING),
    )
    duels.finish()
    cells = crosstable_cells(labels, parse_grid(published), found)
    by_row = {(i + 1, j + 1): won for (i, j), won in found.items()}
    said = [boards_note(duels), quality_note(library, recipes), *notes]
    printed = "; ".join(f"({n + 1}) {entry.printed}" for n, entry in enumerate(entries))
    said.append(f"The rows of the thesis: {printed}.")
    return Outcome(cells, claims(by_row), said, heat_map=True, unit="mb/h", axes=_AXES)
