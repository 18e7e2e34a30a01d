"""Long work: commands in processes apart from the server, one after the other.

A job is a command line of ``equipoise`` with ``--out`` below the server's folder, so it can be
resumed from either side. What is known of it is in a folder of its own below ``.equipoise/jobs``:
a server that is started again finds jobs that still run and follows them.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from equipoise.base.errors import InputError
from equipoise.base.files import write_atomically
from equipoise.interfaces.cli.told import POINTS, PROGRESS
from equipoise.interfaces.web.calls import MissingError
from equipoise.interfaces.web.events import Hub
from equipoise.interfaces.web.listening import TOKEN_VARIABLE
from equipoise.interfaces.web.worker import END, ERRORS, JOB, OUTPUT
from equipoise.solvers.run.checkpoint import newest_iterations
from equipoise.solvers.run.job import checkpoint_folder

QUEUED, RUNNING, PAUSED, DONE, FAILED, CANCELLED = (
    "queued", "running", "paused", "done", "failed", "cancelled",
)  # fmt: skip
PAUSING, CANCELLING = "pausing", "cancelling"
_ACTIVE = (RUNNING, PAUSING, CANCELLING)
_LOOK = 0.2
_PATIENCE = 20.0  # seconds until a job that does not stop is killed
_MOST_POINTS = 400
#: kinds that keep what is done in their folder, without checkpoints beside it
_IN_PLACE = ("match", "tournament")
_LONGEST_OUTPUT = 1 << 24


@dataclass
class Job:
    """A command and how far it has come."""

    id: str
    folder: Path
    kind: str
    title: str
    words: list[str]
    out: Path | None
    about: dict[str, Any]
    created: float
    state: str = QUEUED
    pid: int | None = None
    error: str = ""
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)
    asked: float = 0.0
    seen: Any = None

    @property
    def command(self) -> str:
        """What one would type."""
        return shlex.join(["equipoise", *(word for word in self.words if word != "--json")])

    def keep(self, cwd: Path) -> None:
        """Write what a later server needs."""
        self.folder.mkdir(parents=True, exist_ok=True)
        about = {
            "id": self.id, "kind": self.kind, "title": self.title, "words": self.words,
            "out": None if self.out is None else str(self.out), "about": self.about,
            "created": self.created, "state": self.state, "pid": self.pid, "error": self.error,
            "cwd": str(cwd),
        }  # fmt: skip
        write_atomically(self.folder / JOB, json.dumps(about))

    def described(self) -> dict[str, Any]:
        """The job as JSON: state, progress, points of the trace."""
        progress = _json(self.folder / PROGRESS) or {}
        return {
            "id": self.id,
            "kind": self.kind,
            "title": self.title,
            "state": self.state,
            "error": self.error,
            "command": self.command,
            "created": self.created,
            "about": self.about,
            "progress": {
                "title": str(progress.get("title", "")),
                "done": float(progress.get("done", 0.0)),
                "total": float(progress.get("total", 0.0)),
                "doing": str(progress.get("doing", "")),
            },
            "points": points(self.folder / POINTS),
        }

    def result(self) -> Any:
        """What the command printed; None before its end."""
        path = self.folder / OUTPUT
        if self.state != DONE or not path.exists() or path.stat().st_size > _LONGEST_OUTPUT:
            return None
        return _json(path)


def points(path: Path) -> list[dict[str, Any]]:
    """The measurements so far, thinned where there are many; the last one of each iteration."""
    by_iteration: dict[int, dict[str, Any]] = {}
    with suppress(OSError, ValueError):
        for line in path.read_text(encoding="utf-8").splitlines():
            point = json.loads(line)
            by_iteration[int(point["iterations"])] = point
    found = [by_iteration[number] for number in sorted(by_iteration)]
    step = -(-len(found) // _MOST_POINTS) or 1
    return [*found[:-1][::step], *found[-1:]]


class Jobs:
    """All jobs of a folder, and the thread that follows them."""

    def __init__(self, folder: Path, hub: Hub, at_once: int = 1) -> None:
        self.folder, self.hub, self.at_once = folder.absolute(), hub, at_once
        self.place = self.folder / ".equipoise" / "jobs"
        self._lock = threading.RLock()
        self._jobs: dict[str, Job] = {}
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="jobs", daemon=True)
        self._load()

    def start(self) -> None:
        """Begin to follow."""
        self._thread.start()

    def close(self) -> None:
        """Pause what runs: a checkpoint is written, and any later server or command goes on."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()
        with self._lock:
            running = [job for job in self._jobs.values() if job.state in _ACTIVE]
            for job in running:
                self._signal(job, signal.SIGINT)
        until = time.monotonic() + _PATIENCE
        while running and time.monotonic() < until:
            for job in list(running):
                job.state = PAUSING if job.state == RUNNING else job.state
                self._look_at(job)
                if job.state not in _ACTIVE:
                    running.remove(job)
            time.sleep(_LOOK / 4)

    def add(
        self,
        kind: str,
        title: str,
        words: list[str],
        out: Path | None,
        about: dict[str, Any],
        resume: bool = False,
    ) -> Job:
        """Queue a command; ``resume`` goes on from the checkpoint that is there."""
        with self._lock:
            waiting = [job for job in self._jobs.values() if job.state == QUEUED]
            if len(waiting) >= 50:
                raise InputError("50 jobs are waiting already", expected="cancel some first")
            number = max((int(id_) for id_ in self._jobs), default=0) + 1
            id_ = f"{number:04d}"
            words = [*words, "--json", *(["--resume"] if resume else [])]
            job = Job(id_, self.place / id_, kind, title, words, out, about, time.time())
            job.keep(self.folder)
            self._jobs[id_] = job
            self._tell(job)
            return job

    def find(self, id_: str) -> Job:
        """A job by its id."""
        job = self._jobs.get(id_)
        if job is None:
            raise MissingError("there is no such job", "job", id_)
        return job

    def all(self) -> list[Job]:
        """All jobs, newest first."""
        return sorted(self._jobs.values(), key=lambda job: job.id, reverse=True)

    def at_work(self, out: Path) -> Job | None:
        """The newest job that writes to a folder."""
        return next((job for job in self.all() if job.out == out), None)

    def pause(self, id_: str) -> Job:
        """Stop a job so that it can be resumed."""
        with self._lock:
            job = self.find(id_)
            if job.state == QUEUED:
                job.state = PAUSED
            elif job.state == RUNNING:
                job.state, job.asked = PAUSING, time.monotonic()
                self._signal(job, signal.SIGINT)
            else:
                raise InputError(f"the job is {job.state}", expected="only a running job pauses")
            self._changed(job)
            return job

    def resume(self, id_: str) -> Job:
        """Queue a job that was paused or failed once more, from its checkpoint."""
        with self._lock:
            job = self.find(id_)
            if job.state not in (PAUSED, FAILED):
                raise InputError(f"the job is {job.state}", expected="only a paused job resumes")
            words = [word for word in job.words if word != "--resume"]
            job.words = [*words, "--resume"] if _has_begun(job) else words
            job.state, job.error, job.pid, job.process = QUEUED, "", None, None
            self._changed(job)
            return job

    def cancel(self, id_: str) -> Job:
        """Stop a job for good; its checkpoint is removed."""
        with self._lock:
            job = self.find(id_)
            if job.state in (QUEUED, PAUSED, FAILED):
                job.state = CANCELLED
                _remove_checkpoint(job)
            elif job.state in _ACTIVE:
                job.state, job.asked = CANCELLING, time.monotonic()
                self._signal(job, signal.SIGKILL)
            else:
                raise InputError(f"the job is {job.state}", expected="it can only be forgotten")
            self._changed(job)
            return job

    def forget(self, id_: str) -> None:
        """Remove a finished job from the list; what it made stays."""
        with self._lock:
            job = self.find(id_)
            if job.state in (*_ACTIVE, QUEUED):
                raise InputError(f"the job is {job.state}", expected="cancel it first")
            del self._jobs[id_]
            shutil.rmtree(job.folder, ignore_errors=True)
            self.hub.tell("job", id_, {"id": id_, "state": "forgotten"})

    def _load(self) -> None:
        for folder in sorted(self.place.iterdir()) if self.place.is_dir() else ():
            about = _json(folder / JOB)
            if about is None or about.get("id") != folder.name:
                continue
            job = Job(
                about["id"], folder, about["kind"], about["title"], list(about["words"]),
                None if about["out"] is None else Path(about["out"]), about["about"],
                float(about["created"]), about["state"], about["pid"], about["error"],
            )  # fmt: skip
            self._jobs[job.id] = job
            if job.state == QUEUED:
                job.state = PAUSED  # nobody asked this server to start it
            self._tell(job)

    def _follow(self) -> None:
        while not self._stop.wait(_LOOK):
            with self._lock:
                for job in list(self._jobs.values()):
                    if job.state in _ACTIVE:
                        self._look_at(job)
                running = sum(job.state in _ACTIVE for job in self._jobs.values())
                waiting = [job for job in self._jobs.values() if job.state == QUEUED]
                for job in sorted(waiting, key=lambda one: one.id)[: self.at_once - running]:
                    self._begin(job)

    def _begin(self, job: Job) -> None:
        for name in (END, OUTPUT, ERRORS, PROGRESS):
            (job.folder / name).unlink(missing_ok=True)
        if "--resume" not in job.words:
            (job.folder / POINTS).unlink(missing_ok=True)
        if job.out is not None:
            job.out.parent.mkdir(parents=True, exist_ok=True)
        job.keep(self.folder)
        with (job.folder / OUTPUT).open("wb") as out, (job.folder / ERRORS).open("wb") as err:
            job.process = subprocess.Popen(
                [sys.executable, "-m", "equipoise.interfaces.web.worker", str(job.folder)],
                stdin=subprocess.DEVNULL, stdout=out, stderr=err, start_new_session=True,
                env=environment(),
            )  # fmt: skip
        job.pid, job.state = job.process.pid, RUNNING
        self._changed(job)

    def _look_at(self, job: Job) -> None:
        """Take what a process has written; it may be one of an earlier server."""
        ended = _json(job.folder / END)
        alive = _is_alive(job)
        if ended is None and alive:
            if job.asked and time.monotonic() - job.asked > _PATIENCE:
                self._signal(job, signal.SIGKILL)
            state = job.described()
            seen = (state["progress"], len(state["points"]), job.state)
            if seen != job.seen:
                job.seen = seen
                self._tell(job)
            return
        if job.process is not None:
            job.process.wait()
        code = None if ended is None else ended.get("code")
        if job.state == CANCELLING:
            job.state = CANCELLED
            _remove_checkpoint(job)
        elif code == 0:
            job.state = DONE
        elif job.state == PAUSING:
            job.state = PAUSED
        else:
            job.state = FAILED
            job.error = _last_line(job.folder / ERRORS) or "the process ended without a word"
            if code is None and _has_begun(job):
                job.error += "; it can be resumed from its checkpoint"
        job.asked = 0.0
        self._changed(job)

    def _signal(self, job: Job, number: int) -> None:
        if job.pid is None:
            return
        with suppress(ProcessLookupError, PermissionError):
            if number == signal.SIGKILL:
                os.killpg(job.pid, number)
            else:
                os.kill(job.pid, number)

    def _changed(self, job: Job) -> None:
        job.keep(self.folder)
        self._tell(job)

    def _tell(self, job: Job) -> None:
        self.hub.tell("job", job.id, job.described())


def environment() -> dict[str, str]:
    """What a job may know of ours: all but the token."""
    kept = {name: value for name, value in os.environ.items() if name != TOKEN_VARIABLE}
    return {**kept, "PYTHONSAFEPATH": "1"}


def _has_begun(job: Job) -> bool:
    """True if there is something to resume from."""
    if job.out is None:
        return False
    if job.kind in _IN_PLACE:
        return (job.out / f"{job.kind}.json").exists()
    return newest_iterations(checkpoint_folder(job.out)) is not None


def _remove_checkpoint(job: Job) -> None:
    if job.out is not None and job.kind not in _IN_PLACE:
        shutil.rmtree(checkpoint_folder(job.out), ignore_errors=True)


def _is_alive(job: Job) -> bool:
    if job.process is not None:
        return job.process.poll() is None
    if job.pid is None:
        return False
    try:  # a process of an earlier server: still ours if it is at work on this job
        words = Path(f"/proc/{job.pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return False
    return str(job.folder).encode() in words


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def _last_line(path: Path) -> str:
    with suppress(OSError):
        lines = path.read_text(encoding="utf-8", errors="replace")[-4000:].strip().splitlines()
        return lines[-1].removeprefix("error: ") if lines else ""
    return ""
