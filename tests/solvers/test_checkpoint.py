"""Checkpoints: whole or not there, written in the background, and what stands in their way."""

import errno
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress

import numpy as np
import pytest
from tests.damage import kinds_of_other_things, one_line
from tests.names import any_name

from equipoise.base.artifacts import signed
from equipoise.base.errors import InputError
from equipoise.base.npy import write_array
from equipoise.interfaces.cli.main import run as command
from equipoise.solvers.methods import make_solver
from equipoise.solvers.run import checkpoint
from equipoise.solvers.run.checkpoint import CheckpointWriter, resume
from equipoise.solvers.run.loop import Stop, run
from equipoise.solvers.run.trace import Progress, TracePoint, seconds_to_target
from equipoise.solvers.sampling.kinds import SAMPLINGS, Sampling
from equipoise.spine.game import AbstractGame

IDENTITY = {"game": "leduc"}
POINT = {"iterations": 1, "seconds": 0.0, "value": 0.0, "exploitability": 0.0}


def leduc(steps=0, method="cfr+"):
    solver = make_solver(method, AbstractGame("leduc").passes())
    for _ in range(steps):
        solver.step()
    return solver


def test_the_snapshot_is_of_one_moment_while_the_solver_goes_on(tmp_path, monkeypatch):
    """The thread is held up until the solver has moved on; what it writes is still the old state."""
    go = threading.Event()
    write = checkpoint.write_checkpoint
    monkeypatch.setattr(
        checkpoint, "write_checkpoint", lambda *arguments: (go.wait(20), write(*arguments))
    )
    solver, then = leduc(5), leduc(5)
    writer = CheckpointWriter(tmp_path, IDENTITY, pytest.fail)
    writer.save(solver, Progress([], 1.5))
    assert not writer.is_due
    for _ in range(3):
        solver.step()
    go.set()
    writer.wait()
    again = leduc()
    assert resume(tmp_path, again, IDENTITY).seconds == 1.5
    assert again.iterations == 5
    assert np.array_equal(again.average(), then.average())


def test_without_memory_for_a_snapshot_the_solver_waits(tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoint, "available_memory", lambda: 1000)
    writer = CheckpointWriter(tmp_path, IDENTITY, pytest.fail)
    writer.save(leduc(4), Progress([], 1.0))
    assert writer._thread is None and (tmp_path / "iteration-4" / "about.json").exists()


def test_only_the_newest_is_kept_and_rests_of_killed_runs_go(tmp_path):
    (tmp_path / ".unfinished-x").mkdir()
    writer = CheckpointWriter(tmp_path, IDENTITY, pytest.fail)
    solver = leduc()
    for _ in range(3):
        solver.step()
        writer.save(solver, Progress([], 0.0))
    writer.wait()
    assert [path.name for path in tmp_path.iterdir()] == ["iteration-3"]
    names = {path.name for path in (tmp_path / "iteration-3").iterdir()}
    assert names == {"about.json", "iterations.npy", "regrets.npy", "sums.npy", "strategy.npy"}


def test_a_full_disk_is_a_warning_and_the_last_good_one_stays(tmp_path, monkeypatch):
    lines = []
    writer = CheckpointWriter(tmp_path, IDENTITY, lines.append)
    solver = leduc(2)
    writer.save(solver, Progress([], 0.0))
    writer.wait()

    def full(path, array):
        path.write_bytes(b"half of it")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(checkpoint, "write_array", full)
    solver.step()
    writer.save(solver, Progress([], 0.0))
    writer.wait()
    assert len(lines) == 1
    assert "No space left on device" in lines[0] and "iteration 2 is kept" in lines[0]
    assert [path.name for path in tmp_path.iterdir()] == ["iteration-2"]
    again = leduc()
    resume(tmp_path, again, IDENTITY)
    assert again.iterations == 2


def test_a_damaged_one_gives_way_to_the_one_before(tmp_path):
    for count in (2, 3):
        folder = tmp_path / str(count)
        writer = CheckpointWriter(folder, IDENTITY, pytest.fail)
        writer.save(leduc(count), Progress([], 0.0))
        writer.wait()
        (folder / f"iteration-{count}").rename(tmp_path / f"iteration-{count}")
    path = tmp_path / "iteration-3" / "sums.npy"
    path.write_bytes(path.read_bytes()[:-1] + b"?")
    solver = leduc()
    resume(tmp_path, solver, IDENTITY)
    assert solver.iterations == 2


