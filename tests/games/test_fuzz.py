"""A few hundred random hands beside each peer; fuzz_rules.py plays as many as one likes."""

from __future__ import annotations

import os

import pytest
from tests.fuzz_rules import MATCHES, fuzz

HANDS = int(os.environ.get("EQUIPOISE_FUZZ_HANDS", "0"))
FEW = {"pokerkit pot-limit omaha": 60, "pokerkit no-limit": 200, "pokerkit fixed-limit": 150}


@pytest.mark.parametrize("match", MATCHES)
def test_same_choices_and_payoffs_as_the_peer(match: str) -> None:
    peer = match.split()[0]
    if peer != "compiled":
        pytest.importorskip("pokerkit" if peer == "pokerkit" else "pyspiel")
    hands = HANDS or FEW.get(match, 300)
    assert fuzz(match, hands, seed=1)["hands"] == hands
