"""Expected values: against exact passes, agents asked one by one, all pairs of hands, and play."""

import json

import numpy as np
import pytest
from tests.agents.books import leduc, small_source
from tests.solvers.test_buckets import Small

from equipoise.base.errors import InputError
from equipoise.cards.combos import combo_cards
from equipoise.evaluation.estimates import estimate
from equipoise.evaluation.expected import ExpectedValue, _arranged
from equipoise.games import State, find_game
from equipoise.interfaces.cli.main import run
from equipoise.kernels.arrays import frozen
from equipoise.kernels.boards.hands import HANDS
from equipoise.kernels.play.meeting_ranges import PAIRS, MeetingCards
from equipoise.matches.betting_cache import PARTS
from equipoise.matches.known import play_policies
from equipoise.policies.blueprint import Blueprint
from equipoise.policies.exploiters import exploiter, naive
from equipoise.spine.game import AbstractGame
from equipoise.translation.expand import Expansion
from equipoise.translation.options import Translation

GAME, SHORT = "holdem-nolimit:6bb", "holdem-nolimit:2bb"
SOFT, SOFT_ND = Translation("soft"), Translation("soft", without_dominated=True)


@pytest.mark.parametrize(
    "translation", [Translation(), SOFT, Translation("soft", "real"), SOFT_ND], ids=str
)
def test_leduc_is_the_exact_value_of_both_expanded_strategies(translation):
    game = "leduc-nolimit:7"
    full = AbstractGame(game).passes()
    books = [leduc(game, "fcpa"), leduc(game, "fcha")]
    translations = (SOFT, translation)
    agents = [Blueprint(source, t) for (source, _), t in zip(books, translations, strict=True)]
    found = ExpectedValue(find_game(game), tuple(agents)).run(0)
    seats = []
    for first in range(2):
        real = np.zeros(full.layout.size)
        for seat, number in enumerate((first, 1 - first)):
            source, problem = books[number]
            buckets = problem.cards_and_buckets[1]
            expansion = Expansion(source.layout, full.layout, buckets, translations[number])
            expansion.seat(seat, np.asarray(source.values), real)
        seats.append(1000 * full.expected_value(real) * (1 if first == 0 else -1))
    assert found.exact
    assert found.mean.half == 0.0
    assert found.seats == pytest.approx(seats, abs=1e-8)
    assert found.mean.mean == pytest.approx(sum(seats) / 2, abs=1e-8)


def test_kuhn_is_its_value_and_nobody_beats_himself():
    source, problem = leduc("kuhn", None, iterations=2000)
    pair = Blueprint(source), Blueprint(source)
    found = ExpectedValue(problem.rules, pair).run(0)
    assert found.mean.mean == pytest.approx(0.0, abs=1e-12)
    assert found.seats[0] == pytest.approx(-1000 / 18, abs=1.0)


@pytest.fixture(scope="module")
def books(tmp_path_factory):
    """Two random strategies of different bets and cards on three flops."""
    made = []
    for number, (notation, bets) in enumerate([("2.2.2.2", "fcpa"), ("ir169.4.2.2", "fca")]):
        small = Small(tmp_path_factory.mktemp("buckets") / "b", notation, GAME, bets)
        random = np.random.default_rng(number)
        values = np.zeros(small.layout.size)
        for node in small.tree.decision_nodes().tolist():
            block = small.layout.block(values, node)
            block[:] = random.random(block.shape) * (random.random(block.shape) > 0.3) + 1e-3
            block /= block.sum(axis=0)
        made.append(small_source(small, values, ("float64", "uint16")[number]))
    return made


def pairs(books):
    """What is compared: mixtures of histories, sizes by the hand, and no look at the cards."""
    first, second = books
    return [
        (Blueprint(first, SOFT), Blueprint(second, SOFT_ND)),
        (exploiter("plus-minus", second, SOFT), Blueprint(second, SOFT)),
        (naive(first, SOFT), Blueprint(first)),
    ]


def flops_of(books):
    return ExpectedValue(find_game(GAME), pairs(books)[1]).boards(4, 0)


def asked(agents, state, cards):
    """The value of a deal by asking agents at every decision; ``cards`` are still to come."""
    while state.awaits_deal:
        count = state.cards_awaited()
        state, cards = state.deal(cards[:count]), cards[count:]
    if state.is_over:
        return float(state.payoffs()[0])
    position = state.to_act
    chances = agents[position].chances(state.observe(position))
    return sum(
        chance * asked(agents, state.apply(action), cards)
        for action, chance in chances.items()
        if chance > 0.0
    )


def paired(table, place, hands, board, weights):
    """The walk over pairs of hands [n, 2, 2] on one board, in one order of sitting."""
    from equipoise.evaluation.expected import _ORDERS
    from equipoise.matches.known import winners

    rows = np.concatenate(
        [hands.reshape(len(hands), 4), np.tile(board, (len(hands), 1))], axis=1
    ).astype(np.uint8)
    states, good = table.table.cards(rows, _ORDERS[place])
    none = np.zeros(0, dtype=np.uint8)
    arrays = (
        np.ascontiguousarray(states.transpose(1, 2, 0)),
        np.ascontiguousarray(good.transpose(1, 2, 0)),
        none, none, none.astype(np.uint32), weights,
        winners(table.rules, rows).astype(np.int8),
    )  # fmt: skip
    cards = MeetingCards(*map(frozen, arrays))
    return table._value(place, cards, 0.0, 0)


