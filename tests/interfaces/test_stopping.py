"""Ctrl-C in a long command: one line with what is kept, and a command that goes on from there.

The signal goes to all processes of the command, as a terminal sends it.
"""

import os
import re
import shlex
import signal
import subprocess
import sys
import time

import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX terminals")
LONGEST = 300.0


def start(words, folder):
    return subprocess.Popen(
        [sys.executable, "-m", "equipoise", *words],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    )


def stopped(words, folder, begun):
    """Run a command, press Ctrl-C once it has ``begun``; what was shown, kept, and to be typed."""
    process = start(words, folder)
    until = time.monotonic() + LONGEST
    while not begun():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)
    out, errors = process.communicate(timeout=LONGEST)
    assert process.returncode == 1, (out, errors)
    assert "Traceback" not in errors
    lines = [line for line in errors.splitlines() if line.startswith("stopped: ")]
    assert len(lines) == 1
    assert errors.rstrip().endswith(lines[0])
    kept, _, again = lines[0].removeprefix("stopped: ").partition("; resume: equipoise ")
    return out, kept, shlex.split(again)


def finished(words, folder):
    process = start(words, folder)
    out, errors = process.communicate(timeout=LONGEST)
    assert process.returncode == 0, errors
    return out


def number(pattern, text):
    return int(re.search(pattern, text)[1].replace(",", ""))


def files(folder, pattern):
    return {path: path.stat().st_mtime_ns for path in folder.glob(pattern)}


def later(seconds, condition):
    """The condition, and some time after it first held."""
    since = []

    def holds():
        if not since and condition():
            since.append(time.monotonic())
        return bool(since) and time.monotonic() - since[0] >= seconds

    return holds


def test_solve_goes_on_from_its_checkpoint(tmp_path):
    words = ["solve", "leduc", "--method", "cfr", "--iterations", "100000000", "--out", "mine"]
    checkpoint = tmp_path / "mine.checkpoint"
    running = (tmp_path / ".mine.lock").exists
    delay = 1.0
    _, kept, again = stopped(words, tmp_path, later(delay, running))
    while "there was no checkpoint yet" in kept:  # a slow machine: kernels were being loaded
        assert again == words
        delay *= 2
        _, kept, again = stopped(words, tmp_path, later(delay, running))
    assert again == [*words, "--resume"]
    assert "checkpoint in mine.checkpoint" in kept
    assert re.search(r"value [-+]0\.\d+, exploitability [\d.e-]+ chips per hand after", kept)
    done = number(r"after ([\d,]+) iterations", kept)
    (first,) = checkpoint.iterdir()
    assert int(first.name.removeprefix("iteration-")) >= done
    _, kept, _ = stopped(again, tmp_path, later(delay, running))
    assert number(r"after ([\d,]+) iterations", kept) > done


def test_solve_without_a_folder_says_that_nothing_is_kept(capsys, monkeypatch):
    from equipoise.base.errors import Interrupted
    from equipoise.interfaces.cli.main import run
    from equipoise.solvers.run.job import Job

    def stop(*_):
        raise Interrupted(None)

    monkeypatch.setattr(Job, "run", stop)
    assert run(["solve", "kuhn"]) == 1
    line = "stopped: before the first measurement; nothing is saved without --out DIR\n"
    assert capsys.readouterr().err == line


def test_a_command_that_has_hardly_begun_says_that_it_was_interrupted(tmp_path):
    """Before there is anything to keep."""
    code = (
        "import equipoise.interfaces.cli.games as module, equipoise.interfaces.cli.main as main\n"
        "def stop(*_): raise KeyboardInterrupt\n"
        "module.print_json = stop\n"
        "raise SystemExit(main.run(['games', '--json']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", cwd=tmp_path
    )
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "error: interrupted\n")


def test_match_shows_the_result_so_far_and_goes_on(tmp_path):
    words = ["match", "random", "call", "--game", "leduc", "--hands", "30000", "--out", "mine"]
    words += ["--seed", "3", "--workers", "1"]
    hands = tmp_path / "mine" / "hands"
    out, kept, again = stopped(words, tmp_path, lambda: len(files(hands, "*.parquet")) > 2)
    assert again == [*words, "--resume"]
    assert "95% interval" in out
    done = number(r"([\d,]+) of 30,000 deals are saved in mine", kept)
    assert 0 < done < 30_000
    assert f"leduc  {done:,} deals" in out
    before = sorted(files(hands, "*.parquet").items())
    whole = finished(again, tmp_path)
    assert "30,000 deals" in whole
    # played once, but for a session that was being written
    assert before[:-1] == sorted(files(hands, "*.parquet").items())[: len(before) - 1]


def test_tournament_names_finished_matches_and_goes_on(tmp_path):
    words = ["tournament", "random", "call", "raise", "--game", "leduc", "--hands", "6000"]
    words += ["--out", "mine", "--seed", "3", "--workers", "1"]
    mine = tmp_path / "mine"

    def second_match_began():
        return len({path.parents[1] for path in mine.glob("*/hands/*.parquet")}) > 1

    out, kept, again = stopped(words, tmp_path, second_match_began)
    assert again == [*words, "--resume"]
    assert re.search(r"^[12] of 3 matches were finished; .* saved in mine$", kept)
    assert re.search(r"^random against call: [-+][\d,]+ ± [\d,]+ mb/hand$", out, re.MULTILINE)
    before = set(files(mine, "*/hands/*.parquet").items())
    assert "row against column" in finished(again, tmp_path)
    assert len(before - set(files(mine, "*/hands/*.parquet").items())) <= 1


def test_tables_are_built_on(tmp_path):
    words = ["tables", "build", "--tables", "mine", "--bins", "0"]
    journal = tmp_path / "mine" / "building.jsonl"

    def some_pieces():
        return journal.exists() and len(journal.read_bytes().splitlines()) > 2

    _, kept, again = stopped(words, tmp_path, some_pieces)
    assert again == words
    assert re.fullmatch(r"strength tables: \d+% done; finished pieces are kept in mine", kept)
    assert "0 bins" in finished(again, tmp_path)


def test_buckets_are_built_on(tmp_path):
    words = ["buckets", "build", "2.2.2.2", "--flops", "20", "--out", "mine"]
    mine = tmp_path / "mine"
    _, kept, again = stopped(words, tmp_path, lambda: mine.exists() and any(mine.iterdir()))
    assert again == words
    assert re.fullmatch(r".+: \d+% done; finished rounds are kept in mine", kept)
    assert "hands up to suits" in finished(again, tmp_path)


def test_reproduce_keeps_results_and_finished_parts(tmp_path):
    words = ["reproduce", "papp-4.2", "schnizlein-4.4", "--out", "mine"]
    work = tmp_path / "mine" / "schnizlein-4.4" / "quick-seed0" / "work"
    out, kept, again = stopped(words, tmp_path, lambda: files(work, "*.npz"))
    assert again == words
    assert "papp-4.2" in out
    assert re.match(r"1 of 2 results are saved in mine; schnizlein-4.4 .*: \d+% done", kept)
    before = files(work, "*.npz")
    _, kept, _ = stopped(again, tmp_path, lambda: len(files(work, "*.npz")) > len(before))
    assert before.items() <= files(work, "*.npz").items()  # not worked out again
