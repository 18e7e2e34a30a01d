"""Lines for people: whatever is quoted in them, they are short, and a terminal only shows them."""

from __future__ import annotations

import pytest

from equipoise.base.errors import InputError, one_line, printable

#: C0, DEL, C1, line separators, marks of direction, a lone surrogate, a tag, a byte order mark
RAW = "\x00\x07\x08\x1b\x7f\x85\x9b\u2028\u202e\u2066\udcff\U000e0041\ufeff\r\n\t"


@pytest.mark.parametrize("char", RAW)
def test_nothing_that_a_terminal_obeys_is_left(char: str) -> None:
    assert printable(f"a{char}b") == f"a{char.encode('unicode_escape').decode()}b"
    assert printable(f"a{char}b").isprintable()


def test_what_can_be_seen_stays() -> None:
    text = "Zoë 日本 ♠ ± \\x1b"
    assert printable(text) == text == one_line(text)
    assert printable("a\nb\x1b", keep="\n") == "a\nb\\x1b"


def test_both_ends_of_a_long_line_stay() -> None:
    line = one_line("first " + "x" * 10**6 + " last", 100)
    assert len(line) == 100 and line.startswith("first ") and line.endswith(" last")
    assert one_line("\x1b" * 10**6).isprintable()


@pytest.mark.parametrize("junk", ["9" * 10**6, RAW * 10**4, "word " * 10**5])
def test_errors_are_short_and_printable(junk: str) -> None:
    for error in (
        InputError(junk, junk, junk, 7, junk),
        InputError(junk),
        InputError("wrong", f"{junk}, line 7"),
        InputError("wrong", "file", text=junk),
        InputError("wrong", expected=junk),
    ):
        line = str(error)
        assert line.isprintable() and len(line) <= 602
    assert ", line 7: wrong" in str(InputError("wrong", f"{junk}, line 7"))
