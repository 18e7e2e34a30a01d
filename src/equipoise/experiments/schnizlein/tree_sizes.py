"""Schnizlein 2009, sections 3.2.1 and 3.3.3: growth of betting trees with more bets.

The thesis gives factors without saying what it counts or how bets are rounded to chips. So the
factors are computed under several conventions, and the best fit is reported.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from equipoise.experiments.harness.experiment import Cell, Claim, Outcome, Setting
from equipoise.experiments.schnizlein.bet_conventions import Convention

if TYPE_CHECKING:
    from equipoise.games.size.situations import TreeSize

#: stack in big blinds, the larger and the smaller menu, the factor of the text. Half and three
#: quarters of the pot are restricted (r) except in the factor 151.
PUBLISHED = (
    (500, "fcpta", "fcpa", 1.68),
    (500, "fchpa", "fcpa", 151.0),
    (500, "fchrpa", "fcpa", 26.0),
    (500, "fchrpta", "fcpta", 19.0),
    (200, "fchrpta", "fcpta", 9.9),
    (100, "fchrpta", "fcpta", 7.2),
    (200, "fchrpea", "fcpea", 15.7),
    (200, "fchrqrpwea", "fcpea", 248.0),
    (200, "fchrqrpwea", "fchrpea", 15.8),
)
#: table 3.1's cards of 12s and 8s size, and their ratio in the text
LARGER_CARDS, SMALLER_CARDS, CARDS_FACTOR = "ir169.72hs2x2hs.12.12", "ir169.64.8.8", 4.7
_CLOSE = 0.02
_BEST = "decisions"


def _decisions(size: TreeSize) -> int:
    return sum(size.decisions)


#: what is counted under which convention; the last one takes a minute
COLUMNS: dict[str, tuple[Convention, Callable[[TreeSize], int]]] = {
    _BEST: (Convention(), _decisions),
    "all nodes": (Convention(), lambda size: size.betting_nodes),
    "ends": (Convention(), lambda size: size.terminal_nodes),
    "once for both": (Convention(once_each=False), _decisions),
    "cents": (Convention(chips=100), _decisions),
    "pot before call": (Convention(of_pot_after_call=False), _decisions),
}
_SLOW = "pot before call"


@lru_cache(maxsize=100)
def _size(convention: Convention, stack: int, bets: str) -> TreeSize:
    from equipoise.abstraction.bets.betting import BettingAbstraction
    from equipoise.games.catalogue import find_game

    menu = BettingAbstraction.parse(bets).menu(0, 0)
    return convention.size(find_game(f"holdem-nolimit:{stack}bb"), menu)


def run(setting: Setting) -> Outcome:
    """Count all trees under all conventions."""
    columns = [name for name in COLUMNS if setting.scale == "full" or name != _SLOW]
    cells: list[Cell] = []
    worst = dict.fromkeys(columns, (0.0, ""))
    done = 0
    for column in columns:
        convention, count = COLUMNS[column]
        for stack, larger, smaller, published in PUBLISHED:
            grown = count(_size(convention, stack, larger)) / count(
                _size(convention, stack, smaller)
            )
            row = f"{larger} / {smaller}, {stack}BB"
            cells.append(Cell(row, column, published, grown))
            worst[column] = max(worst[column], (abs(grown / published - 1), row))
            done += 1
            setting.report(done, len(columns) * len(PUBLISHED), column)
    cards, in_game = _card_factors()
    row = "12s / 8s cards, 100BB fcpta"
    cells += [
        Cell(row, _BEST, CARDS_FACTOR, in_game),
        Cell(row, "buckets alone", CARDS_FACTOR, cards),
    ]
    best = min(worst, key=lambda column: worst[column])
    tenfold = cells[0].measured
    claims = [
        Claim(
            "a 10-pot bet makes the 500BB game larger by only 68%",
            round(tenfold, 2) == 1.68,
            f"{tenfold - 1:.1%}",
        ),
        Claim(
            f"counted as decision nodes every factor of the text comes out within {_CLOSE:.0%}",
            worst[_BEST][0] <= _CLOSE,
            f"furthest off is {worst[_BEST][1]} by {worst[_BEST][0]:.1%}",
        ),
        Claim(
            "no other convention tried fits better",
            best == _BEST,
            "; ".join(f"{name} up to {off:.1%} off" for name, (off, _) in worst.items()),
        ),
        Claim(
            "the 12s cards are roughly 4.7 times as large as 8s",
            round(cards, 1) == CARDS_FACTOR,
            f"{cards:.3f} in buckets of all rounds together, "
            f"{in_game:.3f} in information sets of the 100BB fcpta game",
        ),
    ]
    notes = [
        "Best fit: decision nodes; a bet of k pots is k times the pot after calling, rounded "
        "down to whole chips (blinds 1 and 2); h and q once per round for each player and not "
        "before the flop.",
        "Once for both: h and q once per round by either player. Cents: chips divided by 100. "
        "Sizes below the smallest legal bet do not occur, so their treatment cannot be tested.",
        f"12s is {LARGER_CARDS}, 8s is {SMALLER_CARDS}; the factor of the text is the ratio of "
        "the total numbers of buckets, without the betting.",
    ]
    return Outcome(cells, claims, notes, digits=2)


def _card_factors() -> tuple[float, float]:
    """12s against 8s: total buckets of all rounds, and information sets of a game."""
    from equipoise.abstraction.buckets.notation import CardAbstraction

    decisions = _size(Convention(), 100, "fcpta").decisions
    large, small = (CardAbstraction.parse(text).sizes for text in (LARGER_CARDS, SMALLER_CARDS))

    def infosets(sizes: tuple[int, ...]) -> int:
        return sum(n * s for n, s in zip(decisions, sizes, strict=True))

    return sum(large) / sum(small), infosets(large) / infosets(small)
