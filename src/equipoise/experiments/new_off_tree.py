"""What one bet size off the tree wins against every mapping, in 12-chip Leduc; in no document.

The responder may use the bets of the abstraction and one size more. What that size wins above the
abstraction's own bets is the price of reading it wrongly.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from equipoise.experiments.abstract_games import METHOD, Solved, solve_abstract
from equipoise.experiments.experiment import (
    Cell,
    Claim,
    Curve,
    Experiment,
    Outcome,
    Panel,
    Scale,
    Setting,
)
from equipoise.translation.mappings import MAPPINGS

if TYPE_CHECKING:
    from equipoise.kernels.types import Float64s
    from equipoise.response.evaluate import Passes
    from equipoise.translation.adversary import Findings, Where
    from equipoise.translation.options import Style

GAME = "leduc-nolimit:12"
ABSTRACTIONS: dict[Scale, tuple[str, ...]] = {
    "quick": ("fcpa",),
    "full": ("fcpa", "fca", "fcha", "fcda", "fchpa", "fchda", "fcpda", "fchpda"),
}
STYLES: dict[Scale, tuple[Style, ...]] = {"quick": ("abstract",), "full": ("abstract", "real")}
TARGET: dict[Scale, float] = {"quick": 1e-3, "full": 1e-5}
PERCENTS = range(25, 550, 25)
_EQUAL = 1e-9
_TITLES: dict[Where, str] = {"first": "as the first raise of a hand", "everywhere": "everywhere"}

Key = tuple[str, str, "Where", str]


def findings(setting: Setting) -> dict[Key, Findings]:
    """By abstraction, style, place of the bet and mapping."""
    from equipoise.solvers.problem import Problem
    from equipoise.translation.adversary import Adversary

    full = Problem(GAME).passes()
    found: dict[Key, Findings] = {}
    names = ABSTRACTIONS[setting.scale]
    for number, bets in enumerate(names):
        setting.report(number, len(names), f"{bets}: solving")
        solved = solve_abstract(Problem(GAME, bets), TARGET[setting.scale], setting.seed)
        setting.report(number + 0.5, len(names), f"{bets}: responding")
        places: dict[Where, list[Fraction] | None] = {
            "first": None,
            "everywhere": [Fraction(percent, 100) for percent in PERCENTS],
        }
        for where, sizes in places.items():
            adversary = Adversary(solved.layout, full, sizes, where)
            for style in STYLES[setting.scale]:
                for name, real in translated(solved, full, style).items():
                    found[bets, style, where, name] = adversary.against(real)
    return found


def translated(solved: Solved, full: Passes, style: Style) -> dict[str, Float64s]:
    """The strategy in the full game by every mapping."""
    from equipoise.translation.expand import Expansion
    from equipoise.translation.options import Translation

    plans = Expansion(solved.layout, full.layout, solved.buckets, Translation(style=style))
    return {name: plans.with_mapping(name).strategy(solved.strategy) for name in MAPPINGS}


def _mean(pair: tuple[float, float]) -> float:
    return sum(pair) / 2


def _panel(found: dict[Key, Findings], bets: str, style: str, where: Where) -> Panel:
    curves = []
    for name, mapping in MAPPINGS.items():
        seen = found[bets, style, where, name]
        sizes = [float(damage.size) for damage in seen.damages]
        gains = [_mean(seen.gains(damage)) for damage in seen.damages]
        curves.append(Curve(name, sizes, gains, mapping.deterministic))
    title = f"{bets}, {style} style: one more bet {_TITLES[where]}"
    return Panel(title, "bet, pots", "won above the abstract bets, chips a hand", curves)


def run(setting: Setting) -> Outcome:
    """Find the most damaging size against every mapping."""
    found = findings(setting)
    cells = []
    for (bets, style, where, name), seen in found.items():
        if where != "everywhere":
            continue
        worst = seen.worst
        opening = found[bets, style, "first", name]
        row = f"{bets}, {style}, {name}"
        cells += [
            Cell(row, "abstract bets", None, _mean(seen.on_tree)),
            Cell(row, "size", None, float(worst.size), digits=2),
            Cell(row, "with it", None, _mean(worst.responses)),
            Cell(row, "first raise only", None, _mean(opening.worst.responses)),
            Cell(row, "every bet", None, _mean(seen.full)),
        ]
    most = {key: _mean(seen.worst.responses) for key, seen in found.items()}
    cases = sorted({key[:3] for key in found})
    claims = [_softer(most, cases), _below_threshold(found), _ranking(most, cases)]
    notes = [
        f"{GAME}, abstract games solved by {METHOD} to {TARGET[setting.scale]:g}; translated with "
        "all fixes. Best responses of the full game in which the responder is held to the bets of "
        "the abstraction and one size more; mean of both seats, chips a hand, exact for this "
        "strategy. 'size' (pots after calling) is the one that wins most when it may be bet "
        f"everywhere, of {PERCENTS[0]}% to {PERCENTS[-1]}%.",
        "Abstract games have many equilibria; another solver may find others.",
    ]
    first = ABSTRACTIONS[setting.scale][0], STYLES[setting.scale][0]
    panels = [_panel(found, *first, where) for where in _TITLES]
    return Outcome(cells, claims, notes, digits=4, panels=panels)


def _softer(most: dict[Key, float], cases: list[tuple[str, str, Where]]) -> Claim:
    held = [
        most[*case, f"{kind}-random"] < most[*case, kind] + _EQUAL
        for case in cases
        for kind in ("arithmetic", "geometric")
    ]
    return Claim(
        "a randomised mapping loses no more to its most damaging bet than the deterministic one",
        all(held),
        f"in {sum(held)} of {len(held)} cases (abstraction, style, place of the bet, kind)",
    )


def _below_threshold(found: dict[Key, Findings]) -> Claim:
    """Tartanian5, Deterministic arithmetic: the bet just below the threshold exploits most."""
    bets, style, *_ = next(key for key in found)
    seen = found[bets, style, "first", "arithmetic"]
    above_pot = [damage for damage in seen.damages if damage.size > 1]
    worst = max(above_pot, key=lambda damage: sum(damage.responses))
    all_in = max(damage.size for damage in seen.damages) + Fraction(1, 2)
    middle = MAPPINGS["arithmetic"].threshold(1, all_in)
    below = max(damage.size for damage in above_pot if damage.size < middle)
    return Claim(
        "against the deterministic arithmetic mapping with pot and all-in, the bet just below the "
        "threshold is the worst of those between (first raise)",
        worst.size == below,
        f"{bets}: threshold {float(middle):g} pots, most won by {float(worst.size):g}",
    )


def _ranking(most: dict[Key, float], cases: list[tuple[str, str, Where]]) -> Claim:
    """Tartanian5: the new mapping has low exploitability; how often it is the best of the six."""
    least = {case: min(most[*case, name] for name in MAPPINGS) for case in cases}
    counts = {
        name: sum(most[*case, name] < least[case] + _EQUAL for case in cases) for name in MAPPINGS
    }
    shown = ", ".join(f"{name} {count}" for name, count in counts.items())
    return Claim(
        "the pseudo-harmonic mapping loses least of all six to its most damaging bet",
        counts["pseudo-harmonic"] == len(cases),
        f"least, alone or with others, in so many of {len(cases)} cases: {shown}",
    )


EXPERIMENT = Experiment(
    id="new-off-tree",
    title="The most damaging bet off the tree",
    source="New; after Schnizlein 2009, section 4.2.2, and Ganzfried and Sandholm 2012, "
    "Deterministic arithmetic",
    run=run,
    seconds={"quick": 12, "full": 180},
)
