"""Brown and Sandholm 2017, tables 1 to 3, on a smaller game: flop hold'em, flops re-solved.

Their flop hold'em has three cards on the flop and betting that our sources do not give; this one
has a flop of one card (``experiments.slumbot.toys``), so that best responses in the real game take
seconds. Only the order of the methods can be compared, not the figures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from equipoise.experiments.harness.experiment import Cell, Claim, Outcome, Scale, Setting
from equipoise.experiments.slumbot.toys import (
    MILLI,
    Resolved,
    flop_subgames,
    one_card_passes,
    resolved,
)

if TYPE_CHECKING:
    from equipoise.kernels.types import Float64s
    from equipoise.solvers.subgames.resolving import Source
    from equipoise.spine.passes import Passes

#: menus: one bet per round as in Slumbot's toy games, and more bets
GAMES = {"small": "fcp+fc", "large": "fchpa+fcpa+fc"}
BUCKETS: dict[Scale, tuple[int, ...]] = {"quick": (64,), "full": (8, 32, 128, 512)}
BLUEPRINT: dict[Scale, int] = {"quick": 300, "full": 3_000}
ITERATIONS: dict[Scale, int] = {"quick": 200, "full": 2_000}
#: method, source of alternative values, gifts
METHODS: dict[str, tuple[str, Source, float]] = {
    "unsafe": ("unsafe", "response", 0.0),
    "resolve": ("resolve", "response", 0.0),
    "resolve, floor 0.01": ("resolve,floor=0.01", "response", 0.0),
    "maxmargin": ("maxmargin", "response", 0.0),
    "reach-maxmargin": ("maxmargin", "response", 1.0),
    "estimate": ("maxmargin", "estimate", 0.0),
    "reach-estimate": ("maxmargin", "estimate", 1.0),
}
SAFE = ("resolve", "maxmargin", "reach-maxmargin")


def blueprint(whole: Passes, buckets: int, iterations: int) -> Float64s:
    """A solution with imperfect-recall flop buckets, as a strategy of the real game."""
    from equipoise.solvers.cfr import SCHEDULES, CounterfactualRegret
    from equipoise.spine.cards.grouped import GroupedCards, strength_groups
    from equipoise.spine.tied import TiedPasses

    model = whole.model.matrices()
    hands = model.states[0][0]
    groups = strength_groups(model, [hands, buckets])
    groups[0] = np.arange(hands)  # lossless before the flop
    engine = TiedPasses(whole.tree, GroupedCards(model, groups, f"{buckets} buckets"), np.float64)
    solver = CounterfactualRegret(engine, SCHEDULES["cfr+"])
    for _ in range(iterations):
        solver.step()
    return np.asarray(engine.spread_out(solver.average()), dtype=np.float64)


def run(setting: Setting) -> Outcome:
    """Every method, on blueprints with increasing numbers of buckets."""
    from equipoise.experiments.harness.partial import Partial

    kept = Partial(setting.work)
    sizes, iterations = BUCKETS[setting.scale], ITERATIONS[setting.scale]
    cells: list[Cell] = []
    bases: dict[tuple[str, int], float] = {}
    found: dict[tuple[str, int, str], Resolved] = {}
    total, done = len(GAMES) * len(sizes) * (1 + len(METHODS)), 0
    for game, bets in GAMES.items():
        whole = one_card_passes(bets)
        subgames = flop_subgames(whole)
        for count in sizes:
            row = f"{game}, {count} buckets"
            setting.report(done, total, f"{row}: blueprint")
            base = blueprint(whole, count, BLUEPRINT[setting.scale])
            bases[game, count] = whole.exploitability(base).average * MILLI
            cells.append(Cell(row, "blueprint", None, bases[game, count]))
            done += 1
            for name, (method, source, gift) in METHODS.items():
                setting.report(done, total, f"{row}: {name}")
                about = f"{bets} {count} {BLUEPRINT[setting.scale]} {iterations} {METHODS[name]}"
                file = f"{game}-{count}-{list(METHODS).index(name)}"
                stored = kept.get(file, about)
                if stored is None:
                    got = resolved(whole, base, subgames, method, source, iterations, gift)
                    kept.put(file, about, {"seen": np.array([got.lost, got.excess])})
                else:
                    got = Resolved(*map(float, stored["seen"]))
                found[game, count, name] = got
                cells.append(Cell(row, name, None, got.lost))
                done += 1
    kept.clear()
    return Outcome(cells, _claims(bases, found), _notes(setting.scale), digits=1)


def _claims(
    bases: dict[tuple[str, int], float], found: dict[tuple[str, int, str], Resolved]
) -> list[Claim]:
    def lost(key: tuple[str, int], name: str) -> float:
        return found[*key, name].lost

    worst = max(lost(key, name) - found[*key, name].excess - bases[key]
                for key in bases for name in SAFE)  # fmt: skip
    better = [lost(key, "maxmargin") <= lost(key, "resolve") for key in bases]
    estimates = [lost(key, "estimate") < lost(key, "maxmargin") for key in bases]
    coarse = [lost(key, "unsafe") < lost(key, "maxmargin") for key in bases]
    disasters = [key for key in bases if lost(key, "unsafe") > bases[key]]
    return [
        Claim(
            "safe methods lose no more than the blueprint",
            worst <= 0,
            f"at most {worst:+.2f} mb/h, what iterations leave of margins not counted",
        ),
        _often("maxmargin loses no more than resolve", better),
        _often("estimates lose less than best response values in maxmargin", estimates),
        _often("unsafe loses less than maxmargin where it goes well", coarse),
        Claim(
            "unsafe now and then loses more than the blueprint",
            bool(disasters),
            ", ".join(f"{game}, {count} buckets" for game, count in disasters) or "nowhere here",
            is_open=not disasters,
        ),
    ]


def _often(text: str, cases: list[bool]) -> Claim:
    return Claim(
        f"{text} (in most cases)", 2 * sum(cases) > len(cases), f"in {sum(cases)} of {len(cases)}"
    )


def _notes(scale: Scale) -> list[str]:
    return [
        "Hold'em with a flop of one card, stacks of 81 big blinds; mb/h, mean of both seats, exact "
        "in the real game. Blueprints: all hands before the flop, buckets of equally many hands by "
        f"strength on it, {BLUEPRINT[scale]:,} iterations of CFR+; every flop solved again with "
        f"all hands, {ITERATIONS[scale]:,} iterations. Estimate: alternative values are what each "
        "hand wins when both follow the blueprint. Menus: "
        + "; ".join(f"{name} {bets}" for name, bets in GAMES.items())
        + ".",
        "Published, on flops of three cards with other betting (mb/h): 2,000 buckets, small game: "
        "blueprint 37.4, unsafe 4.0, resolve 17.8, maxmargin 14.0, reach 13.9, estimate 6.3; "
        "30,000 buckets, large game: blueprint 41.4, unsafe 396.8, resolve 23.1, maxmargin 19.5, "
        "reach 18.8, estimate 30.1.",
    ]
