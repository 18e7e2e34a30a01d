"""Inside a host: load an agent's file once, and play each session in a fresh fork."""

from __future__ import annotations

import base64
import os
import sys
from dataclasses import replace
from pathlib import Path

from equipoise.agents.agent import Agent
from equipoise.agents.hosting.confine import (
    allocated_megabytes,
    die_with_parent,
    end_children,
    limit_memory,
)
from equipoise.agents.hosting.seat import Seat, words_of
from equipoise.agents.hosting.wire import MOST_SOURCE_BYTES, Channel, ClosedError, Message
from equipoise.agents.registry import Entry, load_entry, spec_of
from equipoise.agents.trace import raised_in, trace_text
from equipoise.agents.watch import Watch
from equipoise.base.errors import InputError, one_line

_LONGEST_WORDS = 300


def serve(channel: Channel, has_namespace: bool) -> int:
    """Load the source that the table sends, then fork this process for each session."""
    try:
        message = channel.receive(most_bytes=MOST_SOURCE_BYTES)
        limit_memory(message["megabytes"])
        process, before = os.getpid(), allocated_megabytes()
        reply, entry = _loaded(message)
        taken = allocated_megabytes() - before
        if os.getpid() != process:  # a fork made by the file
            return 0
        channel.send({**reply, "reusable": has_namespace})
        while entry is not None:
            _session(channel, entry, channel.receive(), taken, has_namespace)
    except ClosedError:
        pass
    return 0


def _loaded(message: Message) -> tuple[Message, Entry | None]:
    try:
        entry = load_entry(Path(message["path"]), base64.b64decode(message["source"]))
    except InputError as error:
        refused = one_line(error.problem, _LONGEST_WORDS)
        return {"refused": refused, "expected": error.expected}, None
    except BaseException as error:
        place = raised_in(error, message["path"])
        return {"failed": f"{words_of(error)}{f', {place}' if place else ''}"}, None
    called, make = entry.name, entry.make
    made = make if isinstance(make, type) and issubclass(make, Agent) else None
    entry = replace(entry, name=message["path"])
    options = [(o.name, str(o.meaning), str(o.default)) for o in entry.options]
    return {
        "registered": one_line(called, _LONGEST_WORDS),
        "made_by": one_line(str(getattr(make, "__name__", "")), _LONGEST_WORDS),
        "remembers": None if made is None else bool(made.remembers),
        "listens": None if made is None else made.observe is not Agent.observe,
        "description": one_line(str(entry.description), _LONGEST_WORDS),
        "options": options,
        "needs_terminal": bool(entry.needs_terminal),
        "long_lived": bool(entry.long_lived),
    }, entry


def _session(
    channel: Channel, entry: Entry, begin: Message, taken: int, has_namespace: bool
) -> None:
    """Let a fork of this process play, and report its end to the table.

    ``taken``: megabytes used by loading the file, which the fork shares.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    player = os.fork()
    if player == 0:
        code = 1
        try:
            _play(channel, entry, begin, taken)
            code = 0
        except ClosedError:
            pass
        finally:
            os._exit(code)
    _, status = os.waitpid(player, 0)
    end_children(has_namespace)
    channel.send({"ended": os.waitstatus_to_exitcode(status)})


def _play(channel: Channel, entry: Entry, begin: Message, taken: int) -> None:
    """Run the third process: create the agent and relay the table's questions."""
    die_with_parent()
    most = begin["megabytes"]
    if most is not None and taken > most:  # too late for a limit
        words = f"loading its file took {taken:,} MB of memory, {most:,} are allowed"
        channel.send({"failed": words})
        channel.receive()  # end of the session
        return
    limit_memory(most, for_good=True)
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
            reply = {"failed": words_of(error), "trace": trace_text(error)}
        if os.getpid() != process:  # a fork made by the agent
            return
        channel.send(reply)
        while (message := channel.receive())["do"] != "end" and seat is not None:
            if message["do"] == "check":
                channel.send(seat.check_game(message))
            else:
                channel.send({**seat.answer(message), "number": message["number"]})
