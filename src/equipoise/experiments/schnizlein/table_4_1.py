"""Schnizlein 2009, Table 4.1: learning an opponent's boundary between pot and all-in.

The thesis tests an agent of Polaris: 500BB hold'em, cards 5.5.5.5, bets fcpa, with moved
boundaries. Ours has the same abstraction. A Leduc agent and an artificial responder are tested too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import TYPE_CHECKING

import numpy as np

from equipoise.base.progress import portion
from equipoise.cards.intervals import Z95, share_half_width
from equipoise.experiments.harness.blueprints import EXACT, Library, Recipe, quality_note
from equipoise.experiments.harness.experiment import (
    Cell,
    Claim,
    Outcome,
    Scale,
    Setting,
)
from equipoise.experiments.schnizlein.boundary_holdem import TableResponder, opening_answers
from equipoise.kernels.types import Float64s
from equipoise.translation.boundary import (
    CONFIDENCE,
    MOST_HANDS,
    Estimate,
    Expectation,
    HardResponder,
    Responder,
    answers_expected,
    answers_seen,
    estimate_boundary,
    first_answers,
)
from equipoise.translation.mappings import Number, find_mapping, reading

if TYPE_CHECKING:
    from equipoise.policies.opened import OpenedStrategy

BOUNDARIES = (0.1, 0.3, 0.5, 0.7, 0.9)
BETS = 20
TRIALS: dict[Scale, int] = {"quick": 20, "full": 100}
PUBLISHED = {
    "hands": (66.86, 79.75, 93.23, 99.56, 114.60),
    "failures, %": (0.0, 0.0, 1.0, 1.0, 4.0),
    "error": (0.0, 0.0, 0.0035, 0.0050, 0.0160),
}
#: the thesis' agent (section 4.5.4)
AGENT, HOLDEM, CARDS = "hold'em", "holdem-nolimit:500bb", "5.5.5.5"
ITERATIONS: dict[Scale, int] = {"quick": 200, "full": 1000}
_SOLVING = 0.6  # share of the time
#: pot and all-in are 3 and 23 total chips, so that the twenty bets are whole chips
LEDUC = "leduc-nolimit:23"
SMALL = "leduc-nolimit:12"
BETTING = "fcpa"
TARGET = 1e-3
#: fold, call, raise probabilities of the artificial responder to the pot and to all-in
MADE_UP = ((0.2, 0.5, 0.3), (0.7, 0.3, 0.0))
#: our reading of "about 100 hands" and "high accuracy": mean number of hands, and percent
_MOST_MEAN, _MOST_FAILURES = 125, 5
#: by agent, row and boundary: mean and half of its 95% interval
Rows = dict[tuple[str, str, float], tuple[float, float]]


@dataclass(frozen=True)
class Asked:
    """A tested opponent: its bets in ascending order, and its responder for a given boundary.

    ``expectation`` is the algorithm's model of it.
    """

    name: str
    bets: Sequence[Number]
    with_boundary: Callable[[float], Responder]
    expectation: Expectation = answers_seen

    def with_model(self) -> Asked:
        """The same, tested with the variant that uses the model's expectation."""
        return replace(self, name=f"{self.name}, model", expectation=answers_expected)


def two_sided(name: str, lower: Sequence[float], upper: Sequence[float]) -> Asked:
    """A responder with two distributions; bets are fractions between pot and all-in."""
    bets = [place / BETS for place in range(1, BETS + 1)]
    return Asked(name, bets, lambda boundary: HardResponder(boundary, lower, upper))


def holdem_strategy(setting: Setting) -> tuple[OpenedStrategy, str]:
    """The strategy of the thesis' abstraction, and its quality."""
    recipe = Recipe(HOLDEM, BETTING, CARDS, EXACT, ITERATIONS[setting.scale], setting.seed)
    library = Library(setting)
    (strategy,) = library.opened([recipe], portion(setting.report, 0.0, _SOLVING))
    return strategy, quality_note(library, [recipe])


def holdem_agent(strategy: OpenedStrategy) -> Asked:
    """The strategy played with its boundary at a fraction between pot and all-in."""
    from equipoise.agents.opening import Opening
    from equipoise.policies.blueprint import Blueprint
    from equipoise.translation.options import Translation

    opening = Opening.at_start(strategy.rules, BETS, "even")
    assert opening is not None
    bets = opening.bets

    def with_boundary(boundary: float) -> Responder:
        return opening_answers(Blueprint(strategy, Translation(f"cut-{boundary:g}")), bets)

    return Asked(AGENT, bets, with_boundary)


