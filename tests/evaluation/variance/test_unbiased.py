"""Every estimator by exact enumeration of small games: random policies, random value functions."""

from functools import cache

import numpy as np
import pytest
from tests.evaluation.variance.enumeration import RandomPolicy, RandomValue, cases, moments

from equipoise.base.errors import InputError
from equipoise.evaluation.variance.engine import AdvantageSum, Aivat
from equipoise.evaluation.variance.hands import NO_CARD, PlayedHands
from equipoise.evaluation.variance.importance import ImportanceSampling
from equipoise.evaluation.variance.luck import card_luck
from equipoise.evaluation.variance.ranges import ranges_of
from equipoise.evaluation.variance.values import (
    AllInEquity,
    NoValue,
    PolicyValues,
    ValueFunction,
)
from equipoise.games import find_game
from equipoise.games.public_state import private_hands

GAMES = ("kuhn", "leduc")
EXACT = 1e-12
SHIFTED = 1e-3
PLAYED = RandomPolicy(1), RandomPolicy(2)
EVALUATED = RandomPolicy(3)


@cache
def enumerated(game, first=PLAYED[0].seed):
    policies = (RandomPolicy(first), PLAYED[1])
    return list(cases(find_game(game), policies))


def money(game, first=PLAYED[0].seed):
    return moments([(case.chance, case.won) for case in enumerated(game, first)])


def over_hands(game, of_view, position=0, name=lambda view: view):
    """Mean and deviation of an estimate for position 0; asked once for views with one ``name``."""
    known = {}
    found = []
    for case in enumerated(game):
        view = case.views[position]
        key = name(view)
        if key not in known:
            known[key] = of_view(view)
        found.append((case.chance, known[key] if position == 0 else -known[key]))
    return moments(found)


def without_own(view):
    """AIVAT averages over the own hand, so the one that was held does not matter."""
    return view.line, view.board, view.position, view.other


def aivat(game, value, position=0, both=False):
    other = PLAYED[1 - position] if both else None
    estimate = Aivat(value, PLAYED[position], other)
    return over_hands(game, lambda view: estimate.terms(view).total, position, without_own)


def importance(game, **options):
    estimate = ImportanceSampling(PLAYED[0], **options)
    name = without_own if options["cards"] else lambda view: view
    return over_hands(game, lambda view: estimate.of_hand(view).value, name=name)


@pytest.mark.parametrize("both", [False, True])
@pytest.mark.parametrize("position", [0, 1])
@pytest.mark.parametrize("game", GAMES)
def test_aivat_has_the_mean_of_the_money_with_any_value_function(game, position, both):
    mean, _ = aivat(game, RandomValue(), position, both)
    assert mean == pytest.approx(money(game)[0], abs=EXACT)


@pytest.mark.parametrize(
    "value", [AllInEquity(), NoValue(), RandomValue(5)], ids=["equity", "none", "random"]
)
@pytest.mark.parametrize("game", GAMES)
def test_advantage_sums_have_the_mean_of_the_money(game, value):
    estimate = AdvantageSum(value)
    mean, _ = over_hands(game, lambda view: estimate.terms(view).total)
    assert mean == pytest.approx(money(game)[0], abs=EXACT)


@pytest.mark.parametrize("off_policy", [False, True])
@pytest.mark.parametrize("scored", ["money", "divat"])
@pytest.mark.parametrize("game", GAMES)
def test_importance_sampling_has_the_mean_of_the_evaluated_policy(game, scored, off_policy):
    evaluated = EVALUATED if off_policy else None
    wanted, _ = money(game, (evaluated or PLAYED[0]).seed)
    deviations = []
    for endings in (False, True):
        for cards in (False, True):
            mean, deviation = importance(
                game, evaluated=evaluated, endings=endings, cards=cards, scored=scored
            )
            assert mean == pytest.approx(wanted, abs=EXACT)
            deviations.append(deviation)
    plain, cards, endings, both = deviations
    assert both < min(cards, endings)
    assert max(cards, endings) < plain


@pytest.mark.parametrize("game", GAMES)
def test_known_relations_of_the_estimators(game):
    """Without values AIVAT is importance sampling with other cards; basic scoring is the money."""
    nothing = aivat(game, NoValue())
    assert nothing == pytest.approx(importance(game, endings=False, cards=True), abs=EXACT)
    assert money(game) == pytest.approx(importance(game, endings=False, cards=False), abs=EXACT)


