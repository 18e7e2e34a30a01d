"""``equipoise solve``: an equilibrium of a game, with its exploitability."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from equipoise.base.errors import InputError, Interrupted
from equipoise.interfaces.cli.completions import complete_game, complete_method
from equipoise.interfaces.cli.estimate import say_estimate
from equipoise.interfaces.cli.output import (
    JsonOption,
    SeedOption,
    check_picture,
    console,
    literal,
    print_json,
    progress,
    warn,
    write_picture,
)
from equipoise.interfaces.cli.stopping import command_again, leave_stopped
from equipoise.interfaces.cli.told import on_point
from equipoise.plots.traces import draw_traces

if TYPE_CHECKING:
    from equipoise.solvers.run.job import Job
    from equipoise.solvers.run.loop import Run
    from equipoise.spine.engine import Engine
    from equipoise.spine.game import AbstractGame

DEFAULT_TARGET = 1e-3
DEFAULT_SECONDS = 60.0
_BOUND_DEALS = 200  # a few seconds
_PRECISIONS = {"single": "float32", "double": "float64"}

_NAMES = {
    "value_interval": "95% interval of the value: ±",
    "interval": "95% interval of the exploitability: ±",
    "saturation": "share of decisions seen at least about 50 times",
    "edge": "gain over the average strategy of half as many iterations, chips a hand",
    "change": "change of the average strategy while iterations doubled (L1 per decision)",
}

GameArgument = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A game of the catalogue (equipoise games), or a .game file.",
        autocompletion=complete_game,
    ),
]
BetsOption = Annotated[
    str | None,
    typer.Option(
        metavar="BETS",
        help="Betting abstraction: fcpa, fcpa/fchpa+fcpa, tartanian5; A-B: one for each seat "
        "(default: every legal bet).",
    ),
]
CardsOption = Annotated[
    str,
    typer.Option(metavar="CARDS", help="Card abstraction: 8.8.8.8, ir169.64.8.8; JQ.K in Leduc."),
]


def solve(
    game: GameArgument,
    bets: BetsOption = None,
    cards: CardsOption = "full",
    method: Annotated[
        str | None,
        typer.Option(
            metavar="METHOD",
            help="lp, cfr, cfr+, lcfr, dcfr, pcfr+, egt, mccfr-public, mccfr-external, "
            "mccfr-chance, mccfr-outcome (default: dcfr, or mccfr-public with imperfect recall).",
            autocompletion=complete_method,
        ),
    ] = None,
    iterations: Annotated[int | None, typer.Option(metavar="N", help="Maximum iterations.")] = None,
    seconds: Annotated[float | None, typer.Option(metavar="S", help="Maximum seconds.")] = None,
    target: Annotated[
        float | None,
        typer.Option(
            metavar="E",
            help="Stop at this exploitability, chips a hand; where it is sampled, the whole "
            "interval must be below.",
        ),
    ] = None,
    change: Annotated[
        float | None,
        typer.Option(
            metavar="X",
            help="Sampled methods on buckets: stop when the average strategy changes by less "
            "than X per decision (L1, 0 to 2) while iterations double.",
        ),
    ] = None,
    rivers: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Exact methods on buckets: rivers sampled per turn (48 = exact; default: 12, or "
            "the best matrices in the cache).",
        ),
    ] = None,
    seed: SeedOption = 0,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Save the strategy and its checkpoints here.")
    ] = None,
    numbers: Annotated[
        str | None,
        typer.Option(
            metavar="TYPE",
            help="Number type on disk: float64, uint16, uint8 (default: chosen by game size).",
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Resume from the checkpoint of --out.")
    ] = False,
    precision: Annotated[
        str | None,
        typer.Option(metavar="P", help="single or double (default: chosen by game size)."),
    ] = None,
    trace: Annotated[
        Path | None, typer.Option(metavar="CSV", help="Write the trace to this file.")
    ] = None,
    picture: Annotated[
        Path | None, typer.Option(metavar="PNG", help="Draw the trace to this file.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Solve a two-player game and measure its exploitability.

    Stops at the first limit reached. Without a limit: at an exploitability of 0.001 chips a hand,
    or after a minute. Value and exploitability are those of the abstract game that was solved; use
    equipoise exploit for the full game.

    Examples:
      equipoise solve kuhn --method lp
      equipoise solve leduc --method cfr+ --target 0.001 --out leduc
      equipoise solve leduc-nolimit:12 --bets fcpa --out fcpa
      equipoise solve leduc --target 0.0001 --out leduc --resume
      equipoise solve holdem-nolimit:100bb --bets fcpa --cards 5.5.5.5 --out bp

    """
    from equipoise.base.files import check_writable, write_atomically
    from equipoise.solvers.methods import check_method, is_sampled, usual_method
    from equipoise.solvers.run.job import Job
    from equipoise.solvers.run.loop import Stop
    from equipoise.solvers.run.trace import trace_table
    from equipoise.spine.cards.sequences.counts import RIVERS
    from equipoise.spine.game import AbstractGame

    if method is not None:
        check_method(method)
    if resume and out is None:
        raise InputError("--resume needs --out", expected="the folder of the run to resume")
    if precision not in (None, *_PRECISIONS):
        raise InputError("unknown precision", "--precision", precision, expected="single or double")
    check_picture(picture)
    if trace is not None:
        check_writable(trace, "--trace")
    asked = AbstractGame(game, bets, cards, rivers)
    method = method or usual_method(asked.has_matrices)
    sampled = asked.has_buckets and is_sampled(method)
    if iterations is None and seconds is None and target is None and change is None:
        # what is sampled is a lower bound with an interval wider than the target
        target, seconds = None if sampled else DEFAULT_TARGET, DEFAULT_SECONDS
    stop = Stop(iterations, seconds, target, change)
    _check_bucket_options(asked, sampled, change, rivers)
    problem = _with_cards(asked, method)
    dtype = _PRECISIONS.get(precision or "")
    job = Job(problem, method, stop, seed, out, numbers, resume, dtype)
    finished, result = _solve(job)
    result["bound"] = _bound(job)
    if trace is not None:
        write_atomically(trace, trace_table(finished.trace))
    if picture is not None:
        title = f"{game}{f' {bets}' if bets else ''}: exploitability (chips a hand)"
        write_picture(picture, draw_traces(title, {method: finished.trace}))
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
    for line in _bound_lines(result):
        screen.print(line, soft_wrap=True)
    for name, value in {**result["bounds"], **result["measures"]}.items():
        screen.print(f"{_NAMES.get(name, name)} {value:.3g}")
    if result["rivers"] not in (None, RIVERS):
        screen.print(
            f"[dim]measured with {result['rivers']} of {RIVERS} rivers per turn "
            f"(--rivers {RIVERS} is exact)[/]"
        )
    if out is not None:
        screen.print(f"[dim]strategy in {literal(str(out))}[/]")


