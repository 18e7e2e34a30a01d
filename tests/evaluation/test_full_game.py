"""Stored strategies measured in the full game and in their own, without a command line."""

import pytest

from equipoise.base.errors import InputError
from equipoise.evaluation.abstract_game import exploit_in_abstraction, purify_stored
from equipoise.evaluation.full_game import InFullGame
from equipoise.evaluation.measured import Measured
from equipoise.interfaces.cli.main import run
from equipoise.spine.game import AbstractGame
from equipoise.strategies.opened import open_strategy
from equipoise.strategies.purify import Purification, purified_strategy
from equipoise.translation.options import Translation


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    place = tmp_path_factory.mktemp("strategies")
    for name, words in (
        ("full", ["leduc-nolimit:4"]),
        ("abstract", ["leduc-nolimit:8", "--bets", "fcpa"]),
    ):
        assert run(["solve", *words, "--iterations", "30", "--out", str(place / name)]) == 0
    return place


def test_uniform_leduc_has_the_published_exploitability():
    """NashConv 4.747222 of OpenSpiel's uniform policy: the sum over both seats."""
    game = AbstractGame("leduc")
    passes = game.passes()
    found = Measured.of(passes.exploitability(passes.layout.uniform()), game.rules.scale)
    assert sum(found.responses) == pytest.approx(4.747222, abs=1e-6)
    assert found.average == found.exploitability == pytest.approx(4.747222 / 2, abs=1e-6)
    assert found.extra == {}


def test_what_is_not_abstracted_is_not_changed_by_translation(folders):
    stored = open_strategy(folders / "full")
    found = InFullGame.of(stored).exploit(Translation("soft", "real"))
    assert found.exploitability == pytest.approx(stored.strategy.manifest.exploitability)
    assert found.value == pytest.approx(stored.strategy.manifest.value)
    own = exploit_in_abstraction(stored)
    assert own.measured.responses == pytest.approx(found.responses)
    assert own.boards is None


def test_one_more_size_wins_between_the_menu_and_every_bet(folders):
    game = InFullGame.of(open_strategy(folders / "abstract"), "call")
    ways = [Translation(name) for name in ("geometric", "pseudo-harmonic")]
    found = game.off_tree(ways)
    assert list(found) == ["geometric", "pseudo-harmonic"]
    for way in ways:
        seen = found[way.mapping]
        every = game.exploit(way).responses
        assert [value / game.problem.rules.scale for value in seen.full] == pytest.approx(every)
        for damage in seen.damages:
            for seat in range(2):
                low, high = seen.on_tree[seat] - 1e-9, seen.full[seat] + 1e-9
                assert low <= damage.responses[seat] <= high


def test_purifying_twice_changes_nothing_more(folders):
    stored = open_strategy(folders / "abstract")
    found = purify_stored(stored, Purification())
    assert 0 < found.changed <= found.infosets
    assert found.before.exploitability == pytest.approx(stored.strategy.manifest.exploitability)
    assert found.strategy.manifest.exploitability == found.after.exploitability
    layout = stored.problem.layout()
    assert purified_strategy(found.strategy, layout, Purification())[1] == 0


def test_errors_name_arguments(folders):
    stored = open_strategy(folders / "full")
    with pytest.raises(InputError, match=r"^boards: this game is measured exactly"):
        purify_stored(stored, Purification(), boards=3)
