"""``equipoise adversary``: the most damaging off-tree bet size."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer

from equipoise.base.errors import InputError
from equipoise.interfaces.as_json.strategies import off_tree_json, path_text
from equipoise.interfaces.cli.completions import complete_mapping
from equipoise.interfaces.cli.output import (
    JsonOption,
    check_chart,
    console,
    literal,
    print_json,
    progress,
    write_picture,
)

ALL = "all"
_MOST_SIZES = 200


def adversary(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="A strategy saved with solve --out.")
    ],
    translation: Annotated[
        str,
        typer.Option(
            metavar="MAPPING",
            help="How off-tree bets are read: hard, soft, ... or all.",
            autocompletion=complete_mapping,
        ),
    ] = ALL,
    style: Annotated[
        str, typer.Option(metavar="STYLE", help="How bet sizes are interpreted: abstract or real.")
    ] = "abstract",
    fixes: Annotated[
        str,
        typer.Option(
            metavar="FIXES", help="abstract-actions,call-is-call,extend-call; all; or none."
        ),
    ] = "all",
    where: Annotated[
        str,
        typer.Option(metavar="WHERE", help="Where the size may be used: everywhere or first."),
    ] = "everywhere",
    sizes: Annotated[
        str | None,
        typer.Option(
            metavar="PERCENTS", help="Sizes to try, percent of the pot: 25,75,150 (default: all)."
        ),
    ] = None,
    unreached: Annotated[
        str | None,
        typer.Option(
            metavar="ACTION",
            help="Action at nodes the strategy never reaches: call, fold or uniform.",
        ),
    ] = None,
    chart: Annotated[
        Path | None, typer.Option(metavar="PNG", help="Draw the gains to this file.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Find the most damaging off-tree bet size.

    The opponent may use the abstract bets and one more size; the best response to the translated
    strategy is exact. Also printed: the opponent's value with the abstract bets alone, and with
    every legal bet. Chips per hand; small games only.

    Examples:
      equipoise adversary fcpa
      equipoise adversary fcpa --translation soft --sizes 25,50,150,200
      equipoise adversary fcpa --where first --chart gains.png

    """
    from equipoise.abstraction.bets.betting import bets_text
    from equipoise.evaluation.full_game import InFullGame
    from equipoise.plots.mappings import draw_gains
    from equipoise.strategies.opened import open_strategy
    from equipoise.translation.adversary import PLACES
    from equipoise.translation.mappings import MAPPINGS
    from equipoise.translation.options import Translation

    names = list(MAPPINGS) if translation == ALL else [translation]
    ways = [Translation.parse(name, style, fixes) for name in names]
    places = {name: name for name in PLACES}
    if where not in places:
        raise InputError(f"unknown place {where!r}", "--where", expected=" or ".join(PLACES))
    tried = None if sizes is None else _sizes(sizes)
    check_chart(chart)
    game = InFullGame.of(open_strategy(folder, verify=True), unreached)
    with progress("adversary") as report:
        found = game.off_tree(ways, tried, places[where], report)
    scale = game.problem.rules.scale
    if chart is not None:
        title = f"{folder.name}: {game.problem.game}, one more bet ({where})"
        write_picture(chart, draw_gains(title, found, scale))
    result = {
        "game": game.problem.game,
        "bets": bets_text(game.source.tree.abstractions),
        "where": where,
        "style": ways[0].style,
        "fixes": ways[0].fixes_text,
        "unreached": unreached or "as stored",
        "results": off_tree_json(found, scale),
        "chart": path_text(chart),
    }
    if as_json:
        print_json(result)
        return
    _show(result, folder)


def _sizes(text: str) -> list[Fraction]:
    """Parse sizes in percent, separated by commas, to pots."""
    words = text.split(",")
    percents = [int(word) for word in words if word.isascii() and word.isdigit() and len(word) < 7]
    if len(percents) < len(words) or not percents or min(percents) < 1:
        raise InputError(
            "not percentages of the pot", "--sizes", text, expected="whole numbers like 25,75,150"
        )
    if len(percents) > _MOST_SIZES:
        raise InputError(f"{len(percents)} sizes", "--sizes", expected=f"at most {_MOST_SIZES}")
    return [Fraction(percent, 100) for percent in sorted(set(percents))]


def _show(result: dict[str, Any], folder: Path) -> None:
    from rich.table import Table

    screen = console()
    place = {"everywhere": "everywhere", "first": "as the first raise of a hand"}[result["where"]]
    screen.print(
        f"[bold]{literal(str(folder))}[/] in the full game {literal(result['game'])}, "
        f"{result['style']} style, fixes {result['fixes']}, unreached {result['unreached']}"
    )
    screen.print(
        f"best-response value with the abstract bets and one more size, {place}; chips per hand, "
        "mean of both seats"
    )
    seen = result["results"]
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("translation")
    for name in ("abstract bets", "worst size", "with it", "gain", "every bet"):
        table.add_column(name, justify="right")
    for entry in seen:
        worst = entry["worst"]
        table.add_row(
            entry["translation"],
            f"{entry['on_tree']['average']:+.4f}",
            f"{worst['size']:g} pots",
            f"{worst['average']:+.4f}",
            f"{worst['gain']:.4f}",
            f"{entry['full']['average']:+.4f}",
        )
    screen.print(table)
    if len(seen) == 1:
        every = Table(box=None, header_style="bold", pad_edge=False)
        for name in ("size, pots", "seat 1", "seat 2", "gain"):
            every.add_column(name, justify="right")
        for size in seen[0]["sizes"]:
            numbers = (f"{size['p1']:+.4f}", f"{size['p2']:+.4f}", f"{size['gain']:.4f}")
            every.add_row(f"{size['size']:g}", *numbers)
        screen.print(every)
    if result["chart"]:
        screen.print(f"[dim]drawn to {literal(result['chart'])}[/]")