def test_one_of_the_same_iteration_is_there_until_the_new_one_is(tmp_path, monkeypatch):
    """The power fails at every renaming in turn; there is always one to go on from."""
    rename = os.replace
    for fails in range(4):
        for _ in range(2):
            writer = CheckpointWriter(tmp_path, IDENTITY, pytest.fail)
            writer.save(leduc(3), Progress([], 0.0))
            writer.wait()
        assert [path.name for path in tmp_path.iterdir()] == ["iteration-3"]
        done = 0

        def stopped(old, new, fails=fails):
            nonlocal done
            if done == fails:
                raise KeyboardInterrupt
            done += 1
            rename(old, new)

        monkeypatch.setattr(checkpoint.os, "replace", stopped)
        with suppress(KeyboardInterrupt):
            checkpoint.write_checkpoint(
                tmp_path,
                leduc(3).save(),
                {"identity": IDENTITY, "iterations": 3, "seconds": 0.0, "trace": []},
            )
        monkeypatch.setattr(checkpoint.os, "replace", rename)
        again = leduc()
        resume(tmp_path, again, IDENTITY)
        assert again.iterations == 3 == checkpoint.newest_iterations(tmp_path)


def test_other_weights_are_another_run(tmp_path, monkeypatch, capsys):
    arguments = ["solve", "leduc", "--method", "mccfr-external", "--out", str(tmp_path / "x")]
    assert command([*arguments, "--iterations", "100"]) == 0
    equal = Sampling("external")
    monkeypatch.setitem(SAMPLINGS, "mccfr-external", equal)
    assert command([*arguments, "--iterations", "200", "--resume"]) == 2
    assert "it belongs to another run: weights differ" in capsys.readouterr().err


def test_a_run_that_was_stopped_is_not_begun_again_by_mistake(tmp_path, capsys):
    out = tmp_path / "x"
    arguments = ["solve", "leduc", "--method", "cfr+", "--out", str(out)]
    for iterations in ("30", "20"):  # what is finished may be replaced
        assert command([*arguments, "--iterations", iterations]) == 0
    shutil.rmtree(out)
    capsys.readouterr()
    assert command([*arguments, "--iterations", "40"]) == 2
    said = capsys.readouterr().err
    assert "stopped after 20 iterations; --resume resumes it" in said
    trace = tmp_path / "trace.csv"
    assert command([*arguments, "--iterations", "40", "--resume", "--trace", str(trace)]) == 0
    numbers = [
        int(line.split(",")[0]) for line in trace.read_text(encoding="utf-8").splitlines()[1:]
    ]
    assert numbers == sorted(set(numbers)) and 20 in numbers and numbers[-1] == 40


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"format": 1}, "format 1; this version reads 3"),
        ({"identity": {"game": "kuhn"}}, "another run: game differ"),
        ({"trace": 3}, "damaged"),
        ({"checksums": {"sums": "0"}}, r"damaged \(arrays iterations, regrets, strategy\)"),
    ],
)
def test_what_cannot_be_resumed(tmp_path, change, part):
    writer = CheckpointWriter(tmp_path, IDENTITY, pytest.fail)
    writer.save(leduc(1), Progress([], 0.0))
    writer.wait()
    path = tmp_path / "iteration-1" / "about.json"
    about = json.loads(path.read_text(encoding="utf-8")) | change
    path.write_text(json.dumps(signed(about)), encoding="utf-8")
    with pytest.raises(InputError, match=part):
        resume(tmp_path, leduc(), IDENTITY)


def saved(tmp_path, steps=2, method="cfr+"):
    writer = CheckpointWriter(tmp_path, IDENTITY, pytest.fail)
    writer.save(leduc(steps, method), Progress([TracePoint(1, 0.5, 0.1, 0.2)], 1.0))
    writer.wait()
    return tmp_path / f"iteration-{steps}"


def edit(place, change):
    """Change what a checkpoint says of itself, with its checksum right."""
    path = place / "about.json"
    content = json.loads(path.read_text(encoding="utf-8"))
    change(content)
    path.write_text(json.dumps(signed(content)), encoding="utf-8")


