"""``GameStrategy``: a strategy with its game; arrays, index, nodes, policy, measures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from equipoise.api.frames import data_frame
from equipoise.base.errors import InputError, argument
from equipoise.base.provenance import provenance
from equipoise.games.fingerprint import rules_fingerprint
from equipoise.kernels.types import Float64s, Int64s
from equipoise.spine.game import AbstractGame
from equipoise.spine.layout import Layout
from equipoise.spine.path import action_name, find_decision
from equipoise.strategies.look import NodeView, look
from equipoise.strategies.opened import open_strategy
from equipoise.strategies.store import save_strategy
from equipoise.strategies.strategy import Manifest, Strategy

if TYPE_CHECKING:
    from equipoise.policies.blueprint import Blueprint


@dataclass(frozen=True, eq=False)
class StrategyIndex:
    """The meaning of each number of a strategy; arrays as long as the strategy.

    ``node`` is a decision node, ``state`` a card state of its player in its round, ``action`` an
    index of its actions. ``paths[node]`` and ``actions[node]`` are their names;
    ``labels[player][round][state]`` the names of card states.
    """

    node: Int64s
    state: Int64s
    action: Int64s
    seat: Int64s
    round: Int64s
    paths: Mapping[int, str] = field(repr=False)
    actions: Mapping[int, tuple[str, ...]] = field(repr=False)
    labels: tuple[tuple[tuple[str, ...], ...], ...] = field(repr=False)

    @classmethod
    def of(cls, layout: Layout) -> StrategyIndex:
        """The index of a layout."""
        tree, model = layout.tree, layout.model
        nodes = [int(node) for node in tree.decision_nodes()]
        parts: list[list[Int64s]] = [[], [], []]
        for node in nodes:
            states = model.states[tree.player[node]][tree.round[node]]
            actions = len(tree.children_of(node))
            parts[0].append(np.full(actions * states, node))
            parts[1].append(np.tile(np.arange(states), actions))
            parts[2].append(np.repeat(np.arange(actions), states))
        node_of, state, action = (np.concatenate(part) for part in parts)
        return cls(
            node_of,
            state,
            action,
            tree.player[node_of].astype(np.int64) + 1,
            tree.round[node_of].astype(np.int64),
            {node: tree.path(node) for node in nodes},
            {
                node: tuple(action_name(tree, node, one) for one in tree.actions_of(node))
                for node in nodes
            },
            tuple(tuple(tuple(part) for part in rounds) for rounds in model.labels),
        )


@dataclass(frozen=True, eq=False)
class GameStrategy:
    """A strategy of an abstract game: probabilities of every action in every information set.

    From :func:`solve`, :func:`load_strategy`, :func:`best_response` or :meth:`of_array`.

    >>> import equipoise as eq
    >>> strategy = eq.solve("kuhn", "lp").strategy
    >>> strategy.at("cr").actions, strategy.at("cr").labels
    (('fold', 'call'), ('J', 'Q', 'K'))
    """

    game: AbstractGame
    stored: Strategy

    @classmethod
    def of_array(cls, game: AbstractGame, probabilities: npt.ArrayLike) -> GameStrategy:
        """A strategy from its flat array, in the order of its :attr:`index`."""
        from equipoise.strategies.check import check_probabilities

        layout = game.layout()
        values = np.ascontiguousarray(probabilities, dtype=np.float64)
        if values.shape != (layout.size,):
            raise InputError(
                f"an array of shape {values.shape}",
                argument("probabilities"),
                expected=f"({layout.size},), one number per entry of the index",
            )
        check_probabilities(layout, values, "strategy")
        manifest = Manifest(
            game=game.game, rules=rules_fingerprint(game.rules), bets=game.bets_by_seat,
            cards=game.cards, size=layout.size, method="array", iterations=0, seconds=0.0, seed=0,
            value=0.0, exploitability=0.0, **provenance(),
            bucketing=game.buckets_fingerprint,
        )  # fmt: skip
        return cls(game, Strategy(manifest, values))

    @property
    def manifest(self) -> Manifest:
        """Its inputs, method and quality."""
        return self.stored.manifest

    @cached_property
    def layout(self) -> Layout:
        """The layout of its numbers: betting tree times card states."""
        return self.game.layout()

    @property
    def probabilities(self) -> Float64s:
        """All probabilities as one flat array, in the order of :attr:`index`."""
        return self.stored.probabilities

    @cached_property
    def index(self) -> StrategyIndex:
        """The meaning of each entry of :attr:`probabilities`."""
        return StrategyIndex.of(self.layout)

    def at(self, path: str = "") -> NodeView:
        """The strategy after a betting line, by card state: ``at("cr3c/").probabilities``.

        Lines are written as for ``equipoise show --path``: f, c, r6 (a raise to 6 chips), a for
        all-in, a slash between rounds.
        """
        return look(self.stored, self.layout, find_decision(self.layout.tree, path))

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """The whole strategy as columns: path, seat, round, cards, action, probability."""
        index = self.index
        names = {"path": [], "cards": [], "action": []}  # type: dict[str, list[str]]
        for node, seat, number, state, action in zip(
            index.node.tolist(), index.seat.tolist(), index.round.tolist(),
            index.state.tolist(), index.action.tolist(), strict=True,
        ):  # fmt: skip
            names["path"].append(index.paths[node])
            names["cards"].append(index.labels[seat - 1][number][state])
            names["action"].append(index.actions[node][action])
        return {
            "path": np.array(names["path"], dtype=object),
            "seat": index.seat,
            "round": index.round,
            "cards": np.array(names["cards"], dtype=object),
            "action": np.array(names["action"], dtype=object),
            "probability": self.probabilities,
        }

    def frame(self, library: str | None = None) -> Any:
        """:meth:`columns` as a data frame of pandas or polars."""
        return data_frame(self.columns(), library)

    def save(self, folder: str | Path) -> Path:
        """Write it to a folder, as ``equipoise solve --out`` does."""
        place = Path(folder)
        save_strategy(self.stored, place)
        return place

    def policy(
        self,
        translation: str = "hard",
        style: str = "abstract",
        fixes: str = "all",
        purify: bool = False,
        threshold: float | None = None,
    ) -> Blueprint:
        """The strategy as a policy of the real game, with off-tree bets translated."""
        from equipoise.policies.blueprint import Blueprint
        from equipoise.policies.opened import OpenedStrategy, reader_of
        from equipoise.strategies.purify import Purification
        from equipoise.translation.options import Translation

        if purify and threshold is not None:
            raise InputError("purify and threshold cannot be combined")
        how = Purification(threshold) if purify or threshold is not None else None
        opened = OpenedStrategy("strategy", self.layout, self.stored.values, reader_of(self.game))
        return Blueprint(opened, Translation.parse(translation, style, fixes), how)


def load_strategy(folder: str | Path, verify: bool = False) -> GameStrategy:
    """The strategy in a folder; ``verify`` checks the full checksum."""
    stored = open_strategy(Path(folder), verify)
    loaded = GameStrategy(stored.problem, stored.strategy)
    stored.check_layout(loaded.layout)
    return loaded


def uniform_strategy(game: AbstractGame) -> GameStrategy:
    """The uniform strategy."""
    made = GameStrategy.of_array(game, game.layout().uniform())
    return GameStrategy(game, replace_method(made.stored, "uniform"))


def replace_method(strategy: Strategy, method: str) -> Strategy:
    """The strategy with another method name in its manifest."""
    return Strategy(replace(strategy.manifest, method=method), strategy.values)
