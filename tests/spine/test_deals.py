import numpy as np
import pytest
from tests.kernels.called import called

from equipoise.kernels.random import seed_state
from equipoise.kernels.walks.dealing import alias_table, draw
from equipoise.spine.cards.deals import deals_by_board, deals_by_state
from equipoise.spine.game import AbstractGame

GAMES = ["kuhn", "leduc", "clairvoyance:2"]


def drawn(thresholds, aliases):
    """The probabilities that an alias table stands for."""
    chances = thresholds / len(thresholds)
    np.add.at(chances, aliases, (1 - thresholds) / len(thresholds))
    return chances


@pytest.mark.parametrize("seed", range(5))
def test_alias_tables_hold_the_distribution(seed):
    weights = np.random.default_rng(seed).exponential(size=1 + 7 * seed) ** 3
    thresholds, aliases = np.empty(len(weights)), np.empty(len(weights), dtype=np.int64)
    alias_table(weights, thresholds, aliases)
    assert drawn(thresholds, aliases) == pytest.approx(weights / weights.sum())
    assert (thresholds >= 0).all() and (thresholds <= 1).all()


def test_drawn_as_often_as_likely():
    weights = np.array([0.1, 0.5, 0.15, 0.25])
    thresholds, aliases = np.empty(4), np.empty(4, dtype=np.int64)
    alias_table(weights, thresholds, aliases)
    random = seed_state(1)
    draw_one = called(draw)
    counts = np.bincount([draw_one(thresholds, aliases, random) for _ in range(20_000)])
    assert counts / 20_000 == pytest.approx(weights, abs=4 * 0.5 / 20_000**0.5)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("cut", [deals_by_state, deals_by_board])
def test_deals_are_the_card_model_on_average(game, cut):
    """In every round the matrices of the rectangles, by their probability, sum to the model's."""
    model = AbstractGame(game).passes().model
    deals = cut(model)
    chances = drawn(deals.thresholds, deals.aliases)
    chains = deals.rectangles.reshape(-1, model.rounds)
    for r in range(model.rounds):
        matrices = np.zeros((2, *model.fold[r].shape))
        for chance, rectangle in zip(chances, chains[:, r], strict=True):
            starts = deals.member_starts[2 * rectangle :]
            rows, columns = (deals.members[starts[p] : starts[p + 1]] for p in range(2))
            for kind in range(2):
                start = deals.block_starts[2 * rectangle + kind]
                block = deals.blocks[start : start + len(rows) * len(columns)]
                matrices[kind][np.ix_(rows, columns)] += chance * block.reshape(len(rows), -1)
        assert matrices[0] == pytest.approx(model.fold[r])
        assert matrices[1] == pytest.approx(model.showdown[r])


@pytest.mark.parametrize("cut", [deals_by_state, deals_by_board])
def test_origins_lead_to_the_state_before(cut):
    model = AbstractGame("leduc").passes().model
    deals = cut(model)
    for chain in deals.rectangles.reshape(-1, model.rounds):
        for player in range(2):
            start, end = deals.member_starts[2 * chain[1] + player :][:2]
            first = deals.member_starts[2 * chain[0] + player]
            before = deals.members[first + deals.origins[start:end]]
            assert (before == model.parents[player][1][deals.members[start:end]]).all()


def test_boards():
    """Three boards in Leduc, three hands with each for either player; one board in Kuhn."""
    assert len(deals_by_board(AbstractGame("leduc").passes().model).thresholds) == 3
    assert len(deals_by_board(AbstractGame("kuhn").passes().model).thresholds) == 1
    assert len(deals_by_state(AbstractGame("kuhn").passes().model).thresholds) == 6
