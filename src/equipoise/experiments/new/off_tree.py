"""New: the value of one off-tree bet size against every mapping, in 12-chip Leduc.

The responder may use the bets of the abstraction plus one more size. Its gain over the
abstraction's own bets is the cost of misreading it. As in the other experiments on translation, it
is measured for a sample of equilibria of every abstraction.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from equipoise.experiments.harness.experiment import (
    Claim,
    Outcome,
    Scale,
    Setting,
)
from equipoise.experiments.schnizlein.leduc_translation import (
    UNREACHED,
    ranged,
    sample_label,
    sample_note,
    shared,
)
from equipoise.plots.mappings import mapping_curve
from equipoise.plots.panels import Panel
from equipoise.translation.mappings import MAPPINGS

if TYPE_CHECKING:
    from equipoise.experiments.harness.partial import Partial
    from equipoise.kernels.types import Bools, Float64s
    from equipoise.solvers.equilibria import EquilibriumSampler
    from equipoise.spine.game import AbstractGame
    from equipoise.spine.passes import Passes
    from equipoise.translation.adversary import Adversary, Where
    from equipoise.translation.options import Style

GAME = "leduc-nolimit:12"
ABSTRACTIONS: dict[Scale, tuple[str, ...]] = {
    "quick": ("fcpa",),
    "full": ("fcpa", "fca", "fcha", "fcda", "fchpa", "fchda", "fcpda", "fchpda"),
}
STYLES: dict[Scale, tuple[Style, ...]] = {"quick": ("abstract",), "full": ("abstract", "real")}
DRAWS: dict[Scale, int] = {"quick": 4, "full": 16}
PERCENTS = range(25, 550, 25)
_EQUAL = 1e-9
_TITLES: dict[Where, str] = {"first": "as the first raise of a hand", "everywhere": "everywhere"}

#: abstraction, style, place of the bet
Case = tuple[str, str, "Where"]


@dataclass(frozen=True)
class Responses:
    """Best-response values against one mapping, averaged over seats, by equilibrium.

    ``on_tree`` with the abstract bets alone and ``every`` with all legal bets, [equilibrium];
    ``with_size`` with one of ``sizes`` added to the abstract ones, [equilibrium, size].
    """

    sizes: list[Fraction]
    on_tree: Float64s
    every: Float64s
    with_size: Float64s

    @property
    def most(self) -> Float64s:
        """The value of the most damaging size."""
        found: Float64s = self.with_size.max(axis=1)
        return found

    @property
    def worst(self) -> Float64s:
        """The most damaging size in pots, the smallest among equals."""
        return np.array([float(self.sizes[place]) for place in self.with_size.argmax(axis=1)])


Found = dict[tuple[str, str, "Where", str], Responses]


def responses(setting: Setting) -> Found:
    """By abstraction, style, place of the bet and mapping; stored results are reused."""
    from equipoise.experiments.harness.partial import Partial
    from equipoise.solvers.equilibria import EquilibriumSampler
    from equipoise.spine.game import AbstractGame
    from equipoise.translation.adversary import Adversary

    full = AbstractGame(GAME).passes()
    kept = Partial(setting.work)
    names, draws, styles = ABSTRACTIONS[setting.scale], DRAWS[setting.scale], STYLES[setting.scale]
    found: Found = {}
    for place, bets in enumerate(names):
        problem = AbstractGame(GAME, bets)
        passes = problem.passes()
        sampler = EquilibriumSampler(passes, setting.seed, UNREACHED)
        setting.report(place, len(names), f"{bets}: restricted games")
        adversaries: dict[Where, Adversary] = {
            "first": Adversary(passes.layout, full, None, "first"),
            "everywhere": Adversary(passes.layout, full, _everywhere(), "everywhere"),
        }
        measured = []
        for number in range(draws):
            setting.report(
                place + (number + 1) / (draws + 1), len(names), f"{bets}, equilibrium {number + 1}"
            )
            measured.append(_measured(problem, sampler, full, adversaries, styles, number, kept))
        for case in measured[0]:
            style, where, name = case
            values = np.array([one[case] for one in measured]).mean(axis=2)
            found[bets, style, where, name] = Responses(
                adversaries[where].sizes, values[:, 0], values[:, 1], values[:, 2:]
            )
    kept.clear()
    return found


def _everywhere() -> list[Fraction]:
    return [Fraction(percent, 100) for percent in PERCENTS]


def _measured(
    problem: AbstractGame,
    sampler: EquilibriumSampler,
    full: Passes,
    adversaries: dict[Where, Adversary],
    styles: tuple[Style, ...],
    number: int,
    kept: Partial,
) -> dict[tuple[str, Where, str], Float64s]:
    """Best responses to one equilibrium by style, place and mapping, from disk if stored.

    Rows: the abstract bets alone, every bet, each size added to the abstract ones; a column per
    seat.
    """
    from equipoise.translation.expand import Expansion
    from equipoise.translation.options import Translation

    bets = str(problem.bets)
    cases = [(style, where, name) for style in styles for where in adversaries for name in MAPPINGS]
    file, about = f"{bets}-{number}", f"{sample_label(sampler, bets)} sizes {PERCENTS} {cases}"
    stored = kept.get(file, about)
    if stored is not None:
        return {case: stored["-".join(case)].astype(np.float64) for case in cases}
    strategy = sampler.draw(number).strategy
    found: dict[tuple[str, Where, str], Float64s] = {}
    for style in styles:
        layout, buckets = sampler.passes.layout, problem.cards_and_buckets[1]
        plans = Expansion(layout, full.layout, buckets, Translation(style=style))
        for mapping in MAPPINGS:
            real = plans.with_mapping(mapping).strategy(strategy)
            for where, adversary in adversaries.items():
                seen = adversary.against(real)
                sizes = [damage.responses for damage in seen.damages]
                found[style, where, mapping] = np.array([seen.on_tree, seen.full, *sizes])
    kept.put(file, about, {"-".join(case): values for case, values in found.items()})
    return found


def _panel(found: Found, bets: str, style: str, where: Where) -> Panel:
    """Curves of the first equilibrium, CFR+'s."""
    curves = []
    for name in MAPPINGS:
        seen = found[bets, style, where, name]
        gains = seen.with_size[0] - seen.on_tree[0]
        curves.append(mapping_curve(name, [float(size) for size in seen.sizes], gains.tolist()))
    title = f"{bets}, {style} style: one more bet {_TITLES[where]}"
    return Panel(title, "bet, pots", "won above the abstract bets, chips per hand", curves)


