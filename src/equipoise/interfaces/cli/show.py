"""``equipoise show``: what a stored strategy is, and what it does at a point of the betting."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from equipoise.interfaces.cli.output import (
    JsonOption,
    console,
    literal,
    print_json,
    progress,
)
from equipoise.interfaces.trace_pictures import check_picture

if TYPE_CHECKING:
    from equipoise.kernels.types import Float64s
    from equipoise.strategy.look import NodeView
    from equipoise.strategy.strategy import Manifest


def show(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A strategy from solve --out.")],
    path: Annotated[
        str, typer.Option(help="The betting so far, like cr6c/; the start if left out.")
    ] = "",
    board: Annotated[
        str, typer.Option(help="Hold'em buckets: the board after the flop, like 'Kc7d2s'.")
    ] = "",
    picture: Annotated[Path | None, typer.Option(help="Draw it to this PNG file.")] = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="Compare the checksum of the whole file first.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Show how often a strategy takes each action at a point of the betting, by card state.

    The 169 starting hands are drawn as a grid, other card states as a table. Buckets of hold'em
    are drawn as the hands in them: before the flop always, after it on a board (--board).
    """
    from equipoise.abstraction.bucket_states import BucketStates
    from equipoise.cards.card import cards_text, parse_cards
    from equipoise.interfaces.board_view import check_board, on_board
    from equipoise.interfaces.strategy_grid import hand_frequencies, starting_hand_map
    from equipoise.solvers.stored import open_strategy
    from equipoise.strategy.look import look
    from equipoise.trees.path import find_decision

    if picture is not None:
        check_picture(picture)
    cards = parse_cards(board, "--board", most=5, expected="at most five cards")
    stored = open_strategy(folder, verify)
    with progress(f"cards {stored.problem.cards}") as report:
        layout = replace(stored.problem, report=report).layout()
    stored.check_layout(layout)
    node = find_decision(layout.tree, path)
    number = int(layout.tree.round[node])
    states = layout.model if isinstance(layout.model, BucketStates) else None
    if cards:
        check_board(cards, stored.problem.rules.round_name(number), number, states)
    frequencies: Float64s | None
    if states is not None and (cards or number == 0):
        view, frequencies = on_board(stored.strategy, layout, node, states, cards)
    else:
        view = look(stored.strategy, layout, node)
        hands = starting_hand_map(view.labels)
        frequencies = None if hands is None else hand_frequencies(view, hands)
    round_name = stored.problem.rules.round_name(view.round)
    title = _title(view, round_name) + (f", board {cards_text(cards, ' ')}" if cards else "")
    if picture is not None:
        _draw(picture, view, frequencies, title)
    if as_json:
        found = _as_json(view, frequencies, round_name, stored.strategy.manifest, picture)
        print_json({**found, "board": cards_text(cards)})
        return
    from rich.text import Text

    from equipoise.interfaces.cli.strategy_view import hand_chart, state_table, totals_line

    screen = console()
    _print_manifest(stored.strategy.manifest)
    screen.print(Text(title, style="bold"))
    screen.print(state_table(view) if frequencies is None else hand_chart(view, frequencies))
    screen.print(totals_line(view))
    if states is not None and frequencies is None:
        screen.print(Text("--board CARDS shows the hands in these buckets", style="dim"))
    if picture is not None:
        screen.print(f"[dim]drawn to {literal(str(picture))}[/]", soft_wrap=True)


def _title(view: NodeView, round_name: str) -> str:
    after = f"after {view.path}" if view.path else "at the start"
    return f"seat {view.player + 1}, {round_name}, {after}, pot {view.pot:g}"


def _draw(picture: Path, view: NodeView, frequencies: Float64s | None, title: str) -> None:
    from equipoise.files import write_atomically
    from equipoise.interfaces.hand_charts import png
    from equipoise.interfaces.strategy_pictures import draw_grid, draw_states

    figure = (
        draw_states(view, title) if frequencies is None else draw_grid(view, frequencies, title)
    )
    write_atomically(picture, png(figure))


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
    return f"at least {about.exploitability:.3g} ± {about.interval:.2g}"


def _as_json(
    view: NodeView,
    frequencies: Float64s | None,
    round_name: str,
    about: Manifest,
    picture: Path | None,
) -> dict[str, Any]:
    from equipoise.cards.combos import type_text

    return {
        "game": about.game,
        "path": view.path,
        "seat": view.player + 1,
        "round": round_name,
        "pot": view.pot,
        "actions": list(view.actions),
        "totals": view.totals.tolist(),
        "reach": view.reach,
        "states": [
            {"cards": label, "weight": float(weight), "probabilities": chances.tolist()}
            for label, weight, chances in zip(
                view.labels, view.weights, view.probabilities.T, strict=True
            )
        ],
        # all 0 where no such hand is possible
        "hands": None
        if frequencies is None
        else {type_text(hand): row.tolist() for hand, row in enumerate(frequencies)},
        "value": about.value,
        "exploitability": about.exploitability,
        "interval": about.interval,
        "transformations": list(about.transformations),
        "picture": None if picture is None else str(picture),
    }
