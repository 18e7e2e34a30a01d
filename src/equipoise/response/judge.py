"""What a run needs to tell how good a strategy is, exactly or on samples."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from equipoise.kernels.passes import PROBABILITIES
from equipoise.kernels.types import Floats
from equipoise.response.evaluate import Exploitability
from equipoise.trees.layout import Layout
from equipoise.trees.tree import BettingTree


class Judge(Protocol):
    """A game and how strategies of it are judged: ``Passes``, or ``SampledBoards``."""

    @property
    def layout(self) -> Layout:
        """Where the numbers of a strategy lie."""

    @property
    def tree(self) -> BettingTree:
        """The betting tree."""

    @property
    def dtype(self) -> np.dtype[np.floating[Any]]:
        """The type of a solver's numbers."""

    @property
    def is_slow(self) -> bool:
        """Whether one judgement takes seconds, so that the first one has to wait."""

    def exploitability(self, strategy: Floats, form: int = PROBABILITIES) -> Exploitability:
        """What best responses win, or what is known of it."""
