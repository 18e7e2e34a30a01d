"""Run tests as other processors, locales and hash seeds would; a table says which passed.

``python tests/settings.py`` runs the numeric tests in every setting, one after the other;
``--list`` names the settings. What runs is chosen by arguments ::

    python tests/settings.py nehalem ascii            # two settings
    python tests/settings.py other --tests tests/solvers/test_egt.py
    python tests/settings.py native other --all       # the whole suite, doctests too

One machine can stand for many: OpenBLAS, Numba, NumPy and the C library choose their code by the
processor when they are loaded, and each can be told to take the code for another one. A setting
that this processor cannot run is left out, with the reason.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent

#: where tests stand whose numbers pass through matrix products or the C library, with doctests of
#: the same modules. Kernels, cards, buckets and matches give the same bits everywhere, which
#: ``tests/test_same_everywhere.py`` holds.
NUMERIC = (
    "tests/test_same_everywhere.py",
    "tests/test_artifacts.py",
    "tests/spine",
    "tests/solvers",
    "tests/strategies",
    "tests/translation",
    "tests/policies",
    "tests/evaluation",
    "tests/experiments",
    "tests/interfaces/test_solve.py",
    "tests/interfaces/test_show.py",
    "tests/interfaces/test_adversary_command.py",
    "tests/agents/test_blueprint.py",
    "tests/agents/test_exploiters.py",
    "tests/agents/test_switching_agents.py",
    "tests/test_docs.py",
    "src/equipoise/spine",
    "src/equipoise/solvers",
    "src/equipoise/strategies",
    "src/equipoise/translation",
    "src/equipoise/policies",
    "src/equipoise/evaluation",
)

# of NumPy's code for newer processors, whatever there is on this one: see numpy_features()
_PLAIN_NUMPY = {"NPY_DISABLE_CPU_FEATURES": "all"}
# the C library's exp, log and pow have a second version for processors with fused multiply-add
_PLAIN_LIBRARY = {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-AVX512F,-FMA,-FMA4"}
_PLAIN_KERNELS = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
_ASCII = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}

SETTINGS: dict[str, dict[str, str]] = {
    "native": {},
    "haswell": {"OPENBLAS_CORETYPE": "Haswell"},
    "zen": {"OPENBLAS_CORETYPE": "Zen"},
    "sandybridge": {"OPENBLAS_CORETYPE": "Sandybridge"},
    "nehalem": {"OPENBLAS_CORETYPE": "Nehalem"},
    "prescott": {"OPENBLAS_CORETYPE": "Prescott"},
    "skylakex": {"OPENBLAS_CORETYPE": "SkylakeX"},
    "one-thread": {"OPENBLAS_NUM_THREADS": "1"},
    "two-threads": {"OPENBLAS_NUM_THREADS": "2"},
    "plain-kernels": _PLAIN_KERNELS,
    "plain-numpy": _PLAIN_NUMPY,
    "plain-library": _PLAIN_LIBRARY,
    "rounding-1": {"EQUIPOISE_TEST_ROUNDING": "1"},
    "rounding-2": {"EQUIPOISE_TEST_ROUNDING": "2"},
    "c-locale": {"LC_ALL": "C"},
    "ascii": _ASCII,
    "hash-1": {"PYTHONHASHSEED": "1"},
    "hash-2": {"PYTHONHASHSEED": "2"},
    # as far from a new processor as one run can be; continuous integration repeats it
    "other": {
        "OPENBLAS_CORETYPE": "Prescott",
        "OPENBLAS_NUM_THREADS": "1",
        "PYTHONHASHSEED": "1",
        **_PLAIN_KERNELS,
        **_PLAIN_NUMPY,
        **_PLAIN_LIBRARY,
        **_ASCII,
    },
}
#: what a processor must have to run OpenBLAS's code for another
_NEEDS = {"Haswell": "avx2", "Zen": "avx2", "Sandybridge": "avx", "SkylakeX": "avx512f"}


def reason_to_skip(setting: dict[str, str], flags: set[str]) -> str:
    """Why this machine cannot run a setting; empty where it can."""
    core = setting.get("OPENBLAS_CORETYPE")
    if core and platform.machine().lower() not in ("x86_64", "amd64"):
        return f"{core} is code for x86-64"
    need = _NEEDS.get(core or "", "")
    return f"this processor has no {need}" if need and flags and need not in flags else ""


def processor_flags() -> set[str]:
    """What the processor can do, where the system says so (Linux)."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return set()
    lines = (line.partition(":")[2] for line in text.splitlines() if line.startswith("flags"))
    return set(next(lines, "").split())


def numpy_features() -> str:
    """The names of NumPy's dispatched code that this NumPy knows and this processor runs."""
    from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__

    known = (name for name in __cpu_dispatch__ if __cpu_features__.get(name))
    return " ".join(known)


def environment(setting: dict[str, str]) -> dict[str, str]:
    """The variables for a run: ours alone where ours decide, the user's for the rest."""
    ours = {name for one in SETTINGS.values() for name in one}
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    made = {**kept, **setting, "PYTHONWARNDEFAULTENCODING": "1"}
    if "NPY_DISABLE_CPU_FEATURES" in setting:
        made["NPY_DISABLE_CPU_FEATURES"] = numpy_features()
    return made


def run(setting: dict[str, str], tests: Sequence[str], options: Sequence[str]) -> tuple[int, str]:
    """Pytest's exit code and its last line."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options, *tests]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment(setting),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    last = ""
    for line in process.stdout or ():
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()
        last = line.decode("utf-8", "replace").strip() or last
    return process.wait(), last


def main() -> int:
    """Run what the command line asks for; 1 if a test failed in some setting."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "settings", nargs="*", metavar="SETTING", help="which; all if none is named"
    )
    parser.add_argument("--tests", nargs="+", metavar="TEST", help="instead of the numeric tests")
    parser.add_argument("--all", action="store_true", help="every test and doctest")
    parser.add_argument("--workers", type=int, default=1, help="processes that run tests")
    parser.add_argument("--list", action="store_true", help="name the settings and end")
    chosen = parser.parse_args()
    if chosen.list:
        for name, setting in SETTINGS.items():
            print(f"{name:14}", " ".join(f"{key}={value!r}" for key, value in setting.items()))
        return 0
    unknown = [name for name in chosen.settings if name not in SETTINGS]
    if unknown:
        parser.error(f"no setting {unknown[0]!r}; one of {', '.join(SETTINGS)}")
    tests = chosen.tests or ([] if chosen.all else list(NUMERIC))
    options = ["-n", str(chosen.workers), "--dist", "worksteal"] if chosen.workers > 1 else []
    flags, rows, failed = processor_flags(), [], False
    for name in chosen.settings or SETTINGS:
        setting = SETTINGS[name]
        skipped = reason_to_skip(setting, flags)
        if skipped:
            rows.append((name, "left out", skipped))
            continue
        print(f"--- {name}", flush=True)
        start = time.monotonic()
        code, last = run(setting, tests, options)
        failed |= code != 0
        took = f"{time.monotonic() - start:.0f} s"
        rows.append((name, "FAILED" if code else "passed", f"{last.strip('= ')} ({took})"))
    print()
    for name, outcome, rest in rows:
        print(f"{name:14} {outcome:8}  {rest}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
