"""Compiled play of two known players beside the agents that are asked, and beside exact values."""

import json
from dataclasses import replace

import numpy as np
import pytest
from tests.abstraction.buckets.small import small_tables
from tests.agents.books import blind_source, leduc, small_source, source_of
from tests.solvers.test_buckets import Small
from tests.twins.blueprint import one_hand
from tests.twins.histories import WeightedHistories

from equipoise.agents.registry import find_agent
from equipoise.base.errors import InputError
from equipoise.evaluation import policy_value
from equipoise.evaluation.estimates import estimate
from equipoise.evaluation.expected import ExpectedValue
from equipoise.games import find_game
from equipoise.games.showdown import strength
from equipoise.interfaces.cli.main import run
from equipoise.matches.betting_cache import PARTS, BettingNode
from equipoise.matches.dealing import deal_cards
from equipoise.matches.folder import MatchFolder
from equipoise.matches.known import KnownTable, luck, play_block, play_policies
from equipoise.matches.match import play_match
from equipoise.matches.plan import KNOWN_SESSION, MatchPlan
from equipoise.policies.blueprint import Blueprint
from equipoise.policies.exploiters import exploiter, naive
from equipoise.policies.opened import OpenedStrategy
from equipoise.spine.cards.bucket_deals import bucket_deals, sample_deals
from equipoise.spine.cards.readers import HandBuckets, StartingHands
from equipoise.spine.game import AbstractGame
from equipoise.spine.tree import build_tree
from equipoise.strategies.opened import open_strategy
from equipoise.strategies.purify import Purification
from equipoise.strategies.store import load_strategy, save_strategy
from equipoise.strategies.strategy import Strategy
from equipoise.translation.expand import Expansion
from equipoise.translation.options import Translation
from equipoise.translation.situation import Situation as Real

MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15


# --- the slow twin: agents' own histories, the same random numbers --------------------------------


def mixed(x):
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
    return x ^ x >> 31


class Stream:
    """SplitMix64 fills the state of xoshiro256++."""

    def __init__(self, key, number):
        seed = mixed(mixed(number + GOLDEN & MASK) ^ key)
        self.state = [mixed(seed + i * GOLDEN & MASK) for i in range(1, 5)]

    def next(self):
        s = self.state
        total = s[0] + s[3] & MASK
        result = ((total << 23 | total >> 41) & MASK) + s[0] & MASK
        shifted = s[1] << 17 & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= shifted
        s[3] = (s[3] << 45 | s[3] >> 19) & MASK
        return (result >> 11) * 2.0**-53


def slow_hand(rules, players, row, number, keys):
    """The betting of one hand: histories followed live, options drawn in their order."""
    streams = [Stream(int(key), number) for key in keys]
    own = rules.script[0].hole
    hands, board = (row[:own], row[own : 2 * own]), row[2 * own :]
    followed = [WeightedHistories(p.steps[0], p.translation) for p in players]
    place = BettingNode.start(rules)
    while place.to_act is not None:
        at = place.to_act
        real = Real.of_state(place.betting)
        states = players[at].strategy.reader.states(at, hands[at], board[: place.dealt.board])
        behaviour = one_hand(players[at], real, states, followed[at])
        options = followed[at]._options(real, behaviour)
        drawn, total = streams[at].next(), 0.0
        for option in options:
            if option.chance > 0:
                chosen = option.action
                total += option.chance
                if drawn < total:
                    break
        followed[at].act(real, chosen, behaviour)
        followed[1 - at].observe(real, chosen)
        place = place.after(chosen)
    return place.actions_text


def assert_twins(rules, players, rows, keys=(5, 9)):
    """Every hand goes as the slow twin has it, and is paid as the rules have it, in both seats."""
    table = KnownTable(rules, players)
    given = np.array(keys, dtype=np.uint64)
    for order in ((0, 1), (1, 0)):
        ends, parts = table.play(rows, np.arange(len(rows)) + 40, order, given)
        seated = tuple(players[player] for player in order)
        places = table.meeting(order).places
        for number, row in enumerate(rows.tolist()):
            end = places[ends[number]]
            assert end.actions_text == slow_hand(rules, seated, row, number + 40, keys)
            own = rules.script[0].hole
            board = tuple(row[2 * own :])
            held = [strength(rules.showdown, tuple(row[at : at + own]), board) for at in (0, own)]
            assert tuple(parts[number]) == end.payoffs(held)
    return table


