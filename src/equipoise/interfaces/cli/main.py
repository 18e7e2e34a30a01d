"""The ``equipoise`` command: its commands, and one exit path for every error."""

from __future__ import annotations

import errno
import os
import sys
import traceback
import warnings
from typing import Annotated

import typer

from equipoise.base.errors import InputError, UnsolvedError, one_line
from equipoise.base.provenance import set_command
from equipoise.base.version import __version__
from equipoise.interfaces.cli import (
    acpc,
    adversary,
    agents,
    assess,
    buckets,
    cache,
    compare,
    deal,
    equity,
    evaluate,
    exploit,
    export,
    games,
    hands,
    jamfold,
    lbr,
    loki,
    match,
    purify,
    replay,
    reproduce,
    resolve,
    serve,
    show,
    solve,
    spot,
    strength,
    tables,
    tournament,
    tree,
    warmup,
)
from equipoise.interfaces.cli.compiling import say_compiling
from equipoise.interfaces.cli.help_pages import dress
from equipoise.interfaces.cli.numbers import check_digits, guard_numbers, option_name
from equipoise.interfaces.cli.plain import write_in_any_encoding
from equipoise.interfaces.cli.stopping import remember_command
from equipoise.interfaces.cli.verbosity import Verbosity, take_verbosity, verbosity

BAD_INPUT = 2
OTHER_FAILURE = 1
_INTERRUPTED = 130
TRACEBACK_VARIABLE = "EQUIPOISE_TRACEBACK"
#: errors in a file name: the input's fault, not the machine's
_WRONG_NAMES = (
    errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.EEXIST, errno.EACCES, errno.ENAMETOOLONG,
    errno.ELOOP, errno.ENXIO,
)  # fmt: skip

# Typer renames Click's exception classes between versions: BadParameter, UsageError,
# ClickException.
_ClickError: type[Exception] = typer.BadParameter.__mro__[2]

app = typer.Typer(
    name="equipoise",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"equipoise {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version.", callback=_print_version, is_eager=True
        ),
    ] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Results and errors only, no progress.")
    ] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Timings, more progress, tracebacks.")
    ] = False,
) -> None:
    """The open laboratory for computer poker.

    Abstract a game, solve the abstraction, translate the strategy back, play it, and measure how
    good it is. Every command has --help with examples; most have --json. --quiet and --verbose
    may be given anywhere.

    Examples:
      equipoise deal                             # a hand with its equities
      equipoise equity AsAh KsKh                 # equity of two hands
      equipoise solve leduc --out leduc          # an equilibrium of Leduc
      equipoise show leduc --path cr             # its strategy after check, bet
      equipoise match leduc call --game leduc    # play it against a caller
      equipoise reproduce schnizlein-4.4         # reproduce a published table

    """
    del version, quiet, verbose  # handled before parsing


CARDS_PANEL = "Cards"
GAMES_PANEL = "Games"
MATCHES_PANEL = "Matches"
LABORATORY_PANEL = "Abstraction, solving, measuring"
HOUSE_PANEL = "Housekeeping"
app.command("deal", rich_help_panel=CARDS_PANEL)(deal.deal)
app.command("equity", rich_help_panel=CARDS_PANEL)(equity.equity)
app.command("strength", rich_help_panel=CARDS_PANEL)(strength.strength)
app.command("evaluate", rich_help_panel=CARDS_PANEL)(evaluate.evaluate)
app.command("games", rich_help_panel=GAMES_PANEL)(games.games)
app.command("tree", rich_help_panel=GAMES_PANEL)(tree.tree)
app.command("jamfold", rich_help_panel=GAMES_PANEL)(jamfold.jamfold)
app.command("replay", rich_help_panel=GAMES_PANEL)(replay.replay)
app.command("hands", rich_help_panel=GAMES_PANEL)(hands.hands)
app.command("convert", rich_help_panel=GAMES_PANEL)(hands.convert)
app.command("agents", rich_help_panel=MATCHES_PANEL)(agents.agents)
app.command("loki", rich_help_panel=MATCHES_PANEL)(loki.loki)
app.command("match", rich_help_panel=MATCHES_PANEL)(match.match)
app.command("tournament", rich_help_panel=MATCHES_PANEL)(tournament.tournament)
app.command("assess", rich_help_panel=MATCHES_PANEL)(assess.assess)
app.command("export", rich_help_panel=MATCHES_PANEL)(export.export)
app.add_typer(acpc.app, name="acpc", rich_help_panel=MATCHES_PANEL)
app.command("solve", rich_help_panel=LABORATORY_PANEL)(solve.solve)
app.add_typer(spot.app, name="spot", rich_help_panel=LABORATORY_PANEL)
app.command("exploit", rich_help_panel=LABORATORY_PANEL)(exploit.exploit)
app.command("lbr", rich_help_panel=LABORATORY_PANEL)(lbr.lbr)
app.command("bound", rich_help_panel=LABORATORY_PANEL)(lbr.bound)
app.command("adversary", rich_help_panel=LABORATORY_PANEL)(adversary.adversary)
app.command("purify", rich_help_panel=LABORATORY_PANEL)(purify.purify)
app.command("show", rich_help_panel=LABORATORY_PANEL)(show.show)
app.command("resolve", rich_help_panel=LABORATORY_PANEL)(resolve.resolve)
app.command("compare", rich_help_panel=LABORATORY_PANEL)(compare.compare)
app.add_typer(tables.app, name="tables", rich_help_panel=LABORATORY_PANEL)
app.add_typer(buckets.app, name="buckets", rich_help_panel=LABORATORY_PANEL)
app.command("reproduce", rich_help_panel=LABORATORY_PANEL)(reproduce.reproduce)
app.command("serve", rich_help_panel=LABORATORY_PANEL)(serve.serve)
app.command("cache", rich_help_panel=HOUSE_PANEL)(cache.cache)
app.command("warmup", rich_help_panel=HOUSE_PANEL)(warmup.warmup)


