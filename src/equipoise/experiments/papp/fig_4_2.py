"""Papp 1998, Figure 4.2: the branching factor of limit hold'em."""

from __future__ import annotations

from equipoise.experiments.harness.experiment import Cell, Claim, Outcome, Setting

#: sequences of one round's betting: row, column, published
PUBLISHED_SEQUENCES = (
    ("2 players, pre-flop", "all", 15),
    ("2 players, pre-flop", "2 remain", 7),
    ("2 players, later", "all", 19),
    ("2 players, later", "2 remain", 9),
    ("3 players, later", "2 remain", 138),
    ("3 players, later", "3 remain", 46),
    ("3 players, later", "1 remains", 93),
    ("4 players, later", "2 remain", 1504),
    ("4 players, later", "3 remain", 874),
    ("4 players, later", "4 remain", 161),
    ("4 players, later", "1 remains", 792),
)
#: states at the beginning of a round with two players, as the figure rounds them (to 0.1)
PUBLISHED_STATES = {"flop": (363.9, 1e6), "turn": (153.9, 1e9), "river": (63.7, 1e12)}
PUBLISHED_STATES_BY_CLASS = {"flop": (46.4, 1e6), "river": (8.1, 1e12)}


def run(setting: Setting) -> Outcome:
    """Count the betting sequences of one round with the rules engine, times the deals."""
    from math import comb

    from equipoise.games.size.sequences import first_round, later_round

    counts = {"2 players, pre-flop": first_round(2)}
    for players in (2, 3, 4):
        counts[f"{players} players, later"] = later_round(players)
        setting.report(players - 1, 3)
    cells = [
        Cell(
            row,
            column,
            published,
            counts[row].total() if column == "all" else counts[row][int(column[0])],
        )
        for row, column, published in PUBLISHED_SEQUENCES
    ]
    claims = [
        Claim(
            "every count of betting sequences agrees",
            all(cell.published == cell.measured for cell in cells),
            f"{sum(cell.published == cell.measured for cell in cells)} of {len(cells)} counts",
        )
    ]
    before, later = counts["2 players, pre-flop"][2], counts["2 players, later"][2]
    flops = 2 * before * comb(50, 3)  # who acts first, the betting, the flop
    growth = {"flop": 1, "turn": later * 47, "river": later * 47 * later * 46}
    for hands, kind, published_states in (
        (comb(52, 2), "hole cards", PUBLISHED_STATES),
        (169, "classes of hole cards", PUBLISHED_STATES_BY_CLASS),
    ):
        for name, (published, unit) in published_states.items():
            states = hands * flops * growth[name]
            claims.append(
                Claim(
                    f"{published} * {unit:.0e} states at the beginning of the {name}, by {kind}",
                    round(states / unit, 1) == published,
                    f"counted {states:,}",
                )
            )
    return Outcome(
        cells,
        claims,
        [
            "Papp counts folds when a check is free, which his section 2.1.3 allows; most "
            "rules, and the games of the catalogue, do not."
        ],
    )
