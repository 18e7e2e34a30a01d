"""A whole match over sockets: connects clients, deals every seating, closes connections."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from equipoise.agents.hosting.wire import ClosedError, SilentError
from equipoise.agents.remote.game_query import game_answer
from equipoise.agents.remote.lines import FOREVER, LineConnection
from equipoise.agents.remote.seat import ClientSeat, Trace, VersionError
from equipoise.base.errors import UnsolvedError
from equipoise.base.progress import Report, portion, silent
from equipoise.interfaces.acpc.log import LogFile, check_log, log_path
from equipoise.interfaces.acpc.ports import Ports
from equipoise.interfaces.acpc.table import DealerTable, Seated, Warn, no_warning
from equipoise.interfaces.acpc.terms import Terms
from equipoise.matches.dealing import deal_hands

_LAST_SECONDS = 5.0  # seconds to read the last states
#: makes the listener for all lines of a player, numbered from 0
Tracing = Callable[[int], Trace]


@dataclass(frozen=True)
class Dealt:
    """A finished match: totals in fractions of a chip, and counts.

    ``seatings[s][player]``: the counts of a player in one seating; ``asked``: the number of
    decisions; ``seconds``: dealing time without waiting for clients.
    """

    totals: list[int]
    seatings: list[list[Seated]]
    asked: int
    seconds: float


def deal_match(
    terms: Terms,
    ports: Ports,
    log: Path | None = None,
    start_seconds: float | None = None,
    warn: Warn = no_warning,
    tracing: Tracing | None = None,
    report: Report = silent,
) -> Dealt:
    """Deal a match to clients that connect to the ports; they reconnect for each seating.

    ``start_seconds``: time to wait for all clients, and for the version of each; None: no limit,
    and the time of an action for a version.
    """
    if log is not None:
        check_log(log, terms)
    seatings, game = terms.seatings, game_answer(terms.rules)
    deal_hands(terms.rules, terms.seed, 0, 1)  # kernels are loaded before clients wait
    totals, counts, asked, seconds = [0] * len(terms.players), [], 0, 0.0
    for number, seating in enumerate(seatings):
        file: LogFile | None = None
        clients: list[ClientSeat] = []
        try:
            for player, connection in enumerate(ports.accept(start_seconds, game)):
                trace = None if tracing is None else tracing(player)
                clients.append(
                    ClientSeat(
                        LineConnection(connection),
                        lambda words, player=player: warn(player, words),  # type: ignore[misc]
                        trace,
                    )
                )
            _greet(terms, clients, min(terms.clocks.action, start_seconds or FOREVER))
            if log is not None:
                file = LogFile(log_path(log, terms, number), terms, number)
            share = 1 / len(seatings)
            part = portion(report, number * share, share) if terms.duplicate else report
            table = DealerTable(terms, clients, seating, file, warn, part)
            started = monotonic()
            for player, won in enumerate(table.play()):
                totals[player] += won
            seconds += monotonic() - started
            asked += table.asked
            counts.append(table.players)
        finally:
            for client in clients:
                client.close(_LAST_SECONDS)
            if file is not None:
                file.close()
    return Dealt(totals, counts, asked, seconds)


def _greet(terms: Terms, clients: list[ClientSeat], seconds: float) -> None:
    """Read every client's version within ``seconds`` each; UnsolvedError if one is missing."""
    for player, client in enumerate(clients):
        who = f"player {player + 1} ({terms.players[player]})"
        try:
            client.greet(monotonic() + seconds)
        except VersionError as error:
            raise UnsolvedError(f"{who}: {error}; the match is not played") from None
        except SilentError:
            raise UnsolvedError(
                f"{who} sent no version within {seconds:g} s; the match is not played"
            ) from None
        except ClosedError:
            raise UnsolvedError(f"{who} left before the first hand") from None
