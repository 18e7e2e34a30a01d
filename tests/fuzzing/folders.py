"""Small folders of every kind, made once, and damage to a copy of one."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
from tests.fuzzing.mutations import mutated_bytes, mutated_json, mutated_npy, mutated_text

_LARGE = 1 << 20  # bytes; larger files are not changed but replaced
MATCH = ("match", "random", "call", "--game", "leduc", "--hands", "30")
Load = Callable[[Path], object]


@dataclass(frozen=True)
class Kind:
    """A kind of folder: ``make`` one, once; then ``load`` damaged copies of it."""

    make: Callable[[Path], object]
    load: Load
    share: float = 1.0
    slow: bool = False


def command(*words: str) -> None:
    """Run a command that must work."""
    from equipoise.interfaces.cli.main import run

    with (
        contextlib.redirect_stdout(io.StringIO()),
        contextlib.redirect_stderr(io.StringIO()) as said,
    ):
        code = run([*words])
    assert code == 0, said.getvalue()


def _solve(game: str) -> Callable[[Path], None]:
    return lambda folder: command("solve", game, "--iterations", "5", "--out", str(folder))


def _load_strategy(folder: Path) -> None:
    from equipoise.policies import opened
    from equipoise.strategies.opened import open_strategy

    open_strategy(folder, verify=True)
    opened._open.cache_clear()  # it is the same place every time
    opened.open_for_play(folder)


def _leduc() -> Any:
    from equipoise.solvers.methods import make_solver
    from equipoise.spine.game import AbstractGame

    return make_solver("cfr+", AbstractGame("leduc").passes())


def _make_checkpoint(folder: Path) -> None:
    from equipoise.solvers.run.checkpoint import CheckpointWriter
    from equipoise.solvers.run.trace import Progress, TracePoint

    solver = _leduc()
    solver.step()
    point = TracePoint(1, 0.5, -0.05, 0.2, {"regret": 0.3}, {"interval": 0.1})
    writer = CheckpointWriter(folder, {"game": "leduc"}, print)
    writer.save(solver, Progress([point], 1.0))
    writer.wait()


def _load_checkpoint(folder: Path) -> None:
    from equipoise.solvers.run.checkpoint import newest_iterations, resume

    newest_iterations(folder)
    solver = _leduc()
    resume(folder, solver, {"game": "leduc"})
    solver.step()


def _make_match(folder: Path) -> None:
    command(*MATCH, "--out", str(folder))


def _load_match(folder: Path) -> None:
    from equipoise.matches.folder import MatchFolder

    kept = MatchFolder(folder)
    plan = kept.plan()
    for trial in range(len(plan.seatings)):
        for _ in kept.rows(plan, trial):
            pass
    for session in plan.sessions():
        kept.read(plan, session)


def _tournament(folder: Path) -> None:
    """Play one, or go on with what is left of it."""
    from equipoise.matches.plan import MatchPlan
    from equipoise.matches.tournament import play_tournament

    plan = MatchPlan("kuhn", ("call", "raise", "fold"), 4, seed=7)
    for _ in play_tournament(plan, workers=1, out=folder, resume=True):
        pass


def _work(folder: Path) -> None:
    """Arrays of an experiment that was stopped: the same as before, or as good as none."""
    from equipoise.experiments.harness.partial import Partial

    arrays = {"first": np.arange(40.0), "second": np.eye(3, dtype=np.int64)}
    found = Partial(folder).get("work", "an experiment")
    if found is None:
        with contextlib.suppress(OSError):  # something else has the place of the folder
            Partial(folder).put("work", "an experiment", arrays)
        return
    assert found.keys() == arrays.keys()
    assert all((found[name] == arrays[name]).all() for name in arrays)


def _make_tables(folder: Path) -> None:
    """Of the right size, but with holes for data: opening reads headers only."""
    from equipoise.abstraction.strength.pieces import pieces_of
    from equipoise.abstraction.strength.store import TablesManifest
    from equipoise.abstraction.strength.tables import table_shapes

    folder.mkdir()
    shapes = table_shapes(2)
    for shape in shapes:
        about = {"descr": shape.dtype.newbyteorder("<").str, "fortran_order": False}
        with (folder / f"{shape.name}.npy").open("wb") as file:
            np.lib.format.write_array_header_1_0(file, {**about, "shape": shape.shape})
            file.truncate(file.tell() + shape.bytes)
    pieces = {shape.name: ["0" * 64 for _ in pieces_of(shape.round_number)] for shape in shapes}
    TablesManifest(2, pieces).write(folder)


def _load_tables(folder: Path) -> None:
    from equipoise.abstraction.strength import store

    # there is no data to look through
    with patch.object(store, "checked_once", lambda *_: None):
        store.open_tables(folder)


def _make_bucketing(folder: Path) -> None:
    from tests.abstraction.buckets.small import FLOPS, small_tables

    from equipoise.abstraction.buckets.build import build_bucketing

    build_bucketing("2-2-2-2", tables=small_tables(), folder=folder, flop_rows=FLOPS[:1])


def _load_bucketing(folder: Path) -> None:
    from equipoise.abstraction.buckets.build import load_bucketing

    load_bucketing(folder).on_board(range(5))


def _model(folder: Path) -> Any:
    """Count a model, or load it where it has been counted."""
    from equipoise.spine.cards.sequences import store as sequence_store

    bucketing, known = _bucketing(folder.parent.parent / "made" / "bucketing")
    with patch.object(sequence_store, "fingerprint", lambda _: known):  # it reads all of 170 MB
        return sequence_store.build_model(bucketing, 2, folder=folder)


@cache
def _bucketing(folder: Path) -> tuple[Any, str]:
    from equipoise.abstraction.buckets.build import load_bucketing
    from equipoise.spine.cards.sequences import store as sequence_store

    if not folder.exists():
        _make_bucketing(folder)
    found = load_bucketing(folder)
    return found, sequence_store.fingerprint(found)


KINDS: dict[str, Kind] = {
    "strategy of kuhn": Kind(_solve("kuhn"), _load_strategy, 2),
    "strategy of leduc": Kind(_solve("leduc"), _load_strategy),
    "checkpoint": Kind(_make_checkpoint, _load_checkpoint, 2),
    "match": Kind(_make_match, _load_match, 0.6),
    "tournament": Kind(_tournament, _tournament, 0.2),
    "work in progress": Kind(_work, _work, 0.5),
    "strength tables": Kind(_make_tables, _load_tables, 2),
    "bucketing": Kind(_make_bucketing, _load_bucketing, 0.1, slow=True),
    "card model": Kind(_model, _model, 0.3, slow=True),
}


def copied(source: Path, target: Path) -> None:
    """A copy of a folder; its files are the same until they are replaced."""
    shutil.copytree(source, target, copy_function=os.link, symlinks=True)


def damaged(rng: random.Random, folder: Path) -> str:
    """Damage something in a folder; what was done comes back as text."""
    if rng.random() < 0.02:
        shutil.rmtree(folder)
        return _replaced(rng, folder)
    path = rng.choice(sorted(path for path in folder.rglob("*") if path.is_file()))
    name = path.relative_to(folder)
    if rng.random() < 0.15:
        path.unlink()
        return f"{name} {_replaced(rng, path)}"
    if path.stat().st_size > _LARGE:
        return f"{name} {_resized(rng, path)}"
    before = path.read_bytes()
    how = rng.choice(("bytes", "own", "own"))
    if how == "bytes":
        after = mutated_bytes(rng, before)
    elif path.suffix == ".json":
        after = mutated_json(rng, before.decode()).encode("utf-8", "surrogatepass")
        how = "json"
    elif path.suffix == ".npy":
        after, how = mutated_npy(rng, before), "header"
    else:
        after = mutated_text(rng, [before.decode("latin1")]).encode("latin1", "replace")
    _written(path, after)
    if rng.random() < 0.6:
        _checksums_renewed(folder, before, after)
        how += ", checksums renewed"
    return f"{name} damaged: {how}"


def _written(path: Path, content: bytes) -> None:
    path.unlink()
    path.write_bytes(content)


def _resized(rng: random.Random, path: Path) -> str:
    size = rng.choice((0, 5, 100, 4096, 10**10))
    with path.open("rb") as file:
        head = file.read(min(size, 4096))
    path.unlink()
    with path.open("wb") as file:
        file.write(mutated_npy(rng, head) if rng.random() < 0.5 else head)
        file.truncate(size)
    return f"of {size} bytes"


def _replaced(rng: random.Random, path: Path) -> str:
    """Something else in the place of a file or folder."""
    ways: dict[str, Callable[[], object]] = {
        "gone": lambda: None,
        "a folder": path.mkdir,
        "empty": path.touch,
        "a link to itself": lambda: path.symlink_to(path.name),
        "a link to nothing": lambda: path.symlink_to("nothing"),
        "a link to an endless device": lambda: path.symlink_to("/dev/zero"),
        "a link to an empty device": lambda: path.symlink_to("/dev/null"),
        "a pipe": lambda: os.mkfifo(path),
        "brackets": lambda: path.write_text("[" * 100_000, encoding="utf-8"),
        "objects": lambda: path.write_text('{"a":' * 100_000, encoding="utf-8"),
        "digits": lambda: path.write_text("9" * 5000, encoding="utf-8"),
        "random": lambda: path.write_bytes(rng.randbytes(300)),
        "enormous": lambda: (path.touch(), os.truncate(path, 10**11)),
    }
    how = rng.choice(sorted(ways))
    ways[how]()
    return f"replaced: {how}"


def _sample(content: bytes) -> str:
    """What the manifest of a strategy has beside the checksum of its array: that of 64 pieces."""
    digest = hashlib.sha256(str(len(content)).encode())
    last = max(len(content) - (1 << 16), 0)
    for piece in range(64):
        digest.update(content[last * piece // 63 :][: 1 << 16])
    return digest.hexdigest()


def _checksums_renewed(folder: Path, before: bytes, after: bytes) -> None:
    """So that what comes behind the comparison of checksums is reached."""
    new = {hashlib.sha256(before).hexdigest(): hashlib.sha256(after).hexdigest()}
    new[_sample(before)] = _sample(after)
    for path in folder.rglob("*.json"):
        if path.is_symlink() or not path.is_file():
            continue
        with contextlib.suppress(ValueError, RecursionError):
            text = path.read_text(encoding="utf-8")
            for old, fresh in new.items():
                text = text.replace(old, fresh)
            content = json.loads(text)
            if isinstance(content, dict):
                _renew_own(content)
                text = json.dumps(content)
            _written(path, text.encode())


def _renew_own(content: dict[str, Any]) -> None:
    """The checksum that a manifest has of itself."""
    if isinstance(content.get("checksum"), str):
        kept = {key: value for key, value in content.items() if key != "checksum"}
        content["checksum"] = _digest(json.dumps(kept, sort_keys=True))
    if isinstance(content.get("checksums"), dict) and "manifest" in content["checksums"]:
        kept = {key: value for key, value in content.items() if key != "checksums"}
        content["checksums"]["manifest"] = _digest(
            json.dumps(kept, sort_keys=True, separators=(",", ":"))
        )


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
