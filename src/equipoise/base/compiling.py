"""Compilation status without importing the compiler: callback and time."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter


class Compiling:
    """Counts the kernels compiled in this process, and the seconds it took.

    ``tell`` is called with the name of each kernel as its compilation begins.
    """

    def __init__(self) -> None:
        self.tell: Callable[[str], object] = lambda name: None
        self.kernels = 0
        self._seconds = 0.0
        self._depth = 0
        self._began = 0.0

    @property
    def seconds(self) -> float:
        """Seconds spent on compilation so far."""
        return self._seconds + (perf_counter() - self._began if self._depth else 0.0)

    def begin(self, name: str) -> None:
        """Compilation of a function begins, possibly nested."""
        if self._depth == 0:
            self._began = perf_counter()
            self.kernels += 1
            self.tell(name)
        self._depth += 1

    def end(self) -> None:
        """Compilation of a function ended."""
        self._depth -= 1
        if self._depth == 0:
            self._seconds += perf_counter() - self._began


COMPILING = Compiling()


class WorkClock:
    """Seconds since its creation, without compilation."""

    def __init__(self) -> None:
        self._started, self._compiling = perf_counter(), COMPILING.seconds

    @property
    def seconds(self) -> float:
        """Seconds of work so far."""
        return perf_counter() - self._started - (COMPILING.seconds - self._compiling)
