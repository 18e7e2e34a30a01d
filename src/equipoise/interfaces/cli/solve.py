"""``equipoise solve``: an equilibrium of a game, with its exploitability."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from equipoise.errors import InputError
from equipoise.interfaces.cli.estimate import say_estimate
from equipoise.interfaces.cli.output import (
    JsonOption,
    SeedOption,
    console,
    print_json,
    progress,
    warn,
)
from equipoise.interfaces.trace_pictures import check_file, check_picture, draw_traces

if TYPE_CHECKING:
    from equipoise.response.judge import Judge
    from equipoise.solvers.problem import Problem
    from equipoise.solvers.run import Run, Stop
    from equipoise.solvers.solver import Solver

DEFAULT_TARGET = 1e-3
DEFAULT_SECONDS = 60.0
_PRECISIONS = {"single": "float32", "double": "float64"}
_DOUBLE_ONLY = ("lp", "mccfr-chance", "mccfr-external", "mccfr-outcome", "mccfr-public")

_NAMES = {
    "value_interval": "half of a 95% interval of the value",
    "interval": "a response learned and valued on sampled boards; half of its 95% interval",
    "saturation": "share of decisions seen at least 50 times",
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
        str, typer.Option(help="lp, cfr, cfr+, lcfr, dcfr, pcfr+, egt, mccfr-external, ...")
    ] = "dcfr",
    iterations: Annotated[int | None, typer.Option(help="Stop after so many.")] = None,
    seconds: Annotated[float | None, typer.Option(help="Stop after so long.")] = None,
    target: Annotated[
        float | None, typer.Option(help="Stop at this exploitability, in chips a hand.")
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

    Without a stopping rule: until the exploitability is 0.001 chips, at most a minute.
    """
    from equipoise.files import write_atomically
    from equipoise.solvers.methods import check_method
    from equipoise.solvers.problem import Problem
    from equipoise.solvers.run import Stop
    from equipoise.solvers.trace import trace_table

    check_method(method)
    if resume and out is None:
        raise InputError("--resume needs --out", expected="the folder of the run to go on with")
    if iterations is None and seconds is None and target is None and change is None:
        target, seconds = DEFAULT_TARGET, DEFAULT_SECONDS
    stop = Stop(iterations, seconds, target, change)
    if precision not in (None, *_PRECISIONS):
        raise InputError("no such precision", "--precision", precision, expected="single or double")
    if picture is not None:
        check_picture(picture)
    if trace is not None:
        check_file(trace, "--trace")
    asked = Problem(game, bets, cards, rivers)
    _check_bucket_options(asked, method, change, rivers)
    problem = _with_cards(asked, method)
    wanted = _Wanted(method, stop, seed, out, numbers, resume, _PRECISIONS.get(precision or ""))
    finished, result = _solve(problem, wanted)
    if trace is not None:
        write_atomically(trace, trace_table(finished.trace))
    if picture is not None:
        title = f"{game}{f' {bets}' if bets else ''}: exploitability (chips a hand)"
        write_atomically(picture, draw_traces(title, {method: finished.trace}))
    if as_json:
        print_json(result)
        return
    from rich.markup import escape

    screen = console()
    screen.print(
        f"[bold]{escape(game)}[/]"
        + (f" bets {escape(bets)}" if bets else "")
        + (f" cards {escape(cards)}" if cards != "full" else "")
        + f"  by {method}: {result['infosets']:,} information sets"
    )
    screen.print(
        f"value {result['value']:+.6f} for seat 1, exploitability {result['exploitability']:.3g} "
        f"chips a hand  [dim]({result['iterations']:,} iterations, {result['seconds']:.1f} s)[/]"
    )
    for name, value in {**result["bounds"], **result["measures"]}.items():
        screen.print(f"{_NAMES.get(name, name)} {value:.3g}")
    if out is not None:
        screen.print(f"[dim]strategy in {escape(str(out))}[/]")


def _check_bucket_options(
    problem: Problem, method: str, change: float | None, rivers: int | None
) -> None:
    """Refuse options of hold'em with buckets where they would do nothing."""
    from equipoise.abstraction.sequence_counts import check_rivers
    from equipoise.solvers.methods import is_sampled

    sampled = problem.has_buckets and is_sampled(method)
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


