"""``equipoise buckets``: card abstractions built, looked into, and set side by side."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from equipoise.interfaces.cli.bucket_job import BucketJob
from equipoise.interfaces.cli.output import (
    JsonOption,
    SeedOption,
    console,
    literal,
    print_json,
    progress,
)
from equipoise.interfaces.cli.tables import TablesOption
from equipoise.interfaces.trace_pictures import check_picture

if TYPE_CHECKING:
    from equipoise.abstraction.buckets.bucketing import Bucketing
    from equipoise.abstraction.buckets.compare import RoundComparison
    from equipoise.abstraction.buckets.portrait import RoundPortrait

app = typer.Typer(
    help="Card abstractions: build one, look into its buckets, compare two.",
    no_args_is_help=True,
)

_CARDS = "A notation like 8.8.8.8, or the folder of a bucketing."
FlopsOption = Annotated[
    int | None,
    typer.Option(
        "--flops",
        metavar="N",
        help="Make it from N sampled flops only: coarse, quick, and known on these flops alone.",
    ),
]
PictureOption = Annotated[Path | None, typer.Option(help="Draw it to this PNG file.")]


@app.command("build")
def build(
    cards: Annotated[str, typer.Argument(metavar="C", help="A notation like 8.8.8.8.")],
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where it is kept; in the user's cache by default."),
    ] = None,
    seed: SeedOption = 0,
    tables: TablesOption = None,
    flops: FlopsOption = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Make one that is there already again.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Build a card abstraction, or go on with a build that was stopped, or find it done.

    Strength tables are built on the way where there are none.
    """
    from equipoise.abstraction.buckets.notation import CardAbstraction
    from equipoise.abstraction.buckets.store import MANIFEST, check_place

    abstraction = CardAbstraction.parse(cards)
    if out is not None:
        check_place(out)
        out.mkdir(parents=True, exist_ok=True)  # an error comes before the announcement
    job = BucketJob(tables, seed, flops)
    folder = out or job.cached(abstraction)
    there = (folder / MANIFEST).exists() and not replace
    started = perf_counter()
    bucketing = job.build(abstraction, out, replace)
    seconds = perf_counter() - started
    if as_json:
        print_json(
            {
                "notation": str(abstraction),
                "rounds": _rounds(bucketing),
                "recall": bucketing.recall,
                "seed": seed,
                "sampled": bucketing.sampled,
                "flops": job.flop_count,
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
    for entry in _rounds(bucketing):
        hands, each = "–", "–"
        if entry["hands"] is not None:
            hands = f"{entry['hands']:,}"
            each = f"{entry['hands'] / entry['buckets']:,.0f}"
        table.add_row(entry["round"], f"{entry['buckets']:,}", hands, each)
    screen.print(table)
    done = "it was there already" if there else f"built in {seconds:.1f} s"
    screen.print(f"[dim]{done}: {literal(str(folder))}[/]", soft_wrap=True)


@app.command("show")
def show(
    cards: Annotated[str, typer.Argument(metavar="C", help=_CARDS)],
    hole: Annotated[str, typer.Argument(metavar="HOLE", help="Two cards, like 7s6s.")],
    board: Annotated[
        str, typer.Argument(metavar="[BOARD]", help="3 to 5 cards, flop first, like Js9s2d.")
    ] = "",
    seed: SeedOption = 0,
    tables: TablesOption = None,
    flops: FlopsOption = None,
    picture: PictureOption = None,
    as_json: JsonOption = False,
) -> None:
    """The bucket of a hand in every round, what else is in it, and the waveform of the hand.

    A bucketing that is not there yet is built first.
    """
    from equipoise.abstraction.buckets.portrait import portrait
    from equipoise.abstraction.strength.on_demand import OnDemand
    from equipoise.cards.card import cards_text, check_apart, parse_cards

    hole_cards = parse_cards(hole, "hand", 2, 2, "two hole cards are needed")
    board_cards = parse_cards(board, "board", 3, 5, "3 to 5 cards, or none") if board else []
    check_apart([("hand", hole), ("board", board)])
    if picture is not None:
        check_picture(picture)
    job = BucketJob(tables, seed, flops, board_cards)
    (bucketing,) = job.bucketings(cards)
    source = job.tables() if job.tables().bins else OnDemand()
    with progress("looking into the buckets"):
        rounds = portrait(
            bucketing, source, hole_cards, board_cards, min(30, source.bins), seed=seed
        )
    if picture is not None:
        from equipoise.files import write_atomically
        from equipoise.interfaces.bucket_charts import draw_portraits
        from equipoise.interfaces.hand_charts import png

        on = f" on {cards_text(board_cards)}" if board_cards else ""
        title = f"{cards_text(hole_cards)}{on} in {bucketing.abstraction}"
        write_atomically(picture, png(draw_portraits(title, rounds)))
    if as_json:
        print_json(
            {
                "notation": str(bucketing.abstraction),
                "hand": cards_text(hole_cards),
                "board": cards_text(board_cards),
                "buckets": [part.bucket for part in rounds],
                "rounds": [_portrait_json(part) for part in rounds],
                "seed": bucketing.seed,
                "sampled": bucketing.sampled,
                "picture": None if picture is None else str(picture),
            }
        )
        return
    from equipoise.interfaces.cli.bucket_view import made_from, show_portraits

    show_portraits(console(), made_from(bucketing), hole_cards, rounds)
    _say_drawn(picture)


@app.command("compare")
def compare(
    first: Annotated[str, typer.Argument(metavar="C1", help=_CARDS)],
    second: Annotated[str, typer.Argument(metavar="C2", help=_CARDS)],
    boards: Annotated[
        int, typer.Option(min=20, max=100_000, help="Sampled boards on the turn and the river.")
    ] = 2000,
    seed: SeedOption = 0,
    tables: TablesOption = None,
    flops: FlopsOption = None,
    picture: PictureOption = None,
    as_json: JsonOption = False,
) -> None:
    """How much two card abstractions agree, and how alike the hands in their buckets are.

    Pre-flop and flop are exact; turn and river are measured on sampled boards.
    """
    from equipoise.abstraction.buckets.compare import compare_bucketings

    if picture is not None:
        check_picture(picture)
    job = BucketJob(tables, seed, flops)
    one, two = job.bucketings(first, second)
    with progress("comparing") as report:
        rounds = compare_bucketings(one, two, job.tables(), boards, seed, report)
    names = str(one.abstraction), str(two.abstraction)
    if picture is not None:
        from equipoise.files import write_atomically
        from equipoise.interfaces.bucket_charts import draw_comparison
        from equipoise.interfaces.hand_charts import png

        write_atomically(picture, png(draw_comparison(names, rounds)))
    if as_json:
        print_json(
            {
                "first": names[0],
                "second": names[1],
                "rounds": [_comparison_json(part) for part in rounds],
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
    _say_drawn(picture)


def _rounds(bucketing: Bucketing) -> list[dict[str, Any]]:
    """Buckets and hands up to suits; those over sampled flops are not counted (None)."""
    from equipoise.abstraction.buckets.notation import ROUNDS
    from equipoise.cards.isomorphism import HandIndexer

    indexer = HandIndexer((2, 3, 1, 1))
    return [
        {
            "round": name,
            "buckets": count,
            "hands": None if bucketing.sampled and number else indexer.size(number),
        }
        for number, (name, count) in enumerate(zip(ROUNDS, bucketing.counts, strict=True))
    ]


def _portrait_json(part: RoundPortrait) -> dict[str, Any]:
    from equipoise.abstraction.buckets.notation import ROUNDS
    from equipoise.abstraction.buckets.portrait import combo_text
    from equipoise.cards.card import cards_text

    return {
        "round": ROUNDS[part.number],
        "bucket": part.bucket,
        "of": part.buckets,
        "strength": part.strength,
        "deviation": part.deviation,
        "waveform": [float(value) for value in part.waveform],
        "share": part.share,
        "bucket_strength": part.bucket_strength,
        "bucket_range": list(part.bucket_range),
        "exact": part.exact,
        "together": [combo_text(int(combo)) for combo in part.together],
        "nearest": [
            {
                "hand": combo_text(other.combo),
                "distance": other.distance,
                "strength": other.strength,
                "same_bucket": other.same_bucket,
            }
            for other in part.nearest
        ],
        "examples": [
            {
                "hand": combo_text(example.combo),
                "board": cards_text(example.board),
                "strength": example.strength,
            }
            for example in part.examples
        ],
    }


def _comparison_json(part: RoundComparison) -> dict[str, Any]:
    from equipoise.abstraction.buckets.notation import ROUNDS

    found = part.agreement
    return {
        "round": ROUNDS[part.number],
        "buckets": list(part.counts),
        "boards": part.boards,
        "exact": part.exact,
        "adjusted_rand": found.adjusted_rand,
        "adjusted_rand_error": part.error,
        "same_pairs": found.same,
        "first_kept": found.first_kept,
        "second_kept": found.second_kept,
        "information_bits": found.information,
        "entropies_bits": list(found.entropies),
        "normalised_information": found.normalised_information,
        "strength_sd_within": list(part.within),
        "strength_sd": part.overall,
        "waveform_distance_within": (
            None if part.waveform_within is None else list(part.waveform_within)
        ),
    }


def _say_drawn(picture: Path | None) -> None:
    if picture is not None:
        console().print(f"[dim]drawn to {literal(str(picture))}[/]", soft_wrap=True)
