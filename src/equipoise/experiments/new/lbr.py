"""New: our blueprints against local best response, compared with published agents.

Lisý and Bowling 2017 evaluate agents of the computer poker competition by local best response.
Those agents are not available, so their numbers are in the notes; the claims are compared: which
menus find most, and what translation costs.
"""

from __future__ import annotations

from dataclasses import dataclass

from equipoise.base.progress import portion
from equipoise.evaluation.bounds.runs import ResponsePlan, ResponseRun, run_response
from equipoise.evaluation.estimates import Estimate, estimate
from equipoise.experiments.harness.blueprints import SAMPLED, Library, Recipe, quality_note
from equipoise.experiments.harness.experiment import Cell, Claim, Outcome, Scale, Setting

GAME = "holdem-nolimit:100bb"
CARDS = "ir169.64.8.8"
#: fold and call; late bets, few and many; early bets; many late bets with folds before
MENUS = ("fc/fc/fc/fc", "c/c/fcpa/fcpa", "c/c/56/56", "c/56/fc/fc", "fc/c/56/56")
LATE_FEW, LATE_MANY, EARLY, CAREFUL = MENUS[1:]
FOLD = "always fold"
ALWAYS_FOLD = dict(zip(MENUS, (250.0, 750.0, 750.0, 750.0, 750.0), strict=True))
DEALS: dict[Scale, int] = {"quick": 400, "full": 5000}
#: iterations of a short and a long training
SHORT: dict[Scale, int] = {"quick": 40, "full": 500}
LONG: dict[Scale, int] = {"quick": 200, "full": 10_000}
BETS, OTHER_BETS, OTHER_CARDS = "fcpa", "fcpda+fca", "8.8.8.8"
HARD, SOFT, HARMONIC = "hard", "soft", "pseudo-harmonic"
PUBLISHED = (
    "Published, mb/h, menus fc/fc/fc/fc, c/c/fcpa/fcpa, c/c/56/56, c/56/fc/fc: Hyperborean 2014 "
    "721 ± 56, 3852 ± 141, 4675 ± 152, 983 ± 95; Slumbot 2016 522 ± 50, 4020 ± 115, 3763 ± 104, "
    "1227 ± 79; Act1 2016 407 ± 47, 2597 ± 140, 3302 ± 122, 847 ± 78; all at 200BB. Full Cards "
    "(100BB, fcpa, no card abstraction, hard translation) -424 ± 37, -536 ± 87, 2403 ± 87, "
    "1008 ± 68; with soft translation 1981 ± 224 by c/c/56/56."
)
_SOLVING = 0.4


@dataclass(frozen=True)
class Row:
    """An agent (row) of the table."""

    name: str
    agent: str


def recipes(scale: Scale, seed: int) -> dict[str, Recipe]:
    """The strategies: a short and a long training, other bets, and at full scale other cards."""
    found = {
        f"{BETS}, short training": Recipe(GAME, BETS, CARDS, SAMPLED, SHORT[scale], seed),
        BETS: Recipe(GAME, BETS, CARDS, SAMPLED, LONG[scale], seed),
        OTHER_BETS: Recipe(GAME, OTHER_BETS, CARDS, SAMPLED, LONG[scale], seed),
    }
    if scale == "full":
        found[OTHER_CARDS] = Recipe(GAME, BETS, OTHER_CARDS, SAMPLED, LONG[scale], seed)
    return found


def agents(folders: dict[str, str]) -> tuple[Row, ...]:
    """Always fold, all strategies with hard translation, and one with other translations too."""
    rows = [Row(FOLD, "fold")]
    rows += [Row(f"{name}, {HARD}", f"{path}:translation={HARD}") for name, path in folders.items()]
    rows += [
        Row(f"{BETS}, {way}", f"{folders[BETS]}:translation={way}") for way in (SOFT, HARMONIC)
    ]
    return tuple(rows)