def _exploitability(result: dict[str, Any]) -> str:
    interval = result["measures"].get("interval")
    if interval is None:
        return f"{result['exploitability']:.3g}"
    return f"at least {max(result['exploitability'], 0.0):.3g} ± {interval:.2g}"


def _bound_lines(result: dict[str, Any]) -> Iterator[str]:
    """What lower bounds say, in the abstract game and in the real one."""
    interval = result["measures"].get("interval")
    if interval is not None and result["exploitability"] <= interval:
        yield (
            "[dim]too few boards for a lower bound in the abstract game (0 lies within the "
            f"interval); use equipoise exploit {literal(result['out'] or 'DIR')} --boards 200"
            f"{'' if result['out'] else ' on a strategy saved with --out'}[/]"
        )
    bound = result.get("bound")
    if bound is None:
        return
    low, high = bound["ci95"]
    won = f"{bound['mb_per_hand']:,.0f} ± {(high - low) / 2:,.0f} mb/hand"
    how = f"[dim](local best response {literal(bound['menus'])}, {bound['hands']:,} deals)[/]"
    if low > 0.0:
        yield f"in the real game it loses at least [bold]{won}[/] to a best response  {how}"
    else:
        yield f"in the real game no loss is shown: a response wins {won}  {how}"


def _bound(job: Job) -> dict[str, Any] | None:
    """A lower bound in the real game on a stored strategy whose own game is sampled."""
    from equipoise.evaluation.bounds.responses import quick_menus
    from equipoise.evaluation.bounds.runs import ResponsePlan, run_response
    from equipoise.interfaces.as_json.bounds import lbr_json
    from equipoise.solvers.methods import is_sampled

    if job.out is None or not (job.problem.has_buckets and is_sampled(job.method)):
        return None
    menus = quick_menus(job.problem.rules)
    plan = ResponsePlan(job.problem.game, str(job.out), f"lbr:{menus}", _BOUND_DEALS, job.seed)
    try:
        with progress("lower bound in the real game") as report:
            return lbr_json(run_response(plan, report=report), menus, None)
    except InputError:  # buckets over some flops only: the real game deals others
        return None


