"""MIVAT: a linear value function fitted to played hands (White and Bowling 2009).

With A the features that depend on chance only (``luck``), the estimate ``u - theta A`` has the mean
of u for any theta; least squares with an intercept gives the theta of least variance. Theta for one
half of the hands is fitted on the other half, so no hand contributes to its own correction.
"""

from __future__ import annotations

import numpy as np

from equipoise.base.errors import InputError
from equipoise.kernels.types import Bools, Float64s

_FEWEST = 20


def halves(count: int, turns: int) -> Bools:
    """True for hands of the second half; blocks of ``turns`` hands alternate."""
    found: Bools = (np.arange(count) // max(turns, 1)) % 2 == 1
    return found


def fit(features: Float64s, won: Float64s) -> Float64s:
    """Theta by least squares with an intercept; 0 for constant features."""
    centred = features - features.mean(axis=0)
    scale = np.sqrt((centred**2).mean(axis=0))
    scale = np.where(scale > 0.0, scale, 1.0)
    theta, *_ = np.linalg.lstsq(centred / scale, won - won.mean(), rcond=None)
    found: Float64s = theta / scale
    return found


def corrected(features: Float64s, won: Float64s, second: Bools) -> tuple[Float64s, Float64s]:
    """The estimate of every value, fitted crosswise, and both thetas [2, features].

    ``features`` [n, ..., k] and ``won`` [n, ...]; ``second`` [n]: True for rows of the second half.
    """
    if min(int(second.sum()), int((~second).sum())) < _FEWEST:
        raise InputError(
            f"{len(won)} hands are too few to fit a value function",
            expected=f"{2 * _FEWEST} or more",
        )
    count = features.shape[-1]
    result = np.empty_like(won)
    thetas = []
    for part in (second, ~second):
        theta = fit(features[~part].reshape(-1, count), won[~part].reshape(-1))
        result[part] = won[part] - features[part] @ theta
        thetas.append(theta)
    return result, np.stack(thetas)
