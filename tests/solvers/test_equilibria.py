import numpy as np
import pytest

from equipoise.base.errors import UnsolvedError
from equipoise.solvers.equilibria import KINDS, EquilibriumSampler
from equipoise.spine.game import AbstractGame

#: the first player's equilibria of Kuhn poker: bet a king gamma, a jack a third as often
LEAST = 1e-4


@pytest.fixture(scope="module")
def kuhn():
    return AbstractGame("kuhn").passes()


def king_and_jack(passes, strategy):
    """How often the first player bets a king and a jack."""
    labels = passes.model.labels[0][0]
    block = passes.layout.block(strategy, 0)
    return block[1, labels.index("K")], block[1, labels.index("J")]


def test_draws_are_equilibria_and_differ(kuhn):
    """Kuhn's equilibria are known: a jack is bet a third as often as a king."""
    sampler = EquilibriumSampler(kuhn, seed=3)
    drawn = [sampler.draw(number) for number in range(3 * len(KINDS))]
    gammas = []
    for equilibrium in drawn:
        seen = kuhn.exploitability(equilibrium.strategy)
        assert seen.average == equilibrium.exploitability <= LEAST
        king, jack = king_and_jack(kuhn, equilibrium.strategy)
        assert jack == pytest.approx(king / 3, abs=0.02)
        gammas.append(king)
    assert max(gammas) - min(gammas) > 0.5
    assert {e.origin for e in drawn} >= {"cfr+", "lp vertex", "lp mixture"}


def test_corners_lie_at_the_ends_and_mixtures_between(kuhn):
    sampler = EquilibriumSampler(kuhn, seed=1)
    corners = [king_and_jack(kuhn, sampler.draw(n).strategy)[0] for n in range(1, 40, 4)]
    assert all(min(abs(king), abs(king - 1)) < 1e-6 for king in corners)
    assert {round(king) for king in corners} == {0, 1}
    mixed = [king_and_jack(kuhn, sampler.draw(n).strategy)[0] for n in range(3, 40, 4)]
    assert any(0.05 < king < 0.95 for king in mixed)


def test_a_draw_depends_on_seed_and_number_only(kuhn):
    first, second = EquilibriumSampler(kuhn, seed=5), EquilibriumSampler(kuhn, seed=5)
    first.draw(1)
    for number in (2, 3):
        assert (first.draw(number).strategy == second.draw(number).strategy).all()
    other = EquilibriumSampler(kuhn, seed=6)
    assert not np.allclose(other.draw(2).strategy, first.draw(2).strategy)


def test_what_is_too_far_from_equilibrium_is_refused(kuhn):
    sampler = EquilibriumSampler(kuhn, tolerance=-1.0)
    with pytest.raises(UnsolvedError, match="above the tolerance"):
        sampler.draw(1)
