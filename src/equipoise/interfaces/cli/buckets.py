"""``equipoise buckets``: card abstractions built, inspected and compared."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from equipoise.base.compiling import WorkClock
from equipoise.interfaces.as_json.buckets import comparison_json, portrait_json, rounds_json
from equipoise.interfaces.cli.output import (
    JsonOption,
    SeedOption,
    check_picture,
    console,
    how_far,
    literal,
    print_json,
    progress,
    say_drawn,
    warn,
    write_picture,
)
from equipoise.interfaces.cli.stopping import command_again, leave_stopped
from equipoise.interfaces.cli.tables import TablesOption
from equipoise.plots.style import CHART_DPI

if TYPE_CHECKING:
    from collections.abc import Sequence

    from equipoise.abstraction.buckets.provide import BucketProvider

app = typer.Typer(
    help="Build, inspect and compare card abstractions.\n\n"
    "Notation: a number of buckets per round, 8.8.8.8; ir before a round is imperfect recall, "
    "ir169.64.8.8; 8-12-4-4 is potential-aware.\n\n"
    "Examples:\n  equipoise buckets build ir169.64.8.8\n"
    "  equipoise buckets show 8.8.8.8 7s6s Js9s2d --flops 20",
    no_args_is_help=True,
)

_CARDS = "A notation (8.8.8.8), or the folder of a bucketing."
FlopsOption = Annotated[
    int | None,
    typer.Option(
        "--flops",
        metavar="N",
        help="Use N sampled flops only: quick and coarse, defined on these flops alone.",
    ),
]
PictureOption = Annotated[Path | None, typer.Option(metavar="PNG", help="Draw it to this file.")]


@app.command("build")
def build(
    cards: Annotated[str, typer.Argument(metavar="C", help="A notation: 8.8.8.8.")],
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Save it here (default: in the cache)."),
    ] = None,
    seed: SeedOption = 0,
    tables: TablesOption = None,
    flops: FlopsOption = None,
    replace: Annotated[bool, typer.Option("--replace", help="Rebuild even if present.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Build a card abstraction, resume a stopped build, or reuse an existing one.

    Builds the strength tables first where they are needed and missing.

    Examples:
      equipoise buckets build ir169.64.8.8
      equipoise buckets build 8-12-4-4 --out tartanian
      equipoise buckets build 5.5.5.5 --flops 20 --out small

    """
    from equipoise.abstraction.buckets.notation import CardAbstraction
    from equipoise.abstraction.buckets.store import MANIFEST, check_place

    abstraction = CardAbstraction.parse(cards)
    if out is not None:
        check_place(out)
        out.mkdir(parents=True, exist_ok=True)  # raise errors before the announcement
    clock, folder = WorkClock(), out
    try:
        provider = _provider(tables, seed, flops)
        folder = out or provider.cached(abstraction)  # builds missing tables first
        there = (folder / MANIFEST).exists() and not replace
        bucketing = provider.build(abstraction, out, replace)
    except KeyboardInterrupt:
        leave_stopped(f"{how_far()}; {_kept(folder, tables, flops)}", command_again())
    seconds = clock.seconds
    if as_json:
        print_json(
            {
                "notation": str(abstraction),
                "rounds": rounds_json(bucketing),
                "recall": bucketing.recall,
                "seed": seed,
                "sampled": bucketing.sampled,
                "flops": provider.flop_count,
                "built": not there,
                "seconds": round(seconds, 3),
                "out": str(folder),
            }
        )
        return
    from rich.table import Table
    from rich.text import Text

    from equipoise.interfaces.cli.bucket_view import made_from

    screen = console()
    screen.print(Text(made_from(bucketing), "bold"))
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("round")
    for name in ("buckets", "hands up to suits", "hands a bucket"):
        table.add_column(name, justify="right")
    for entry in rounds_json(bucketing):
        hands, each = "–", "–"
        if entry["hands"] is not None:
            hands = f"{entry['hands']:,}"
            each = f"{entry['hands'] / entry['buckets']:,.0f}"
        table.add_row(entry["round"], f"{entry['buckets']:,}", hands, each)
    screen.print(table)
    done = "already built" if there else f"built in {seconds:.1f} s"
    screen.print(f"[dim]{done}: {literal(str(folder))}[/]", soft_wrap=True)