TRANSLATIONS = [
    (Translation("soft"), Translation("hard")),
    (Translation("pseudo-harmonic", "real", without_dominated=True), Translation("soft", "real")),
    (Translation("soft", "abstract", frozenset()), Translation("arithmetic-random", "real")),
]


@pytest.mark.parametrize("pair", TRANSLATIONS, ids=lambda pair: " v ".join(map(str, pair)))
@pytest.mark.parametrize(("bets", "other"), [("fcpa", "fchpda"), ("fc75pa", "fc125pa")])
def test_leduc_hands_go_as_the_agents_play_them(pair, bets, other):
    rules = find_game("leduc-nolimit:12")
    rows = deals(rules, 60)
    players = tuple(
        Blueprint(leduc("leduc-nolimit:12", each, iterations=5)[0], translation, how)
        for each, translation, how in zip(
            (bets, other), pair, (None, Purification(0.2)), strict=True
        )
    )
    assert_twins(rules, players, rows)


@pytest.mark.parametrize("name", ["plus-minus", "plus1-minus1", "alldown"])
@pytest.mark.parametrize("style", ["abstract", "real"])
def test_exploiters_hands_go_as_the_agents_play_them(name, style):
    rules = find_game("leduc-nolimit:12")
    source, _ = leduc("leduc-nolimit:12", "fchpa", iterations=5)
    translation = Translation("soft", style, without_dominated=style == "real")
    attacked = Blueprint(source, translation)
    assert_twins(rules, (exploiter(name, source, translation), attacked), deals(rules, 60))
    assert_twins(rules, (attacked, naive(source, translation)), deals(rules, 60))


def test_deeper_and_shallower_than_it_was_solved_for():
    for solved, game in (("leduc-nolimit:12", "leduc-nolimit:60"), ("leduc-nolimit:40",) * 2):
        rules = find_game(game)
        source, _ = leduc(solved, "fcpa", iterations=5)
        other, _ = leduc("leduc-nolimit:5", "fcpa", iterations=5)
        players = Blueprint(source, Translation("soft")), Blueprint(other, Translation("hard"))
        assert_twins(rules, players, deals(rules, 40))


def deals(rules, count, seed=3):
    return deal_cards(rules, seed, 0, count)


# --- exact values ---------------------------------------------------------------------------------


def exact_value(problem, players):
    """What the first player wins a hand, both seats taken in turn: chips."""
    full = problem.full().passes()
    buckets = problem.cards_and_buckets[1]
    strategies = [
        Expansion(p.strategy.layout, full.layout, buckets, p.translation).strategy(
            p.strategy.values
        )
        for p in players
    ]
    values = []
    for first in range(2):
        both = strategies[1 - first].copy()
        for node in full.layout.tree.decision_nodes(0).tolist():
            full.layout.block(both, node)[:] = full.layout.block(strategies[first], node)
        values.append(full.expected_value(both))
    return (values[0] - values[1]) / 2


@pytest.mark.parametrize("nd", [False, True])
def test_played_results_agree_with_the_exact_value(nd):
    source, problem = leduc("leduc-nolimit:7", "fcpa", iterations=5)
    worse = AbstractGame("leduc-nolimit:7", "fcha")
    players = (
        Blueprint(source, Translation("soft", "abstract", without_dominated=nd)),
        Blueprint(source_of(worse, worse.layout().uniform()), Translation("hard", "real")),
    )
    parts = play_policies(problem.rules, players, 100_000, seed=7)
    seen = estimate(parts.mean(axis=1)[:, 0] / PARTS)
    exact = exact_value(problem, players)
    assert abs(exact) > 3 * seen.half  # something is at stake
    assert seen.mean == pytest.approx(exact, abs=1.6 * seen.half)


def test_a_strategy_without_dice_against_itself_is_even_in_every_deal():
    source, problem = leduc("leduc-nolimit:12", "fchpa", iterations=50)
    values = np.zeros(source.layout.size)
    for node in source.layout.tree.decision_nodes().tolist():
        block = source.layout.block(source.values, node)
        best = source.layout.block(values, node)
        best[block.argmax(axis=0), np.arange(block.shape[1])] = 1.0
    pure = Blueprint(source_of(problem, values), Translation("hard"))
    parts = play_policies(problem.rules, (pure, pure), 20_000)
    assert (parts.sum(axis=1) == 0).all() and (parts != 0).any()


