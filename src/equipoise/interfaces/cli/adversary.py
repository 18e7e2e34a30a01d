"""``equipoise adversary``: the bet size off the tree that hurts a stored strategy most."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from equipoise.errors import InputError
from equipoise.interfaces.cli.output import (
    JsonOption,
    check_chart,
    console,
    literal,
    print_json,
    progress,
)

if TYPE_CHECKING:
    from equipoise.translation.adversary import Findings

ALL = "all"
_MOST_SIZES = 200


def adversary(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A strategy from solve --out.")],
    translation: Annotated[
        str, typer.Option(help="How it reads real bets: hard, soft, ..., or all six mappings.")
    ] = ALL,
    style: Annotated[
        str, typer.Option(help="What sizes mean to it: abstract (keeps the abstract pot) or real.")
    ] = "abstract",
    fixes: Annotated[
        str, typer.Option(help="abstract-actions, call-is-call, extend-call; all; or none.")
    ] = "all",
    where: Annotated[
        str, typer.Option(help="Where the bet may be made: everywhere, or first raise of a hand.")
    ] = "everywhere",
    sizes: Annotated[
        str | None,
        typer.Option(help="Percents of the pot to try, like 25,75,150; every first bet if none."),
    ] = None,
    unreached: Annotated[
        str | None,
        typer.Option(help="What it does where it never comes itself: call, fold or uniform."),
    ] = None,
    chart: Annotated[Path | None, typer.Option(help="Draw gains to this PNG file.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Find the bet size off the tree that wins most against a strategy and how it reads bets.

    The opponent may use the bets of the abstraction and one size more; his best response to the
    translated strategy is exact. Beside it: what he wins with the abstract bets alone, and with
    every bet there is. Chips a hand.
    """
    from equipoise.abstraction.betting import bets_text
    from equipoise.interfaces.cli.stored import load_stored
    from equipoise.translation.adversary import PLACES, Adversary
    from equipoise.translation.expand import Expansion
    from equipoise.translation.mappings import MAPPINGS
    from equipoise.translation.options import Translation

    names = list(MAPPINGS) if translation == ALL else [translation]
    ways = [Translation.parse(name, style, fixes) for name in names]
    places = {name: name for name in PLACES}
    if where not in places:
        raise InputError(f"unknown place {where!r}", "--where", expected=" or ".join(PLACES))
    tried = None if sizes is None else _sizes(sizes)
    check_chart(chart)
    stored = load_stored(folder, unreached)
    full = stored.problem.full().passes()
    found: dict[str, Findings] = {}
    with progress("adversary") as report:
        games = Adversary(stored.source.layout, full, tried, places[where], report)
        buckets = stored.problem.cards_and_buckets[1]
        plans = Expansion(stored.source.layout, full.layout, buckets, ways[0])
        for done, way in enumerate(ways):
            report(done, len(ways), f"against {way.mapping}")
            real = plans.with_mapping(way.mapping).strategy(stored.probabilities)
            found[way.mapping] = games.against(real)
    game, scale = stored.problem.game, stored.problem.rules.scale
    if chart is not None:
        _draw(chart, f"{folder.name}: {game}, one more bet ({where})", found, scale)
    result = {
        "game": game,
        "bets": bets_text(stored.source.tree.bets),
        "where": where,
        "style": ways[0].style,
        "fixes": ways[0].fixes_text,
        "unreached": unreached or "as stored",
        "results": [
            {"translation": name, **_entry(findings, scale)} for name, findings in found.items()
        ],
        "chart": None if chart is None else str(chart),
    }
    if as_json:
        print_json(result)
        return
    _show(result, folder)


def _sizes(text: str) -> list[Fraction]:
    """Sizes in pots from percents with commas between."""
    words = text.split(",")
    percents = [int(word) for word in words if word.isascii() and word.isdigit() and len(word) < 7]
    if len(percents) < len(words) or not percents or min(percents) < 1:
        raise InputError(
            "not percents of the pot", "--sizes", text, expected="whole numbers like 25,75,150"
        )
    if len(percents) > _MOST_SIZES:
        raise InputError(f"{len(percents)} sizes", "--sizes", expected=f"at most {_MOST_SIZES}")
    return [Fraction(percent, 100) for percent in sorted(set(percents))]


def _pair(pair: tuple[float, float], scale: int) -> dict[str, float]:
    first, second = (value / scale for value in pair)
    return {"p1": first, "p2": second, "average": (first + second) / 2}


def _entry(findings: Findings, scale: int) -> dict[str, Any]:
    """One mapping's findings as JSON types."""
    sizes = [
        {
            "size": float(damage.size),
            **_pair(damage.responses, scale),
            "gain": sum(findings.gains(damage)) / 2 / scale,
        }
        for damage in findings.damages
    ]
    return {
        "on_tree": _pair(findings.on_tree, scale),
        "full": _pair(findings.full, scale),
        "worst": sizes[findings.damages.index(findings.worst)],
        "sizes": sizes,
    }


def _draw(chart: Path, title: str, found: dict[str, Findings], scale: int) -> None:
    from equipoise.evaluation.labels import drawn
    from equipoise.experiments.experiment import Panel
    from equipoise.experiments.mapping_figures import mapping_curve
    from equipoise.experiments.pictures import draw_panels, png
    from equipoise.files import write_atomically

    curves = [
        mapping_curve(
            name,
            [float(damage.size) for damage in seen.damages],
            [sum(seen.gains(damage)) / 2 / scale for damage in seen.damages],
        )
        for name, seen in found.items()
    ]
    panel = Panel("", "bet, pots", "won above the abstract bets, chips a hand", curves)
    write_atomically(chart, png(draw_panels(drawn(title), [panel])))


def _show(result: dict[str, Any], folder: Path) -> None:
    from rich.table import Table

    screen = console()
    place = {"everywhere": "everywhere", "first": "as the first raise of a hand"}[result["where"]]
    screen.print(
        f"[bold]{literal(str(folder))}[/] in the full game {literal(result['game'])}, "
        f"{result['style']} style, fixes {result['fixes']}, unreached {result['unreached']}"
    )
    screen.print(
        "what a best response wins with the abstract bets and one size more, "
        f"{place}; chips a hand, mean of both seats"
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
