"""The store itself, with a kind of artifact that only this test knows."""

import json
import os
from dataclasses import replace

import numpy as np
import pytest
from tests.damage import holding, killed_at, kinds_of_other_things, one_line

from equipoise.base.artifacts import CHECKSUM, Artifact, Kind, OtherVersionError, is_signed, signed
from equipoise.base.errors import InputError
from equipoise.base.reading import MissingFileError, sample_checksum
from equipoise.base.replacing import check_target, recover, replace_whole

NUMBERS = np.arange(12.0).reshape(3, 4)
KIND = Kind(
    "pile",
    version=3,
    title="a test's pile",
    phrase="a pile",
    files=("numbers.npy",),
    parts=("part-*.npy",),
    left=("old.lock",),
    added={2: {"colour": "grey"}, 3: {"height": 0, "width": 0}},
)


@pytest.fixture
def place(tmp_path):
    return Artifact(KIND, tmp_path / "place" / "pile", "run: make", "run: make again")


def fill(place):
    place.write({"origin": "sand", "sha256": place.save("numbers.npy", NUMBERS)})


def load(place):
    return place.array("numbers.npy", place.read()["sha256"], np.float64, (None, 4), most=100)


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def rewrite(place, change):
    path = place.folder / KIND.manifest
    content = json.loads(path.read_text(encoding="utf-8"))
    change(content)
    path.write_text(json.dumps(signed(content)), encoding="utf-8")


def test_what_is_written_is_read(place):
    assert not place.is_finished
    fill(place)
    assert place.is_finished and names(place.folder) == ["manifest.json", "numbers.npy"]
    assert (load(place) == NUMBERS).all() and isinstance(load(place), np.memmap)
    content = place.read()
    assert (content["format"], content["version"], content["origin"]) == (KIND.title, 3, "sand")
    assert is_signed(content)


def test_older_versions_are_brought_up_to_date_by_the_declared_chain(place):
    fill(place)

    def first(content):
        content["version"] = 1

    rewrite(place, first)
    found = place.read()
    assert (found["version"], found["colour"], found["height"]) == (3, "grey", 0)
    rewrite(place, lambda content: content.update(version=2, colour="red"))
    found = place.read()
    assert (found["version"], found["colour"], found["width"]) == (3, "red", 0)
    # what a version did not have, it cannot say
    rewrite(place, lambda content: content.update(version=2, width=7))
    with pytest.raises(InputError, match="'width' is unknown in its manifest"):
        place.read()
    for version in (0, 4, "3", None, True, 10**30):
        rewrite(place, lambda content, version=version: content.update(version=version))
        with pytest.raises(
            OtherVersionError, match=r"it has version .*; run: make again"
        ) as caught:
            place.read()
        one_line(caught.value)


def test_the_manifest_is_compared_with_its_checksum_before_it_is_used(place):
    fill(place)
    path = place.folder / KIND.manifest
    content = json.loads(path.read_text(encoding="utf-8"))
    for change in ({"origin": "gold"}, {CHECKSUM: None}, {CHECKSUM: 3}):
        path.write_text(json.dumps(content | change), encoding="utf-8")
        with pytest.raises(InputError, match="its checksum is wrong; run: make again"):
            place.read()
    del content[CHECKSUM]
    path.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(InputError, match="checksum is wrong"):
        place.read()
    early = replace(place, kind=replace(KIND, may_be_unsigned=True))
    assert early.read()["origin"] == "sand"
    for text in ("[]", '{"format": "a heap"}', "3"):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(InputError, match=r"manifest.json does not belong to a pile"):
            place.read()


def test_arrays_are_measured_before_they_are_summed(place):
    fill(place)
    for name in ("manifest.json", "numbers.npy"):
        kinds_of_other_things(place.folder / name, lambda: load(place))
    path = place.folder / "numbers.npy"
    kept = path.read_bytes()
    path.write_bytes(kept[:-1] + b"?")
    with pytest.raises(InputError, match=r"numbers.npy is damaged: its checksum is wrong; "):
        load(place)
    path.write_bytes(kept)
    with path.open("r+b") as file:
        file.truncate(1 << 42)
    with pytest.raises(InputError, match="4,398,046,511,104 bytes"):
        load(place)
    # a hole of which the header is right
    path.write_bytes(kept[:128].replace(b"(3, 4), }          ", b"(99999999999, 4), }"))
    os.truncate(path, 128 + 32 * 99999999999)
    with pytest.raises(InputError, match=r"numbers.npy is damaged: \[99999999999, 4\] numbers"):
        load(place)


