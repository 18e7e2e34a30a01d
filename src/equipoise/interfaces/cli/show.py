"""``equipoise show``: action frequencies of a stored strategy."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from equipoise.interfaces.as_json.strategies import node_json
from equipoise.interfaces.cli.output import (
    JsonOption,
    check_picture,
    console,
    print_json,
    progress,
    say_drawn,
    write_picture,
)
from equipoise.plots.style import CHART_DPI

if TYPE_CHECKING:
    from equipoise.strategies.shown import ShownNode
    from equipoise.strategies.strategy import Manifest


def show(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="A strategy saved with solve --out.")
    ],
    path: Annotated[
        str, typer.Option(metavar="LINE", help="Betting so far: cr6c/ (default: the start).")
    ] = "",
    board: Annotated[
        str, typer.Option(metavar="CARDS", help="Hold'em buckets: the board, like Kc7d2s.")
    ] = "",
    picture: Annotated[
        Path | None, typer.Option(metavar="PNG", help="Draw it to this file.")
    ] = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="Verify the full checksum first.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Show a strategy's action frequencies at a betting point.

    The 169 starting hands are drawn as a grid, other card states as a table. Hold'em buckets are
    shown as the hands in them: before the flop always, later on a board (--board).

    Examples:
      equipoise show leduc
      equipoise show leduc --path cr3c/
      equipoise show blueprint --path r6c/c --board Kc7d2s --picture flop.png

    """
    from equipoise.cards.card import parse_cards
    from equipoise.strategies.opened import open_strategy
    from equipoise.strategies.shown import show_node

    check_picture(picture)
    cards = parse_cards(board, "--board", most=5, expected="at most five cards")
    stored = open_strategy(folder, verify)
    with progress(f"cards {stored.problem.cards}") as report:
        node = show_node(stored, path, cards, report)
    title = _title(node)
    if picture is not None:
        from equipoise.plots.strategies import draw_node

        manifest = stored.strategy.manifest
        picture_title = f"{_name(folder, manifest)}\n{title}"

        write_picture(
            picture, draw_node(node.view, node.frequencies, picture_title, node.arrival), CHART_DPI
        )
    about = stored.strategy.manifest
    if as_json:
        print_json(node_json(node, about, picture))
        return
    from rich.text import Text

    from equipoise.interfaces.cli.strategy_view import hand_chart, state_table, totals_line

    screen, view = console(), node.view
    _print_manifest(about)
    screen.print(Text(title, style="bold"))
    screen.print(
        state_table(view)
        if node.frequencies is None
        else hand_chart(view, node.frequencies, node.arrival)
    )
    screen.print(totals_line(view))
    if node.wants_board:
        screen.print(Text("--board CARDS shows the hands in these buckets", style="dim"))
    say_drawn(picture)


def _title(node: ShownNode) -> str:
    from equipoise.cards.card import cards_text

    view = node.view
    after = f"after {view.path}" if view.path else "at the start"
    on = f", board {cards_text(node.board, ' ')}" if node.board else ""
    left = "" if view.stack == float("inf") else f", {view.stack:g} behind"
    return f"{view.seat}, {node.round_name}, {after}, pot {view.pot:g}{left}{on}"


def _name(folder: Path, about: Manifest) -> str:
    """The title of a strategy: its name, game, bets and cards."""
    bets = " and ".join(dict.fromkeys(text or "all bets" for text in about.bets))
    cards = "" if about.cards == "full" else f", cards {about.cards}"
    return f"{folder.resolve().name}: {about.game}, {bets}{cards}, by {about.method}"


def _print_manifest(about: Manifest) -> None:
    from rich.text import Text

    bets = " and ".join(dict.fromkeys(text or "all bets" for text in about.bets))
    kept = about.numbers + (f" (off by at most {about.error:.1e})" if about.error else "")
    done = "".join(f", {step}" for step in about.transformations)
    screen = console()
    screen.print(
        Text.assemble((about.game, "bold"), f", {bets}, cards {about.cards}, {about.method}{done}")
    )
    screen.print(
        Text(
            f"value {about.value:+.6f} for seat 1, exploitability {_exploitability(about)}, "
            f"{about.size:,} probabilities as {kept}",
            style="dim",
        )
    )


def _exploitability(about: Manifest) -> str:
    if about.interval is None:
        return f"{about.exploitability:.3g}"
    return f"at least {max(about.exploitability, 0.0):.3g} ± {about.interval:.2g}"
