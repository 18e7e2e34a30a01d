import json
import re

import numpy as np
import pytest
from tests.abstraction.buckets.small import FLOPS, small_tables

from equipoise.abstraction.buckets import build as build_module
from equipoise.abstraction.buckets.build import (
    build_bucketing,
    cached_folder,
    load_bucketing,
    needs_distributions,
    origin_of,
)
from equipoise.abstraction.buckets.estimate import estimated_seconds
from equipoise.abstraction.buckets.make import Maker
from equipoise.abstraction.buckets.notation import CardAbstraction
from equipoise.abstraction.strength import build as strength_build
from equipoise.base.errors import InputError
from equipoise.cards import parse_cards
from equipoise.spine.cards.bucket_deals import river_strengths

NOTATION = "ir169.ir4.ir4.4eq"
BOARD = parse_cards("AsKd7c2h2s")


def build(folder, notation=NOTATION, **more):
    return build_bucketing(notation, tables=small_tables(), folder=folder, flop_rows=FLOPS, **more)


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    folder = tmp_path_factory.mktemp("buckets") / "one"
    said = []
    build(folder, report=lambda done, total, doing="": said.append((done / total, doing)))
    assert [share for share, _ in said] == sorted(share for share, _ in said)
    assert said[-1] == (1.0, NOTATION)
    return folder


def test_what_is_loaded_is_what_was_built(stored, monkeypatch):
    loaded = load_bucketing(stored)
    assert str(loaded.abstraction) == NOTATION and loaded.seed == 0 and loaded.sampled
    assert loaded.counts == (169, 4, 4, 4)
    assert not (stored / "building.json").exists()
    assert not loaded.rounds[2].table.flags.writeable
    # the second time nothing is made
    monkeypatch.setattr(build_module, "_make_rounds", None)
    again = build(stored)
    assert (again.on_board(BOARD) == loaded.on_board(BOARD)).all()


def test_an_interrupted_build_goes_on(stored, tmp_path, monkeypatch):
    folder = tmp_path / "two"
    made = []
    whole = Maker.round

    def stopped(self, number, *rest):
        if number == 2 and "killed" not in made:
            made.append("killed")
            raise KeyboardInterrupt
        made.append(number)
        return whole(self, number, *rest)

    monkeypatch.setattr(Maker, "round", stopped)
    monkeypatch.setattr(Maker, "river", lambda *_: 1 / 0)
    with pytest.raises(KeyboardInterrupt):
        build(folder)
    with pytest.raises(InputError, match="not finished"):
        load_bucketing(folder)
    # a damaged array of a finished round is made again
    np.save(folder / "flop-memory.npy", np.zeros(1, dtype=np.uint16))
    with pytest.raises(ZeroDivisionError):
        build(folder)
    assert made == [0, 1, "killed", 1, 2]
    monkeypatch.undo()
    found = build(folder)
    assert (found.on_board(BOARD) == load_bucketing(stored).on_board(BOARD)).all()


def test_another_bucketing_in_the_same_place(stored):
    same = rf"it holds {re.escape(NOTATION)}, but"
    with pytest.raises(InputError, match=r"4eq, not ir169\.ir4\.ir4\.5eq; choose another folder"):
        build(stored, notation="ir169.ir4.ir4.5eq")
    with pytest.raises(InputError, match=f"{same} with seed 0, not 1; choose"):
        build(stored, seed=1)
    for rows, said in [
        (None, "all flops"), (FLOPS[:2], "2 of 1,755 flops"), ([1, 2, 3], "others")
    ]:  # fmt: skip
        with pytest.raises(InputError, match=f"{same} on 3 of 1,755 flops, not {said}; choose"):
            build_bucketing(NOTATION, tables=small_tables(), folder=stored, flop_rows=rows)


def test_damage_is_said_in_one_line(stored):
    manifest, array = stored / "manifest.json", stored / "river-lookup.npy"
    kept, kept_array = manifest.read_text(encoding="utf-8"), array.read_bytes()
    try:
        for text, problem in [
            ("{", "is damaged"),
            ("[]", "does not belong to a bucketing"),
            (kept.replace('"version": 1', '"version": 0'), "version 0"),
            (kept.replace('"seed": 0', '"seed": 1'), "checksum is wrong"),
        ]:
            manifest.write_text(text, encoding="utf-8")
            with pytest.raises(InputError, match=problem) as refused:
                load_bucketing(stored)
            assert "\n" not in str(refused.value)
        manifest.write_text(kept, encoding="utf-8")
        array.write_bytes(kept_array[:-1] + b"?")
        with pytest.raises(InputError) as refused:
            load_bucketing(stored)
        assert str(refused.value) == (
            f"bucketing {str(stored)!r}: river-lookup.npy is damaged: its checksum is "
            f"wrong; run: equipoise buckets build {NOTATION} --out {stored} --flops 3 --replace"
        )
        array.unlink()
        with pytest.raises(InputError, match=r"river-lookup\.npy is missing"):
            load_bucketing(stored)
    finally:
        manifest.write_text(kept, encoding="utf-8")
        array.write_bytes(kept_array)
    assert json.loads(kept)["notation"] == NOTATION


def test_places_that_hold_something_else(tmp_path):
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match="the folder holds something that is not a bucketing"):
        build(tmp_path)
    with pytest.raises(InputError, match="not a folder"):
        build(tmp_path / "notes.txt")
    with pytest.raises(InputError, match=r"there is no manifest\.json"):
        load_bucketing(tmp_path)


def test_what_a_bucketing_follows_from(monkeypatch, tmp_path):
    monkeypatch.setenv("EQUIPOISE_CACHE_DIR", str(tmp_path))
    plain, clustered = map(CardAbstraction.parse, ("8.8.8.8", "8-12-4-4"))
    assert not needs_distributions(plain) and needs_distributions(clustered)
    # percentiles do not depend on the bins of the tables, clusters do
    assert origin_of(plain, 0, 60) == origin_of(plain, 0, 12)
    assert origin_of(clustered, 0, 60) != origin_of(clustered, 0, 12)
    folders = {
        cached_folder(origin_of(plain, seed, 60, rows)) for seed in (0, 1) for rows in (None, [3])
    }
    assert len(folders) == 4
    assert all(tmp_path in folder.parents and "8.8.8.8" in folder.name for folder in folders)
    with pytest.raises(InputError, match="strength tables"):
        build_bucketing("8-12-4-4")


def test_more_potential_aware_buckets_take_longer(monkeypatch):
    monkeypatch.setattr(strength_build, "estimated_seconds", lambda **_: 5.0)
    few, many = (
        estimated_seconds(CardAbstraction.parse(text)) for text in ("8-12-4-4", "12-25-6-6")
    )
    # as the CPU times measured, 96 s and 166 s, apart from the second that anything takes
    assert (many - 1) / (few - 1) == pytest.approx(166 / 96, abs=0.02)


def test_damaged_strength_tables_are_not_passed_over(monkeypatch, tmp_path):
    monkeypatch.setenv("EQUIPOISE_CACHE_DIR", str(tmp_path))
    (tmp_path / "strength").mkdir()
    (tmp_path / "strength" / "manifest.json").write_text("{", encoding="utf-8")
    with pytest.raises(InputError, match=r"manifest\.json is damaged"):
        build_bucketing(NOTATION, flop_rows=FLOPS)
    with pytest.raises(InputError, match=r"manifest\.json is damaged"):
        river_strengths()
