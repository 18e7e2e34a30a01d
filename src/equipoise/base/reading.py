"""Reading files that may be damaged or malicious.

Every store opens its files here. Unusable files raise a one-line :class:`InputError` that names the
file; an absent file raises :class:`MissingFileError`, so that a store can say how to build it.
``what`` begins the error, such as ``strategy 'blueprint'``; ``expected`` ends it, such as the
command that rebuilds the file.

Only regular files and links to them are read: a folder, a device or a named pipe is refused before
it could block. Lengths are limited before anything is read into memory.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import shlex
import stat
from collections.abc import Callable
from io import BufferedReader
from itertools import accumulate
from math import isfinite
from pathlib import Path
from typing import Any

from equipoise.base.errors import InputError, shortened

#: default limit of JSON files in bytes
MOST_JSON = 1 << 23
_MOST_DEPTH = 100  # of brackets; deeper ones overflow the stack of recursive code
_MOST_DIGITS = 40  # of an integer; enough for 128 bits
_STRING = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_STEPS = bytes(2 if char in b"[{" else 0 if char in b"]}" else 1 for char in range(256))
_NO_BRACKETS = bytes(char for char in range(256) if char not in b"[]{}")
_PIECES, _PIECE = 64, 1 << 16
_BINARY: int = getattr(os, "O_BINARY", 0)


class MissingFileError(InputError):
    """A missing file."""


def open_regular(path: Path, what: str, expected: str = "") -> BufferedReader:
    """Open a regular file for reading; anything else is refused at once."""
    try:
        # without O_NONBLOCK a named pipe would wait for its writer
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | _BINARY)
    except (OSError, ValueError) as error:
        raise unreadable(path, what, expected, error) from None
    try:
        mode = os.fstat(handle).st_mode
        if not stat.S_ISREG(mode):
            raise InputError(f"{_name(path)} is {_kind(mode)}, not a file", what, expected=expected)
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def named(kind: str, path: Path) -> str:
    """The name of an artifact in errors, such as ``strategy 'blueprint'``."""
    return f"{kind} {shortened(str(path))!r}"


def as_argument(path: Path) -> str:
    """A path quoted for a shell; ``DIR`` if it would fill the screen."""
    text = shlex.quote(str(path))
    return text if text.isprintable() and shortened(text) == text else "DIR"


def folder_names(folder: Path, what: str, expected: str = "") -> set[str] | None:
    """The names in a folder, None if it does not exist; raises if it is not a folder."""
    try:
        return set(os.listdir(folder))
    except FileNotFoundError:
        if os.path.islink(folder):
            raise InputError("it is a link to nothing", what, expected=expected) from None
        return None
    except NotADirectoryError:
        raise InputError("it is not a folder", what, expected=expected) from None
    except (OSError, ValueError) as error:
        raise unreadable(folder, what, expected, error) from None


def remove_file(path: Path, what: str) -> None:
    """Remove a file or link if present; raises for a folder."""
    try:
        path.unlink(missing_ok=True)
    except (IsADirectoryError, PermissionError):
        if not path.is_dir() or path.is_symlink():
            raise
        raise InputError(
            f"{_name(path)} is a folder, not a file", what, expected="remove it"
        ) from None


def _name(path: Path) -> str:
    return shortened(path.name or str(path)).replace("\0", "\\0")


def _kind(mode: int) -> str:
    for test, kind in (
        (stat.S_ISDIR, "a folder"),
        (stat.S_ISFIFO, "a named pipe"),
        (stat.S_ISSOCK, "a socket"),
        (stat.S_ISCHR, "a device"),
        (stat.S_ISBLK, "a device"),
    ):
        if test(mode):
            return kind
    return "something else"


def unreadable(path: Path, what: str, expected: str, error: OSError | ValueError) -> InputError:
    """The exception to raise if the system cannot open or read a file."""
    name = _name(path)
    if isinstance(error, ValueError):  # a NUL character, or one that the system cannot encode
        return InputError(f"{name!r} cannot be the name of a file", what, expected=expected)
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        link = os.path.islink(path)
        problem = f"{name} is a link to nothing" if link else f"{name} is missing"
        return MissingFileError(problem, what, expected=expected)
    if error.errno == errno.ELOOP:
        return InputError(f"{name} is a link that leads to itself", what, expected=expected)
    if error.errno == errno.EISDIR or (os.name == "nt" and path.is_dir()):
        return InputError(f"{name} is a folder, not a file", what, expected=expected)
    if error.errno == errno.ENXIO:
        return InputError(f"{name} is a socket, not a file", what, expected=expected)
    return InputError(f"{name} cannot be read ({error.strerror})", what, expected=expected)


def read_limited(path: Path, what: str, most_bytes: int, expected: str = "") -> bytes:
    """The content of a regular file; raises if it is longer than ``most_bytes``."""
    try:
        with open_regular(path, what, expected) as file:
            data = file.read(most_bytes + 1)
    except OSError as error:
        raise unreadable(path, what, expected, error) from None
    if len(data) > most_bytes:
        raise InputError(
            f"{_name(path)} is too long, more than {most_bytes:,} bytes", what, expected=expected
        )
    return data


def read_json(path: Path, what: str, most_bytes: int = MOST_JSON, expected: str = "") -> Any:
    """The JSON value in a file: finite numbers, integers of at most 40 digits, UTF-8 text.

    The caller checks its type and fields.
    """
    data = read_limited(path, what, most_bytes, expected)
    try:
        return parse_json(data)
    except ValueError as error:
        raise InputError(
            f"{_name(path)} is damaged ({shortened(str(error))})", what, expected=expected
        ) from None


def parse_json(data: bytes) -> Any:
    """Parse JSON; raises ValueError with the problem.

    >>> parse_json(b'{"hands": [1, 2.5, null]}')
    {'hands': [1, 2.5, None]}
    >>> parse_json(b"[" * 100_000)
    Traceback (most recent call last):
    ...
    ValueError: brackets 100000 deep, at most 100 are read
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"not UTF-8 at byte {error.start}") from None
    depth = _depth(data)
    if depth > _MOST_DEPTH:
        raise ValueError(f"brackets {depth} deep, at most {_MOST_DEPTH} are read")
    try:
        value = json.loads(
            text, parse_int=_whole_number, parse_float=_finite, parse_constant=_no_constant
        )
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON at line {error.lineno}: {error.msg}") from None
    if "\\u" in text and _has_half_characters(value):
        raise ValueError("text with half of a surrogate pair")
    return value


