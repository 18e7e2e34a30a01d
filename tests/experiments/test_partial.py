"""Work in progress that is damaged counts as missing, whatever the damage."""

import os
import random

import numpy as np

from equipoise.experiments.harness.partial import Partial


def test_damaged_work_is_missing_or_right(tmp_path):
    partial, path = Partial(tmp_path), tmp_path / "one.npz"
    partial.put("one", "about", {"numbers": np.arange(4.0)})
    whole, rng = path.read_bytes(), random.Random(3)
    for _ in range(400):
        data = bytearray(whole)
        for _ in range(rng.choice((1, 2, 8))):
            data[rng.randrange(len(data))] = rng.randrange(256)
        path.write_bytes(data[: rng.choice((len(data), rng.randrange(len(data))))])
        found = partial.get("one", "about")
        assert found is None or (found["numbers"] == np.arange(4.0)).all()


def test_other_things_in_the_place_of_the_file(tmp_path):
    partial, path = Partial(tmp_path), tmp_path / "one.npz"
    path.mkdir()
    assert partial.get("one", "about") is None
    path.rmdir()
    os.mkfifo(path)  # nobody writes to it
    assert partial.get("one", "about") is None
