"""Draws the pictures of README and documentation again: ``python docs/images/draw.py``."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path

from rich.console import Console

from equipoise.interfaces.cli import deal

HERE = Path(__file__).parent


def draw_deal() -> None:
    """``equipoise deal`` as it looks in a terminal; fonts are the reader's own."""
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        screen = Console(record=True, width=100, highlight=False, force_terminal=True, file=nowhere)
        deal.console = lambda: screen  # type: ignore[attr-defined]
        deal.deal(players=3, seed=7)
        picture = screen.export_svg(title="equipoise deal")
    picture = re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL)
    picture = re.sub(r"<!--.*?-->\s*", "", picture, flags=re.DOTALL)
    picture = re.sub(r"[ \t]+$", "", picture, flags=re.MULTILINE)
    (HERE / "deal.svg").write_text(picture + "\n", encoding="utf-8")


def draw_jamfold() -> None:
    """The charts of jam-fold hold'em at ten big blinds, and for all stacks."""
    from equipoise.plots.jamfold import draw_games, draw_table
    from equipoise.plots.style import png
    from equipoise.solvers.jamfold import solve_jamfold, solve_table

    (HERE / "jamfold-10bb.png").write_bytes(png(draw_games([solve_jamfold("10bb")]), dpi=75))
    (HERE / "jamfold-table.png").write_bytes(png(draw_table(solve_table()), dpi=85))


def draw_mappings() -> None:
    """Figure 3 of Tartanian5, and in 12-chip Leduc one more bet and all bets against mappings."""
    from equipoise.experiments.harness.experiment import Setting
    from equipoise.experiments.harness.pictures import draw
    from equipoise.experiments.harness.registry import find_experiment
    from equipoise.plots.style import png

    for name, experiment in (
        ("mappings-fig3.png", find_experiment("tartanian5-fig3")),
        ("off-tree.png", find_experiment("new-off-tree")),
        ("translation-matrix.png", find_experiment("new-translation-matrix")),
    ):
        outcome = experiment.run(Setting())
        (HERE / name).write_bytes(png(draw(experiment, outcome), dpi=75))


def draw_show() -> None:
    """A node of a jam-fold strategy as ``equipoise show`` draws it."""
    from equipoise.interfaces.cli.main import run

    with tempfile.TemporaryDirectory() as place:
        folder = f"{place}/jamfold"
        solve = ["solve", "jamfold:10bb", "--method", "cfr+", "--target", "1e-5"]
        run([*solve, "--out", folder])
        run(["show", folder, "--picture", str(HERE / "show-jamfold.png")])


def draw_buckets() -> None:
    """A hand through the streets and two bucketings side by side; built first if need be."""
    from equipoise.interfaces.cli.buckets import compare, show

    show("8.8.8.8", "7s6s", "Js9s2d4hKs", picture=HERE / "buckets-show.png")
    waves, widths = "5wave.5wave.5wave.5wave", "5eq.5eq.5eq.5eq"
    compare(waves, widths, picture=HERE / "buckets-compare.png")


def draw_spots() -> None:
    """The published three-bet pot: out of position's flop, what hands are worth, every turn."""
    from equipoise.experiments.new.three_bet_pot import published_spot
    from equipoise.plots.spots import draw_cards, draw_view
    from equipoise.plots.style import png

    solution = published_spot().solve(0.5)
    for name, figure in (
        ("spot-node.png", draw_view(solution.node(), 0)),
        ("spot-value.png", draw_view(solution.node(), 1, "value")),
        ("spot-cards.png", draw_cards(solution.cards("check, check"))),
    ):
        (HERE / name).write_bytes(png(figure, dpi=75))


if __name__ == "__main__":
    draw_deal()
    draw_jamfold()
    draw_mappings()
    draw_show()
    draw_buckets()
    draw_spots()
