"""``equipoise purify``: a stored strategy without its actions of small probability."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from equipoise.interfaces.cli.output import JsonOption, console, print_json

if TYPE_CHECKING:
    from equipoise.response.evaluate import Exploitability


def purify(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A strategy from solve --out.")],
    out: Annotated[Path, typer.Option(help="Folder for the new strategy.")],
    threshold: Annotated[
        float | None,
        typer.Option(help="Leave out what is less likely than this, like 0.15; else purify fully."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Play only the most likely action everywhere, or leave out the unlikely ones (--threshold).

    Prints how exploitable the strategy was and is in the game it was solved for. The manifest of
    the new strategy says what was done.
    """
    from equipoise.solvers.stored import open_strategy
    from equipoise.strategy import purify as transform
    from equipoise.strategy.check import check_probabilities
    from equipoise.strategy.store import check_target, save_strategy

    how = transform.Purification(threshold)
    check_target(out)
    stored = open_strategy(folder, verify=True)
    passes = stored.problem.passes()
    stored.check_layout(passes.layout)
    probabilities = stored.strategy.probabilities
    check_probabilities(passes.layout, probabilities, stored.name)
    made, changed = transform.purified_strategy(stored.strategy, passes.layout, how)
    before, after = (passes.exploitability(part) for part in (probabilities, made.probabilities))
    scale = stored.problem.rules.scale
    save_strategy(made.measured(after.value / scale, after.average / scale), out)
    infosets = passes.layout.infosets
    result = {
        "transformation": str(how),
        "infosets": infosets,
        "changed": changed,
        "before": _measures(before, scale),
        "after": _measures(after, scale),
        "out": str(out),
    }
    if as_json:
        print_json(result)
        return
    from rich.markup import escape
    from rich.table import Table

    screen = console()
    screen.print(
        f"[bold]{escape(str(folder))}[/] {how}: "
        f"{changed:,} of {infosets:,} information sets play differently"
    )
    table = Table(box=None, pad_edge=False)
    for title in ("chips a hand", "before", "after"):
        table.add_column(title, justify="left" if title == "chips a hand" else "right")
    for name, key in (
        ("exploitability", "exploitability"),
        ("best response in seat 1", "p1"),
        ("best response in seat 2", "p2"),
        ("value for seat 1", "value"),
    ):
        table.add_row(name, *(f"{result_of[key]:.6f}" for result_of in _both(result)))
    screen.print(table)
    screen.print(f"[dim]strategy in {escape(str(out))}[/]")


def _both(result: dict[str, Any]) -> tuple[dict[str, float], dict[str, float]]:
    return result["before"], result["after"]


def _measures(seen: Exploitability, scale: int) -> dict[str, float]:
    p1, p2 = (response / scale for response in seen.responses)
    return {
        "exploitability": seen.average / scale,
        "p1": p1,
        "p2": p2,
        "value": seen.value / scale,
    }
