"""One stream of server-sent events a page: states of jobs and tables, each with an id.

An event carries the whole state of one thing, so that whoever comes late needs only the last event
of each. ``Last-Event-ID`` (or ``since``) resumes: everything newer is sent, all of it to a page
that knew an earlier server.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator
from secrets import token_hex
from typing import Any

RETRY = 2000  # milliseconds until a browser asks again
PULSE = 15.0  # seconds between comments that keep a connection alive
_LOOK = 0.2  # seconds between looks at a stopping server


class Hub:
    """The last state of everything that was told, and who listens."""

    def __init__(self) -> None:
        self.run = token_hex(4)
        self.stopping = threading.Event()
        self._lock = threading.Lock()
        self._number = 0
        self._last: dict[tuple[str, str], tuple[int, Any]] = {}

    def tell(self, kind: str, key: str, state: Any) -> None:
        """Keep a state as the newest of its thing; from any thread."""
        with self._lock:
            self._number += 1
            self._last[kind, key] = (self._number, state)

    def since(self, number: int) -> list[tuple[int, str, Any]]:
        """All that is newer than a number, oldest first: its number, kind and state."""
        with self._lock:
            newer = [(n, key[0], state) for key, (n, state) in self._last.items() if n > number]
        return sorted(newer, key=lambda one: one[0])

    def place(self, last: str) -> int:
        """The number behind an event's id; 0 for one of another server, or none."""
        run, _, number = last.partition("-")
        return int(number) if run == self.run and number.isdigit() and len(number) < 16 else 0

    async def stream(self, last: str = "", pulse: float = PULSE) -> AsyncIterator[str]:
        """The events as text, until the server stops."""
        place = self.place(last)
        yield f"retry: {RETRY}\nid: {self.run}-{place}\nevent: hello\ndata: {{}}\n\n"
        quiet = 0.0
        while not self.stopping.is_set():
            for number, kind, state in self.since(place):
                place = number
                text = json.dumps(state, allow_nan=False)
                yield f"id: {self.run}-{number}\nevent: {kind}\ndata: {text}\n\n"
                quiet = 0.0
            if quiet >= pulse:
                quiet = 0.0
                yield ": pulse\n\n"
            await asyncio.sleep(_LOOK)
            quiet += _LOOK
