"""The kernel cache, seen from outside: each case is a process of its own."""

import json
import os
import pickle
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import equipoise
from equipoise.kernels.machine_code import SUFFIX, packed, unpacked

posix = pytest.mark.skipif(os.name != "posix", reason="modes and owners as on POSIX")
PACKAGE = Path(equipoise.__file__).parent
PROGRAM = """
import json
import numpy as np
from equipoise.cards import evaluate
from equipoise.kernels.machine_code import cache_directory
directory = cache_directory()
value = evaluate([0, 4, 8, 12, 16])
print(json.dumps([None if directory is None else str(directory), value]))
"""


def execute(program=PROGRAM, package_root=PACKAGE.parent, folder=None, **settings):
    """A Python process with settings added to the environment, or taken from it by None."""
    settings = {"PYTHONPATH": str(package_root), "EQUIPOISE_CACHE_SAID": None, **settings}
    environment = {**os.environ, **settings}
    return subprocess.run(
        [sys.executable, "-B", "-P", "-c", program],
        env={name: str(value) for name, value in environment.items() if value is not None},
        cwd=folder, capture_output=True, encoding="utf-8",
    )  # fmt: skip


def run(cache, package_root=PACKAGE.parent, program=PROGRAM):
    done = execute(program, package_root, EQUIPOISE_CACHE_DIR=cache)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def machine_code(folder):
    return sorted(path for path in Path(folder).rglob(f"*{SUFFIX}"))


def test_code_is_kept_in_the_users_directory_and_used_again(tmp_path):
    directory, value = run(tmp_path)
    kept = machine_code(tmp_path)
    assert Path(directory).is_relative_to(tmp_path) and kept
    stamps = [path.stat().st_mtime_ns for path in kept]
    assert run(tmp_path) == [directory, value]
    assert [path.stat().st_mtime_ns for path in machine_code(tmp_path)] == stamps


def test_nothing_is_written_beside_the_sources(tmp_path):
    copy = tmp_path / "lib"
    shutil.copytree(PACKAGE, copy / "equipoise", ignore=shutil.ignore_patterns("__pycache__"))
    before = sorted(copy.rglob("*"))
    run(tmp_path / "cache", copy)
    assert sorted(copy.rglob("*")) == before


def test_works_where_nothing_can_be_written():
    done = execute(EQUIPOISE_CACHE_DIR=Path(os.devnull) / "nowhere")
    assert json.loads(done.stdout) == [None, run_here()]
    assert done.stderr.startswith(NOTE) and done.stderr.count("\n") == 1


def run_here():
    from equipoise.cards import evaluate

    return evaluate([0, 4, 8, 12, 16])


@pytest.mark.parametrize(
    ("edited", "fresh"),
    [
        ("cards/income.py", True),
        ("random.py", True),  # imported
        ("cards/evaluate.py", True),  # imported, and imports others
        ("tables/evaluator.npz", True),
        ("passes/sweep.py", False),  # nothing to do with it
    ],
)
def test_a_change_in_what_a_module_needs_starts_a_fresh_cache(tmp_path, edited, fresh):
    copy = tmp_path / "lib"
    shutil.copytree(PACKAGE, copy / "equipoise", ignore=shutil.ignore_patterns("__pycache__"))
    program = """
import json
from pathlib import Path
from equipoise.kernels import compile
print(json.dumps(compile.source_fingerprint(Path(compile.__file__).parent / "cards" / "income.py")))
"""
    before = run(tmp_path, copy, program)
    assert before == run(tmp_path, copy, program)
    with (copy / "equipoise" / "kernels" / edited).open("ab") as file:
        file.write(b"\n")
    assert (run(tmp_path, copy, program) != before) is fresh


def test_an_edited_callee_is_noticed(tmp_path):
    """The trap of Numba's own cache: the caller's file is unchanged, its machine code stale."""
    copy = tmp_path / "lib"
    shutil.copytree(PACKAGE, copy / "equipoise", ignore=shutil.ignore_patterns("__pycache__"))
    program = """
import json
import numpy as np
from equipoise.kernels.cards.income import sample_against_random
shared = np.zeros(3, dtype=np.int64)
sample_against_random(np.array([51, 50], dtype=np.uint8), np.zeros(0, dtype=np.uint8), 1, 50, np.arange(1, 5, dtype=np.uint64), shared)
print(json.dumps(shared.tolist()))
"""
    before = run(tmp_path / "cache", copy, program)
    callee = copy / "equipoise" / "kernels" / "random.py"
    text = callee.read_text(encoding="utf-8")
    assert "np.array([17, 23" in text
    callee.write_text(text.replace("np.array([17, 23", "np.array([18, 23"), encoding="utf-8")
    assert run(tmp_path / "cache", copy, program) != before


