import pytest

from equipoise.base.errors import InputError
from equipoise.spine.game import AbstractGame
from equipoise.strategies.unreached import fill_unreached


def always_call(passes):
    values = passes.layout.uniform()
    for node in passes.tree.decision_nodes():
        block = passes.layout.block(values, int(node))
        block[:] = 0
        block[[a.kind for a in passes.tree.actions_of(int(node))].index("call")] = 1
    return values


@pytest.mark.parametrize("rule", ["call", "fold", "uniform"])
def test_only_what_is_never_reached_changes(rule):
    passes = AbstractGame("leduc").passes()
    calls = always_call(passes)
    filled = fill_unreached(passes, calls, rule)
    assert passes.expected_value(filled) == passes.expected_value(calls)
    tree, layout = passes.tree, passes.layout
    paths = {tree.path(n): n for n in range(tree.size) if tree.kind[n] == 0}
    after_own_raise = paths["r3r5"]  # seat 1 never raises, so he never comes here
    block = layout.block(filled, after_own_raise)
    expected = {"call": (0, 1), "fold": (1, 0), "uniform": (0.5, 0.5)}[rule]
    assert [tuple(column) for column in block[:2].T] == [expected] * block.shape[1]
    facing_a_bet = paths["cr3"]  # reached by checking
    assert (layout.block(filled, facing_a_bet) == layout.block(calls, facing_a_bet)).all()


def test_unknown_rules():
    passes = AbstractGame("kuhn").passes()
    with pytest.raises(
        InputError, match=r"rule 'pray': no such rule .* one of uniform, call, fold"
    ):
        fill_unreached(passes, passes.layout.uniform(), "pray")