def test_a_sample_of_a_large_array(place):
    large = np.zeros(1 << 20)
    place.save("numbers.npy", large)
    path = place.folder / "numbers.npy"
    sample = sample_checksum(path)
    assert (place.array("numbers.npy", sample, sample=True) == large).all()
    with path.open("r+b") as file:
        file.seek(-1, os.SEEK_END)
        file.write(b"?")
    with pytest.raises(InputError, match="checksum"):
        place.array("numbers.npy", sample, sample=True)


def test_what_is_missing_and_what_is_not_finished(place):
    with pytest.raises(MissingFileError, match=r"there is no manifest.json; run: make$"):
        place.read()
    place.save("part-1.npy", NUMBERS)
    with pytest.raises(MissingFileError, match=r"it is not finished; run: make$"):
        place.read()


def test_places_that_hold_something_else(place):
    place.check_place()
    fill(place)
    own = ("part-12.npy", "building.json", ".numbers.new-abcd1234", ".manifest.json.x", "old.lock")
    for name in own:
        (place.folder / name).touch()
    place.check_place()
    place.remove_left()
    assert names(place.folder) == ["building.json", "manifest.json", "numbers.npy", "part-12.npy"]
    place.finish()
    assert names(place.folder) == ["manifest.json", "numbers.npy"]
    (place.folder / "thesis.txt").touch()
    with pytest.raises(InputError, match="the folder holds something that is not a pile"):
        place.check_place()
    with pytest.raises(InputError, match="the folder holds something that is not a pile"):
        place.found_or_made(lambda: None, pytest.fail)


def built(place, made=None):
    """Build in two steps, the first of which is kept in a journal."""

    def find():
        return load(place) if place.is_finished else None

    def make():
        try:
            place.array("part-1.npy", place.read(KIND.journal)["sha256"])
        except InputError:
            place.write({"sha256": place.save("part-1.npy", NUMBERS)}, KIND.journal)
            if made is not None:
                made.append(1)
        fill(place)
        place.finish()
        return load(place)

    return place.found_or_made(find, make, lambda holder: None)


def test_killed_at_every_step_the_next_build_goes_on(place):
    place.folder.parent.mkdir()
    steps, again = 0, []
    while killed_at(steps, lambda: built(place), place.folder):
        was_kept = (place.folder / KIND.journal).exists() or place.is_finished
        again.clear()
        assert (built(place, again) == NUMBERS).all()
        assert again == ([] if was_kept else [1])
        assert names(place.folder) == ["manifest.json", "numbers.npy"]
        place.remove("manifest.json", "numbers.npy")
        steps += 1
    assert steps > 15
    assert names(place.folder) == ["manifest.json", "numbers.npy"]


def test_whoever_waits_finds_what_the_other_made(place):
    heard = []
    with holding(place.folder) as process:

        def waiting(holder):
            heard.append(holder)
            fill(place)
            process.communicate("")

        found = place.found_or_made(
            lambda: load(place) if place.is_finished else None, pytest.fail, waiting
        )
    assert (found == NUMBERS).all() and f"process {process.pid}" in heard[0]
    with holding(place.folder), pytest.raises(InputError, match="has been at work there since"):
        place.found_or_made(lambda: None, pytest.fail)


def test_a_folder_is_replaced_whole_or_not_at_all(place):
    place.folder.parent.mkdir()
    replace_whole(place, fill)
    steps, moved_back = 0, 0

    def other(fresh):
        fresh.write({"origin": "gold", "sha256": fresh.save("numbers.npy", 2 * NUMBERS)})

    while killed_at(steps, lambda: replace_whole(place, other), place.folder):
        moved_back += not place.folder.exists()
        recover(place)
        check_target(place)
        factor = 1 if place.read()["origin"] == "sand" else 2
        assert (load(place) == factor * NUMBERS).all()
        replace_whole(place, fill)
        assert names(place.folder.parent) == ["pile"]
        steps += 1
    assert moved_back >= 1 and steps > 10
    assert place.read()["origin"] == "gold"