def run(arguments: list[str] | None = None) -> int:
    """Run a command line and return its exit code; errors become one line on stderr."""
    write_in_any_encoding()
    try:
        command = typer.main.get_command(app)
        guard_numbers(command)
        dress(command)
        words = take_verbosity(sys.argv[1:] if arguments is None else arguments)
        check_digits(words)
        set_command(words)
        remember_command(words)
        say_compiling()
        outcome = command(args=words, prog_name="equipoise", standalone_mode=False)
        sys.stdout.flush()
        if outcome == _INTERRUPTED:  # Typer turns Ctrl-C into an exit
            return _fail("interrupted", OTHER_FAILURE)
    except InputError as error:
        return _fail(error.line(option_name), BAD_INPUT)
    except _ClickError as error:
        return _fail(_usage_line(error), BAD_INPUT)
    except (Exception, SystemExit, KeyboardInterrupt) as error:
        return _leave(error)
    return outcome if isinstance(outcome, int) else 0


def _leave(error: BaseException) -> int:
    """The exit code for everything but bad input."""
    causes = _causes(error)
    if any(isinstance(cause, BrokenPipeError) for cause in causes):
        # The reader (head, less) closed the pipe; keep Python from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    if isinstance(error, SystemExit):
        return error.code if isinstance(error.code, int) else int(error.code is not None)
    if os.environ.get(TRACEBACK_VARIABLE):
        raise error
    if isinstance(causes[-1], KeyboardInterrupt | typer.Abort):
        return _fail("interrupted", OTHER_FAILURE)
    first = causes[-1]
    if isinstance(first, OSError):
        what = f"cannot use {first.filename!r}" if first.filename else "cannot continue"
        wrong_name = first.filename is not None and first.errno in _WRONG_NAMES
        return _fail(
            f"{what}: {first.strerror or first}", BAD_INPUT if wrong_name else OTHER_FAILURE
        )
    what = " ".join(str(first).split())
    if isinstance(first, UnsolvedError):
        return _fail(what, OTHER_FAILURE)
    if verbosity() == Verbosity.VERBOSE:
        traceback.print_exception(first)
    return _fail(
        f"internal error: {type(first).__name__}{': ' if what else ''}{what}; "
        "--verbose shows where",
        OTHER_FAILURE,
    )


def _causes(error: BaseException) -> list[BaseException]:
    """The error and its causes: Click and Rich convert some errors to exits."""
    causes = [error]
    while isinstance(causes[-1], SystemExit | typer.Abort):
        cause = causes[-1].__cause__ or causes[-1].__context__
        if cause is None:
            break
        causes.append(cause)
    return causes


def _usage_line(error: Exception) -> str:
    message = " ".join(str(getattr(error, "format_message", error.__str__)()).split())
    if not message:  # no arguments at all: Click has printed the help page
        return ""
    context = getattr(error, "ctx", None)
    command = getattr(context, "command_path", "equipoise")
    return f"{message.rstrip('.')}; see {command} --help"


def _fail(line: str, code: int) -> int:
    if line:
        print(f"error: {one_line(line)}", file=sys.stderr)
    return code


def main() -> None:
    """Entry point of the console script."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the parent process
            nowhere = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - while we live
            setattr(sys, name, nowhere)
    # Worker processes are started by ``python -c``, which searches the working directory for
    # modules first: a foreign file multiprocessing.py would be run.
    os.environ.setdefault("PYTHONSAFEPATH", "1")
    # a script that the font of a picture does not support
    warnings.filterwarnings("ignore", message="Glyph .* missing")
    sys.exit(run())
