"""Settings and costly things shared by all tests."""

import os
import shutil
import sys

import numpy as np
import pytest
from hypothesis import settings

# The first call of a kernel compiles it, so no single example may have a deadline.
settings.register_profile("equipoise", deadline=None)
settings.load_profile("equipoise")


def pytest_configure(config):
    """Missing encodings are errors in tests; programs that they start would print those of others."""
    runs_tests = hasattr(config, "workerinput") or not config.getoption("numprocesses", None)
    if runs_tests:
        os.environ.pop("PYTHONWARNDEFAULTENCODING", None)


@pytest.fixture(autouse=True)
def _only_our_agents():
    """What a test or a page of documentation registers is gone after it."""
    yield
    registry = sys.modules.get("equipoise.agents.registry")
    for name, entry in list(registry._entries.items()) if registry else []:
        if not entry.trusted:
            del registry._entries[name]


@pytest.fixture(autouse=True, scope="session")
def _other_rounding():
    """With ``EQUIPOISE_TEST_ROUNDING=seed`` matrix products round as no library here does.

    Every entry is moved by half a unit in the last place of the sum of its terms' sizes, up, down
    or not at all by the seed and its place: what another order of additions may do. The same
    product is rounded alike every time, as any one library does.
    """
    seed = os.environ.get("EQUIPOISE_TEST_ROUNDING")
    if not seed:
        yield
        return
    from equipoise.response.evaluate import Passes

    def moved(self, player):
        for reach, operator, product, factors, values in self._blocks[player]:
            np.matmul(reach, operator, out=product)
            random = np.random.default_rng([int(seed), *product.shape])
            ways = random.integers(-1, 2, product.shape).astype(product.dtype)
            half = np.finfo(product.dtype).eps / 2
            product += ways * half * (np.abs(reach) @ np.abs(operator))
            np.multiply(product, factors, out=values)

    plain, Passes.terminal_values = Passes.terminal_values, moved
    yield
    Passes.terminal_values = plain


@pytest.fixture(scope="session")
def strength_folder(tmp_path_factory):
    """Strength tables with five bins, 0.7 GB: made once, some seconds, and removed at the end."""
    from equipoise.abstraction.strength.build import build_tables

    folder = tmp_path_factory.mktemp("strength") / "tables"
    build_tables(folder, bins=5)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def strength_tables(strength_folder):
    """The same, opened."""
    from equipoise.abstraction.strength.store import open_tables

    return open_tables(strength_folder)