@pytest.mark.parametrize("game", GAMES)
def test_true_values_leave_no_noise_but_that_of_unknown_players(game):
    value = PolicyValues([ranges_of(policy) for policy in PLAYED])
    for position in range(2):
        mean, deviation = aivat(game, value, position, both=True)
        assert mean == pytest.approx(money(game)[0], abs=EXACT)
        assert deviation == pytest.approx(0.0, abs=1e-12)
    _, one = aivat(game, value)
    assert 0.1 < one < aivat(game, AllInEquity())[1] < money(game)[1]


def test_the_rest_of_one_known_player_is_the_noise_of_the_opponents_actions():
    """With true values what is left is the sum of the opponent's own surprises, squared."""
    value = PolicyValues([ranges_of(policy) for policy in PLAYED])
    one, both = Aivat(value, PLAYED[0]), Aivat(value, PLAYED[0], PLAYED[1])
    surprise = sum(
        case.chance * (one.terms(case.views[0]).total - both.terms(case.views[0]).total) ** 2
        for case in enumerated("kuhn")
    )
    assert aivat("kuhn", value)[1] ** 2 == pytest.approx(surprise, abs=EXACT)


class OwnCardsStay(RandomValue):
    """The planted mistake: the next card is drawn without removing the player's own cards."""

    def expected(self, spot):
        boards = list(spot.deals())
        return sum(self.values(spot.dealt(board)) for board in boards) / len(boards)


def test_a_deal_without_removing_own_cards_is_noticed():
    mean, _ = aivat("leduc", OwnCardsStay())
    assert abs(mean - money("leduc")[0]) > SHIFTED


class MeanOfEquity(AllInEquity):
    """The planted mistake: a value before a card that is not the mean of the values after it."""

    def expected(self, spot):
        return 0.9 * self.values(spot)


def test_a_value_that_breaks_the_zero_luck_condition_is_noticed():
    estimate = AdvantageSum(MeanOfEquity())
    mean, _ = over_hands("leduc", lambda view: estimate.terms(view).total)
    assert abs(mean - money("leduc")[0]) > SHIFTED


class CountedTwice(ImportanceSampling):
    """The planted mistake: a hand that ended by an own action counts as ending and as itself."""

    def of_hand(self, view):
        plain = ImportanceSampling(PLAYED[0], endings=False, cards=False).of_hand(view)
        found = super().of_hand(view)
        last = view.line.places[-2].to_act
        extra = plain.value if last == view.position else 0.0
        return type(found)(found.value + extra, found.weight)


def test_counting_an_ending_twice_is_noticed():
    estimate = CountedTwice(PLAYED[0], endings=True, cards=False)
    mean, _ = over_hands("kuhn", lambda view: estimate.of_hand(view).value)
    assert abs(mean - money("kuhn")[0]) > SHIFTED


def hidden(view):
    """The hand as it is known where the opponent's cards are seen only at a showdown."""
    if not view.line.end.betting.is_folded_out:
        return view
    return type(view)(view.line, view.board, view.position, view.own, -1)


@pytest.mark.parametrize("game", GAMES)
def test_partial_information_is_unbiased_but_for_the_cards_that_stay_hidden(game):
    wanted, _ = money(game)
    bias = {}
    for cards in (False, True):
        estimate = ImportanceSampling(PLAYED[0], endings=True, cards=cards, partial=True)
        mean, _ = over_hands(game, lambda view, e=estimate: e.of_hand(hidden(view)).value)
        bias[cards] = mean - wanted
    assert bias[False] == pytest.approx(0.0, abs=EXACT)
    assert 1e-6 < abs(bias[True]) < 0.2
    with pytest.raises(InputError, match="everybody's cards"):
        ImportanceSampling(PLAYED[0], scored="divat", partial=True)


def as_hands(game):
    """All ways a hand can go as rows, and the chance of each."""
    found = enumerated(game)
    rules = find_game(game)
    lines = list(dict.fromkeys(case.views[0].line for case in found))
    rows = []
    for case in found:
        view = case.views[0]
        held = [private_hands(rules, p)[case.views[p].own].tolist() for p in range(2)]
        missing = [NO_CARD] * (rules.board_cards - len(view.board))
        rows.append([*held[0], *held[1], *view.board, *missing])
    won = np.array([[case.won, -case.won] for case in found])
    count = len(found)
    hands = PlayedHands(
        rules, ("one", "other"), np.array(rows, dtype=np.uint8), tuple(lines),
        np.array([lines.index(case.views[0].line) for case in found]),
        np.tile([0, 1], (count, 1)), won, np.arange(count), np.zeros(count, dtype=np.int64),
    )  # fmt: skip
    return hands, np.array([case.chance for case in found])


