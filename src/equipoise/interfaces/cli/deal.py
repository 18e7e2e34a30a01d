"""``equipoise deal``: a hand of hold'em dealt face up, with the odds street by street."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from equipoise.interfaces.cli.output import JsonOption, console, print_json

if TYPE_CHECKING:
    from equipoise.cards.face_up import FaceUpStreet

_BAR = 14


def deal(
    players: Annotated[int, typer.Option(min=2, max=10, metavar="N", help="Number of hands.")] = 3,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", metavar="N", min=0, help="Random seed (default: new cards every time)."
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Deal a hand face up and watch equities change.

    Equities are exact. Strength is the hand's rank among all hands that an opponent could hold; up
    and down are the chances that the next card turns it around (PPOT1, NPOT1 of Papp 1998).

    Examples:
      equipoise deal
      equipoise deal --players 2 --seed 1

    """
    from equipoise.base.chance import short_seed
    from equipoise.cards.face_up import deal_face_up

    seed = short_seed() if seed is None else seed
    streets = deal_face_up(players, seed)
    if as_json:
        print_json({"seed": seed, "streets": [_street_json(street) for street in streets]})
        return
    _show(streets)
    console().print(f"[dim]seed {seed}: the same cards again with --seed {seed}[/]")


def _street_json(street: FaceUpStreet) -> dict[str, Any]:
    from equipoise.cards.card import cards_text

    hands = []
    for seen in street.hands:
        hand: dict[str, Any] = {"hole": cards_text(seen.hole), "equity": seen.equity}
        if seen.strength is not None:
            hand |= {
                "description": seen.description,
                "hr": seen.strength.hr,
                "ppot1": seen.strength.ppot1,
                "npot1": seen.strength.npot1,
            }
        hands.append(hand)
    return {
        "street": street.name,
        "board": cards_text(street.board),
        "cases": street.cases,
        "hands": hands,
    }


def _show(streets: list[FaceUpStreet]) -> None:
    from rich.table import Table

    from equipoise.cards.card import cards_symbols

    screen = console()
    for street in streets:
        table = Table(
            title=f"{street.name}   {_coloured(cards_symbols(street.board))}",
            title_justify="left",
            title_style="bold",
            box=None,
            header_style="dim",
            pad_edge=False,
        )
        table.add_column("hand")
        table.add_column("", width=_BAR)
        for name in ("equity", "strength", "up", "down"):
            table.add_column(name, justify="right")
        table.add_column("")
        best = max(hand.equity for hand in street.hands)
        for hand in street.hands:
            colour = "green" if hand.equity == best else "blue"
            bar = f"[{colour}]" + "█" * round(_BAR * hand.equity) + "[/]"
            seen = hand.strength
            values = (None,) * 3 if seen is None else (seen.hr, seen.ppot1, seen.npot1)
            table.add_row(
                _coloured(cards_symbols(hand.hole)),
                bar,
                f"{hand.equity:.1%}",
                *(_percent(value) for value in values),
                hand.description or "",
            )
        screen.print(table)
        boards = "board" if street.cases == 1 else "boards that can come"
        screen.print(f"[dim]{street.cases:,} {boards}[/]\n")


def _percent(value: float | None) -> str:
    return "" if value is None else f"{value:.0%}"


def _coloured(symbols: str) -> str:
    """Hearts and diamonds in red."""
    return " ".join(f"[red]{card}[/]" if card[-1] in "♥♦" else card for card in symbols.split())
