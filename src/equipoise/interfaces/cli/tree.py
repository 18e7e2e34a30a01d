"""``equipoise tree``: the size of a betting tree, and of its strategies with cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from equipoise.interfaces.cli.output import JsonOption, console, print_json, progress
from equipoise.interfaces.cli.solve import BetsOption, GameArgument

if TYPE_CHECKING:
    from equipoise.spine.cards.counts import States
    from equipoise.spine.footprint import Footprint

_EXACT_DIGITS = 15
_UNITS = ("bytes", "kB", "MB", "GB", "TB", "PB")


def _people(number: int) -> str:
    """A count as text: in full, or in powers of ten if it is too long."""
    return f"{number:,}" if number < 10**_EXACT_DIGITS else f"{float(number):.3e}"


def bytes_text(number: int) -> str:
    """A number of bytes as text, in powers of 1,000.

    >>> bytes_text(999), bytes_text(123_456_789), bytes_text(10**30)
    ('999 bytes', '123 MB', '1.000e+30 bytes')
    """
    if number < 1000:
        return f"{number} {_UNITS[0]}"
    unit = (len(str(number)) - 1) // 3
    if unit >= len(_UNITS):
        return f"{float(number):.3e} {_UNITS[0]}"
    return f"{number / 1000**unit:.3g} {_UNITS[unit]}"


def tree(
    game: GameArgument,
    bets: BetsOption = None,
    cards: Annotated[
        str | None,
        typer.Option(metavar="CARDS", help="Card abstraction: full, JQ.K (Leduc), ir169.64.8.8."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Count the nodes of a betting tree, and memory to solve it.

    With --cards also information sets, the size of a strategy, and the memory each kind of solver
    needs. Nothing is built.

    Examples:
      equipoise tree leduc
      equipoise tree holdem-nolimit:100bb --bets fcpa
      equipoise tree holdem-nolimit:200bb --bets tartanian5 --cards 8-12-4-4

    """
    from equipoise.formats.acpc.game import resolve_game
    from equipoise.interfaces.as_json.trees import measure_tree, tree_json

    rules = resolve_game(game)
    with progress("counting") as report:
        found = measure_tree(rules, bets, cards, report)
    if as_json:
        print_json(tree_json(found))
        return
    size, states, shown_bets = found.size, found.states, found.bets
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False)
    table.add_column("nodes", header_style="bold")
    table.add_column("count", justify="right", header_style="bold")
    if states is not None:
        table.add_column("card states", justify="right", header_style="bold")
    for number, decisions in enumerate(size.decisions):
        row = [f"decisions, {rules.round_name(number)}", _people(decisions)]
        table.add_row(*row, *([] if states is None else [_states_text(states, number)]))
    table.add_row("ended by folding", _people(size.folds))
    table.add_row("ended at showdown", _people(size.showdowns))
    table.add_row("all", _people(size.betting_nodes))
    screen = console()
    shown = Text.assemble("betting tree of ", (rules.name, "bold"))
    screen.print(shown + Text(f" with {shown_bets}") if shown_bets else shown)
    screen.print(table)
    if found.taken is not None:
        _print_footprint(found.taken, str(cards), found.memory)


def _states_text(states: States, number: int) -> str:
    counts = {seat[number] for seat in states if number < len(seat)}
    return " and ".join(f"{count:,}" for count in sorted(counts, reverse=True))


def _print_footprint(taken: Footprint, cards: str, memory: dict[str, int | None]) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column()
    table.add_column(justify="right")
    stored = taken.strategy_bytes
    solvers = {"exact CFR": "cfr", "excessive gap": "egt", "sampled CFR": "sampled"}
    taking = {name: memory[f"{key}_bytes"] for name, key in solvers.items()}
    refused = "for two players with perfect recall"
    for name, text in (
        ("information sets", _people(taken.infosets)),
        ("probabilities of a strategy", _people(taken.numbers)),
        *((f"  on disk as {kind}", bytes_text(size)) for kind, size in stored.items()),
        *(
            (f"memory of {name}, about", refused if size is None else bytes_text(size))
            for name, size in taking.items()
        ),
    ):
        table.add_row(name, text)
    screen = console()
    screen.print(Text.assemble("with the cards ", (cards, "bold")))
    screen.print(table)
