"""``equipoise acpc``: matches over sockets in the protocol of the computer poker competition."""

from __future__ import annotations

import shlex
import sys
from contextlib import chdir
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from equipoise.base.errors import InputError
from equipoise.interfaces.cli.completions import complete_agent, complete_game
from equipoise.interfaces.cli.output import progress, say, warn

if TYPE_CHECKING:
    from equipoise.agents.remote.seat import Trace
    from equipoise.interfaces.acpc.dealer import Dealt
    from equipoise.interfaces.acpc.table import Warn
    from equipoise.interfaces.acpc.terms import Outcome, Terms

_MOST_WARNINGS = 20  # that are shown of a player

app = typer.Typer(
    help="Matches over sockets in the protocol of the computer poker competition.\n\n"
    "Deal to clients of any make, or play an agent at any dealer. A program that speaks the "
    "protocol is also an agent of match and tournament: acpc:COMMAND or acpc:HOST:PORT.\n\n"
    "Examples:\n  equipoise acpc deal leduc --hands 1000 --players Ann Bob\n"
    "  equipoise acpc play call localhost 16177\n"
    "  equipoise acpc script blueprint",
    no_args_is_help=True,
)

AgentArgument = Annotated[
    str,
    typer.Argument(
        metavar="AGENT",
        help="NAME[:OPTION=VALUE,...]; see equipoise agents.",
        autocompletion=complete_agent,
    ),
]
HostOption = Annotated[
    str,
    typer.Option("--host", help="Address to listen on; by default only this machine's own."),
]


class _SeveralPlayers(TyperCommand):
    """A command whose ``--players`` takes all the names that follow it."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Repeat the option before each of its names, as Click has it."""
        spread: list[str] = []
        is_names = False
        for word in args:
            if word.startswith("-"):
                is_names = word.partition("=")[0] == "--players"
                spread += [] if word == "--players" else [word]
            else:
                spread += ["--players", word] if is_names else [word]
        return super().parse_args(ctx, spread)


