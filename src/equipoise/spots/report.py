"""A report by next card: both ranges on every turn or river."""

from __future__ import annotations

from dataclasses import dataclass

from equipoise.base.errors import InputError
from equipoise.cards.card import card_text
from equipoise.spots.later import NeverPlayedError
from equipoise.spots.lines import SpotLine
from equipoise.spots.solution import SpotSolution
from equipoise.spots.view import ActionView
from equipoise.spots.walk import Place


@dataclass(frozen=True)
class CardLine:
    """The result of one next card: its probability, both ranges, and the first player's actions.

    ``chance`` is conditional on the ranges that reach it; equities and values as in ``spots.view``.
    """

    card: str
    chance: float
    oop_equity: float
    ip_equity: float
    oop_value: float
    ip_value: float
    oop_eqr: float
    ip_eqr: float
    actions: tuple[ActionView, ...]


@dataclass(frozen=True)
class CardReport:
    """All possible cards after a line."""

    line: tuple[str, ...]
    board: str
    pot: float
    cards: tuple[CardLine, ...]

    @property
    def actions(self) -> tuple[str, ...]:
        """The actions of the player who acts first after the card."""
        return tuple(action.action for action in self.cards[0].actions) if self.cards else ()


def report_cards(solution: SpotSolution, line: SpotLine) -> CardReport:
    """The report after a line that ends a street."""
    place = solution.walker.find(line)
    if place.missing != 1:
        raise InputError(
            "no card is dealt after this line", "line", str(line),
            expected="a line that ends a street, like 'check, check'",
        )  # fmt: skip
    spot = solution.spot
    found, masses = [], []
    deck = [card for card in range(52) if card not in (*spot.cards, *place.cards)]
    for done, card in enumerate(deck):
        at = Place(place.node, (*place.cards, card), (*place.line, card_text(card)))
        solution.report(done + 1, len(deck), "next cards")
        try:
            seen = solution.seen(at)
        except NeverPlayedError:  # a street that is re-solved
            continue
        mass = float((seen.reach[0] * seen.met[0]).sum())
        if mass <= 0:
            continue
        masses.append(mass)
        view = solution.at(at, seen)
        oop, ip = view.ranges
        found.append(
            CardLine(
                card_text(card), 0.0, oop.mean_equity, ip.mean_equity, oop.mean_value,
                ip.mean_value, oop.mean_eqr, ip.mean_eqr, view.actions,
            )
        )  # fmt: skip
    if not found:
        raise InputError("this line is never played", "line", str(line))
    total = sum(masses)
    pot = float(solution.layout.tree.put[place.node].sum()) / spot.scale.chips
    return CardReport(
        place.line,
        spot.board + "".join(map(card_text, place.cards)),
        pot,
        tuple(
            CardLine(**{**vars(entry), "chance": mass / total})
            for entry, mass in zip(found, masses, strict=True)
        ),
    )
