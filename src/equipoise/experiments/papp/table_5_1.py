"""Papp 1998, Table 5.1 and the related figures of sections 5.2 and 5.3."""

from __future__ import annotations

from equipoise.experiments.harness.experiment import Cell, Claim, Outcome, Setting

HAND, BOARD = "AdQc", "3h4cJh"

PUBLISHED_COUNTS = {
    "ahead": {"ahead": 449_005, "tied": 3_211, "behind": 169_504, "sum": 621_720},
    "tied": {"ahead": 0, "tied": 8_370, "behind": 540, "sum": 8_910},
    "behind": {"ahead": 91_981, "tied": 1_036, "behind": 346_543, "sum": 439_560},
    "sum": {"ahead": 540_986, "tied": 12_617, "behind": 516_587, "sum": 1_070_190},
}
#: as rounded in the text: hand rank, HS against five, potentials with two cards and with one
PUBLISHED_FIGURES = {
    "HR": (0.585, 3),
    "HR_5": (0.069, 3),
    "PPOT2": (0.208, 3),
    "NPOT2": (0.274, 3),
    "PPOT1": (0.108, 3),
    "NPOT1": (0.145, 3),
}


def run(setting: Setting) -> Outcome:
    """Enumerate the example's 1,081 hands with all cards to come; nothing is sampled."""
    from equipoise.cards.card import parse_cards
    from equipoise.cards.strength import OUTCOMES, assess, hand_potential

    hole, board = parse_cards(HAND), parse_cards(BOARD)
    table = hand_potential(hole, board, cards=2).table
    measured = {
        now: {later: float(table[i, j]) for j, later in enumerate(OUTCOMES)}
        for i, now in enumerate(OUTCOMES)
    }
    measured["sum"] = {later: sum(measured[now][later] for now in OUTCOMES) for later in OUTCOMES}
    for counts in measured.values():
        counts["sum"] = sum(counts[later] for later in OUTCOMES)
    cells = [
        Cell(f"{now} after 5", f"{later} after 7", published, measured[now][later])
        for now, row in PUBLISHED_COUNTS.items()
        for later, published in row.items()
    ]
    seen = assess(hole, board)
    figures = {
        "HR": seen.hr,
        "HR_5": seen.hr**5,
        "PPOT2": seen.ppot2,
        "NPOT2": seen.npot2,
        "PPOT1": seen.ppot1,
        "NPOT1": seen.npot1,
    }
    claims = [
        Claim(
            "every count of the table agrees",
            all(cell.published == cell.measured for cell in cells),
            f"{sum(cell.published == cell.measured for cell in cells)} of {len(cells)} counts",
        )
    ]
    for name, (published, digits) in PUBLISHED_FIGURES.items():
        value = figures[name]
        assert value is not None
        cells.append(Cell(name, "share", published, value, digits=digits))
        claims.append(
            Claim(
                f"{name} = {published:.{digits}f}",
                round(value, digits) == published,
                f"measured {value:.6f}",
            )
        )
    setting.report(1, 1)
    return Outcome(
        cells,
        claims,
        ["The text once writes the hand as A♥Q♣; the table's caption and counts are of A♦Q♣."],
    )