@app.command("deal", cls=_SeveralPlayers)
def deal(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help="See equipoise games; or a .game file.",
            autocompletion=complete_game,
        ),
    ],
    hands: Annotated[int, typer.Option("--hands", metavar="N", help="How many hands.")] = 1000,
    seed: Annotated[
        int | None,
        typer.Option("--seed", help="Random seed; same seed, same cards (default: random)."),
    ] = None,
    players: Annotated[
        list[str] | None,
        typer.Option("--players", metavar="NAME...", help="Names of the players, in seat order."),
    ] = None,
    duplicate: Annotated[
        bool,
        typer.Option(
            "--duplicate", help="Deal the same cards again with seats swapped; clients reconnect."
        ),
    ] = False,
    log: Annotated[
        Path | None, typer.Option("--log", metavar="FILE", help="Write the log of the match here.")
    ] = None,
    name: Annotated[str, typer.Option("--name", help="Name of the match in its log.")] = "match",
    host: HostOption = "127.0.0.1",
    ports: Annotated[
        str,
        typer.Option("--ports", metavar="P,P...", help="Ports to listen on (default: free ones)."),
    ] = "",
    action_seconds: Annotated[
        float, typer.Option("--action-seconds", help="Maximum seconds for an action.")
    ] = 600.0,
    hand_seconds: Annotated[
        float, typer.Option("--hand-seconds", help="Maximum seconds for a hand's actions.")
    ] = 600.0,
    seconds_per_hand: Annotated[
        float,
        typer.Option("--seconds-per-hand", help="Maximum seconds for a match, per hand of it."),
    ] = 7.0,
    start_seconds: Annotated[
        float, typer.Option("--start-seconds", help="Maximum wait for clients; 0: any.")
    ] = 0.0,
    on_timeout: Annotated[
        str, typer.Option("--on-timeout", help="When a client is too slow: abort or forfeit.")
    ] = "abort",
    on_leave: Annotated[
        str, typer.Option("--on-leave", help="When a client leaves: abort or forfeit.")
    ] = "forfeit",
    messages: Annotated[
        bool, typer.Option("--messages", help="Show every line sent and received on stderr.")
    ] = False,
) -> None:
    """Deal a match to clients that speak the ACPC protocol.

    The first line on stdout has the ports, in the order of players; the last one is the score.
    Clocks are the reference dealer's unless given: a client that exceeds one ends the match without
    a score. A client that leaves checks or folds to the end.

    Examples:
      equipoise acpc deal holdem-nolimit:200bb --hands 3000 --players Ann Bob
      equipoise acpc deal leduc --seed 7 --players Ann Bob --log ann-bob.log
      equipoise acpc deal three.game --ports 16177,48777,51000 --duplicate

    """
    from equipoise.formats.acpc.game import resolve_game
    from equipoise.interfaces.acpc.dealer import deal_match
    from equipoise.interfaces.acpc.log import check_log, header_lines, score_line
    from equipoise.interfaces.acpc.ports import Ports
    from equipoise.interfaces.acpc.terms import Clocks, Terms

    rules = resolve_game(game)
    terms = Terms(
        game,
        rules,
        tuple(players or (f"player{number + 1}" for number in range(rules.players))),
        hands,
        _drawn_seed() if seed is None else seed,
        name,
        Clocks(action_seconds, hand_seconds, seconds_per_hand),
        duplicate,
        _outcome(on_timeout, "--on-timeout"),
        _outcome(on_leave, "--on-leave"),
    )
    if log is not None:
        check_log(log, terms)
    listening = Ports(host, _port_numbers(ports), rules.players)
    try:
        sys.stdout.write(" ".join(map(str, listening.numbers)) + "\n")
        sys.stdout.flush()
        for line in header_lines(terms):
            warn(line)
        with progress("dealing") as report:
            dealt = deal_match(
                terms,
                listening,
                log,
                start_seconds or None,
                _warnings(terms),
                _tracing if messages else None,
                report,
            )
    finally:
        listening.close()
    _say_counts(terms, dealt)
    say(score_line(dealt.totals, terms.players))


def _drawn_seed() -> int:
    import secrets

    return secrets.randbits(32)


def _outcome(text: str, option: str) -> Outcome:
    from equipoise.interfaces.acpc.terms import OUTCOMES

    found = next((known for known in OUTCOMES if known == text), None)
    if found is None:
        raise InputError(f"is {text!r}", option, expected=f"one of {', '.join(OUTCOMES)}")
    return found


def _port_numbers(text: str) -> list[int]:
    words = text.replace(",", " ").split()
    if not all(word.isascii() and word.isdigit() and int(word[:6]) < 1 << 16 for word in words):
        raise InputError(
            f"are {text!r}", "--ports", expected="numbers below 65536, like 16177,48777"
        )
    return [int(word) for word in words]


def _warnings(terms: Terms) -> Warn:
    """Tell of what is odd about players, the first times for each."""
    shown = [0] * len(terms.players)

    def heard(player: int, words: str) -> None:
        shown[player] += 1
        if shown[player] <= _MOST_WARNINGS:
            warn(f"warning: player {player + 1} ({terms.players[player]}): {words}")
        if shown[player] == _MOST_WARNINGS:
            warn(f"warning: player {player + 1} ({terms.players[player]}): more is not shown")

    return heard


def _tracing(player: int) -> Trace:
    from time import time

    def heard(is_sent: bool, line: bytes) -> None:
        way = "TO" if is_sent else "FROM"
        warn(f"{way} {player + 1} at {time():.6f} {line.decode('ascii', 'replace')}")

    return heard


