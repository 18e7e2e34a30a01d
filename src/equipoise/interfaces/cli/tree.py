"""``equipoise tree``: the size of a betting tree, and of its strategies with cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from equipoise.interfaces.cli.output import JsonOption, console, print_json, progress
from equipoise.interfaces.cli.solve import BetsOption, GameArgument

if TYPE_CHECKING:
    from equipoise.games.rules import GameRules
    from equipoise.games.size.situations import TreeSize
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
    from equipoise.abstraction.bets.betting import bets_text, is_jam_fold, parse_bets
    from equipoise.formats.acpc.game import resolve_game
    from equipoise.spine.cards.counts import card_states, is_perfect_recall
    from equipoise.spine.cards.preflop import is_holdem
    from equipoise.spine.size import tree_size

    rules = resolve_game(game)
    shown_bets = None if bets is None else bets_text(parse_bets(bets))
    states = None if cards is None else card_states(rules, cards, is_jam_fold(bets))
    exact = cards is not None and rules.players == 2 and is_perfect_recall(rules, cards)
    with progress("counting") as report:
        size = tree_size(rules, bets, report)
    taken = None if states is None else _footprint(rules, bets, size, states)
    memory: dict[str, int | None] = {}
    if taken is not None:
        buckets = cards != "full" and is_holdem(rules)
        memory = {
            "cfr_bytes": taken.memory("dcfr") if exact else None,
            "egt_bytes": taken.memory("egt") if exact else None,
            "sampled_bytes": taken.memory("mccfr-public", buckets=buckets),
        }
    if as_json:
        result: dict[str, Any] = {
            "game": rules.name,
            "bets": shown_bets,
            "betting_nodes": size.betting_nodes,
            "decision_nodes": list(size.decisions),
            "terminal_nodes": size.terminal_nodes,
            "folds": size.folds,
            "showdowns": size.showdowns,
            "actions": list(size.actions),
        }
        if states is not None and taken is not None:
            result |= {
                "cards": cards,
                "card_states": [list(seat) for seat in states],
                "infosets": taken.infosets,
                "numbers": taken.numbers,
                "strategy_bytes": taken.strategy_bytes,
                **memory,
            }
        print_json(result)
        return
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
    if taken is not None:
        _print_footprint(taken, str(cards), memory)


def _states_text(states: States, number: int) -> str:
    counts = {seat[number] for seat in states if number < len(seat)}
    return " and ".join(f"{count:,}" for count in sorted(counts, reverse=True))


def _footprint(rules: GameRules, bets: str | None, size: TreeSize, states: States) -> Footprint:
    from equipoise.spine.footprint import footprint, layout_footprint

    if states[0] == states[1]:
        return footprint(size, states)
    # only small games deal seats differently (clairvoyance), and those are quick to build
    from equipoise.abstraction.bets.betting import parse_bets
    from equipoise.spine.cards.choose import card_model
    from equipoise.spine.layout import make_layout
    from equipoise.spine.tree import build_tree

    return layout_footprint(make_layout(build_tree(rules, parse_bets(bets)), card_model(rules)[0]))


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
