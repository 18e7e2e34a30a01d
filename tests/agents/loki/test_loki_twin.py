"""The whole model, from actions to weights, against figure 7.5 written out plainly.

Random hands go through the engine, the story and the model; the twin reads the engine's own betting
states. PPOTC is taken from the code, which has a twin of its own.
"""

from functools import lru_cache
from random import Random

import numpy as np
import pytest

from equipoise.agents.loki.boards import crude_potentials
from equipoise.agents.loki.model import Generic, GenericInverse, Specific, SpecificInverse
from equipoise.agents.loki.public import Seats, Story
from equipoise.cards import evaluate_many
from equipoise.cards.combos import combo_cards, combos_with
from equipoise.cards.income_table import income_by_combo
from equipoise.games import find_game
from equipoise.games.action import Action, Kind
from equipoise.games.dealing import HandCards
from equipoise.games.state import State

PLAYERS, LEAST = 5, 0.01
TYPICAL = ((0, 0.5, 0.5), (0.5, 0.3, 0.2), (0.7, 0.2, 0.1))  # Table B.2
RATES = income_by_combo(6)
ORDERED = np.sort(RATES)


@lru_cache(maxsize=4)
def meetings(board):
    """Which hands a board leaves, which of them can meet, and what each wins against each."""
    live = np.flatnonzero(~combos_with(board))
    hands = combo_cards()[live].astype(int)
    shared = np.tile(board, (len(live), 1))
    worth = evaluate_many(np.hstack([hands, shared]).astype(np.uint8))
    apart = np.ones((len(live), len(live)))
    for one in range(2):
        for other in range(2):
            apart[hands[:, None, one] == hands[None, :, other]] = 0
    return live, apart, apart * ((worth[:, None] > worth) + 0.5 * (worth[:, None] == worth))


def strengths(board, field):
    """HS of every hand against the field."""
    live, apart, beaten = meetings(board)
    found = np.zeros(1326)
    found[live] = (beaten @ field[live]) / (apart @ field[live])
    return found


def cut(factor):
    return np.clip(factor, LEAST, 1)


