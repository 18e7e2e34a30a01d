"""Tartanian's abstract games, solved with checkpoints so that a killed experiment resumes."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from equipoise.abstraction.bets.betting import parse_bets
from equipoise.abstraction.buckets.build import build_bucketing, cached_folder, origin_of
from equipoise.abstraction.buckets.notation import CardAbstraction
from equipoise.abstraction.buckets.sampled import sampled_flops, tables_over
from equipoise.abstraction.buckets.store import MANIFEST
from equipoise.abstraction.strength.features import MOST_BINS
from equipoise.abstraction.strength.tables import StrengthTables
from equipoise.base.progress import Report
from equipoise.base.workers import available_memory
from equipoise.experiments.harness.experiment import Setting
from equipoise.experiments.harness.partial import Partial
from equipoise.games.catalogue import find_game
from equipoise.kernels.types import Floats
from equipoise.solvers.methods import weights_text
from equipoise.solvers.run.loop import Stop
from equipoise.solvers.run.solving import Checkpoint, Solving
from equipoise.solvers.run.trace import Progress
from equipoise.solvers.solver import Arrays
from equipoise.spine.cards.choose import card_model
from equipoise.spine.cards.counts import card_states
from equipoise.spine.cards.matrix import MatrixCards
from equipoise.spine.cards.sequences.store import build_model
from equipoise.spine.footprint import CFR_ARRAYS, EGT_ARRAYS, footprint
from equipoise.spine.layout import Layout
from equipoise.spine.passes import Passes
from equipoise.spine.size import tree_size
from equipoise.spine.tree import build_tree
from equipoise.strategies.purify import Purification, purify

GAME, BETS = "holdem-nolimit:200bb", "tartanian5"
#: transformations of a strategy, by name
PLAYERS = {"as solved": None, "thresholded": Purification(0.15), "purified": Purification()}
#: players that meet
PAIRS = (
    ("purified", "thresholded"),
    ("purified", "as solved"),
    ("thresholded", "as solved"),
)


def game_passes(cards: str, flops: int | None, setting: Setting) -> Passes:
    """The game with buckets of all flops, cached or built, or of some flops."""
    rules = find_game(GAME)
    tree = build_tree(rules, parse_bets(BETS))
    if flops is None:
        return Passes(tree, card_model(rules, cards, report=setting.report)[0])
    return Passes(tree, _sampled_model(cards, flops, setting))


def _sampled_model(cards: str, flops: int, setting: Setting) -> MatrixCards:
    rows = sampled_flops(flops, setting.seed)
    origin = origin_of(CardAbstraction.parse(cards), setting.seed, MOST_BINS, rows)
    said = _saying(setting, f"buckets {cards}")
    made = (cached_folder(origin) / MANIFEST).exists()
    tables = None if made else _strengths(rows, setting)
    bucketing = build_bucketing(cards, setting.seed, tables, flop_rows=rows, report=said)
    return build_model(bucketing, report=_saying(setting, f"matrices of {cards}")).model


_kept: dict[tuple[int, ...], StrengthTables] = {}


def _strengths(rows: tuple[int, ...], setting: Setting) -> StrengthTables:
    """Strengths on some flops; the last ones are cached for the next abstraction."""
    if rows not in _kept:
        _kept.clear()
        said = _saying(setting, "strengths on the sampled flops")
        _kept[rows] = tables_over(rows, report=said)
    return _kept[rows]


def missing_memory(cards: str, methods: Sequence[str]) -> str | None:
    """The memory that a game needs, if that is more than available."""
    rules = find_game(GAME)
    taken = footprint(tree_size(rules, BETS), card_states(rules, cards))
    arrays = EGT_ARRAYS if "egt" in methods else CFR_ARRAYS
    # comparing strategies needs two of them in double precision
    needed, free = taken.vector_bytes(arrays=arrays) + 2 * 8 * taken.numbers, available_memory()
    if free is None or needed <= free:
        return None
    return f"{needed / 1e9:.1f} GB of memory, {free / 1e9:.1f} GB were free"


@dataclass(frozen=True)
class Compared:
    """A strategy, thresholded and purified: all in big blinds per hand.

    ``exploitability`` of each player; ``won`` by the first of a pair against the second, averaged
    over seats, exact in the abstract game.
    """

    at: float
    exploitability: dict[str, float]
    won: dict[tuple[str, str], float]

    def arrays(self) -> Arrays:
        """As arrays for ``Partial``."""
        return {
            "at": np.array(self.at),
            "exploitability": np.array([self.exploitability[name] for name in PLAYERS]),
            "won": np.array([self.won[pair] for pair in PAIRS]),
        }

    @classmethod
    def of_arrays(cls, arrays: Arrays) -> Compared:
        """From arrays of ``Partial``."""
        values = {name: np.asarray(array, dtype=np.float64) for name, array in arrays.items()}
        return cls(
            float(values["at"]),
            dict(zip(PLAYERS, values["exploitability"].tolist(), strict=True)),
            dict(zip(PAIRS, values["won"].tolist(), strict=True)),
        )


def compare_players(passes: Passes, strategy: Floats) -> Compared:
    """Compare a strategy with its purified and thresholded versions."""
    unit = passes.tree.rules.big_blind
    exploitability, won = {}, {}
    for name in PLAYERS:
        exploitability[name] = (
            passes.exploitability(_player(passes.layout, strategy, name)).average / unit
        )
    for pair in PAIRS:
        first, second = (_player(passes.layout, strategy, name) for name in pair)
        won[pair] = passes.match(first, second)[0] / unit
    return Compared(exploitability["as solved"], exploitability, won)


def _player(layout: Layout, strategy: Floats, name: str) -> Floats:
    how = PLAYERS[name]
    return strategy if how is None else purify(layout, strategy, how).probabilities


def _solving(passes: Passes, method: str, about: str, setting: Setting) -> Solving:
    """One method on one game, resumed if it was killed; ``about`` identifies the game."""
    checkpoint = None
    if setting.work is not None:
        cards = np.ascontiguousarray(passes.model.matrices().showdown[-1]).data
        identity: dict[str, object] = {
            "run": f"{method} on {about}",
            "weights": weights_text(method),
            "cards": hashlib.sha256(cards).hexdigest(),
            "seed": setting.seed,
        }
        checkpoint = Checkpoint(
            setting.work / f"{about}-{method}" / "checkpoint",
            identity,
            "if it fits",
            lambda text: setting.report(0, 0, text),
        )
    return Solving(passes, method, setting.seed, compile_first=True, checkpoint=checkpoint)


def trace_arrays(passes: Passes, progress: Progress) -> Arrays:
    """Iterations, seconds and exploitability (big blinds) of every trace point, for ``Partial``."""
    rules = passes.tree.rules
    blinds = rules.scale / rules.big_blind
    rows = [(p.iterations, p.seconds, p.exploitability * blinds) for p in progress.trace]
    return {"trace": np.array(rows)}


def solved_and_compared(
    passes: Passes,
    method: str,
    about: str,
    setting: Setting,
    level: float | None,
    iterations: int,
) -> tuple[Floats, list[Compared]]:
    """The trace of a run, and its players at an exploitability level and at the end.

    ``level`` is in big blinds; without one nothing is compared. If it is not reached only the last
    one is returned.
    """
    name = f"{about}-{method}"
    partial = Partial(setting.work)
    label = f"{about} {method} {level} {iterations} {setting.seed}"
    trace, early, late = (partial.get(f"{name}-{p}", label) for p in ("trace", "early", "late"))
    if trace is None or (level is not None and (early is None or late is None)):
        solving = _solving(passes, method, about, setting)
        said = _saying(setting, f"{method} on {about}")
        if level is not None and early is None:
            rules = passes.tree.rules
            target = level * rules.big_blind / rules.scale
            solving.until(Stop(iterations=iterations, target=target), said)
            early = compare_players(passes, solving.solver.average()).arrays()
            partial.put(f"{name}-early", label, early)
        solving.until(Stop(iterations=iterations), said)
        if level is not None:
            late = compare_players(passes, solving.solver.average()).arrays()
            partial.put(f"{name}-late", label, late)
        trace = trace_arrays(passes, solving.progress)
        partial.put(f"{name}-trace", label, trace)
    found = [Compared.of_arrays(one) for one in (early, late) if one is not None]
    if len(found) == 2 and found[0].at == found[1].at:
        found.pop()
    return np.asarray(trace["trace"], dtype=np.float64), found


def _saying(setting: Setting, what: str) -> Report:
    def said(done: float, total: float, doing: str = "") -> None:
        setting.report(done, total, f"{what}: {doing}" if doing else what)

    return said