def _check_bucket_options(
    problem: AbstractGame, sampled: bool, change: float | None, rivers: int | None
) -> None:
    """Raise InputError for options of hold'em buckets where they would have no effect."""
    from equipoise.spine.cards.sequences.counts import check_rivers

    if change is not None and not sampled:
        raise InputError(
            "only works with sampled methods on hold'em buckets",
            "--change",
            expected="use --target to stop at an exploitability",
        )
    if rivers is not None and (sampled or not problem.has_buckets):
        raise InputError(
            "only works with exact methods on hold'em buckets",
            "--rivers",
            expected="leave it out",
        )
    if rivers is not None:
        check_rivers(rivers)


def _with_cards(problem: AbstractGame, method: str) -> AbstractGame:
    """The problem with its card abstraction built or loaded, with progress."""
    from equipoise.solvers.methods import is_sampled

    if problem.cards == "full":
        return problem
    said = False

    def report(done: float, total: float, doing: str = "") -> None:
        nonlocal said
        if not said and done < total:
            said = True
            warn(f"building card abstraction {problem.cards} (cached afterwards)")
        show(done, total, doing)

    with progress(f"cards {problem.cards}") as show:
        made = replace(problem, report=report)
        if problem.has_buckets and is_sampled(method):
            made.bucket_states  # noqa: B018 (kept from now on)
        else:
            made.cards_and_buckets  # noqa: B018
    return made


def _solve(job: Job) -> tuple[Run, dict[str, Any]]:
    engine = job.engine()
    say_estimate(engine, job.method, job.out)
    try:
        with progress(f"{job.method} on {job.problem.game}") as report:
            finished = job.run(engine, report, warn, on_point())
    except Interrupted as stopped:
        _leave(job, stopped.so_far)
    return finished, _summary(finished, job, engine)


def _leave(job: Job, found: object) -> NoReturn:
    """Ctrl-C: how far it has come, what is kept, and how to go on."""
    from equipoise.solvers.run.loop import Run

    so_far = "before the first measurement"
    if isinstance(found, Run):
        last = found.trace[-1]
        interval = last.measures.get("interval")
        half = "" if interval is None else f" ± {interval:.2g}"
        so_far = (
            f"value {last.value:+.6f}, exploitability {last.exploitability:.3g}{half} chips a hand "
            f"after {last.iterations:,} iterations"
        )
    if job.out is None:
        leave_stopped(f"{so_far}; nothing is kept without --out DIR")
    leave_stopped(f"{so_far}; checkpoint in {job.out}", command_again("--resume"))


def _summary(finished: Run, job: Job, engine: Engine) -> dict[str, Any]:
    from equipoise.solvers.run.trace import last_measures

    last = finished.trace[-1]
    return {
        "value": last.value,
        "exploitability": last.exploitability,
        "iterations": last.iterations,
        "seconds": round(finished.seconds, 4),
        "infosets": engine.layout.infosets,
        "method": job.method,
        "out": None if job.out is None else str(job.out),
        "precision": engine.dtype.name,
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
