"""The kernel cache, seen from outside: each case is a process of its own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import equipoise

PACKAGE = Path(equipoise.__file__).parent
PROGRAM = """
import json
import numpy as np
from equipoise.cards import evaluate
from equipoise.kernels.compile import cache_directory
directory = cache_directory()
value = evaluate([0, 4, 8, 12, 16])
print(json.dumps([None if directory is None else str(directory), value]))
"""


def run(cache, package_root=PACKAGE.parent, program=PROGRAM):
    environment = {**os.environ, "EQUIPOISE_CACHE_DIR": str(cache), "PYTHONPATH": str(package_root)}
    done = subprocess.run(
        [sys.executable, "-B", "-c", program],
        env=environment, capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    import json

    return json.loads(done.stdout)


def machine_code(folder):
    return sorted(path for path in Path(folder).rglob("*.nb[ci]"))


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
    directory, value = run(Path(os.devnull) / "nowhere")
    assert directory is None
    assert value == run_here()


def run_here():
    from equipoise.cards import evaluate

    return evaluate([0, 4, 8, 12, 16])


@pytest.mark.parametrize(
    ("edited", "fresh"),
    [
        ("income.py", True),
        ("random.py", True),  # imported
        ("evaluate.py", True),  # imported, and imports others
        ("tables/evaluator.npz", True),
        ("passes.py", False),  # nothing to do with it
    ],
)
def test_a_change_in_what_a_module_needs_starts_a_fresh_cache(tmp_path, edited, fresh):
    copy = tmp_path / "lib"
    shutil.copytree(PACKAGE, copy / "equipoise", ignore=shutil.ignore_patterns("__pycache__"))
    program = """
import json
from pathlib import Path
from equipoise.kernels import compile
print(json.dumps(compile.source_fingerprint(Path(compile.__file__).parent / "income.py")))
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
from equipoise.kernels.income import sample_against_random
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


@pytest.mark.parametrize("damage", ["cut index", "cut code", "empty"])
def test_a_damaged_cache_is_made_again(tmp_path, damage):
    expected = run(tmp_path)
    for path in machine_code(tmp_path):
        if damage == "empty" or path.suffix == {"cut index": ".nbi", "cut code": ".nbc"}[damage]:
            content = path.read_bytes()
            path.write_bytes(b"" if damage == "empty" else content[: len(content) // 2])
    assert run(tmp_path) == expected
    stamps = [path.stat().st_mtime_ns for path in machine_code(tmp_path)]
    assert run(tmp_path) == expected
    assert [path.stat().st_mtime_ns for path in machine_code(tmp_path)] == stamps


def test_a_full_disk_only_costs_the_cache(tmp_path):
    pytest.importorskip("resource")
    limited = "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))\n"
    assert run(tmp_path, program=limited + PROGRAM)[1] == run_here()
    assert not [path for path in machine_code(tmp_path) if path.suffix == ".nbc"]
