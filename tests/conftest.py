"""Settings shared by all tests."""

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
