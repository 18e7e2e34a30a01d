"""Schnizlein 2009, Table 4.1: learning where an opponent cuts the bets between pot and all-in.

The thesis asks an agent of Polaris in no-limit hold'em. Here the same algorithm asks a Leduc agent
and a made-up responder; a hold'em agent is not among them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from equipoise.cards.intervals import Z95, share_half_width
from equipoise.experiments.experiment import Cell, Claim, Experiment, Outcome, Scale, Setting
from equipoise.kernels.types import Float64s
from equipoise.translation.boundary import (
    CONFIDENCE,
    MOST_HANDS,
    Estimate,
    Expectation,
    HardResponder,
    answers_expected,
    answers_seen,
    estimate_boundary,
    first_answers,
)
from equipoise.translation.mappings import Number, find_mapping, reading

BOUNDARIES = (0.1, 0.3, 0.5, 0.7, 0.9)
BETS = 20
TRIALS: dict[Scale, int] = {"quick": 20, "full": 100}
PUBLISHED = {
    "hands": (66.86, 79.75, 93.23, 99.56, 114.60),
    "failures, %": (0.0, 0.0, 1.0, 1.0, 4.0),
    "error": (0.0, 0.0, 0.0035, 0.0050, 0.0160),
}
#: pot and all-in are 3 and 23 total chips, so that the twenty bets are whole chips
LEDUC = "leduc-nolimit:23"
SMALL = "leduc-nolimit:12"
BETTING = "fcpa"
TARGET = 1e-3
#: fold, call, raise to the pot and to all-in of the made-up responder
MADE_UP = ((0.2, 0.5, 0.3), (0.7, 0.3, 0.0))


@dataclass(frozen=True)
class Answers:
    """How somebody answers the two abstract bets, and what the algorithm expects of him."""

    name: str
    lower: Sequence[float]
    upper: Sequence[float]
    expectation: Expectation = answers_seen

    def with_model(self) -> Answers:
        """The same asked by the variant that expects what its model says."""
        return Answers(f"{self.name}, model", self.lower, self.upper, answers_expected)


def leduc_answers(seed: int) -> Answers:
    """Seat 2 of a solved Leduc game, asked with seat 1's first bet, its cards averaged out."""
    from equipoise.experiments.abstract_games import solve_abstract
    from equipoise.solvers.problem import Problem

    solved = solve_abstract(Problem(LEDUC, BETTING), TARGET, seed)
    pot, all_in = solved.layout.tree.children_of(0)[-2:]
    lower, upper = (first_answers(solved.layout, solved.strategy, int(n)) for n in (pot, all_in))
    return Answers("Leduc", lower.tolist(), upper.tolist())


def trials(answers: Answers, boundary: float, number: int, seed: int) -> list[Estimate]:
    """Independent runs of the algorithm; bets and boundary as parts of the way from pot to a."""
    bets = [place / BETS for place in range(1, BETS + 1)]
    responder = HardResponder(boundary, answers.lower, answers.upper)
    key = round(boundary * BETS)
    return [
        estimate_boundary(
            bets,
            responder,
            np.random.default_rng((seed, key, trial)),
            expectation=answers.expectation,
        )
        for trial in range(number)
    ]