@app.command("show")
def show(
    cards: Annotated[str, typer.Argument(metavar="C", help=_CARDS)],
    hole: Annotated[str, typer.Argument(metavar="HOLE", help="Hole cards: 7s6s.")],
    board: Annotated[
        str, typer.Argument(metavar="[BOARD]", help="3 to 5 board cards, flop first: Js9s2d.")
    ] = "",
    seed: SeedOption = 0,
    tables: TablesOption = None,
    flops: FlopsOption = None,
    picture: PictureOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show the buckets of a hand, and what else is in them.

    One line per round: the bucket, examples of hands in it, and the distribution of final strength.
    Builds the card abstraction first if it is missing.

    Examples:
      equipoise buckets show ir169.64.8.8 7s6s Js9s2d
      equipoise buckets show 8.8.8.8 AhKh --flops 20 --picture hand.png

    """
    from equipoise.abstraction.buckets.portrait import portrait
    from equipoise.abstraction.strength.on_demand import OnDemand
    from equipoise.cards.card import cards_text, check_apart, parse_cards

    hole_cards = parse_cards(hole, "hand", 2, 2, "two hole cards are needed")
    board_cards = parse_cards(board, "board", 3, 5, "3 to 5 cards, or none") if board else []
    check_apart([("hand", hole), ("board", board)])
    check_picture(picture)
    provider = _provider(tables, seed, flops, board_cards)
    (bucketing,) = provider.bucketings(cards)
    source = provider.tables() if provider.tables().bins else OnDemand()
    with progress("looking into the buckets"):
        rounds = portrait(
            bucketing, source, hole_cards, board_cards, min(30, source.bins), seed=seed
        )
    if picture is not None:
        from equipoise.plots.buckets import draw_portraits

        on = f" on {cards_text(board_cards)}" if board_cards else ""
        title = (
            f"{cards_text(hole_cards)}{on}: its buckets in card abstraction {bucketing.abstraction}"
        )
        write_picture(picture, draw_portraits(title, rounds), CHART_DPI)
    if as_json:
        print_json(
            {
                "notation": str(bucketing.abstraction),
                "hand": cards_text(hole_cards),
                "board": cards_text(board_cards),
                "buckets": [part.bucket for part in rounds],
                "rounds": [portrait_json(part) for part in rounds],
                "seed": bucketing.seed,
                "sampled": bucketing.sampled,
                "picture": None if picture is None else str(picture),
            }
        )
        return
    from equipoise.interfaces.cli.bucket_view import made_from, show_portraits

    show_portraits(console(), made_from(bucketing), hole_cards, rounds)
    say_drawn(picture)


@app.command("compare")
def compare(
    first: Annotated[str, typer.Argument(metavar="C1", help=_CARDS)],
    second: Annotated[str, typer.Argument(metavar="C2", help=_CARDS)],
    boards: Annotated[
        int,
        typer.Option(
            metavar="N", min=20, max=100_000, help="Sampled boards on the turn and the river."
        ),
    ] = 2000,
    seed: SeedOption = 0,
    tables: TablesOption = None,
    flops: FlopsOption = None,
    picture: PictureOption = None,
    as_json: JsonOption = False,
) -> None:
    """Compare two card abstractions.

    How far they agree, and how alike the hands in their buckets are. Pre-flop and flop are exact,
    turn and river are measured on sampled boards.

    Examples:
      equipoise buckets compare 8.8.8.8 ir8.8.8.8 --flops 20

    """
    from equipoise.abstraction.buckets.compare import compare_bucketings

    check_picture(picture)
    provider = _provider(tables, seed, flops)
    one, two = provider.bucketings(first, second)
    with progress("comparing") as report:
        rounds = compare_bucketings(one, two, provider.tables(), boards, seed, report)
    names = str(one.abstraction), str(two.abstraction)
    if picture is not None:
        from equipoise.plots.buckets import draw_comparison

        write_picture(picture, draw_comparison(names, rounds), CHART_DPI)
    if as_json:
        print_json(
            {
                "first": names[0],
                "second": names[1],
                "rounds": [comparison_json(part) for part in rounds],
                "seed": seed,
                "sampled": one.sampled or two.sampled,
                "picture": None if picture is None else str(picture),
            }
        )
        return
    from rich.text import Text

    from equipoise.interfaces.cli.bucket_view import made_from, show_comparison

    screen = console()
    for number, bucketing in ((1, one), (2, two)):
        screen.print(Text(f"{number}  {made_from(bucketing)}", "bold"))
    show_comparison(screen, rounds)
    say_drawn(picture)


def _kept(folder: Path | None, tables: Path | None, flops: int | None) -> str:
    """What a stopped build leaves: finished rounds, and tables unless flops are sampled."""
    from equipoise.abstraction.strength.store import default_folder

    rounds = "" if folder is None else f"finished rounds are kept in {folder}"
    if flops is not None:
        return rounds
    pieces = f"strength tables in {tables or default_folder()}"
    return f"{rounds}, {pieces}" if rounds else f"{pieces} are kept as far as they are"


def _provider(
    tables: Path | None, seed: int, flops: int | None, board: Sequence[int] = ()
) -> BucketProvider:
    from equipoise.abstraction.buckets.provide import BucketProvider

    return BucketProvider(tables, seed, flops, board, progress, _announce)


def _announce(what: str, seconds: float) -> None:
    warn(f"{what}: about {max(seconds, 1):.0f} s")
