"""The cards: evaluation, indexing, strength and equity."""

from __future__ import annotations

from itertools import cycle

import numpy as np

from benchmarks.measure import Row, against_limit, against_rate, best_seconds
from equipoise.cards import HandIndexer, evaluate_many, parse_cards
from equipoise.cards.equity import equity
from equipoise.cards.income import sampled_income_rates
from equipoise.cards.ranges import Range
from equipoise.cards.strength import hand_potential
from equipoise.kernels.cards.evaluate import count_values


def run() -> list[Row]:
    rows = evaluation()
    counts = np.zeros(7462, dtype=np.int64)
    rows.append(
        against_limit("all seven-card hands", best_seconds(lambda: count_values(counts)), 1.5)
    )
    hands = random_hands(1_000_000)
    indexer = HandIndexer((2, 3, 1, 1))
    seconds = best_seconds(lambda: indexer.index_many(hands))
    rows.append(against_rate("index river hands", len(hands) / seconds, "floor", 6e6, 1.0))
    hole, flop = parse_cards("AdQc"), parse_cards("3h4cJh")
    seconds = best_seconds(lambda: hand_potential(hole, flop, cards=2), 20)
    rows.append(against_limit("strength and two-card potential, flop", seconds, 0.010))
    aces, kings = Range.parse("AsAh"), Range.parse("KsKh")
    seconds = best_seconds(lambda: equity([aces, kings]), 20)
    rows.append(against_limit("A♠A♥ against K♠K♥, exact", seconds, 0.010))
    random = Range.random()
    seconds = best_seconds(lambda: equity([random, random], exact=True), 1)
    rows.append(against_limit("any hand against any hand, exact", seconds, 20.0))
    deals = 20_000
    seconds = best_seconds(lambda: sampled_income_rates(6, deals), 3)
    rows.append(against_limit("169 hands against six, 20,000 deals each", seconds, 5.0))
    return rows


def random_hands(count: int) -> np.ndarray:
    rng = np.random.default_rng(0)
    rows = [np.argsort(rng.random((50_000, 52)), axis=1)[:, :7] for _ in range(count // 50_000)]
    return np.concatenate(rows).astype(np.uint8)


def evaluation() -> list[Row]:
    """Ours on a batch, theirs a call at a time: neither peer has a batch call in Python."""
    import eval7
    import phevaluator

    hands = random_hands(1_000_000)
    few = hands[:50_000].tolist()
    deck = [eval7.Card("23456789TJQKA"[card // 4] + "cdhs"[card % 4]) for card in range(52)]
    eval7_hands = [[deck[card] for card in hand] for hand in few]

    def by_eval7() -> None:
        for hand in eval7_hands:
            eval7.evaluate(hand)

    def by_phevaluator() -> None:
        for hand in few:
            phevaluator.evaluate_cards(*hand)

    calls = {"ours": lambda: evaluate_many(hands), "eval7": by_eval7, "phevaluator": by_phevaluator}
    best = dict.fromkeys(calls, float("inf"))
    for name, _ in zip(cycle(calls), range(5 * len(calls)), strict=False):  # in turn: same noise
        best[name] = min(best[name], best_seconds(calls[name], 1))
    rate = len(hands) / best["ours"]
    return [
        against_rate("evaluate_many, 7 cards", rate, peer, len(few) / best[peer], floor)
        for peer, floor in (("eval7", 50), ("phevaluator", 100))
    ]
