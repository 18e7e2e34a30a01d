"""The agent of chapter 3 of Schnizlein 2009 against exploiters: hold'em rows of 3.4 and 3.5.

500BB, fcpa and fcpta; at full scale the thesis' cards 8.8.8.8, at quick scale 5.5.5.5.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from equipoise.base.progress import portion
from equipoise.experiments.harness.blueprints import EXACT, Library, Recipe, quality_note
from equipoise.experiments.harness.duels import Duels, Won, boards_note
from equipoise.experiments.harness.experiment import Scale, Setting

if TYPE_CHECKING:
    from equipoise.policies.blueprint import Blueprint
    from equipoise.policies.opened import OpenedStrategy
    from equipoise.translation.options import Translation

GAME = "holdem-nolimit:500bb"
PLUS_MINUS, ALL_DOWN, NAIVE = "+-", "AllDown", "naïvePA"
CARDS: dict[Scale, tuple[str, int]] = {"quick": ("5.5.5.5", 200), "full": ("8.8.8.8", 300)}
_SOLVING = 0.5
#: a measurement: a name, the agent's bets, its opponent and both translations
Wanted = tuple[str, str, str, "Translation"]


def _attacker(name: str, strategy: OpenedStrategy, translation: Translation) -> Blueprint:
    from equipoise.policies.exploiters import exploiter, naive

    if name == NAIVE:
        return naive(strategy, translation)
    return exploiter("plus-minus" if name == PLUS_MINUS else "alldown", strategy, translation)


def attacks(
    setting: Setting, wanted: Sequence[Wanted]
) -> tuple[dict[tuple[str, str], Won], list[str]]:
    """Opponents' win rates by opponent and name, and notes."""
    from equipoise.policies.blueprint import Blueprint

    cards, iterations = CARDS[setting.scale]
    report = setting.report
    menus = list(dict.fromkeys(bets for _, bets, _, _ in wanted))
    recipes = [Recipe(GAME, bets, cards, EXACT, iterations, setting.seed) for bets in menus]
    library = Library(setting)
    strategies = dict(
        zip(menus, library.opened(recipes, portion(report, 0.0, _SOLVING)), strict=True)
    )
    duels = Duels(setting, GAME)
    found: dict[tuple[str, str], Won] = {}
    for done, (name, bets, opponent, translation) in enumerate(wanted):
        part = portion(
            report,
            _SOLVING + (1 - _SOLVING) * done / len(wanted),
            (1 - _SOLVING) / len(wanted),
            f"{opponent} against {bets}, {name}",
        )
        strategy = strategies[bets]
        about = f"{opponent} {translation} {recipes[menus.index(bets)].folder_name}"
        attacker = _attacker(opponent, strategy, translation)
        tested = Blueprint(strategy, translation)
        found[opponent, name] = duels.play(f"attack-{done}", about, attacker, tested, part)
    duels.finish()
    notes = [f"Hold'em: {GAME}. " + boards_note(duels), quality_note(library, recipes)]
    if setting.scale == "quick":
        notes.append("Quick: cards 5.5.5.5 in place of 8.8.8.8.")
    return found, notes