def run(setting: Setting) -> Outcome:
    """Find the most damaging size against every mapping."""
    found = responses(setting)
    cells = []
    for (bets, style, where, name), seen in found.items():
        if where != "everywhere":
            continue
        row = f"{bets}, {style}, {name}"
        cells += [
            ranged(row, "abstract bets", None, seen.on_tree),
            replace(ranged(row, "size", None, seen.worst), digits=2),
            ranged(row, "with it", None, seen.most),
            ranged(row, "first raise only", None, found[bets, style, "first", name].most),
            ranged(row, "every bet", None, seen.every),
        ]
    cases = sorted({key[:3] for key in found})
    claims = [_softer(found, cases), _below_threshold(found), _ranking(found, cases)]
    notes = [
        f"{GAME}, translated with all fixes. Best responses of the full game in which the "
        "responder is restricted to the bets of the abstraction and one more size; mean of both "
        "seats, chips per hand, exact for each strategy. 'size' (pots after calling) is the one "
        f"that wins most when it may be bet everywhere, of {PERCENTS[0]}% to {PERCENTS[-1]}%. "
        "The picture is of CFR+'s equilibrium.",
        sample_note(
            DRAWS[setting.scale],
            "one equilibrium of one abstraction in one style with the bet in one place",
        ),
    ]
    first = ABSTRACTIONS[setting.scale][0], STYLES[setting.scale][0]
    panels = [_panel(found, *first, where) for where in _TITLES]
    return Outcome(cells, claims, notes, digits=3, panels=panels, sampled=True)


def _softer(found: Found, cases: list[Case]) -> Claim:
    held = [
        found[*case, f"{kind}-random"].most < found[*case, kind].most + _EQUAL
        for case in cases
        for kind in ("arithmetic", "geometric")
    ]
    return shared(
        "a randomised mapping loses no more to its most damaging bet than the deterministic one",
        np.array(held),
        0.95,
        "counted for each kind, arithmetic and geometric",
    )


def _below_threshold(found: Found) -> Claim:
    """Tartanian5, Deterministic arithmetic: the bet just below the threshold exploits most."""
    bets, style, *_ = next(key for key in found)
    seen = found[bets, style, "first", "arithmetic"]
    above_pot = [place for place, size in enumerate(seen.sizes) if size > 1]
    all_in = max(seen.sizes) + Fraction(1, 2)
    middle = MAPPINGS["arithmetic"].threshold(1, all_in)
    below = max(place for place in above_pot if seen.sizes[place] < middle)
    worst = np.array(above_pot)[seen.with_size[:, above_pot].argmax(axis=1)]
    held: Bools = worst == below
    most = ", ".join(f"{float(seen.sizes[place]):g}" for place in np.unique(worst))
    return shared(
        "against the deterministic arithmetic mapping with pot and all-in, the bet just below the "
        "threshold is the worst of those between",
        held,
        0.95,
        f"{bets}, {style} style, first raise: threshold {float(middle):g} pots, most won by {most}",
    )


def _ranking(found: Found, cases: list[Case]) -> Claim:
    """Tartanian5: the new mapping has low exploitability; how often it is the best of six."""
    most = np.array([[found[*case, name].most for case in cases] for name in MAPPINGS])
    least = most < most.min(axis=0) + _EQUAL
    counts = dict(zip(MAPPINGS, least.reshape(len(MAPPINGS), -1), strict=True))
    shown = ", ".join(f"{name} {held.mean():.0%}" for name, held in counts.items())
    return shared(
        "the pseudo-harmonic mapping loses least of all six to its most damaging bet",
        counts["pseudo-harmonic"],
        0.5,
        f"least, alone or with others: {shown}",
    )
