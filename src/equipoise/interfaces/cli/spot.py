"""``equipoise spot``: solve a postflop spot, and explore it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from equipoise.base.errors import InputError, UnsolvedError
from equipoise.interfaces.as_json.spots import batch_json, report_json, solution_json, view_json
from equipoise.interfaces.cli import spot_options as o
from equipoise.interfaces.cli import spot_preflop
from equipoise.interfaces.cli.output import (
    JsonOption,
    check_picture,
    console,
    print_json,
    progress,
    say_drawn,
    warn,
    write_picture,
)
from equipoise.interfaces.cli.told import on_point
from equipoise.plots.style import CHART_DPI

if TYPE_CHECKING:
    from equipoise.spots.solution import SpotSolution
    from equipoise.spots.solving import SpotJob

_SOLVE = "solve"
_WORTH_SAYING = 256 * 1024**2
#: placeholder for the board of a batch
_SOME_FLOP = "AsKd2c"


class _SolveByDefault(TyperGroup):
    """A group whose first command is the default."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The arguments, with ``solve`` inserted if no command is named."""
        if args and args[0] not in self.commands and args[0] not in ("--help", "--"):
            args = [_SOLVE, *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=_SolveByDefault,
    help="Solve a postflop spot with real cards, ranges and bets.\n\n"
    "equipoise spot FILE, or equipoise spot --board ..., solves: see equipoise spot solve --help. "
    "A saved solution is shown by show and report.\n\n"
    "Examples:\n  equipoise spot spot.toml --out river\n"
    "  equipoise spot show river --line 'check, bet 50%'",
    no_args_is_help=True,
)

app.command("preflop")(spot_preflop.preflop)

FolderArgument = Annotated[
    Path, typer.Argument(metavar="DIR", help="A solution that spot --out wrote.")
]
LineOption = Annotated[
    str,
    typer.Option(
        metavar="LINE",
        help="Betting and cards so far, like 'check, bet 50%, call, Ah' (default: the start).",
    ),
]
CsvOption = Annotated[
    Path | None,
    typer.Option("--csv", metavar="CSV", help="Write the table to this file, or - for the screen."),
]
PictureOption = Annotated[Path | None, typer.Option(metavar="PNG", help="Draw it to this file.")]


@app.command(_SOLVE)
def solve(
    file: o.FileArgument = None,
    board: o.BoardOption = None,
    pot: o.PotOption = None,
    stack: o.StackOption = None,
    oop: o.OopOption = None,
    ip: o.IpOption = None,
    rake: o.RakeOption = None,
    rake_cap: o.RakeCapOption = None,
    lock: o.LockOption = None,
    bets: o.BetsOption = None,
    raises: o.RaisesOption = None,
    donks: o.DonksOption = None,
    oop_bets: o.OopBetsOption = None,
    oop_raises: o.OopRaisesOption = None,
    ip_bets: o.IpBetsOption = None,
    ip_raises: o.IpRaisesOption = None,
    add_all_in: o.AddAllInOption = None,
    force_all_in: o.ForceAllInOption = None,
    merge: o.MergeOption = None,
    raise_cap: o.RaiseCapOption = None,
    remove: o.RemoveOption = None,
    add: o.AddOption = None,
    target: o.TargetOption = None,
    iterations: o.IterationsOption = None,
    seconds: o.SecondsOption = None,
    method: o.MethodOption = None,
    precision: o.PrecisionOption = None,
    store: o.StoreOption = None,
    out: o.OutOption = None,
    resume: o.ResumeOption = False,
    as_json: JsonOption = False,
) -> None:
    """Solve a spot: two ranges on a board, and the betting that is left.

    Prints values, equities and the strategy of the first player to act; --out saves all of it.

    Examples:
      equipoise spot solve spot.toml --out river
      equipoise spot solve --board QsJh2h5d5c --pot 100 --stack 200 --oop AA,QJs --ip JJ,AQs

    """
    options = {name: value for name, value in locals().items() if name != "as_json"}
    job = o.asked_job(options)
    solution = _solve(job)
    if as_json:
        where = None if job.out is None else str(job.out)
        print_json(solution_json(solution, where, job.store))
        return
    from equipoise.interfaces.cli.spot_view import print_summary, print_view

    print_summary(solution)
    print_view(solution.node())
    if job.out is not None:
        from rich.text import Text

        console().print(Text(f"equipoise spot show {job.out}", style="dim"), soft_wrap=True)


def _solve(job: SpotJob) -> SpotSolution:
    from equipoise.solvers.run.admission import gigabytes

    engine = job.engine()
    needs = job.needs(engine)
    if needs.memory > _WORTH_SAYING:
        warn(f"{needs.infosets:,} information sets, {gigabytes(needs.memory)} of memory")
    try:
        with progress(f"{job.method} on {job.spot.board}") as report:
            return job.run(engine, report, warn, on_point())
    except KeyboardInterrupt:
        if job.out is None:
            raise
        raise UnsolvedError(
            f"paused; resume with the same command and --resume ({job.out})"
        ) from None


