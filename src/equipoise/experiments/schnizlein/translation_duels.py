"""Tables 4.2, 4.3, 4.5 and 4.6 of Schnizlein 2009: hard, soft and soft-ND against exploiters.

One strategy plays with each mapping against the opponents of section 4.6.1. The column
``Harmonic``, the randomised pseudo-harmonic mapping (Ganzfried and Sandholm 2013), is new.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from equipoise.base.progress import portion
from equipoise.experiments.harness.blueprints import EXACT, SAMPLED, Library, Recipe, quality_note
from equipoise.experiments.harness.duels import Duels, Won, boards_note, loses, more, wins
from equipoise.experiments.harness.experiment import (
    Cell,
    Claim,
    Outcome,
    Scale,
    Setting,
    parse_grid,
)

if TYPE_CHECKING:
    from equipoise.policies.blueprint import Blueprint
    from equipoise.policies.opened import OpenedStrategy
    from equipoise.translation.options import Style, Translation

HARD, SOFT, SOFT_ND, HARMONIC = "Hard", "Soft", "Soft ND", "Harmonic"
COLUMNS = (HARD, SOFT, SOFT_ND, HARMONIC)
NAIVE, LARGER, SMALLER = "naïvePA", "fc125pa", "fc75pa"
#: rows of the tables: exploiters (``policies.exploiters``), then other abstractions
EXPLOITERS = {
    "+-": "plus-minus",
    "-+": "minus-plus",
    "+1-1": "plus1-minus1",
    "-1+1": "minus1-plus1",
}
ROWS = (NAIVE, *EXPLOITERS, SMALLER, LARGER)
OTHER_STYLE = "Hard, abstract style"
#: results of tables 4.2 and 4.3 for comparison with the real style
COMPARED = (NAIVE, "+-", "+1-1")
_SOLVING = 0.5  # share of the time
Table = dict[tuple[str, str], Won]


@dataclass(frozen=True)
class Variant:
    """A game with the abstraction of the tested strategy; quick ones have coarser cards.

    ``iterations`` by scale. The thesis restricts half-pot bets to one per round and none before the
    flop (section 3.2.1), and its fc75pa bets 75% *instead of* the pot: ``fc75a`` here.
    """

    stack: int
    bets: str
    iterations: dict[Scale, int]

    @property
    def game(self) -> str:
        """The game."""
        return f"holdem-nolimit:{self.stack}bb"

    def recipes(self, setting: Setting) -> list[Recipe]:
        """The tested strategy, and two with other bets."""
        return [
            cards_of(setting.scale, self.game, bets, self.iterations, setting.seed)
            for bets in (self.bets, "fc75a", "fc125a")
        ]


def cards_of(scale: Scale, game: str, bets: str, iterations: dict[Scale, int], seed: int) -> Recipe:
    """A strategy of chapter 4: the thesis' cards at full scale, 5.5.5.5 solved well at quick."""
    if scale == "quick":
        return Recipe(game, bets, "5.5.5.5", EXACT, iterations[scale], seed)
    return Recipe(game, bets, "ir169.64.8.8", SAMPLED, iterations[scale], seed)


FCPA_500 = Variant(500, "fcpa", {"quick": 200, "full": 20_000})
FCHPTA_100 = Variant(100, "fchrpta", {"quick": 100, "full": 5_000})


def readings(style: Style) -> dict[str, Translation]:
    """The translations by column, with all fixes."""
    from equipoise.translation.options import Translation

    return {
        HARD: Translation("hard", style),
        SOFT: Translation("soft", style),
        SOFT_ND: Translation("soft", style, without_dominated=True),
        HARMONIC: Translation("pseudo-harmonic", style),
    }


def opponent(row: str, strategies: list[OpenedStrategy], translation: Translation) -> Blueprint:
    """The opponent that attacks an agent with this translation."""
    from equipoise.policies.blueprint import Blueprint
    from equipoise.policies.exploiters import exploiter, naive
    from equipoise.translation.options import Translation

    if row == NAIVE:
        return naive(strategies[0], translation)
    if row in EXPLOITERS:
        return exploiter(EXPLOITERS[row], strategies[0], translation)
    own = Translation("hard", translation.style, translation.fixes)
    return Blueprint(strategies[1 if row == SMALLER else 2], own)