def test_results_do_not_depend_on_threads_or_on_what_was_grown_before():
    source, problem = leduc("leduc-nolimit:12", "fcpa", iterations=5)
    players = Blueprint(source, Translation("soft")), Blueprint(source, Translation("hard"))
    one = play_policies(problem.rules, players, 25_000, seed=2, workers=1)
    two = play_policies(problem.rules, players, 25_000, seed=2, workers=2)
    assert (one == two).all()
    table = KnownTable(problem.rules, players)
    backwards = [play_block(table, 2, 1, (1, 0), first, 100)[1] for first in (200, 100, 0)]
    assert (np.concatenate(backwards[::-1]) == one[:300, 1]).all()
    assert luck(2, 0, 0) != luck(2, 0, 1) != luck(2, 1, 1)


# --- hold'em --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    return Small(
        tmp_path_factory.mktemp("buckets") / "b", "ir169.4.2.2", "holdem-nolimit:20bb", "fcpa"
    )


def test_buckets_of_given_hands(small):
    dealt = sample_deals(bucket_deals(small.bucketing, small_tables()), 300, 1, with_cards=True)
    rows = dealt.cards[:, [5, 6, 7, 8, 0, 1, 2, 3, 4]]
    reader = HandBuckets(small.states)
    found = reader.deals(rows)
    assert (found == dealt.buckets).all()
    for row, buckets in zip(rows[:30].tolist(), found[:30].tolist(), strict=True):
        assert reader.states(0, row[:2], row[4:]) == tuple(buckets[0])
        assert reader.states(1, row[2:4], row[4:7]) == tuple(buckets[1][:2])
    other = rows.copy()
    other[0, 4:7] = [0, 4, 8]
    other[0, :4] = [1, 2, 3, 5]
    with pytest.raises(InputError, match="some of these flops"):
        reader.deals(other)


@pytest.mark.parametrize("numbers", ["float64", "uint16", "uint8"])
def test_holdem_hands_go_as_the_agents_play_them(small, numbers):
    rules = find_game("holdem-nolimit:20bb")
    solver = small.solver("mccfr-external")
    solver.step(2000)
    source = small_source(small, solver.average(), numbers)
    attack = exploiter("plus-minus", source, Translation())
    blueprint = Blueprint(source, Translation("soft"), Purification(0.1))
    dealt = sample_deals(small.states.deals, 40, 1, with_cards=True)
    rows = dealt.cards[:, [5, 6, 7, 8, 0, 1, 2, 3, 4]]
    assert_twins(rules, (attack, blueprint), rows)
    with pytest.raises(InputError, match="for sampled flops only"):
        blueprint.check_game(rules)  # at a table any flop may come
    good = source.good[0]
    assert [int(g.sum()) for g in good] == [42, 1, 2, 4]
    assert good[3][np.argsort(small.states.strengths(0)[3])[-4:]].all()


@pytest.mark.parametrize(("bets", "other"), [("fcpa", "fc75pa"), ("fc125pa", "fchpta")])
def test_other_betting_abstractions_of_holdem(bets, other):
    rules = find_game("holdem-nolimit:100bb")
    players = (
        Blueprint(blind_source(rules.name, bets), Translation("soft")),
        Blueprint(blind_source("holdem-nolimit:50bb", other), Translation("hard", "real")),
    )
    assert_twins(rules, players, deals(rules, 40))


def test_jam_fold_strategies_play_compiled():
    problem = AbstractGame("jamfold:10bb")
    layout = problem.layout()
    source = OpenedStrategy("jam", layout, layout.uniform(), StartingHands())
    table = assert_twins(problem.rules, (Blueprint(source),) * 2, deals(problem.rules, 100))
    assert len(table.meeting((0, 1))) == build_tree(problem.rules).size


# --- matches --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    out = tmp_path_factory.mktemp("known") / "leduc"
    code = run(
        [
            "solve",
            "leduc-nolimit:8",
            "--bets",
            "fcpa",
            "--method",
            "cfr+",
            "--iterations",
            "10",
            "--out",
            str(out),
            "--json",
        ]
    )
    assert code == 0
    return out


def plan_of(folder, hands, **rest):
    agents = (f"{folder}:translation=soft", f"plus-minus:strategy={folder}")
    return MatchPlan("leduc-nolimit:8", agents, hands, duplicate=True, **rest)