@pytest.mark.parametrize("game", GAMES)
def test_mivat_has_the_mean_of_the_money_with_any_weights(game):
    hands, chances = as_hands(game)
    luck = card_luck(hands)
    assert luck.sum(axis=1) == pytest.approx(0.0, abs=EXACT)
    assert chances @ luck[:, 0] == pytest.approx(0.0, abs=EXACT)
    moved = np.abs(luck).max(axis=(0, 1)) > 0.0
    assert moved.tolist() == [True, game == "leduc", False, False, False]
    theta = np.array([2.0, -0.7, 0.0, 0.0, 0.0])
    mean = chances @ (hands.won[:, 0] - luck[:, 0] @ theta)
    assert mean == pytest.approx(money(game)[0], abs=EXACT)


class Timid(RandomPolicy):
    """Never raises with some hands: the planted lack of support."""

    def range_chances(self, public, board=None):
        found = super().range_chances(public, board)
        shares = found.probabilities.copy()
        raises = [str(action).startswith("r") for action in found.actions]
        shares[raises, : 1 + (public.to_act == 0)] = 0.0
        total = shares.sum(axis=0)
        return type(found)(found.actions, np.divide(shares, total, where=total > 0, out=shares))


@pytest.mark.parametrize("cards", [False, True])
@pytest.mark.parametrize("endings", [False, True])
def test_what_the_played_policy_never_does_is_said_to_be_missing(endings, cards):
    """The weights of what is seen and the chance of what is not add up to 1."""
    played = Timid(1)
    estimate = ImportanceSampling(played, EVALUATED, endings, cards)
    sound = ImportanceSampling(PLAYED[0], EVALUATED, endings, cards)
    seen = unseen = 0.0
    for case in cases(find_game("kuhn"), (played, PLAYED[1])):
        found = estimate.of_hand(case.views[0])
        seen, unseen = seen + case.chance * found.weight, unseen + case.chance * found.unseen
    assert seen + unseen == pytest.approx(1.0, abs=EXACT)
    # two of three cards never raise, so that other cards leave less unseen
    assert 0.01 < unseen < (0.2 if cards else 0.6)
    assert all(sound.of_hand(case.views[0]).unseen == 0.0 for case in enumerated("kuhn"))


def test_hidden_own_cards_need_other_cards():
    view = next(
        case.views[0]
        for case in enumerated("leduc")
        if case.views[0].line.end.betting.is_folded_out
    )
    unknown = type(view)(view.line, view.board, view.position, -1, -1)
    averaged = ImportanceSampling(PLAYED[0], partial=True)
    assert averaged.of_hand(unknown) == averaged.of_hand(hidden(view))
    with pytest.raises(InputError, match="own cards are hidden"):
        ImportanceSampling(PLAYED[0], cards=False, partial=True).of_hand(unknown)


def test_hands_of_another_policy_are_refused():
    class Never(RandomPolicy):
        def range_chances(self, public, board=None):
            found = super().range_chances(public, board)
            shares = found.probabilities.copy()
            shares[1:] = 0.0
            return type(found)(found.actions, shares)

    played = next(
        case.views[0] for case in enumerated("kuhn") if "r" in case.views[0].line.end.actions_text
    )
    with pytest.raises(InputError, match="never makes the action"):
        Aivat(NoValue(), Never(1), Never(2)).terms(played)


def test_values_over_next_cards_are_means_of_values_after_them():
    """All-in equity has its own mean; it must be that of the enumeration."""
    value = AllInEquity()
    for case in enumerated("leduc")[::37]:
        for spot, before, _ in case.views[0].spots():
            if len(before) < len(spot.board):
                pending = spot.dealt(before)
                held = pending.possible
                exact = ValueFunction.expected(value, pending)[held]
                assert value.expected(pending)[held] == pytest.approx(exact, abs=EXACT)
                assert len(held) == len(private_hands(spot.rules, 0))
                assert np.isfinite(exact).all()
