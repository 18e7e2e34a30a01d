"""Common parts of the experiments on translation in 12-chip Leduc: equilibria and losses.

The abstract games have many equilibria, which lose differently to a best response in the full game
(see ``solvers.equilibria``). So every figure is given for one solver, CFR+, with the range over a
sample, and a claim is judged in every equilibrium of the sample.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from equipoise.experiments.harness.experiment import Cell, Claim, Scale, Setting
from equipoise.kernels.types import Bools, Float64s

if TYPE_CHECKING:
    from equipoise.experiments.harness.partial import Partial
    from equipoise.solvers.equilibria import EquilibriumSampler
    from equipoise.translation.options import Translation

GAME = "leduc-nolimit:12"
#: as the thesis lists them: the power set of half-pot, pot and double-pot bets
ABSTRACTIONS = ("fchpda", "fcpda", "fchda", "fchpa", "fcha", "fcpa", "fcda", "fca")
UNREACHED = "uniform"
DRAWS: dict[Scale, int] = {"quick": 4, "full": 40}
SEATS = ("P1", "P2")
#: best-response values by abstraction and translation: [equilibrium, responder's seat]
Losses = dict[tuple[str, str], Float64s]


def losses(
    setting: Setting,
    abstractions: Sequence[str],
    translations: Mapping[str, Translation],
    draws: int,
) -> Losses:
    """Exact best responses in the full game against sampled equilibria of every abstraction."""
    from equipoise.experiments.harness.partial import Partial
    from equipoise.solvers.equilibria import EquilibriumSampler
    from equipoise.spine.game import AbstractGame
    from equipoise.translation.expand import Expansion

    full = AbstractGame(GAME).passes()
    kept = Partial(setting.work)
    found: Losses = {}
    for place, bets in enumerate(abstractions):
        problem = AbstractGame(GAME, bets)
        passes = problem.passes()
        sampler = EquilibriumSampler(passes, setting.seed, UNREACHED)
        plans: dict[tuple[str, str], Expansion] = {}
        rows: dict[str, list[tuple[float, float]]] = {name: [] for name in translations}
        for number in range(draws):
            setting.report(
                place * draws + number,
                len(abstractions) * draws,
                f"{bets}, equilibrium {number + 1}",
            )
            strategy = _drawn(sampler, bets, number, kept)
            for name, chosen in translations.items():
                key = (chosen.style, chosen.fixes_text)
                if key not in plans:
                    plans[key] = Expansion(
                        passes.layout, full.layout, problem.cards_and_buckets[1], chosen
                    )
                expansion = plans[key].with_mapping(chosen.mapping, chosen.without_dominated)
                real = expansion.strategy(strategy)
                rows[name].append(
                    (full.best_response_value(0, real), full.best_response_value(1, real))
                )
        found |= {(bets, name): np.array(values) for name, values in rows.items()}
    kept.clear()
    return found


def sample_label(sampler: EquilibriumSampler, bets: str) -> str:
    """The origin of an abstraction's sampled equilibria, as a label for stored results."""
    from equipoise.games.fingerprint import rules_fingerprint

    return (
        f"{rules_fingerprint(sampler.passes.tree.rules)} {bets} seed {sampler.seed} "
        f"unreached {sampler.unreached} within {sampler.tolerance:g}"
    )


def _drawn(sampler: EquilibriumSampler, bets: str, number: int, kept: Partial) -> Float64s:
    """An equilibrium of the sample, from disk if stored."""
    name, about = f"{bets}-{number}", sample_label(sampler, bets)
    stored = kept.get(name, about)
    if stored is not None and stored["strategy"].shape == (sampler.passes.layout.size,):
        return np.asarray(stored["strategy"], dtype=np.float64)
    drawn = sampler.draw(number)
    kept.put(name, about, {"strategy": drawn.strategy})
    return drawn.strategy


def ranged(row: str, column: str, published: float | None, values: Float64s) -> Cell:
    """A cell: the first equilibrium's value, and the range over all of them."""
    low, high = (float(values.min()), float(values.max())) if len(values) > 1 else (None, None)
    return Cell(row, column, published, float(values[0]), low, high)


def shared(text: str, cases: Bools, least: float, about: str = "") -> Claim:
    """A claim that holds if it is true in at least this share of all cases."""
    share = float(cases.mean())
    evidence = f"in {share:.1%} of {cases.size} cases" + (f"; {about}" if about else "")
    return Claim(f"{text} (in at least {least:.0%} of cases)", share >= least, evidence)


def sample_note(draws: int, case: str = "one equilibrium of one abstraction in one seat") -> str:
    """A note on how the equilibria were found and what a case is."""
    found = (
        "Measured: the equilibrium found by CFR+, within 1e-4 of an exact one in its abstract game."
    )
    if draws > 1:
        found += (
            f" The ranges are over {draws} sampled equilibria: CFR+, PCFR+ and DCFR from random "
            "starts, vertices of the linear program's optimal face and mixtures of them; "
            f"information sets that a vertex never reaches are played by the rule {UNREACHED!r}."
        )
    return f"{found} A case is {case}."


def inside(cells: Sequence[Cell], digits: int) -> str:
    """A note on how many published cells (of ``digits`` digits) lie in the ranges."""
    rounding = 0.5 * 10**-digits
    known = [c for c in cells if c.published is not None and c.low is not None]
    within = [
        c
        for c in known
        if c.published is not None
        and c.low is not None
        and c.high is not None
        and c.low - rounding <= c.published <= c.high + rounding
    ]
    outside = ", ".join(f"{c.row} {c.column}" for c in known if c not in within)
    text = f"{len(within)} of {len(known)} published cells lie in these ranges"
    return text + (f"; outside: {outside}." if outside else ".")
