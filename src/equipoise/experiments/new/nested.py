"""No-limit Leduc with missing bet sizes: translation against nested re-solving, exactly.

Schnizlein 2009 covers translation only; Brown and Sandholm 2017 measured re-solving after one
missing bet in flop hold'em. Here every legal bet is allowed, and all players are written out as
strategies of the real game, so best response values are exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from equipoise.experiments.harness.experiment import Claim, Outcome, Scale, Setting
from equipoise.experiments.schnizlein.leduc_translation import UNREACHED, ranged, sample_label

if TYPE_CHECKING:
    from equipoise.experiments.harness.partial import Partial
    from equipoise.kernels.types import Float64s
    from equipoise.solvers.equilibria import EquilibriumSampler
    from equipoise.spine.game import AbstractGame
    from equipoise.spine.passes import Passes
    from equipoise.translation.options import Translation

#: games and the bets of the blueprint
CASES: dict[Scale, tuple[tuple[str, str], ...]] = {
    "quick": (("leduc-nolimit:8", "fca"), ("leduc-nolimit:12", "fcpa")),
    "full": (
        ("leduc-nolimit:12", "fca"), ("leduc-nolimit:12", "fcpa"), ("leduc-nolimit:12", "fchpa"),
        ("leduc-nolimit:12", "fchpda"), ("leduc-nolimit:16", "fcpa"), ("leduc-nolimit:20", "fcpa"),
    ),
}  # fmt: skip
DRAWS: dict[Scale, int] = {"quick": 1, "full": 2}
#: iterations of a subgame, and fewer to estimate the remaining change
ITERATIONS: dict[Scale, tuple[int, int]] = {"quick": (150, 300), "full": (500, 1_000)}
REFERENCE: dict[Scale, int] = {"quick": 1_000, "full": 5_000}
#: largest full game (nodes) for translated strategies
TRANSLATED = 200_000
STYLES = ("abstract", "real")
IN_TREE = "every bet in the tree"


@dataclass(frozen=True)
class Variant:
    """A way to continue after an off-tree bet."""

    method: str
    gift_scale: float = 0.0
    expensive: bool = False
    continual: bool = False
    #: continuations at the end of a round; 0: no depth limit
    leaves: int = 0


VARIANTS = {
    "unsafe, expensive": Variant("unsafe", expensive=True),
    "resolve": Variant("resolve"),
    "resolve, expensive": Variant("resolve", expensive=True),
    "resolve, floor 0.01": Variant("resolve,floor=0.01"),
    "resolve, mixed 0.1": Variant("resolve,mix=0.1"),
    "maxmargin": Variant("maxmargin"),
    "maxmargin, expensive": Variant("maxmargin", expensive=True),
    "reach-maxmargin": Variant("maxmargin", gift_scale=1.0),
    "continual, resolve": Variant("resolve", continual=True),
    "depth-limited, 4 values": Variant("resolve", leaves=4),
    "depth-limited, 1 value": Variant("resolve", leaves=1),
}
SAFE = ("resolve", "resolve, expensive", "maxmargin", "maxmargin, expensive", "reach-maxmargin")

#: by case and player: chips per hand, mean of both seats, [equilibrium]
Lost = dict[tuple[str, str], "Float64s"]


def translations() -> dict[str, Translation]:
    """Hard, soft, soft-ND and pseudo-harmonic translation in both styles."""
    from equipoise.translation.options import Translation

    found = {}
    for style in STYLES:
        for name, mapping, without in (
            ("hard", "hard", False),
            ("soft", "soft", False),
            ("soft-ND", "soft", True),
            ("pseudo-harmonic", "pseudo-harmonic", False),
        ):
            found[f"{name}, {style}"] = Translation.parse(mapping, style, without_dominated=without)
    return found


def translated(problem: AbstractGame, full: Passes, strategy: Float64s) -> dict[str, Float64s]:
    """The blueprint as strategies of the full game, by translation."""
    from equipoise.translation.expand import Expansion

    plans: dict[str, Expansion] = {}
    found = {}
    for name, chosen in translations().items():
        if chosen.style not in plans:
            layout, buckets = problem.passes().layout, problem.cards_and_buckets[1]
            plans[chosen.style] = Expansion(layout, full.layout, buckets, chosen)
        plan = plans[chosen.style].with_mapping(chosen.mapping, chosen.without_dominated)
        found[name] = plan.strategy(strategy)
    return found


def nested(
    blueprint: Passes,
    strategy: Float64s,
    bets: str,
    variant: Variant,
    iterations: int,
    continuation: tuple[Passes, Float64s] | None = None,
) -> float:
    """Exploitability of a re-solving player, mean of both seats."""
    from equipoise.abstraction.bets.betting import parse_bets
    from equipoise.solvers.subgames.depth import Continuations, biased_continuations
    from equipoise.solvers.subgames.methods import Method
    from equipoise.solvers.subgames.nested import Nested
    from equipoise.solvers.subgames.resolving import Resolving

    menu = parse_bets(bets)[0]
    assert menu is not None
    ends = None
    if variant.leaves:
        assert continuation is not None
        full, real = continuation
        chosen = biased_continuations(full.layout, real)[: variant.leaves]
        ends = Continuations(full, real, chosen)
    resolving = Resolving(Method.parse(variant.method), iterations, gift_scale=variant.gift_scale)
    how = Nested(resolving, menu, variant.expensive, variant.continual, ends)
    return sum(how.write(blueprint, strategy, us).lost() for us in (0, 1)) / 2


def in_the_tree(problem: AbstractGame, iterations: int) -> float:
    """Exploitability of a player restricted to the menu, solved against all opponent bets."""
    from equipoise.abstraction.bets.betting import parse_bets
    from equipoise.solvers.cfr import SCHEDULES, CounterfactualRegret
    from equipoise.spine.passes import Passes
    from equipoise.spine.tree import build_tree

    menu = parse_bets(problem.bets)[0]
    lost = 0.0
    for us in (0, 1):
        tree = build_tree(problem.rules, (menu, None) if us == 0 else (None, menu))
        passes = Passes(tree, problem.model, np.float64)
        solver = CounterfactualRegret(passes, SCHEDULES["dcfr"])
        for _ in range(iterations):
            solver.step()
        lost += passes.best_response_value(1 - us, solver.average())
    return lost / 2


def measured(setting: Setting) -> tuple[Lost, dict[tuple[str, str], float]]:
    """Exploitability of every player in every case, and its change with the iterations."""
    from equipoise.experiments.harness.partial import Partial
    from equipoise.games.size.tree import count_tree
    from equipoise.solvers.equilibria import EquilibriumSampler
    from equipoise.spine.game import AbstractGame

    kept = Partial(setting.work)
    cases, draws = CASES[setting.scale], DRAWS[setting.scale]
    lost: Lost = {}
    moved: dict[tuple[str, str], float] = {}
    for place, (game, bets) in enumerate(cases):
        problem = AbstractGame(game, bets)
        sampler = EquilibriumSampler(problem.passes(), setting.seed, UNREACHED)
        small = count_tree(problem.rules).betting_nodes <= TRANSLATED
        full = AbstractGame(game).passes() if small else None
        case = f"{game.rpartition(':')[2]} chips, {bets}"
        rows: dict[str, list[tuple[float, float]]] = {}
        for number in range(draws):
            for name, pair in _drawn(setting, problem, sampler, full, number, kept, place).items():
                rows.setdefault(name, []).append(pair)
        for name, pairs in rows.items():
            values = np.array(pairs)
            lost[case, name] = values[:, 1]
            moved[case, name] = float(np.abs(values[:, 1] - values[:, 0]).max())
    kept.clear()
    return lost, moved


def _drawn(
    setting: Setting,
    problem: AbstractGame,
    sampler: EquilibriumSampler,
    full: Passes | None,
    number: int,
    kept: Partial,
    place: int,
) -> dict[str, tuple[float, float]]:
    """All players on one blueprint: with half of the iterations, and with all."""
    cases, draws, counts = CASES[setting.scale], DRAWS[setting.scale], ITERATIONS[setting.scale]
    about = f"{sample_label(sampler, str(problem.bets))} {counts} {REFERENCE[setting.scale]}"
    file = f"{place}-{number}"
    stored = kept.get(file, about)
    names = [IN_TREE, *(VARIANTS if full is not None else _without_leaves())]
    names += list(translations()) if full is not None else []
    if stored is not None and set(stored) == set(names):
        return {name: (float(pair[0]), float(pair[1])) for name, pair in stored.items()}
    done = 0

    def told(name: str) -> None:
        nonlocal done
        at = place + (number + done / len(names)) / draws
        setting.report(at, len(cases), f"{problem.game} {problem.bets}: {name}")
        done += 1

    strategy = sampler.draw(number).strategy
    found: dict[str, tuple[float, float]] = {}
    told(IN_TREE)
    best = in_the_tree(problem, REFERENCE[setting.scale])
    found[IN_TREE] = (in_the_tree(problem, REFERENCE[setting.scale] // 2), best)
    real: dict[str, Float64s] = {}
    if full is not None:
        real = translated(problem, full, strategy)
        for name, values in real.items():
            told(name)
            average = full.exploitability(values).average
            found[name] = (average, average)
    for name in names:
        if name not in VARIANTS:
            continue
        told(name)
        rest = None if full is None else (full, real["pseudo-harmonic, abstract"])
        first, second = (
            nested(problem.passes("float64"), strategy, str(problem.bets), VARIANTS[name], n, rest)
            for n in counts
        )
        found[name] = (first, second)
    kept.put(file, about, {name: np.array(pair) for name, pair in found.items()})
    return found


def _without_leaves() -> list[str]:
    return [name for name, variant in VARIANTS.items() if not variant.leaves]


def run(setting: Setting) -> Outcome:
    """The table: players by case."""
    lost, moved = measured(setting)
    cells = [ranged(name, case, None, values) for (case, name), values in lost.items()]
    order = [IN_TREE, *VARIANTS, *translations()]
    cells.sort(key=lambda cell: order.index(cell.row))
    return Outcome(cells, _claims(lost, moved), _notes(setting.scale), digits=4, sampled=True)


def _claims(lost: Lost, moved: dict[tuple[str, str], float]) -> list[Claim]:
    names = list(translations())
    whole = [case for case, name in lost if name == names[0]]
    deep = [case for case, name in lost if name == IN_TREE]

    def each(cases: list[str], first: list[str], second: list[str]) -> tuple[list[float], float]:
        """By case and blueprint: least of the second minus most of the first; and the change."""
        gaps = [
            float(gap)
            for case in cases
            for gap in np.min([lost[case, n] for n in second], axis=0)
            - np.max([lost[case, n] for n in first], axis=0)
        ]
        return gaps, max(moved[case, n] for case in cases for n in (*first, *second))

    def judged(text: str, cases: list[str], first: list[str], second: list[str]) -> Claim:
        gaps, error = each(cases, first, second)
        return Claim(
            text, min(gaps) > error,
            f"by {min(gaps):.4f} to {max(gaps):.4f} chips; figures still move by {error:.4f}",
            is_open=abs(min(gaps)) <= error,
        )  # fmt: skip

    ratios = [
        float(np.min([lost[c, n] for n in names], axis=0)[0] / lost[c, "resolve"][0]) for c in whole
    ]
    far = max(moved[case, "reach-maxmargin"] for case in deep)
    gifts = max(
        float(np.abs(lost[case, "reach-maxmargin"] - lost[case, "maxmargin"]).max())
        for case in deep
    )
    return [
        judged(
            "every safe nested method loses less than every translation",
            whole, list(SAFE), names,
        ),
        Claim(
            "re-solving divides what the best translation loses by three or more",
            min(ratios) >= 3,
            "by " + ", ".join(f"{ratio:.1f}" for ratio in ratios),
        ),
        judged(
            "inexpensive resolve loses no more than unsafe expensive re-solving",
            deep, ["resolve"], ["unsafe, expensive"],
        ),
        Claim(
            "gifts change nothing that matters here",
            gifts <= max(far, 1e-3),
            f"by at most {gifts:.4f}; few actions before an off-tree bet end the betting",
        ),
        judged(
            "looking one round ahead with four continuations beats translation",
            whole, ["depth-limited, 4 values"], names,
        ),
        judged(
            "four continuations lose less than one",
            whole, ["depth-limited, 4 values"], ["depth-limited, 1 value"],
        ),
    ]  # fmt: skip


def _notes(scale: Scale) -> list[str]:
    fewer, iterations = ITERATIONS[scale]
    return [
        "What a best response wins in the real game with every legal bet, mean of both seats, "
        "chips a hand, exact for each strategy. The blueprint knows the bets of its menu; re-solved"
        f" games have the same menu from the real bet on, {iterations:,} iterations of CFR+ "
        f"({fewer:,} to see how far figures move). {IN_TREE}: the player's own bets are those of "
        "the menu, but all bets of the opponent were in the game that was solved, so that nobody "
        "with this menu can lose less.",
        "Unsafe needs the opponent's range, which is known at his decision, not after a bet that "
        "he never makes. Mixed takes that range as the one after the bet. Depth-limited "
        "lookaheads end with their round; there the opponent chooses between the translated "
        "blueprint (pseudo-harmonic, abstract style) as it is and with folds, calls or raises ten "
        "times as likely, or (1 value) has no choice.",
        f"Measured: the equilibrium that CFR+ finds; ranges are over {DRAWS[scale]} sampled "
        "equilibria of the blueprint's game. Games of more than "
        f"{TRANSLATED:,} nodes are not translated into.",
    ]
