"""New: the re-solving agent against its own blueprint, and both under local best response.

At 100 and 200 big blinds. Matches are estimated by AIVAT with both policies known; the local best
response of Lisý and Bowling 2017 plays both agents on the same deals.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from equipoise.base.progress import portion
from equipoise.evaluation.bounds.runs import ResponsePlan, ResponseRun, run_response
from equipoise.evaluation.estimates import Estimate, estimate
from equipoise.experiments.harness.blueprints import SAMPLED, Library, Recipe, quality_note
from equipoise.experiments.harness.experiment import Cell, Claim, Outcome, Scale, Setting
from equipoise.experiments.harness.kept_matches import kept_folder

STACKS = ("100bb", "200bb")
BETS, CARDS = "fcpa", "ir169.64.8.8"
ITERATIONS: dict[Scale, int] = {"quick": 200, "full": 10_000}
#: deals of the matches, and of each menu
DEALS: dict[Scale, int] = {"quick": 60, "full": 2000}
RESPONSES: dict[Scale, int] = {"quick": 40, "full": 300}
#: iterations of a solve; None: the agent's default
SOLVING: dict[Scale, int | None] = {"quick": 50, "full": None}
#: those of the published table; no off-tree bets at quick scale, which take minutes per deal
MENUS = ("fc/fc/fc/fc", "c/c/fcpa/fcpa", "c/c/56/56", "c/56/fc/fc")
QUICK_MENUS = MENUS[:2]
BLUEPRINT, RESOLVER, AGAINST = "blueprint", "re-solving from the turn", "v blueprint (AIVAT)"
PUBLISHED = (
    "Published, mb/h, menus fc/fc/fc/fc, c/c/fcpa/fcpa, c/c/56/56, c/56/fc/fc, 200BB: DeepStack "
    "-428 ± 87, -383 ± 219, -775 ± 255, -602 ± 214 (Moravčík et al. 2017); of agents that do not "
    "re-solve Hyperborean 2014 721, 3852, 4675, 983 and Act1 2016 407, 2597, 3302, 847 (Lisý and "
    "Bowling 2017)."
)
_SOLVED = 0.2


@dataclass(frozen=True)
class Found:
    """The results of one game: the match, and each menu against both agents."""

    match: Estimate
    runs: dict[tuple[str, str], ResponseRun]


def recipes(scale: Scale, seed: int) -> dict[str, Recipe]:
    """The blueprints, by depth of stacks."""
    return {
        stack: Recipe(f"holdem-nolimit:{stack}", BETS, CARDS, SAMPLED, ITERATIONS[scale], seed)
        for stack in STACKS
    }


def agents(folder: str, scale: Scale) -> dict[str, str]:
    """Both agents by name."""
    iterations = SOLVING[scale]
    budget = "" if iterations is None else f",iterations={iterations}"
    return {BLUEPRINT: folder, RESOLVER: f"resolve:strategy={folder},from=turn{budget}"}


def run(setting: Setting) -> Outcome:
    """Solve, play, and respond."""
    scale = setting.scale
    wanted = recipes(scale, setting.seed)
    library = Library(setting)
    folders = library.solve(list(wanted.values()), portion(setting.report, 0.0, _SOLVED))
    share = (1 - _SOLVED) / len(wanted)
    found = {}
    for number, ((stack, recipe), folder) in enumerate(zip(wanted.items(), folders, strict=True)):
        part = setting.part(stack, _SOLVED + number * share, share)
        found[stack] = _measured(part, recipe.game, agents(str(folder), scale))
    cells = [cell for stack, one in found.items() for cell in _cells(stack, one)]
    claims = [claim for stack, one in found.items() for claim in _claims(stack, one)]
    menus = MENUS if scale == "full" else QUICK_MENUS
    notes = [
        f"mb/h with 95% intervals. Blueprints {BETS}, {CARDS}, {ITERATIONS[scale]:,} iterations. "
        f"Matches of {DEALS[scale]:,} deals in both seatings by AIVAT, both policies known; what "
        f"local best response wins with {', '.join(menus)}, {RESPONSES[scale]:,} deals in both "
        "seats, the same for both agents.",
        PUBLISHED,
        quality_note(library, list(wanted.values())),
    ]
    return Outcome(cells, claims, notes, unit="mb/h")


def _measured(setting: Setting, game: str, both: dict[str, str]) -> Found:
    menus = MENUS if setting.scale == "full" else QUICK_MENUS
    steps = 1 + 2 * len(menus)
    match = _match(setting.part("match", 0.0, 1 / steps), game, both)
    runs = {}
    for number, (name, chosen) in enumerate((name, one) for one in menus for name in both):
        part = setting.part(f"{number:02d}", (number + 1) / steps, 1 / steps)
        plan = ResponsePlan(
            game, both[name], f"lbr:{chosen}", RESPONSES[setting.scale], setting.seed
        )
        out = part.work
        resume = out is not None and (out / "response.json").exists()
        workers = 1 if setting.scale == "quick" else None
        runs[name, chosen] = run_response(plan, workers, out, resume, part.report)
    return Found(match, runs)


def _match(setting: Setting, game: str, both: dict[str, str]) -> Estimate:
    """The re-solving agent's win rate against its blueprint, by AIVAT."""
    from equipoise.evaluation.variance.assess import AIVAT
    from equipoise.evaluation.variance.matches import assess_match
    from equipoise.matches.faults import FaultRules
    from equipoise.matches.match import play_match
    from equipoise.matches.plan import MatchPlan

    pair = both[RESOLVER], both[BLUEPRINT]
    deals, unhurried = DEALS[setting.scale], FaultRules(seconds=None)  # no dependence on the clock
    plan = MatchPlan(game, pair, deals, setting.seed, duplicate=True, faults=unhurried).checked()
    kept, begun = kept_folder(setting, "match", plan)
    workers = 1 if setting.scale == "quick" else None  # processes take seconds to start
    with TemporaryDirectory(prefix="equipoise-") as temporary:
        folder = kept or Path(temporary) / "match"
        play_match(plan, workers, folder, begun, portion(setting.report, 0.0, 0.5))
        found = assess_match(folder, [AIVAT], report=portion(setting.report, 0.5, 0.5))
    return found[0].rates[0]


