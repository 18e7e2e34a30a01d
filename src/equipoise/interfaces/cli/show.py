"""``equipoise show``: what a stored strategy is, and what it does at a point of the betting."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from equipoise.interfaces.cli.output import JsonOption, console, print_json
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
    picture: Annotated[Path | None, typer.Option(help="Draw it to this PNG file.")] = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="Compare the checksum of the whole file first.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Show how often a strategy takes each action at a point of the betting, by card state.

    The 169 starting hands are drawn as a grid, other card states as a table.
    """
    from equipoise.interfaces.strategy_grid import hand_frequencies, starting_hand_map
    from equipoise.solvers.stored import open_strategy
    from equipoise.strategy.look import look
    from equipoise.trees.path import find_decision

    if picture is not None:
        check_picture(picture)
    stored = open_strategy(folder, verify)
    layout = stored.problem.layout()
    stored.check_layout(layout)
    view = look(stored.strategy, layout, find_decision(layout.tree, path))
    hands = starting_hand_map(view.labels)
    frequencies = None if hands is None else hand_frequencies(view, hands)
    round_name = stored.problem.rules.round_name(view.round)
    if picture is not None:
        _draw(picture, view, frequencies, _title(view, round_name))
    if as_json:
        print_json(_as_json(view, round_name, stored.strategy.manifest, picture))
        return
    from rich.text import Text

    from equipoise.interfaces.cli.strategy_view import hand_chart, state_table, totals_line

    screen = console()
    _print_manifest(stored.strategy.manifest)
    screen.print(Text(_title(view, round_name), style="bold"))
    screen.print(state_table(view) if frequencies is None else hand_chart(view, frequencies))
    screen.print(totals_line(view))
    if picture is not None:
        screen.print(Text(f"drawn to {picture}", style="dim"))


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
            f"value {about.value:+.6f} for seat 1, exploitability {about.exploitability:.3g}, "
            f"{about.size:,} probabilities as {kept}",
            style="dim",
        )
    )


def _as_json(
    view: NodeView, round_name: str, about: Manifest, picture: Path | None
) -> dict[str, Any]:
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
        "transformations": list(about.transformations),
        "picture": None if picture is None else str(picture),
    }
