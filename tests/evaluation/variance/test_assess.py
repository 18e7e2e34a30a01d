"""Assessing matches and files: every estimator side by side, and what each says it needs."""

import json
import os
import shutil
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from tests.agents.books import leduc

from equipoise.base.errors import InputError
from equipoise.evaluation.variance.assess import (
    ESTIMATORS,
    How,
    _second_half,
    assess,
    parse_estimators,
)
from equipoise.evaluation.variance.control import control_play
from equipoise.evaluation.variance.hands import NO_CARD, of_records
from equipoise.evaluation.variance.known import KnownPlayers
from equipoise.evaluation.variance.luck import FEATURES, card_luck
from equipoise.evaluation.variance.matches import assess_match, open_hands, open_match
from equipoise.evaluation.variance.mivat import corrected, fit, halves
from equipoise.evaluation.variance.sources import read_cards
from equipoise.experiments.new import pluribus
from equipoise.games.state import UNKNOWN
from equipoise.interfaces.cli.main import run
from equipoise.matches.export import export_match
from equipoise.matches.folder import MatchFolder
from equipoise.matches.match import play_match
from equipoise.matches.plan import MatchPlan
from equipoise.policies.blueprint import Blueprint

#: a file of the hands of Pluribus, if there is one
PLURIBUS = os.environ.get(pluribus.VARIABLE, "")


@pytest.fixture(scope="module")
def kuhn(tmp_path_factory):
    folder = tmp_path_factory.mktemp("kuhn") / "strategy"
    assert (
        run(["solve", "kuhn", "--method", "cfr+", "--iterations", "200", "--out", str(folder)]) == 0
    )
    return folder


@pytest.fixture(scope="module")
def duplicate(tmp_path_factory, kuhn):
    """A duplicate match of Kuhn between an equilibrium and somebody who always calls."""
    folder = tmp_path_factory.mktemp("match") / "m"
    play_match(MatchPlan("kuhn", (str(kuhn), "call"), 300, 1, duplicate=True), 1, folder)
    return folder


@pytest.fixture(scope="module")
def six(tmp_path_factory):
    folder = tmp_path_factory.mktemp("six") / "m"
    agents = ("random", "call", "raise", "random", "fold", "call")
    play_match(MatchPlan("holdem-limit:6p", agents, 60, 2), 1, folder)
    return folder


def test_columns_are_the_records(duplicate):
    folder = MatchFolder(duplicate)
    plan = folder.plan()
    quick = open_match(duplicate).hands
    records = [row.record for trial in range(2) for row in folder.rows(plan, trial)]
    slow = of_records(records, plan.names)
    assert np.array_equal(quick.cards, slow.cards)
    assert np.array_equal(quick.players, slow.players)
    assert quick.won == pytest.approx(slow.won)
    actions = [[hands.lines[i].actions for i in hands.line_of] for hands in (quick, slow)]
    assert actions[0] == actions[1]
    assert sorted(np.bincount(quick.deal).tolist()) == [2] * 300


def test_all_estimators_side_by_side(duplicate):
    names = ["money", "duplicate", "divat", "importance", "aivat", "control"]
    how = How(KnownPlayers({0: Blueprint(leduc("kuhn", None, iterations=200)[0])}))
    found = {one.name: one for one in assess_match(duplicate, names, how)}
    assert list(found) == names
    money = found["money"]
    for one in found.values():
        first, second = one.rates
        assert first.mean == pytest.approx(-second.mean, abs=1e-9)
        width = (first.half or 0) + (money.rates[0].half or 0)
        assert abs(first.mean - money.rates[0].mean) <= 1.5 * width
    assert money.fewer_hands == pytest.approx(1.0)
    assert found["duplicate"].rates[0].mean == pytest.approx(money.rates[0].mean)
    assert found["duplicate"].rates[0].groups == 300
    assert found["aivat"].fewer_hands > found["importance"].fewer_hands > 1.0
    assert found["importance"].details["effective_sample_size"] <= 600.0 + 1e-6
    assert found["duplicate"].details["correlation"] < 0.0
    assert found["aivat"].hand_std[0] < money.hand_std[0]


