"""Crosstables: every row against every column, with averages, as Schnizlein 2009, Table 1.1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from equipoise.errors import InputError
from equipoise.kernels.types import Float64s

_SAME = 1e-9


@dataclass(frozen=True)
class Crosstable:
    """What each row wins from each column a hand; ``errors`` are standard errors, 0 if exact.

    The tables are antisymmetric, errors symmetric; the diagonal is 0 and counts for nothing.
    """

    names: tuple[str, ...]
    means: Float64s
    errors: Float64s

    def __post_init__(self) -> None:
        size = len(self.names)
        for values, what in ((self.means, "results"), (self.errors, "errors")):
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
        """The table of matches: mean and standard error of each pair, seen from the first."""
        size = len(names)
        means, errors = np.zeros((size, size)), np.zeros((size, size))
        for (row, column), (mean, error) in pairs.items():
            means[row, column], means[column, row] = mean, -mean
            errors[row, column] = errors[column, row] = error
        return cls(tuple(names), means, errors)

    def averages(self, among: Sequence[int] | None = None) -> Float64s:
        """The mean of each row over the others, perhaps only among some players."""
        chosen = range(len(self.names)) if among is None else among
        part = self.means[np.ix_(chosen, chosen)]
        average: Float64s = part.sum(axis=1) / max(len(part) - 1, 1)
        return average

    def average_errors(self) -> Float64s:
        """Their standard errors: matches are independent of each other."""
        error: Float64s = np.sqrt((self.errors**2).sum(axis=1)) / max(len(self.names) - 1, 1)
        return error
