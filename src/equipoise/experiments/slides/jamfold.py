"""Course slides: jam-fold hold'em at 6.67 big blinds, after Miltersen and Sørensen 2007.

Blinds 300 and 600, stacks 4,000. The slides say that the jam-fold solution was proved to be close
to an equilibrium of the full game. For one hand, in chips, that can be proved:

- If the small blind jams or folds there is no play after the flop, so the value of the jam-fold
  game is *guaranteed* in the full game as well.
- A big blind that only jams or folds loses at most the value of the game in which only the big
  blind is so restricted: the small blind folds, limps, raises or jams, the big blind folds or jams,
  the small blind calls or folds. That game ends before the flop too. Only the smallest raise
  matters: a larger one with the same response loses more when folded and wins no more.

The value of the full game lies between the two, so neither player can gain more than their
difference by any other strategy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from equipoise.experiments.harness.experiment import (
    Cell,
    Claim,
    Outcome,
    Scale,
    Setting,
)

if TYPE_CHECKING:
    from equipoise.games.rules import GameRules
    from equipoise.kernels.types import Float64s
    from equipoise.spine.tree import BettingTree

STACK, BIG_BLIND = 4000, 600
GAME = "20/3bb"
TARGET: dict[Scale, float] = {"quick": 1e-6, "full": 1e-8}
_MOST_ITERATIONS = 100_000
_MIXED = 0.01


def answered_by_jam(rules: GameRules, openings: list[int]) -> BettingTree:
    """The tree in which seat 1 folds or puts in one of ``openings``, and seat 2 folds or jams.

    Seat 1 then folds or calls. Giving up after a limp is represented as a fold.
    """
    import numpy as np

    from equipoise.games.action import Action, Kind
    from equipoise.spine.tree import DECISION, FOLD, SHOWDOWN, BettingTree

    stack, (small, big) = rules.stacks[0], rules.blinds
    nodes: list[tuple[int, int, tuple[int, int]]] = []
    edges: list[tuple[int, Action, int]] = []

    def add(parent: int, action: Action | None, kind: int, player: int, *put: int) -> int:
        number = len(nodes)
        nodes.append((kind, player, (put[0], put[1])))
        if action is not None:
            edges.append((parent, action, number))
        return number

    root = add(-1, None, DECISION, 0, small, big)
    add(root, Action(Kind.FOLD, small), FOLD, 0, small, big)
    for to in openings:
        opening = Action(Kind.CALL if to == big else Kind.RAISE, to)
        answer = add(root, opening, DECISION, 1, to, big)
        add(answer, Action(Kind.FOLD, big), FOLD, 1, to, big)
        if to == stack:
            add(answer, Action(Kind.CALL, stack), SHOWDOWN, 0, stack, stack)
            continue
        last = add(answer, Action(Kind.RAISE, stack), DECISION, 0, to, stack)
        add(last, Action(Kind.FOLD, to), FOLD, 0, to, stack)
        add(last, Action(Kind.CALL, stack), SHOWDOWN, 0, stack, stack)
    edges.sort(key=lambda edge: (edge[0], edge[2]))
    parents = np.full(len(nodes), -1, dtype=np.int64)
    for parent, _, child in edges:
        parents[child] = parent
    counts = np.bincount([edge[0] for edge in edges], minlength=len(nodes))
    return BettingTree(
        rules=rules,
        bets=(None, None),
        kind=np.array([node[0] for node in nodes], dtype=np.uint8),
        player=np.array([node[1] for node in nodes], dtype=np.uint8),
        round=np.zeros(len(nodes), dtype=np.uint8),
        put=np.array([node[2] for node in nodes], dtype=np.int32),
        child_starts=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        children=np.array([edge[2] for edge in edges], dtype=np.int64),
        parents=parents,
        actions=tuple(edge[1] for edge in edges),
        sizes=(None,) * len(edges),
    )


def bound_above(target: float) -> tuple[float, float]:
    """The value if only the big blind is restricted, and its exploitability, in big blinds."""
    from equipoise.games.catalogue import find_game
    from equipoise.solvers.run.loop import Stop
    from equipoise.solvers.run.solving import solve
    from equipoise.spine.cards.preflop import preflop_model
    from equipoise.spine.passes import Passes

    rules = find_game(f"jamfold:{GAME}")
    big, stack = rules.big_blind, rules.stacks[0]
    tree = answered_by_jam(rules, [big, 2 * big, stack])
    passes = Passes(tree, preflop_model(rules))
    stop = Stop(iterations=_MOST_ITERATIONS, target=target * big / rules.scale)
    last = solve(passes, "pcfr+", stop).last
    return last.value / big, last.average / big


def run(setting: Setting) -> Outcome:
    """Solve the game exactly, and bound the possible gain in the full game."""
    from equipoise.cards.combos import TYPE_COUNT, type_text
    from equipoise.solvers.jamfold import solve_jamfold

    target = TARGET[setting.scale]
    game = solve_jamfold(GAME, target)
    setting.report(1, 2)
    above, error = bound_above(target)
    setting.report(2, 2)
    guaranteed = game.value - game.exploitability * 2
    gap = above + 2 * error - guaranteed
    figures = {
        "value for the small blind, big blinds a hand": game.value,
        "value for the small blind, chips a hand": game.value * BIG_BLIND,
        "hands jammed, percent": 100 * game.pushed,
        "hands called with, percent": 100 * game.called,
        "value if only the big blind is bound, big blinds a hand": above,
        "most that any strategy can gain, big blinds a hand": gap,
    }
    cells = [Cell(name, "one hand", None, value) for name, value in figures.items()]
    claims = [
        Claim(
            "the solution is an epsilon-equilibrium of jam-fold hold'em",
            game.exploitability <= target,
            f"exploitability {game.exploitability:.1e} big blinds per hand",
        ),
    ]
    notes = []
    for title, chances in (("jammed", game.push), ("called with", game.call)):
        names = [n for n in range(TYPE_COUNT) if _MIXED < chances[n] < 1 - _MIXED]
        mixed = ", ".join(f"{type_text(n)} {chances[n]:.1%}" for n in names) or "no hand"
        notes.append(f"{title}: {range_text(chances)}; mixed: {mixed}.")
    notes.append(
        f"One hand of the full game is worth {guaranteed:.4f} to {guaranteed + gap:.4f} big "
        f"blinds to the small blind: any other strategy gains at most {gap * BIG_BLIND:.1f} "
        f"chips per hand of {2 * STACK:,} over jamming or folding."
    )
    notes.append(
        "The slides print no figures. The paper solves the whole tournament (who wins all 8,000 "
        "chips) and proves its strategy to win within 1.4 percentage points as often as an "
        "optimal one. That is a probability of winning a tournament of many hands, which cannot "
        "be compared with chips of one hand at equal stacks, so no claim is made."
    )
    return Outcome(cells, claims, notes, digits=4)


def range_text(chances: Float64s) -> str:
    """The hands that are always played, as a range."""
    import numpy as np

    from equipoise.cards.combos import combo_types
    from equipoise.cards.ranges import Range

    sure = chances >= 1 - _MIXED
    return str(Range(sure[combo_types()].astype(np.float64)))
