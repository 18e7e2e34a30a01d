"""Local best response: published and enumerated values, and never more than a best response."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from tests.agents.books import blind_source, leduc, source_of

from equipoise.agents.policy_agent import known_policy
from equipoise.agents.registry import find_agent
from equipoise.base.errors import InputError
from equipoise.cards.combos import combo_cards
from equipoise.evaluation.bounds.local import Chance, LocalResponse, _Held
from equipoise.evaluation.bounds.margins import margins
from equipoise.evaluation.bounds.menus import MANY_BETS, Menus
from equipoise.evaluation.bounds.responses import LocalDeals
from equipoise.games import find_game
from equipoise.games.action import Action, Kind
from equipoise.games.betting import BettingState
from equipoise.policies.blueprint import Blueprint
from equipoise.policies.opened import OpenedStrategy
from equipoise.solvers.cfr import SCHEDULES, CounterfactualRegret
from equipoise.spine.cards.matrix import bucketed
from equipoise.spine.cards.readers import SmallDeck
from equipoise.spine.game import AbstractGame
from equipoise.spine.passes import Passes
from equipoise.spine.tree import build_tree
from equipoise.translation.options import Translation

HOLDEM = find_game("holdem-nolimit:100bb")


def random_strategy(layout, seed):
    random = np.random.default_rng(seed)
    values = np.zeros(layout.size)
    for node in layout.tree.decision_nodes().tolist():
        block = layout.block(values, node)
        block[:] = random.random(block.shape) ** 3 + 1e-3
        block /= block.sum(axis=0)
    return values


def exact(rules, policy, menus="fcpa", exact_from=None):
    return LocalDeals(LocalResponse(rules, policy, Menus.parse(menus), exact_from)).exact()


def test_limit_leduc_against_the_uniform_policy():
    """Values enumerated independently of this code; ties go to the first of fold, call, raise."""
    game = AbstractGame("leduc")
    uniform = Blueprint(source_of(game, game.layout().uniform()))
    assert exact(game.rules, uniform) == pytest.approx((1.729630, 2.626852), abs=1e-6)
    assert exact(game.rules, uniform, exact_from=0) == pytest.approx((2.0875, 2.659722), abs=1e-6)


@pytest.mark.parametrize("seed", range(3))
def test_never_above_the_best_response_to_random_policies(seed):
    game = AbstractGame("leduc")
    strategy = random_strategy(game.layout(), seed)
    policy = Blueprint(source_of(game, strategy))
    best = game.passes().exploitability(strategy).responses
    for menus in ("fcpa", "c/fcpa", "fc"):
        local = exact(game.rules, policy, menus)
        assert all(found <= most + 1e-9 for found, most in zip(local, best, strict=True))
    assert exact(game.rules, policy, exact_from=0) == pytest.approx(best, abs=1e-9)


def test_near_the_best_response_to_an_equilibrium():
    source, game = leduc("leduc", None, iterations=1000)
    best = game.passes().exploitability(np.asarray(source.values))
    local = exact(game.rules, Blueprint(source))
    assert sum(local) / 2 <= best.average + 1e-9
    assert sum(local) / 2 == pytest.approx(best.average, abs=2e-3)


@pytest.mark.parametrize("mapping", ["hard", "soft", "pseudo-harmonic"])
def test_off_the_tree_of_no_limit_leduc(mapping):
    """A translated strategy and its expansion over the whole game: no more than its response."""
    from equipoise.translation.expand import Expansion

    name = "leduc-nolimit:7"
    source, game = leduc(name, "fcpa")
    translation = Translation(mapping)
    full = AbstractGame(name).passes()
    expansion = Expansion(source.layout, full.layout, game.cards_and_buckets[1], translation)
    best = full.exploitability(expansion.strategy(np.asarray(source.values))).responses
    policy = Blueprint(source, translation)
    local, menu = exact(game.rules, policy, "56"), exact(game.rules, policy, "56", exact_from=0)
    for found, within, most in zip(local, menu, best, strict=True):
        assert found <= most + 1e-9
        assert within <= most + 1e-9
    assert sum(local) > 0.0


def test_drawn_actions_and_boards_have_the_exact_mean():
    game = AbstractGame("leduc")
    policy = Blueprint(source_of(game, random_strategy(game.layout(), 7)))
    response = LocalResponse(game.rules, policy, Menus.parse("fcpa"))
    for position in (0, 1):
        hole = [game.rules.deck.cards[2]]
        wanted = response.play(position, hole, None)
        drawn = []
        for number in range(600):
            random = np.random.default_rng((position, number))
            decks = [random.permutation(np.array(game.rules.deck.cards)).tolist()] * 2
            drawn.append(response.play(position, hole, Chance(random, decks)))
        error = np.std(drawn) / len(drawn) ** 0.5
        assert abs(np.mean(drawn) - wanted) < 4 * error


class TurnOf(_Held):
    """Counts turn cards of some ranks in place of chips."""

    ranks = (10, 12)

    def value(self, spot):
        if len(spot.board) == 4:
            return float(spot.weights.sum()) * (spot.board[3] // 4 in self.ranks)
        if spot.place.dealt.board > len(spot.board):
            return self._dealt(spot)
        return self.value(spot.after(Action(Kind.CALL, spot.place.legal.call_to)))


def test_boards_of_several_rounds_do_not_favour_the_cards_of_the_range():
    """Against ace-queen an ace or a queen turns 6 times in 48, whatever was drawn for the flop."""
    policy = known_policy(find_agent("call"), "test")
    response = LocalResponse(HOLDEM, policy, Menus.parse("c"))
    spot = response.start(0, (47, 46))
    ranks = np.sort(combo_cards()[spot.hands.indices] // 4, axis=1)
    held = (ranks == TurnOf.ranks).all(axis=1)
    spot = replace(spot, weights=spot.weights * held)
    found = []
    for number in range(1500):
        random = np.random.default_rng(number)
        decks = [random.permutation(52).tolist() for _ in range(HOLDEM.rounds)]
        found.append(TurnOf(response, 0, (47, 46), Chance(random, decks)).value(spot) / held.sum())
    assert np.mean(found) == pytest.approx(6 / 48, abs=4 * np.std(found) / len(found) ** 0.5)


@pytest.mark.parametrize(
    ("menus", "wins"), [("c/c/fcpa/fcpa", 750), ("c/c/56/56", 750), ("c/56/fc/fc", 750)]
)
def test_who_always_folds_loses_the_mean_of_the_blinds(menus, wins):
    policy = known_policy(find_agent("fold"), "test")
    deals = LocalDeals(LocalResponse(HOLDEM, policy, Menus.parse(menus)))
    for number in range(3):
        assert deals.deal(1, number) == (0.5 * HOLDEM.big_blind, 1.0 * HOLDEM.big_blind)
    assert wins == 1000 * (0.5 + 1.0) / 2


BOARD = [0, 5, 22, 35, 50]
#: the hands that are possible before the flop, on the flop and on the turn, by how many they are
POSSIBLE = {
    len(hands): combo_cards()[hands]
    for hands in (
        np.flatnonzero(~np.isin(combo_cards(), BOARD[:size]).any(axis=1)) for size in (0, 3, 4)
    )
}


class OneBoard(Chance):
    """Deals one board to every hand: the agent's hand that is drawn never has a card of it."""

    def draw(self, sums):
        if len(sums) not in POSSIBLE:
            return super().draw(sums)
        apart = ~np.isin(POSSIBLE[len(sums)], BOARD).any(axis=1)
        return int(np.flatnonzero((sums > 0) & apart)[0])


