"""The folder of a strategy after kills, beside other writers, and with things that are no files."""

import json
import os
from pathlib import Path

import numpy as np
import pytest
from tests.damage import holding, killed_at, kinds_of_other_things, one_line
from tests.strategies.test_store import strategy

from equipoise.base import artifacts
from equipoise.base.errors import InputError
from equipoise.base.npy import write_array
from equipoise.interfaces.cli.main import run
from equipoise.spine.game import AbstractGame
from equipoise.strategies.check import check_probabilities
from equipoise.strategies.folder import ARRAY, MANIFEST, check_target
from equipoise.strategies.opened import open_strategy
from equipoise.strategies.store import load_manifest, load_strategy, sample_checksum, save_strategy
from equipoise.strategies.strategy import Manifest


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_killed_at_every_step_the_old_strategy_or_the_new_one_is_found(tmp_path):
    folder, steps, moved_back = tmp_path / "one", 0, 0
    save_strategy(strategy(4), folder)
    while killed_at(steps, lambda: save_strategy(strategy(6), folder), folder):
        moved_back += not folder.exists()
        assert load_manifest(folder).size in (4, 6)
        assert load_strategy(folder, verify=True).manifest.size in (4, 6)
        save_strategy(strategy(4), folder)
        assert names(tmp_path) == ["one"]  # nothing is left of the one that was killed
        steps += 1
    assert moved_back >= 1 and steps > 10
    assert load_strategy(folder).manifest.size == 6


def test_killed_at_every_step_of_the_first_one(tmp_path):
    folder, steps = tmp_path / "one", 0
    while killed_at(steps, lambda: save_strategy(strategy(4), folder), folder):
        check_target(folder)
        if folder.exists():
            assert load_strategy(folder).manifest.size == 4
            break
        steps += 1
    save_strategy(strategy(4), folder)
    assert steps > 5 and names(tmp_path) == ["one"]


def test_every_command_finds_a_strategy_that_was_moved_aside(tmp_path, capsys):
    out = tmp_path / "kuhn"
    assert run(["solve", "kuhn", "--iterations", "3", "--out", str(out)]) == 0
    for command in (
        ["show", str(out)],
        ["exploit", str(out)],
        ["purify", str(out), "--out", str(tmp_path / "pure")],
        ["match", str(out), "random", "--game", "kuhn", "--hands", "10"],
        ["solve", "kuhn", "--iterations", "4", "--resume", "--out", str(out)],
    ):
        aside = tmp_path / ".kuhn.old.abcd1234"
        aside.mkdir()
        out.rename(aside / "strategy")
        assert run(command) == 0, command
        assert out.is_dir() and not aside.exists()
    capsys.readouterr()


def test_the_newest_of_several_is_taken_and_strangers_are_left_alone(tmp_path):
    folder = tmp_path / "one"
    for number, size in enumerate((4, 6)):
        save_strategy(strategy(size), folder)
        aside = tmp_path / f".one.old.{number}"
        aside.mkdir()
        folder.rename(aside / "strategy")
        os.utime(aside, (number, number))
    mine = [".one.old.notes", ".one.settings", ".one.more.old.x", ".one.new-toolong12"]
    for name in mine:
        (tmp_path / name).touch()
    assert load_strategy(folder).manifest.size == 6
    save_strategy(strategy(4), folder)
    assert names(tmp_path) == sorted([*mine, "one"])


def test_a_strategy_is_not_written_while_another_process_is_at_work_there(tmp_path):
    folder = tmp_path / "one"
    busy = "process [0-9]+ has been at work there since"
    with holding(folder), pytest.raises(InputError, match=busy):
        save_strategy(strategy(), folder)
    save_strategy(strategy(), folder)
    with holding(folder):
        assert load_strategy(folder).manifest.size == 4  # reading needs no lock


def test_a_strategy_that_is_replaced_while_it_is_loaded(tmp_path, monkeypatch):
    folder = tmp_path / "one"
    save_strategy(strategy(4), folder)
    once = [lambda: save_strategy(strategy(6), folder)]

    def slow(*arguments):
        if once:
            once.pop()()
        return sample_checksum(*arguments)

    monkeypatch.setattr(artifacts, "sample_checksum", slow)
    assert load_strategy(folder).manifest.size == 6


@pytest.mark.parametrize("name", [MANIFEST, ARRAY])
def test_other_things_in_the_place_of_files(tmp_path, name):
    save_strategy(strategy(), tmp_path / "one")
    kinds_of_other_things(tmp_path / "one" / name, lambda: load_strategy(tmp_path / "one"))


def test_a_hole_of_terabytes_is_refused_at_once(tmp_path):
    save_strategy(strategy(), tmp_path / "one")
    with (tmp_path / "one" / ARRAY).open("r+b") as file:
        file.truncate(1 << 42)
    with pytest.raises(InputError, match="it has 4,398,046,511,104 bytes, not 160"):
        load_strategy(tmp_path / "one", verify=True)


def test_other_things_in_the_place_of_the_folder(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "gone").symlink_to("nowhere")
    (tmp_path / "device").symlink_to(os.devnull)
    for name in ("pipe", "loop", "gone", "device", "n" * 300, "a\0b", "deep/" * 3000):
        for use in (load_strategy, check_target, lambda path: save_strategy(strategy(), path)):
            with pytest.raises(InputError) as caught:
                use(tmp_path / name)
            one_line(caught.value)


BAD = [
    b"[" * 100_000,
    b'{"format": ' + b"9" * 5000 + b"}",
    b"[1, 2]",
    b'"text"',
    b'{"format": NaN}',
    b"\xff\xfe",
    b"{" + b'"a":{' * 50_000,
]


