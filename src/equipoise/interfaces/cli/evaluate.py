"""``equipoise evaluate``: hands named and ranked."""

from __future__ import annotations

from typing import Annotated

import typer

from equipoise.interfaces.cli.output import JsonOption, console, print_json


def evaluate(
    hands: Annotated[
        list[str], typer.Argument(metavar="CARDS...", help="Hands of 5 to 7 cards: AsKsQsJsTs.")
    ],
    as_json: JsonOption = False,
) -> None:
    """Name poker hands and rank them.

    Prints the best five cards of each hand in words and its value; * marks the winners.

    Examples:
      equipoise evaluate AsKsQsJsTs
      equipoise evaluate AsAh8d8c9s2c3d AsAhKd8c9s2c3d

    """
    from equipoise.cards.card import cards_symbols, parse_cards
    from equipoise.cards.evaluator import category, describe
    from equipoise.cards.evaluator import evaluate as value_of

    cards = [
        parse_cards(text, f"hand {number}", 5, 7, "5, 6 or 7 cards are needed")
        for number, text in enumerate(hands, start=1)
    ]
    values = [value_of(hand) for hand in cards]
    if as_json:
        entries = [
            {"cards": text, "value": value, "category": category(value), "description": describe(c)}
            for text, value, c in zip(hands, values, cards, strict=True)
        ]
        print_json({"hands": entries})
        return
    screen = console()
    best = max(values)
    for hand, value in zip(cards, values, strict=True):
        mark = "[green]*[/]" if len(hands) > 1 and value == best else " "
        screen.print(f"{mark} [bold]{cards_symbols(hand)}[/]  {describe(hand)}  [dim]{value}[/]")
