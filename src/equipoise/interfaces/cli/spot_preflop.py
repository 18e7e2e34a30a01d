"""``equipoise spot preflop``: heads-up before the flop, for short stacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from equipoise.interfaces.as_json.spots import preflop_json
from equipoise.interfaces.cli.output import JsonOption, console, print_json, progress

if TYPE_CHECKING:
    from equipoise.spots.preflop import PreflopView

_NAMES = ("small blind", "big blind")


def preflop(
    stack: Annotated[str, typer.Option(metavar="BB", help="Stack in big blinds, at most 40.")],
    raises: Annotated[
        str,
        typer.Option(
            metavar="SIZES", help="Opens / re-raises / ...: sizes like '2x, 2.5x, a / a'."
        ),
    ] = "2x, a / a",
    limp: Annotated[
        bool, typer.Option("--limp/--no-limp", help="Allow the small blind to call.")
    ] = True,
    ante: Annotated[
        str, typer.Option(metavar="BB", help="Ante of each player, in big blinds.")
    ] = "0",
    target: Annotated[
        float,
        typer.Option(
            metavar="BB", min=1e-9, help="Stop at this exploitability, in big blinds per hand."
        ),
    ] = 1e-4,
    line: Annotated[
        str, typer.Option(metavar="LINE", help="Betting so far, like 'raise 2x'.")
    ] = "",
    as_json: JsonOption = False,
) -> None:
    """Solve heads-up play before the flop with all 169 starting hands.

    Called pots are checked down, by exact equities: for short stacks.

    Examples:
      equipoise spot preflop --stack 8 --raises a
      equipoise spot preflop --stack 20 --raises '2x, a / a' --line 'raise 2x'

    """
    from equipoise.spots.preflop import Preflop

    game = Preflop(stack, raises, limp, ante)
    with progress("before the flop") as report:
        solution = game.solve(target, report=report)
    view = solution.node(line)
    if as_json:
        print_json(preflop_json(solution, view))
        return
    screen = console()
    screen.print(
        f"value {solution.value:+.4f} for the small blind, exploitability "
        f"{solution.exploitability:.2g} big blinds  [dim]({solution.iterations:,} iterations)[/]"
    )
    _print(view)


def _print(view: PreflopView) -> None:
    from rich.text import Text

    from equipoise.interfaces.cli.strategy_view import hand_chart

    screen = console()
    where = ", ".join(view.line) or "start"
    screen.print(Text(f"{_NAMES[view.player]}, {where}, pot {view.pot:g}", style="bold"))
    screen.print(hand_chart(view.chart(), view.strategy.T))
    shares = ", ".join(
        f"{name} {share:.1%}" for name, share in zip(view.actions, view.frequencies, strict=True)
    )
    screen.print(Text(f"overall: {shares}"))