@pytest.mark.parametrize("content", BAD)
def test_hostile_manifests(tmp_path, content):
    folder = tmp_path / "one"
    save_strategy(strategy(), folder)
    (folder / MANIFEST).write_bytes(content)
    with pytest.raises(InputError) as caught:
        load_strategy(folder)
    one_line(caught.value)


@pytest.mark.parametrize(
    "change",
    [
        {"size": 10**30}, {"size": 10**18}, {"seed": 10**39}, {"value": 10**39}, {"error": True},
        {"bets": [["x"], None]}, {"checksums": {"manifest": "x", "y": None}}, {"format": "4"},
        {"format": 10**39}, {"numbers": ["float64"]}, {"numbers": {}}, {"game": "x" * 10**6},
        {"transformations": [1]}, {"interval": "x"}, {"rivers": -1}, {"name\x1b[31m": 1},
    ],
)  # fmt: skip
def test_manifests_of_wrong_types(tmp_path, change):
    folder = tmp_path / "one"
    save_strategy(strategy(), folder)
    path = folder / MANIFEST
    values = json.loads(path.read_text(encoding="utf-8")) | change
    path.write_text(json.dumps(values), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load_strategy(folder)
    one_line(caught.value)
    assert "\x1b" not in str(caught.value)


def stored(tmp_path, numbers, change):
    """A solved strategy of Leduc whose numbers were changed, with all checksums right."""
    out = tmp_path / numbers
    arguments = ["solve", "leduc", "--iterations", "3", "--numbers", numbers, "--out", str(out)]
    assert run(arguments) == 0
    values = np.array(load_strategy(out).values)
    change(values)
    path = out / ARRAY
    about = json.loads((out / MANIFEST).read_text(encoding="utf-8"))
    about["checksums"] = {
        ARRAY: write_array(path, values),
        "sample": sample_checksum(path, "it"),
        "manifest": Manifest(**about).checksum(),
    }
    (out / MANIFEST).write_text(json.dumps(about), encoding="utf-8")
    return out


@pytest.mark.parametrize(
    ("numbers", "place", "value", "said"),
    [
        ("float64", 0, np.nan, "not finite in 1 of 288 information sets, first at the start with J"),
        ("float64", 9, np.inf, "not finite in 1 of 288 information sets, first after c with"),
        ("float64", 3, -0.5, "negative in 1 of 288 information sets, first at the start with J"),
        ("float64", 4, 0.9, "do not sum to 1 in 1 of 288 information sets, first at the start with Q"),
        ("uint16", 1, 7, "do not sum to 1 in 1 of 288 information sets, first at the start with Q"),
        ("uint8", 2, 254, "do not sum to 1 in 1 of 288 information sets, first at the start with K"),
    ],
)  # fmt: skip
def test_numbers_that_are_no_probabilities_are_never_played(
    tmp_path, capsys, numbers, place, value, said
):
    def change(values):
        if numbers == "float64" and value == 0.9:
            values[place] += 0.9
        else:
            values[place] = value if values[place] != value else value - 1

    out = str(stored(tmp_path, numbers, change))
    for command in (
        ["show", out],
        ["exploit", out],
        ["purify", out, "--out", str(tmp_path / "pure")],
        ["match", out, "random", "--game", "leduc", "--hands", "10"],
    ):
        capsys.readouterr()
        assert run(command) == 2, command
        assert said in capsys.readouterr().err
    assert not (tmp_path / "pure").exists()


@pytest.mark.parametrize(("more", "code"), [(1e-4, 2), (1e-9, 0)])
def test_sums_are_one_to_a_millionth(tmp_path, more, code):
    def change(values):
        values[4] += more

    assert run(["show", str(stored(tmp_path, "float64", change))]) == code


def test_the_numbers_are_looked_through_once(tmp_path, monkeypatch):
    out = stored(tmp_path, "uint16", lambda values: None)
    calls = []
    monkeypatch.setattr(
        "equipoise.strategies.opened.check_probabilities", lambda *_: calls.append(1)
    )
    for _ in range(3):
        opened = open_strategy(out)
        opened.check_layout(opened.problem.layout())
    assert len(calls) == 1
    assert run(["solve", "leduc", "--iterations", "4", "--out", str(out)]) == 0
    opened = open_strategy(out)
    opened.check_layout(opened.problem.layout())
    assert len(calls) == 2


def slow_faults(layout, values):
    """The first information set whose numbers are no probabilities, by a loop over all of them."""
    for node in layout.tree.decision_nodes().tolist():
        block = layout.block(values, node)
        for state in range(block.shape[1]):
            column = block[:, state]
            if not np.isfinite(column).all() or (column < 0).any() or abs(column.sum() - 1) > 1e-6:
                return node, state
    return None


def test_the_kernel_finds_what_a_slow_loop_finds():
    layout = AbstractGame("leduc-nolimit:4").layout()
    random = np.random.default_rng(5)
    for _ in range(30):
        values = layout.uniform().astype(np.float64)
        values[random.integers(layout.size)] = random.choice([np.nan, -1.0, 2.0, np.inf, 1e-3])
        node, state = slow_faults(layout, values)
        player, number = int(layout.tree.player[node]), int(layout.tree.round[node])
        path = layout.tree.path(node)
        place = f"after {path}" if path else "at the start"
        label = layout.model.labels[player][number][state]
        with pytest.raises(InputError) as caught:
            check_probabilities(layout, values)
        assert f"in 1 of {layout.infosets:,} " in str(caught.value)
        assert f"first {place} with {label}: " in str(caught.value)


def test_relative_places(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    save_strategy(strategy(4), Path("one"))
    save_strategy(strategy(6), Path("one"))
    assert load_strategy(Path("one")).manifest.size == 6 and names(tmp_path) == ["one"]
