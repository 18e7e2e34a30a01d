"""Files that are damaged, hostile or no files at all: one line each, and at once."""

import io
import json
import os
import socket

import numpy as np
import pytest

from equipoise.base.errors import InputError
from equipoise.base.npy import array_header, open_array
from equipoise.base.reading import (
    MissingFileError,
    checked_once,
    file_checksum,
    open_regular,
    parse_json,
    read_json,
    read_limited,
)

LONGEST = 400


def refusal(read, *arguments, **named):
    with pytest.raises(InputError) as caught:
        read(*arguments, **named)
    line = str(caught.value)
    assert "\n" not in line and len(line) <= LONGEST
    return line


def test_regular_files_and_links_to_them_are_read(tmp_path):
    (tmp_path / "file").write_bytes(b"abc")
    (tmp_path / "link").symlink_to("file")
    for name in ("file", "link"):
        assert read_limited(tmp_path / name, "thing", 3) == b"abc"
        with open_regular(tmp_path / name, "thing") as file:
            assert file.read() == b"abc"


def test_what_is_no_file_is_refused_with_its_kind(tmp_path):
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "device").symlink_to(os.devnull)
    with socket.socket(socket.AF_UNIX) as end:
        end.bind(str(tmp_path / "socket"))
    kinds = {
        "folder": "is a folder",
        "pipe": "is a named pipe",
        "loop": "leads to itself",
        "device": "is a device",
        "socket": "is a socket",
        "n" * 300: "cannot be read (File name too long)",
        "a\0b": "cannot be the name",
    }
    for name, kind in kinds.items():
        for read in (file_checksum, read_json, open_array, open_regular):
            line = refusal(read, tmp_path / name, "thing 'x'", expected="make it again")
            assert kind in line, line
            assert line.startswith("thing 'x': ") and line.endswith("; make it again")


def test_a_missing_file_is_an_error_of_its_own(tmp_path):
    (tmp_path / "link").symlink_to("nowhere")
    (tmp_path / "file").touch()
    for name, said in {
        "none": "none is missing",
        "link": "a link to nothing",
        "file/in": "in is missing",
    }.items():
        with pytest.raises(MissingFileError, match=said):
            read_json(tmp_path / name, "thing")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission(tmp_path):
    (tmp_path / "secret").touch(mode=0)
    assert "Permission denied" in refusal(read_json, tmp_path / "secret", "thing")


def test_long_files_are_refused_before_they_are_parsed(tmp_path):
    path = tmp_path / "long"
    with path.open("wb") as file:
        file.truncate(1 << 40)  # a hole
    assert "more than 1,000 bytes" in refusal(read_limited, path, "thing", 1000)
    assert "too long" in refusal(read_json, path, "thing")


BAD_JSON = {
    b"": "line 1",
    b"{": "line 1",
    b"\xff{}": "not UTF-8 at byte 0",
    b"[" * 100_000: "deep",
    b"[" * 100_000 + b"]" * 100_000: "deep",
    b'{"a":' * 50_000 + b"1" + b"}" * 50_000: "deep",
    b"9" * 5_000: "5000 digits",
    b"[-" + b"9" * 4_000 + b"]": "4001 digits",
    b"1e999": "double precision",
    b"[NaN]": "NaN",
    b"[-Infinity]": "-Infinity",
    b'"\\ud800"': "surrogate",
    b'{"\\udfff": 1}': "surrogate",
    b'"unended \\"': "line 1",
    b"\xef\xbb\xbf{}": "",
    b"\0": "line 1",
}


@pytest.mark.parametrize("data", BAD_JSON)
def test_bad_json_is_one_line(tmp_path, data):
    path = tmp_path / "about.json"
    path.write_bytes(data)
    assert BAD_JSON[data] in refusal(read_json, path, "thing")


def test_good_json_is_what_the_standard_library_says():
    for value in (
        None,
        {"a": [1, -2.5, True, {"b": []}], "é": '\U0001f0a1 [[[ \\ "'},
        [[]] * 1000,
        "[" * 1000,
        10**39,
        -(2**63),
    ):
        for ascii_only in (True, False):
            assert parse_json(json.dumps(value, ensure_ascii=ascii_only).encode()) == value


def saved(array, version=None):
    file = io.BytesIO()
    np.lib.format.write_array(file, array, version)
    return file.getvalue()