def _say_counts(terms: Terms, dealt: Dealt) -> None:
    """Say on stderr what was corrected, for those of whom something was."""
    for number, name in enumerate(terms.players):
        seats = [seating[number] for seating in dealt.seatings]
        counts = [
            (sum(seat.invalid for seat in seats), "invalid actions changed to calls"),
            (sum(seat.resized for seat in seats), "raises changed to a legal size"),
            (sum(seat.forfeited for seat in seats), "actions forfeited"),
        ]
        found = ", ".join(f"{count:,} {what}" for count, what in counts if count)
        if found:
            warn(f"player {number + 1} ({name}): {found}")


@app.command("play")
def play(
    agent: AgentArgument,
    host: Annotated[str, typer.Argument(metavar="HOST", help="Where the dealer is.")],
    port: Annotated[int, typer.Argument(metavar="PORT", min=1, max=65535, help="Its port.")],
    game: Annotated[
        str | None,
        typer.Option(
            "--game", metavar="GAME", help="The dealer's game (default: asked for; or the agent's)."
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", help="Random seed of the agent (default: random).")
    ] = None,
    act_seconds: Annotated[
        float, typer.Option("--act-seconds", help="Maximum seconds for a decision; 0: any.")
    ] = 60.0,
    wait: Annotated[
        float, typer.Option("--wait", min=0, help="Seconds to keep trying to connect.")
    ] = 0.0,
    matches: Annotated[
        int,
        typer.Option(
            "--matches", min=1, help="Matches to play, each with a new connection and agent."
        ),
    ] = 1,
) -> None:
    """Play an agent at a dealer, ours or any other.

    The agent is made once and plays until the dealer closes the connection. A dealer of ours tells
    the game; for others name it with --game, unless the agent is a stored strategy.

    Examples:
      equipoise acpc play call 127.0.0.1 16177
      equipoise acpc play leduc:translation=soft localhost 48777 --seed 1
      equipoise acpc play loki-gom dealer.example.org 51000 --game three.game

    """
    import equipoise.interfaces.cli.person  # noqa: F401 - registers the person
    from equipoise.agents.registry import find_agent
    from equipoise.formats.acpc.game import resolve_game
    from equipoise.interfaces.acpc.client import Client

    spec = find_agent(agent)
    rules = None if game is None else resolve_game(game)
    seconds = None if spec.entry.needs_terminal else act_seconds or None
    client = Client(spec, rules, seconds, seed, lambda words: warn(f"warning: {words}"))
    for _ in range(matches):
        result = client.play(host, port, wait)
        say(f"{result.game}: {result.hands:,} hands, {result.won:+,.15g} chips")
        if result.faults.total:
            warn(f"warning: {result.faults.total:,} faults of the agent; {result.faults.first}")


@app.command("script")
def script(
    agent: AgentArgument,
    out: Annotated[
        Path, typer.Option("--out", metavar="FILE", help="Where to write the script.")
    ] = Path("startme.sh"),
    game: Annotated[
        str | None, typer.Option("--game", metavar="GAME", help="The game it is started for.")
    ] = None,
) -> None:
    """Write a start script for a competition server.

    The server runs it as: startme.sh HOST PORT. It plays from its own folder: relative paths in
    AGENT and GAME start there.

    Examples:
      equipoise acpc script call
      equipoise acpc script blueprint:purify=yes --game holdem-nolimit:200bb

    """
    from equipoise.agents.registry import find_agent
    from equipoise.base.files import check_writable, write_atomically
    from equipoise.formats.acpc.game import resolve_game

    check_writable(out, "--out")
    with chdir(out.absolute().parent):
        find_agent(agent)
        if game is not None:
            resolve_game(game)
    named = "" if game is None else f" --game {shlex.quote(game)}"
    command = f"{shlex.quote(sys.executable)} -P -m equipoise acpc play {shlex.quote(agent)}"
    lines = [
        "#!/bin/sh",
        "# A match server starts this as: startme.sh HOST PORT",
        'cd "$(dirname "$0")" || exit 1',
        f'exec {command} "$1" "$2"{named}',
    ]
    write_atomically(out, "\n".join([*lines, ""]))
    out.chmod(0o755)
    say(str(out))
