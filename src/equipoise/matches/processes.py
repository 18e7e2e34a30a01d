"""Sessions in processes of their own: work on all cores, and walls around agents.

A worker gets the plan, which is text and numbers, and makes its own agents. It marks who is acting
in memory that both sides see. So when it dies, or does not come back from an agent that cannot be
interrupted, it is known whose fault that was; the session is then played again without asking that
agent.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from pathlib import Path
from time import monotonic
from typing import Any

from equipoise.errors import UnsolvedError
from equipoise.matches.folder import MatchFolder
from equipoise.matches.plan import MatchPlan, Session
from equipoise.matches.session import Dealer, HandLog, Played

_LOOK = 0.25  # seconds between looks at the clocks of agents
_GRACE = 2.0  # times the limit before a process is ended: the alarm inside comes first

Heard = Callable[[int], None]


def play_here(dealer: Dealer, session: Session, folder: MatchFolder | None, heard: Heard) -> Played:
    """Play a session in this process and keep it."""
    log: list[HandLog] | None = None if folder is None else []
    played = dealer.play(session, log, heard)
    if folder is not None:
        folder.write(dealer.plan, played, log or [])
    return played


def _serve(connection: Connection, plan: MatchPlan, folder: str | None, marks: Any) -> None:
    """What a worker does: play what it is sent until nothing comes any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what an interrupt means
    sys.stdout = sys.stderr  # agents may print; results are printed elsewhere
    kept = None if folder is None else MatchFolder(Path(folder))
    try:
        dealer = Dealer(plan, marks)
        while True:
            session = connection.recv()
            played = play_here(dealer, session, kept, lambda hands: connection.send(hands))
            connection.send(played)
    except EOFError:
        return
    except Exception as error:
        connection.send(f"{type(error).__name__}: {error}")


@dataclass
class _Worker:
    process: Any
    connection: Connection
    marks: Any
    session: Session | None = None


class _Crew:
    """The workers of one match."""

    def __init__(self, plan: MatchPlan, folder: MatchFolder | None) -> None:
        self.plan = plan
        self.folder = None if folder is None else str(folder.path)
        self.context = multiprocessing.get_context("spawn")  # threads and forks do not mix
        self.workers: list[_Worker] = []

    def hire(self) -> _Worker:
        ours, theirs = self.context.Pipe()
        marks = self.context.RawArray("d", 2)
        process = self.context.Process(
            target=_serve, args=(theirs, self.plan, self.folder, marks), daemon=True
        )
        process.start()
        theirs.close()
        worker = _Worker(process, ours, marks)
        self.workers.append(worker)
        return worker

    def dismiss(self, worker: _Worker) -> None:
        self.workers.remove(worker)
        worker.connection.close()
        worker.process.kill()
        worker.process.join()

    def close(self) -> None:
        for worker in list(self.workers):
            self.dismiss(worker)

    def is_hanging(self, worker: _Worker) -> bool:
        limit, since = self.plan.faults.seconds, worker.marks[1]
        return bool(limit and since and monotonic() - since > limit * _GRACE + 1)


def play_in_processes(
    plan: MatchPlan,
    sessions: Sequence[Session],
    workers: int,
    folder: MatchFolder | None,
    heard: Heard,
) -> Iterator[Played]:
    """Play sessions on so many processes; they come as they are finished."""
    waiting = deque(sessions)
    crew = _Crew(plan, folder)
    try:
        for _ in range(min(workers, len(waiting))):
            crew.hire()
        while waiting or any(worker.session for worker in crew.workers):
            for worker in crew.workers:
                if worker.session is None and waiting:
                    worker.session = waiting.popleft()
                    _send(worker)
            busy = {worker.connection: worker for worker in crew.workers if worker.session}
            for ready in wait(list(busy), timeout=_LOOK):
                assert isinstance(ready, Connection)
                worker = busy[ready]
                try:
                    message = ready.recv()
                except (EOFError, ConnectionResetError):
                    _replay(crew, worker, waiting)
                    continue
                if isinstance(message, int):
                    heard(message)
                elif isinstance(message, Played):
                    worker.session = None
                    yield message
                else:
                    raise UnsolvedError(f"a worker failed: {message}")
            for worker in list(crew.workers):
                if crew.is_hanging(worker):
                    _replay(crew, worker, waiting)
    finally:
        crew.close()


def _send(worker: _Worker) -> None:
    try:
        worker.connection.send(worker.session)
    except OSError:
        worker.process.join(1)
        code = worker.process.exitcode
        raise UnsolvedError(f"a worker process died before it played (exit code {code})") from None


def _replay(crew: _Crew, worker: _Worker, waiting: deque[Session]) -> None:
    """A worker is dead or hangs: end it, and queue its session again without the guilty agent."""
    session, guilty = worker.session, int(worker.marks[0])
    acting = bool(worker.marks[1])
    crew.dismiss(worker)
    if session is None or not acting:
        code = worker.process.exitcode
        raise UnsolvedError(f"a worker process died outside any agent (exit code {code})")
    waiting.appendleft(replace(session, benched=(*session.benched, guilty)))
    crew.hire()
