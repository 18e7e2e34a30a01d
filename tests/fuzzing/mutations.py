"""Damage, drawn at random: to texts by their tokens and to files by their bytes."""

from __future__ import annotations

import copy
import json
import random
import re
import struct
from collections.abc import Sequence
from typing import Any

MANY_DIGITS = "9" * 5000
DEEP = 100_000
#: what parsers have stumbled over somewhere
PIECES = [
    "", " ", "0", "-1", "1", "00", "+5", "1_0", "1e9", "1e400", "-0.0", "inf", "nan", "0x1", ".", "..",
    "999999999999999999999", MANY_DIGITS, "-" + MANY_DIGITS, "0." + MANY_DIGITS, "1/0", "1/3",
    "\u0663", "\u00b2", "\uff11", "\u0968", "\u2167", "\x00", "\x1b[31m", "\x07", "\r", "\n", "\t", "\x0b",
    "\x85", "\u2028", "\u202e", "\ufeff", "\udcff", "\U0001f0a1", "e\u0301", "A" * 300, "(" * 3000, "[" * 3000,
    "{" * 3000, "'", '"', '"""', "\\", "#", ",", ";", ":", "=", "|", "/", "-", "+", "x", "?", "*", "~", "%",
    "$HOME", "none", "None", "true", "null", "As", "p9", "~/x", "/dev/null", "a" * 5000,
]  # fmt: skip
_WORD = re.compile(r"[A-Za-z]+|[0-9]+(?:\.[0-9]+)?|\s+|.", re.DOTALL)
_LONGEST = 200_000  # of hands that are right up to the last: a second of work


def mutated_text(rng: random.Random, seeds: Sequence[str]) -> str:
    """One of the texts with a few of its words cut, doubled, swapped, or replaced by others."""
    words = _WORD.findall(rng.choice(seeds))
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        start = rng.randrange(len(words) + 1)
        end = min(len(words), start + rng.choice((0, 1, 1, 2, 5, 40)))
        span = words[start:end]
        kind = rng.randrange(7)
        if kind == 0:
            span = [rng.choice(PIECES)]
        elif kind == 1:
            span = []
        elif kind == 2:
            span = span * rng.choice((2, 3, 10, 500, 40_000))
        elif kind == 3:
            other = _WORD.findall(rng.choice(seeds))
            span = other[rng.randrange(len(other) + 1) :][: rng.choice((1, 2, 10, 1000))]
        elif kind == 4 and words:
            span = [rng.choice(words), *span, rng.choice(words)]
        elif kind == 5:
            span = [_changed_character(rng, "".join(span))]
        else:
            span = [str(rng.choice((0, 1, 2, 3, 52, 255, 2**31, 2**63, 10**12)))]
        words[start:end] = span
        if sum(map(len, words)) > _LONGEST:
            break
    return "".join(words)[:_LONGEST]


def _changed_character(rng: random.Random, text: str) -> str:
    if not text:
        return chr(rng.choice((0, 10, 32, 127, 233, 0x663, 0xD800, 0x1F0A1)))
    at = rng.randrange(len(text))
    return text[:at] + chr(ord(text[at]) ^ 1 << rng.randrange(7)) + text[at + 1 :]


def mutated_bytes(rng: random.Random, data: bytes) -> bytes:
    """The data with bits flipped, a piece cut out, doubled, zeroed or replaced, or cut short."""
    found = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 8))):
        start = rng.randrange(len(found) + 1)
        end = min(len(found), start + rng.choice((1, 4, 64, 5000)))
        kind = rng.randrange(6)
        if kind == 0 and end > start:
            found[start] ^= 1 << rng.randrange(8)
        elif kind == 1:
            del found[start:end]
        elif kind == 2:
            del found[start:]
        elif kind == 3:
            found[start:end] = bytes(found[start:end]) * 2
        elif kind == 4:
            found[start:end] = bytes(end - start)
        else:
            found[start:end] = rng.randbytes(rng.choice((1, 8, 100)))
    return bytes(found)


class Raw(str):
    """JSON that ``json.dumps`` would not write."""


_VALUES: list[Any] = [
    None, True, False, 0, 1, -1, 2, 3, 0.5, -0.5, 1e308, -1e308, float("nan"), float("inf"), 2**31, 2**63,
    2**64, 10**12, 10**30, Raw(MANY_DIGITS), Raw("[" * DEEP), Raw('{"a":' * DEEP), Raw("1e400"), "", "x",
    "a/b", "../x", "/dev/zero", "\x00", "\x1b[2J", "\ud800", "A" * 300, "a" * 100_000, [], {}, [[]], [0], ["x"],
    [None] * 1000, {"": 0}, {"a": {"b": {}}},
]  # fmt: skip
_HOLE = "\x01hole\x01"


