"""Matrices over bucket sequences, on three flops: exact there, so that all can be checked."""

import json
from functools import lru_cache

import numpy as np
import pytest
from tests.abstraction.buckets.small import FLOPS, small_tables

from equipoise.abstraction.buckets.build import build_bucketing
from equipoise.abstraction.strength.boards import ordered_turns
from equipoise.base.errors import InputError
from equipoise.cards import evaluate_many
from equipoise.cards.combos import combo_cards
from equipoise.games.catalogue import find_game
from equipoise.spine.cards import choose as models
from equipoise.spine.cards.choose import card_model
from equipoise.spine.cards.sequences.counts import PAIRS, RIVERS, PairCounts
from equipoise.spine.cards.sequences.model import matrices_of_counts, sequence_model
from equipoise.spine.cards.sequences.store import build_model, fingerprint


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    @lru_cache
    def make(notation):
        folder = tmp_path_factory.mktemp("bucketing")
        return build_bucketing(
            notation, tables=small_tables(), folder=folder / "b", flop_rows=FLOPS
        )

    return make


@pytest.fixture(scope="module")
def exact(made):
    counts = PairCounts(made("4.3.2.2"))
    counts.count(workers=2)
    return counts


def boards_of(counts, places):
    """All boards of some turn boards and their weights, by the rivers that were chosen."""
    turns = ordered_turns()
    for place in places:
        row = counts.rows[place]
        left = np.setdiff1d(np.arange(52), turns.cards[row])
        for river in left[counts._chosen[place]]:
            yield [*turns.cards[row].tolist(), int(river)], int(turns.weights[row])


def slow_counts(counts, places):
    """Every pair of hands on every board, one by one."""
    size = counts.size
    fold, showdown = np.zeros((2, size, size), dtype=np.int64)
    for board, weight in boards_of(counts, places):
        sequences = counts.bucketing.on_board(board)[3]
        live = np.flatnonzero(sequences >= 0)
        hands, found = combo_cards()[live], sequences[live]
        rows = np.hstack([np.tile(np.array(board, dtype=np.uint8), (len(live), 1)), hands])
        values = evaluate_many(rows).astype(np.int64)
        shared = (hands[:, None, :, None] == hands[None, :, None, :]).any(axis=(2, 3))
        mine, theirs = np.nonzero(~shared)
        assert len(mine) == PAIRS
        where = (found[mine], found[theirs])
        np.add.at(fold, where, weight)
        np.add.at(showdown, where, weight * np.sign(values[mine] - values[theirs]))
    return fold, showdown


@pytest.mark.parametrize("notation", ["4.3.2.2", "2.pub2x2.2.2", "2.2.2.pub2x2", "2.2.2.3ochs"])
def test_counts_are_those_of_all_pairs(made, notation):
    counts = PairCounts(made(notation), sampled=2, seed=3)
    places = np.array([0, 40, len(counts.rows) - 1])
    for half in range(2):
        counts.add(places, half, counts.halves[half])
    both = counts.halves.sum(axis=0)
    fold, showdown = slow_counts(counts, places)
    assert (np.tril(both) == np.tril(fold)).all()
    assert (np.triu(both, 1) == np.triu(showdown, 1)).all()


def test_matrices(exact):
    both = exact.halves.sum(axis=0)
    model = sequence_model(exact.bucketing, both, exact.total)
    assert model.states == (exact.bucketing.counts,) * 2 == ((4, 12, 24, 48),) * 2
    for fold, showdown in zip(model.fold, model.showdown, strict=True):
        assert fold.sum() == pytest.approx(1, abs=1e-12)
        assert np.allclose(fold, fold.T, rtol=0, atol=1e-15)
        assert np.allclose(showdown, -showdown.T, rtol=0, atol=1e-15)
        assert (np.abs(showdown) <= fold + 1e-15).all()
        # nobody gains by going all-in unseen
        assert showdown.sum() == pytest.approx(0, abs=1e-14)
    assert (model.fold[3] == model.fold[3].T).all()
    assert (np.diagonal(model.showdown[3]) == 0).all()
    assert model.labels[0][2][:3] == ("0.0.0", "0.0.1", "0.1.0")
    assert exact.error() == type(exact.error())(0, 0, 0)


def test_row_sums_are_the_shares_of_hands(exact):
    """A sequence is as likely as it is among all hands on all boards, which the tables say."""
    shares = np.zeros(exact.size, dtype=np.int64)
    boards, weights = zip(*boards_of(exact, range(len(exact.rows))), strict=True)
    for start in range(0, len(boards), 500):
        found = exact.bucketing.on_boards(np.array(boards[start : start + 500], dtype=np.uint8))
        for sequences, weight in zip(found[:, 3], weights[start : start + 500], strict=True):
            shares += weight * np.bincount(sequences[sequences >= 0], minlength=exact.size)
    both = exact.halves.sum(axis=0)
    rows = np.tril(both).sum(axis=1) + np.tril(both, -1).sum(axis=0)
    assert (rows == 990 * shares).all()
    assert rows.sum() == exact.total


