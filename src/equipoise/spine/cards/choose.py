"""Choose the card model of a game by its card abstraction."""

from __future__ import annotations

import numpy as np

from equipoise.abstraction.buckets.build import build_bucketing
from equipoise.abstraction.buckets.notation import CardAbstraction
from equipoise.base.errors import InputError
from equipoise.base.progress import Report, silent
from equipoise.games.rules import GameRules
from equipoise.spine.cards.exact import card_model_for
from equipoise.spine.cards.leduc import RankBuckets, leduc_card_model
from equipoise.spine.cards.matrix import Buckets, MatrixCards
from equipoise.spine.cards.preflop import is_holdem, is_preflop_only
from equipoise.spine.cards.sequences.store import best_rivers, build_model

FULL = "full"  # no abstraction


def card_model(
    rules: GameRules,
    cards: str = FULL,
    jam_fold: bool = False,
    report: Report = silent,
    rivers: int | None = None,
) -> tuple[MatrixCards, Buckets]:
    """The card model of a game, and the map from the exact model's states to its states.

    With ``jam_fold`` the bets end hold'em before the flop. The model of a hold'em abstraction is
    loaded from the user's cache, or built and cached, which takes minutes (progress to ``report``).
    There is no exact model of hold'em, so the map is empty. ``rivers`` are counted per turn board;
    None takes the largest cached count, else 12.
    """
    ends_before_flop = jam_fold or is_preflop_only(rules)
    if cards != FULL and is_holdem(rules) and not ends_before_flop:
        return _holdem_model(rules, cards, report, rivers), ((), ())
    full = card_model_for(rules, jam_fold)
    if cards == FULL:
        same = tuple([np.arange(n) for n in full.states[player]] for player in range(2))
        return full, (same[0], same[1])
    one_card_each = rules.hole_cards == 1 and rules.board_cards <= 1
    if not one_card_each:
        if not is_holdem(rules):
            RankBuckets.parse(cards)  # report a malformed notation first
        raise InputError(
            f"{cards!r} is for games with play after the flop"
            if is_holdem(rules)
            else f"{cards!r} is for games with one private card per player",
            what="card abstraction",
            expected=f"full for {rules.name}",
        )
    return leduc_card_model(full, cards, rules.deck.ranks)


def _holdem_model(rules: GameRules, cards: str, report: Report, rivers: int | None) -> MatrixCards:
    """The matrices of a perfect-recall bucketing."""
    abstraction = CardAbstraction.parse(cards)
    if rules.players != 2:
        raise InputError(
            f"{rules.name} has {rules.players} players", expected="card models are for two players"
        )
    if not abstraction.perfect_recall:
        raise InputError(
            f"{cards} has imperfect recall, so it has no matrices of bucket sequences",
            what="card abstraction",
            expected="perfect recall like 8.8.8.8 for this method, or a sampled one (mccfr-...)",
        )
    bucketing = build_bucketing(abstraction, report=report)
    said = _named(report, f"matrices of {cards}")
    return build_model(bucketing, rivers or best_rivers(bucketing), report=said).model


def _named(report: Report, name: str) -> Report:
    def said(done: float, total: float, doing: str = "") -> None:
        report(done, total, name)

    return said
