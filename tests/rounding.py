"""Matrix products that round as no library here does, to find tests that lean on a tie."""

from contextlib import contextmanager

import numpy as np

from equipoise.spine.cards.matrix import MatrixCards


@contextmanager
def other_rounding(seed):
    """Move every entry by half a unit in the last place of the sum of its terms' sizes.

    Up, down or not at all, by the seed and its place: what another order of additions may do. The
    same product is rounded alike every time, as any one library does.
    """
    plain = MatrixCards.operators

    def operators(self, kind, round_number, dtype):
        first, second = plain(self, kind, round_number, dtype)
        sizes = np.abs(np.asarray(self.matrix(kind, 0, round_number), dtype))
        return _moved(first, sizes.T, seed), _moved(second, sizes, seed)

    MatrixCards.operators = operators
    try:
        yield
    finally:
        MatrixCards.operators = plain


def _moved(operator, sizes, seed):
    def apply(reach, out):
        operator(reach, out)
        random = np.random.default_rng([seed, *out.shape])
        ways = random.integers(-1, 2, out.shape).astype(out.dtype)
        out += ways * (np.finfo(out.dtype).eps / 2) * (np.abs(reach) @ sizes)

    return apply
