"""Loads the kernels of a player when it is created.

The first call of a kernel loads or compiles its machine code, which would otherwise count as
decision time in a match.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from equipoise.cards.combos import COMBO_COUNT
from equipoise.cards.outlook import outlook
from equipoise.kernels.boards.warmup import board_kernels
from equipoise.kernels.loki.warmup import loki_kernels


@lru_cache(maxsize=2)
def load_kernels(sampling: bool = False) -> None:
    """Call each kernel that a modelling player needs once."""
    outlook((0, 5), (10, 15, 20), np.ones(COMBO_COUNT))
    calls = loki_kernels()
    if not sampling:
        del calls["sample_actions"]
    boards = board_kernels()
    for call in (*calls.values(), boards["order_board"], boards["crude_potential"]):
        call()
