"""Crosstables: every row against every column, with averages (Schnizlein 2009, Table 1.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from equipoise.base.errors import InputError
from equipoise.evaluation.estimates import Estimate, t_quantile
from equipoise.kernels.types import Float64s

_SAME = 1e-9


@dataclass(frozen=True)
class Crosstable:
    """Win rate of each row against each column per hand; ``errors``: standard errors, 0 if exact.

    Values are antisymmetric, errors symmetric; the diagonal is 0 and ignored. ``degrees``: degrees
    of freedom of each error, infinite by default; with few sessions the interval of a pair is wider
    (Student's t).
    """

    names: tuple[str, ...]
    means: Float64s
    errors: Float64s
    degrees: Float64s = field(default_factory=lambda: np.array(np.inf))

    def __post_init__(self) -> None:
        size = len(self.names)
        if self.degrees.ndim == 0:
            object.__setattr__(self, "degrees", np.full((size, size), float(self.degrees)))
        tables = (self.means, "results"), (self.errors, "errors"), (self.degrees, "degrees")
        for values, what in tables:
            if values.shape != (size, size):
                raise InputError(f"{values.shape} {what} for {size} players")
        odd = np.abs(self.means + self.means.T) > _SAME
        if odd.any():
            row, column = np.argwhere(odd)[0]
            raise InputError(
                f"what {self.names[row]} wins from {self.names[column]} is not what "
                f"{self.names[column]} loses"
            )

    @classmethod
    def of(
        cls, names: Sequence[str], pairs: dict[tuple[int, int], tuple[float, float]]
    ) -> Crosstable:
        """The table from mean and standard error of each pair, from the first player's view."""
        size = len(names)
        means, errors = np.zeros((size, size)), np.zeros((size, size))
        for (row, column), (mean, error) in pairs.items():
            means[row, column], means[column, row] = mean, -mean
            errors[row, column] = errors[column, row] = error
        return cls(tuple(names), means, errors)

    @classmethod
    def of_estimates(
        cls, names: Sequence[str], pairs: dict[tuple[int, int], Estimate]
    ) -> Crosstable:
        """The table from the estimates of each pair."""
        table = cls.of(names, {pair: (seen.mean, seen.error) for pair, seen in pairs.items()})
        for (row, column), seen in pairs.items():
            if seen.error > 0.0:
                table.degrees[row, column] = table.degrees[column, row] = seen.groups - 1
        return table

    def half_widths(self) -> Float64s:
        """Half-width of the 95% interval of each pair."""
        return _half_widths(self.errors, self.degrees)

    def averages(self, among: Sequence[int] | None = None) -> Float64s:
        """The mean of each row over the other players, optionally only among some."""
        chosen = range(len(self.names)) if among is None else among
        part = self.means[np.ix_(chosen, chosen)]
        average: Float64s = part.sum(axis=1) / max(len(part) - 1, 1)
        return average

    def average_errors(self) -> Float64s:
        """Standard errors of the averages; matches are independent."""
        error: Float64s = np.sqrt((self.errors**2).sum(axis=1)) / max(len(self.names) - 1, 1)
        return error

    def average_half_widths(self) -> Float64s:
        """Half-widths of their 95% intervals, degrees of freedom after Welch (1947).

        A sum of variances s_i, each estimated with v_i degrees, has (sum s_i)^2 / sum s_i^2 / v_i.
        """
        parts = self.errors**2
        spread = (parts**2 / self.degrees).sum(axis=1)
        total = parts.sum(axis=1) ** 2
        degrees = np.divide(total, spread, out=np.full(len(total), np.inf), where=spread > 0.0)
        return _half_widths(self.average_errors(), degrees)


def _half_widths(errors: Float64s, degrees: Float64s) -> Float64s:
    known, places = np.unique(degrees, return_inverse=True)
    factors = np.array([t_quantile(float(one)) for one in known])
    widths: Float64s = factors[places].reshape(errors.shape) * errors
    return widths
