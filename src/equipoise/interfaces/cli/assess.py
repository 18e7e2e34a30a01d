"""``equipoise assess``: win rates of played hands by estimators with less noise than the money."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from equipoise.base.errors import InputError
from equipoise.evaluation.labels import labels
from equipoise.interfaces.as_json.assessed import estimators_json
from equipoise.interfaces.cli.match_options import WorkersOption
from equipoise.interfaces.cli.output import JsonOption, console, literal, print_json, progress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from equipoise.evaluation.estimates import Estimate
    from equipoise.evaluation.variance.assess import Assessed, How

EstimatorOption = Annotated[
    str | None,
    typer.Option(
        "--estimator",
        metavar="NAME",
        help="Judge by another estimator than the money: duplicate, divat, importance, aivat, "
        "mivat, control.",
    ),
]
ValuesOption = Annotated[
    str,
    typer.Option(
        "--values",
        metavar="V",
        help="Value function of aivat: auto, none, equity, or the folder of a strategy.",
    ),
]


def assess(
    hands: Annotated[
        list[Path],
        typer.Argument(metavar="MATCH...", help="The folder of a match, or files of hands."),
    ],
    by: Annotated[
        str,
        typer.Option(
            "--by",
            metavar="LIST",
            help="money, duplicate, divat, importance, aivat, mivat, control.",
        ),
    ] = "money,divat",
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="For ACPC logs that do not name theirs."),
    ] = None,
    policy: Annotated[
        list[str] | None,
        typer.Option(
            "--policy", metavar="NAME=AGENT", help="The agent that a player is (default: known)."
        ),
    ] = None,
    values: ValuesOption = "auto",
    imaginary: Annotated[
        str,
        typer.Option(help="Imaginary observations of importance: none, endings, cards, both."),
    ] = "both",
    scores: Annotated[str, typer.Option(help="What importance weighs: money or divat.")] = "money",
    evaluate: Annotated[
        str | None,
        typer.Option(
            "--evaluate", metavar="AGENT", help="Importance: evaluate this agent (off-policy)."
        ),
    ] = None,
    baseline: Annotated[
        str, typer.Option(help="Baseline of divat: auto, call, value (limit hold'em).")
    ] = "auto",
    control: Annotated[
        str, typer.Option(metavar="AGENT", help="Who plays itself for control.")
    ] = "call",
    workers: WorkersOption = None,
    as_json: JsonOption = False,
) -> None:
    """Estimate win rates from played hands, several estimators side by side.

    Every estimator has the mean of the money; those that know more need fewer hands.

    Examples:
      equipoise assess mymatch --by money,duplicate,divat,importance,aivat
      equipoise assess mymatch --by aivat --values equity
      equipoise assess match-1.log --by importance --policy hero=bp --evaluate bp:purify=yes
      equipoise assess hands.phhs --by money,mivat

    """
    from equipoise.evaluation.variance.assess import parse_estimators
    from equipoise.evaluation.variance.matches import assess_opened, open_hands
    from equipoise.formats import resolve_game

    names = parse_estimators(by)
    how = read_how(values, imaginary, scores, evaluate, baseline, control, workers)
    with progress("reading") as report:
        opened = open_hands(hands, None if game is None else resolve_game(game))
        found = assess_opened(opened, names, how, policy or (), report)
    if as_json:
        print_json(
            {
                "agents": list(opened.hands.names),
                "hands": len(opened.hands),
                "estimators": estimators_json(found),
                "notes": opened.notes,
            }
        )
        return
    screen = console()
    screen.print(f"[bold]{literal(opened.hands.rules.name)}[/]  {len(opened.hands):,} hands")
    show_assessed(screen, opened.hands.names, found)
    for note in opened.notes:
        screen.print(f"[dim]{literal(note)}[/]", soft_wrap=True)


def read_how(
    values: str = "auto",
    imaginary: str = "both",
    scores: str = "money",
    evaluate: str | None = None,
    baseline: str = "auto",
    control: str = "call",
    workers: int | None = None,
) -> How:
    """What the options say."""
    from equipoise.evaluation.variance.assess import BASELINES, How
    from equipoise.evaluation.variance.known import (
        AUTOMATIC,
        EQUITY,
        IMAGINARY,
        NO_VALUES,
        KnownPlayers,
        named_policy,
    )

    kind = next((one for one in IMAGINARY if one == imaginary), None)
    if kind is None:
        _refuse("--imaginary", imaginary, IMAGINARY)
    if scores not in ("money", "divat"):
        _refuse("--scores", scores, ("money", "divat"))
    if baseline not in BASELINES:
        _refuse("--baseline", baseline, BASELINES)
    named = (AUTOMATIC, NO_VALUES, EQUITY)
    if values not in named and not Path(values).is_dir():
        _refuse("--values", values, (*named, "the folder of a strategy"))
    evaluated = None
    if evaluate is not None:
        evaluated = named_policy(evaluate)
        if evaluated is None:
            raise InputError(
                f"agent {evaluate!r} has no policy", "--evaluate", expected="a stored strategy"
            )
    assert kind is not None
    scored = "divat" if scores == "divat" else "money"
    known = KnownPlayers({}, values, kind, scored, evaluated)  # type: ignore[arg-type]
    return How(known, baseline, None, control, workers)


def _refuse(option: str, text: str, known: Sequence[str]) -> None:
    raise InputError(f"unknown {text!r}", option, expected=f"one of {', '.join(known)}")


def show_assessed(screen: Console, names: Sequence[str], found: Sequence[Assessed]) -> None:
    """A row for each player and a column for each estimator; below, the noise and what it saves."""
    from rich.table import Table

    called = labels(tuple(names))
    table = Table(box=None, pad_edge=False, header_style="bold", title="mb/hand, 95% intervals")
    table.add_column("")
    for one in found:
        table.add_column(one.name, justify="right")
    for number, name in enumerate(names):
        table.add_row(literal(called[name]), *(_rate(one.rates[number]) for one in found))
    stds = [sum(one.hand_std) / len(one.hand_std) for one in found]
    table.add_row("[dim]std a hand[/]", *(f"[dim]{std:,.0f}[/]" for std in stds))
    fewer = [one.fewer_hands for one in found]
    table.add_row(
        "[dim]times fewer hands[/]",
        *("–" if times is None else f"[dim]{times:,.1f}[/]" for times in fewer),
    )
    screen.print(table)
    for one in found:
        if one.details and one.name == "duplicate":
            screen.print(
                f"[dim]duplicate: std of a deal's sum {one.details['sum_std']:,.0f}, of its mean "
                f"{one.details['mean_std']:,.0f}, correlation of the seatings "
                f"{one.details['correlation']:+.2f}[/]",
                soft_wrap=True,
            )
        for note in one.notes:
            screen.print(f"[dim]{literal(note)}[/]", soft_wrap=True)


def _rate(rate: Estimate) -> str:
    half = "" if rate.half is None else f" ± {rate.half:,.1f}"
    return f"{rate.mean:+,.1f}{half}"