def leduc_answers(seed: int) -> tuple[Sequence[float], Sequence[float]]:
    """Seat 2 of a solved Leduc game facing seat 1's first bet, averaged over its cards."""
    from equipoise.experiments.slides.abstract_games import solve_abstract
    from equipoise.spine.game import AbstractGame

    solved = solve_abstract(AbstractGame(LEDUC, BETTING), TARGET, seed)
    pot, all_in = solved.layout.tree.children_of(0)[-2:]
    lower, upper = (first_answers(solved.layout, solved.strategy, int(n)) for n in (pot, all_in))
    return lower.tolist(), upper.tolist()


def trials(asked: Asked, boundary: float, number: int, seed: int) -> list[Estimate]:
    """Independent runs of the algorithm."""
    responder = asked.with_boundary(boundary)
    key = round(boundary * BETS)
    return [
        estimate_boundary(
            asked.bets,
            responder,
            np.random.default_rng((seed, key, trial)),
            expectation=asked.expectation,
        )
        for trial in range(number)
    ]


def summary(seen: list[Estimate], boundary: float) -> dict[str, tuple[float, float]]:
    """The rows of the table with half widths of their 95% intervals.

    Hands are those of trials that converged. A trial fails when it converges to a wrong bet or does
    not converge; its error is the distance as a fraction of the interval from pot to all-in.
    """
    true = round(boundary * BETS) - 1
    hands = np.array([e.hands for e in seen if e.converged] or [MOST_HANDS], dtype=float)
    failed = np.array([float(e.place != true or not e.converged) for e in seen])
    errors = np.array([abs(e.place - true) / BETS for e in seen])

    def width(shares: Float64s) -> float:
        return float(share_half_width(shares.mean(), shares.var(), len(shares)))

    return {
        "hands": (float(hands.mean()), Z95 * float(hands.std()) / len(hands) ** 0.5),
        "failures, %": (100 * float(failed.mean()), 100 * width(failed)),
        "error": (float(errors.mean()), width(errors)),
    }


def translated(number: int, seed: int) -> tuple[float, int, int]:
    """A solved and translated 12-chip agent: how often its boundary is found, and where.

    Its responses come from its strategy of the full game, without information about the boundary.
    Returns the share of runs that find the largest bet read as the pot, that bet and all-in.
    """
    from equipoise.experiments.slides.abstract_games import solve_abstract
    from equipoise.spine.game import AbstractGame

    solved = solve_abstract(AbstractGame(SMALL, BETTING), TARGET, seed)
    full = AbstractGame(SMALL).passes().layout
    real = np.zeros(full.size)
    solved.play(full, real, (1,))
    tree = full.tree
    called = int(tree.put[0].max())
    pot = solved.layout.tree.actions_of(0)[-2].to
    edges = [
        (action.to, int(child))
        for action, child in zip(tree.actions_of(0), tree.children_of(0), strict=True)
        if action.to > pot
    ]
    chances = {to: first_answers(full, real, child) for to, child in edges}
    responder = TableResponder(chances)
    bets = [to for to, _ in edges]
    abstract = [pot - called, bets[-1] - called]
    hard = find_mapping("hard")
    true = max(to for to in bets if reading(hard, to - called, abstract) == [(0, 1)])
    found = [
        bets[estimate_boundary(bets, responder, np.random.default_rng((seed, trial))).place]
        for trial in range(number)
    ]
    return float(np.mean([to == true for to in found])), true, bets[-1]


def _quick_and_right(rows: Rows, name: str) -> Claim:
    """Within the limits at every boundary; open if a limit is inside an interval."""
    seen = [(rows[name, "hands", b], _MOST_MEAN) for b in BOUNDARIES]
    seen += [(rows[name, "failures, %", b], _MOST_FAILURES) for b in BOUNDARIES]
    slowest, worst = (
        max((rows[name, row, b] for b in BOUNDARIES), key=lambda pair: pair[0])
        for row in ("hands", "failures, %")
    )
    holds = all(mean + half <= most for (mean, half), most in seen)
    return Claim(
        f"a hard boundary is learnt with high accuracy, in about 100 hands ({name}: at most "
        f"{_MOST_MEAN} on average and at most {_MOST_FAILURES}% failures at every boundary)",
        holds,
        f"at most {slowest[0]:.0f} ± {slowest[1]:.0f} hands on average, at most {worst[0]:.0f} ± "
        f"{worst[1]:.0f}% failures",
        is_open=not holds and all(mean - half <= most for (mean, half), most in seen),
    )


