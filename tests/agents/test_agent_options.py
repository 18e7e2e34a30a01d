"""Options of agents: what is a number, what is a name."""

from __future__ import annotations

import pytest

from equipoise.agents.options import Option, caption, number, read_options, whole
from equipoise.agents.strategies import OPTIONS
from equipoise.base.errors import InputError

ODD = ["", "x", "٣", "²", "1_0", "9" * 5000, "nan", "inf", "1e400", "0x1", "\x1b[2J", "--1"]


@pytest.mark.parametrize("text", ODD)
def test_numbers_are_plain(text: str) -> None:
    for read in (whole(0, 100), number(0.0, 100.0)):
        with pytest.raises(InputError):
            read(text)
    with pytest.raises(InputError) as error:
        read_options("dir", (Option("n", "", "1", whole(0, 100)),), f"n={text}")
    assert len(str(error.value)) < 602 and str(error.value).isprintable()


@pytest.mark.parametrize("text", [*ODD, "0", "1.5", "-1"])
def test_a_threshold_is_a_probability(text: str) -> None:
    (threshold,) = (option for option in OPTIONS if option.name == "threshold")
    with pytest.raises(InputError, match="a probability above 0, at most 1"):
        threshold.read(text)
    assert threshold.read("0.15") == 0.15 and threshold.read("none") is None


def test_numbers_as_people_write_them() -> None:
    assert [whole(-9, 9)(text) for text in ("7", "+7", "-7", "007")] == [7, 7, -7, 7]
    assert [number(0, 9)(text) for text in ("7", "7.", ".5", "5e-1")] == [7.0, 7.0, 0.5, 0.5]


@pytest.mark.parametrize("name", ["a\nb", "\x1b[2J", "\u202e", "\udcff", "\x85", "x" * 41])
def test_names_can_be_printed(name: str) -> None:
    with pytest.raises(InputError, match="at most 40 printable letters"):
        caption(name)
    assert caption("Zoë [red]") == "Zoë [red]"
