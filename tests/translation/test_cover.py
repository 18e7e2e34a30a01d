from fractions import Fraction
from pathlib import Path

import pytest

from equipoise.base.errors import InputError
from equipoise.experiments.schnizlein.table_a_1 import published
from equipoise.games.catalogue import find_game
from equipoise.spine.tree import build_tree
from equipoise.translation.switching.cover import (
    CoverGame,
    Need,
    cover_set,
    find_games,
    sample_cover,
)

THESIS = Path(__file__).parents[3] / "shared" / "seeds" / "000_87de9773b79622aa.txt"


@pytest.fixture(scope="module")
def cover():
    return cover_set(build_tree(find_game("leduc-nolimit:12")))


def test_table_a_1_in_order(cover):
    ours = [(f"{float(game.stack_ratio):.6f}", f"{float(game.bet):.6f}") for game in cover]
    assert ours == [(f"{stack:.6f}", f"{bet:.6f}") for stack, bet in published()]
    assert len(ours) == 172 and len(set(cover)) == 172


@pytest.mark.skipif(not THESIS.exists(), reason="the thesis is not here")
def test_the_published_list_is_the_thesis_own():
    text = THESIS.read_text(encoding="utf-8").rpartition("Appendix A")[2].partition("Table A.1:")[0]
    rows = [line.split() for line in text.splitlines() if line[:1].isdigit() and "\t" in line]
    assert [(float(a), float(b)) for a, b in rows] == published()


def test_a_need_by_hand():
    # raises to 2, 3 and 4: the last is one chip on a pot of 6 after calling; 7 chips are in the pot
    need = Need(Fraction(12, 7), Fraction(1, 6), bets=3, called=False)
    # with an ante of 100: bets of 33, 44 and 59 chips, to 133, 177 and 236
    assert need.pot(100) == 177 + 236
    assert need.game() == CoverGame(708, 100, Fraction(1, 6))
    assert need.pot(101) is None  # bets to 134, 178, 237: the last is 59 of 356, not a sixth
    assert need.is_met_by(CoverGame(708, 100, Fraction(1, 6)))
    assert not need.is_met_by(CoverGame(709, 100, Fraction(1, 6)))
    assert not need.is_met_by(CoverGame(708, 100, Fraction(1, 5)))


def test_the_problem_of_a_game():
    problem = CoverGame(3600, 100, Fraction(1)).problem()
    assert (problem.game, problem.bets) == ("leduc-nolimit:3600,100", "fcpa")
    assert CoverGame(708, 100, Fraction(1, 6)).problem().passes().tree.rules.antes == (100, 100)


def test_games_are_found_by_their_printed_ratios(cover):
    assert find_games(cover, [(7.08, 0.166667)]) == [CoverGame(708, 100, Fraction(1, 6))]
    with pytest.raises(InputError, match=r"the cover has 0 games with stack 7\.08, bet 0\.2"):
        find_games(cover, [(7.08, 0.2)])


def test_samples_have_the_pot_bettor_and_others_without_replacement(cover):
    samples = [sample_cover(cover, 15, seed=3, number=number) for number in range(10)]
    for sample in samples:
        assert len(set(sample)) == 15
        assert sample[0] == CoverGame(1200, 100, Fraction(1))
    assert samples[0] == sample_cover(cover, 15, seed=3, number=0) != samples[1]
    assert set(sample_cover(cover, 172, 0, 0)) == set(cover)


def test_what_has_no_cover_is_refused(cover):
    with pytest.raises(InputError, match="kuhn has no cover set; leduc-nolimit:12"):
        cover_set(build_tree(find_game("kuhn")))
    with pytest.raises(InputError, match="a sample of 173 of 172 games"):
        sample_cover(cover, 173, 0, 0)
    with pytest.raises(InputError, match="no game of this cover bets the pot"):
        sample_cover([CoverGame(300, 100, Fraction(1, 2))], 1, 0, 0)
