"""A clock over agents: one that does not come back is called back, where that can be done."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator, MutableSequence
from contextlib import contextmanager
from time import monotonic
from types import FrameType

_LOOKS = 4  # how often within the limit the clock is looked at


class TooSlow(BaseException):
    """Raised inside an agent that has used up its time; its ``except Exception`` does not help."""


class Watch:
    """Who is acting, and since when.

    ``marks`` may be memory that another process reads: the player's number and the start, 0.0
    while nobody acts. Then a process that hangs or dies can be told from the outside, and whose
    fault it was.
    """

    def __init__(self, seconds: float | None, marks: MutableSequence[float] | None = None) -> None:
        self.seconds = seconds
        self.marks: MutableSequence[float] = [0.0, 0.0] if marks is None else marks
        #: in a process of its own nobody presses Ctrl-C: an interrupt is then the agent's doing
        self.is_walled = marks is not None

    @contextmanager
    def running(self) -> Iterator[None]:
        """Interrupt agents that are too slow; only a main thread with signals can.

        A timer looks at the clock a few times within the limit, which costs agents that are quick
        nothing. Elsewhere an agent is charged once it answers.
        """
        able = hasattr(signal, "setitimer")
        if self.seconds is None or not able or threading.current_thread() is not _main():
            yield
            return

        def look(number: int, frame: FrameType | None) -> None:
            since = self.marks[1]
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