def test_what_it_says_of_itself_has_a_checksum(tmp_path):
    path = saved(tmp_path) / "about.json"
    text = path.read_text(encoding="utf-8")
    assert '"exploitability": 0.2' in text
    path.write_text(
        text.replace('"exploitability": 0.2', '"exploitability": 0.3'), encoding="utf-8"
    )
    assert "its checksum is wrong" in refused(tmp_path)


def spoil(place, name, change):
    """Change an array of a checkpoint, with its checksum right."""
    path = place / f"{name}.npy"
    array = change(np.load(path))
    checksum = write_array(path, array)
    edit(place, lambda content: content["checksums"].update({name: checksum}))


def refused(tmp_path):
    solver = leduc()
    before = {name: array.copy() for name, array in solver.save().items()}
    with pytest.raises(InputError) as caught:
        resume(tmp_path, solver, IDENTITY)
    one_line(caught.value)
    for name, array in solver.save().items():
        assert np.array_equal(array, before[name])  # nothing was taken over
    return str(caught.value)


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("sums", lambda a: np.full_like(a, np.nan), "sums.npy holds numbers that are not finite"),
        ("regrets", lambda a: np.append(a[:-1], np.inf), "regrets.npy holds numbers that are not"),
        ("sums", lambda a: a[:-1].copy(), "sums.npy is damaged (it holds "),
        ("sums", lambda a: a.astype(np.float32), "it holds float32, not float64"),
        ("sums", lambda a: a.reshape(1, -1), "sums.npy is damaged (it holds 1 x "),
        ("iterations", lambda a: np.array(7), "'iterations'"),
        ("iterations", lambda a: np.array([2]), "it holds 1 numbers, not one"),
        ("iterations", lambda a: np.array(2.5), "iterations.npy holds float64"),
    ],
)
def test_arrays_that_are_not_the_solvers(tmp_path, name, change, said):
    spoil(saved(tmp_path), name, change)
    assert said in refused(tmp_path)


@pytest.mark.parametrize(
    "change",
    [
        {"trace": 3}, {"trace": [3]}, {"trace": [{"x": 1}]}, {"trace": [{}]}, {"seconds": "x"},
        {"trace": [POINT | {"value": "x"}]}, {"trace": [POINT | {"bounds": []}]},
        {"trace": [POINT | {"bounds": {"a": "b"}}]}, {"trace": [POINT | {"iterations": None}]},
        {"seconds": None}, {"seconds": 10**39, "checksums": {}}, {"checksums": []},
        {"checksums": {}}, {"checksums": {"../../etc/passwd": "x"}}, {"checksums": {"": "x"}},
        {"identity": 3}, {"identity": {"x" * 1000: 1}}, {"format": "x" * 1000}, {"format": None},
        {"iterations": "2"}, {"iterations": -2}, {"iterations": None},
    ],
)  # fmt: skip
def test_what_a_checkpoint_says_of_itself_in_wrong_types(tmp_path, change):
    edit(saved(tmp_path), lambda content: content.update(change))
    refused(tmp_path)


def test_a_hole_of_terabytes_is_refused_at_once(tmp_path):
    with (saved(tmp_path) / "sums.npy").open("r+b") as file:
        file.truncate(1 << 42)
    assert "it has 4,398,046,511,104 bytes" in refused(tmp_path)


def test_an_array_with_another_checksum(tmp_path):
    edit(saved(tmp_path), lambda content: content["checksums"].update(sums="0"))
    assert "it is damaged (sums.npy is damaged: its checksum is wrong)" in refused(tmp_path)


@pytest.mark.parametrize("content", [b"[" * 10**5, b"9" * 5000, b"\xff", b"[]", b'{"a": NaN}', b""])
def test_hostile_checkpoints(tmp_path, content):
    (saved(tmp_path) / "about.json").write_bytes(content)
    refused(tmp_path)


@pytest.mark.parametrize("name", ["about.json", "sums.npy"])
def test_other_things_in_the_place_of_files(tmp_path, name):
    place = saved(tmp_path)
    kinds_of_other_things(place / name, lambda: resume(tmp_path, leduc(), IDENTITY))


