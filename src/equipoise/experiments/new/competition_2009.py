"""New: a competition like that of 2009 (Schnizlein 2009, section 6.1.2), with our agents.

An exploiting agent, an equilibrium agent with soft translation, agents with hard translation, and
baselines meet each other; ranked by total bankroll and by run-off. The published agents are not
available, so numbers of Table 6.2 are not compared; its claims are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from equipoise.base.progress import portion
from equipoise.experiments.harness.blueprints import SAMPLED, Library, Recipe, quality_note
from equipoise.experiments.harness.duels import LEVEL
from equipoise.experiments.harness.experiment import (
    Cell,
    Claim,
    Outcome,
    Scale,
    Setting,
)
from equipoise.experiments.harness.kept_matches import kept_folder

if TYPE_CHECKING:
    from equipoise.evaluation.crosstable import Crosstable

GAME = "holdem-nolimit:500bb"
BETS, CARDS = "fcpa", "ir169.64.8.8"
ITERATIONS: dict[Scale, int] = {"quick": 600, "full": 20_000}
BANKROLL, EQUILIBRIUM, HARD, OTHER = "bankroll-2009", "soft", "hard", "hard, real style"
CALLER, DICE = "call", "random"
NAMES = (BANKROLL, EQUILIBRIUM, HARD, OTHER, CALLER, DICE)
#: matches of a competition have a few thousand hands (section 4.5.4); memory ends with each
SESSION = 3000
SESSIONS: dict[Scale, int] = {"quick": 4, "full": 100}
ALWAYS_FOLD = 750.0  # maximum loss of folding every hand, mb/h
_SOLVING = 0.4  # share of the time


def agents(folder: str) -> tuple[str, ...]:
    """The specifications, in the order of ``NAMES``."""
    return (
        f"bankroll-2009:strategy={folder}",
        f"{folder}:translation=soft",
        f"{folder}:translation=hard",
        f"{folder}:translation=hard,style=real",
        "call",
        "random:size=pot",
    )


def play(setting: Setting, specifications: tuple[str, ...]) -> Crosstable:
    """Play all pairs; a killed run resumes."""
    from equipoise.evaluation.crosstable import Crosstable
    from equipoise.evaluation.scores import score_match
    from equipoise.matches.faults import FaultRules
    from equipoise.matches.plan import MatchPlan
    from equipoise.matches.tournament import play_tournament

    hands = SESSION * SESSIONS[setting.scale]
    calm = FaultRules(seconds=None)
    plan = MatchPlan(GAME, specifications, hands, setting.seed, False, SESSION, calm)
    out, begun = kept_folder(setting, "tournament", plan)
    pairs = {}
    report = portion(setting.report, _SOLVING, 1 - _SOLVING)
    for pairing, result in play_tournament(plan, None, out, begun, report):
        pairs[pairing.row, pairing.column] = score_match(result).scores[0].rate
    return Crosstable.of_estimates(NAMES, pairs)


def run(setting: Setting) -> Outcome:
    """Solve, play, rank."""
    library = Library(setting)
    recipe = Recipe(GAME, BETS, CARDS, SAMPLED, ITERATIONS[setting.scale], setting.seed)
    (folder,) = library.solve([recipe], portion(setting.report, 0.0, _SOLVING))
    table = play(setting, agents(str(folder)))
    cells = _cells(table)
    return Outcome(
        cells,
        _claims(table),
        _notes(setting, table, quality_note(library, [recipe])),
        heat_map=True,
        unit="mb/h",
        axes=("wins", "against"),
    )


def _cells(table: Crosstable) -> list[Cell]:
    cells = []
    halves, average_halves = table.half_widths(), table.average_half_widths()
    for row, name in enumerate(NAMES):
        for column in range(len(NAMES)):
            mean, half = table.means[row, column], halves[row, column]
            ends = (None, None) if row == column else (mean - half, mean + half)
            cells.append(Cell(f"({row + 1}) {name}", f"({column + 1})", None, mean, *ends))
        mean, half = table.averages()[row], average_halves[row]
        cells.append(Cell(f"({row + 1}) {name}", "average", None, mean, mean - half, mean + half))
    return cells


def _claims(table: Crosstable) -> list[Claim]:
    from equipoise.evaluation.rankings import runoff, sure_winner, total_bankroll, winning_shares

    halves = table.half_widths()

    def won(row: str, column: str) -> tuple[float, float]:
        i, j = NAMES.index(row), NAMES.index(column)
        return float(table.means[i, j]), float(halves[i, j])

    def text(row: str, column: str) -> str:
        mean, half = won(row, column)
        return f"{mean:+,.0f} ± {half:,.0f} mb/h"

    others = [name for name in NAMES if name != EQUILIBRIUM]
    least = {name: won(EQUILIBRIUM, name) for name in others}
    from_hard = won(BANKROLL, HARD)
    averages = dict(zip(NAMES, table.averages().tolist(), strict=True))
    spread = dict(zip(NAMES, table.average_half_widths().tolist(), strict=True))
    gap = averages[BANKROLL] - averages[EQUILIBRIUM]
    width_of_gap = (spread[BANKROLL] ** 2 + spread[EQUILIBRIUM] ** 2) ** 0.5
    lost, width = won(BANKROLL, EQUILIBRIUM)
    first = sure_winner(winning_shares(table, total_bankroll))
    orders = [
        " > ".join(" = ".join(NAMES[player] for player in place) for place in ranking.places)
        for ranking in (total_bankroll(table), runoff(table)[0])
    ]
    return [
        Claim(
            "the equilibrium agent defeats all other opponents",
            all(mean > half for mean, half in least.values()),
            "; ".join(f"{name} {text(EQUILIBRIUM, name)}" for name in others),
            is_open=not all(mean > half for mean, half in least.values())
            and all(mean > -half for mean, half in least.values()),
        ),
        Claim(
            "it defends against the exploiting agent, which wins nothing from it (less than "
            f"{LEVEL:g} mb/h)",
            lost + width < LEVEL,
            text(BANKROLL, EQUILIBRIUM),
            is_open=lost - width < LEVEL <= lost + width,
        ),
        Claim(
            "the exploiting agent wins more on average than the equilibrium agent",
            gap > width_of_gap,
            f"{averages[BANKROLL]:+,.0f} ± {spread[BANKROLL]:,.0f} against "
            f"{averages[EQUILIBRIUM]:+,.0f} ± {spread[EQUILIBRIUM]:,.0f} mb/h",
            is_open=abs(gap) <= width_of_gap,
        ),
        Claim(
            "it beats who translates hard by more than folding every hand loses",
            from_hard[0] - from_hard[1] > ALWAYS_FOLD,
            text(BANKROLL, HARD),
            is_open=abs(from_hard[0] - ALWAYS_FOLD) <= from_hard[1],
        ),
        Claim(
            "the exploiting agent comes first by total bankroll",
            first == NAMES.index(BANKROLL),
            f"by bankroll {orders[0]}; by run-off {orders[1]}; "
            + ("nobody" if first is None else NAMES[first])
            + " is first by bankroll in 95% of the tables that the errors allow",
            is_open=first is None,
        ),
    ]


def _notes(setting: Setting, table: Crosstable, quality: str) -> list[str]:
    from equipoise.evaluation.rankings import by_runoff, total_bankroll, winning_shares

    shares = [
        f"{what} {NAMES[max(range(len(NAMES)), key=found.__getitem__)]} in {max(found):.0%}"
        for what, found in (
            ("by bankroll", winning_shares(table, total_bankroll)),
            ("by run-off", winning_shares(table, by_runoff)),
        )
    ]
    return [
        f"Row against column, mb/h, {GAME}; {SESSIONS[setting.scale]} matches of {SESSION:,} "
        "hands per pair, each with fresh agents; 95% intervals (Student's t), over matches if "
        "an agent has memory.",
        f"The first four play one strategy, {BETS} {CARDS}; bankroll-2009 assumes that its "
        "opponents use the abstract style. The competition was 200BB and its equilibrium agent "
        "had more bets; Table 6.2 itself is ranked by schnizlein-6.2.",
        f"First of the tables that the errors allow: {', '.join(shares)}.",
        quality,
    ]
