"""What is the same to the last bit everywhere, in a process of the setting that differs most."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest
from tests import digests, settings
from tests.kernels.called import called
from tests.rounding import other_rounding

from equipoise.cards import cards_text
from equipoise.games import find_game
from equipoise.kernels.random import next_uint64, seed_state
from equipoise.matches.dealing import deal_cards
from equipoise.matches.match import play_match
from equipoise.matches.plan import MatchPlan
from equipoise.spine.game import AbstractGame
from equipoise.spine.passes import Passes


@pytest.fixture(scope="module")
def elsewhere():
    """Digests made with plain code: an old processor, no fused multiply-add, ASCII.

    Where the tests themselves run so, with the code for this processor.
    """
    name = "native" if os.environ.get("NUMBA_CPU_NAME") else "other"
    done = subprocess.run(
        [sys.executable, "-m", "tests.digests"],
        env={**settings.environment(settings.SETTINGS[name]), "PYTHONPATH": _path()},
        capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    return json.loads(done.stdout)


def _path():
    """Where modules are found: where they are now, with these tests."""
    given = os.environ.get("PYTHONPATH")
    return os.pathsep.join([str(settings.ROOT), *([given] if given else [])])


@pytest.mark.parametrize("part", digests.PARTS, ids=lambda part: part.__name__)
def test_digests_are_those_of_another_setting(part, elsewhere):
    here = {name: value for name, value in part().items() if name.startswith("same ")}
    assert here and here == {name: elsewhere[name] for name in here}


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_other_rounding_moves_the_last_bits_and_no_more(dtype):
    """What the settings ``rounding-1`` and ``rounding-2`` do to all tests."""
    game = AbstractGame("leduc").passes()
    passes = Passes(game.tree, game.model, dtype)
    strategy = passes.layout.uniform()
    plain = passes.exploitability(strategy)
    with other_rounding(5):
        moved = Passes(passes.tree, passes.model, dtype).exploitability(strategy)
        again = Passes(passes.tree, passes.model, dtype).exploitability(strategy)
    assert moved == again != plain
    assert moved.average == pytest.approx(plain.average, abs=float(20 * np.finfo(dtype).eps))


def test_seeds_give_the_same_cards_and_numbers_on_every_machine():
    """Known values: a seed that is written down stays worth something."""
    deals = deal_cards(find_game("holdem-nolimit:100bb"), 0, 0, 2)
    assert [cards_text(row.tolist(), " ") for row in deals] == [
        "Jc 5c 5d Qd 2c Qh Qc Jh 7c",
        "6s 5c 6d 6c 4h 8h Kh 4d Ah",
    ]
    state, draw = seed_state(1, 2), called(next_uint64)
    assert [int(draw(state)) for _ in range(2)] == [
        2161131656025429221,
        12969596133031744753,
    ]
    plan = MatchPlan("leduc", ("random", "call"), hands=100, seed=0)
    assert play_match(plan).parts.sum(axis=0).tolist() == [[-73080, 73080]]