def run(setting: Setting) -> Outcome:
    """Solve, and run local best response against all agents with all menus, on the same deals."""
    scale = setting.scale
    solved = recipes(scale, setting.seed)
    library = Library(setting)
    paths = library.solve(list(solved.values()), portion(setting.report, 0.0, _SOLVING))
    rows = agents({name: str(path) for name, path in zip(solved, paths, strict=True)})
    runs: dict[tuple[str, str], ResponseRun] = {}
    total = len(rows) * len(MENUS)
    for number, (row, menus) in enumerate((row, menus) for row in rows for menus in MENUS):
        start = _SOLVING + (1 - _SOLVING) * number / total
        part = setting.part(f"{number:02d}", start, (1 - _SOLVING) / total)
        runs[row.name, menus] = _play(part, row, menus)
    cells = [_cell(row.name, menus, runs[row.name, menus]) for row in rows for menus in MENUS]
    notes = [
        f"What local best response wins, mb/h, {GAME}, {DEALS[scale]:,} deals in both seats, the "
        "same for all; 95% intervals. Columns are the responder's actions on each street.",
        PUBLISHED,
        quality_note(library, list(solved.values())),
    ]
    return Outcome(cells, _claims(runs), notes, unit="mb/h")


def _play(setting: Setting, row: Row, menus: str) -> ResponseRun:
    """One cell; a killed run resumes."""
    plan = ResponsePlan(GAME, row.agent, f"lbr:{menus}", DEALS[setting.scale], setting.seed)
    workers = 1 if setting.scale == "quick" else None  # processes take seconds to start
    out = setting.work
    resume = out is not None and (out / "response.json").exists()
    return run_response(plan, workers, out, resume, setting.report)


def _cell(row: str, menus: str, found: ResponseRun) -> Cell:
    published = ALWAYS_FOLD[menus] if row == FOLD else None
    low, high = found.rate.interval
    return Cell(row, menus, published, found.rate.mean, low, high)


def _claims(runs: dict[tuple[str, str], ResponseRun]) -> list[Claim]:
    ours = (f"{BETS}, {HARD}", f"{OTHER_BETS}, {HARD}")
    long, soft, short = ours[0], f"{BETS}, {SOFT}", f"{BETS}, short training, {HARD}"

    def gap(first: tuple[str, str], second: tuple[str, str]) -> Estimate:
        """The difference of two win rates on the same deals."""
        return estimate((runs[first].won - runs[second].won).mean(axis=1))

    def more(text: str, gaps: dict[str, Estimate]) -> Claim:
        """A claim that differences are positive; open unless one is significantly negative."""
        holds = all(found.mean > (found.half or 0.0) for found in gaps.values())
        refuted = any(found.mean < -(found.half or 0.0) for found in gaps.values())
        said = "; ".join(
            f"{name} {found.mean:+,.0f} ± {found.half or 0.0:,.0f} mb/h"
            for name, found in gaps.items()
        )
        return Claim(text, holds, said, is_open=not holds and not refuted)

    folds = {menus: runs[FOLD, menus].rate for menus in MENUS}
    return [
        Claim(
            "who always folds loses 250 mb/h to fold and call, 750 to any bets",
            all(
                abs(rate.mean - ALWAYS_FOLD[menus]) <= max(rate.half or 0.0, 1e-6)
                for menus, rate in folds.items()
            ),
            ", ".join(f"{menus} {rate.mean:.1f}" for menus, rate in folds.items()),
        ),
        more(
            "betting from the turn on finds more than betting on the flop",
            {row: gap((row, LATE_MANY), (row, EARLY)) for row in ours},
        ),
        more(
            "56 bets find more than pot and all-in",
            {row: gap((row, LATE_MANY), (row, LATE_FEW)) for row in ours},
        ),
        more(
            "soft translation loses less than hard translation",
            {"hard - soft": gap((long, CAREFUL), (soft, CAREFUL))},
        ),
        more(
            "longer training loses less",
            {"short - long": gap((short, CAREFUL), (long, CAREFUL))},
        ),
        more(
            "a responder that may fold before the flop finds more (ours)",
            {row: gap((row, CAREFUL), (row, LATE_MANY)) for row in ours},
        ),
    ]