class Twin:
    """The weights of all seats, kept the slow way."""

    def __init__(self, specific, inverse):
        self.specific, self.inverse = specific, inverse
        self.counts = np.zeros((PLAYERS, 4, 3, 3))

    def start(self):
        self.weights = np.ones((PLAYERS, 1326))
        self.active = set(range(PLAYERS))
        self.begin_round()

    def begin_round(self, board=()):
        self.board = board
        self.weights[:, combos_with(board)] = 0
        self.saved = self.weights.copy()
        self.highest = [-1.0] * PLAYERS

    def shares(self, seat, at, bets):
        """Equation 7.4."""
        mixed = np.array(TYPICAL[bets])
        for seen in self.counts[seat, : at + 1, bets]:
            total = seen.sum()
            if total >= 20:
                mixed = seen / total
            elif total:
                mixed = seen / total * total / 20 + mixed * (20 - total) / 20
        return mixed

    def act(self, seat, at, kind, owed, size, pot, can_raise):
        bets = min(-(-owed // size), 2)
        place = [Kind.FOLD, Kind.CALL, Kind.RAISE].index(kind)
        if self.specific:
            self.counts[seat, at, bets, place] += 1
        if kind is Kind.FOLD:
            self.active.remove(seat)
            return
        is_check = kind is Kind.CALL and not owed
        if is_check and not self.inverse:
            return
        _, calls, raises = self.shares(seat, at, bets)
        top = max(1 - raises, 0)
        mu = 0.0 if is_check else top if kind is Kind.RAISE else max(1 - raises - calls, 0)
        if mu <= self.highest[seat]:
            return
        self.highest[seat] = mu
        ceiling = top if self.inverse and kind is Kind.CALL and can_raise else None
        if at == 0:
            factor = self.by_income(mu, ceiling)
        else:
            paid = owed + size * (kind is Kind.RAISE)
            factor = self.by_strength(seat, mu, ceiling, paid, pot)
        new = np.maximum(self.saved[seat] * factor, LEAST)
        self.weights[seat] = np.where(self.saved[seat] > 0, new, 0)

    def by_income(self, mu, ceiling):
        """Figure 7.1."""
        factor = np.ones(1326)
        if mu >= 0.05:
            factor = cut((RATES - ORDERED[round(mu * 1325)] + 330) / 660)
        if ceiling is not None:
            factor = factor * cut(1 - (RATES - ORDERED[round(ceiling * 1325)] + 330) / 660)
        return factor

    def by_strength(self, seat, mu, ceiling, paid, pot):
        """Figures 7.3 and 7.4."""
        others = [self.weights[n] / self.weights[n].sum() for n in self.active if n != seat]
        potential = crude_potentials(self.board)
        strong = strengths(self.board, np.mean(others, axis=0))
        values = strong + (1 - strong) * potential
        sigma = max(0.4 * (1 - mu), 1e-9)
        if mu < sigma:
            r = 1 - 2 * mu / (mu + sigma)
            factor = cut(r + (1 - r) * values / (mu + sigma))
        else:
            factor = cut((values - mu + sigma) / (2 * sigma))
        if paid and len(self.board) < 5:
            factor[potential >= paid / (pot + paid)] = 1
        if ceiling is not None:
            spread = max(0.4 * (1 - ceiling), 1e-9)
            if ceiling < spread:
                factor = factor * cut(1 - values / max(2 * ceiling, 1e-9))
            else:
                factor = factor * cut((ceiling + spread - values) / (2 * spread))
        return factor


def play(seed, model, twin):
    """A random hand of both; how far they are apart at most, and how often they were compared."""
    rules, rng = find_game(f"holdem-limit:{PLAYERS}p"), Random(seed)
    deck = rng.sample(range(52), 2 * PLAYERS + 5)
    hands = tuple((deck[2 * n], deck[2 * n + 1]) for n in range(PLAYERS))
    cards = HandCards(hands, tuple(deck[2 * PLAYERS :]))
    state, story = State.start(rules).deal_from(cards), Story(rules)
    model.start(Seats(0, tuple(f"p{n}" for n in range(PLAYERS))))
    twin.start()
    worst, compared = 0.0, 0
    while not state.is_over:
        legal, at = state.legal(), state.round
        board = state.observe(0).board
        if board != twin.board:
            twin.begin_round(board)
        kind = rng.choice([Kind.CALL] * 3 + [Kind.RAISE] * 2 + [Kind.FOLD])
        if (kind is Kind.RAISE and not legal.can_raise) or (kind is Kind.FOLD and legal.is_check):
            kind = Kind.CALL
        owed, size = legal.call_to - legal.put, (2, 2, 4, 4)[at]
        pot = state.observe(0).betting.pot
        twin.act(legal.position, at, kind, owed, size, pot, legal.can_raise)
        move = {Kind.FOLD: Action.fold(), Kind.CALL: Action.call()}.get(kind)
        state = state.apply(move or Action.raise_to(legal.min_raise)).deal_from(cards)
        for action in story.news(state.observe(0)):
            model.dealt(action.board)
            model.observe(action)
        if state.is_over or rng.random() < 0.5:
            continue  # the model looks at its notes when it is asked, at times for several
        for seat in twin.active:
            apart = np.abs(model.weights(seat) - twin.weights[seat]).max()
            worst, compared = max(worst, float(apart)), compared + 1
    return worst, compared


@pytest.mark.parametrize(
    ("kind", "specific", "inverse"),
    [
        (Generic, False, False),
        (Specific, True, False),
        (GenericInverse, False, True),
        (SpecificInverse, True, True),
    ],
)
def test_weights_are_those_of_the_twin(kind, specific, inverse):
    model, twin = kind(), Twin(specific, inverse)
    seen = [play(seed, model, twin) for seed in range(4)]
    assert max(worst for worst, _ in seen) < 1e-9
    assert sum(compared for _, compared in seen) > 60
    assert not specific or twin.counts.sum() > 60