def measure(
    setting: Setting, variant: Variant, style: Style, compared: bool
) -> tuple[Table, Duels, str]:
    """Every row against every column; with ``compared`` some rows in abstract style too."""
    from equipoise.policies.blueprint import Blueprint

    library, recipes = Library(setting), variant.recipes(setting)
    strategies = library.opened(recipes, portion(setting.report, 0.0, _SOLVING))
    duels = Duels(setting, variant.game)
    wanted = [(row, column, readings(style)[column]) for row in ROWS for column in COLUMNS]
    if compared:
        wanted += [(row, OTHER_STYLE, readings("abstract")[HARD]) for row in COMPARED]
    found: Table = {}
    for done, (row, column, translation) in enumerate(wanted):
        part = portion(
            setting.report,
            _SOLVING + (1 - _SOLVING) * done / len(wanted),
            (1 - _SOLVING) / len(wanted),
            f"{row} against {column}",
        )
        about = f"{row} {translation} " + " ".join(recipe.folder_name for recipe in recipes)
        name = f"duel-{ROWS.index(row)}-{column.replace(' ', '-').replace(',', '')}"
        tested = Blueprint(strategies[0], translation)
        attacker = opponent(row, strategies, translation)
        found[row, column] = duels.play(name, about, attacker, tested, part)
    duels.finish()
    return found, duels, quality_note(library, recipes)


def run_table(
    setting: Setting,
    variant: Variant,
    style: Style,
    published: str,
    claims: Callable[[Table], list[Claim]],
    abstract: dict[str, float] | None = None,
) -> Outcome:
    """A table; ``abstract`` are published values of the abstract style for comparison."""
    grid = parse_grid(published)
    found, duels, quality = measure(setting, variant, style, abstract is not None)
    cells: list[Cell] = []
    for number, row in enumerate(ROWS):
        for place, column in enumerate(COLUMNS):
            theirs = grid[number][place] if place < len(grid[number]) else None
            cells.append(found[row, column].cell(row, column, theirs))
        if abstract is not None and row in COMPARED:
            cells.append(found[row, OTHER_STYLE].cell(row, OTHER_STYLE, abstract[row]))
    notes = [boards_note(duels)]
    if setting.scale == "quick":
        notes.append(
            "Quick: all strategies have the cards 5.5.5.5, solved well, in place of the thesis' "
            "ir169.64.8.8, which takes hours."
        )
    notes += [
        quality,
        "The thesis' fc75pa and fc125pa bet 75% and 125% of the pot instead of 100%: fc75a and "
        "fc125a here. All opponents translate hard, with all fixes. The column Harmonic (the "
        "randomised pseudo-harmonic mapping) is not published.",
    ]
    return Outcome(cells, claims(found) + _always(found), notes, heat_map=True, unit="mb/h")


def _always(found: Table) -> list[Claim]:
    """The statements of the text about all four tables."""
    return [
        wins("naïvePA beats hard translation without looking at its cards", found[NAIVE, HARD]),
        loses("naïvePA loses to soft translation without dominated actions", found[NAIVE, SOFT_ND]),
        more("soft translation reduces what +- wins", found["+-", HARD], found["+-", SOFT]),
        more(
            "and beats the inverse player -+ by less than hard translation does",
            found["-+", SOFT],
            found["-+", HARD],
        ),
        more("soft translation reduces what +1-1 wins", found["+1-1", HARD], found["+1-1", SOFT]),
        more(
            "new: the pseudo-harmonic mapping reduces what +- wins as well",
            found["+-", HARD],
            found["+-", HARMONIC],
        ),
    ]


def against_other_style(found: Table) -> list[Claim]:
    """The statements of the text about real style compared with abstract style."""
    return [
        more(
            "real style is more exploitable to +- than abstract style",
            found["+-", HARD],
            found["+-", OTHER_STYLE],
        ),
        more(
            "and to +1-1",
            found["+1-1", HARD],
            found["+1-1", OTHER_STYLE],
        ),
        more(
            "naïvePA wins less from it than in abstract style",
            found[NAIVE, OTHER_STYLE],
            found[NAIVE, HARD],
        ),
        loses("naïvePA loses to soft translation in real style", found[NAIVE, SOFT]),
    ]
