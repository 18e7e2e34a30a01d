"""Published crosstables of the no-limit competitions, and their rankings by our run-off.

The tables are input, not results: it is checked that averages and order follow from them by the
definitions of the text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from equipoise.experiments.harness.experiment import Cell, Claim, Outcome

if TYPE_CHECKING:
    from equipoise.evaluation.crosstable import Crosstable

#: half of the last printed digit of an average of numbers with the same digits
_ROUNDING = 0.01


def read_table(text: str) -> tuple[Crosstable, list[float]]:
    """Parse a printed table: name, results with ``-`` on the diagonal, average."""
    import numpy as np

    from equipoise.evaluation.crosstable import Crosstable

    rows = [line.split() for line in text.strip().splitlines()]
    names = tuple(row[0] for row in rows)
    means = np.array([[0.0 if word == "-" else float(word) for word in row[1:-1]] for row in rows])
    return Crosstable(names, means, np.zeros_like(means)), [float(row[-1]) for row in rows]


def order_by(rank: str, table: Crosstable) -> list[int]:
    """The players of a table ranked by ``run-off`` or ``bankroll``."""
    from equipoise.evaluation.rankings import runoff, total_bankroll

    ranking = runoff(table)[0] if rank == "run-off" else total_bankroll(table)
    return [player for place in ranking.places for player in place]


def names_by(rank: str, table: Crosstable) -> str:
    """The same as text."""
    return " > ".join(table.names[player] for player in order_by(rank, table))


def outcome_of(text: str, rank: str) -> tuple[Outcome, Crosstable]:
    """Averages and both rankings, ours and the published ones.

    The rows are printed in the order of the competition, which was ranked by ``rank``.
    """
    table, averages = read_table(text)
    ours = [float(value) for value in table.averages()]
    orders = {name: order_by(name, table) for name in ("run-off", "bankroll")}
    cells = []
    for number, name in enumerate(table.names):
        cells.append(Cell(name, "average", averages[number], ours[number]))
        for kind, order in orders.items():
            published = number + 1 if kind == rank else None
            cells.append(
                Cell(name, f"place by {kind}", published, order.index(number) + 1, digits=0)
            )
    worst = max(abs(a - b) for a, b in zip(averages, ours, strict=True))
    claims = [
        Claim(
            "the printed averages are the means of their rows",
            worst <= _ROUNDING,
            f"at most {worst:.4f} apart",
        ),
        Claim(
            f"the printed order is that of the {rank} on the printed results",
            orders[rank] == list(range(len(table.names))),
            names_by(rank, table),
        ),
    ]
    return Outcome(cells, claims, digits=2), table
