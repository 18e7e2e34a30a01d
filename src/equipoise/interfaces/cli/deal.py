"""``equipoise deal``: a hand of hold'em dealt face up, with the odds street by street."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from equipoise.interfaces.cli.output import JsonOption, SeedOption, console, print_json

_BAR = 14
STREETS = (("before the flop", 0), ("flop", 3), ("turn", 4), ("river", 5))


def deal(
    players: Annotated[int, typer.Option(min=2, max=10, help="How many hands are dealt.")] = 3,
    seed: SeedOption = 7,
    as_json: JsonOption = False,
) -> None:
    """Deal a hand face up and watch the equities change with every street.

    Equities are exact; strength is each hand's rank among all hands its player could be up against
    (uniform weights), with the chance that the next card turns it (PPOT1, NPOT1).
    """
    import numpy as np

    from equipoise.cards.deck import HOLDEM_DECK

    cards = HOLDEM_DECK.deal(2 * players + 5, np.random.default_rng(seed))
    holes = [cards[2 * p : 2 * p + 2] for p in range(players)]
    board = cards[2 * players :]
    streets = [_street(name, holes, board[:size]) for name, size in STREETS]
    if as_json:
        print_json({"seed": seed, "streets": streets})
        return
    _show(holes, streets)


def _street(name: str, holes: list[list[int]], board: list[int]) -> dict[str, Any]:
    from equipoise.cards.card import cards_text
    from equipoise.cards.equity import equity
    from equipoise.cards.evaluator import describe
    from equipoise.cards.ranges import Range
    from equipoise.cards.strength import assess

    shares = equity([Range.of_hand(hole) for hole in holes], board, exact=True)
    hands = []
    for hole, share in zip(holes, shares.equities, strict=True):
        hand: dict[str, Any] = {"hole": cards_text(hole), "equity": share}
        if board:
            seen = assess(hole, board)
            hand |= {
                "description": describe([*hole, *board]),
                "hr": seen.hr,
                "ppot1": seen.ppot1,
                "npot1": seen.npot1,
            }
        hands.append(hand)
    return {"street": name, "board": cards_text(board), "cases": shares.cases, "hands": hands}


def _show(holes: list[list[int]], streets: list[dict[str, Any]]) -> None:
    from rich.table import Table

    from equipoise.cards.card import cards_symbols, parse_cards

    screen = console()
    for street in streets:
        board = parse_cards(street["board"])
        table = Table(
            title=f"{street['street']}   {_coloured(cards_symbols(board))}",
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
        best = max(hand["equity"] for hand in street["hands"])
        for hole, hand in zip(holes, street["hands"], strict=True):
            colour = "green" if hand["equity"] == best else "blue"
            bar = f"[{colour}]" + "█" * round(_BAR * hand["equity"]) + "[/]"
            table.add_row(
                _coloured(cards_symbols(hole)),
                bar,
                f"{hand['equity']:.1%}",
                _percent(hand.get("hr")),
                _percent(hand.get("ppot1")),
                _percent(hand.get("npot1")),
                hand.get("description", ""),
            )
        screen.print(table)
        boards = "board" if street["cases"] == 1 else "boards that can come"
        screen.print(f"[dim]{street['cases']:,} {boards}[/]\n")


def _percent(value: float | None) -> str:
    return "" if value is None else f"{value:.0%}"


def _coloured(symbols: str) -> str:
    """Hearts and diamonds in red."""
    return " ".join(f"[red]{card}[/]" if card[-1] in "♥♦" else card for card in symbols.split())