@app.command("show")
def show(
    folder: FolderArgument,
    line: LineOption = "",
    player: Annotated[
        str | None,
        typer.Option(
            metavar="PLAYER", help="oop or ip: whose hands to list (default: the player to act)."
        ),
    ] = None,
    hands: Annotated[bool, typer.Option("--hands", help="List every hand.")] = False,
    of: Annotated[
        str, typer.Option(metavar="NUMBER", help="Grid of: strategy, equity, value or eqr.")
    ] = "strategy",
    csv: CsvOption = None,
    picture: PictureOption = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="Verify the full checksum first.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Show a node of a solved spot: strategy, values and equities.

    The grid has the player to act; later streets that were not saved are solved first.

    Examples:
      equipoise spot show river
      equipoise spot show turn --line 'check, bet 50%, call, Ah' --hands

    """
    from equipoise.interfaces.cli.spot_view import NUMBERS, hands_csv, print_view
    from equipoise.spots.spot import PLAYERS

    check_picture(picture)
    if of not in NUMBERS:
        raise InputError("unknown", "--of", of, expected=f"one of {', '.join(NUMBERS)}")
    if player is not None and player not in PLAYERS:
        raise InputError("unknown player", "--player", player, expected="oop or ip")
    solution = _opened(folder, verify)
    with progress("solving later streets") as report:
        solution.report = report
        view = solution.node(line)
    number = view.player or 0 if player is None else PLAYERS.index(player)
    if picture is not None:
        from equipoise.plots.spots import draw_view

        write_picture(picture, draw_view(view, number, of), CHART_DPI)
    if csv is not None:
        _write(csv, hands_csv(view, number))
    if as_json:
        print_json(view_json(view))
    elif csv is None or str(csv) != "-":
        print_view(view, number, of, hands)
        say_drawn(picture)


@app.command("report")
def report(
    folder: FolderArgument,
    line: Annotated[
        str, typer.Option(metavar="LINE", help="A line that ends a street, like 'check, check'.")
    ] = "check, check",
    csv: CsvOption = None,
    picture: PictureOption = None,
    as_json: JsonOption = False,
) -> None:
    """Report equities, values and the strategy by next card.

    One line for each turn or river card that can follow the line.

    Examples:
      equipoise spot report turn --line 'check, check'

    """
    from equipoise.interfaces.cli.spot_view import cards_csv, print_cards

    check_picture(picture)
    solution = _opened(folder, False)
    with progress("next cards") as told:
        solution.report = told
        found = solution.cards(line)
    if picture is not None:
        from equipoise.plots.spots import draw_cards

        write_picture(picture, draw_cards(found))
    if csv is not None:
        _write(csv, cards_csv(found))
    if as_json:
        print_json(report_json(found))
    elif csv is None or str(csv) != "-":
        print_cards(found)
        say_drawn(picture)


@app.command("flops")
def flops(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="A spot in TOML, or the folder of a batch to show."),
    ] = None,
    count: Annotated[
        int, typer.Option("--flops", metavar="N", help="Number of flops, 6 to 1755 (all).")
    ] = 25,
    pot: o.PotOption = None,
    stack: o.StackOption = None,
    oop: o.OopOption = None,
    ip: o.IpOption = None,
    rake: o.RakeOption = None,
    rake_cap: o.RakeCapOption = None,
    bets: o.BetsOption = None,
    raises: o.RaisesOption = None,
    donks: o.DonksOption = None,
    add_all_in: o.AddAllInOption = None,
    force_all_in: o.ForceAllInOption = None,
    merge: o.MergeOption = None,
    raise_cap: o.RaiseCapOption = None,
    target: o.TargetOption = None,
    iterations: o.IterationsOption = None,
    seconds: o.SecondsOption = None,
    method: o.MethodOption = None,
    precision: o.PrecisionOption = None,
    store: o.StoreOption = "flop",
    out: o.OutOption = None,
    list_only: Annotated[
        bool, typer.Option("--list", help="List the flops and their weights, solve nothing.")
    ] = False,
    csv: CsvOption = None,
    as_json: JsonOption = False,
) -> None:
    """Solve a spot on a weighted subset of flops.

    The same command resumes a stopped batch.

    Examples:
      equipoise spot flops --flops 25 --list
      equipoise spot flops spot.toml --flops 25 --out batch

    """
    from equipoise.interfaces.cli.spot_view import flops_csv, print_batch, print_flops
    from equipoise.spots.batch import FlopBatch, read_batch
    from equipoise.spots.flops import flop_subset

    options = dict(locals())
    for name in ("count", "list_only", "csv", "as_json", "FlopBatch", "read_batch", "flop_subset",
                 "flops_csv", "print_batch", "print_flops"):  # fmt: skip
        options.pop(name)
    if list_only:
        chosen = flop_subset(count)
        if as_json:
            print_json({"flops": [vars(flop) for flop in chosen]})
        else:
            print_flops(chosen)
        return
    if file is not None and file.is_dir():
        found = read_batch(file)
    else:
        if out is None:
            raise InputError("a batch needs a folder", "--out", expected="a folder for its flops")
        job = o.asked_job({**options, "out": None}, _SOME_FLOP)
        batch = FlopBatch(job, tuple(flop_subset(count)), out)
        with progress("flops") as told:
            found = batch.run(told, warn)
    if csv is not None:
        _write(csv, flops_csv(found))
    if as_json:
        print_json(batch_json(found))
    elif csv is None or str(csv) != "-":
        print_batch(found)


def _opened(folder: Path, verify: bool) -> SpotSolution:
    from equipoise.spots.store import load_solution

    return load_solution(folder, verify)


def _write(path: Path, text: str) -> None:
    import sys

    from equipoise.base.files import check_writable, write_atomically

    if str(path) == "-":
        sys.stdout.write(text)
        return
    check_writable(path, "--csv")
    write_atomically(path, text)
