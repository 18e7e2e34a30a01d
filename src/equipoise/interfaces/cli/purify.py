"""``equipoise purify``: a stored strategy without its actions of small probability."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from equipoise.interfaces.as_json.strategies import measured_json, purified_json
from equipoise.interfaces.cli.exploit import BoardsOption
from equipoise.interfaces.cli.output import JsonOption, console, literal, print_json, progress


def purify(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="A strategy saved with solve --out.")
    ],
    out: Annotated[Path, typer.Option(metavar="DIR", help="Save the new strategy here.")],
    threshold: Annotated[
        float | None,
        typer.Option(metavar="P", help="Drop actions less likely than P (default: purify)."),
    ] = None,
    boards: BoardsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Purify or threshold a strategy.

    Plays only the most likely action of each information set, or drops actions below --threshold.
    Prints the exploitability before and after, in the game the strategy was solved for. With
    imperfect recall, or --boards, it is measured on sampled boards, the same ones before and after.

    Examples:
      equipoise purify leduc --out pure
      equipoise purify leduc --threshold 0.15 --out careful

    """
    from equipoise.evaluation.abstract_game import purify_stored
    from equipoise.strategies.folder import check_target
    from equipoise.strategies.opened import open_strategy
    from equipoise.strategies.purify import Purification
    from equipoise.strategies.store import save_strategy

    how = Purification(threshold)
    check_target(out)
    stored = open_strategy(folder, verify=True)
    with progress(f"cards {stored.problem.cards}") as report:
        found = purify_stored(stored, how, boards, report)
    save_strategy(found.strategy, out)
    if as_json:
        print_json(purified_json(found, str(how), out))
        return
    from rich.table import Table

    screen = console()
    screen.print(
        f"[bold]{literal(str(folder))}[/] {how}: "
        f"{found.changed:,} of {found.infosets:,} information sets play differently"
    )
    before, after = measured_json(found.before), measured_json(found.after)
    table = Table(box=None, pad_edge=False)
    for title in ("chips per hand", "before", "after"):
        table.add_column(title, justify="left" if title == "chips per hand" else "right")
    for name, key in (
        ("exploitability", "exploitability"),
        ("95% interval, ±", "interval"),
        ("best response in seat 1", "p1"),
        ("best response in seat 2", "p2"),
        ("value for seat 1", "value"),
    ):
        if key in before:
            table.add_row(name, *(f"{measured[key]:.6f}" for measured in (before, after)))
    screen.print(table)
    if "interval" in before:
        screen.print("[dim]lower bounds, from the same sampled boards before and after[/]")
    screen.print(f"[dim]strategy in {literal(str(out))}[/]")
