"""How good a strategy is, by responses on sampled boards: for any bucketing, whatever it forgets.

With imperfect recall no exact best response can be computed (the problem is NP-hard), and without
the matrices of a card model none over all boards. What is computed instead:

- A *response* is learned on some boards: from the ends of the tree up, each card state takes the
  action that gains most over following the strategy, over all hands and boards it holds there, if
  the gain is above its standard error; else it follows the strategy.
- Its *value* is measured on other boards. That is unbiased, its error follows from the spread over
  boards, and no best response of the abstraction wins less: a lower bound on the exploitability.
  With few boards the response is far from best, and the bound far from sharp.
- The same without caution and valued on the boards it was learned on, ``same_boards``, is too high:
  it knows the boards. With perfect recall its mean over samples is an upper bound; both bounds
  meet as boards are added. With imperfect recall it is neither: a better response could weigh
  states by how often it comes there.

All hands of both players are compared on each board, so that nothing else is sampled.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from equipoise.abstraction.bucket_states import BucketStates
from equipoise.abstraction.sampled_boards import sample_boards
from equipoise.errors import InputError
from equipoise.kernels.board_hands import HANDS
from equipoise.kernels.board_walks import FOLLOW, LEARN, VALUE
from equipoise.kernels.passes import PROBABILITIES
from equipoise.kernels.types import Float64s, Floats, UInt8s
from equipoise.response.boards import BoardWalks
from equipoise.response.evaluate import Exploitability
from equipoise.trees.layout import Layout
from equipoise.trees.tree import BettingTree
from equipoise.workers import available_memory

NORMAL_95 = 1.959964
_CAUTION = 1.0  # standard errors
_LEARN, _FRESH = 1, 2
_CHUNK = 16  # boards valued at once


@dataclass(frozen=True)
class SampledExploitability(Exploitability):
    """Responses on sampled boards; ``interval`` is half a 95% interval of the ``average``.

    ``value_interval`` is that of the value; what a board gives to one seat it takes from the other,
    so that it does not show in the average.
    ``same_boards`` is the average of responses valued where they were learned; None if it was not
    asked for. ``boards`` were learned on, and as many others valued on.
    """

    interval: float = 0.0
    value_interval: float = 0.0
    boards: int = 0
    same_boards: float | None = None

    def measures(self) -> dict[str, float]:
        """What a trace keeps besides the average, in chips."""
        found = {"interval": self.interval, "value_interval": self.value_interval}
        if self.same_boards is not None:
            found["same_boards"] = self.same_boards
        return found


class SampledBoards:
    """Judges strategies of one game on boards that a seed decides, the same for every strategy.

    ``both`` asks for ``same_boards`` as well.
    """

    is_slow = True

    def __init__(
        self,
        layout: Layout,
        states: BucketStates,
        boards: int | None = None,
        seed: int = 0,
        workers: int | None = None,
        both: bool = False,
        dtype: npt.DTypeLike | None = None,
    ) -> None:
        self.layout, self.states = layout, states
        chosen: np.dtype[Any] = np.dtype(dtype or np.float32)
        self.dtype: np.dtype[np.floating[Any]] = chosen
        self.boards = boards or default_boards(layout.tree)
        self.both = both
        self._walks = BoardWalks(layout, states, workers)
        needed, free = self._walks.memory(self.boards), available_memory()
        if free is not None and needed > free:
            raise InputError(
                f"they take about {needed / 1024**3:.3g} GB of memory, {free / 1024**3:.3g} GB are "
                "free",
                "boards",
                f"{self.boards:,}",
                expected=f"at most {self.boards * free // needed:,}",
            )
        bucketing = states.bucketing
        self._learned = self._walks.arrange(sample_boards(bucketing, self.boards, seed, _LEARN))
        fresh = sample_boards(bucketing, self.boards, seed, _FRESH)
        self._fresh = [
            self._walks.arrange(fresh[start : start + _CHUNK])
            for start in range(0, self.boards, _CHUNK)
        ]

    @property
    def tree(self) -> BettingTree:
        """The betting tree."""
        return self.layout.tree

    def exploitability(self, weights: Floats, form: int = PROBABILITIES) -> SampledExploitability:
        """What responses win against a strategy, given as probabilities or weights."""
        weights = np.asarray(weights, dtype=np.float32)
        responses, same = [], []
        for who in range(2):
            if self.both:
                same.append(float(self.learn(who, weights, 0.0)[1]))
            choices, _ = self.learn(who, weights, _CAUTION)
            responses.append(self.value(who, weights, choices))
        follow = np.full(self.layout.size, FOLLOW, dtype=np.uint8)
        values = self.value(0, weights, follow)
        # what both win on one board: what is common to both seats, the luck of the board, cancels
        together = (responses[0] + responses[1]) / 2
        return SampledExploitability(
            float(values.mean()),
            (float(responses[0].mean()), float(responses[1].mean())),
            half_interval(together),
            half_interval(values),
            self.boards,
            sum(same) / 2 if self.both else None,
        )

    def match(self, ours: Floats, theirs: Floats) -> tuple[float, float]:
        """What one strategy wins from another, the mean of both seats, and half its interval."""
        tree, layout = self.tree, self.layout
        first = np.zeros(layout.size, dtype=np.bool_)
        for node in tree.decision_nodes(0).tolist():
            layout.block(first, node)[:] = True
        follow = np.full(layout.size, FOLLOW, dtype=np.uint8)
        ours, theirs = (np.asarray(part, dtype=np.float32) for part in (ours, theirs))
        won = [
            self.value(who, np.where(first == (who == 0), ours, theirs), follow) for who in range(2)
        ]
        both = (won[0] + won[1]) / 2
        return float(both.mean()), half_interval(both)

    def learn(self, who: int, weights: Floats, caution: float) -> tuple[UInt8s, float]:
        """A response in one seat, and what it wins on the boards it was learned on."""
        choices: UInt8s = np.full(self.layout.size, FOLLOW, dtype=np.uint8)
        values, _ = self._walks.walk(
            self._learned, who, LEARN, weights, caution=caution, choices=choices
        )
        return choices, float(values.mean(dtype=np.float64))

    def value(self, who: int, weights: Floats, choices: UInt8s) -> Float64s:
        """What a response wins on each of the other boards."""
        found = []
        for hands in self._fresh:
            values, _ = self._walks.walk(hands, who, VALUE, weights, choices=choices)
            found.append(values.reshape(-1, HANDS).mean(axis=1, dtype=np.float64))
        return np.concatenate(found)


def half_interval(values: Float64s) -> float:
    """Half of the 95% interval of a mean, from independent values."""
    return NORMAL_95 * float(values.std(ddof=1) / np.sqrt(len(values)))


def default_boards(tree: BettingTree) -> int:
    """Boards for which a judgement takes some seconds: fewer where the betting tree is large."""
    return int(np.clip(300_000 // tree.size, 32, 400))
