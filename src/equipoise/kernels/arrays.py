"""Read-only views of arrays, so that callers give kernels one kind of array.

To Numba a read-only array is another type than a writable one, and each type is compiled apart.
What people pass in may be either; a read-only view of it is always the same, and costs nothing.
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import numpy.typing as npt

Array = TypeVar("Array", bound=npt.NDArray[np.generic])


def frozen(array: Array) -> Array:
    """The same data as an array that cannot be written through."""
    view = array.view()
    view.setflags(write=False)
    return view
