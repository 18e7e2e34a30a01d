"""Damaged and hostile input of every kind: the answer is a result or one clear line.

``python -m tests.fuzz_inputs --inputs 200000`` damages texts in every notation and format, and
folders of every kind, and gives them to the functions that read them, some to the command as well.
The only errors allowed are ``InputError`` with one line of a few hundred characters and, for files,
``OSError``, which the command says in one line; each within 2 s and 1 GB.

An input is drawn from the seed, its target and its number alone. What fails is printed once for
each place in the code it fails in, with what repeats it, and its input is kept in ``--keep``.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.fuzzing.folders import KINDS, MATCH, copied, damaged
from tests.fuzzing.mutations import mutated_bytes, mutated_text
from tests.fuzzing.texts import NOTATIONS, STRATEGY, Notation

from equipoise.base.errors import InputError

LONGEST_LINE = 620
SECONDS = 2.0  # of processor time
PATIENCE = 3  # seconds by the clock between looks at whether something waits for ever
MEMORY = 1 << 30

Attempt = Callable[[], object]


@dataclass(frozen=True)
class Target:
    """Something that reads input: ``prepare`` draws one in a folder; what comes back reads it."""

    name: str
    prepare: Callable[[random.Random | None, Path], tuple[str, Attempt]]
    share: float
    files: bool = False
    slow: bool = False


class Complaint(Exception):  # noqa: N818 - of the fuzzer, about an answer
    """An answer that is not as it should be."""


class Endless(BaseException):
    """Raised by the alarm; nothing that reads input may catch it."""


def text_target(name: str, notation: Notation, made: Path) -> Target:
    def prepare(rng: random.Random | None, folder: Path) -> tuple[str, Attempt]:
        if name == "agent":
            make_once(Path(STRATEGY).name, made)
        text = notation.seeds[0] if rng is None else mutated_text(rng, notation.seeds)
        if not notation.file:
            return text, lambda: read_text(notation, text)
        content = text.encode("utf-8", "surrogatepass")
        if rng is not None and rng.random() < 0.3:
            content = mutated_bytes(rng, content)
        path = folder / notation.file
        path.write_bytes(content)
        return repr(content), lambda: notation.read(str(path))

    return Target(
        name, prepare, notation.share, files=bool(notation.file) or name in ("game", "agent")
    )


def read_text(notation: Notation, text: str) -> None:
    notation.read(text)
    if notation.digits and any(letter.isdigit() and not letter.isascii() for letter in text):
        raise Complaint("a digit of another script means something")


def make_once(name: str, made: Path) -> None:
    if not (made / name).exists():
        KINDS[name].make(made / name)


def folder_target(name: str, made: Path) -> Target:
    kind = KINDS[name]

    def prepare(rng: random.Random | None, folder: Path) -> tuple[str, Attempt]:
        make_once(name, made)
        place = folder / "input"
        copied(made / name, place)
        done = "as it is" if rng is None else damaged(rng, place)
        return done, lambda: kind.load(place)

    return Target(name, prepare, kind.share, files=True, slow=kind.slow)


SHORT = ["--hands", "2"]
#: of the command: how it is called with an input, and the input's target
COMMANDS: dict[str, tuple[str, Callable[[str], list[str]]]] = {
    "evaluate": ("cards", lambda text: ["evaluate", f"{text} 7c8d9h"]),
    "match in a game": ("game", lambda text: ["match", "call", "call", f"--game={text}", *SHORT]),
    "match of an agent": ("agent", lambda text: ["match", text, "call", "--game", "kuhn", *SHORT]),
    "replay": ("file x.phhs", lambda path: ["replay", path]),
    "replay a log": ("file x.log", lambda path: ["replay", path]),
    "hands": ("pokerstars", lambda path: ["hands", path]),
    "show": ("strategy of kuhn", lambda path: ["show", path]),
    "show as JSON": ("strategy of leduc", lambda path: ["show", path, "--json"]),
    "exploit": ("strategy of leduc", lambda path: ["exploit", path]),
    "purify": ("strategy of kuhn", lambda path: ["purify", path, "--out", f"{path}-pure"]),
    "solve": (
        "strategy of kuhn",
        lambda path: ["solve", "kuhn", "--iterations", "5", "--out", path],
    ),
    "tree": ("bets", lambda text: ["tree", "leduc-nolimit:12", f"--bets={text}"]),
    "export": ("match", lambda path: ["export", path, "--format", "acpc"]),
    "match": ("match", lambda path: [*MATCH, "--resume", "--out", path]),
    "buckets": ("bucketing", lambda path: ["buckets", "show", path, "7s6s", "AsKd7c"]),
}


def command_target(name: str, made: Path) -> Target:
    given, words = COMMANDS[name]

    def prepare(rng: random.Random | None, folder: Path) -> tuple[str, Attempt]:
        if given in NOTATIONS:
            target = text_target(given, NOTATIONS[given], made)
            shown, _ = target.prepare(rng, folder)
            file = NOTATIONS[given].file
            argument = str(folder / file) if file else shown
        else:
            shown, _ = folder_target(given, made).prepare(rng, folder)
            argument = str(folder / "input")
        return shown, lambda: call(words(argument), whole=rng is None)

    slow = given in KINDS and KINDS[given].slow
    return Target(f"command {name}", prepare, 0.02 if slow else 0.1, slow=slow)


def call(words: list[str], whole: bool = False) -> None:
    """Run the command in this process and look at what it says; what is whole must do."""
    from equipoise.interfaces.cli.main import run

    with (
        contextlib.redirect_stdout(io.StringIO()),
        contextlib.redirect_stderr(io.StringIO()) as errors,
    ):
        code = run(words)
    said = errors.getvalue()
    lines = said.splitlines()
    if code not in ((0,) if whole else (0, 1, 2)):
        raise Complaint(f"exit code {code!r}: {said[:300]!r}")
    if code and (len(lines) != 1 or not said.startswith("error: ")):
        raise Complaint(f"exit code {code}, {len(lines)} lines on stderr: {said[:300]!r}")
    if "internal error" in said:
        raise Complaint(said.strip())
    for line in lines:
        check_line(line)


def check_line(line: str) -> None:
    """Refuse what is too long for a line, or would be acted on by a terminal."""
    if len(line) > LONGEST_LINE:
        raise Complaint(f"a line of {len(line)} characters: {line[:80]!r}...")
    odd = next((letter for letter in line if not letter.isprintable()), None)
    if odd is not None:
        raise Complaint(f"a line with {odd!r}: {line[:300]!r}")


def try_input(target: Target, attempt: Attempt, timed: bool) -> Exception | None:
    """What is wrong with the answer to an input, if anything.

    What is refused is refused soon; thousands of hands that are right may take some seconds.
    """
    started, refused = time.process_time(), True
    try:
        with little_memory(), patience():
            try:
                attempt()
                refused = False
            except InputError as error:
                check_line(str(error))
            except OSError as error:
                if not target.files:
                    raise
                check_line(str(error.strerror))
        spent = time.process_time() - started
        if timed and refused and spent > SECONDS:
            raise Complaint(f"it took {spent:.1f} s")
    except Endless:
        return Complaint("no answer: it waits, or works far too long")
    except Exception as error:
        return error
    return None


@contextlib.contextmanager
def patience() -> Iterator[None]:
    """Ends what waits, such as for somebody to write to a pipe, or works for far too long.

    By the time of the processor, since on a busy machine the clock says little.
    """
    seen = [time.process_time()]

    def ring(*_: object) -> None:
        seen.append(time.process_time())
        if seen[-1] - seen[-2] < 0.01 * PATIENCE or seen[-1] - seen[0] > 5 * SECONDS:
            raise Endless

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextlib.contextmanager
def little_memory() -> Iterator[None]:
    """A gigabyte more than there is now; whoever asks for more is told so at once."""
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[5])
    except (ImportError, OSError):  # only Linux says how much there is
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_DATA)
    most = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_DATA, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, before)


def all_targets(folder: Path) -> list[Target]:
    made = folder / "made"
    if folder.exists():
        made.mkdir(exist_ok=True)
    found = [text_target(name, notation, made) for name, notation in NOTATIONS.items()]
    found += [folder_target(name, made) for name in KINDS]
    return found + [command_target(name, made) for name in COMMANDS]


def place_of(error: BaseException) -> str:
    """Where in the package an error comes from, without line numbers, which change."""
    frames = [
        f"{Path(frame.filename).stem}.{frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)
        if "equipoise" in Path(frame.filename).parts or "tests" in Path(frame.filename).parts
    ]
    if isinstance(error, Complaint):
        return " ".join(word for word in str(error).split() if word.isalpha())[:60]
    return f"{type(error).__name__} in {frames[-1] if frames else 'nowhere'}"


def fuzz(
    folder: Path,
    targets: list[Target],
    inputs: int,
    seed: int = 0,
    only: int | None = None,
    keep: Path | None = None,
    timed: bool = True,
    say: Callable[[str], object] = print,
) -> Counter[tuple[str, str]]:
    """Try so many inputs, and say what fails, once a target and a place in the code."""
    failures: Counter[tuple[str, str]] = Counter()
    scratch = folder / "scratch"
    total = sum(target.share for target in targets)
    for target in targets:
        scratch.mkdir()
        _, attempt = target.prepare(None, scratch)
        attempt()  # what is not damaged is read; and compiles what has to be
        shutil.rmtree(scratch)
        count = max(1, round(inputs * target.share / total))
        for number in range(count) if only is None else [only]:
            rng = random.Random(f"{seed} {target.name} {number}")
            scratch.mkdir()
            shown, attempt = target.prepare(rng, scratch)
            error = try_input(target, attempt, timed)
            if error is not None:
                key = target.name, place_of(error)
                if not failures[key]:
                    report(target, number, seed, shown, error, say)
                    if keep is not None:
                        keep_input(keep / f"{target.name}-{seed}-{number}", scratch, shown)
                failures[key] += 1
            shutil.rmtree(scratch)
    return failures


def report(
    target: Target,
    number: int,
    seed: int,
    shown: str,
    error: Exception,
    say: Callable[[str], object],
) -> None:
    say(
        f"{target.name}: {type(error).__name__}: {ascii(str(error))[:200]}\n"
        f"  {place_of(error)}\n  input: {ascii(shown)[:200]}\n"
        f"  again: python -m tests.fuzz_inputs --target '{target.name}' --seed {seed} --only {number}"
    )


def keep_input(place: Path, scratch: Path, shown: str) -> None:
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    (place / "input.txt").write_text(shown, encoding="utf-8", errors="surrogatepass")
    for path in scratch.iterdir():
        with contextlib.suppress(OSError, shutil.Error):
            if path.is_dir():
                shutil.copytree(path, place / path.name, symlinks=True, copy_function=os.link)
            else:
                shutil.copy(path, place / path.name)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--inputs", type=int, default=20_000, help="how many in all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--target", action="append", help="only this one; may be repeated")
    parser.add_argument("--only", type=int, help="only the input of this number")
    parser.add_argument("--keep", type=Path, help="where inputs that fail are kept")
    options = parser.parse_args()
    warnings.simplefilter("error")  # a warning on the terminal is more than one clear line
    if options.keep is not None:
        options.keep = options.keep.absolute()
    with tempfile.TemporaryDirectory(prefix="equipoise-fuzz-") as name, contextlib.chdir(name):
        targets = all_targets(Path(name))
        if options.target:
            targets = [target for target in targets if target.name in options.target]
        started = time.monotonic()
        failures = fuzz(
            Path(name), targets, options.inputs, options.seed, options.only, options.keep,
        )  # fmt: skip
    for (target, place), count in sorted(failures.items()):
        print(f"{count:7,} {target}: {place}")
    print(
        f"{options.inputs:,} inputs, {sum(failures.values()):,} failed, {time.monotonic() - started:.0f} s"
    )
    return int(bool(failures))


if __name__ == "__main__":
    sys.exit(main())
