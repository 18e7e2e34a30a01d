"""What an agent's own process runs: ``python -m equipoise.agents.hosting.host FD [MB COMMAND]``.

Three processes, each the parent of the next. The first watches the channel: when the table is gone,
or the host has ended, it ends everything. The second is the first process of a namespace where the
system has them; it loads the agent's file once and then only waits. For each session it makes a
copy of itself, the third, in which the agent is made and plays: so no session knows of another, and
whatever the agent left running ends with its session.

Given a command, the second process starts that instead, as the third: a client that plays over a
socket of its own. It waits for all that the command left running.

Little is imported before the second process is there: a process with threads, as NumPy has them,
may not make a namespace of users.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import sys
from contextlib import suppress

from equipoise.agents.hosting.confine import (
    adopt_orphans,
    die_with_parent,
    end_children,
    enter_own_processes,
    give_up_privileges,
    keep_memory_private,
    limit_memory,
    see_own_processes,
    write_no_core_files,
)
from equipoise.base.errors import InputError
from equipoise.base.folders import private_folder, user_folder

_LOOK = 0.2  # seconds between looks where the system cannot wait for two things at once


def main() -> None:
    """Be the first of the three processes."""
    connection = socket.socket(fileno=int(sys.argv[1]))
    connection.set_inheritable(False)
    write_no_core_files()
    adopt_orphans()
    with suppress(InputError, OSError):  # without it kernels say so themselves
        private_folder(user_folder("kernels"))  # before root is nobody to us
    has_namespace = enter_own_processes()
    host = os.fork()
    if host == 0:
        command = sys.argv[2:]
        # never believe a sandbox that only says that it made a namespace
        has_namespace = has_namespace and os.getpid() == 1
        if has_namespace:
            see_own_processes()
        os._exit(_run(command) if command else _host(connection, has_namespace))
    os._exit(_watch(connection, host))


def _watch(connection: socket.socket, host: int) -> int:
    """Wait for the end of the host or of the table, and end what is left."""
    ends = select.poll()
    ends.register(connection, 0)  # only that the other side is gone
    look: float | None = _LOOK * 1000
    with suppress(OSError, AttributeError):  # Linux can wait for a process as for a file
        ends.register(os.pidfd_open(host), select.POLLIN)
        look = None
    while not ends.poll(look) and os.waitpid(host, os.WNOHANG)[0] == 0:
        pass
    with suppress(OSError):
        os.kill(host, signal.SIGKILL)
    end_children()
    return 0


def _host(connection: socket.socket, has_namespace: bool) -> int:
    """Be the second."""
    die_with_parent()
    adopt_orphans()
    keep_memory_private()  # other agents have hosts too
    give_up_privileges()
    from equipoise.agents.hosting.serve import serve
    from equipoise.agents.hosting.wire import Channel

    return serve(Channel(connection), has_namespace)  # it will end all processes it can see


def _run(arguments: list[str]) -> int:
    """Be the second where a command is the third; ``arguments`` are its megabytes and itself."""
    die_with_parent()
    adopt_orphans()
    give_up_privileges()
    megabytes, command = int(arguments[0]), arguments[1:]
    child = os.fork()
    if child == 0:
        limit_memory(megabytes or None, for_good=True)
        os.environ.pop("PYTHONSAFEPATH", None)  # ours; a script may import what is beside it
        try:
            os.execvp(command[0], command)
        except OSError as error:
            print(f"cannot be started ({error.strerror})", file=sys.stderr, flush=True)
            os._exit(127)
    with suppress(ChildProcessError):
        while True:
            os.waitpid(-1, 0)
    return 0


if __name__ == "__main__":
    main()
