"""The ``equipoise`` command: the first page, and one way out for every error."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from equipoise import __version__
from equipoise.errors import InputError
from equipoise.interfaces.cli import (
    compare,
    deal,
    equity,
    evaluate,
    exploit,
    games,
    replay,
    reproduce,
    solve,
    strength,
    tree,
    warmup,
)

BAD_INPUT = 2
OTHER_FAILURE = 1

# Typer carries Click's exceptions under changing names: BadParameter, UsageError, ClickException.
_ClickError: type[Exception] = typer.BadParameter.__mro__[2]

app = typer.Typer(
    name="equipoise",
    help="The open laboratory for computer poker: abstract, solve, translate, play, measure.",
    epilog="Every command takes --help; most take --json. "
    "Start with:  equipoise deal   or   equipoise equity AsAh KsKh",
    no_args_is_help=True,
    add_completion=False,
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
            "--version", help="Print the version and stop.", callback=_print_version, is_eager=True
        ),
    ] = False,
) -> None:
    del version


CARDS_PANEL = "Cards"
GAMES_PANEL = "Games"
LABORATORY_PANEL = "Laboratory"
app.command("deal", rich_help_panel=CARDS_PANEL)(deal.deal)
app.command("equity", rich_help_panel=CARDS_PANEL)(equity.equity)
app.command("strength", rich_help_panel=CARDS_PANEL)(strength.strength)
app.command("evaluate", rich_help_panel=CARDS_PANEL)(evaluate.evaluate)
app.command("games", rich_help_panel=GAMES_PANEL)(games.games)
app.command("tree", rich_help_panel=GAMES_PANEL)(tree.tree)
app.command("replay", rich_help_panel=GAMES_PANEL)(replay.replay)
app.command("solve", rich_help_panel=LABORATORY_PANEL)(solve.solve)
app.command("exploit", rich_help_panel=LABORATORY_PANEL)(exploit.exploit)
app.command("compare", rich_help_panel=LABORATORY_PANEL)(compare.compare)
app.command("reproduce", rich_help_panel=LABORATORY_PANEL)(reproduce.reproduce)
app.command("warmup", rich_help_panel=LABORATORY_PANEL)(warmup.warmup)


def run(arguments: list[str] | None = None) -> int:
    """Run a command line and return its exit code; errors become one line on stderr."""
    try:
        outcome = app(args=arguments, prog_name="equipoise", standalone_mode=False)
    except InputError as error:
        return _fail(str(error), BAD_INPUT)
    except _ClickError as error:
        return _fail(_usage_line(error), BAD_INPUT)
    except (KeyboardInterrupt, typer.Abort):
        return _fail("interrupted", OTHER_FAILURE)
    except BrokenPipeError:
        # The reader (head, less) has seen enough; keep Python from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        where = f" {error.filename!r}" if error.filename else ""
        return _fail(f"cannot use{where}: {error.strerror or error}", OTHER_FAILURE)
    return outcome if isinstance(outcome, int) else 0


def _usage_line(error: Exception) -> str:
    message = " ".join(str(getattr(error, "format_message", error.__str__)()).split())
    if not message:  # no arguments at all: Click has printed the help page
        return ""
    context = getattr(error, "ctx", None)
    command = getattr(context, "command_path", "equipoise")
    return f"{message.rstrip('.')}; see {command} --help"


def _fail(line: str, code: int) -> int:
    if line:
        print(f"error: {line}", file=sys.stderr)
    return code


def main() -> None:
    """Entry point of the console script."""
    sys.exit(run())
