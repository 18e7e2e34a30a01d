"""Schnizlein 2009, Table A.1: the cover set of 12-chip no-limit Leduc."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from equipoise.experiments.harness.experiment import Cell, Claim, Outcome, Setting

if TYPE_CHECKING:
    from equipoise.spine.passes import Passes
    from equipoise.translation.switching.cover import CoverGame
    from equipoise.translation.switching.weights import Ratios

GAME = "leduc-nolimit:12"
#: stack over ante and the bet as a fraction of the pot, in the order of the table
PUBLISHED = """
12.000000 0.500000   12.000000 1.000000   12.000000 1.500000   12.000000 2.000000
12.000000 2.500000   12.000000 3.000000   12.000000 3.500000   12.000000 4.000000
12.000000 4.500000   12.000000 5.000000   9.000000 0.250000   7.080000 0.166667
5.821782 0.125000   4.941176 0.100000   4.269231 0.083333   3.756522 0.071429
3.355932 0.062500   3.027027 0.055556   2.769231 0.050000   6.534653 0.111111
7.080000 0.125000   13.747573 0.187500   7.603960 0.142857   5.346535 0.111111
14.422018 0.214286   25.584906 0.285714   8.330097 0.166667   5.666667 0.125000
9.980198 0.187500   15.089109 0.250000   25.603960 0.333333   41.294118 0.416667
9.148515 0.200000   5.945946 0.142857   4.352941 0.111111   10.099010 0.214286
16.320000 0.285714   15.647059 0.300000   7.309091 0.187500   25.058824 0.400000
38.400000 0.500000   56.160000 0.600000   10.077670 0.250000   6.294118 0.166667
4.543689 0.125000   10.059406 0.250000   15.339623 0.333333   22.514286 0.416667
16.000000 0.375000   7.111111 0.214286   10.368932 0.285714   24.000000 0.500000
34.111111 0.625000   46.860000 0.750000   62.138614 0.875000   11.040000 0.333333
6.534653 0.200000   4.631579 0.142857   3.600000 0.111111   9.777778 0.300000
5.322581 0.187500   13.900990 0.400000   19.200000 0.500000   25.431193 0.600000
16.000000 0.500000   6.718447 0.250000   9.235294 0.333333   12.233010 0.416667
21.720000 0.666667   6.631579 0.285714   28.396040 0.833333   36.000000 1.000000
44.400000 1.166667   53.702970 1.333333   6.712871 0.250000   4.693069 0.166667
3.634615 0.125000   9.148515 0.375000   4.961538 0.214286   15.140187 0.625000
18.712871 0.750000   22.680000 0.875000   15.000000 0.750000   6.117647 0.300000
3.882353 0.187500   7.722772 0.400000   9.600000 0.500000   11.559633 0.600000
18.000000 1.000000   5.520000 0.333333   6.705882 0.416667   21.000000 1.250000
24.000000 1.500000   27.000000 1.750000   30.000000 2.000000   33.000000 2.250000
6.653465 0.333333   4.685714 0.200000   3.600000 0.142857   2.945455 0.111111
8.000000 0.500000   4.475248 0.250000   9.320388 0.666667   4.228571 0.285714
10.641509 0.833333   13.320000 1.166667   14.640000 1.333333   5.227723 0.375000
3.495146 0.214286   6.000000 0.500000   6.742857 0.625000   7.500000 0.750000
8.235294 0.875000   4.320000 0.400000   4.800000 0.500000   5.280000 0.600000
3.657143 0.416667   2.514286 0.050000   2.731707 0.055556   2.285714 0.050000
2.970297 0.062500   2.470588 0.055556   2.086957 0.050000   3.314286 0.071429
2.654867 0.062500   2.244604 0.055556   1.920000 0.050000   3.657143 0.083333
2.888889 0.071429   2.379310 0.062500   2.000000 0.055556   1.730769 0.050000
4.117647 0.100000   3.140187 0.083333   2.532110 0.071429   2.117647 0.062500
2.910891 0.125000   1.811321 0.055556   2.423077 0.111111   1.570093 0.050000
4.680000 0.125000   3.445545 0.100000   2.705882 0.083333   3.540000 0.166667
2.213592 0.071429   2.823529 0.142857   1.882353 0.062500   2.340000 0.125000
2.823529 0.187500   1.631068 0.055556   1.981651 0.111111   1.431193 0.050000
5.307692 0.166667   3.728155 0.125000   4.500000 0.250000   2.880000 0.100000
3.360000 0.200000   3.840000 0.300000   2.330097 0.083333   2.653846 0.166667
3.000000 0.250000   3.326733 0.333333   1.945946 0.071429   2.192308 0.142857
2.446602 0.214286   2.679612 0.285714   1.680000 0.062500   1.864078 0.125000
2.057143 0.187500   1.471698 0.055556   1.621622 0.111111   1.320000 0.050000
"""
_DIGITS = 6


def published() -> list[tuple[float, float]]:
    """The rows of the table."""
    numbers = [float(word) for word in PUBLISHED.split()]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def run(setting: Setting) -> Outcome:
    """Construct the cover, compare it row by row, and check that it covers every decision."""
    from equipoise.spine.game import AbstractGame
    from equipoise.translation.switching.cover import cover_set

    full = AbstractGame(GAME).passes()
    games = cover_set(full.tree)
    theirs = published()
    ours = [
        (round(float(game.stack_ratio), _DIGITS), round(float(game.bet), _DIGITS)) for game in games
    ]
    agreeing = sum(mine == row for mine, row in zip(ours, theirs, strict=False))
    cells = [
        Cell("games", "count", len(theirs), len(ours), digits=0),
        Cell("rows that agree, in order", "count", len(theirs), agreeing, digits=0),
    ]
    for number, (mine, row) in enumerate(zip(ours, theirs, strict=False), 1):
        cells += [
            Cell(f"game {number}", name, row[place], mine[place])
            for place, name in enumerate(("stack / ante", "bet / pot"))
        ]
    different, unmatched = _situations(full, games, setting)
    claims = [
        Claim(
            "the construction of section 5.4 results in a suite of 172 abstract games, the listed "
            "ones in the listed order",
            ours == theirs,
            f"{len(ours)} games, {agreeing} rows agree in both numbers to {_DIGITS} digits",
        ),
        Claim(
            "the suite handles every situation of the full game: some game has its stack ratio "
            "and bet ratio exactly",
            unmatched == 0,
            f"{len(full.tree.decision_nodes()):,} decisions, {different:,} different situations, "
            f"{unmatched} without such a game",
        ),
    ]
    return Outcome(cells, claims, digits=_DIGITS)


def _situations(full: Passes, games: list[CoverGame], setting: Setting) -> tuple[int, int]:
    """The number of distinct situations of the full game, and of those without a matching game."""
    from equipoise.translation.switching.player import Switching
    from equipoise.translation.switching.suite import Member, Suite
    from equipoise.translation.switching.weights import by_match

    members = []
    for number, game in enumerate(games):
        problem = game.problem()
        members.append(Member(problem.passes().layout, problem.cards_and_buckets[1]))
        setting.report(number + 1, len(games), "are situations covered?")
    matched: list[bool] = []

    def weigh(real: Ratios, seen: Sequence[Ratios | None]) -> list[float]:
        matched.append(real in seen)
        return by_match(real, seen)

    Switching(Suite(full.tree.rules, tuple(members)), weigh, full.layout)
    return len(matched), matched.count(False)
