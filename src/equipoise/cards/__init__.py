"""Cards: text, hand evaluation, isomorphism, ranges, equity, strength.

Names are imported on first use, so that importing this package is cheap: kernels are loaded only
when needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from equipoise.base.lazy import lazy_names

if TYPE_CHECKING:
    from equipoise.cards.card import card_text as card_text
    from equipoise.cards.card import cards_symbols as cards_symbols
    from equipoise.cards.card import cards_text as cards_text
    from equipoise.cards.card import parse_card as parse_card
    from equipoise.cards.card import parse_cards as parse_cards
    from equipoise.cards.deck import HOLDEM_DECK as HOLDEM_DECK
    from equipoise.cards.deck import KUHN_DECK as KUHN_DECK
    from equipoise.cards.deck import LEDUC_DECK as LEDUC_DECK
    from equipoise.cards.deck import Deck as Deck
    from equipoise.cards.evaluator import category as category
    from equipoise.cards.evaluator import describe as describe
    from equipoise.cards.evaluator import evaluate as evaluate
    from equipoise.cards.evaluator import evaluate_many as evaluate_many
    from equipoise.cards.isomorphism import HandIndexer as HandIndexer

_HOME = {
    "card_text": "card",
    "cards_symbols": "card",
    "cards_text": "card",
    "parse_card": "card",
    "parse_cards": "card",
    "Deck": "deck",
    "HOLDEM_DECK": "deck",
    "KUHN_DECK": "deck",
    "LEDUC_DECK": "deck",
    "category": "evaluator",
    "describe": "evaluator",
    "evaluate": "evaluator",
    "evaluate_many": "evaluator",
    "HandIndexer": "isomorphism",
}

__all__ = sorted(_HOME)
__getattr__, __dir__ = lazy_names(__name__, _HOME)
