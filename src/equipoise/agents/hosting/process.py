"""Processes for agents from files: start, reuse, end."""

from __future__ import annotations

import atexit
import base64
import hashlib
import os
import signal
import socket
import subprocess
import sys
import threading
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import IO

from equipoise.agents import journal
from equipoise.agents.hosting.confine import keep_memory_private
from equipoise.agents.hosting.wire import (
    MOST_SOURCE_BYTES,
    Channel,
    ChannelError,
    ClosedError,
    Message,
    SilentError,
)
from equipoise.base.errors import InputError, one_line
from equipoise.base.workers import available_memory

#: limits for loading a file
_LOADING_SECONDS, _LOADING_MEGABYTES = 60.0, 4096  # seconds; megabytes, or half of the free memory
_ENDING_SECONDS = 2.0
_MOST_LINES, _LONGEST_LINE = 50, 200  # limits of an agent's output shown to the user
_MODULE = "equipoise.agents.hosting.host"


@dataclass(frozen=True)
class AgentFile:
    """A Python file with its content, read once, and the SHA-256 of that.

    Hosts receive the content, so later changes of the file have no effect.
    """

    path: Path
    digest: str
    content: bytes = field(compare=False, repr=False)

    @classmethod
    def of(cls, path: Path, content: bytes) -> AgentFile:
        """An agent file from its path and content."""
        return cls(path, hashlib.sha256(content).hexdigest(), content)


class Confined:
    """A process of :mod:`~equipoise.agents.hosting.host`, which ends when its channel is closed.

    Its output is shown with the prefix ``name``.
    """

    def __init__(self, name: str, *arguments: str) -> None:
        if not hasattr(os, "fork"):
            raise InputError("agents in their own process need a system with fork", "agent", name)
        keep_memory_private()
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                # -P: do not import modules of the working directory
                [sys.executable, "-P", "-m", _MODULE, str(theirs.fileno()), *arguments],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # Ctrl-C is for the match
            )
        self.channel = Channel(ours)
        assert self._process.stdout is not None
        threading.Thread(target=_relay, args=(self._process.stdout, name), daemon=True).start()

    @property
    def has_ended(self) -> bool:
        """True if it has ended by itself."""
        return self._process.poll() is not None

    def kill(self) -> None:
        """End the process and everything it started, by closing the channel."""
        self.channel.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_ENDING_SECONDS)
            return
        with suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


class Host(Confined):
    """A process that has loaded an agent's file."""

    def __init__(self, file: AgentFile, seating: int = 0) -> None:
        super().__init__(file.path.name)
        self.file, self.seating = file, seating
        try:
            self.about = self._load()
        except BaseException:
            self.kill()
            raise

    def _load(self) -> Message:
        path = str(self.file.path)
        free = (available_memory() or 0) >> 21
        most = max(_LOADING_MEGABYTES, free)
        source = base64.b64encode(self.file.content).decode()
        values = {"path": path, "source": source, "megabytes": most}
        try:
            self.channel.send(values, _LOADING_SECONDS, MOST_SOURCE_BYTES)
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
            raise InputError("cannot be loaded (it sent an invalid answer)", "agent", path)
        return reply

    @property
    def is_reusable(self) -> bool:
        """True if nothing of a session can remain in it."""
        return self.about.get("reusable") is True

    def end_session(self) -> bool:
        """End a session; True if the process is ready for another one."""
        try:
            self.channel.send({"do": "end"}, _ENDING_SECONDS)
            reply = self.channel.receive(_ENDING_SECONDS)
        except ChannelError:
            return False
        return reply.get("ended") == 0 and self.is_reusable


def _describes(reply: Message) -> bool:
    """True if a reply is a valid description of an agent."""
    options = reply.get("options")
    return (
        isinstance(reply.get("description"), str)
        and all(type(reply.get(name)) is bool for name in ("needs_terminal", "long_lived"))
        and isinstance(options, list)
        and all(
            isinstance(option, list) and len(option) == 3 and all(type(t) is str for t in option)
            for option in options
        )
    )


def _relay(output: IO[bytes], name: str) -> None:
    """Show the first lines of an agent's output, made printable."""
    with suppress(OSError, ValueError), output:
        for raw in iter(lambda: output.readline(1 << 16), b""):
            text = raw.decode(errors="replace").rstrip() or " "
            _shown[name] += 1
            limited = not journal.is_read()
            if limited and _shown[name] == _MOST_LINES:
                text = "more is not shown (--debug shows all)"
            if not limited or _shown[name] <= _MOST_LINES:
                line = one_line(f"{name}: {text}", _LONGEST_LINE)
                print(line, file=sys.stderr, flush=True)


_shown: Counter[str] = Counter()
_idle: list[Host] = []
_guard = threading.Lock()
_MOST_IDLE = 16


def take_host(file: AgentFile, seating: int = 0) -> Host:
    """A process for a session of a seating: a waiting one, or a new one."""
    with _guard:
        for host in _idle:
            if (host.file, host.seating) == (file, seating):
                _idle.remove(host)
                return host
    return Host(file, seating)


def give_back(host: Host) -> None:
    """A session is over; keep its process for another one if that is safe."""
    if host.end_session():
        with _guard:
            if len(_idle) < _MOST_IDLE:
                _idle.append(host)
                return
    host.kill()


@atexit.register
def close_hosts() -> None:
    """End all waiting processes."""
    with _guard:
        hosts, _idle[:] = list(_idle), []
    for host in hosts:
        host.kill()


@lru_cache(maxsize=64)
def about_file(file: AgentFile) -> Message:
    """The description of the agent that a file registers; the file is loaded in its own process."""
    host = take_host(file)
    about = host.about
    with _guard:
        if len(_idle) < _MOST_IDLE:
            _idle.append(host)
            return about
    host.kill()
    return about
