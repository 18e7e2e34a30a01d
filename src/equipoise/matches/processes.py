"""Sessions on all cores, in worker processes.

A worker gets the plan, which is text and numbers, and creates its own agents; those from files play
in their own processes. A worker returns plain data, which is validated: the requested session, all
of its hands, and chips that sum to zero and do not exceed stacks.
"""

from __future__ import annotations

import json
import multiprocessing
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

import numpy as np

from equipoise.base.errors import UnsolvedError, one_line
from equipoise.kernels.types import Int64s
from equipoise.matches.betting_cache import PARTS
from equipoise.matches.faults import Faults
from equipoise.matches.folder import MatchFolder
from equipoise.matches.plan import MatchPlan, Session
from equipoise.matches.session import Dealer, HandLog, Played

_LONGEST_ABOUT = 1 << 20  # bytes of a worker's message besides the results

Heard = Callable[[int], None]


def play_here(dealer: Dealer, session: Session, folder: MatchFolder | None, heard: Heard) -> Played:
    """Play a session in this process and store it."""
    log: list[HandLog] | None = None if folder is None else []
    played = dealer.play(session, log, heard)
    if folder is not None:
        folder.write(dealer.plan, played, log or [])
    return played


def _serve(connection: Connection, plan: MatchPlan, folder: str | None) -> None:
    """Worker loop: play the requested sessions until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles interrupts
    sys.stdout = sys.stderr  # results are printed elsewhere
    kept = None if folder is None else MatchFolder(Path(folder))

    def tell(**message: object) -> None:
        connection.send_bytes(json.dumps(message).encode())

    try:
        dealer = Dealer(plan)
        while True:
            asked = json.loads(connection.recv_bytes())
            played = play_here(dealer, Session(*asked), kept, lambda hands: tell(hands=hands))
            tell(played=asked, faults=[faults.with_notes() for faults in played.faults])
            connection.send_bytes(played.parts.tobytes())
    except EOFError:
        return
    except Exception as error:
        where = f" ({error.filename})" if isinstance(error, OSError) and error.filename else ""
        tell(failed=one_line(f"{type(error).__name__}: {error}{where}"))


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Ignore Ctrl-C temporarily; only possible in a main thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


@dataclass
class _Worker:
    process: Any
    connection: Connection
    session: Session | None = None


class _Crew:
    """The worker processes of one match."""

    def __init__(self, plan: MatchPlan, folder: MatchFolder | None) -> None:
        self.plan = plan
        self.folder = None if folder is None else str(folder.path)
        self.context = multiprocessing.get_context("spawn")  # fork is unsafe with threads
        self.workers: list[_Worker] = []

    def hire(self) -> None:
        ours, theirs = self.context.Pipe()
        process = self.context.Process(
            target=_serve, args=(theirs, self.plan, self.folder), daemon=True
        )
        with _interrupts_ignored():  # also while it starts: the child inherits that
            process.start()
        theirs.close()
        self.workers.append(_Worker(process, ours))

    def close(self) -> None:
        for worker in self.workers:
            worker.connection.close()
            worker.process.kill()
            worker.process.join()
        self.workers.clear()


def play_in_processes(
    plan: MatchPlan,
    sessions: Sequence[Session],
    workers: int,
    folder: MatchFolder | None,
    heard: Heard,
) -> Iterator[Played]:
    """Play sessions in ``workers`` processes; yields them as they finish."""
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
            for ready in wait(list(busy)):
                assert isinstance(ready, Connection)
                played = _receive(plan, busy[ready], heard)
                if played is not None:
                    yield played
    finally:
        crew.close()


def _send(worker: _Worker) -> None:
    session = worker.session
    assert session is not None
    asked = [session.number, session.trial, session.first, session.hands]
    try:
        worker.connection.send_bytes(json.dumps(asked).encode())
    except OSError:
        raise _gone(worker) from None


def _receive(plan: MatchPlan, worker: _Worker, heard: Heard) -> Played | None:
    """Receive a message of a worker: progress (None), or the result of a session."""
    session = worker.session
    assert session is not None
    try:
        message = json.loads(worker.connection.recv_bytes(_LONGEST_ABOUT))
        if "hands" in message:
            heard(int(message["hands"]))
            return None
        if "failed" in message:
            raise UnsolvedError(f"a worker failed: {message['failed']}")
        parts = worker.connection.recv_bytes(8 * session.hands * len(plan.agents))
        asked = [session.number, session.trial, session.first, session.hands]
        if message["played"] != asked:
            raise ValueError("another session")
        faults = [Faults.from_json(values) for values in message["faults"]]
        played = Played(session, np.frombuffer(parts, dtype=np.int64).copy(), faults)
    except (EOFError, ConnectionResetError):
        raise _gone(worker) from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UnsolvedError(f"a worker sent an invalid result: {error}") from None
    worker.session = None
    played.parts = played.parts.reshape(-1, len(plan.agents))
    return played


def _gone(worker: _Worker) -> UnsolvedError:
    worker.process.join(1)
    code = worker.process.exitcode
    return UnsolvedError(f"a worker process died (exit code {code})")


def checked_result(plan: MatchPlan, played: Played) -> Played:
    """A validated session result; raises if hands are missing or chips do not add up."""
    parts: Int64s = played.parts
    session = played.session
    if parts.shape != (session.hands, len(plan.agents)) or len(played.faults) != len(plan.agents):
        raise UnsolvedError(f"session {session.number + 1} is incomplete: {parts.shape}")
    most = max(plan.rules().stacks) * PARTS
    wrong = (parts.sum(axis=1) != 0) | (parts < -most).any(axis=1)
    if wrong.any():
        hand = session.first + int(np.flatnonzero(wrong)[0])
        raise UnsolvedError(f"hand {hand} does not add up, or costs somebody more than a stack")
    return played
