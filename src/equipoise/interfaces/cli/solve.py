"""``equipoise solve``: an equilibrium of a game, with its exploitability."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from equipoise.errors import InputError
from equipoise.interfaces.cli.output import (
    JsonOption,
    SeedOption,
    console,
    print_json,
    progress,
)

if TYPE_CHECKING:
    from equipoise.response.evaluate import Passes
    from equipoise.solvers.problem import Problem
    from equipoise.solvers.run import Run, Stop
    from equipoise.strategy.strategy import Strategy

DEFAULT_TARGET = 1e-3
DEFAULT_SECONDS = 60.0
_LARGE = 2 * 1024**3

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="See equipoise games.")]
BetsOption = Annotated[
    str | None,
    typer.Option(
        help="Betting abstraction, like fcpa, fcpa/fchpa+fcpa or tartanian5; A-B for the two seats."
    ),
]
CardsOption = Annotated[str, typer.Option(help="Card abstraction, like JQ.K for Leduc.")]


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
    as_json: JsonOption = False,
) -> None:
    """Solve a two-player game: find an equilibrium and measure how exploitable it is.

    Without a stopping rule: until the exploitability is 0.001 chips, at most a minute.
    """
    from equipoise.solvers.methods import check_method
    from equipoise.solvers.problem import Problem
    from equipoise.solvers.run import Stop

    check_method(method)
    if resume and out is None:
        raise InputError("--resume needs --out", expected="the folder of the run to go on with")
    if iterations is None and seconds is None and target is None:
        target, seconds = DEFAULT_TARGET, DEFAULT_SECONDS
    stop = Stop(iterations, seconds, target)
    problem = Problem(game, bets, cards)
    result = _solve(problem, method, stop, seed, out, numbers, resume)
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
    for name, value in result["bounds"].items():
        screen.print(f"{name} {value:.3g}")
    if out is not None:
        screen.print(f"[dim]strategy in {escape(str(out))}[/]")


def _solve(
    problem: Problem,
    method: str,
    stop: Stop,
    seed: int,
    out: Path | None,
    numbers: str | None,
    resuming: bool,
) -> dict[str, Any]:
    from equipoise import __version__
    from equipoise.solvers.lp_size import check_lp_size
    from equipoise.solvers.methods import compile_kernels, make_solver
    from equipoise.solvers.problem import estimated_bytes
    from equipoise.solvers.run import resume, run
    from equipoise.strategy.numbers import choose_numbers
    from equipoise.strategy.store import check_target
    from equipoise.strategy.strategy import Manifest, Strategy, rules_fingerprint

    choose_numbers(numbers, 0)
    if out is not None:
        check_target(out)
    if method == "lp" and problem.bets is None:
        check_lp_size(problem.rules, problem.cards_and_buckets[0])
    passes = problem.passes()
    compile_kernels(method)
    needed = estimated_bytes(passes, method)
    if needed > _LARGE:
        typer.echo(f"about {needed / 1024**3:.1f} GB of memory needed", err=True)
    solver = make_solver(method, passes, seed, stop.seconds)
    identity: dict[str, object] = {
        "game": problem.game,
        "rules": rules_fingerprint(problem.rules),
        "bets": list(problem.bets_by_seat),
        "cards": problem.cards,
        "method": method,
        "seed": seed,
    }
    checkpoint = None if out is None else out.with_name(f"{out.name}.checkpoint")
    before = resume(checkpoint, solver, identity) if resuming and checkpoint else None
    with progress(f"{method} on {problem.game}") as report:
        finished = run(
            solver,
            passes,
            stop,
            report=report,
            checkpoint=checkpoint,
            identity=identity,
            before=before,
        )
    last = finished.trace[-1]
    if out is not None:
        manifest = Manifest(
            game=problem.game,
            rules=rules_fingerprint(problem.rules),
            bets=problem.bets_by_seat,
            cards=problem.cards,
            size=passes.layout.size,
            method=method,
            iterations=solver.iterations,
            seconds=round(finished.seconds, 3),
            seed=seed,
            value=last.value,
            exploitability=last.exploitability,
            version=__version__,
        )
        _store(Strategy(manifest, solver.average()), passes, numbers, out)
    return _summary(finished, method, passes.layout.infosets, out)


def _store(strategy: Strategy, passes: Passes, asked: str | None, out: Path) -> None:
    """Save a strategy in the numbers asked for; what they made of it is measured again."""
    from equipoise.strategy.numbers import EXACT, choose_numbers
    from equipoise.strategy.store import save_strategy
    from equipoise.strategy.strategy import store_numbers

    numbers = choose_numbers(asked, strategy.manifest.size)
    if numbers != EXACT:
        stored = store_numbers(strategy, passes.layout, numbers)
        seen = passes.exploitability(stored.probabilities)
        scale = passes.tree.rules.scale
        strategy = stored.measured(seen.value / scale, seen.average / scale)
    save_strategy(strategy, out)


def _summary(finished: Run, method: str, infosets: int, out: Path | None) -> dict[str, Any]:
    last = finished.trace[-1]
    return {
        "value": last.value,
        "exploitability": last.exploitability,
        "iterations": last.iterations,
        "seconds": round(finished.seconds, 4),
        "infosets": infosets,
        "method": method,
        "out": None if out is None else str(out),
        "bounds": last.bounds,
        "trace": [
            {"iterations": p.iterations, "seconds": p.seconds, "exploitability": p.exploitability}
            for p in finished.trace
        ],
    }
