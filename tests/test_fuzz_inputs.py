"""A slice of ``make fuzz``: some thousand damaged inputs, the same ones every time."""

import contextlib
import signal
from pathlib import Path

import pytest
from tests.fuzz_inputs import all_targets, fuzz

#: inputs in all, shared among targets as in the whole
INPUTS = 3000
NAMES = [target.name for target in all_targets(Path("nowhere")) if not target.slow]
pytestmark = [
    pytest.mark.filterwarnings("error"),
    pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="no alarm to end what hangs"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("fuzz")
    with contextlib.chdir(place):
        yield place


@pytest.mark.parametrize("name", NAMES)
def test_damaged_input_is_refused_in_one_line(folder, name):
    targets = all_targets(folder)
    (target,) = (target for target in targets if target.name == name)
    said = []
    count = round(INPUTS * target.share / sum(target.share for target in targets))
    assert not fuzz(folder, [target], count, timed=False, say=said.append), "\n".join(said)