def test_single_precision(exact):
    both = exact.halves.sum(axis=0)
    wide, narrow = (
        matrices_of_counts(both, exact.total),
        matrices_of_counts(both, exact.total, np.float32),
    )
    for one, other in zip(wide, narrow, strict=True):
        assert other.dtype == np.float32
        assert np.allclose(one, other, rtol=1e-6, atol=0)


def test_stated_error_is_the_error(exact, made):
    """Over a few seeds the distance to the exact matrix is as large as the halves say."""
    fold = matrices_of_counts(exact.halves.sum(axis=0), exact.total)[0]
    found, stated = [], []
    for seed in range(4):
        counts = PairCounts(made("4.3.2.2"), sampled=12, seed=seed)
        counts.count()
        sampled = matrices_of_counts(counts.halves.sum(axis=0), counts.total)[0]
        found.append(np.abs(sampled - fold).sum())
        stated.append(counts.error().distance)
        assert counts.error().entry == pytest.approx(stated[-1] / counts.size**2)
    assert np.mean(stated) == pytest.approx(np.mean(found), rel=0.25)
    assert np.mean(found) < 0.05


def test_workers_and_interruptions_change_nothing(made, tmp_path, monkeypatch):
    bucketing = made("2.2.2.3ochs")
    alone = build_model(bucketing, 4, 7, tmp_path / "alone", workers=1)
    folder = tmp_path / "stopped"
    monkeypatch.setattr("equipoise.spine.cards.sequences.counts._STEP", 4)
    monkeypatch.setattr("equipoise.spine.cards.sequences.counts._STEPS_A_PIECE", 1)
    count = PairCounts.count

    def stopped(self, report, workers, keep):
        def once(halves, done):
            keep(halves, done)
            raise KeyboardInterrupt

        count(self, report, workers, once, keep_seconds=0)

    monkeypatch.setattr(PairCounts, "count", stopped)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            build_model(bucketing, 4, 7, folder, workers=6)
    assert json.loads((folder / "building.json").read_text(encoding="utf-8"))["done"] > 4
    monkeypatch.setattr(PairCounts, "count", count)
    resumed = build_model(bucketing, 4, 7, folder, workers=6)
    assert sorted(path.name for path in folder.iterdir()) == ["counts.npy", "manifest.json"]
    loaded = build_model(bucketing, 4, 7, folder)
    for other in (resumed, loaded):
        assert other.error == alone.error
        for kind in ("fold", "showdown"):
            for mine, theirs in zip(
                getattr(alone.model, kind), getattr(other.model, kind), strict=True
            ):
                assert (mine == theirs).all()


def test_damage_and_other_models_are_refused(made, tmp_path):
    bucketing = made("2.2.2.3ochs")
    build_model(bucketing, 2, 0, tmp_path)
    with pytest.raises(InputError, match="belongs to another model; remove the folder"):
        build_model(bucketing, 2, 1, tmp_path)
    content = bytearray((tmp_path / "counts.npy").read_bytes())
    content[-1] ^= 1
    (tmp_path / "counts.npy").write_bytes(content)
    with pytest.raises(InputError, match=r"counts.npy is damaged: its checksum is wrong"):
        build_model(bucketing, 2, 0, tmp_path)
    assert fingerprint(bucketing) != fingerprint(made("4.3.2.2"))
    with pytest.raises(InputError, match="3 rivers per turn board; an even number from 2 to 48"):
        PairCounts(bucketing, 3)


def test_card_model_of_holdem(made, tmp_path, monkeypatch):
    monkeypatch.setenv("EQUIPOISE_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(models, "build_bucketing", lambda cards, report: made(str(cards)))
    rules = find_game("holdem-nolimit:100bb")
    heard = []
    model, buckets = card_model(
        rules, "2.2.2.2", report=lambda done, total, doing="": heard.append((done / total, doing))
    )
    assert model.states[0] == (2, 4, 8, 16) and buckets == ((), ())
    assert heard[-1] == (1, "matrices of 2.2.2.2")
    # an exact one is taken where there is one
    stored = build_model(made("2.2.2.2"), RIVERS)
    assert (card_model(rules, "2.2.2.2")[0].fold[3] == stored.model.fold[3]).all()
    assert (stored.model.fold[3] != model.fold[3]).any()


@pytest.mark.parametrize(
    ("game", "cards", "words"),
    [
        (
            "holdem-nolimit:100bb",
            "ir169.64.8.8",
            "has imperfect recall.*perfect recall like 8.8.8.8",
        ),
        ("holdem-nolimit:100bb,6p", "8.8.8.8", "has 6 players"),
        ("holdem-nolimit:100bb", "8.8.8", "river"),
        ("jamfold:10bb", "8.8.8.8", "play after the flop.*full for jamfold:10bb"),
    ],
)
def test_refused(game, cards, words):
    with pytest.raises(InputError, match=words):
        card_model(find_game(game), cards)