def test_aivat_with_both_known_and_exact_values_has_no_noise_left(tmp_path, kuhn):
    folder = tmp_path / "m"
    play_match(MatchPlan("kuhn", (str(kuhn), f"{kuhn}:name=twin"), 200, 4), 1, folder)
    plain, exact = assess_match(folder, ["money", "aivat"])
    assert plain.hand_std[0] > 1000.0
    # seats still differ: each is worth what Kuhn is worth there, and the seats alternate
    assert exact.values[::2, 0] == pytest.approx(exact.values[0, 0], abs=1e-6)
    assert exact.values[1::2, 0] == pytest.approx(-exact.values[0, 0], abs=1e-6)
    nothing, equity = (
        assess_match(folder, ["aivat"], How(KnownPlayers(values=values)))[0]
        for values in ("none", "equity")
    )
    assert exact.hand_std[0] < equity.hand_std[0] < nothing.hand_std[0] < plain.hand_std[0]


def test_features_of_card_luck_have_mean_zero(six):
    hands = open_match(six).hands
    luck = card_luck(hands)
    assert luck.shape == (60, 6, len(FEATURES))
    assert luck.sum(axis=1) == pytest.approx(0.0, abs=1e-9)
    assert (np.abs(luck).max(axis=(0, 1))[:4] > 0.0).all()


def test_the_mean_over_all_next_cards_is_the_share_before_them(six):
    from equipoise.evaluation.variance.luck import _shares

    hands = open_match(six).hands
    row = int(np.flatnonzero((hands.boards != NO_CARD).sum(axis=1) == 5)[0])
    dead, board = hands.cards[row, :12], hands.boards[row]
    left = np.setdiff1d(np.arange(52, dtype=np.uint8), np.concatenate([dead, board[:4]]))
    staying = (0, 2, 5)
    rivers = [_shares(dead, np.append(board[:4], card), staying) for card in left]
    assert _shares(dead, board[:4], staying) == pytest.approx(np.mean(rivers, axis=0), abs=1e-12)


def test_mivat_finds_what_was_put_in_and_keeps_the_mean():
    random = np.random.default_rng(0)
    features = random.normal(size=(4000, 2))
    features -= features.mean(axis=0)
    won = 3.0 + features @ np.array([2.0, -1.0]) + random.normal(size=4000)
    assert fit(features, won) == pytest.approx([2.0, -1.0], abs=0.1)
    found, thetas = corrected(features, won, halves(4000, 6))
    assert found.mean() == pytest.approx(won.mean(), abs=0.01)
    assert found.std() == pytest.approx(1.0, abs=0.05)
    assert thetas.shape == (2, 2)
    assert fit(np.zeros((50, 1)), won[:50]) == pytest.approx([0.0])
    with pytest.raises(InputError, match="too few to fit"):
        corrected(features[:30], won[:30], halves(30, 1))


def test_six_players_by_mivat_and_control(six):
    money, mivat, control = assess_match(six, ["money", "mivat", "control"])
    for one in (mivat, control):
        assert len(one.rates) == 6
        assert sum(rate.mean for rate in mivat.rates) == pytest.approx(0.0, abs=1e-6)
    # nobody's own hands tell him his slope: halves are told apart by rotations of the table
    assert control.details["slope"] != 0.0
    assert money.verdict is not None


@pytest.mark.parametrize(("game", "players"), [("leduc", 2), ("holdem-limit:3p", 3)])
def test_the_control_agent_wins_nothing_over_all_seats_of_a_deal(game, players):
    """So any multiple of what it wins may be subtracted; and it is dealt the cards of the match."""
    agents = ("call", *(f"call:name=c{number}" for number in range(1, players)))
    plan = MatchPlan(game, agents, 30, 5, duplicate=True)
    luck = control_play(plan, "call", 1)
    assert np.abs(luck).max() > 0.0
    assert luck.sum(axis=1) == pytest.approx(0.0, abs=1e-9)
    assert luck.sum(axis=2) == pytest.approx(0.0, abs=1e-9)
    assert luck == pytest.approx(play_match(plan, 1).millis())


