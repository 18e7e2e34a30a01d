"""``equipoise solve``: an equilibrium of a game, with its exploitability."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from equipoise.errors import InputError
from equipoise.interfaces.cli.estimate import say_estimate
from equipoise.interfaces.cli.output import (
    JsonOption,
    SeedOption,
    console,
    literal,
    print_json,
    progress,
    warn,
)
from equipoise.interfaces.trace_pictures import check_file, check_picture, draw_traces

if TYPE_CHECKING:
    from equipoise.response.judge import Judge
    from equipoise.solvers.job import Job
    from equipoise.solvers.problem import Problem
    from equipoise.solvers.run import Run

DEFAULT_TARGET = 1e-3
DEFAULT_SECONDS = 60.0
_PRECISIONS = {"single": "float32", "double": "float64"}

_NAMES = {
    "value_interval": "half of a 95% interval of the value",
    "interval": "a response learned and valued on sampled boards; half of its 95% interval",
    "saturation": "share of decisions seen about 50 times or more",
    "edge": "what the average strategy wins from that of half as many iterations",
    "change": "change of the average strategy while iterations doubled (L1 a decision)",
}

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="See equipoise games.")]
BetsOption = Annotated[
    str | None,
    typer.Option(
        help="Betting abstraction, like fcpa, fcpa/fchpa+fcpa or tartanian5; A-B for the two seats."
    ),
]
CardsOption = Annotated[
    str, typer.Option(help="Card abstraction, like 8.8.8.8, or JQ.K for Leduc.")
]


def solve(
    game: GameArgument,
    bets: BetsOption = None,
    cards: CardsOption = "full",
    method: Annotated[
        str | None,
        typer.Option(
            help="lp, cfr, cfr+, lcfr, dcfr, pcfr+, egt, mccfr-public, -external, -chance, "
            "-outcome; if left dcfr, or mccfr-public where buckets forget."
        ),
    ] = None,
    iterations: Annotated[int | None, typer.Option(help="Stop after so many.")] = None,
    seconds: Annotated[float | None, typer.Option(help="Stop after so long.")] = None,
    target: Annotated[
        float | None,
        typer.Option(
            help="Stop at this exploitability, in chips a hand; where it is sampled, its interval "
            "has to be below."
        ),
    ] = None,
    change: Annotated[
        float | None,
        typer.Option(
            help="Hold'em buckets, sampled: stop when the average strategy changed by less than "
            "this (0 to 2, a decision) while the iterations doubled."
        ),
    ] = None,
    rivers: Annotated[
        int | None,
        typer.Option(
            help="Hold'em buckets, exact methods: rivers of 48 counted a turn board; 48 is exact, "
            "12 unless better matrices are there."
        ),
    ] = None,
    seed: SeedOption = 0,
    out: Annotated[Path | None, typer.Option(help="Folder for the strategy.")] = None,
    numbers: Annotated[
        str | None,
        typer.Option(
            help="How --out keeps probabilities: float64, uint16, uint8; by size if left."
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on from --out's checkpoint.")
    ] = False,
    precision: Annotated[
        str | None,
        typer.Option(help="single or double; by the size of the game if left."),
    ] = None,
    trace: Annotated[Path | None, typer.Option(help="Write the trace to this CSV file.")] = None,
    picture: Annotated[Path | None, typer.Option(help="Draw the trace to this PNG.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Solve a two-player game: find an equilibrium and measure how exploitable it is.

    Without a stopping rule: until the exploitability is 0.001 chips, at most a minute; a minute
    where hold'em with buckets is sampled.
    """
    from equipoise.abstraction.sequence_counts import RIVERS
    from equipoise.files import write_atomically
    from equipoise.solvers.job import Job
    from equipoise.solvers.methods import check_method, is_sampled, usual_method
    from equipoise.solvers.problem import Problem
    from equipoise.solvers.run import Stop
    from equipoise.solvers.trace import trace_table

    if method is not None:
        check_method(method)
    if resume and out is None:
        raise InputError("--resume needs --out", expected="the folder of the run to go on with")
    if precision not in (None, *_PRECISIONS):
        raise InputError("no such precision", "--precision", precision, expected="single or double")
    if picture is not None:
        check_picture(picture)
    if trace is not None:
        check_file(trace, "--trace")
    asked = Problem(game, bets, cards, rivers)
    method = method or usual_method(asked.has_matrices)
    sampled = asked.has_buckets and is_sampled(method)
    if iterations is None and seconds is None and target is None and change is None:
        # what is sampled is a lower bound with an interval wider than the target
        target, seconds = None if sampled else DEFAULT_TARGET, DEFAULT_SECONDS
    stop = Stop(iterations, seconds, target, change)
    _check_bucket_options(asked, sampled, change, rivers)
    problem = _with_cards(asked, method)
    dtype = _PRECISIONS.get(precision or "")
    finished, result = _solve(Job(problem, method, stop, seed, out, numbers, resume, dtype))
    if trace is not None:
        write_atomically(trace, trace_table(finished.trace))
    if picture is not None:
        title = f"{game}{f' {bets}' if bets else ''}: exploitability (chips a hand)"
        write_atomically(picture, draw_traces(title, {method: finished.trace}))
    if as_json:
        print_json(result)
        return
    screen = console()
    screen.print(
        f"[bold]{literal(game)}[/]"
        + (f" bets {literal(bets)}" if bets else "")
        + (f" cards {literal(cards)}" if cards != "full" else "")
        + f"  by {method}: {result['infosets']:,} information sets"
    )
    screen.print(
        f"value {result['value']:+.6f} for seat 1, exploitability {_exploitability(result)} "
        f"chips a hand  [dim]({result['iterations']:,} iterations, {result['seconds']:.1f} s)[/]"
    )
    interval = result["measures"].get("interval")
    if interval is not None and result["exploitability"] <= interval:
        screen.print(
            "[dim]a response learned on so few boards says nothing here: 0 lies within the "
            f"interval; equipoise exploit {literal(str(out or 'DIR'))} --boards N learns on more"
            f"{'' if out is not None else ' (of a strategy kept with --out)'}[/]",
            soft_wrap=True,
        )
    for name, value in {**result["bounds"], **result["measures"]}.items():
        screen.print(f"{_NAMES.get(name, name)} {value:.3g}")
    if result["rivers"] not in (None, RIVERS):
        screen.print(
            f"[dim]by matrices of {result['rivers']} of {RIVERS} rivers (--rivers {RIVERS}: all)[/]"
        )
    if out is not None:
        screen.print(f"[dim]strategy in {literal(str(out))}[/]")