def test_a_deal_is_what_agents_say_when_asked_at_every_decision(books):
    rules, board = find_game(GAME), flops_of(books)[0]
    free = [card for card in range(52) if card not in board]
    random = np.random.default_rng(3)
    for pair in pairs(books):
        table = ExpectedValue(rules, pair)
        for place, agents in enumerate((pair, pair[::-1])):
            dealt = random.permutation(free)[:4]
            value = paired(table, place, dealt.reshape(1, 2, 2), board, np.ones(1))
            state = State.start(rules)
            cards = [int(card) for card in (*dealt, *board)]
            assert value == pytest.approx(asked(agents, state, cards), abs=1e-9)


def test_a_board_is_the_mean_over_all_pairs_of_hands(books):
    """At a shorter stack, where the betting is small; once in each order of sitting."""
    rules, board = find_game(SHORT), flops_of(books)[1]
    combos = combo_cards().astype(np.int64)
    combos = combos[~np.isin(combos, board).any(axis=1)]
    assert len(combos) == HANDS
    first, second = np.meshgrid(np.arange(HANDS), np.arange(HANDS), indexing="ij")
    apart = (combos[first][..., :, None] != combos[second][..., None, :]).all(axis=(-1, -2))
    hands = np.stack([combos[first[apart]], combos[second[apart]]], axis=1)
    assert len(hands) == PAIRS
    for place, pair in enumerate(pairs(books)[:2]):
        table = ExpectedValue(rules, pair, least=0.0)
        whole = table.on_boards(board[None, :])[0, place]
        parts = [
            paired(table, place, part, board, np.full(len(part), 1 / PAIRS))
            for part in np.array_split(hands, 20)
        ]
        assert (whole, -whole)[place] == pytest.approx(sum(parts), abs=1e-9)


def test_leaving_out_at_random_changes_nothing_on_average(books):
    rules, boards = find_game(GAME), flops_of(books)[:1]
    pair = pairs(books)[0]
    exact = ExpectedValue(rules, pair, least=0.0).on_boards(boards).mean()
    rough = ExpectedValue(rules, pair, least=0.3)
    seen = estimate(np.array([rough.on_boards(boards, seed).mean() for seed in range(60)]))
    assert seen.std > 0.0
    assert abs(seen.mean - exact) < 1.5 * seen.half
    # which part is left out does not depend on what was grown before, nor on threads
    fresh = ExpectedValue(rules, pair, least=0.3)
    again = [fresh.on_boards(flops_of(books), 7, workers=workers) for workers in (1, 2)]
    assert np.array_equal(*again)
    assert np.array_equal(again[0], rough.on_boards(flops_of(books), 7))


def test_boards_are_of_flops_that_have_buckets(books):
    rules, pair = find_game(GAME), pairs(books)[0]
    value = ExpectedValue(rules, pair).run(8, seed=1)
    table_flops = {tuple(sorted(b[:3])) for b in ExpectedValue(rules, pair).boards(200, 0).tolist()}
    assert len(table_flops) <= 3 * 24  # the three flops of the bucketing, in all suits
    assert value.boards == 8
    assert value.mean.half > 0.0
    other = ExpectedValue(rules, pair[::-1]).run(8, seed=1)
    assert other.mean.mean == pytest.approx(-value.mean.mean, abs=1e-6)
    with pytest.raises(InputError, match="at least 2"):
        ExpectedValue(rules, pair).run(1)


def test_played_leduc_agrees_within_its_interval():
    game = "leduc-nolimit:7"
    sources = leduc(game, "fcpa")[0], leduc(game, "fcha")[0]
    pair = Blueprint(sources[0], SOFT), Blueprint(sources[1], SOFT)
    rules = find_game(game)
    parts = play_policies(rules, pair, 40_000, seed=5)
    played = estimate(parts[:, :, 0].mean(axis=1) * 1000 / PARTS)
    value = ExpectedValue(rules, pair).run(0)
    assert abs(played.mean - value.mean.mean) < 1.5 * played.half


def test_arranged_hands_are_all_and_in_order():
    first, second, values = _arranged(np.array([0, 5, 10, 15, 20], dtype=np.uint8))
    assert len({(int(a), int(b)) for a, b in zip(first, second, strict=True)}) == HANDS
    assert (np.diff(values.astype(np.int64)) >= 0).all()


def test_match_shows_the_expected_value_beside_the_played_one(tmp_path, capsys):
    folder = str(tmp_path / "leduc")
    made = ["solve", "leduc-nolimit:5", "--bets", "fcpa", "--iterations", "30", "--out", folder]
    assert run(made) == 0
    capsys.readouterr()
    asked_for = ["match", folder, f"{folder}:translation=soft", "--game", "leduc-nolimit:5"]
    options = ["--hands", "100", "--duplicate", "--expected"]
    assert run([*asked_for, *options, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)["expected"]
    assert answer["exact"]
    assert answer["mb_per_hand"][0] == -answer["mb_per_hand"][1]
    assert run([*asked_for, *options]) == 0
    assert "expected:" in capsys.readouterr().out
    refused = ["match", "call", folder, "--game", "leduc-nolimit:5", "--expected"]
    assert run(refused) == 2
    assert "two folders of strategies" in capsys.readouterr().err
    assert run([*asked_for, "--expected", "--boards", "1"]) == 2
    assert "at least 2" in capsys.readouterr().err