def test_who_always_folds_loses_250_where_nobody_bets():
    """As small blind half a big blind at once; as big blind nothing, all hands taken together."""
    policy = known_policy(find_agent("fold"), "test")
    response = LocalResponse(HOLDEM, policy, Menus.parse("fc"))
    left = [card for card in range(52) if card not in BOARD]
    won = np.array(
        [
            [
                response.play(p, hole, OneBoard(np.random.default_rng(0), [BOARD] * 4))
                for p in (0, 1)
            ]
            for hole in combinations(left, 2)
        ]
    )
    assert (won[:, 0] == 0.5 * HOLDEM.big_blind).all()
    assert np.abs(won[:, 1]).max() > 0.5 * HOLDEM.big_blind
    assert won.mean() * 1000 / HOLDEM.big_blind == pytest.approx(250, abs=1e-9)


def test_margins_are_those_of_all_run_outs():
    from equipoise.cards.equity import equity
    from equipoise.cards.ranges import Range

    hole, other = (51, 46), 700
    for board in ((), (0, 5, 10), (0, 5, 10, 15), (0, 5, 10, 15, 20)):
        cards = combo_cards()[other].tolist()
        pair = [Range.of_hand(list(hole)), Range.of_hand(cards)]
        wanted = 2 * equity(pair, list(board), exact=True).equities[0] - 1
        assert margins(HOLDEM, hole, board)[other] == pytest.approx(wanted, abs=1e-12)
        assert margins(HOLDEM, hole, board)[51 * 50 // 2 + 3] == 0.0


def test_fifty_six_bets():
    assert len(MANY_BETS.sizes) == 55
    sizes = [float(size.fraction) for size in MANY_BETS.sizes]
    assert sizes[0] == 0.05
    assert sizes[-1] == pytest.approx(94.8, abs=0.1)
    assert sum(size <= 1 for size in sizes) == 22
    start = BettingState.start(HOLDEM)
    kinds = [action.kind for action in Menus.parse("56").of(0).actions(start)]
    assert kinds[:2] == [Kind.FOLD, Kind.CALL]
    assert Menus.parse("c").of(0).actions(start) == [Action(Kind.CALL, 2)]


@pytest.mark.parametrize("text", ["", "x", "c//fc", "fcpa+fca", "c/57"])
def test_wrong_menus(text):
    with pytest.raises(InputError):
        Menus.parse(text)


def test_other_games_are_refused():
    policy = Blueprint(blind_source("holdem-nolimit:100bb", "fcpa"))
    with pytest.raises(InputError, match="solved for"):
        LocalResponse(find_game("leduc"), policy, Menus.parse("fc"))
    with pytest.raises(InputError, match="players"):
        LocalResponse(find_game("holdem-nolimit:100bb,6p"), policy, Menus.parse("fc"))
    with pytest.raises(InputError, match="menus"):
        LocalResponse(HOLDEM, policy, Menus.parse("c/c/c/c/c"))


def test_an_abstraction_of_leduc_that_confuses_boards():
    """Burch et al. 2014: with a jack, boards of queen and king look alike; so with a king and the lower two."""
    game = AbstractGame("leduc")
    full = game.cards_and_buckets[0]
    alike = {"J|Q": "J|QK", "J|K": "J|QK", "K|J": "K|JQ", "K|Q": "K|JQ"}
    names, maps = [], ([], [])
    for number in range(full.rounds):
        keys = [[alike.get(label, label) for label in full.labels[p][number]] for p in (0, 1)]
        names.append(list(dict.fromkeys(keys[0] + keys[1])))
        for player in (0, 1):
            maps[player].append(np.array([names[-1].index(key) for key in keys[player]]))
    model = bucketed(full, "alike", maps, names)
    assert model.states[0] == (3, 7)
    passes = Passes(build_tree(game.rules), model)
    solver = CounterfactualRegret(passes, SCHEDULES["cfr+"])
    for _ in range(1000):
        solver.step()
    values = np.asarray(solver.average(), dtype=np.float64)
    source = OpenedStrategy("alike", passes.layout, values, SmallDeck(game.rules, full, maps))
    local, best = (exact(game.rules, Blueprint(source), exact_from=start) for start in (None, 0))
    # published 0.382; both recomputed independently, and a little different for every equilibrium
    assert sum(best) / 2 == pytest.approx(0.382, abs=0.01)
    assert sum(local) / 2 == pytest.approx(0.165, abs=0.02)