def test_seatings_of_a_deal_are_never_fitted_on_each_other(duplicate):
    """300 deals in two seatings: whatever their order, a deal is in one half."""
    hands = open_match(duplicate).hands
    odd = hands.chosen(hands.deal < 298)  # seatings lie 298 rows apart: other halves by rows
    second = _second_half(odd)
    first, other = (second[odd.trial == trial] for trial in (0, 1))
    assert np.array_equal(first, other)
    assert second.sum() == pytest.approx(298, abs=2)


@pytest.mark.parametrize("kind", ["phh", "acpc"])
def test_hands_written_elsewhere_are_assessed_alike(tmp_path, six, kind, duplicate):
    folder = six if kind == "phh" else duplicate
    files = export_match(MatchFolder(folder), kind, tmp_path)
    opened = open_hands(files[:1])
    here = open_match(folder).hands
    here = here.chosen(here.trial == 0)
    assert len(opened.hands) == len(here)
    names = ["money", "mivat"] if kind == "phh" else ["money", "divat"]
    ours, theirs = assess(here, names), assess(opened.hands, names)
    for one, other in zip(ours, theirs, strict=True):
        # a log names players by what can stand in it, in the order they sit
        rates = sorted(rate.mean for rate in one.rates)
        assert sorted(rate.mean for rate in other.rates) == pytest.approx(rates, abs=1e-6)


def test_partial_information_is_used_and_its_bias_is_named(tmp_path, kuhn):
    play_match(MatchPlan("kuhn", (str(kuhn), "raise"), 100, 1), 1, tmp_path / "m")
    hands = open_match(tmp_path / "m").hands
    cards = hands.cards.copy()
    folded = np.array([line.end.betting.is_folded_out for line in hands.lines])[hands.line_of]
    me = hands.seats_of(0)
    cards[folded, 1 - me[folded]] = NO_CARD
    hidden = replace(hands, cards=cards)
    known = KnownPlayers({0: Blueprint(leduc("kuhn", None, iterations=200)[0])})
    with pytest.raises(InputError, match="needs everybody's hole cards"):
        assess(hidden, ["aivat"], How(known))
    (found,) = assess(hidden, ["importance"], How(known))
    assert any("a small bias" in note for note in found.notes)
    cards[folded, me[folded]] = NO_CARD
    (again,) = assess(hidden, ["importance"], How(known))
    assert again.values == pytest.approx(found.values)  # own cards are averaged over anyway
    with pytest.raises(InputError, match="own cards are hidden"):
        assess(hidden, ["importance"], How(replace(known, imaginary="endings")))
    cards[:] = NO_CARD
    with pytest.raises(InputError, match="at every showdown"):
        assess(hidden, ["importance"], How(known))


def test_hands_without_a_known_player_count_their_money(duplicate):
    hands = open_match(duplicate).hands
    players = hands.players.copy()
    players[:10] += 2
    mixed = replace(hands, players=players, names=(*hands.names, "Ann", "Bob"))
    known = KnownPlayers({0: Blueprint(leduc("kuhn", None, iterations=200)[0])})
    (found,) = assess(mixed, ["importance"], How(known))
    assert found.values[:10, 2:].sum(axis=1) == pytest.approx(0.0)
    assert np.abs(found.values[:10, 2]) == pytest.approx(np.abs(hands.won[:10, 0]) * 1000)
    assert found.verdict is None


def test_texts_of_cards():
    assert read_cards(["AsKd", "2c"], 4).tolist() == [[51, 45], [0, NO_CARD]]
    for wrong in (["Ax"], ["AsKdQh"], ["é1"], ["A"]):
        with pytest.raises(InputError):
            read_cards(wrong, 4)