def test_an_edited_helper_in_a_package_of_kernels_is_noticed(tmp_path):
    """Whichever way a caller in one package imports a helper in another, its code is recompiled."""
    copy = tmp_path / "lib"
    shutil.copytree(PACKAGE, copy / "equipoise", ignore=shutil.ignore_patterns("__pycache__"))
    kernels = copy / "equipoise" / "kernels"
    caller = """
from equipoise.kernels.compile import kernel
{}
@kernel
def answer():
    return {}()
"""
    ways = {
        "name": ("from equipoise.kernels.upper.inner.helper import value", "value"),
        "module": ("from equipoise.kernels.upper.inner import helper", "helper.value"),
        "reexport": ("from equipoise.kernels.upper import value", "value"),
        "whole": ("import equipoise.kernels.upper.inner.helper as whole", "whole.value"),
    }
    (kernels / "upper" / "inner").mkdir(parents=True)
    (kernels / "lower").mkdir()
    for package in ("upper/inner", "lower"):
        (kernels / package / "__init__.py").touch()
    reexport = "from equipoise.kernels.upper.inner.helper import value\n"
    (kernels / "upper" / "__init__.py").write_text(reexport, encoding="utf-8")
    helper = kernels / "upper" / "inner" / "helper.py"
    body = (
        "from equipoise.kernels.compile import inlined\n\n@inlined\ndef value():\n    return {}\n"
    )
    helper.write_text(body.format(1), encoding="utf-8")
    for way, (imported, called) in ways.items():
        text = caller.format(imported, called)
        (kernels / "lower" / f"{way}.py").write_text(text, encoding="utf-8")
    modules = [f"equipoise.kernels.lower.{way}" for way in ways]
    program = f"""
import importlib, json
print(json.dumps([importlib.import_module(name).answer() for name in {modules!r}]))
"""
    assert run(tmp_path / "cache", copy, program) == [1] * len(ways)
    assert len(list((tmp_path / "cache").rglob("lower-*"))) == len(ways)
    helper.write_text(body.format(2), encoding="utf-8")
    assert run(tmp_path / "cache", copy, program) == [2] * len(ways)


def flipped(content, place):
    return content[:place] + bytes([content[place] ^ 1 << place % 8]) + content[place + 1 :]


PLACES = {  # the mark, the checksum, and three places of the content
    "mark": lambda content: flipped(content, 3),
    "checksum": lambda content: flipped(content, 30),
    "first": lambda content: flipped(content, 57),
    "middle": lambda content: flipped(content, len(content) // 2),
    "last": lambda content: flipped(content, len(content) - 1),
    "cut": lambda content: content[: len(content) // 2],
    "longer": lambda content: content + b"x",
    "empty": lambda content: b"",
}


@pytest.mark.parametrize("damage", PLACES)
def test_damaged_machine_code_is_made_again(tmp_path, damage):
    expected = run(tmp_path)
    kept = machine_code(tmp_path)
    for path in kept:
        path.write_bytes(PLACES[damage](path.read_bytes()))
    damaged = [path.read_bytes() for path in kept]
    assert run(tmp_path) == expected
    assert machine_code(tmp_path) == kept
    assert all(path.read_bytes() != before for path, before in zip(kept, damaged, strict=True))
    stamps = [path.stat().st_mtime_ns for path in kept]
    assert run(tmp_path) == expected
    assert [path.stat().st_mtime_ns for path in kept] == stamps


def test_every_flipped_bit_is_noticed():
    file = packed("module/name", bytes(range(200)))
    assert unpacked("module/name", file) == bytes(range(200))
    assert unpacked("module/other", file) is None
    for place in range(len(file)):
        for bit in range(8):
            damaged = file[:place] + bytes([file[place] ^ 1 << bit]) + file[place + 1 :]
            assert unpacked("module/name", damaged) is None


class Planted:
    """Unpickled, it makes a file."""

    def __init__(self, mark):
        self.mark = str(mark)

    def __reduce__(self):
        return os.mkdir, (self.mark,)


def test_nothing_is_unpickled_before_its_checksum_is_compared(tmp_path):
    expected = run(tmp_path)
    for path in machine_code(tmp_path):
        planted = pickle.dumps(Planted(tmp_path / "ran"))
        path.write_bytes(path.read_bytes()[:57] + planted)
    assert run(tmp_path) == expected
    for path in machine_code(tmp_path):
        path.write_bytes(planted)
    assert run(tmp_path) == expected
    assert not (tmp_path / "ran").exists()


def test_a_file_in_the_place_of_another_is_not_used(tmp_path):
    """Their machine code is whole, but another's."""
    expected = run(tmp_path)
    one = machine_code(tmp_path)[0]
    other = one.with_name(f"other{SUFFIX}")
    other.write_bytes(packed(f"{other.parent.name}/{other.name}", b"whole, but not it"))
    one.unlink()
    other.rename(one)
    assert run(tmp_path) == expected


@posix
def test_other_things_in_the_place_of_a_file(tmp_path):
    expected = run(tmp_path)
    for path in machine_code(tmp_path):
        path.unlink()
        path.mkdir()
    assert run(tmp_path) == expected
    for path in machine_code(tmp_path):
        path.rmdir()
        os.mkfifo(path)
    assert run(tmp_path) == expected


def test_leftovers_of_killed_runs_are_removed(tmp_path):
    expected = run(tmp_path)
    one = machine_code(tmp_path)[0]
    old, new = (one.with_name(f".{one.name}.{end}") for end in ("old", "new"))
    old.touch()
    new.touch()
    os.utime(old, (0, 0))
    one.unlink()
    assert run(tmp_path) == expected
    assert not old.exists() and new.exists()


def test_other_settings_of_numba_have_machine_code_of_their_own(tmp_path):
    expected = run(tmp_path)
    before = machine_code(tmp_path)
    done = execute(EQUIPOISE_CACHE_DIR=tmp_path, NUMBA_BOUNDSCHECK=1)
    assert json.loads(done.stdout) == expected
    assert len(machine_code(tmp_path)) == 2 * len(before)


@posix
@pytest.mark.parametrize("mask", [0o000, 0o002, 0o077, 0o777])
def test_only_the_user_can_look_in_whatever_the_umask(tmp_path, mask):
    run(tmp_path / "new", program=f"import os\nos.umask({mask})\n{PROGRAM}")
    made = tmp_path / "new"
    folders = [made, *(path for path in made.rglob("*") if path.is_dir())]
    assert len(folders) > 2 and machine_code(made)
    assert {stat.S_IMODE(path.stat().st_mode) for path in folders} == {0o700}


NOTE = "note: kernels are compiled without a cache: "


@posix
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o1777])
def test_a_folder_that_others_can_write_is_not_used_and_said_once(tmp_path, mode):
    value = run(tmp_path)[1]
    (tmp_path / "kernels").chmod(mode)
    kept = {path: path.read_bytes() for path in machine_code(tmp_path)}
    program = PROGRAM + "\nfrom equipoise.cards import HandIndexer; HandIndexer((2,)).index([0, 1])"
    done = execute(program, EQUIPOISE_CACHE_DIR=tmp_path)
    assert json.loads(done.stdout) == [None, value]
    assert done.stderr.startswith(NOTE) and done.stderr.count("\n") == 1
    assert str(tmp_path) in done.stderr and "set EQUIPOISE_CACHE_DIR" in done.stderr
    assert kept == {path: path.read_bytes() for path in machine_code(tmp_path)}


