"""Counting without kernels gives what the kernel counts."""

import pytest

from equipoise.cards import equity as module
from equipoise.cards import parse_cards
from equipoise.cards.ranges import Range


@pytest.mark.parametrize(
    ("hands", "board", "dead"),
    [
        (("AsAh", "KsKh"), "", ""),
        (("AsKs", "QhQd", "7c2d"), "Js9s2h", "Td"),
        (("AsKs", "AhKh"), "2s3s4s5h", ""),
        (("TsTh", "9s8s"), "Kc", "2s"),
        (("AsKd", "AhKc", "QsQd"), "AdKhQhJhTh", ""),
    ],
)
def test_single_hands_with_and_without_the_kernel(hands, board, dead, monkeypatch):
    ranges = [Range.parse(hand) for hand in hands]
    cards, gone = parse_cards(board), parse_cards(dead)
    monkeypatch.setattr(module, "is_ready", lambda kernel: False)
    plain = module.equity(ranges, cards, gone)
    monkeypatch.setattr(module, "is_ready", lambda kernel: True)
    assert plain == module.equity(ranges, cards, gone) and plain.exact
