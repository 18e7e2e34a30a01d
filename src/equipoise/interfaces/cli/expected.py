"""What ``--expected`` adds: the value of two known agents beside what was played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from equipoise.errors import InputError
from equipoise.interfaces.cli.output import literal

if TYPE_CHECKING:
    from rich.console import Console

    from equipoise.evaluation.expected import Expected
    from equipoise.matches.known import Pair
    from equipoise.matches.plan import MatchPlan
    from equipoise.progress import Report

ExpectedOption = Annotated[
    bool,
    typer.Option(
        "--expected", help="Also compute what two stored strategies win, all hands on some boards."
    ),
]
BoardsOption = Annotated[
    int, typer.Option("--boards", metavar="N", help="Boards for --expected; two at least.")
]


def check_expected(plan: MatchPlan, boards: int) -> Pair:
    """The two agents, before anything is dealt."""
    pair = plan.known_pair()
    if pair is None:
        raise InputError(
            "--expected needs two agents whose every chance is known",
            expected="two folders of strategies, or exploiters of one",
        )
    check_boards(boards)
    for player in pair:
        player.check_game(plan.rules())
    return pair


def check_boards(boards: int) -> None:
    """Refuse too few."""
    if boards < 2:
        raise InputError(f"{boards} boards", "--boards", expected="two at least, for an interval")


def compute(plan: MatchPlan, pair: Pair, boards: int, report: Report) -> Expected:
    """The expected value on boards of the match's seed."""
    from equipoise.evaluation.expected import ExpectedValue

    return ExpectedValue(plan.rules(), pair).run(boards, plan.seed, report)


def expected_json(found: Expected) -> dict[str, Any]:
    """The result as JSON types; an agent each, as the played result."""
    low, high = found.mean.interval
    assert low is not None
    assert high is not None
    return {
        "mb_per_hand": [found.mean.mean, -found.mean.mean],
        "ci95": [[low, high], [-high, -low]],
        "seats": list(found.seats),
        "exact": found.exact,
        "boards": found.boards,
        "board_std": found.mean.std,
        "nodes": found.nodes,
    }


def show_expected(screen: Console, found: Expected, name: str) -> None:
    """A line for people."""
    mean, half = found.mean.mean, found.mean.half or 0.0
    seats = f"seat 1 {found.seats[0]:+,.1f}, seat 2 {found.seats[1]:+,.1f}"
    if found.exact:
        how = "exact, over every deal"
        value = f"{mean:+,.3f}"
    else:
        how = f"all hands on {found.boards} boards, {found.nodes:,} betting nodes"
        value = f"{mean:+,.1f} ± {half:,.1f}"
    screen.print(
        f"expected: {literal(name)} wins [bold]{value}[/] mb/hand  [dim]({seats}; {how})[/]",
        soft_wrap=True,
    )
