"""The income rates that ship with the package: against one, three and six random opponents.

Papp 1998 (section 5.1) plays by these three tables. The first is exact, the others are from
``DEALS`` deals per hand with seed ``SEED``; ``python -m equipoise.cards.income_table`` rebuilds an
identical file, in two or three minutes on two cores.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import numpy as np

from equipoise.base.errors import InputError
from equipoise.base.files import write_atomically
from equipoise.cards.combos import combo_types
from equipoise.kernels.types import Float32s, Float64s

TABLE_PATH = Path(__file__).parent / "tables" / "income.npz"
CHECKSUM = "89e6102248e8c745acb1418a58fb58ebc7e78ec7c56cfc86b6f0e371f7caae5e"
OPPONENTS = (1, 3, 6)
DEALS, SEED = 2_000_000, 1998


@lru_cache(maxsize=1)
def stored_income() -> dict[int, Float64s]:
    """Rates (x 1000) of the 169 types [13, 13] by number of opponents, suited where row > column.

    >>> round(float(stored_income()[1][12, 12]))
    704
    """
    with np.load(TABLE_PATH, allow_pickle=False) as stored:
        single: Float32s = stored["rates"]
    if _checksum(single) != CHECKSUM:
        raise InputError(
            "its checksum does not match this version",
            what="table of income rates",
            text=TABLE_PATH.name,
            expected="reinstall the package",
        )
    rates = single.astype(np.float64)
    rates.setflags(write=False)
    return dict(zip(OPPONENTS, rates, strict=True))


@lru_cache(maxsize=len(OPPONENTS))
def income_by_combo(opponents: int) -> Float64s:
    """The rates of all 1,326 combos against one, three or six opponents."""
    rates: Float64s = stored_income()[opponents].ravel()[combo_types()]
    rates.setflags(write=False)
    return rates


def _checksum(rates: Float32s) -> str:
    return sha256(rates.astype("<f4").tobytes()).hexdigest()


def write_table(path: Path = TABLE_PATH) -> str:
    """Compute the rates, store them at ``path`` and return their checksum."""
    from equipoise.cards.income import exact_income_rates, sampled_income_rates

    rates = np.array(
        [
            exact_income_rates().rates
            if opponents == 1
            else sampled_income_rates(opponents, DEALS, SEED, _print_progress).rates
            for opponents in OPPONENTS
        ]
    ).astype(np.float32)
    buffer = BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, rates=rates)
    write_atomically(path, buffer.getvalue())
    return _checksum(rates)


def _print_progress(done: float, total: float, doing: str = "") -> None:
    print(f"\r{doing or 'dealing'} {done / total:4.0%}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    print(f"\n{write_table()}")
