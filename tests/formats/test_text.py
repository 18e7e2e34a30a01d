"""Reading files: ordinary ones of a size that can be meant, and a clear line for all else."""

from __future__ import annotations

import io
import os
import socket
from pathlib import Path

import pytest

from equipoise.base.errors import InputError
from equipoise.formats import load_game, resolve_game
from equipoise.formats.acpc.game import MOST_BYTES as MOST_GAME_BYTES
from equipoise.formats.replay import replay_files
from equipoise.formats.text import MOST_BYTES, is_file, read_text

posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX files")


@posix
def test_an_endless_device_is_not_read(tmp_path) -> None:
    for name in ("endless.game", "endless.phh"):
        (tmp_path / name).symlink_to("/dev/zero")
    for read in (
        lambda: resolve_game(str(tmp_path / "endless.game")),
        lambda: load_game(tmp_path / "endless.game"),
        lambda: replay_files([tmp_path / "endless.phh"]),
    ):
        with pytest.raises(InputError, match="is a device; - reads standard input"):
            read()


@posix
def test_pipes_and_sockets_are_not_waited_for(tmp_path, monkeypatch) -> None:
    os.mkfifo(tmp_path / "pipe.phh")
    with pytest.raises(InputError, match=r"pipe\.phh: is a pipe"):
        read_text(tmp_path / "pipe.phh")
    monkeypatch.chdir(tmp_path)  # addresses of sockets are short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("s.phh")
        with pytest.raises(InputError, match=r"s\.phh: is a socket"):
            read_text("s.phh")


def test_folders_and_loops_are_named(tmp_path) -> None:
    (tmp_path / "folder.game").mkdir()
    with pytest.raises(InputError, match="is a directory"):
        load_game(tmp_path / "folder.game")
    (tmp_path / "loop.game").symlink_to("loop.game")
    with pytest.raises(InputError, match="cannot be read"):
        load_game(tmp_path / "loop.game")


def test_large_files_are_refused_unread(tmp_path) -> None:
    for name, most in (("large.phh", MOST_BYTES), ("large.game", MOST_GAME_BYTES)):
        with open(tmp_path / name, "wb") as file:
            file.truncate(10**12)  # a hole, which takes no place on the disk
        with pytest.raises(InputError, match=f"is larger than {most:,} bytes"):
            load_game(tmp_path / name) if ".game" in name else read_text(tmp_path / name)
    (tmp_path / "small").write_bytes(b"x" * 11)
    assert read_text(tmp_path / "small", 11) == "x" * 11
    with pytest.raises(InputError, match="is larger than 10 bytes"):
        read_text(tmp_path / "small", 10)


def test_standard_input_may_be_endless(monkeypatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"x" * 11), encoding="utf-8"))
    with pytest.raises(InputError, match="standard input: is larger than 10 bytes"):
        read_text("-", 10)
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(InputError, match="standard input: is closed"):
        read_text("-")


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("n" * 300 + ".game", "cannot be read"),
        ("x/" * 3000 + "y.game", "cannot be read"),
        ("nul\0.game", "a name with a NUL character"),
        ("\udcff.game", "no such file"),
    ],
)
def test_names_that_no_file_has(name: str, problem: str) -> None:
    for read in (load_game, resolve_game, read_text):
        with pytest.raises(InputError, match=problem) as error:
            read(name)
        assert len(str(error.value)) < 600 and str(error.value).isprintable()
    assert not is_file(name) and not is_file(Path(name))
    with pytest.raises(InputError, match="not in the catalogue"):
        resolve_game(name.removesuffix(".game"))


@pytest.mark.skipif(getattr(os, "geteuid", lambda: 0)() == 0, reason="root may read everything")
def test_files_without_permission(tmp_path) -> None:
    path = tmp_path / "x.phh"
    path.write_text("variant = 'NT'", encoding="utf-8")
    path.chmod(0)
    with pytest.raises(InputError, match="cannot be read"):
        read_text(path)
