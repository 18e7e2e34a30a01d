"""``equipoise strength``: how good a hand is now, and what may become of it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from equipoise.interfaces.cli.output import JsonOption, console, print_json


def strength(
    hole: Annotated[str, typer.Argument(metavar="HOLE", help="Two cards, like AdQc.")],
    board: Annotated[str, typer.Argument(metavar="BOARD", help="3 to 5 cards, like 3h4cJh.")],
    opponents: Annotated[int, typer.Option(min=1, max=22, help="How many are still in.")] = 1,
    against: Annotated[str, typer.Option(help="The opponents' range.")] = "random",
    lookahead: Annotated[
        int, typer.Option(min=1, max=2, help="Cards of potential that the EHS takes in.")
    ] = 1,
    as_json: JsonOption = False,
) -> None:
    """Hand strength and potential by enumeration (Papp 1998, chapters 5 and 6)."""
    from equipoise.cards.card import cards_symbols, check_apart, parse_cards
    from equipoise.cards.evaluator import describe
    from equipoise.cards.ranges import Range
    from equipoise.cards.strength import assess

    hole_cards = parse_cards(hole, "hand", 2, 2, "two hole cards are needed")
    board_cards = parse_cards(board, "board", 3, 5, "3 to 5 cards are needed")
    check_apart([("hand", hole), ("board", board)])
    opponent = Range.parse(against)
    result = assess(hole_cards, board_cards, opponents, opponent, lookahead)
    if as_json:
        print_json(asdict(result))
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
    whom = "one opponent" if opponents == 1 else f"{opponents} opponents"
    rows = [
        ("HR", result.hr, "rank among all hands"),
        ("HS", result.hs, f"ahead now of {whom} with {against}"),
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
