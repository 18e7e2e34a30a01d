"""What we write as TOML is what the standard library reads."""

from __future__ import annotations

import datetime
import tomllib
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equipoise.base.errors import InputError
from equipoise.formats.toml import Literal, toml_table

decimals = st.decimals(allow_nan=False, allow_infinity=False, places=3)
values = st.recursive(
    st.one_of(
        st.text(st.characters(exclude_categories=("Cs",))),
        st.integers(-(2**63), 2**63 - 1),
        st.booleans(),
        decimals,
        st.dates(datetime.date(1, 1, 1)),
        st.times(),
    ),
    lambda inner: st.one_of(st.lists(inner), st.dictionaries(st.text("abc_-é \"'"), inner)),
    max_leaves=8,
)


@given(st.dictionaries(st.text(st.characters(exclude_categories=("Cs",))), values, max_size=4))
def test_tables_survive(table: dict[str, object]) -> None:
    assert tomllib.loads(toml_table(table), parse_float=Decimal) == table


def test_literals_and_infinity() -> None:
    assert toml_table({"a": [Literal("0.50"), Decimal("inf")]}) == "a = [0.50, inf]\n"
    with pytest.raises(InputError, match="no place"):
        toml_table({"a": None})