@any_name
def test_folders_that_only_look_like_checkpoints(tmp_path):
    for name in (
        "iteration-",
        "iteration-\u00b2",
        "iteration-\u0663",
        "iteration--3",
        "iteration-1x",
    ):
        (tmp_path / name).mkdir()
    assert checkpoint.newest_iterations(tmp_path) is None
    (tmp_path / f"iteration-{'9' * 100}").mkdir()
    assert checkpoint.newest_iterations(tmp_path) is None
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="not a folder"):
        resume(tmp_path / "file", leduc(), IDENTITY)


def test_every_array_that_is_written_is_read(tmp_path):
    """What every method saves is taken over again: scalars, counts of kernels, all types."""
    for method in ("cfr+", "pcfr+", "egt", "lp", "mccfr-external", "mccfr-outcome"):
        folder = tmp_path / method
        saved(folder, 2 if method != "lp" else 1, method)
        again = leduc(0, method)
        resume(folder, again, IDENTITY)
        assert again.iterations >= 1


def test_two_runs_do_not_write_to_one_place(tmp_path, capsys):
    out = tmp_path / "run"
    process = subprocess.Popen([sys.executable, "-c", ENDLESS, str(out)])
    try:
        folder = tmp_path / "run.checkpoint"
        deadline = time.monotonic() + 120
        while len(list(folder.glob("iteration-*"))) < 1 and time.monotonic() < deadline:
            time.sleep(0.02)
        solve = ["solve", "kuhn", "--iterations", "3", "--out", str(out)]
        for more in ([], ["--resume"]):
            assert command([*solve, *more]) == 2
            line = capsys.readouterr().err
            assert f"process {process.pid} has been at work there since" in line
            assert line.endswith("; wait for it, or choose another folder\n")
        assert list(folder.glob("iteration-*"))
    finally:
        process.kill()
        process.wait()
    (folder / ".unfinished-abc").mkdir(exist_ok=True)
    (tmp_path / ".run.new-abcdefgh").mkdir()
    assert command([*solve, "--resume"]) == 2  # of another game, but nobody is there any more
    assert "another run" in capsys.readouterr().err
    shutil.rmtree(folder)
    assert command(solve) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["run", "run.checkpoint"]


ENDLESS = """
import sys
from equipoise.base.npy import write_array
from equipoise.solvers.run import checkpoint
checkpoint._SECONDS_BETWEEN = 0.05
from equipoise.interfaces.cli.main import run
run(["solve", "leduc-nolimit:6", "--method", "dcfr", "--seconds", "600", "--out", sys.argv[1]])
"""


@pytest.mark.skipif(
    "EQUIPOISE_TEST_ROUNDING" in os.environ, reason="the killed process rounds without changes"
)
def test_a_run_killed_for_good_goes_on_exactly(tmp_path):
    out = tmp_path / "run"
    folder = tmp_path / "run.checkpoint"
    process = subprocess.Popen([sys.executable, "-c", ENDLESS, str(out)])
    try:
        deadline = time.monotonic() + 120
        while len(list(folder.glob("iteration-*"))) < 1 and time.monotonic() < deadline:
            time.sleep(0.02)
        time.sleep(0.3)
    finally:
        process.send_signal(signal.SIGKILL if os.name == "posix" else signal.SIGTERM)
        process.wait()
    found = max(int(path.name.split("-")[1]) for path in folder.glob("iteration-*"))
    target = found + 7
    arguments = ["solve", "leduc-nolimit:6", "--method", "dcfr", "--iterations", str(target)]
    assert command([*arguments, "--out", str(out), "--resume"]) == 0
    whole = tmp_path / "whole"
    assert command([*arguments, "--out", str(whole)]) == 0
    mine, theirs = (np.load(folder / "strategy.npy") for folder in (out, whole))
    assert np.array_equal(mine, theirs)


def test_traces_and_pictures(tmp_path, capsys):
    trace, picture = tmp_path / "trace.csv", tmp_path / "trace.png"
    arguments = ["solve", "kuhn", "--method", "egt", "--iterations", "30"]
    assert command([*arguments, "--trace", str(trace), "--picture", str(picture), "--json"]) == 0
    seen = json.loads(capsys.readouterr().out)
    head, *rows = trace.read_text(encoding="utf-8").splitlines()
    assert head == "iterations,seconds,value,exploitability,guaranteed exploitability"
    assert len(rows) == len(seen["trace"])
    assert float(rows[-1].split(",")[3]) == seen["exploitability"]
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert command([*arguments, "--trace", str(tmp_path / "no" / "x.csv")]) == 2
    assert "no file can be written there" in capsys.readouterr().err


