"""Time limits for agents: slow ones are interrupted where possible."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType

_LOOKS = 4  # clock checks per limit


class TooSlow(BaseException):
    """Raised inside an agent that has used up its time; not caught by ``except Exception``."""


class Watch:
    """A limit in seconds, and ``since`` when an agent has been running: 0.0 while none is."""

    def __init__(self, seconds: float | None) -> None:
        self.seconds = seconds
        self.since = 0.0

    @contextmanager
    def running(self) -> Iterator[None]:
        """Interrupt agents that are too slow; only a main thread with signals can.

        A timer checks the clock a few times per limit, which costs fast agents nothing. Elsewhere
        an agent is charged once it answers.
        """
        able = hasattr(signal, "setitimer")
        if self.seconds is None or not able or threading.current_thread() is not _main():
            yield
            return

        def look(number: int, frame: FrameType | None) -> None:
            since = self.since
            if since and self.seconds is not None and monotonic() - since > self.seconds:
                raise TooSlow

        usual = signal.signal(signal.SIGALRM, look)
        interval = self.seconds / _LOOKS
        signal.setitimer(signal.ITIMER_REAL, interval, interval)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0.0)
            signal.signal(signal.SIGALRM, usual)


def _main() -> threading.Thread:
    return threading.main_thread()