def mutated_json(rng: random.Random, text: str) -> str:
    """JSON with a value of another type or size, or a key that is gone, new, or another's."""
    content = json.loads(text)
    for _ in range(rng.choice((1, 1, 2))):
        places = list(_places(content))
        if not places:
            break
        holder, key = rng.choice(places)
        kind = rng.randrange(8)
        raw = None
        if kind == 0:
            del holder[key]
        elif kind == 1 and isinstance(holder, dict):
            holder[rng.choice(PIECES)[:300]] = rng.choice(_VALUES)
        elif kind == 2:
            other, name = rng.choice(places)
            holder[key] = copy.deepcopy(other[name]) if name in _keys(other) else None
        elif kind == 3 and isinstance(holder[key], str):
            holder[key] = mutated_text(rng, [holder[key]])[:100_000]
        elif kind == 4 and isinstance(holder[key], int | float):
            holder[key] = rng.choice(
                (holder[key] + 1, -holder[key], float(holder[key]), str(holder[key]))
            )
        else:
            raw = rng.choice(_VALUES)
            holder[key] = _HOLE if isinstance(raw, Raw) else raw
        if isinstance(raw, Raw):  # cannot be parsed again: the last change
            return json.dumps(content).replace(json.dumps(_HOLE), raw)
    return json.dumps(content)


def _keys(holder: Any) -> Any:
    return holder if isinstance(holder, dict) else range(len(holder))


def _places(content: Any) -> Any:
    """Every value that is in a list or an object, as that and its key."""
    waiting = [content]
    while waiting:
        holder = waiting.pop()
        for key in _keys(holder) if isinstance(holder, dict | list) else ():
            yield holder, key
            waiting.append(holder[key])


_DESCR = [
    "'<f8'",
    "'|O'",
    "'<U9999999'",
    "'|V0'",
    "'<f2'",
    "[('a','<i4')]",
    "[]",
    "''",
    "'<M8[s]'",
    "'<c16'",
]
_SHAPE = [
    "()",
    "(0,)",
    "(-1,)",
    "(10**9,)",
    "(2**62, 2**62)",
    "(1,)",
    "(True,)",
    "(1.5,)",
    "('x',)",
    "[3]",
]
_SHAPE += ["(9999999999999,)", "(0, 9999999999999)", "None", f"({MANY_DIGITS},)"]
_HEADERS = [
    "",
    "{",
    "(",
    "'",
    "[" * 200,
    "(" * 5000,
    "  x\n y",
    "{'a': 1}",
    "\\",
    "0x",
    "{}",
    "1" * 9000,
    "lambda: 0",
]
_HEADERS += [
    "{'descr': '<f8', 'fortran_order': 0, 'shape': (1,)}",
    "\x00",
    "\xff",
    "'''",
    "{'descr'",
    "-" * 9000 + "1",
]


def mutated_npy(rng: random.Random, data: bytes) -> bytes:
    """An ``.npy`` file with another header, of the right length or not, before the same data."""
    if len(data) < 12:
        return mutated_bytes(rng, data)
    size = struct.unpack("<H", data[8:10])[0]
    header, body = data[10 : 10 + size].decode("latin1"), data[10 + size :]
    kind = rng.randrange(6)
    if kind == 0:
        header = re.sub(r"'descr': '[^']*'", lambda _: f"'descr': {rng.choice(_DESCR)}", header)
    elif kind == 1:
        header = re.sub(r"'shape': \([^)]*\)", lambda _: f"'shape': {rng.choice(_SHAPE)}", header)
    elif kind == 2:
        header = header.replace("False", rng.choice(("True", "0", "None", "'x'", "[]")))
    elif kind == 3:
        header = rng.choice(_HEADERS)
    elif kind == 4:
        header = mutated_text(rng, [header])
    else:
        body = mutated_bytes(rng, body) if body else b"x"
    written = header.encode("latin1", "replace")[:60_000]
    length = len(written) if rng.random() < 0.9 else rng.choice((0, 1, 65_535, len(written) + 1))
    version = (
        b"\x01\x00" if rng.random() < 0.9 else rng.choice((b"\x02\x00", b"\x03\x00", b"\x09\x00"))
    )
    return data[:6] + version + struct.pack("<H", length) + written + body