def test_records_that_cannot_be_assessed(duplicate):
    folder = MatchFolder(duplicate)
    record = next(folder.rows(folder.plan(), 0)).record
    for changed, what in (
        (replace(record, payoffs=None), "its result is not known"),
        (replace(record, actions=record.actions[:-1]), "do not end it"),
    ):
        with pytest.raises(InputError, match=what):
            of_records([record, changed])
    with pytest.raises(InputError, match="there are no hands"):
        of_records([])
    hidden = replace(record, hole=((UNKNOWN,), record.hole[1]))
    assert not of_records([hidden]).shows_all[0]
    assert of_records([replace(record, payoffs=(Fraction(1), Fraction(-1)))]).won[0, 0] == 1.0


def test_hands_of_several_games_are_refused(duplicate, six):
    first, second = (
        next(MatchFolder(folder).rows(MatchFolder(folder).plan(), 0)).record
        for folder in (duplicate, six)
    )
    with pytest.raises(InputError, match="it has 6 players, the hands before 2"):
        of_records([first, second])


def test_names_of_estimators():
    assert parse_estimators("money, aivat,money") == ["money", "aivat"]
    with pytest.raises(InputError, match="unknown estimator 'luck'"):
        parse_estimators("luck")


# ---- the command line ----


def told(capsys):
    return json.loads(capsys.readouterr().out)


def test_the_command_has_the_promised_keys(duplicate, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "160")
    assert run(["assess", str(duplicate), "--by", "money,divat,aivat", "--json"]) == 0
    found = told(capsys)
    assert [one["name"] for one in found["estimators"]] == ["money", "divat", "aivat"]
    for one in found["estimators"]:
        assert {"mb_per_hand", "ci95", "sd_per_hand", "fewer_hands"} <= one.keys()
        assert len(one["mb_per_hand"]) == len(one["ci95"]) == len(one["sd_per_hand"]) == 2
    assert run(["assess", str(duplicate), "--by", ",".join(ESTIMATORS[:5])]) == 0
    shown = capsys.readouterr().out
    assert "times fewer hands" in shown
    assert "effective sample size" in shown


def test_off_policy_and_given_policies(duplicate, kuhn, tmp_path, capsys):
    files = export_match(MatchFolder(duplicate), "acpc", tmp_path)
    name = open_hands(files[:1]).hands.names[0]
    arguments = ["assess", str(files[0]), "--game", "kuhn", "--by", "importance"]
    arguments += ["--policy", f"{name}={kuhn}"]
    assert run([*arguments, "--evaluate", f"{kuhn}:purify=yes", "--scores", "divat", "--json"]) == 0
    (one,) = told(capsys)["estimators"]
    assert "off-policy" in one["notes"][0]
    assert 0 < one["details"]["effective_sample_size"] < 300
    assert one["details"]["unseen"] == 0.0
    caller = ["--policy", "call=call", "--evaluate", "random"]  # who never raises
    assert run([*arguments[:-2], *caller, "--json"]) == 0
    (one,) = told(capsys)["estimators"]
    assert 0.0 < one["details"]["unseen"] < 1.0
    assert "never does what the evaluated policy does" in one["notes"][1]


@pytest.mark.parametrize(
    ("more", "line"),
    [
        (["--by", "wealth"], "unknown estimator 'wealth'"),
        (["--baseline", "fold", "--by", "divat"], "--baseline: unknown 'fold'"),
        (["--imaginary", "all"], "--imaginary: unknown 'all'"),
        (["--values", "nothing-here"], "--values: unknown 'nothing-here'"),
        (["--by", "importance", "--policy", "nobody=call"], "names no player"),
        (["--by", "importance", "--policy", "call=loki-a"], "agent 'loki-a' has no policy"),
        (["--by", "importance", "--evaluate", "loki-a"], "agent 'loki-a' has no policy"),
        (["--by", "divat", "--baseline", "value"], "the bet-for-value baseline cannot assess"),
    ],
)
def test_bad_input_is_one_line(duplicate, more, line, capsys):
    assert run(["assess", str(duplicate), *more]) == 2
    shown = capsys.readouterr()
    assert line in shown.err
    assert shown.err.count("\n") == 1


