"""How well Loki's beliefs predict opponents' hands, and whether its own hand is ahead.

The thesis judges opponent modelling by bankrolls alone (section 8.4). Here a table like that of
figure 8.3 plays, and at every decision of a GOM after the flop several beliefs are evaluated on the
same hand: the bits needed for each active opponent's hand (-log2 of the weight share of the true
hand; about 10 for uniform weights), and the probability that nobody is ahead (HS_n, equation 5.3).
Both are compared with the actual cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log2
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from equipoise.evaluation.estimates import Estimate, estimate
from equipoise.experiments.harness.experiment import (
    Cell,
    Claim,
    Outcome,
    Scale,
    Setting,
)
from equipoise.experiments.harness.partial import Partial
from equipoise.experiments.papp.tournaments import GAME
from equipoise.kernels.types import Float64s, Int64s
from equipoise.solvers.solver import Arrays

if TYPE_CHECKING:
    from equipoise.agents.agent import Agent
    from equipoise.agents.loki.beliefs import Beliefs
    from equipoise.agents.loki.public import PublicAction
    from equipoise.games.dealing import HandCards
    from equipoise.games.observation import Observation

PLAYERS = ("loki-gom",) * 4 + ("loki-bpt",) * 2 + ("loki-bpm",) * 2 + ("loki-bpl",) * 2
WATCHED = "loki-gom"
UNIFORM, TYPICAL, GENERIC, INVERSE = BELIEFS = ("uniform", "typical", "generic", "generic-inverse")
ROUNDS = ("flop", "turn", "river")
BITS, SQUARED, BELIEVED, TRUE = MEASURES = (
    "bits for a hand",
    "squared error of HS_n",
    "HS_n",
    "is ahead",
)
SESSIONS: dict[Scale, int] = {"quick": 10, "full": 20}
HANDS: dict[Scale, int] = {"quick": 100, "full": 1000}


class Seen:
    """Means of the measures of each session, [session, round, belief, measure]."""

    def __init__(self, means: Float64s) -> None:
        self.means = means

    def measure(self, in_round: str, belief: str, measure: str) -> Float64s:
        """One measure's means by session."""
        place = ROUNDS.index(in_round), BELIEFS.index(belief), MEASURES.index(measure)
        found: Float64s = self.means[:, *place]
        return found[~np.isnan(found)]

    def too_low(self, in_round: str, belief: str) -> Float64s:
        """How much more often it is ahead than believed."""
        true, believed = (self.measure(in_round, belief, what) for what in (TRUE, BELIEVED))
        gap: Float64s = true - believed
        return gap


def told(beliefs: Beliefs, view: Observation) -> Beliefs:
    """Beliefs after the public actions of a hand so far."""
    from equipoise.agents.loki.public import Seats, Story

    names = tuple(f"seat {number + 1}" for number in range(view.rules.players))
    beliefs.start(Seats(view.position, names))
    for action in Story(view.rules).news(view):
        beliefs.dealt(action.board)
        beliefs.observe(action)
    beliefs.dealt(view.board)
    return beliefs


def judged(
    beliefs: Beliefs, view: Observation, cards: HandCards, active: Sequence[int]
) -> Float64s:
    """The measures of one decision; bits are averaged over the active opponents."""
    from equipoise.cards.combos import combo_index, combos_with
    from equipoise.cards.outlook import outlook

    told(beliefs, view)
    possible = ~combos_with([*view.board, *view.hole])
    bits = 0.0
    for seat in active:
        weights = beliefs.weights(seat)
        share = weights[combo_index(*cards.hole[seat])] / weights[possible].sum()
        bits -= log2(share) / len(active)
    strength = outlook(view.hole, view.board, beliefs.field()).strength ** len(active)
    ahead = _ahead(view, cards, active)
    return np.array([bits, (strength - ahead) ** 2, strength, ahead])


def _ahead(view: Observation, cards: HandCards, active: Sequence[int]) -> float:
    """1 if ahead of everybody, 1/2 if level with the best, 0 if behind."""
    from equipoise.cards import evaluate

    own = evaluate([*view.hole, *view.board])
    best = max(evaluate([*cards.hole[seat], *view.board]) for seat in active)
    return 1.0 if own > best else 0.5 if own == best else 0.0


@dataclass
class Hand:
    """The data of a hand: decisions of watched agents after the flop, and everybody's actions.

    A decision comes with the active opponents, an action with the index of its agent.
    """

    cards: HandCards
    decisions: list[tuple[Observation, list[int]]]
    actions: list[tuple[int, PublicAction]]


def play_hand(
    agents: Sequence[Agent], watched: Sequence[bool], random: np.random.Generator
) -> Hand:
    """Play one hand with random seats."""
    from equipoise.agents.loki.public import Story
    from equipoise.games import find_game
    from equipoise.games.action import Kind
    from equipoise.games.state import State

    rules = find_game(GAME)
    seats = random.permutation(rules.players).tolist()
    cards = rules.whole_hand.split(rules.deck.deal(rules.cards_dealt, random))
    luck = Random(int(random.integers(2**31)))
    state, active = State.start(rules).deal_from(cards), list(range(rules.players))
    hand = Hand(cards, [], [])
    while not state.is_over:
        seat = state.to_act
        assert seat is not None
        view = state.observe(seat)
        if view.board and watched[seats[seat]]:
            hand.decisions.append((view, [other for other in active if other != seat]))
        action = agents[seats[seat]].act(view, luck)
        if action.kind is Kind.FOLD:
            active.remove(seat)
        state = state.apply(action).deal_from(cards)
    hand.actions = [(seats[one.seat], one) for one in Story(rules).news(state.observe(0))]
    return hand


