"""Read-only views of arrays, so that kernels are compiled for one array type only.

Numba treats read-only and writable arrays as different types and compiles a kernel for each.
Callers may pass either; a read-only view always has the same type and copies nothing.
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import numpy.typing as npt

Array = TypeVar("Array", bound=npt.NDArray[np.generic])


def frozen(array: Array) -> Array:
    """Return a read-only view of the same data."""
    view = array.view()
    view.setflags(write=False)
    return view