def test_single_precision_by_name(capsys):
    assert command(["solve", "leduc", "--iterations", "50", "--precision", "single", "--json"]) == 0
    single = json.loads(capsys.readouterr().out)
    assert command(["solve", "leduc", "--iterations", "50", "--json"]) == 0
    double = json.loads(capsys.readouterr().out)
    assert (single["precision"], double["precision"]) == ("float32", "float64")
    # Leduc is full of exact ties, which rounding breaks one way or another
    assert single["exploitability"] == pytest.approx(double["exploitability"], rel=0.5)
    assert command(["solve", "leduc", "--precision", "half"]) == 2
    assert "single or double" in capsys.readouterr().err


def test_what_does_not_fit_is_refused_before_it_starts(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr("equipoise.base.workers.available_memory", lambda: 10**6)
    assert command(["solve", "leduc"]) == 2
    assert "of memory" in capsys.readouterr().err
    monkeypatch.setattr("equipoise.base.workers.available_memory", lambda: None)
    monkeypatch.setattr(
        "equipoise.solvers.run.admission.shutil.disk_usage",
        lambda place: type("Usage", (), {"free": 10})(),
    )
    assert command(["solve", "leduc", "--out", str(tmp_path / "x")]) == 2
    assert "are free; choose a folder on another disk" in capsys.readouterr().err


@pytest.mark.parametrize("method", ["dcfr", "egt", "mccfr-external"])
def test_solve_and_tree_state_the_same_memory(capsys, monkeypatch, method):
    monkeypatch.setattr("equipoise.interfaces.cli.estimate._WORTH_SAYING", 0)
    monkeypatch.setattr("equipoise.solvers.run.admission.gigabytes", lambda size: f"<{size}>")
    game = ["leduc-nolimit:6", "--cards", "full"]
    assert command(["solve", *game, "--method", method, "--iterations", "1"]) == 0
    said = capsys.readouterr().err
    assert command(["tree", *game, "--json"]) == 0
    stated = json.loads(capsys.readouterr().out)
    key = {"dcfr": "cfr", "egt": "egt"}.get(method, "sampled")
    assert f"about <{stated[f'{key}_bytes']}> of memory" in said


def test_a_sampled_exploitability_has_to_be_below_the_target_with_its_interval():
    stop = Stop(target=0.01)
    assert stop.is_reached(TracePoint(1, 1.0, 0.0, 0.0099))
    assert not stop.is_reached(TracePoint(1, 1.0, 0.0, 0.005, measures={"interval": 0.006}))
    assert not stop.is_reached(TracePoint(1, 1.0, 0.0, -0.002, measures={"interval": 0.02}))
    assert stop.is_reached(TracePoint(1, 1.0, 0.0, 0.005, measures={"interval": 0.004}))


def test_measuring_is_a_small_share_of_a_long_run():
    """Steps of a second and measurements of one: after the first few, one in twenty."""
    passes = AbstractGame("kuhn").passes()
    solver = make_solver("cfr+", passes)
    now = 0.0
    step, measure = solver.step, passes.exploitability

    def slow(function):
        def call(*arguments):
            nonlocal now
            now += 1.0
            return function(*arguments)

        return call

    solver.step, passes.exploitability = slow(step), slow(measure)
    heard = []
    finished = run(
        solver,
        passes,
        Stop(iterations=1000),
        clock=lambda: now,
        report=lambda done, total, doing="": heard.append(doing),
    )
    assert finished.seconds == 1000
    assert 20 <= len(finished.trace) <= 52
    gaps = np.diff([point.seconds for point in finished.trace])
    assert gaps.max() <= 121
    assert len(heard) > 900 and "1/s" in heard[-1] and "nodes/s" in heard[-1]


def test_time_to_a_target():
    square = [TracePoint(n, 2.0 * n, 0.0, 1.0 / n**0.5) for n in (1, 2, 4, 8, 16)]
    # from 1/4 at 32 s to 1/8: four times as long in all
    assert seconds_to_target(square, 1 / 8) == pytest.approx(96)
    assert seconds_to_target(square, 0.5) == 0
    assert seconds_to_target(square[:3], 1e-3) is None
