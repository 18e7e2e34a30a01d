"""``--expected``: the computed value of two stored strategies beside the played result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from equipoise.interfaces.cli.output import literal

if TYPE_CHECKING:
    from rich.console import Console

    from equipoise.evaluation.expected import Expected

ExpectedOption = Annotated[
    bool,
    typer.Option(
        "--expected",
        help="Also compute the value of stored strategies, averaged over all hands on sampled "
        "boards.",
    ),
]
BoardsOption = Annotated[
    int, typer.Option("--boards", metavar="N", help="Sampled boards for --expected; at least 2.")
]


def show_expected(screen: Console, found: Expected, name: str) -> None:
    """Print the expected value as one line."""
    mean, half = found.mean.mean, found.mean.half or 0.0
    seats = f"seat 1 {found.seats[0]:+,.1f}, seat 2 {found.seats[1]:+,.1f}"
    if found.exact:
        how = "exact, over every deal"
        value = f"{mean:+,.3f}"
    else:
        how = f"all hands on {found.boards} boards, {found.nodes:,} betting nodes"
        value = f"{mean:+,.1f} ± {half:,.1f}"
    screen.print(
        f"expected: {literal(name)} wins [bold]{value}[/] mb/hand  [dim]({seats}; {how})[/]",
        soft_wrap=True,
    )
