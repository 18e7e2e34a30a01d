"""The tables of ``equipoise buckets``."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from equipoise.abstraction.buckets.bucketing import Bucketing
from equipoise.abstraction.buckets.compare import RoundComparison
from equipoise.abstraction.buckets.notation import ROUNDS
from equipoise.abstraction.buckets.portrait import RoundPortrait, combo_text
from equipoise.abstraction.buckets.survey import known_flops
from equipoise.cards.card import cards_symbols, cards_text
from equipoise.cards.combos import combo_types, grid_types, type_text
from equipoise.interfaces.cli.charts import side_by_side
from equipoise.kernels.types import Float64s
from equipoise.plots.style import INK, MIXED, PLAYED

_CELL = 4
_BARS = "▁▂▃▄▅▆▇█"
_MOST_COMBOS = 24


def sparkline(values: Float64s) -> str:
    """A row of bars, the highest one full; nothing at all is a blank.

    >>> import numpy as np
    >>> sparkline(np.array([0.0, 0.1, 0.5, 1.0]))
    ' ▁▅█'
    """
    top = float(values.max()) or 1.0
    return "".join(
        _BARS[min(int(value / top * len(_BARS)), len(_BARS) - 1)] if value > 0 else " "
        for value in values
    )


def made_from(bucketing: Bucketing) -> str:
    """The title of a bucketing in output."""
    recall = f"{bucketing.recall} recall, seed {bucketing.seed}"
    some = ""
    if bucketing.sampled:
        some = f", SAMPLED: built from {len(known_flops(bucketing)):,} of 1,755 flops"
    return f"{bucketing.abstraction} ({recall}{some})"


def show_portraits(
    screen: Console, title: str, hole: Sequence[int], rounds: Sequence[RoundPortrait]
) -> None:
    """A hand through the streets, its bucket's other hands, and its nearest neighbours."""
    last = rounds[-1]
    on = f" on [bold]{cards_symbols(last.board)}[/]" if last.board else ""
    screen.print(f"[bold]{cards_symbols(hole)}[/]{on} in ", Text(title), sep="")
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("round")
    for name in ("bucket", "of", "share", "strength", "sd", "in the bucket"):
        table.add_column(name, justify="right")
    table.add_column(f"final strength, 0 to 1{'':8}", no_wrap=True)
    for part in rounds:
        low, high = part.bucket_range
        table.add_row(
            ROUNDS[part.number],
            f"{part.bucket}",
            f"{part.buckets:,}",
            f"{'' if part.exact else '≈'}{part.share:.2%}",
            f"{part.strength:.3f}",
            f"{part.deviation:.3f}",
            f"{part.bucket_strength:.3f} ({low:.2f}–{high:.2f})",
            Text(f"│{sparkline(part.waveform)}│", "cyan"),
        )
    screen.print(table)
    screen.print(
        "[dim]bucket 0 is the weakest; strength: expected share of hands beaten on the river, sd "
        "over runouts; in the bucket: mean strength and the middle 80%; ≈ from sampled boards[/]\n"
    )
    charts = [_grid(part) for part in dict.fromkeys((rounds[0], last))]
    screen.print(
        side_by_side(charts[0], charts[1], screen.width) if len(charts) == 2 else charts[0]
    )
    if last.number:
        names = [combo_text(int(combo)) for combo in last.together]
        more = f" and {len(names) - _MOST_COMBOS} more" if len(names) > _MOST_COMBOS else ""
        screen.print(
            f"\n[bold]{len(names)} of {len(last.possible):,} combos here share it[/]: "
            f"{' '.join(names[:_MOST_COMBOS])}{more}",
        )
    screen.print(Text("\nnearest by distribution (earth mover's distance, units of strength)"))
    near = Table(box=None, header_style="bold", pad_edge=False)
    for name in ("hand", "distance", "strength", ""):
        near.add_column(name, justify="left" if name in ("hand", "") else "right")
    for other in last.nearest:
        near.add_row(
            _name(other.combo, last.number),
            f"{other.distance:.4f}",
            f"{other.strength:.3f}",
            "same bucket" if other.same_bucket else Text("another bucket", "dim"),
        )
    screen.print(near)
    if last.examples:
        texts = [
            f"{combo_text(example.combo)} on {'-'.join(_cards(example.board))}"
            f" ({example.strength:.2f})"
            for example in last.examples
        ]
        screen.print(Text(f"\nin the same bucket on other boards: {'; '.join(texts)}"))


def _cards(board: Sequence[int]) -> list[str]:
    """Flop, turn and river as texts."""
    parts = board[:3], board[3:4], board[4:5]
    return [cards_text(part) for part in parts if part]


def _name(combo: int, number: int) -> str:
    if number:
        return combo_text(combo)
    return type_text(int(combo_types()[combo]))


def _grid(part: RoundPortrait) -> Group:
    """The 169 types: all, some or none of their combos in the bucket."""
    where = f"{ROUNDS[part.number]}, bucket {part.bucket}"
    lines = [Text(f"{where:^{13 * _CELL}}", style="bold")]
    shares = part.type_shares
    some = False
    for types in grid_types():
        line = Text()
        for number in types:
            share, name = float(shares[number]), type_text(number)
            if share == 1:
                line.append(f"{name:^{_CELL}}", f"{INK} on {PLAYED}")
            elif share > 0:
                some = True
                line.append(f"{name + '*':^{_CELL}}", f"{INK} on {MIXED}")
            else:
                line.append(f"{'·' if share == 0 else '':^{_CELL}}", "dim")
        lines.append(line)
    lines.append(Text("* some of its combos" if some else "all combos of a type", style="dim"))
    return Group(*lines)


def show_comparison(screen: Console, rounds: Sequence[RoundComparison]) -> None:
    """Agreement and spread, one line per round."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("round")
    for name in (
        "buckets 1", "2", "adj. Rand", "information", "1 in 2", "2 in 1",
        "sd 1", "sd 2", "sd all", "EMD 1", "EMD 2",
    ):  # fmt: skip
        table.add_column(name, justify="right", no_wrap=True)
    for part in rounds:
        error = "" if part.exact else f"±{1.96 * part.error:.3f}"
        shapes = part.waveform_within
        table.add_row(
            ROUNDS[part.number],
            *(f"{count:,}" for count in part.counts),
            f"{part.agreement.adjusted_rand:.3f}{error}",
            f"{part.agreement.normalised_information:.3f}",
            f"{part.agreement.first_kept:.1%}",
            f"{part.agreement.second_kept:.1%}",
            *(f"{value:.3f}" for value in (*part.within, part.overall)),
            *(("–", "–") if shapes is None else (f"{value:.3f}" for value in shapes)),
        )
    screen.print(table)
    boards = rounds[-1].boards
    screen.print(
        "[dim]adj. Rand: adjusted Rand index, 1 for the same buckets, 0 for chance agreement; "
        "information: mutual, as a share of the mean entropy; 1 in 2: pairs of hands together "
        "in 1 that are together in 2; sd: of expected strength within a bucket, and of all "
        "hands; EMD: mean earth mover's distance of a hand's distribution from its bucket's "
        f"mean, on sampled boards. Pre-flop and flop exact, turn and river from {boards:,} "
        "sampled boards.[/]"
    )
