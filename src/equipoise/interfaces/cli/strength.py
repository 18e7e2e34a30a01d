"""``equipoise strength``: hand strength and potential."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from equipoise.base.errors import InputError
from equipoise.interfaces.cli.output import JsonOption, console, print_json


def strength(
    hole: Annotated[str, typer.Argument(metavar="HOLE", help="Hole cards: AdQc.")],
    board: Annotated[str, typer.Argument(metavar="BOARD", help="3 to 5 board cards: 3h4cJh.")],
    opponents: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=22, help="Opponents (default: 1).")
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="RANGE",
            help="Opponents' range (default: random); repeat for several opponents.",
        ),
    ] = None,
    lookahead: Annotated[
        int, typer.Option(metavar="N", min=1, max=2, help="Cards of lookahead in the EHS.")
    ] = 1,
    as_json: JsonOption = False,
) -> None:
    """Compute hand strength and potential (Papp 1998).

    Against several ranges (--against repeated) strength and potential are those against their
    average (the field array); the product over opponents is printed beside it.

    Examples:
      equipoise strength AdQc 3h4cJh
      equipoise strength AdQc 3h4cJh --opponents 3
      equipoise strength AdQc 3h4cJh --against TT+,AK --against random

    """
    from equipoise.cards.card import cards_symbols, check_apart, parse_cards
    from equipoise.cards.evaluator import describe
    from equipoise.cards.ranges import Range
    from equipoise.cards.strength import assess, field_array, strength_against_each

    hole_cards = parse_cards(hole, "hand", 2, 2, "two hole cards are needed")
    board_cards = parse_cards(board, "board", 3, 5, "3 to 5 cards are needed")
    check_apart([("hand", hole), ("board", board)])
    texts = against or ["random"]
    ranges = [Range.parse(text) for text in texts]
    if len(ranges) == 1:
        ranges *= opponents or 1
    elif opponents not in (None, len(ranges)):
        raise InputError(
            f"{len(ranges)} ranges for {opponents} opponents", "--against", expected="one for each"
        )
    field = field_array(ranges, hole_cards, board_cards) if len(texts) > 1 else ranges[0]
    result = assess(hole_cards, board_cards, len(ranges), field, lookahead)
    product = strength_against_each(hole_cards, board_cards, ranges)
    if as_json:
        print_json({**asdict(result), "hs_product": product})
        return
    from rich.table import Table
    from rich.text import Text

    screen = console()
    screen.print(
        f"[bold]{cards_symbols(hole_cards)}[/] on [bold]{cards_symbols(board_cards)}[/]: "
        f"{describe([*hole_cards, *board_cards])}"
    )
    table = Table(box=None, show_header=False)
    for style in ("bold", "", "dim"):
        table.add_column(style=style)
    whom = "one opponent" if len(ranges) == 1 else f"{len(ranges)} opponents"
    rows = [
        ("HR", result.hr, "rank among all hands"),
        ("HS", result.hs, f"ahead now of {whom} with {'; '.join(texts)}"),
        ("", product if len(texts) > 1 else None, "the same as a product of strengths"),
        ("PPOT1", result.ppot1, "behind now, ahead after the next card"),
        ("NPOT1", result.npot1, "ahead now, behind after the next card"),
        ("PPOT2", result.ppot2, "behind now, ahead after both cards"),
        ("NPOT2", result.npot2, "ahead now, behind after both cards"),
        ("EHS", result.ehs, "effective strength"),
        ("EHS'", result.ehs_optimistic, "effective strength without NPOT, to bet by"),
    ]
    for name, value, meaning in rows:
        if value is not None:
            table.add_row(name, f"{value:.4f}", Text(meaning))
    screen.print(table)
