"""``equipoise equity``: equities of hands and ranges."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from equipoise.base.compiling import WorkClock
from equipoise.base.errors import InputError
from equipoise.interfaces.cli.output import (
    JsonOption,
    SeedOption,
    console,
    print_json,
    progress,
)


def equity(
    hands: Annotated[
        list[str],
        typer.Argument(metavar="HAND_OR_RANGE...", help="2 to 10 of them: AsAh, TT+,AKs, 15%."),
    ],
    board: Annotated[str, typer.Option(metavar="CARDS", help="Board cards: Kc7d2s.")] = "",
    dead: Annotated[str, typer.Option(metavar="CARDS", help="Cards removed from the deck.")] = "",
    exact: Annotated[
        bool, typer.Option("--exact", help="Enumerate all deals, however long it takes.")
    ] = False,
    samples: Annotated[
        int | None, typer.Option(metavar="N", min=2, help="Sample N deals instead.")
    ] = None,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Compute the equity of hands and ranges.

    Exact where that takes less than forty core seconds, otherwise sampled with a 95% interval.
    Ranges: AA, AKs, AKo, AK, AsKs, TT+, A9s+, QQ-99, A5s-A2s, JTs-76s, 15%, 76o:0.5,
    [50]98s,87s[/50], random.

    Examples:
      equipoise equity AsAh KsKh
      equipoise equity AsAh QQ-99,AK random --board Kc7d2s
      equipoise equity 15% TT+,AQs+ --samples 1000000

    """
    from equipoise.cards.card import check_apart, parse_cards
    from equipoise.cards.ranges import Range

    if exact and samples is not None:
        raise InputError("--exact and --samples cannot be combined")
    board_cards = parse_cards(board, "--board", most=5, expected="at most five cards")
    dead_cards = parse_cards(dead, "--dead")
    ranges = [Range.parse(text) for text in hands]
    single = [
        (f"hand {number}", text)
        for number, (text, hand) in enumerate(zip(hands, ranges, strict=True), start=1)
        if len(hand.combos()) == 1 and ":" not in text and "," not in text
    ]
    check_apart([("--board", board), ("--dead", dead), *single])

    from equipoise.cards import equity as module

    way = True if exact else (False if samples is not None else None)
    clock = WorkClock()
    title = "sampling" if way is False else "enumerating"
    with progress(title) as report:
        if exact:
            estimate = module.exact_seconds(ranges, board_cards, dead_cards)
            if estimate > 60:
                typer.echo(f"about {estimate / 60:.0f} minutes on this machine", err=True)
        result = module.equity(
            ranges,
            board_cards,
            dead_cards,
            exact=way,
            samples=samples or module.DEFAULT_SAMPLES,
            seed=seed,
            report=report,
        )
    seconds = clock.seconds
    if as_json:
        print_json({"hands": hands, **asdict(result), "seconds": round(seconds, 4)})
        return
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, header_style="bold")
    table.add_column("hand or range")
    for name in ("equity", "win", "tie"):
        table.add_column(name, justify="right")
    for number, text in enumerate(hands):
        shown = f"{result.equities[number]:.4%}"
        if not result.exact:
            shown += f" ± {result.ci95[number]:.3%}"
        table.add_row(Text(text), shown, f"{result.wins[number]:.3%}", f"{result.ties[number]:.3%}")
    screen = console()
    screen.print(table)
    kind = "all" if result.exact else "a sample of"
    screen.print(f"[dim]{kind} {result.cases:,} showdowns, {seconds:.2f} s[/]")
