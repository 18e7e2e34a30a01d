"""What an agent's own process runs: ``python -m equipoise.agents.hosting.host FD``.

Three processes, each the parent of the next. The first watches the channel: when the table is gone,
or the host has ended, it ends everything. The second is the first process of a namespace where the
system has them; it loads the agent's file once and then only waits. For each session it makes a
copy of itself, the third, in which the agent is made and plays: so no session knows of another, and
whatever the agent left running ends with its session.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from equipoise.agents.hosting.confine import (
    die_with_parent,
    enter_own_processes,
    give_up_privileges,
    limit_memory,
    write_no_core_files,
)
from equipoise.agents.hosting.seat import Seat, words_of
from equipoise.agents.hosting.wire import Channel, ClosedError, Message
from equipoise.agents.registry import Entry, load_entry, spec_of
from equipoise.agents.watch import Watch
from equipoise.errors import InputError, one_line

_LOOK = 0.2  # seconds between looks where the system cannot wait for two things at once
_LONGEST_WORDS = 300


def main() -> None:
    """Be the first of the three processes."""
    connection = socket.socket(fileno=int(sys.argv[1]))
    connection.set_inheritable(False)
    write_no_core_files()
    has_namespace = enter_own_processes()
    host = os.fork()
    if host == 0:
        os._exit(_host(Channel(connection), has_namespace))
    os._exit(_watch(connection, host))


def _watch(connection: socket.socket, host: int) -> int:
    """Wait for the end of the host or of the table, and end what is left."""
    ends = select.poll()
    ends.register(connection, 0)  # only that the other side is gone
    if hasattr(os, "pidfd_open"):
        ends.register(os.pidfd_open(host), select.POLLIN)
    while not ends.poll(_LOOK * 1000) and os.waitpid(host, os.WNOHANG)[0] == 0:
        pass
    with suppress(OSError):
        os.kill(host, signal.SIGKILL)
        os.waitpid(host, 0)
    return 0


def _host(channel: Channel, has_namespace: bool) -> int:
    """Be the second: load the file, then make a copy for each session."""
    die_with_parent()
    give_up_privileges()
    try:
        message = channel.receive()
        limit_memory(message["megabytes"])
        process = os.getpid()
        reply, entry = _loaded(message)
        if os.getpid() != process:  # a copy that the file made of it
            return 0
        channel.send({**reply, "reusable": has_namespace})
        while entry is not None:
            _session(channel, entry, channel.receive(), has_namespace)
    except ClosedError:
        pass
    return 0


def _loaded(message: Message) -> tuple[Message, Entry | None]:
    try:
        entry = load_entry(Path(message["path"]), message["digest"])
    except InputError as error:
        refused = one_line(error.problem, _LONGEST_WORDS)
        return {"refused": refused, "expected": error.expected}, None
    except BaseException as error:
        return {"failed": words_of(error)}, None
    entry = replace(entry, name=message["path"])
    options = [(o.name, str(o.meaning), str(o.default)) for o in entry.options]
    return {
        "description": one_line(str(entry.description), _LONGEST_WORDS),
        "options": options,
        "interactive": bool(entry.interactive),
    }, entry


def _session(channel: Channel, entry: Entry, begin: Message, has_namespace: bool) -> None:
    """Let a copy of this process play, and tell the table when it has ended."""
    sys.stdout.flush()
    sys.stderr.flush()
    player = os.fork()
    if player == 0:
        code = 1
        try:
            _play(channel, entry, begin)
            code = 0
        except ClosedError:
            pass
        finally:
            os._exit(code)
    _, status = os.waitpid(player, 0)
    if has_namespace:
        with suppress(ProcessLookupError):
            os.kill(-1, signal.SIGKILL)  # all but this one, the first of the namespace
        with suppress(ChildProcessError):
            while True:
                os.waitpid(-1, 0)
    channel.send({"ended": os.waitstatus_to_exitcode(status)})


def _play(channel: Channel, entry: Entry, begin: Message) -> None:
    """Be the third: make the agent and ask it what the table asks."""
    die_with_parent()
    limit_memory(begin["megabytes"])
    watch = Watch(begin["seconds"])
    process = os.getpid()
    with watch.running():
        seat = None
        try:
            seat = Seat(spec_of("agent", begin["options"], entry).make, watch)
            reply: Message = {"remembers": seat.remembers, "listens": seat.listens}
        except InputError as error:
            reply = {"refused": one_line(str(error), _LONGEST_WORDS)}
        except BaseException as error:
            reply = {"failed": words_of(error)}
        if os.getpid() != process:  # a copy that the agent made of it
            return
        channel.send(reply)
        while seat is not None:
            message = channel.receive()
            if message["do"] == "end":
                return
            if message["do"] == "check":
                channel.send(seat.check_game(message))
            else:
                channel.send({**seat.answer(message), "number": message["number"]})


if __name__ == "__main__":
    main()
