"""Kauth 2014, Figure 7: a flush draw and a small pair with the same mean, through the streets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from equipoise.experiments.harness.experiment import Claim, Outcome, Scale, Setting
from equipoise.experiments.harness.strength_shapes import Shape, panel, shape_of

if TYPE_CHECKING:
    import numpy.typing as npt

    from equipoise.kernels.types import Float64s, UInt8s

#: the figure's cards are not in its text; these have nearly the same mean on the flop
DRAW, PAIR, BOARD = "7s6s", "3c3h", "Js9s2d4hKs"
STREETS = {"flop": 3, "turn": 4, "river": 5}
#: "they will both win approximately half the time"
HALF, _ABOUT = 0.5, 0.05
FLOPS: dict[Scale, int] = {"quick": 60, "full": 1755}
_BLOCK = 20


def run(setting: Setting) -> Outcome:
    """The two hands by enumeration, then all such hands on many flops."""
    from equipoise.cards.card import parse_cards

    board = parse_cards(BOARD)
    hands = {f"draw {DRAW}": parse_cards(DRAW), f"pair {PAIR}": parse_cards(PAIR)}
    cells, panels = [], []
    shapes: dict[tuple[str, str], Shape] = {}
    for street, size in STREETS.items():
        for name, hole in hands.items():
            shape = shapes[name, street] = shape_of(hole, board[:size])
            cells += shape.cells(f"{name}, {street}", None)
        curves = [shapes[name, street].curve(name, 15) for name in hands]
        panels.append(panel(f"{street} {BOARD[: 2 * size]}", curves))
    draw, pair = (shapes[name, "flop"] for name in hands)
    deviations = {name: [shapes[name, street].deviation for street in STREETS] for name in hands}
    survey = _survey(setting)
    cells += survey["flush draws"].cells("all flush draws", None)
    cells += survey["small pairs"].cells("all small pairs", None)
    panels.append(
        panel("flush draws and small pairs\nof mean 0.45 to 0.55", [
            shape.curve(name, 15) for name, shape in survey.items()
        ])
    )  # fmt: skip
    claims = [
        Claim(
            "averaged into one value, a flush draw and a small pair can be the same",
            abs(draw.strength - pair.strength) < 0.01 and abs(draw.strength - HALF) < _ABOUT,
            f"{draw.strength:.3f} and {pair.strength:.3f} on the flop",
        ),
        _extremes(
            "the flush draw has spikes at the extremes of strength",
            draw,
            survey["flush draws"],
            False,
        ),
        _extremes(
            "the small pair has a spike of values in the centre", pair, survey["small pairs"], True
        ),
        Claim(
            "after each deal the values converge until a single strength remains",
            all(
                found[-1] == 0 and found == sorted(found, reverse=True)
                for found in deviations.values()
            ),
            "; ".join(
                f"{name}: sd {', '.join(f'{value:.3f}' for value in found)}"
                for name, found in deviations.items()
            ),
        ),
    ]
    notes = [
        "The cards of the figure are not in its text; the hands here are our choice. Strength "
        "counts ties half; Kauth counts wins only. Flush draws: four cards of one suit with "
        "both own cards, no pair; small pairs: a pocket pair below every card of the flop; both "
        f"with an expected strength of {HALF - _ABOUT:.2f} to {HALF + _ABOUT:.2f}, on "
        + ("all 1,755 flops, exact." if setting.scale == "full" else
           f"{FLOPS[setting.scale]} flops drawn with seed {setting.seed}."),
    ]  # fmt: skip
    return Outcome(cells, claims, notes, 3, panels)


def _extremes(text: str, one: Shape, many: Shape, centre: bool) -> Claim:
    """True if the outer fifths hold more than the middle three, for one hand and for all."""
    outer = [float(shape.fifths[0] + shape.fifths[-1]) for shape in (one, many)]
    return Claim(
        text,
        all(value < 0.5 if centre else value > 0.5 for value in outer),
        f"{outer[0]:.0%} in the lowest and highest fifth, all such hands {outer[1]:.0%}",
    )


def _survey(setting: Setting) -> dict[str, Shape]:
    """The mean distribution of all flush draws and small pairs that win about half the time."""
    from equipoise.abstraction.strength.boards import FLOP, flops
    from equipoise.abstraction.strength.on_demand import OnDemand

    source = OnDemand()
    boards = flops()
    wanted = FLOPS[setting.scale]
    rows = np.random.default_rng(setting.seed).permutation(len(boards))[:wanted]
    totals = {name: _Total(source.bins) for name in ("flush draws", "small pairs")}
    for start in range(0, len(rows), _BLOCK):
        setting.report(start, len(rows), "flush draws and small pairs")
        some = rows[start : start + _BLOCK]
        features = source.features(FLOP, some)
        strengths, squares = features.strength, features.squared_strength
        waveforms = features.waveform()
        for place, row in enumerate(some):
            half = np.abs(strengths[place] - HALF) < _ABOUT
            weight = float(boards.weights[row])
            for name, kind in _kinds(boards.cards[row]).items():
                chosen = kind & half
                totals[name].add(
                    weight,
                    strengths[place][chosen],
                    squares[place][chosen],
                    waveforms[place][chosen],
                )
    setting.report(1, 1)
    return {name: total.mean() for name, total in totals.items()}


class _Total:
    """A sum over hands, weighted by their flops."""

    def __init__(self, bins: int) -> None:
        self.count = self.strength = self.square = 0.0
        self.chances = np.zeros(bins)

    def add(self, weight: float, strengths: Float64s, squares: Float64s, chances: Float64s) -> None:
        """Add hands of one flop."""
        self.count += weight * len(strengths)
        self.strength += weight * float(strengths.sum())
        self.square += weight * float(squares.sum())
        self.chances += weight * chances.sum(axis=0)

    def mean(self) -> Shape:
        """The mixture of all: mean, deviation, distribution."""
        mean = self.strength / self.count
        return Shape(
            mean, float(np.sqrt(self.square / self.count - mean**2)), self.chances / self.count
        )


def _kinds(flop: UInt8s) -> dict[str, npt.NDArray[np.bool_]]:
    """Which combos are flush draws without a pair, and which are pairs below the flop."""
    from equipoise.cards.combos import combo_cards, combos_with

    cards = combo_cards().astype(np.int64)
    board = [int(card) for card in flop]
    ranks, suits = cards >> 2, cards & 3
    board_ranks = {card >> 2 for card in board}
    of_suit = [sum(card & 3 == suit for card in board) for suit in range(4)]
    suited = suits[:, 0] == suits[:, 1]
    two_more = np.array(of_suit)[suits[:, 0]] == 2
    paired = np.isin(ranks, list(board_ranks)).any(axis=1) | (len(board_ranks) < 3)
    free = ~combos_with(board)
    pocket = ranks[:, 0] == ranks[:, 1]
    return {
        "flush draws": free & suited & two_more & ~paired,
        "small pairs": free & pocket & (ranks[:, 0] < min(board_ranks)),
    }
