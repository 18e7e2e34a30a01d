"""The inside of a host: an agent's file is loaded once, and played in a fresh copy each session."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

from equipoise.agents.hosting.confine import die_with_parent, end_children, limit_memory
from equipoise.agents.hosting.seat import Seat, words_of
from equipoise.agents.hosting.wire import Channel, ClosedError, Message
from equipoise.agents.registry import Entry, load_entry, spec_of
from equipoise.agents.watch import Watch
from equipoise.errors import InputError, one_line

_LONGEST_WORDS = 300


def serve(channel: Channel, has_namespace: bool) -> int:
    """Load the file that the table names, then make a copy of this process for each session."""
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
    end_children(has_namespace)
    channel.send({"ended": os.waitstatus_to_exitcode(status)})


def _play(channel: Channel, entry: Entry, begin: Message) -> None:
    """Be the third: make the agent and ask it what the table asks."""
    die_with_parent()
    limit_memory(begin["megabytes"], for_good=True)
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
