"""A decision node of a stored strategy for display: by card state, or by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from equipoise.base.progress import Report, silent
from equipoise.cards.card import cards_text
from equipoise.games.lines import ROUND_END, action_text
from equipoise.kernels.types import Float64s
from equipoise.spine.path import find_decision
from equipoise.spine.tree import DECISION, FOLD, BettingTree
from equipoise.strategies.hand_map import arrivals, hand_frequencies, starting_hand_map
from equipoise.strategies.look import NodeView, look
from equipoise.strategies.on_board import check_board, on_board
from equipoise.strategies.opened import StoredStrategy


@dataclass(frozen=True)
class ShownNode:
    """The strategy at a node, on a ``board`` (which may be empty).

    ``frequencies`` [169, actions] by starting hand; None if card states are not hands. ``arrival``
    [169] is the reach of each hand relative to the largest. ``wants_board``: with a board the
    buckets could be shown as hands.
    """

    view: NodeView
    frequencies: Float64s | None
    round_name: str
    board: tuple[int, ...]
    wants_board: bool
    arrival: Float64s | None = None
    #: for each action how a path goes on with it, and what comes then: decision, fold or showdown
    steps: tuple[tuple[str, str], ...] = ()

    @property
    def board_text(self) -> str:
        """The board as text."""
        return cards_text(self.board)


def show_node(
    stored: StoredStrategy, path: str = "", board: Sequence[int] = (), report: Report = silent
) -> ShownNode:
    """The decision node of a betting path.

    Buckets of hold'em are shown as the hands in them: before the flop always, after it on a board.
    """
    problem = replace(stored.problem, report=report)
    layout = problem.layout()
    stored.check_layout(layout)
    node = find_decision(layout.tree, path)
    number = int(layout.tree.round[node])
    round_name = problem.rules.round_name(number)
    states = problem.bucket_states if problem.has_buckets else None
    if board:
        check_board(board, round_name, number, states)
    frequencies: Float64s | None
    if states is not None and (board or number == 0):
        view, frequencies = on_board(stored.strategy, layout, node, states, board)
    else:
        view = look(stored.strategy, layout, node)
        hands = starting_hand_map(view.labels)
        frequencies = None if hands is None else hand_frequencies(view, hands)
    wants_board = states is not None and frequencies is None
    came = None if frequencies is None else arrivals(view)
    steps = tuple(_steps(layout.tree, node))
    return ShownNode(view, frequencies, round_name, tuple(board), wants_board, came, steps)


def _steps(tree: BettingTree, node: int) -> Iterator[tuple[str, str]]:
    """How a path goes on with each action of a node, round ends included."""
    ends = {DECISION: "decision", FOLD: "fold"}
    for action, child in zip(tree.actions_of(node), tree.children_of(node), strict=True):
        then = ends.get(int(tree.kind[child]), "showdown")
        text = action_text(action)
        if then == "decision":
            text += ROUND_END * (int(tree.round[child]) - int(tree.round[node]))
        yield text, then
