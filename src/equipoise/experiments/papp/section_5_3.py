"""Papp 1998, section 5.3: a hand that is weak now and strong later, 8♦7♦ on 9♦6♣2♦."""

from __future__ import annotations

import numpy as np

from equipoise.experiments.harness.experiment import Cell, Claim, Outcome, Setting
from equipoise.experiments.harness.strength_shapes import Shape, both_panels, shape_of

HAND, BOARD = "8d7d", "9d6c2d"
#: "the probability of having the strongest hand is very low, even against one random opponent"
PUBLISHED = 0.115
_AS_STRONG = 0.005


def run(setting: Setting) -> Outcome:
    """Enumerate the hand of the text, and an equally strong one with the least potential."""
    from equipoise.abstraction.strength.on_demand import OnDemand
    from equipoise.cards.card import cards_text, parse_cards
    from equipoise.cards.combos import combo_cards, combos_with
    from equipoise.cards.strength import assess, hand_strength

    hole, board = parse_cards(HAND), parse_cards(BOARD)
    now = hand_strength(hole, board)
    later = OnDemand().on_board(board).strength
    rivals = []
    for combo in np.flatnonzero(~combos_with([*hole, *board])):
        cards = [int(card) for card in combo_cards()[combo]]
        if abs(hand_strength(cards, board) - now) <= _AS_STRONG:
            rivals.append((float(later[combo]), cards))
    weakest, other = min(rivals)
    cells = []
    shapes: dict[str, Shape] = {}
    for cards, published in ((hole, PUBLISHED), (other, None)):
        name = cards_text(cards)
        seen = assess(cards, board)
        shape = shapes[name] = shape_of(cards, board)
        cells.append(Cell(name, "strength now", published, seen.hs))
        for column, value in (("PPOT2", seen.ppot2), ("NPOT2", seen.npot2)):
            if value is not None:
                cells.append(Cell(name, column, None, value))
        cells.append(Cell(name, "expected on the river", None, shape.strength))
        cells.append(Cell(name, "chance of the top fifth", None, float(shape.fifths[-1])))
    by_place = {(cell.row, cell.column): cell.measured for cell in cells}
    mine, theirs = cards_text(hole), cards_text(other)
    claims = [
        Claim(
            "against one random opponent it is the strongest hand 11.5% of the time",
            round(now, 3) == PUBLISHED,
            f"measured {now:.4f}, ties half",
        ),
        Claim(
            "there is a high probability that it will improve substantially",
            by_place[mine, "chance of the top fifth"] > 0.25,
            f"{by_place[mine, 'chance of the top fifth']:.1%} to end in the top fifth, "
            f"expected strength {shapes[mine].strength:.3f}",
        ),
        Claim(
            "hand strength alone is insufficient to assess the quality of a hand",
            shapes[mine].strength - weakest > 0.1,
            f"{theirs} has strength {by_place[theirs, 'strength now']:.4f} now, but only "
            f"{weakest:.3f} on the river",
        ),
    ]
    notes = [
        f"{theirs} has the least expected strength on the river of the {len(rivals)} other hands "
        f"on this flop within {_AS_STRONG} of the same strength now."
    ]
    setting.report(1, 1)
    return Outcome(cells, claims, notes, 3, both_panels(f"flop {BOARD}", shapes))
