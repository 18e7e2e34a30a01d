"""Reading whole text files, and exact numbers."""

from __future__ import annotations

import errno
import os
import stat
import sys
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

from equipoise.base.errors import InputError

STDIN = "-"
#: bytes; the largest archives of hands have some 20 MB a file
MOST_BYTES = 64 << 20

_KINDS = (
    (stat.S_ISDIR, "a directory", "name the files in it"),
    (stat.S_ISFIFO, "a pipe", f"{STDIN} reads standard input"),
    (stat.S_ISCHR, "a device", f"{STDIN} reads standard input"),
    (stat.S_ISBLK, "a device", "an ordinary file"),
    (stat.S_ISSOCK, "a socket", "an ordinary file"),
)


def read_text(path: str | Path, most: int = MOST_BYTES) -> str:
    """A file as text (``-`` is standard input), or an error that names it and what is wrong.

    Devices and pipes may never end, so only ordinary files of at most ``most`` bytes are read.
    """
    name = str(path)
    if name == STDIN:
        name = "standard input"
        data = _read_stdin(name, most)
    else:
        data = _read_file(name, most)
    if len(data) > most:
        raise _too_large(name, most)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(
            f"byte {data[error.start]:#04x} is not UTF-8",
            f"{name}, line {line}",
            expected="save the file as UTF-8 text",
        ) from None
    if not text.strip():
        raise InputError("is empty", name)
    return text


def is_file(path: str | Path) -> bool:
    r"""True if the path is a file; False for names that no file can have.

    >>> is_file("n" * 300), is_file("nul\0")
    (False, False)
    """
    try:
        return Path(path).is_file()
    except (OSError, ValueError):
        return False


def _too_large(name: str, most: int) -> InputError:
    return InputError(f"is larger than {most:,} bytes", name, expected="smaller files are read")


def _read_stdin(name: str, most: int) -> bytes:
    """At most one byte more than allowed."""
    if sys.stdin is None:
        raise InputError("is closed", name, expected="give it a file")
    try:
        return sys.stdin.buffer.read(most + 1)
    except OSError as error:  # a directory, for one
        raise InputError(f"cannot be read ({error.strerror})", name) from None


def _read_file(name: str, most: int) -> bytes:
    """At most one byte more than allowed, and nothing of a file that is known to be larger."""
    # opening a pipe for reading would wait for somebody to write into it
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(name, flags)
    except FileNotFoundError:
        raise InputError("no such file", name) from None
    except ValueError:
        raise InputError("a name with a NUL character", name, expected="no file has one") from None
    except OSError as error:
        if error.errno == errno.ENXIO:
            raise InputError("is a socket", name, expected="an ordinary file") from None
        raise InputError(f"cannot be read ({error.strerror})", name) from None
    try:
        status = os.fstat(handle)
        for is_kind, kind, expected in _KINDS:
            if is_kind(status.st_mode):
                raise InputError(f"is {kind}", name, expected=expected)
        if status.st_size > most:
            raise _too_large(name, most)
        with open(handle, "rb", closefd=False) as file:
            return file.read(most + 1)
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror})", name) from None
    finally:
        os.close(handle)


def decimal_text(number: Fraction, places: int) -> str:
    """A number with at most ``most`` decimals, without trailing zeros.

    >>> decimal_text(Fraction(25, 2), 6), decimal_text(Fraction(-100, 3), 6)
    ('12.5', '-33.333333')
    """
    scaled = round(number * 10**places)
    sign, digits = "-" if scaled < 0 else "", f"{abs(scaled):0{places + 1}d}"
    if not places:
        return sign + digits
    whole, part = digits[:-places], digits[-places:].rstrip("0")
    return sign + (f"{whole}.{part}" if part else whole)


def fixed_text(number: Fraction, places: int) -> str | None:
    """A number with exactly ``decimals`` decimals, or None if they do not suffice.

    >>> fixed_text(Fraction(1, 2), 2), fixed_text(Fraction(1, 3), 2)
    ('0.50', None)
    """
    scaled = number * 10**places
    if scaled.denominator != 1:
        return None
    if not places:
        return str(scaled)
    sign, digits = "-" if scaled < 0 else "", f"{abs(int(scaled)):0{places + 1}d}"
    return f"{sign}{digits[:-places]}.{digits[-places:]}"


def decimal_places(number: int | Decimal) -> int:
    """How many decimals a number was written with; those at the end count too.

    >>> decimal_places(Decimal("0.50")), decimal_places(7)
    (2, 0)
    """
    if isinstance(number, int):
        return 0
    exponent = number.as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0