@pytest.mark.parametrize(
    "array",
    [
        np.arange(6.0),
        np.arange(6, dtype=np.uint16).reshape(2, 3),
        np.zeros((0, 7), dtype=np.uint8),
        np.array(5),
        np.zeros((1, 1, 2), dtype=bool),
        np.zeros(3, dtype=np.float32),
    ],
)
@pytest.mark.parametrize("version", [(1, 0), (2, 0)])
def test_what_numpy_writes_is_mapped(tmp_path, array, version):
    path = tmp_path / "array.npy"
    path.write_bytes(saved(array, version))
    found = open_array(path, "thing", array.dtype, array.shape)
    assert isinstance(found, np.memmap) and not found.flags.writeable
    assert found.dtype == array.dtype and found.shape == array.shape
    assert (found == array).all()
    assert (open_array(path, "thing", shape=(None,) * array.ndim) == array).all()


def test_another_type_or_shape_is_refused(tmp_path):
    path = tmp_path / "array.npy"
    path.write_bytes(saved(np.zeros((2, 3))))
    assert "holds float64, not uint16" in refusal(open_array, path, "thing", np.uint16)
    line = refusal(open_array, path, "thing", None, (None, 4))
    assert "it holds 2 x 3 numbers, not any x 4" in line
    refusal(open_array, path, "thing", None, (6,))


def header(text, version=b"\x01\x00", data=b""):
    body = text.encode()
    width = 2 if version[0] == 1 else 4
    return b"\x93NUMPY" + version + len(body).to_bytes(width, "little") + body + data


HEADERS = {
    "empty": b"",
    "cut": saved(np.zeros(3))[:40],
    "not npy": b"PK\x03\x04" + b"\0" * 200,
    "version": header("{}\n", b"\x03\x00"),
    "tokens": header("{'descr': '<f8', 'fortran_order': False, 'shape': ((3,), }\n"),
    "indentation": header("  {\n'descr'\n:\n"),
    "overflow": header(
        f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({10**17}, {10**17}), }}\n"
    ),
    "digits": header(f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({'9' * 3000},), }}\n"),
    "negative": header("{'descr': '<f8', 'fortran_order': False, 'shape': (-3,), }\n"),
    "boolean": header("{'descr': '<f8', 'fortran_order': False, 'shape': (True,), }\n"),
    "not a tuple": header("{'descr': '<f8', 'fortran_order': False, 'shape': (3), }\n"),
    "object": header("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }\n"),
    "fields": header("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (1,), }\n"),
    "no type": header("{'descr': '<f7', 'fortran_order': False, 'shape': (1,), }\n"),
    "fortran": saved(np.asfortranarray(np.zeros((2, 3)))),
    "other bytes": saved(np.zeros(3, dtype=">f8")),
    "unicode digits": header("{'descr': '<f8', 'fortran_order': False, 'shape': (\u0663,), }\n"),
    "many dimensions": header(
        f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({'1, ' * 70}), }}\n"
    ),
    "deep": header("{'descr': " + "(" * 3000 + ", }\n"),
    "long header": b"\x93NUMPY\x02\x00" + (2**32 - 1).to_bytes(4, "little"),
    "too short": saved(np.zeros(100))[:-1],
    "too long": saved(np.zeros(100)) + b"\0",
}


@pytest.mark.parametrize("name", HEADERS)
def test_damaged_arrays_are_one_line(tmp_path, name):
    path = tmp_path / "array.npy"
    path.write_bytes(HEADERS[name])
    line = refusal(open_array, path, "thing 'x'")
    assert line.startswith("thing 'x': array.npy is damaged (")


def test_every_changed_byte_of_a_header_is_read_or_refused(tmp_path):
    whole = saved(np.arange(10, dtype=np.uint16))
    path = tmp_path / "array.npy"
    for place in range(128):
        for flipped in (0x01, 0x10, 0x20, 0xFF):
            data = bytearray(whole)
            data[place] ^= flipped
            path.write_bytes(data)
            try:
                found = open_array(path, "thing")
            except InputError:
                continue
            assert array_header(io.BytesIO(data)).file_length == len(whole)
            assert found.nbytes == 20


def test_a_check_runs_once_for_unchanged_files(tmp_path):
    path, calls = tmp_path / "file", []
    path.write_bytes(b"a")
    for _ in range(3):
        checked_once(lambda: calls.append(1), "length", path)
    assert len(calls) == 1
    checked_once(lambda: calls.append(1), "something else", path)
    assert len(calls) == 2
    path.write_bytes(b"bb")
    checked_once(lambda: calls.append(1), "length", path)
    assert len(calls) == 3

    def fails():
        raise InputError("no")

    for _ in range(2):
        with pytest.raises(InputError):
            checked_once(fails, "never good", path)
