"""``equipoise solve``: an equilibrium of a game, with its exploitability."""

from __future__ import annotations

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
from equipoise.interfaces.cli.solve_bound import bound_deals, bound_lines, real_bound
from equipoise.interfaces.cli.stopping import command_again, leave_stopped
from equipoise.interfaces.cli.told import on_point
from equipoise.plots.traces import draw_traces

if TYPE_CHECKING:
    from equipoise.solvers.run.job import Job
    from equipoise.solvers.run.loop import Run
    from equipoise.spine.engine import Engine
    from equipoise.spine.game import AbstractGame
    from equipoise.spine.layout import Layout
    from equipoise.strategies.strategy import Strategy

DEFAULT_TARGET = 1e-3
DEFAULT_SECONDS = 60.0
_PRECISIONS = {"single": "float32", "double": "float64"}

_NAMES = {
    "value_interval": "95% interval of the value: ±",
    "interval": "95% interval of the exploitability: ±",
    "saturation": "share of decisions seen at least about 50 times",
    "edge": "gain over the average strategy of half as many iterations, chips per hand",
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
            help="Stop at this exploitability, chips per hand; if sampled, the whole interval "
            "must be below.",
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
    bound: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Hold'em buckets: deals for the lower bound in the real game; 0: none, 1000 or "
            "more: slow responses too (default: 200 for sampled methods).",
        ),
    ] = None,
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

    Stops at the first limit reached. Without a limit: at an exploitability of 0.001 chips per hand,
    or after a minute. Value and exploitability are those of the abstract game that was solved; use
    equipoise exploit for the full game. Sampled methods on hold'em buckets end with a lower bound
    on what the strategy loses in the real game.

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
        # a sampled exploitability is a lower bound with an interval wider than the target
        target, seconds = None if sampled else DEFAULT_TARGET, DEFAULT_SECONDS
    stop = Stop(iterations, seconds, target, change)
    _check_bucket_options(asked, sampled, change, rivers)
    deals = bound_deals(bound, asked.has_buckets, sampled)
    problem = _with_cards(asked, method)
    dtype = _PRECISIONS.get(precision or "")
    job = Job(problem, method, stop, seed, out, numbers, resume, dtype)
    finished, strategy, layout, result = _solve(job, with_strategy=deals > 0)
    result |= {"bound": None, "bound_note": None}
    if strategy is not None:
        result |= real_bound(job, layout, strategy, deals)
    if trace is not None:
        write_atomically(trace, trace_table(finished.trace))
    if picture is not None:
        title = f"{game}{f' {bets}' if bets else ''}: exploitability (chips per hand)"
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
        f"chips per hand  [dim]({result['iterations']:,} iterations, {result['seconds']:.1f} "
        "s)[/]"
    )
    for line in bound_lines(result):
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


def _check_bucket_options(
    problem: AbstractGame, sampled: bool, change: float | None, rivers: int | None
) -> None:
    """Raise InputError for bucket options that would have no effect."""
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
            expected="omit it",
        )
    if rivers is not None:
        check_rivers(rivers)


def _with_cards(problem: AbstractGame, method: str) -> AbstractGame:
    """The problem with its card abstraction loaded or built, with progress."""
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


def _solve(job: Job, with_strategy: bool) -> tuple[Run, Strategy | None, Layout, dict[str, Any]]:
    engine = job.engine()
    say_estimate(engine, job.method, job.out)
    strategy = None
    try:
        with progress(f"{job.method} on {job.problem.game}") as report:
            if with_strategy:
                finished, strategy = job.solved(engine, report, warn, on_point())
            else:
                finished = job.run(engine, report, warn, on_point())
    except Interrupted as stopped:
        _leave(job, stopped.so_far)
    return finished, strategy, engine.layout, _summary(finished, job, engine)


def _leave(job: Job, found: object) -> NoReturn:
    """Ctrl-C: print the result so far, what is saved, and how to resume."""
    from equipoise.solvers.run.checkpoint import newest_iterations
    from equipoise.solvers.run.job import checkpoint_folder
    from equipoise.solvers.run.loop import Run

    so_far = "before the first measurement"
    if isinstance(found, Run):
        last = found.trace[-1]
        interval = last.measures.get("interval")
        half = "" if interval is None else f" ± {interval:.2g}"
        so_far = (
            f"value {last.value:+.6f}, exploitability {last.exploitability:.3g}{half} chips per "
            f"hand after {last.iterations:,} iterations"
        )
    if job.out is None:
        leave_stopped(f"{so_far}; nothing is saved without --out DIR")
    folder = checkpoint_folder(job.out)
    if newest_iterations(folder) is None:
        leave_stopped(f"{so_far}; there was no checkpoint yet", command_again())
    leave_stopped(f"{so_far}; checkpoint in {folder}", command_again("--resume"))


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
