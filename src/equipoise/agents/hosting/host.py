"""The program of an agent's process: ``python -m equipoise.agents.hosting.host FD [MB COMMAND]``.

Three processes, each the parent of the next. The first watches the channel: when the table is gone
or the host has ended, it kills everything. The second is the first process of a namespace, if
supported; it loads the agent's file once and then waits. For each session it forks the third, in
which the agent is created and plays: so sessions are isolated, and whatever the agent left running
ends with its session.

Given a command, the second process starts that instead, as the third: a client that plays over its
own socket. It waits for all processes that the command started.

Little is imported before the second process exists: a process with threads, such as NumPy's, cannot
create a user namespace.
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

_LOOK = 0.2  # polling interval in seconds if the system cannot wait for two things at once


def main() -> None:
    """Run the first of the three processes."""
    connection = socket.socket(fileno=int(sys.argv[1]))
    connection.set_inheritable(False)
    write_no_core_files()
    adopt_orphans()
    with suppress(InputError, OSError):  # without a cache kernels report it themselves
        private_folder(user_folder("kernels"))  # before root loses access
    has_namespace = enter_own_processes()
    host = os.fork()
    if host == 0:
        command = sys.argv[2:]
        # do not trust a sandbox that only claims to have created a namespace
        has_namespace = has_namespace and os.getpid() == 1
        if has_namespace:
            see_own_processes()
        os._exit(_run(command) if command else _host(connection, has_namespace))
    os._exit(_watch(connection, host))


def _watch(connection: socket.socket, host: int) -> int:
    """Wait until the host or the table ends, then kill what is left."""
    ends = select.poll()
    ends.register(connection, 0)  # hang-up only
    look: float | None = _LOOK * 1000
    with suppress(OSError, AttributeError):  # Linux can poll a process like a file
        ends.register(os.pidfd_open(host), select.POLLIN)
        look = None
    while not ends.poll(look) and os.waitpid(host, os.WNOHANG)[0] == 0:
        pass
    with suppress(OSError):
        os.kill(host, signal.SIGKILL)
    end_children()
    return 0


def _host(connection: socket.socket, has_namespace: bool) -> int:
    """Run the second process."""
    die_with_parent()
    adopt_orphans()
    keep_memory_private()  # other agents have hosts too
    give_up_privileges()
    from equipoise.agents.hosting.serve import serve
    from equipoise.agents.hosting.wire import Channel

    return serve(Channel(connection), has_namespace)  # it will kill all processes it can see


def _run(arguments: list[str]) -> int:
    """Run the second process for a command; ``arguments`` are its megabytes and the command."""
    die_with_parent()
    adopt_orphans()
    give_up_privileges()
    megabytes, command = int(arguments[0]), arguments[1:]
    child = os.fork()
    if child == 0:
        limit_memory(megabytes or None, for_good=True)
        os.environ.pop("PYTHONSAFEPATH", None)  # set by us; a script may import modules beside it
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