@dataclass(frozen=True)
class _Wanted:
    """What was asked for besides the game."""

    method: str
    stop: Stop
    seed: int
    out: Path | None
    numbers: str | None
    resume: bool
    dtype: str | None


def _solve(problem: Problem, wanted: _Wanted) -> tuple[Run, dict[str, Any]]:
    from equipoise.solvers.checkpoint import CheckpointWriter, resume
    from equipoise.solvers.lp_size import check_lp_size
    from equipoise.solvers.methods import compile_kernels, is_sampled, make_solver, make_watch
    from equipoise.solvers.run import run
    from equipoise.strategy.numbers import choose_numbers
    from equipoise.strategy.store import check_target
    from equipoise.strategy.strategy import rules_fingerprint

    method, out = wanted.method, wanted.out
    choose_numbers(wanted.numbers, 0)
    if out is not None:
        check_target(out)
    if method == "lp" and problem.bets is None:
        check_lp_size(problem.rules, problem.cards_and_buckets[0])
    judge: Judge
    if problem.has_buckets and is_sampled(method):
        judge = problem.on_boards(seed=wanted.seed, dtype=wanted.dtype)
    else:
        judge = problem.passes("float64" if method in _DOUBLE_ONLY else wanted.dtype)
    say_estimate(judge, method, out)
    compile_kernels(method, judge.dtype, judge)
    solver = make_solver(method, judge, wanted.seed, wanted.stop.seconds)
    writer = before = None
    if out is not None:
        identity: dict[str, object] = {
            "game": problem.game,
            "rules": rules_fingerprint(problem.rules),
            "bets": list(problem.bets_by_seat),
            "cards": problem.cards,
            "method": method,
            "seed": wanted.seed,
            "precision": judge.dtype.name,
        }
        if problem.rivers is not None:
            identity["rivers"] = problem.rivers
        folder = out.with_name(f"{out.name}.checkpoint")
        before = resume(folder, solver, identity) if wanted.resume else None
        writer = CheckpointWriter(folder, identity, warn)
    with progress(f"{method} on {problem.game}") as report:
        finished = run(
            solver, judge, wanted.stop, report=report, writer=writer, before=before,
            watch=make_watch(method, judge),
        )  # fmt: skip
    if out is not None:
        _store(problem, wanted, judge, solver, finished, out)
    return finished, _summary(finished, method, judge, out)


def _store(
    problem: Problem, wanted: _Wanted, judge: Judge, solver: Solver, finished: Run, out: Path
) -> None:
    """Save the strategy in the numbers asked for; what they made of it is measured again."""
    from equipoise import __version__
    from equipoise.kernels.passes import WEIGHTS
    from equipoise.strategy.numbers import EXACT, choose_numbers, quantised
    from equipoise.strategy.store import save_strategy
    from equipoise.strategy.strategy import Manifest, Strategy, rules_fingerprint

    last = finished.trace[-1]
    value, exploitability = last.value, last.exploitability
    interval = last.measures.get("interval")
    average = solver.average()
    numbers = choose_numbers(wanted.numbers, judge.layout.size)
    values, error = quantised(judge.layout, average, numbers)
    if numbers != EXACT:
        average[:] = values  # whole shares are weights too
        seen = judge.exploitability(average, WEIGHTS)
        scale = judge.tree.rules.scale
        value, exploitability = seen.value / scale, seen.average / scale
        interval = None if interval is None else seen.measures()["interval"] / scale
    manifest = Manifest(
        game=problem.game,
        rules=rules_fingerprint(problem.rules),
        bets=problem.bets_by_seat,
        cards=problem.cards,
        size=judge.layout.size,
        method=wanted.method,
        iterations=solver.iterations,
        seconds=round(finished.seconds, 3),
        seed=wanted.seed,
        value=value,
        exploitability=exploitability,
        version=__version__,
        numbers=numbers,
        error=error,
        interval=interval,
    )
    save_strategy(Strategy(manifest, values), out)


def _summary(finished: Run, method: str, judge: Judge, out: Path | None) -> dict[str, Any]:
    from equipoise.solvers.trace import last_measures

    last = finished.trace[-1]
    return {
        "value": last.value,
        "exploitability": last.exploitability,
        "iterations": last.iterations,
        "seconds": round(finished.seconds, 4),
        "infosets": judge.layout.infosets,
        "method": method,
        "out": None if out is None else str(out),
        "precision": judge.dtype.name,
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