def _slower(rows: Rows) -> Claim:
    (first, one), (last, other) = (rows[AGENT, "hands", b] for b in (BOUNDARIES[0], BOUNDARIES[-1]))
    half = hypot(one, other)
    return Claim(
        f"a higher boundary takes longer ({AGENT}, {BOUNDARIES[0]:g} against {BOUNDARIES[-1]:g})",
        last - first > half,
        f"{first:.1f} ± {one:.1f} against {last:.1f} ± {other:.1f} hands",
        is_open=abs(last - first) <= half,
    )


def run(setting: Setting) -> Outcome:
    """Every boundary for all opponents, and for a translated agent."""
    number = TRIALS[setting.scale]
    strategy, quality = holdem_strategy(setting)
    lower, upper = leduc_answers(setting.seed)
    plain = [
        holdem_agent(strategy),
        two_sided("Leduc", lower, upper),
        two_sided("made-up", *MADE_UP),
    ]
    agents = [asked for one in plain for asked in (one, one.with_model())]
    cells: list[Cell] = []
    rows: Rows = {}
    failures: dict[str, list[int]] = {}  # converged to a wrong bet, did not converge
    report = portion(setting.report, _SOLVING, 1 - _SOLVING)
    for done, asked in enumerate(agents):
        wrong = capped = 0
        for column, boundary in enumerate(BOUNDARIES):
            total = len(agents) * len(BOUNDARIES)
            report(done * len(BOUNDARIES) + column, total, f"{asked.name}, {boundary}")
            seen = trials(asked, boundary, number, setting.seed)
            true_place = round(boundary * BETS) - 1
            wrong += sum(e.converged and e.place != true_place for e in seen)
            capped += sum(not e.converged for e in seen)
            for row, (mean, half) in summary(seen, boundary).items():
                rows[asked.name, row, boundary] = mean, half
                theirs = PUBLISHED[row][column] if asked is agents[0] else None
                digits = 4 if row == "error" else 1
                place = (f"{row}, {asked.name}", f"{boundary:g}")
                low, high = max(0.0, mean - half), mean + half
                cells.append(Cell(*place, theirs, mean, low, high, digits))
        failures[asked.name] = [wrong, capped]
    claims = [_quick_and_right(rows, asked.name) for asked in agents]
    wrong, capped = failures[AGENT]
    others = [failures[asked.name] for asked in plain[1:]]
    model_capped = sum(failures[asked.with_model().name][1] for asked in plain)
    share, true, all_in = translated(number, setting.seed)
    claims += [
        _slower(rows),
        Claim(
            f"most failures converge to a wrong bet ({AGENT})",
            wrong > capped,
            f"{wrong} converged to a wrong bet, {capped} did not converge in {MOST_HANDS} hands "
            f"(Leduc and artificial: {others[0][0] + others[1][0]} and "
            f"{others[0][1] + others[1][1]}); with answers expected from the model "
            f"{model_capped} of all did not",
        ),
        Claim(
            "the boundary of an agent translated in the full game is found",
            share >= 0.95,
            f"{SMALL}: of the bets up to {all_in} the largest read as the pot is {true}; found in "
            f"{share:.0%} of {number} runs",
        ),
    ]
    return Outcome(cells, claims, _notes(number, plain[0], (lower, upper), quality), digits=1)


def _notes(
    number: int, agent: Asked, leduc: tuple[Sequence[float], Sequence[float]], quality: str
) -> list[str]:
    middle = agent.with_boundary(BOUNDARIES[len(BOUNDARIES) // 2])
    assert isinstance(middle, TableResponder)
    ends = [middle.chances[int(agent.bets[place])] for place in (0, -1)]
    (pot, all_in), (lower, upper) = (
        ["/".join(f"{chance:.2f}" for chance in side) for side in sides] for sides in (ends, leduc)
    )
    return [
        f"The published row is of an agent of Polaris; ours has the same abstraction, {HOLDEM} "
        f"{BETTING} {CARDS}. Before the flop it folds/calls/raises {pot} to the pot and {all_in} "
        f"to all-in, its cards averaged out exactly. Seat 2 of {LEDUC}, {BETTING} solved to "
        f"{TARGET:g}, answers {lower} and {upper}; the artificial responder {MADE_UP[0]} and "
        f"{MADE_UP[1]}.",
        quality,
        f"{number} trials each; {BETS} bets at 1/{BETS} to {BETS}/{BETS} of the way from pot to "
        f"all-in, confidence {CONFIDENCE}, at most {MOST_HANDS} hands. The published errors are "
        "multiples of 0.05 a failure, which fits these bets. Hands are averaged over trials that "
        "converged; a trial that reaches the cap counts as a failure, as in the thesis.",
        "Trials that reach the cap are mostly right but stuck: ChooseAction expects the "
        "responses already seen to a bet, so a bet that was tried often keeps promising a "
        "little. The rows 'model' use the expectation from all responses instead.",
    ]
