"""A whole match over sockets: clients greeted, dealt to in every seating, and let go."""

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

_LAST_SECONDS = 5.0  # to take the last states
#: makes what hears of every line of a player, from 0
Tracing = Callable[[int], Trace]


@dataclass(frozen=True)
class Dealt:
    """A match that was played to its end: totals in parts of a chip, and what was counted.

    ``seatings[s][player]`` has the counts of a player in one seating; ``asked`` is how many
    decisions there were, ``seconds`` how long dealing took, waiting for clients not included.
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
    """Deal a match to clients that connect to the ports; duplicate play has them connect again.

    ``start_seconds`` is how long to wait for all of them, and at most for the version of each; None
    is for ever, and a version has the time of an action.
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
    """Read everybody's version, each within so long; one that cannot be read ends the match."""
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
