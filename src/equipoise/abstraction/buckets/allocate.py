"""Number of children per parent, by integer programming (Gilpin, Sandholm and Sorensen 2007).

Every parent p may be divided into 1, 2, ... parts with a known error; one division is chosen for
each so that the sum of errors is minimal with at most ``total`` parts.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import coo_array, vstack

from equipoise.base.errors import InputError, UnsolvedError
from equipoise.kernels.types import Float64s, Int64s


def allocate(errors: Float64s, total: int) -> Int64s:
    """The number of parts of each parent; ``errors[p, k - 1]`` is the error of parent p in k parts.

    >>> allocate(np.array([[9.0, 1.0, 0.0], [2.0, 1.5, 1.4]]), 4).tolist()
    [3, 1]
    """
    parents, most = errors.shape
    if total < parents:
        raise InputError(f"{total} children for {parents} parents", expected="at least one each")
    scale = float(errors.max()) or 1.0
    parts = np.tile(np.arange(1, most + 1), parents)
    places = np.arange(parents * most)
    one_each = coo_array((np.ones(len(places)), (places // most, places)))
    size = coo_array((parts.astype(np.float64), (np.zeros(len(places), dtype=int), places)))
    # a tiny cost per part prefers fewer parts if errors are equal; it is below the solver's gap, so
    # a tie may still go the other way
    costs = errors.ravel() / scale + 1e-12 * parts
    found = milp(
        costs,
        constraints=LinearConstraint(
            vstack([one_each, size]), [1.0] * parents + [0.0], [1.0] * parents + [float(total)]
        ),
        integrality=np.ones(len(places)),
        bounds=Bounds(0, 1),
        options={"mip_rel_gap": 1e-6},
    )
    if found.x is None:
        raise UnsolvedError(f"no allocation of {total} buckets found ({found.message})")
    chosen: Int64s = found.x.reshape(parents, most).argmax(axis=1) + 1
    return chosen