def _cells(stack: str, found: Found) -> list[Cell]:
    cells = [_cell(f"{stack}, {RESOLVER}", AGAINST, found.match)]
    return cells + [
        _cell(f"{stack}, {name}", menus, run.rate) for (name, menus), run in found.runs.items()
    ]


def _cell(row: str, column: str, rate: Estimate) -> Cell:
    low, high = rate.interval
    return Cell(row, column, None, rate.mean, low, high)


def _claims(stack: str, found: Found) -> list[Claim]:
    menus = list(dict.fromkeys(menus for _, menus in found.runs))
    gaps = {
        one: estimate((found.runs[BLUEPRINT, one].won - found.runs[RESOLVER, one].won).mean(axis=1))
        for one in menus
    }
    lost = {one: estimate(-found.runs[RESOLVER, one].won.mean(axis=1)) for one in menus}
    return [
        _above(f"{stack}: the re-solving agent beats its blueprint", {"AIVAT": found.match}),
        _above(f"{stack}: local best response wins less from it than from its blueprint", gaps),
        _above(f"{stack}: local best response loses to it", lost),
    ]


def _above(text: str, rates: dict[str, Estimate]) -> Claim:
    """A claim that all rates are above 0; open unless one is significantly below."""
    holds = all(rate.mean > (rate.half or 0.0) for rate in rates.values())
    refuted = any(rate.mean < -(rate.half or 0.0) for rate in rates.values())
    said = "; ".join(
        f"{name} {rate.mean:+,.0f} ± {rate.half or 0.0:,.0f} mb/h" for name, rate in rates.items()
    )
    return Claim(text, holds, said, is_open=not holds and not refuted)
