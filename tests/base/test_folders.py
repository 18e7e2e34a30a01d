"""Folders that only the user can write."""

import os
import stat
from pathlib import Path

import pytest

from equipoise.base import folders
from equipoise.base.errors import InputError
from equipoise.base.folders import private_folder, user_folder

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes and owners as on POSIX")
as_root = pytest.mark.skipif(
    os.name != "posix" or os.geteuid() != 0, reason="only root can give folders away"
)
SOMEBODY = 54321


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_made_private_with_all_above_it(tmp_path):
    before = os.umask(0)
    try:
        made = private_folder(tmp_path / "a" / "b")
    finally:
        os.umask(before)
    assert made == (tmp_path / "a" / "b").resolve()
    assert mode(made) == mode(made.parent) == 0o700


@pytest.mark.parametrize("readable", [0o755, 0o750, 0o711, 0o500])
def test_one_that_others_only_read_is_closed_to_them(tmp_path, readable):
    folder = tmp_path / "old"
    folder.mkdir()
    folder.chmod(readable)
    assert mode(private_folder(folder)) == 0o700


@pytest.mark.parametrize("writable", [0o777, 0o720, 0o702, 0o1777])
def test_one_that_others_write_is_refused(tmp_path, writable):
    folder = tmp_path / "open"
    folder.mkdir()
    folder.chmod(writable)
    with pytest.raises(InputError, match="can be written by others") as caught:
        private_folder(folder)
    assert len(str(caught.value)) < 400
    link = tmp_path / "link"
    link.symlink_to(folder)
    with pytest.raises(InputError, match="can be written by others"):
        private_folder(link)
    assert mode(folder) == writable


@pytest.mark.parametrize(("writable", "fine"), [(0o777, False), (0o1777, True), (0o755, True)])
def test_folders_above_must_not_let_others_replace_it(tmp_path, writable, fine):
    above = tmp_path / "above"
    above.mkdir()
    above.chmod(writable)
    inside = above / "between" / "private"
    link = tmp_path / "link"
    link.symlink_to(inside)
    for path in (inside, link, tmp_path / "link" / ".." / "private"):
        if fine:
            assert private_folder(path) == inside.resolve()
        else:
            with pytest.raises(InputError, match="can be written by others"):
                private_folder(path)
    assert fine or not list(above.iterdir())


def test_a_link_through_a_folder_of_others_is_refused(tmp_path):
    """Where a link leads may be fine; who can replace the link decides."""
    private, shared = tmp_path / "private", tmp_path / "shared"
    private.mkdir()
    shared.mkdir()
    (shared / "inner").symlink_to(private)
    shared.chmod(0o777)
    (tmp_path / "outer").symlink_to(Path("shared") / "inner")
    with pytest.raises(InputError, match="can be written by others"):
        private_folder(tmp_path / "outer")
    shared.chmod(0o755)
    assert private_folder(tmp_path / "outer") == private.resolve()


@as_root
@pytest.mark.parametrize("given", ["kept", ".", "link"])
def test_what_belongs_to_somebody_else_is_refused(tmp_path, given):
    base = tmp_path / "base"
    (base / "kept").mkdir(parents=True)
    (base / "link").symlink_to(base / "kept")
    os.chown(base / given, SOMEBODY, SOMEBODY, follow_symlinks=False)
    with pytest.raises(InputError, match=f"belongs to user {SOMEBODY}, not to you"):
        private_folder(base / ("link" if given == "link" else "kept"))


def test_links_in_a_ring_and_files_are_refused(tmp_path):
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(InputError, match="too many links"):
        private_folder(tmp_path / "a")
    (tmp_path / "file").touch()
    for path in ("file", "file/below"):
        with pytest.raises(InputError, match="is not a folder"):
            private_folder(tmp_path / path)
    with pytest.raises(InputError, match="not an absolute path"):
        private_folder(Path("relative"))


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"EQUIPOISE_CACHE_DIR": "/chosen"}, "/chosen/name"),
        ({"EQUIPOISE_CACHE_DIR": "chosen"}, "not an absolute path"),
        ({"EQUIPOISE_CACHE_DIR": "~/chosen"}, "not an absolute path"),
        ({"XDG_CACHE_HOME": "/xdg", "HOME": "/home/me"}, "/xdg/equipoise/name"),
        ({"XDG_CACHE_HOME": "xdg", "HOME": "/home/me"}, "/home/me/.cache/equipoise/name"),
        ({"HOME": "/home/me"}, "/home/me/.cache/equipoise/name"),
        ({"HOME": "here"}, "no home folder"),
        ({"HOME": "~"}, "no home folder"),
        ({"HOME": ""}, "no home folder"),
    ],
)
def test_places_are_absolute(monkeypatch, settings, expected):
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("EQUIPOISE_CACHE_DIR", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    if expected.startswith("/"):
        assert user_folder("name") == Path(expected)
    else:
        with pytest.raises(InputError, match=expected):
            user_folder("name")


def test_no_home_folder_at_all(monkeypatch):
    """HOME unset, and a user that the system does not know, as in many containers."""
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("EQUIPOISE_CACHE_DIR", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("os.getuid", lambda: SOMEBODY)
    with pytest.raises(InputError, match="no home folder"):
        user_folder("name")


def test_what_was_found_private_is_not_judged_by_what_is_above_again(tmp_path, monkeypatch):
    """In a namespace of users, as hosts of agents have, root's folders belong to nobody known."""
    folder = private_folder(tmp_path / "kernels")

    def nobodys(place, found):
        if place not in (folder, folder / "module"):
            raise InputError("belongs to user 65534, not to you")

    monkeypatch.setattr(folders, "_check_owner", nobodys)
    assert private_folder(tmp_path / "kernels" / "module") == folder / "module"
    assert private_folder(tmp_path / "kernels") == folder
    with pytest.raises(InputError, match="65534"):
        private_folder(tmp_path / "other")
    (folder / "module").chmod(0o777)
    with pytest.raises(InputError, match="can be written by others"):
        private_folder(folder / "module")
