"""``equipoise purify``: a stored strategy without its actions of small probability."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from equipoise.interfaces.cli.exploit_buckets import BoardsOption
from equipoise.interfaces.cli.output import JsonOption, console, literal, print_json, progress

if TYPE_CHECKING:
    from equipoise.response.evaluate import Exploitability


def purify(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A strategy from solve --out.")],
    out: Annotated[Path, typer.Option(help="Folder for the new strategy.")],
    threshold: Annotated[
        float | None,
        typer.Option(help="Leave out what is less likely than this, like 0.15; else purify fully."),
    ] = None,
    boards: BoardsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play only the most likely action everywhere, or leave out the unlikely ones (--threshold).

    Prints how exploitable the strategy was and is in the game it was solved for. The manifest of
    the new strategy says what was done. Where the buckets of hold'em forget, or with --boards, a
    response is learned on sampled boards and valued on others, the same before and after.
    """
    from equipoise.solvers.stored import open_strategy
    from equipoise.strategy import purify as transform
    from equipoise.strategy.folder import check_target
    from equipoise.strategy.store import save_strategy

    how = transform.Purification(threshold)
    check_target(out)
    stored = open_strategy(folder, verify=True)
    with progress(f"cards {stored.problem.cards}") as report:
        problem = replace(stored.problem, report=report)
        judge = problem.judge(boards)
    stored.check_layout(judge.layout)
    probabilities = stored.strategy.probabilities
    made, changed = transform.purified_strategy(stored.strategy, judge.layout, how)
    scale = stored.problem.rules.scale
    before, after = (
        _measures(judge.exploitability(part), scale) for part in (probabilities, made.probabilities)
    )
    rivers = problem.matrix_rivers if boards is None else None
    save_strategy(
        made.measured(after["value"], after["exploitability"], after.get("interval"), rivers), out
    )
    infosets = judge.layout.infosets
    result = {
        "transformation": str(how),
        "infosets": infosets,
        "changed": changed,
        "before": before,
        "after": after,
        "rivers": rivers,
        "out": str(out),
    }
    if as_json:
        print_json(result)
        return
    from rich.table import Table

    screen = console()
    screen.print(
        f"[bold]{literal(str(folder))}[/] {how}: "
        f"{changed:,} of {infosets:,} information sets play differently"
    )
    table = Table(box=None, pad_edge=False)
    for title in ("chips a hand", "before", "after"):
        table.add_column(title, justify="left" if title == "chips a hand" else "right")
    for name, key in (
        ("exploitability", "exploitability"),
        ("half of its 95% interval", "interval"),
        ("best response in seat 1", "p1"),
        ("best response in seat 2", "p2"),
        ("value for seat 1", "value"),
    ):
        if key in before:
            table.add_row(name, *(f"{measured[key]:.6f}" for measured in (before, after)))
    screen.print(table)
    if "interval" in before:
        screen.print("[dim]responses on sampled boards, the same before and after: lower bounds[/]")
    screen.print(f"[dim]strategy in {literal(str(out))}[/]")


def _measures(seen: Exploitability, scale: int) -> dict[str, float]:
    p1, p2 = (response / scale for response in seen.responses)
    return {
        "exploitability": seen.average / scale,
        "p1": p1,
        "p2": p2,
        "value": seen.value / scale,
        **{name: value / scale for name, value in seen.measures().items()},
    }