def session(number: int, hands: int, seed: int) -> Arrays:
    """``means`` [round, belief, measure] of a session, nan for rounds without a decision.

    ``folds`` [agent, round, 2]: how often each had one bet to call, and how often it folded.
    """
    from equipoise.agents.loki.versions import make_beliefs
    from equipoise.agents.registry import find_agent
    from equipoise.games.action import Kind

    random = np.random.default_rng([seed, number])
    agents = [find_agent(name).make() for name in PLAYERS]
    watched = [name == WATCHED for name in PLAYERS]
    beliefs = [make_beliefs(name) for name in BELIEFS]
    sums = np.zeros((len(ROUNDS), len(BELIEFS), len(MEASURES)))
    counts = np.zeros((len(ROUNDS), 1, 1))
    folds = np.zeros((len(PLAYERS), 1 + len(ROUNDS), 2), dtype=np.int64)
    for _ in range(hands):
        hand = play_hand(agents, watched, random)
        for view, active in hand.decisions:
            in_round = view.betting.round - 1
            counts[in_round] += 1
            for place, one in enumerate(beliefs):
                sums[in_round, place] += judged(one, view, hand.cards, active)
        for agent, action in hand.actions:
            if action.bets_to_call == 1:
                folds[agent, action.round] += 1, action.kind is Kind.FOLD
    means = np.divide(sums, counts, out=np.full_like(sums, np.nan), where=counts > 0)
    return {"means": means, "folds": folds}


def run(setting: Setting) -> Outcome:
    """Sessions of hands, each stored when it is done."""
    sessions, hands = SESSIONS[setting.scale], HANDS[setting.scale]
    kept, about = Partial(setting.work), f"{hands} {setting.seed}"
    found = []
    for number in range(sessions):
        setting.report(number, sessions, f"session {number + 1}")
        arrays = kept.get(f"session-{number}", about)
        if arrays is None:
            arrays = session(number, hands, setting.seed)
            kept.put(f"session-{number}", about, arrays)
        found.append(arrays)
    kept.clear()
    seen = Seen(np.stack([arrays["means"] for arrays in found]))
    notes = [
        f"{sessions} sessions of {hands:,} hands: four GOM, two each of BPT, BPM and BPL in random "
        f"seats, seed {setting.seed}; every decision of a GOM after the flop counts once. 95% "
        "intervals over the sessions; claims are judged by differences within sessions.",
        "Bits: fewer is better. is ahead: 1/2 if level with the best. Beliefs: uniform (all "
        "hands alike), typical (the fixed weights of BPL, BPM and BPT), generic (GOM's), and "
        "generic with inverse re-weighting for checks and calls.",
        _folds_note(np.stack([arrays["folds"] for arrays in found]).sum(axis=0, dtype=np.int64)),
    ]
    return Outcome(_cells(seen), _claims(seen), notes, digits=3)


def _folds_note(folds: Int64s) -> str:
    """Each kind of player's folding frequency, beside the generic model's."""
    from equipoise.agents.loki.frequencies import DEFAULTS, FOLD

    told = []
    for name in dict.fromkeys(PLAYERS):
        faced, folded = folds[[one == name for one in PLAYERS]].sum(axis=0).T
        shares = ", ".join(f"{share:.0%}" for share in folded / np.maximum(faced, 1))
        told.append(f"{name} {shares}")
    return (
        f"Folds to one bet, of {DEFAULTS[1][FOLD]:.0%} by Table B.2, before the flop and on flop, "
        f"turn and river: {'; '.join(told)}."
    )


def _cells(seen: Seen) -> list[Cell]:
    cells = []
    for in_round in ROUNDS:
        for belief in BELIEFS:
            for measure in MEASURES:
                one = estimate(seen.measure(in_round, belief, measure))
                row = f"{in_round}, {belief}"
                cells.append(Cell(row, measure, None, one.mean, *one.interval))
    return cells


def _claims(seen: Seen) -> list[Claim]:
    def better(measure: str, in_round: str) -> Estimate:
        worse = seen.measure(in_round, TYPICAL, measure)
        return estimate(worse - seen.measure(in_round, GENERIC, measure))

    cured = np.abs(seen.too_low("river", GENERIC)) - np.abs(seen.too_low("river", INVERSE))
    return [
        _positive(
            "generic modelling foresees what opponents hold better than fixed weights",
            {in_round: better(BITS, in_round) for in_round in ROUNDS},
            "bits fewer",
        ),
        _positive(
            "and whether one is ahead, on the flop and the turn",
            {in_round: better(SQUARED, in_round) for in_round in ROUNDS[:2]},
            "of squared error less",
        ),
        _positive(
            "and on the river", {"river": better(SQUARED, "river")}, "of squared error less"
        ),
        _positive(
            "by the river GOM takes opponents for stronger than they are",
            {"river": estimate(seen.too_low("river", GENERIC))},
            "more often ahead than it believes",
        ),
        _positive(
            "inverse re-weighting brings that nearer to the truth", {"river": estimate(cured)},
            "nearer",
        ),
    ]  # fmt: skip


def _positive(text: str, found: dict[str, Estimate], unit: str) -> Claim:
    """A claim that all differences are positive."""
    ends = [
        (one.mean - (inf if one.half is None else one.half),
         one.mean + (inf if one.half is None else one.half))
        for one in found.values()
    ]  # fmt: skip
    holds = all(low > 0 for low, _ in ends)
    evidence = "; ".join(
        f"{name} {one.mean:+.3f} ± {one.half or 0:.3f}" for name, one in found.items()
    )
    is_open = not holds and all(high > 0 for _, high in ends)
    return Claim(text, holds, f"{evidence} {unit}", is_open=is_open)