@posix
def test_worker_processes_do_not_say_it_again(tmp_path):
    program = f"""
import subprocess, sys
from equipoise.cards import evaluate
evaluate([0, 4, 8, 12, 16])
subprocess.run([sys.executable, "-P", "-c", {PROGRAM!r}], check=True)
"""
    done = execute(program, EQUIPOISE_CACHE_DIR="relative", folder=tmp_path)
    assert done.returncode == 0 and done.stderr.count(NOTE) == 1
    assert not list(tmp_path.iterdir())


@posix
@pytest.mark.parametrize(
    "settings",
    [
        {"EQUIPOISE_CACHE_DIR": "relative"},
        {"EQUIPOISE_CACHE_DIR": "~/x"},
        {"EQUIPOISE_CACHE_DIR": None, "XDG_CACHE_HOME": None, "HOME": "~"},
        {"EQUIPOISE_CACHE_DIR": None, "XDG_CACHE_HOME": None, "HOME": ""},
        {"EQUIPOISE_CACHE_DIR": None, "XDG_CACHE_HOME": "relative", "HOME": "."},
    ],
)
def test_nothing_is_kept_in_the_working_directory(tmp_path, settings):
    """Also where nothing says what the home folder is: expanduser leaves "~" as it is."""
    done = execute(folder=tmp_path, **settings)
    assert json.loads(done.stdout) == [None, run_here()]
    assert done.stderr.startswith(NOTE) and done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_disabled_compilation_is_refused(tmp_path):
    done = execute(EQUIPOISE_CACHE_DIR=tmp_path, NUMBA_DISABLE_JIT=1)
    assert done.returncode and "InputError: NUMBA_DISABLE_JIT '1': " in done.stderr
    command = """
import sys
from equipoise.interfaces.cli.main import run
sys.exit(run(["evaluate", "AsAhAdAcKs"]))
"""
    done = execute(command, EQUIPOISE_CACHE_DIR=tmp_path, NUMBA_DISABLE_JIT=1)
    assert done.returncode == 2 and not done.stdout
    assert done.stderr.startswith("error: NUMBA_DISABLE_JIT '1'") and done.stderr.count("\n") == 1


def test_another_numba_costs_only_the_cache(tmp_path):
    """What is taken from its inside may be gone in another version."""
    program = "from numba.core.compiler import CompileResult\ndel CompileResult._reduce\n"
    done = execute(program + PROGRAM, EQUIPOISE_CACHE_DIR=tmp_path)
    assert json.loads(done.stdout)[1] == run_here() and not machine_code(tmp_path)
    run(tmp_path)
    program = "from numba.core.compiler import CompileResult\ndel CompileResult._rebuild\n"
    assert run(tmp_path, program=program + PROGRAM)[1] == run_here()


def test_a_full_disk_only_costs_the_cache(tmp_path):
    pytest.importorskip("resource")
    limited = "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))\n"
    assert run(tmp_path, program=limited + PROGRAM)[1] == run_here()
    assert not machine_code(tmp_path)