def test_a_match_is_compiled_kept_resumed_and_exported(folder, tmp_path, capsys):
    plan = plan_of(folder, 700, session=200)
    assert plan.is_compiled and plan_of(folder, 10).checked().session == KNOWN_SESSION
    whole = play_match(plan, workers=2)
    assert (whole.parts == play_match(plan, workers=1).parts).all()
    pair = plan.known_pair()
    assert (whole.parts == play_policies(plan.rules(), pair, 700)).all()

    out = tmp_path / "match"
    play_match(replace(plan, hands=400), out=out)
    more = play_match(plan, out=out, resume=True)
    assert more.played_now == 600 and (more.parts == whole.parts).all()
    kept = MatchFolder(out)
    records = [row.record for row in kept.rows(kept.plan(), 1)]
    assert len(records) == 700
    won = [float(r.payoffs[r.names.index(plan.names[0])]) for r in records]
    assert won == (whole.parts[:, 1, 0] / PARTS).tolist()
    assert run(["export", str(out), "--format", "acpc"]) == 0
    assert run(["replay", str(out / "match-1.log"), str(out / "match-2.log")]) == 0
    capsys.readouterr()


def test_the_same_players_asked_at_the_table_win_the_same_within_the_interval(folder):
    plan = plan_of(folder, 1500)
    asked = replace(plan, agents=tuple(f"{text},seed=1" for text in plan.agents))
    assert not asked.is_compiled
    slow = play_match(asked, workers=1).parts.mean(axis=1)[:, 0] / PARTS
    quick = play_match(replace(plan, hands=40_000)).parts.mean(axis=1)[:, 0] / PARTS
    one, other = estimate(slow), estimate(quick)
    assert one.mean == pytest.approx(other.mean, abs=1.3 * (one.half + other.half))


def test_the_command_says_that_play_is_compiled(folder, capsys):
    arguments = ["match", str(folder), f"{folder}:purify=yes", "--game", "leduc-nolimit:8"]
    assert run([*arguments, "--hands", "50"]) == 0
    assert "played by compiled code" in " ".join(capsys.readouterr().out.split())
    assert run([*arguments, "--hands", "50", "--json"]) == 0
    assert '"compiled": true' in capsys.readouterr().out


def test_a_tournament_of_computed_values(folder, capsys):
    agents = [f"{folder}:translation=soft,name=soft", f"naive-pa:strategy={folder},name=naive"]
    arguments = ["tournament", *agents, "call", "--game", "leduc-nolimit:8", "--hands", "400"]
    assert run([*arguments, "--json", "--expected"]) == 0
    seen = json.loads(capsys.readouterr().out)
    assert seen["expected"]["pairs"] == [[0, 1]]  # a caller is not known
    pair = MatchPlan("leduc-nolimit:8", tuple(agents), 2).known_pair()
    exact = ExpectedValue(find_game("leduc-nolimit:8"), pair).run(2).mean.mean
    assert seen["mb_per_hand"][0][1] == pytest.approx(exact)
    assert seen["half_widths"][0][1] == 0.0
    assert seen["expected"]["played_half_widths"][0][1] > 0.0
    assert seen["half_widths"][0][2] == seen["expected"]["played_half_widths"][0][2]
    assert run([*arguments, "--expected"]) == 0
    assert "1 pair computed" in capsys.readouterr().out
    nobody = ["tournament", "call", "fold", "raise", "--expected", "--game", "leduc-nolimit:8"]
    assert run(nobody) == 2
    assert "known probabilities" in capsys.readouterr().err
    assert run([*arguments, "--expected", "--boards", "1"]) == 2
    assert "--boards" in capsys.readouterr().err


def test_policies_without_a_compiled_form_are_computed_by_their_ranges(folder, capsys):
    agents = [f"switching:strategies={folder}", f"{folder}:translation=soft"]
    arguments = ["match", *agents, "--game", "leduc-nolimit:8", "--hands", "40", "--expected"]
    assert run([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["expected"]
    rules = find_game("leduc-nolimit:8")
    first, second = (find_agent(agent).make().policy for agent in agents)
    seated = policy_value.exact_value
    chips = seated(rules, (first, second)), -seated(rules, (second, first))
    assert found["exact"] and found["nodes"] > 0
    assert found["seats"] == pytest.approx([1000 * won / rules.big_blind for won in chips])
    assert run(["match", agents[0], "call", *arguments[3:]]) == 2
    assert "coaches and switching players" in capsys.readouterr().err


def test_a_strategy_that_changed_is_another_match(folder, tmp_path):
    copy = tmp_path / "copy"
    stored = load_strategy(folder)
    save_strategy(Strategy(stored.manifest, np.array(stored.values)), copy)
    out = tmp_path / "match"
    play_match(plan_of(copy, 100), out=out)
    changed = open_strategy(folder).problem.layout().uniform()
    save_strategy(Strategy(replace(stored.manifest, seed=9), changed), copy)
    with pytest.raises(InputError, match="fingerprints differ"):
        play_match(plan_of(copy, 100), out=out, resume=True)
