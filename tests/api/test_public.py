"""The public API: what the docs list, what importing costs, what it gives."""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import equipoise as eq
from equipoise.interfaces.cli.main import run

ROOT = Path(__file__).parents[2]


def test_docs_list_exactly_what_is_public():
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `([A-Za-z_]+)", page, re.MULTILINE)
    assert len(listed) == len(set(listed))
    assert sorted(listed) == sorted(eq.__all__)


@pytest.mark.parametrize("name", eq.__all__)
def test_every_name_is_there_and_documented(name):
    assert isinstance(getattr(eq, name), str) or getattr(eq, name).__doc__


def test_importing_loads_nothing_heavy():
    code = "import sys, equipoise as eq; eq.__all__; print(' '.join(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, encoding="utf-8"
    ).stdout.split()
    assert not {"numpy", "numba", "scipy", "rich", "typer", "matplotlib"} & set(loaded)


def test_unknown_names_are_attribute_errors():
    with pytest.raises(AttributeError, match="no attribute 'slove'"):
        eq.slove  # noqa: B018


@pytest.fixture(scope="module")
def kuhn():
    return eq.solve("kuhn", "lp")


def test_index_names_every_probability(kuhn):
    strategy, index = kuhn.strategy, kuhn.strategy.index
    for node, path in index.paths.items():
        view = strategy.at(path)
        here = index.node == node
        block = strategy.probabilities[here].reshape(view.probabilities.shape)
        assert np.array_equal(block, view.probabilities)
        assert index.actions[node] == view.actions
        assert set(index.seat[here]) == {view.player + 1}
        states = index.state[here].reshape(block.shape)
        assert np.array_equal(states, np.tile(np.arange(block.shape[1]), (len(block), 1)))


def test_columns_and_frames(kuhn, monkeypatch):
    columns = kuhn.strategy.columns()
    sums = {}
    for path, cards, probability in zip(
        columns["path"], columns["cards"], columns["probability"], strict=True
    ):
        sums[path, cards] = sums.get((path, cards), 0) + probability
    assert np.allclose(list(sums.values()), 1)
    assert set(columns["action"]) == {"check", "call", "fold", "bet to 2", "all-in"} & set(
        columns["action"]
    )

    class Frames:
        DataFrame = staticmethod(lambda columns: ("frame", columns))

    monkeypatch.setitem(sys.modules, "pandas", None)
    monkeypatch.setitem(sys.modules, "polars", Frames)
    assert kuhn.trace.frame() == ("frame", kuhn.trace.columns())
    with pytest.raises(eq.InputError, match="pandas is not installed"):
        kuhn.strategy.frame("pandas")
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(eq.InputError, match="neither pandas nor polars"):
        kuhn.strategy.frame()
    with pytest.raises(eq.InputError, match="unknown library"):
        kuhn.strategy.frame("excel")


def test_callbacks_see_every_point_and_stop():
    seen = []

    def watch(snapshot):
        seen.append((snapshot.iterations, snapshot.average().copy()))
        return len(seen) == 5

    solved = eq.solve("kuhn", "cfr+", iterations=1000, callback=watch)
    assert [iterations for iterations, _ in seen] == solved.trace.iterations.tolist()
    assert len(solved.trace) == 5
    assert solved.iterations == seen[-1][0] < 1000
    assert np.allclose(seen[-1][1], solved.strategy.probabilities)
    assert solved.trace.exploitability[-1] == solved.exploitability


def test_best_responses_win_what_exploitability_says(kuhn):
    uniform = eq.uniform_strategy(kuhn.strategy.game)
    measured = eq.exploitability(uniform)
    assert measured.exploitability == pytest.approx(11 / 24)  # OpenSpiel's NashConv is 11/12
    assert eq.game_value(eq.best_response(uniform, 1)) == pytest.approx(measured.responses[0])
    assert -eq.game_value(eq.best_response(uniform, 2)) == pytest.approx(measured.responses[1])
    with pytest.raises(eq.InputError, match="is not a seat"):
        eq.best_response(uniform, 0)


def test_strategies_are_kept(kuhn, tmp_path):
    folder = kuhn.strategy.save(tmp_path / "kuhn")
    loaded = eq.load_strategy(folder)
    assert np.array_equal(loaded.probabilities, kuhn.strategy.probabilities)
    assert run(["show", str(folder), "--json"]) == 0


def test_arrays_that_are_no_strategies_are_refused(kuhn):
    game = kuhn.strategy.game
    with pytest.raises(eq.InputError, match="shape"):
        eq.GameStrategy.of_array(game, [0.5])
    with pytest.raises(eq.InputError):
        eq.GameStrategy.of_array(game, np.full(len(kuhn.strategy.probabilities), 0.9))


def test_values_agree_with_matches_and_any_policy(kuhn):
    policy = kuhn.strategy.policy()

    class Wrapped(eq.HandsPolicy):
        def for_hands(self, public, holes):
            return policy.for_hands(public, holes)

        def check_game(self, rules):
            policy.check_game(rules)

    quick = eq.expected_value("kuhn", policy, policy)
    slow = eq.expected_value("kuhn", Wrapped(), policy)
    assert quick.seats == pytest.approx((-1000 / 18, 1000 / 18))
    assert slow.seats == pytest.approx(quick.seats)
    for players in ([policy, Wrapped()], {"a": policy, "b": policy}):
        played = eq.match("kuhn", players, hands=200, duplicate=True, workers=2)
        assert played.mb_per_hand().sum() == pytest.approx(0)
    assert played.names == ("a", "b")


def test_texts_get_names():
    played = eq.match("kuhn", {"mine": "raise:size=min", "yours": "call"}, hands=10)
    assert played.names == ("mine", "yours")


def test_names_of_extensions_are_checked():
    schedule = eq.Schedule()
    with pytest.raises(eq.InputError, match="built-in"):
        eq.register_schedule("cfr+", schedule)
    with pytest.raises(eq.InputError, match="built-in"):
        eq.register_schedule("mccfr-own", schedule)
    with pytest.raises(eq.InputError, match="is not allowed as the name"):
        eq.register_schedule("a b", schedule)
    with pytest.raises(eq.InputError, match="built-in"):
        eq.register_mapping("hard", lambda x, a, b: 1)
    with pytest.raises(eq.InputError, match="is not allowed in the notation"):
        eq.register_buckets("hs")
    with pytest.raises(eq.InputError, match="built-in"):
        eq.register_experiment("papp-5.1", "again")
    wrong = eq.register_mapping("wrong", lambda x, a, b: 2)
    with pytest.raises(eq.InputError, match="gives 2 for a bet of 2"):
        wrong(2, 1, 3)


def test_wrong_buckets_say_where(tmp_path):
    eq.register_buckets("many")(lambda board, count: np.full(1326, count))
    with pytest.raises(
        eq.InputError, match=r"returned buckets from 2 to 2 on the board .*; 0 to 1"
    ):
        eq.bucketing("ir169.2many.2many.2many", flops=1, folder=tmp_path / "many")
    eq.register_buckets("few")(lambda board, count: [0, 1])
    with pytest.raises(eq.InputError, match="1,326 integers"):
        eq.bucketing("ir169.2few.2few.2few", flops=1, folder=tmp_path / "few")


def test_own_buckets_are_looked_up_as_the_function_says(tmp_path):
    from equipoise.abstraction.buckets.sampled import sampled_flops
    from equipoise.abstraction.strength.boards import flops
    from equipoise.cards.combos import combo_cards, combos_with

    @eq.register_buckets("high")
    def high(board, count):
        top = max(board) // 4 if board else 12
        return np.minimum((combo_cards() // 4 >= top).sum(axis=1), count - 1)

    made = eq.bucketing("1.3high.ir3high.3high", flops=1, folder=tmp_path / "high")
    assert made.counts == (1, 3, 9, 9)
    row = sampled_flops(1)[0]
    flop = flops().cards[row].tolist()
    flop += [card for card in (50, 3, 29, 11, 20) if card not in flop][:2]
    free = ~combos_with(flop)
    found = made.on_board(flop)
    rounds = [high(tuple(flop[:n]), 3)[free] for n in (3, 4, 5)]
    assert np.array_equal(found[1][free], rounds[0])
    assert np.array_equal(found[2][free], 3 * rounds[0] + rounds[1])
    assert np.array_equal(found[3][free] % 3, rounds[2])


def test_plugins_reach_the_command_line(tmp_path, monkeypatch, capsys):
    plugin = tmp_path / "mine.py"
    plugin.write_text(
        "import equipoise as eq\n"
        "eq.register_schedule('cfr-own', eq.Schedule(gamma=3.0))\n"
        "eq.register_mapping('own', lambda x, a, b: (b - x) / (b - a))\n"
        "@eq.register_experiment('own-one', 'One')\n"
        "def one(setting):\n"
        "    return eq.Outcome([eq.Cell('a', 'b', None, 1.0)], [])\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("EQUIPOISE_PLUGINS", "mine.py")
    assert run(["solve", "kuhn", "--method", "cfr-own", "--iterations", "10", "--out", "k"]) == 0
    assert run(["match", "k:translation=own", "call", "--game", "kuhn", "--hands", "10"]) == 0
    assert run(["reproduce", "own-one", "--out", "results"]) == 0
    capsys.readouterr()
    monkeypatch.setenv("EQUIPOISE_PLUGINS", "other.py")
    assert run(["solve", "kuhn", "--method", "nonsense"]) == 2
    assert "other.py" in capsys.readouterr().err