def _depth(data: bytes) -> int:
    """The nesting depth of brackets outside strings."""
    brackets = _STRING.sub(b"", data).translate(_STEPS, _NO_BRACKETS)
    return max(accumulate(brackets, lambda depth, step: depth + step - 1, initial=0))


def _whole_number(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise ValueError(f"an integer of {len(digits)} digits")
    return int(digits)


def _finite(digits: str) -> float:
    number = float(digits)
    if not isfinite(number):
        raise ValueError("a number beyond double precision")
    return number


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is not a JSON number")


def _has_half_characters(value: object) -> bool:
    """True if a text cannot be encoded: it has an unpaired surrogate."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    return False


def file_checksum(path: Path, what: str = "", expected: str = "") -> str:
    """The SHA-256 of a regular file."""
    what = what or repr(str(path))
    try:
        with open_regular(path, what, expected) as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise unreadable(path, what, expected, error) from None


def sample_checksum(path: Path, what: str = "", expected: str = "") -> str:
    """The SHA-256 of a file's length and of 64 evenly spaced pieces of 64 kB.

    Reading hundreds of megabytes for a checksum would take the time that mapping them saves. The
    first and last pieces are the file's ends; files below 4 MB are covered completely.
    """
    with open_regular(path, what or repr(str(path)), expected) as file:
        length = os.fstat(file.fileno()).st_size
        digest = hashlib.sha256(str(length).encode())
        last = max(length - _PIECE, 0)
        for piece in range(_PIECES):
            file.seek(last * piece // (_PIECES - 1))
            digest.update(file.read(_PIECE))
    return digest.hexdigest()


def json_checksum(content: dict[str, Any], own: str = "checksum") -> str:
    """The SHA-256 of JSON values, independent of key order, without the entry that holds it."""
    kept = {key: value for key, value in content.items() if key != own}
    return hashlib.sha256(json.dumps(kept, sort_keys=True).encode()).hexdigest()


def checked_once(check: Callable[[], None], about: str, *paths: Path) -> None:
    """Run an expensive check of files, unless they passed it in this process and are unchanged.

    ``about`` identifies the check: the same files may have several.
    """
    try:
        key = (about, *(_identity(path) for path in paths))
    except OSError:  # gone or replaced meanwhile: not remembered
        check()
        return
    if key not in _passed:
        check()
        _passed.add(key)


_passed: set[tuple[object, ...]] = set()


def _identity(path: Path) -> tuple[int, int, int, int, int]:
    found = path.stat()
    # unlike the modification time, the change time cannot be set back
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns
