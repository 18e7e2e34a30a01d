"""Bucketings as cut points: the same buckets as the tables they were taken from."""

import json

import numpy as np
import pytest
from tests.abstraction.buckets.small import FLOPS, small_tables

from equipoise.abstraction.buckets.bucketing import Bucketing
from equipoise.abstraction.buckets.cuts import CutBucketing, cuts_of, load_cuts
from equipoise.abstraction.buckets.make import Maker
from equipoise.abstraction.buckets.notation import CardAbstraction
from equipoise.abstraction.buckets.rounds import Universe
from equipoise.abstraction.buckets.strengths import Strengths
from equipoise.abstraction.strength.boards import flops
from equipoise.base.errors import InputError
from equipoise.cards import parse_cards
from equipoise.spine.cards.sequences.store import fingerprint
from equipoise.strategies.shipped import shipped_folder
from equipoise.strategies.store import load_manifest


def tables(notation):
    """A bucketing of three flops."""
    abstraction, strengths = CardAbstraction.parse(notation), Strengths(small_tables())
    maker = Maker(abstraction, strengths, 0, Universe.of(FLOPS))
    rounds = []
    for number in range(3):
        rounds.append(maker.round(number, rounds[-1] if rounds else None))
    return Bucketing(abstraction, 0, tuple(rounds), maker.river(rounds[-1]), sampled=True)


@pytest.fixture(scope="module", params=["ir169.10.4.4", "ir169.6hs.3.5"])
def both(request):
    whole = tables(request.param)
    cuts = cuts_of(whole, Strengths(small_tables()), "a fingerprint")
    return whole, CutBucketing(cuts, lambda: whole)


def boards():
    """Real boards over the three flops, suits renamed at random."""
    rng = np.random.default_rng(3)
    for row in FLOPS:
        flop = flops().cards[row].tolist()
        for _ in range(6):
            suits = rng.permutation(4)
            real = [card // 4 * 4 + int(suits[card % 4]) for card in flop]
            rng.shuffle(real)
            rest = rng.permutation([card for card in range(52) if card not in real])[:2].tolist()
            for cards in (3, 4, 5):
                yield [*real, *rest][:cards]


def test_cuts_give_the_buckets_of_the_tables(both):
    whole, cut = both
    for board in boards():
        assert np.array_equal(cut.on_board(board), whole.on_board(board)), board
    hole = parse_cards("QdJd")
    assert cut.of_hand(hole, parse_cards("AsKd7c")) == whole.of_hand(hole, parse_cards("AsKd7c"))


def test_counts_parents_and_the_river_are_those_of_the_tables(both):
    whole, cut = both
    assert cut.counts == whole.counts
    assert np.array_equal(cut.preflop, whole.preflop)
    for mine, theirs in zip(cut.parents, whole.parents, strict=True):
        assert (mine is None) == (theirs is None)
        assert mine is None or np.array_equal(mine, theirs)
    assert cut.river.count == whole.river.count
    assert fingerprint(cut) == "a fingerprint"


def test_many_boards_are_left_to_the_tables(both):
    whole, cut = both
    many = [parse_cards("AsKd7c")] * 41
    assert np.array_equal(cut.on_boards(many), whole.on_boards(many))


def test_cuts_are_read_as_they_were_written(both, tmp_path):
    _, cut = both
    path = tmp_path / "cuts.json"
    path.write_text(cut.cuts.text(), encoding="utf-8")
    again = load_cuts(path)
    assert again.as_json() == cut.cuts.as_json()


@pytest.mark.parametrize(
    "damage",
    [
        {"levels": [[[1]]]},
        {"levels": None},
        {"notation": "8.8.8.8"},
        {"levels": [[[2, 1]], [[1]], [[1]]]},
        {"seed": "x"},
    ],
)
def test_damaged_cuts_are_refused(tmp_path, damage):
    about = json.loads((shipped_folder() / "cuts.json").read_text(encoding="utf-8"))
    path = tmp_path / "cuts.json"
    path.write_text(json.dumps({**about, **damage}), encoding="utf-8")
    with pytest.raises(InputError):
        load_cuts(path)


def test_other_abstractions_have_no_cuts():
    for notation in ("8.8.8.8", "ir169.8wave.4.4"):
        with pytest.raises(InputError, match="more than cuts"):
            cuts_of(
                tables("ir169.10.4.4").__class__(CardAbstraction.parse(notation), 0, (), None),
                None,
                "",
            )


def test_the_shipped_strategy_belongs_to_its_cuts():
    about, cuts = load_manifest(shipped_folder()), load_cuts(shipped_folder() / "cuts.json")
    assert cuts.fingerprint == about.bucketing
    assert cuts.notation == about.cards
    assert about.command.startswith("equipoise solve ")
    assert sum(path.stat().st_size for path in shipped_folder().iterdir()) < 2_000_000
