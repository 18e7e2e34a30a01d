"""Schnizlein 2009, Table 5.2: coaches that switch strategies within a hand, 200BB.

A coach differs from its first strategy in some hands only. So both play the same deals with the
same random numbers against the same opponent, and the coach's win rate is the difference, which has
a small variance, plus the first strategy's, which is computed (``experiments.harness.duels``).
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from equipoise.base.progress import Report, portion
from equipoise.experiments.harness.blueprints import EXACT, Library, Recipe, quality_note
from equipoise.experiments.harness.duels import Duels, Won
from equipoise.experiments.harness.experiment import (
    Cell,
    Claim,
    Outcome,
    Scale,
    Setting,
)
from equipoise.experiments.harness.kept_matches import kept_folder
from equipoise.experiments.schnizlein.table_3_2 import FULL, GAME, QUICK, ROWS

if TYPE_CHECKING:
    from equipoise.kernels.types import Float64s

FULL_COACH, DEFENSIVE = "Full Coach", "Defensive Coach"
KINDS = {FULL_COACH: "full", DEFENSIVE: "defensive"}
PUBLISHED = {
    (FULL_COACH, 1): -348.0,
    (FULL_COACH, 2): -32.0,
    (DEFENSIVE, 1): 0.0,
    (DEFENSIVE, 2): -125.0,
    ("(1)", 2): -36.0,
    ("(2)", 1): 36.0,
}
DEALS: dict[Scale, int] = {"quick": 1000, "full": 100_000}
SESSION = 500
_SOLVING = 0.5  # share of the time


def recipes(setting: Setting) -> list[Recipe]:
    """Strategies (1) and (2): those of Table 3.2, in the opposite order."""
    found = []
    for _, bets, cards, small in (ROWS[1], ROWS[0]):
        if setting.scale == "quick":
            assert small is not None
            found.append(Recipe(GAME, bets, small, EXACT, QUICK, setting.seed))
        else:
            found.append(Recipe(GAME, bets, cards, *FULL[bets], setting.seed))
    return found


def played(
    setting: Setting, name: str, agents: tuple[str, str], deals: int, report: Report
) -> Float64s:
    """The first agent's winnings on each deal, mb per hand, averaged over seatings; stored."""
    from equipoise.matches.faults import FaultRules
    from equipoise.matches.match import play_match
    from equipoise.matches.plan import MatchPlan

    calm = FaultRules(seconds=None)
    plan = MatchPlan(GAME, agents, deals, setting.seed, True, SESSION, calm)
    out, begun = kept_folder(setting, name, plan)
    values: Float64s = play_match(plan, out=out, resume=begun, report=report).millis()
    result: Float64s = values[:, :, 0].mean(axis=1)
    return result


def coached(
    setting: Setting, folders: list[Path], deals: int, report: Report
) -> dict[tuple[str, int], Won]:
    """Each coach's winnings minus strategy (1)'s, against (1) and (2), by deal."""
    wanted = [(row, against) for against in (1, 2) for row in ("(1)", *KINDS)]
    rates: dict[tuple[str, int], Float64s] = {}
    for done, (row, against) in enumerate(wanted):
        part = portion(report, done / len(wanted), 1 / len(wanted), f"{row} against ({against})")
        agent = str(folders[0])
        if row in KINDS:
            agent = f"coach:first={folders[0]},second={folders[1]},kind={KINDS[row]}"
            first = f"{agent},seed=1"
        else:
            first = f"{agent}:seed=1"
        pair = (first, f"{folders[against - 1]}:seed=2")
        name = f"{KINDS.get(row, 'first')}-{against}"
        rates[row, against] = played(setting, name, pair, deals, part)
    return {
        (row, against): Won.of(values - rates["(1)", against])
        for (row, against), values in rates.items()
        if row in KINDS
    }


def run(setting: Setting) -> Outcome:
    """Solve both, compute (1) against (2), play the coaches."""
    from equipoise.policies.blueprint import Blueprint
    from equipoise.policies.opened import open_for_play

    library, both = Library(setting), recipes(setting)
    folders = library.solve(both, portion(setting.report, 0.0, _SOLVING))
    duels = Duels(setting, GAME)
    first, second = (Blueprint(open_for_play(folder)) for folder in folders)
    about = " | ".join(recipe.folder_name for recipe in both)
    part = portion(setting.report, _SOLVING, 0.1)
    known = duels.play("first-second", about, first, second, part)
    more = coached(
        setting, folders, DEALS[setting.scale], portion(setting.report, _SOLVING + 0.1, 0.4)
    )
    total = {
        (row, against): won if against == 1 else _sum(known, won)
        for (row, against), won in more.items()
    }
    total |= {("(1)", 2): known, ("(2)", 1): -known}
    labels = {"(1)": f"(1) {both[0]}", "(2)": f"(2) {both[1]}"}
    cells: list[Cell] = [
        total[row, against].cell(labels.get(row, row), f"({against})", published)
        for (row, against), published in PUBLISHED.items()
    ]
    notes = _notes(setting, both, quality_note(library, both))
    return Outcome(cells, _claims(total, more), notes, unit="mb/h")


def _sum(known: Won, more: Won) -> Won:
    """The sum of two independent estimates."""
    return known - Won(-more.mean, more.half, more.boards[:0])


def _claims(total: dict[tuple[str, int], Won], more: dict[tuple[str, int], Won]) -> list[Claim]:
    def below(text: str, won: Won, what: str) -> Claim:
        is_open = abs(won.mean) <= won.half
        return Claim(text, won.mean < -won.half, f"{what}{won} mb/h", is_open=is_open)

    tied = more[DEFENSIVE, 1]
    other = int((tied.boards != 0).sum())
    return [
        Claim(
            "the Defensive Coach ties (1), since it never switches",
            other == 0,
            f"{other} of {len(tied.boards):,} deals went another way than for (1)",
        ),
        below("(1) loses to (2)", total["(1)", 2], ""),
        below(
            "the Defensive Coach loses more to (2) than (1) does",
            more[DEFENSIVE, 2],
            "compared with (1) ",
        ),
        below("the Full Coach loses to (1)", total[FULL_COACH, 1], ""),
        below("the Full Coach loses to (2)", total[FULL_COACH, 2], ""),
        below(
            "the Full Coach does better against (2) than the Defensive Coach",
            more[DEFENSIVE, 2] - more[FULL_COACH, 2],
            "the Defensive Coach compared with it ",
        ),
    ]


def _notes(setting: Setting, both: list[Recipe], quality: str) -> list[str]:
    printed = "the dir- abstractions of Table 3.2, abbreviated in Table 5.2"
    cards = (
        f"{both[0].cards} and {both[1].cards}, of the same kind but far coarser"
        if setting.scale == "quick"
        else printed
    )
    return [
        f"mb/h, averaged over seats, {GAME}; all use hard translation, in abstract style, with "
        "all fixes. (1) against (2) is computed on sampled boards. Coaches are played: "
        f"{DEALS[setting.scale]:,} deals in both seatings, with the same cards and random "
        "numbers as (1), and the difference is added to the result of (1).",
        f"The cards are {cards}. As printed in Table 5.2 they would have 145,800,000 and 648,000 "
        "buckets on the turn. Half-pot bets are restricted to one per round and none before the "
        "flop.",
        quality,
    ]
