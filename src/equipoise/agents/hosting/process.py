"""Processes for agents from files: started, kept for the next session, ended."""

from __future__ import annotations

import atexit
import os
import signal
import socket
import subprocess
import sys
import threading
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import IO

from equipoise.agents.hosting.confine import keep_memory_private
from equipoise.agents.hosting.wire import Channel, ChannelError, ClosedError, Message, SilentError
from equipoise.errors import InputError, one_line
from equipoise.workers import available_memory

#: seconds that loading a file may take, and megabytes of memory
_LOADING_SECONDS, _LOADING_MEGABYTES = 60.0, 4096  # or half of what is free
_ENDING_SECONDS = 2.0
_MOST_LINES, _LONGEST_LINE = 50, 200  # of what an agent prints and people are shown
_MODULE = "equipoise.agents.hosting.host"


@dataclass(frozen=True)
class AgentFile:
    """A Python file and the SHA-256 of the content that is meant."""

    path: Path
    digest: str


class Host:
    """A process that has loaded an agent's file."""

    def __init__(self, file: AgentFile, seating: int = 0) -> None:
        if not hasattr(os, "fork"):
            raise InputError("agents from files need a system with fork", "agent", str(file.path))
        self.file, self.seating = file, seating
        keep_memory_private()
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                # -P: modules of the working directory are not taken for the package's own
                [sys.executable, "-P", "-m", _MODULE, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # Ctrl-C is for the match
            )
        self.channel = Channel(ours)
        assert self._process.stdout is not None
        threading.Thread(
            target=_relay, args=(self._process.stdout, file.path.name), daemon=True
        ).start()
        try:
            self.about = self._load()
        except BaseException:
            self.kill()
            raise

    def _load(self) -> Message:
        path = str(self.file.path)
        free = (available_memory() or 0) >> 21
        most = max(_LOADING_MEGABYTES, free)
        values = {"path": path, "digest": self.file.digest, "megabytes": most}
        try:
            self.channel.send(values, _LOADING_SECONDS)
            reply = self.channel.receive(_LOADING_SECONDS)
        except SilentError:
            problem = f"cannot be loaded (not within {_LOADING_SECONDS:g} s)"
            raise InputError(problem, "agent", path) from None
        except ClosedError:
            problem = "cannot be loaded (its process ended)"
            raise InputError(problem, "agent", path) from None
        except ChannelError as error:
            raise InputError(f"cannot be loaded (it sent {error})", "agent", path) from None
        if isinstance(failed := reply.get("failed"), str):
            raise InputError(f"cannot be loaded ({failed})", "agent", path)
        if isinstance(refused := reply.get("refused"), str):
            raise InputError(refused, "agent", path, expected=str(reply.get("expected", "")))
        if not _describes(reply):
            raise InputError("cannot be loaded (it sent what is no answer)", "agent", path)
        return reply

    @property
    def is_reusable(self) -> bool:
        """Whether nothing of a session can be left in it."""
        return self.about.get("reusable") is True

    def end_session(self) -> bool:
        """Have a session end; whether the process is ready for another one."""
        try:
            self.channel.send({"do": "end"}, _ENDING_SECONDS)
            reply = self.channel.receive(_ENDING_SECONDS)
        except ChannelError:
            return False
        return reply.get("ended") == 0 and self.is_reusable

    def kill(self) -> None:
        """End the process and all that it started; it does so itself when the channel closes."""
        self.channel.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_ENDING_SECONDS)
            return
        with suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


def _describes(reply: Message) -> bool:
    """Whether a reply says what is said of an agent, in the types that it is said in."""
    options = reply.get("options")
    return (
        isinstance(reply.get("description"), str)
        and type(reply.get("interactive")) is bool
        and isinstance(options, list)
        and all(
            isinstance(option, list) and len(option) == 3 and all(type(t) is str for t in option)
            for option in options
        )
    )


def _relay(output: IO[bytes], name: str) -> None:
    """Show people what an agent prints, the first lines of it, in a way that is safe to show."""
    with suppress(OSError, ValueError), output:
        for raw in iter(lambda: output.readline(1 << 16), b""):
            text = raw.decode(errors="replace").rstrip() or " "
            _shown[name] += 1
            if _shown[name] == _MOST_LINES:
                text = "more is not shown"
            if _shown[name] <= _MOST_LINES:
                line = one_line(f"{name}: {text}", _LONGEST_LINE)
                print(line, file=sys.stderr, flush=True)


_shown: Counter[str] = Counter()
_idle: list[Host] = []
_guard = threading.Lock()
_MOST_IDLE = 16


def take_host(file: AgentFile, seating: int = 0) -> Host:
    """A process for a session of a seating: one that waits, or a new one."""
    with _guard:
        for host in _idle:
            if (host.file, host.seating) == (file, seating):
                _idle.remove(host)
                return host
    return Host(file, seating)


def give_back(host: Host) -> None:
    """A session is over; keep its process for another one where that is safe."""
    if host.end_session():
        with _guard:
            if len(_idle) < _MOST_IDLE:
                _idle.append(host)
                return
    host.kill()


@atexit.register
def close_hosts() -> None:
    """End all processes that wait for a session."""
    with _guard:
        hosts, _idle[:] = list(_idle), []
    for host in hosts:
        host.kill()


@lru_cache(maxsize=64)
def about_file(file: AgentFile) -> Message:
    """What a file says of the agent it registers; it is loaded for that in its own process."""
    host = take_host(file)
    about = host.about
    with _guard:
        if len(_idle) < _MOST_IDLE:
            _idle.append(host)
            return about
    host.kill()
    return about