def _exploitability(result: dict[str, Any]) -> str:
    shown = f"{result['exploitability']:.3g}"
    if "interval" in result["measures"]:  # by a response on sampled boards
        return f"at least {shown} ± {result['measures']['interval']:.2g}"
    return shown


def _check_bucket_options(
    problem: Problem, sampled: bool, change: float | None, rivers: int | None
) -> None:
    """Refuse options of hold'em with buckets where they would do nothing."""
    from equipoise.abstraction.sequence_counts import check_rivers

    if change is not None and not sampled:
        raise InputError(
            "only sampled methods on hold'em with buckets are watched for changes",
            "--change",
            expected="leave it out; --target stops at an exploitability",
        )
    if rivers is not None and (sampled or not problem.has_buckets):
        raise InputError(
            "only exact methods on hold'em with buckets need matrices",
            "--rivers",
            expected="leave it out",
        )
    if rivers is not None:
        check_rivers(rivers)


def _with_cards(problem: Problem, method: str) -> Problem:
    """The problem with its cards made: buckets of hold'em take long once, their matrices longer."""
    from equipoise.solvers.methods import is_sampled

    if problem.cards == "full":
        return problem
    said = False

    def report(done: float, total: float, doing: str = "") -> None:
        nonlocal said
        if not said and done < total:
            said = True
            warn(f"the cards {problem.cards} are made first, and kept: up to some minutes")
        show(done, total, doing)

    with progress(f"cards {problem.cards}") as show:
        made = replace(problem, report=report)
        if problem.has_buckets and is_sampled(method):
            made.bucket_states  # noqa: B018 (kept from now on)
        else:
            made.cards_and_buckets  # noqa: B018
    return made


def _solve(job: Job) -> tuple[Run, dict[str, Any]]:
    judge = job.judge()
    say_estimate(judge, job.method, job.out)
    with progress(f"{job.method} on {job.problem.game}") as report:
        finished = job.run(judge, report, warn)
    return finished, _summary(finished, job, judge)


def _summary(finished: Run, job: Job, judge: Judge) -> dict[str, Any]:
    from equipoise.solvers.trace import last_measures

    last = finished.trace[-1]
    return {
        "value": last.value,
        "exploitability": last.exploitability,
        "iterations": last.iterations,
        "seconds": round(finished.seconds, 4),
        "infosets": judge.layout.infosets,
        "method": job.method,
        "out": None if job.out is None else str(job.out),
        "precision": judge.dtype.name,
        "rivers": job.rivers,
        "bounds": last.bounds,
        "measures": last_measures(finished.trace),
        "trace": [
            {
                "iterations": p.iterations,
                "seconds": p.seconds,
                "exploitability": p.exploitability,
                **p.measures,
            }
            for p in finished.trace
        ],
    }