def test_agents_without_a_policy_and_strategies_of_another_game(tmp_path, kuhn, capsys):
    folder = tmp_path / "m"
    play_match(MatchPlan("leduc", ("call", "raise"), 50, 1), 1, folder)
    (log,) = export_match(MatchFolder(folder), "acpc", tmp_path)
    assert run(["assess", str(log), "--by", "aivat"]) == 2
    assert "aivat needs the policy of a player: call and raise have none" in capsys.readouterr().err
    assert run(["assess", str(folder), "--by", "aivat", "--policy", f"call={kuhn}"]) == 2
    assert "it was solved for kuhn" in capsys.readouterr().err
    for name, needed in (("duplicate", "match --duplicate"), ("control", "")):
        code = run(["assess", str(folder), "--by", name])
        assert code == (2 if needed else 0)
        assert needed in capsys.readouterr().err
    assert run(["assess", str(tmp_path)]) == 2
    assert "there is no match in it" in capsys.readouterr().err


def test_a_strategy_that_was_changed_since_is_refused(tmp_path, capsys):
    folder, strategy = tmp_path / "m", tmp_path / "s"
    solve = ["solve", "kuhn", "--method", "cfr+", "--out", str(strategy), "--iterations"]
    assert run([*solve, "20"]) == 0
    play_match(MatchPlan("kuhn", (str(strategy), "call"), 20, 1), 1, folder)
    for place in tmp_path.glob("s*"):
        shutil.rmtree(place)
    capsys.readouterr()
    assert run(["assess", str(folder), "--by", "money"]) == 0
    assert "an agent is gone" in capsys.readouterr().out
    assert run([*solve, "50"]) == 0
    assert run(["assess", str(folder), "--by", "aivat"]) == 2
    assert "was changed since the match was played" in capsys.readouterr().err


def test_matches_and_tournaments_take_an_estimator(kuhn, capsys):
    match = ["match", str(kuhn), "call", "--game", "kuhn", "--hands", "60", "--json"]
    assert run([*match, "--estimator", "aivat"]) == 0
    found = told(capsys)
    assert [one["name"] for one in found["estimators"]] == ["money", "aivat"]
    assert found["winner"] == found["estimators"][1]["winner"]
    assert run([*match, "--estimator", "wealth"]) == 2
    assert run([*match, "--estimator", "duplicate"]) == 2
    assert "match --duplicate" in capsys.readouterr().err
    omaha = ["match", "call", "raise", "--game", "omaha-potlimit:20bb", "--hands", "60"]
    for estimator, needed in (("mivat", "a game of hold'em"), ("divat", "two hole cards")):
        assert run([*omaha, "--estimator", estimator]) == 2
        assert needed in capsys.readouterr().err
    table = ["tournament", str(kuhn), "call", "raise", "--game", "kuhn", "--hands", "60", "--json"]
    capsys.readouterr()
    assert run(table) == 0
    plain = told(capsys)
    assert run([*table, "--estimator", "divat,money"]) == 2
    assert "one for the whole table" in capsys.readouterr().err
    assert run([*table, "--estimator", "divat"]) == 0
    found = told(capsys)
    assert found["estimator"] == "divat"
    assert plain["estimator"] == "money"
    assert found["mb_per_hand"] != plain["mb_per_hand"]


@pytest.mark.skipif(not PLURIBUS, reason=f"{pluribus.VARIABLE} names no file")
def test_hands_of_pluribus():
    from equipoise.experiments.harness.experiment import Setting

    outcome = pluribus.run(Setting())
    cells = {cell.column: cell for cell in outcome.cells}
    assert cells["std, mivat"].measured < cells["std, money"].measured
    assert outcome.claims[0].holds


def test_pluribus_says_where_its_hands_are_not(monkeypatch, tmp_path):
    from equipoise.experiments.harness.experiment import Setting

    monkeypatch.delenv(pluribus.VARIABLE, raising=False)
    assert pluribus.run(Setting()).notes == [pluribus.ABSENT]
    monkeypatch.setenv(pluribus.VARIABLE, str(tmp_path / "none"))
    with pytest.raises(InputError, match="there is no file"):
        pluribus.run(Setting())
