"""Settings and costly things shared by all tests."""

import os
import shutil
import signal
import sys

import pytest
from hypothesis import settings

# The first call of a kernel compiles it, so no single example may have a deadline.
settings.register_profile("equipoise", deadline=None)
settings.load_profile("equipoise")


def pytest_configure(config):
    """Missing encodings are errors in tests, not in programs that they start; the width is ours."""
    runs_tests = hasattr(config, "workerinput") or not config.getoption("numprocesses", None)
    if runs_tests:
        os.environ.pop("PYTHONWARNDEFAULTENCODING", None)
        # a runner in the background ignores Ctrl-C, and so would every command that a test starts
        if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        # the width of what is not a terminal is ours; workers of pytest are told 80 columns
        os.environ.pop("COLUMNS", None)


REGISTRIES = {
    "equipoise.solvers.methods": ("METHODS",),
    "equipoise.translation.mappings": ("MAPPINGS",),
    "equipoise.abstraction.buckets.own": ("_own",),
    "equipoise.experiments.harness.registry": ("_own",),
}


@pytest.fixture(autouse=True)
def _only_our_names():
    """What a test or a page of documentation registers is gone after it."""
    yield
    registry = sys.modules.get("equipoise.agents.registry")
    for name, entry in list(registry._entries.items()) if registry else []:
        if not entry.trusted:
            del registry._entries[name]
    plugins = sys.modules.get("equipoise.base.plugins")
    if plugins is not None:
        plugins._loaded.clear()
    for module, names in REGISTRIES.items():
        for name in names if module in sys.modules else ():
            known = getattr(sys.modules[module], name)
            kept = getattr(sys.modules[module], "_BUILT_IN", None)
            if name == "_own":
                known.clear()
            elif kept is not None:
                for own in set(known) - set(kept):
                    del known[own]
    schedules, methods = (sys.modules.get(f"equipoise.solvers.{of}") for of in ("cfr", "methods"))
    if schedules is not None and methods is not None:
        for own in set(schedules.SCHEDULES) - set(methods.METHODS):
            del schedules.SCHEDULES[own]


@pytest.fixture(autouse=True, scope="session")
def _other_rounding():
    """With ``EQUIPOISE_TEST_ROUNDING=seed`` matrix products round as no library here does."""
    seed = os.environ.get("EQUIPOISE_TEST_ROUNDING")
    if not seed:
        yield
        return
    from tests.rounding import other_rounding

    with other_rounding(int(seed)):
        yield


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
