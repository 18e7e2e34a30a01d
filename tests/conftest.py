"""Settings and costly things shared by all tests."""

import shutil
import sys

import pytest
from hypothesis import settings

# The first call of a kernel compiles it, so no single example may have a deadline.
settings.register_profile("equipoise", deadline=None)
settings.load_profile("equipoise")


@pytest.fixture(autouse=True)
def _only_our_agents():
    """What a test or a page of documentation registers is gone after it."""
    yield
    registry = sys.modules.get("equipoise.agents.registry")
    for name, entry in list(registry._entries.items()) if registry else []:
        if not entry.trusted:
            del registry._entries[name]


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