def summary(seen: list[Estimate], boundary: float) -> dict[str, tuple[float, float]]:
    """The rows of the table with half widths of their 95% intervals.

    Hands are those of trials that converged. A trial fails when it converges to a wrong bet or does
    not converge; its error is the distance as a part of the way from pot to all-in.
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
    """A solved 12-chip agent translated by code: how often its boundary is found, and where.

    Its answers are read from its strategy of the full game, with nothing said about the boundary.
    Returns the share of runs that find the largest bet read as the pot, that bet and all-in.
    """
    from equipoise.experiments.abstract_games import solve_abstract
    from equipoise.solvers.problem import Problem

    solved = solve_abstract(Problem(SMALL, BETTING), TARGET, seed)
    full = Problem(SMALL).passes().layout
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
    responder = _Table(chances)
    bets = [to for to, _ in edges]
    abstract = [pot - called, bets[-1] - called]
    hard = find_mapping("hard")
    true = max(to for to in bets if reading(hard, to - called, abstract) == [(0, 1)])
    found = [
        bets[estimate_boundary(bets, responder, np.random.default_rng((seed, trial))).place]
        for trial in range(number)
    ]
    return float(np.mean([to == true for to in found])), true, bets[-1]


@dataclass(frozen=True)
class _Table:
    """Answers each bet as a table says."""

    chances: dict[int, Float64s]

    def respond(self, bet: Number, rng: np.random.Generator) -> int:
        return int(rng.choice(3, p=self.chances[int(bet)]))


def _quick_and_right(rows: dict[tuple[str, str, float], float], name: str) -> Claim:
    slowest = max(rows[name, "hands", boundary] for boundary in BOUNDARIES)
    worst = max(rows[name, "failures, %", boundary] for boundary in BOUNDARIES)
    return Claim(
        f"a hard boundary is learnt with high accuracy, in about 100 hands ({name}: at most 125 on "
        "average and at most 5% failures at every boundary)",
        slowest <= 125 and worst <= 5,
        f"at most {slowest:.0f} hands on average, at most {worst:.0f}% failures",
    )


def run(setting: Setting) -> Outcome:
    """Every boundary point against both responders, and against a translated agent."""
    number = TRIALS[setting.scale]
    asked = [leduc_answers(setting.seed), Answers("made-up", *MADE_UP)]
    agents = [asked[0], asked[0].with_model(), asked[1], asked[1].with_model()]
    cells, rows = [], {}
    failures: dict[str, list[int]] = {}  # converged to a wrong bet, did not converge
    for done, answers in enumerate(agents):
        wrong = capped = 0
        for column, boundary in enumerate(BOUNDARIES):
            total = len(agents) * len(BOUNDARIES)
            setting.report(done * len(BOUNDARIES) + column, total, f"{answers.name}, {boundary}")
            seen = trials(answers, boundary, number, setting.seed)
            true_place = round(boundary * BETS) - 1
            wrong += sum(e.converged and e.place != true_place for e in seen)
            capped += sum(not e.converged for e in seen)
            for row, (mean, half) in summary(seen, boundary).items():
                rows[answers.name, row, boundary] = mean
                theirs = PUBLISHED[row][column] if answers is agents[0] else None
                digits = 4 if row == "error" else 1
                place = (f"{row}, {answers.name}", f"{boundary:g}")
                low, high = max(0.0, mean - half), mean + half
                cells.append(Cell(*place, theirs, mean, low, high, digits))
        failures[answers.name] = [wrong, capped]
    share, true, all_in = translated(number, setting.seed)
    claims = [_quick_and_right(rows, answers.name) for answers in agents]
    name = agents[0].name
    first, last = (rows[name, "hands", b] for b in (BOUNDARIES[0], BOUNDARIES[-1]))
    plain = [failures[answers.name] for answers in asked]
    wrong, capped = (sum(column) for column in zip(*plain, strict=True))
    model_capped = sum(failures[answers.with_model().name][1] for answers in asked)
    claims += [
        Claim(
            "a higher boundary takes longer (Leduc, 0.1 against 0.9)",
            last > first,
            f"{first:.1f} against {last:.1f} hands",
        ),
        Claim(
            "most failures converge to a wrong bet (Leduc and made-up)",
            wrong > capped,
            f"{wrong} converged to a wrong bet, {capped} did not converge in {MOST_HANDS} hands; "
            f"with answers expected from the model {model_capped} did not",
        ),
        Claim(
            "the boundary of an agent translated in the full game is found",
            share >= 0.95,
            f"{SMALL}: of the bets up to {all_in} the largest read as the pot is {true}; found in "
            f"{share:.0%} of {number} runs",
        ),
    ]
    lower, upper = (
        "/".join(f"{chance:.2f}" for chance in side) for side in (agents[0].lower, agents[0].upper)
    )
    notes = [
        "The published row is of a hold'em agent of Polaris (5.5.5.5, fcpa), which is not among "
        f"ours; beside it stands seat 2 of {LEDUC} solved with {BETTING} to {TARGET:g}, which "
        f"folds/calls/raises {lower} to the pot and {upper} to all-in. The made-up responder "
        f"answers {MADE_UP[0]} and {MADE_UP[1]}.",
        f"{number} trials each; {BETS} bets at 1/{BETS} to {BETS}/{BETS} of the way from pot to "
        f"all-in, confidence {CONFIDENCE}, at most {MOST_HANDS} hands. The published errors are "
        "multiples of 0.05 a failure, which fits these bets. Hands are averaged over trials that "
        "converged; a trial that reaches the cap counts as a failure, as in the thesis.",
        "Trials that reach the cap are mostly right but stuck: ChooseAction expects the answers it "
        "has already seen to a bet, so a bet that was asked often promises a little for ever. The "
        "rows 'model' expect instead what all answers together say about a bet.",
    ]
    return Outcome(cells, claims, notes, digits=1)


EXPERIMENT = Experiment(
    id="schnizlein-4.1",
    title="Learning the boundary of hard translation (Leduc and made-up responders)",
    source="Schnizlein 2009, section 4.5, Table 4.1",
    run=run,
    seconds={"quick": 15, "full": 60},
)
