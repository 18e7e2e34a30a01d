"""The node of a line of a spot in the betting tree, and the cards dealt."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from equipoise.abstraction.bets.edits import Step, chips_text
from equipoise.abstraction.bets.menus import Line
from equipoise.abstraction.bets.plan import BetPlan
from equipoise.abstraction.bets.point import bet_point
from equipoise.abstraction.bets.sizes import PotShare
from equipoise.base.errors import InputError
from equipoise.cards.card import card_text
from equipoise.games.action import Kind
from equipoise.games.betting import BettingState
from equipoise.spine.tree import DECISION, FOLD, BettingTree
from equipoise.spots.by_street import STREETS
from equipoise.spots.lines import SpotLine, Token, token_text


@dataclass(frozen=True)
class Place:
    """A node, the cards dealt since the start, and its line as its tree names it.

    ``missing`` cards must be dealt before somebody acts there.
    """

    node: int
    cards: tuple[int, ...]
    line: tuple[str, ...]
    missing: int = 0

    @property
    def text(self) -> str:
        """The line."""
        return ", ".join(self.line)


def street_start(tree: BettingTree, node: int) -> int:
    """The chips of each player at the start of a node's street."""
    number = int(tree.round[node])
    if number == 0:  # blinds are bets
        return tree.rules.ante_paid(0)
    while (above := int(tree.parents[node])) >= 0 and tree.round[above] == number:
        node = above
    return int(tree.put[node].min())


def action_names(tree: BettingTree, node: int) -> tuple[str, ...]:
    """The actions of a node as named in lines, amounts from the start of the street."""
    base, player = street_start(tree, node), int(tree.player[node])
    put = tree.put[node].tolist()
    names = []
    for action in tree.actions_of(node):
        if action.kind == Kind.FOLD:
            names.append("fold")
        elif action.kind == Kind.CALL:
            names.append("check" if action.to == put[player] else "call")
        else:
            stack = tree.rules.stacks[player]
            word = "bet" if max(put) == base else "raise"
            word = "all-in" if action.to >= stack else word
            names.append(f"{word} {chips_text(Fraction(action.to - base, tree.rules.scale))}")
    return tuple(names)


class Walker:
    """Follows lines through the tree of a spot."""

    def __init__(
        self, tree: BettingTree, plan: BetPlan, start: BettingState, board: tuple[int, ...]
    ) -> None:
        self.tree, self._plan, self._start, self._board = tree, plan, start, board

    def find(self, line: SpotLine, cards_needed: bool = True) -> Place:
        """The place of a line; ``cards_needed``: cards must be given before later betting."""
        tree, node, missing = self.tree, 0, 0
        state, before = self._start, Line()
        cards: list[int] = []
        names: list[str] = []
        for token in line.tokens:
            if isinstance(token, int):
                if not missing:
                    raise self._refuse(line, token, node, "no card is dealt here")
                if token in (*self._board, *cards):
                    raise self._refuse(line, token, node, f"{card_text(token)} is on the board")
                cards.append(token)
                missing -= 1
                names.append(card_text(token))
                continue
            if tree.kind[node] != DECISION:
                how = "a fold" if tree.kind[node] == FOLD else "a showdown"
                raise self._refuse(line, token, node, f"the betting is over, with {how}")
            if missing and cards_needed:
                street = STREETS[int(tree.round[node])]
                raise self._refuse(line, token, node, f"the {street} card comes first, like Ah")
            at = self._choice(token, node, state, before)
            if at is None:
                raise self._refuse(line, token, node, f"there is no {token} here")
            names.append(action_names(tree, node)[at])
            action, child = tree.actions_of(node)[at], int(tree.children_of(node)[at])
            before = (*before, (state, action))
            state = state.after(action)
            if tree.kind[child] == DECISION:
                missing += int(tree.round[child]) - int(tree.round[node])
            node = child
        if cards and missing:
            raise InputError("some cards are missing", "line", str(line), expected="all or none")
        return Place(node, tuple(cards), tuple(names), missing)

    def choice(self, step: Step, place: Place) -> int | None:
        """The index of a step among the actions of a place."""
        state, before = self._start, Line()
        for action, _ in self.tree.steps_to(place.node):
            before = (*before, (state, action))
            state = state.after(action)
        return self._choice(step, place.node, state, before)

    def _choice(self, step: Step, node: int, state: BettingState, before: Line) -> int | None:
        tree = self.tree
        found = step.action(state, bet_point(state, before), self._plan.one_amount)
        actions = tree.actions_of(node)
        if found in actions:
            return actions.index(found)
        if isinstance(step.size, PotShare):  # a bet that became all-in, or was rounded
            start = int(tree.child_starts[node])
            meant = tree.sizes[start : start + len(actions)]
            if step.size.fraction in meant:
                return meant.index(step.size.fraction)
        return None

    def _refuse(self, line: SpotLine, token: Token, node: int, problem: str) -> InputError:
        text = str(line)
        names = action_names(self.tree, node) if self.tree.kind[node] == DECISION else ()
        expected = f"the actions here are {', '.join(names)}" if names else "use a shorter line"
        at = _position(line, token)
        return InputError(problem, "line", text, at, expected)


def _position(line: SpotLine, token: Token) -> int:
    at = 0
    for other in line.tokens:
        if other is token:
            break
        at += len(token_text(other)) + 2
    return at
