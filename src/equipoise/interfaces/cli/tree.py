"""``equipoise tree``: how large a game's betting tree is."""

from __future__ import annotations

from typing import Annotated

import typer

from equipoise.interfaces.cli.output import JsonOption, console, print_json, progress

_EXACT_DIGITS = 15


def _people(number: int) -> str:
    """A count for people: in full while that can be read, else in powers of ten."""
    return f"{number:,}" if number < 10**_EXACT_DIGITS else f"{float(number):.3e}"


def tree(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="A name of 'equipoise games', or a .game file.")
    ],
    bets: Annotated[
        str | None,
        typer.Option(help="Betting abstraction, like fcpa; fcpa-fchpda for seat 1 and seat 2."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Count the betting tree of a game, full or abstract: decisions of each round, and ends.

    Cards are not counted. Games whose tree is too large to count are refused.
    """
    from equipoise.abstraction.betting import bets_text, parse_bets
    from equipoise.formats.acpc_game import resolve_game
    from equipoise.trees.size import tree_size

    rules = resolve_game(game)
    shown_bets = None if bets is None else bets_text(parse_bets(bets))
    with progress("counting") as report:
        size = tree_size(rules, bets, report)
    if as_json:
        print_json(
            {
                "game": rules.name,
                "bets": shown_bets,
                "betting_nodes": size.betting_nodes,
                "decision_nodes": list(size.decisions),
                "terminal_nodes": size.terminal_nodes,
                "folds": size.folds,
                "showdowns": size.showdowns,
            }
        )
        return
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False)
    table.add_column("nodes", header_style="bold")
    table.add_column("count", justify="right", header_style="bold")
    for number, decisions in enumerate(size.decisions):
        table.add_row(f"decisions, {rules.round_name(number)}", _people(decisions))
    table.add_row("ended by folding", _people(size.folds))
    table.add_row("ended at showdown", _people(size.showdowns))
    table.add_row("all", _people(size.betting_nodes))
    screen = console()
    shown = Text.assemble("betting tree of ", (rules.name, "bold"))
    screen.print(shown + Text(f" with {shown_bets}") if shown_bets else shown)
    screen.print(table)
