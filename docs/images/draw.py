"""Draws the pictures of README and documentation again: ``python docs/images/draw.py [NAME...]``.

Names are those of ``PICTURES`` below; all of them without one.
"""

from __future__ import annotations

import os
import re
import sys
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


def draw_experiments() -> None:
    """Mappings, bets off the tree, and abstraction pathologies, as ``reproduce`` draws them."""
    from equipoise.experiments.harness.experiment import Setting
    from equipoise.experiments.harness.pictures import draw
    from equipoise.experiments.harness.registry import find_experiment
    from equipoise.plots.style import png

    for name, chosen in (
        ("mappings-fig3.png", "tartanian5-fig3"),
        ("pathology-cards.png", "slides-cards"),
        ("pathology-bets.png", "slides-bets"),
        ("pathology-4.4.png", "schnizlein-4.4"),
        ("pathology-4.7.png", "schnizlein-4.7"),
        ("off-tree.png", "new-off-tree"),
        ("translation-matrix.png", "new-translation-matrix"),
    ):
        experiment = find_experiment(chosen)
        figure = draw(experiment, experiment.run(Setting()))
        assert figure is not None
        (HERE / name).write_bytes(png(figure, dpi=75))


def draw_solving() -> None:
    """Methods on limit Leduc, and a node of a jam-fold strategy as ``equipoise show`` draws it."""
    from equipoise.interfaces.cli.main import run

    run(["compare", "leduc", "--seconds", "4", "--picture", str(HERE / "compare-leduc.png")])
    with tempfile.TemporaryDirectory() as place:
        folder = f"{place}/jamfold"
        solve = ["solve", "jamfold:10bb", "--method", "cfr+", "--target", "1e-5"]
        run([*solve, "--out", folder])
        run(["show", folder, "--picture", str(HERE / "show-jamfold.png")])


def draw_board() -> None:
    """A node on a board: no-limit hold'em at 100 big blinds, sampled for a minute.

    The caption in docs/strategies.md names the strategy that was drawn.
    """
    from equipoise.interfaces.cli.main import run

    with tempfile.TemporaryDirectory() as place:
        folder, picture = f"{place}/blueprint", str(HERE / "show-board.png")
        game = ["holdem-nolimit:100bb", "--bets", "fcpa", "--cards", "ir169.64.8.8"]
        run(["solve", *game, "--seconds", "60", "--out", folder])
        run(["show", folder, "--path", "r6c/c", "--board", "Kc 7d 2s", "--picture", picture])


def draw_play() -> None:
    """The crosstable of ``make play``, from the numbers in README: playing takes minutes."""
    import numpy as np

    from equipoise.evaluation.crosstable import Crosstable
    from equipoise.plots.crosstables import draw_crosstable
    from equipoise.plots.style import png

    text = (HERE.parents[1] / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\(\d\) (\S+) (.*)$", text, re.MULTILINE)
    size = len(rows)
    means, errors = np.zeros((size, size)), np.zeros((size, size))
    for row, (_, cells) in enumerate(rows):
        seen = re.findall(r"([-+][\d,]+) ±([\d,]+)", cells)[: size - 1]  # the last is the average
        others = [column for column in range(size) if column != row]
        for column, pair in zip(others, seen, strict=True):
            mean, half = (float(number.replace(",", "")) for number in pair)
            means[row, column], errors[row, column] = mean, half / 1.96
    table = Crosstable(tuple(name for name, _ in rows), means, errors)
    figure = draw_crosstable(table, "holdem-nolimit:500bb, 2,000,000 hands")
    (HERE / "crosstable.png").write_bytes(png(figure))


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


#: from the quickest; the last ones take minutes
PICTURES = {
    "deal": draw_deal,
    "play": draw_play,
    "jamfold": draw_jamfold,
    "solving": draw_solving,
    "experiments": draw_experiments,
    "spots": draw_spots,
    "board": draw_board,
    "buckets": draw_buckets,
}

if __name__ == "__main__":
    for chosen in sys.argv[1:] or PICTURES:
        PICTURES[chosen]()
