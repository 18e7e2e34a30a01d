"""A table that grows at its end; kernels use its filled rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

_FIRST = 1024


class Growing:
    """Rows of numbers of one type; the capacity doubles when it is full."""

    def __init__(self, columns: int | None, dtype: npt.DTypeLike) -> None:
        shape = (_FIRST,) if columns is None else (_FIRST, columns)
        self._room: npt.NDArray[Any] = np.zeros(shape, dtype=dtype)
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, row: object) -> int:
        """Add a row and return its index."""
        if self._count == len(self._room):
            self._room = np.concatenate([self._room, np.zeros_like(self._room)])
        self._room[self._count] = row
        self._count += 1
        return self._count - 1

    @property
    def rows(self) -> npt.NDArray[Any]:
        """The filled rows; to be queried again after growth."""
        return self._room[: self._count]
