"""Arrays in ``.npy`` files: errors name the file, and files are validated before mapping.

NumPy evaluates the header as a Python literal, which fails in many ways on a damaged one, and
trusts its shape. Here the header must have the form that NumPy writes, and the file the length that
the header implies.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from equipoise.base.errors import InputError, shortened
from equipoise.base.files import naming, new_file, put_file
from equipoise.base.reading import open_regular, unreadable

_MAGIC = b"\x93NUMPY"
_MOST_HEADER = 4096
_HEADER = re.compile(
    r"\{'descr': '([<>|=]?[biuf][0-9]{1,2})', 'fortran_order': (True|False), "
    r"'shape': \(((?:[0-9]{1,18}, ?)*(?:[0-9]{1,18})?)\), \} *\n",
    re.ASCII,
)
_MOST_DIMENSIONS = 32
_CHUNK = 1 << 22

Shape = tuple[int | None, ...]


@dataclass(frozen=True)
class ArrayHeader:
    """The header of a ``.npy`` file; ``length`` is its own, in bytes."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    length: int

    @property
    def file_length(self) -> int:
        """The required length of the whole file."""
        return self.length + prod(self.shape) * self.dtype.itemsize


def array_header(file: BinaryIO) -> ArrayHeader:
    """Parse the header of a ``.npy`` file of numbers; raises ValueError.

    Supports versions 1 and 2, C order, numbers only (never objects).
    """
    start = file.read(8)
    if len(start) < 8 or start[:6] != _MAGIC:
        raise ValueError("it is not a .npy file")
    if start[6:] not in (b"\x01\x00", b"\x02\x00"):
        raise ValueError(f"version {start[6]}.{start[7]} of the .npy format, 1.0 and 2.0 are read")
    width = 2 if start[6] == 1 else 4
    length = int.from_bytes(file.read(width), "little")
    if length > _MOST_HEADER:
        raise ValueError(f"a header of {length:,} bytes")
    header = file.read(length)
    found = _HEADER.fullmatch(header.decode("latin-1"))
    if len(header) < length or found is None:
        raise ValueError("its header is damaged")
    if found[2] == "True":
        raise ValueError("its rows and columns are in Fortran order")
    try:
        dtype = np.dtype(found[1])
    except TypeError:
        raise ValueError(f"{found[1]!r} is not a number type") from None
    shape = tuple(int(size) for size in found[3].split(",") if size.strip())
    if len(shape) > _MOST_DIMENSIONS:
        raise ValueError(f"{len(shape)} dimensions")
    if len(shape) == 1 and "," not in found[3]:
        raise ValueError("its header is damaged")
    return ArrayHeader(dtype, shape, 8 + width + length)


def open_array(
    path: Path,
    what: str,
    dtype: npt.DTypeLike | None = None,
    shape: Shape | None = None,
    expected: str = "",
) -> np.memmap[Any, Any]:
    """The array of a ``.npy`` file, memory-mapped for reading.

    Its type and shape are checked (None in a shape means any number), and the length of the file,
    so that no access can be beyond its end. The values are not checked.
    """
    try:
        with open_regular(path, what, expected) as file:
            header = array_header(file)
            _check_header(header, dtype, shape, os.fstat(file.fileno()).st_size)
            return np.memmap(file, header.dtype, "r", header.length, header.shape)
    except InputError:
        raise
    except OSError as error:
        raise unreadable(path, what, expected, error) from None
    except (ValueError, OverflowError) as error:
        raise InputError(
            f"{path.name} is damaged ({shortened(str(error))})", what, expected=expected
        ) from None


def _check_header(
    header: ArrayHeader, dtype: npt.DTypeLike | None, shape: Shape | None, length: int
) -> None:
    if not header.dtype.isnative:
        raise ValueError("its byte order is that of another machine")
    if dtype is not None and header.dtype != np.dtype(dtype):
        raise ValueError(f"it holds {header.dtype}, not {np.dtype(dtype)}")
    if shape is not None and not _fits(header.shape, shape):
        wanted = " x ".join("any" if size is None else f"{size:,}" for size in shape)
        found = " x ".join(f"{size:,}" for size in header.shape)
        raise ValueError(f"it holds {found or 'one'} numbers, not {wanted or 'one'}")
    if length != header.file_length:
        raise ValueError(f"it has {length:,} bytes, not {header.file_length:,}")


def _fits(found: tuple[int, ...], wanted: Shape) -> bool:
    return len(found) == len(wanted) and all(
        size is None or size == here for here, size in zip(found, wanted, strict=True)
    )


def header_bytes(dtype: np.dtype[Any], shape: tuple[int, ...]) -> bytes:
    """The header of a ``.npy`` file."""
    buffer = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        buffer,
        {"descr": np.lib.format.dtype_to_descr(dtype), "fortran_order": False, "shape": shape},
    )
    return buffer.getvalue()


def write_array(path: Path, array: npt.NDArray[Any]) -> str:
    """Write an array, sync it to disk and return the SHA-256 of the file.

    Uses ordinary writes, so that system errors are raised and name the file.
    """
    data = np.asarray(array, order="C")
    digest = hashlib.sha256()
    with naming(path), path.open("wb") as file:
        header = header_bytes(data.dtype, data.shape)
        digest.update(header)
        file.write(header)
        content = data.reshape(-1).view(np.uint8)
        for start in range(0, len(content), _CHUNK):
            chunk = content[start : start + _CHUNK].data
            digest.update(chunk)
            file.write(chunk)
        file.flush()
        os.fsync(file.fileno())
    return digest.hexdigest()


def save_array(path: Path, array: npt.NDArray[Any]) -> str:
    """Write an array atomically and return the SHA-256 of the file."""
    with naming(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = new_file(path)
        try:
            checksum = write_array(fresh, array)
            put_file(fresh, path)
        except BaseException:
            fresh.unlink(missing_ok=True)
            raise
    return checksum
