"""Schnizlein 2009, Table 2.3: importance sampling with imaginary observations, and beyond it AIVAT.

The first column is the published experiment: an fcpa agent with eight buckets against itself, on
policy. The others are similar: an agent on policy in a match against another, and a third agent
evaluated off policy from the hands of that match.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Literal

import numpy as np

from equipoise.base.progress import Report, portion
from equipoise.experiments.harness.blueprints import Library, quality_note
from equipoise.experiments.harness.experiment import Claim, Outcome, Scale, Setting
from equipoise.experiments.schnizlein.polaris_duels import GAME
from equipoise.experiments.schnizlein.variance_matches import (
    NAMES,
    Deviation,
    agents,
    play,
    rate_cell,
    recipe,
)
from equipoise.kernels.types import Float64s

if TYPE_CHECKING:
    from equipoise.evaluation.variance.hands import PlayedHands
    from equipoise.policies.policy import Policy

KINDS = ("Basic", "GEA", "OC", "GEA.OC")
PUBLISHED = {
    "Money": (18.18, 17.98, 14.65, 12.61),
    "DIVAT": (15.33, 15.03, 12.39, 10.03),
}
DEALS: dict[Scale, int] = {"quick": 600, "full": 20_000}
_SOLVING = 0.3
#: published reductions: on policy in self-play, and off policy
TAKEN_OFF, OFF_POLICY = 0.45, 0.68
Scores = dict[str, Float64s]
_SCORED: dict[str, Literal["money", "divat"]] = {"Money": "money", "DIVAT": "divat"}


def run(setting: Setting) -> Outcome:
    """Self-play on policy, a match on policy, and off policy."""
    library = Library(setting)
    wanted = [recipe(setting)]
    (folder,) = library.solve(wanted, portion(setting.report, 0.0, _SOLVING))
    seated = agents(folder)
    twin = f"{folder}:name={NAMES[0]}-2"
    self_play = _played(setting.part("self", _SOLVING, 0.05), (seated[0], twin), 20)
    match = _played(setting.part("match", _SOLVING + 0.05, 0.05), (seated[0], seated[2]), 21)
    policies = [_policy(agent) for agent in seated[:2]]
    columns = {
        f"{NAMES[0]} v itself (on)": _scores(
            self_play, policies[0], None, portion(setting.report, 0.4, 0.3), both=True
        ),
        f"{NAMES[0]} v {NAMES[2]} (on)": _scores(
            match, policies[0], None, portion(setting.report, 0.7, 0.15)
        ),
        f"{NAMES[1]} from that match (off)": _scores(
            match, policies[0], policies[1], portion(setting.report, 0.85, 0.15)
        ),
    }
    cells = []
    for number, (column, scores) in enumerate(columns.items()):
        for row, values in scores.items():
            published = None
            kind, _, how = row.partition("-")
            if number == 0 and how in KINDS:
                published = PUBLISHED[kind][KINDS.index(how)]
            cells.append(Deviation.of(values).cell(row, column, published))
    first = next(iter(columns.values()))
    cells += [rate_cell(row, "bankroll, self-play", values) for row, values in first.items()]
    notes = [
        f"{GAME}, standard deviations of a hand in small blinds; {DEALS[setting.scale]:,} deals in "
        "both seatings. Bankrolls in self-play are those of one of two equals, so 0 is expected.",
        quality_note(library, wanted),
    ]
    if setting.scale == "quick":
        notes.append("Quick: coarser cards than the published 8.8.8.8, and few hands.")
    return Outcome(cells, _claims(list(columns.values())), notes, digits=2, unit="sb/h")


def _policy(agent: str) -> Policy:
    from equipoise.evaluation.variance.known import named_policy

    policy = named_policy(agent)
    assert policy is not None
    return policy


def _played(setting: Setting, pair: tuple[str, str], number: int) -> PlayedHands:
    return play(setting, pair, DEALS[setting.scale], number).hands


def _scores(
    hands: PlayedHands,
    played: Policy,
    evaluated: Policy | None,
    report: Report,
    both: bool = False,
) -> Scores:
    """The first player's score of every hand by each estimator, in small blinds."""
    from equipoise.evaluation.variance.assess import AIVAT, How, assess
    from equipoise.evaluation.variance.divat import views_of
    from equipoise.evaluation.variance.importance import ImportanceSampling
    from equipoise.evaluation.variance.known import KnownPlayers

    estimates = {
        f"{label}-{kind}": ImportanceSampling(
            played, evaluated, "GEA" in kind, "OC" in kind, scored
        )
        for label, scored in _SCORED.items()
        for kind in KINDS
    }
    found = {name: np.zeros(len(hands)) for name in estimates}
    numbers = [hands.hand_numbers(position).tolist() for position in range(2)]
    seats = hands.seats_of(0).tolist()
    for row in range(len(hands)):
        view = views_of(hands, row, (numbers[0][row], numbers[1][row]), seats[row])
        for name, estimate in estimates.items():
            found[name][row] = estimate.of_hand(view).value
        report(row, len(hands))
    blind = min(hands.rules.blinds)
    scores = {name: values / blind for name, values in found.items()}
    if evaluated is None:
        wanted = {"AIVAT, one known": {0: played}}
        if both:
            wanted["AIVAT, both known"] = {0: played, 1: played}
        for name, policies in wanted.items():
            how = How(KnownPlayers(policies))
            (assessed,) = assess(hands, [AIVAT], how)
            scores[name] = assessed.values[:, 0] * (hands.rules.big_blind / 1000 / blind)
    return scores


def _claims(columns: list[Scores]) -> list[Claim]:
    stds = [{row: Deviation.of(values).value for row, values in one.items()} for one in columns]
    self_play, match, off = stds
    taken = 1 - self_play["DIVAT-GEA.OC"] / self_play["Money-Basic"]
    off_taken = 1 - off["DIVAT-GEA.OC"] / off["Money-Basic"]
    one = 1 - self_play["AIVAT, one known"] / self_play["Money-Basic"]
    two = 1 - self_play["AIVAT, both known"] / self_play["Money-Basic"]
    drops = [
        [column[f"{label}-{kind}"] for kind in ("Basic", "OC", "GEA.OC")]
        for column in (self_play, match)
        for label in ("Money", "DIVAT")
    ]
    falling = [all(a > b for a, b in pairwise(row)) for row in drops]
    return [
        Claim(
            "on policy the deviation falls as other cards and then game-ending actions are added",
            all(falling),
            "; ".join(" > ".join(f"{value:.1f}" for value in row) for row in drops),
        ),
        Claim(
            f"in self-play everything together takes off about {TAKEN_OFF:.0%} (within 15 points)",
            abs(taken - TAKEN_OFF) <= 0.15,
            f"takes off {taken:.0%}",
        ),
        Claim(
            "off policy deviations are much larger than on policy",
            off["Money-Basic"] > 2 * match["Money-Basic"],
            f"{off['Money-Basic']:.1f} against {match['Money-Basic']:.1f} sb/h",
        ),
        Claim(
            f"off policy everything together takes off more than half (published {OFF_POLICY:.0%})",
            off_taken > 0.5,
            f"takes off {off_taken:.0%}",
        ),
        Claim(
            "AIVAT takes off at least 65% in self-play, with both known more (not in the thesis)",
            two > one >= 0.65,
            f"one known {one:.0%}, both {two:.0%}",
        ),
    ]
