import json

import numpy as np
import pytest

from equipoise.errors import InputError
from equipoise.strategy.store import ARRAY, MANIFEST, load_strategy, save_strategy
from equipoise.strategy.strategy import Manifest, Strategy


def strategy(size=4):
    manifest = Manifest(
        game="kuhn", rules="abc", bets=(None, "fca"), cards="full", size=size, method="cfr",
        iterations=3, seconds=0.5, seed=1, value=-0.05, exploitability=0.1, version="0",
    )  # fmt: skip
    return Strategy(manifest, np.linspace(0, 1, size))


def test_round_trip(tmp_path):
    folder = tmp_path / "deep" / "one"
    save_strategy(strategy(), folder)
    loaded = load_strategy(folder)
    assert (loaded.probabilities == strategy().probabilities).all()
    assert isinstance(loaded.probabilities, np.memmap)
    assert loaded.manifest.bets == (None, "fca") and loaded.manifest.value == -0.05
    assert sorted(path.name for path in folder.iterdir()) == [MANIFEST, ARRAY]
    assert sorted(path.name for path in folder.parent.iterdir()) == ["one"]


def test_a_strategy_is_replaced_and_other_things_are_not(tmp_path):
    folder = tmp_path / "one"
    save_strategy(strategy(), folder)
    save_strategy(strategy(6), folder)
    assert load_strategy(folder).manifest.size == 6
    other = tmp_path / "notes"
    other.mkdir()
    (other / "thesis.txt").write_text("mine")
    with pytest.raises(InputError, match="not a strategy"):
        save_strategy(strategy(), other)
    assert (other / "thesis.txt").read_text() == "mine"
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(InputError, match="not a strategy"):
        save_strategy(strategy(), file)


def edit(folder, **changes):
    path = folder / MANIFEST
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def test_what_is_damaged_is_refused(tmp_path):
    folder = tmp_path / "one"

    def fresh():
        save_strategy(strategy(), folder)

    with pytest.raises(InputError, match=r"there is no manifest\.json"):
        load_strategy(folder)
    fresh()
    data = bytearray((folder / ARRAY).read_bytes())
    data[-1] ^= 1
    (folder / ARRAY).write_bytes(data)
    with pytest.raises(InputError, match="checksum"):
        load_strategy(folder)
    fresh()
    edit(folder, format=99)
    with pytest.raises(InputError, match="format 99"):
        load_strategy(folder)
    fresh()
    edit(folder, size=5)
    with pytest.raises(InputError, match="its manifest says 5"):
        load_strategy(folder)
    fresh()
    edit(folder, surprise=1)
    with pytest.raises(InputError, match="cannot be read"):
        load_strategy(folder)
    fresh()
    (folder / MANIFEST).write_text("{")
    with pytest.raises(InputError, match="damaged"):
        load_strategy(folder)
    fresh()
    (folder / ARRAY).unlink()
    with pytest.raises(InputError, match="missing"):
        load_strategy(folder)


def test_numbers_must_be_numbers():
    broken = strategy()
    with pytest.raises(InputError, match="not finite"):
        Strategy(broken.manifest, np.full(4, np.nan))
