"""Blueprint agents: the same chances as the expansion, frequencies, errors, and no fault ever."""

import shutil
from collections import Counter
from random import Random

import numpy as np
import pytest
from tests.agents.books import blind_source, leduc, source_of

from equipoise.agents.baselines import Dice
from equipoise.agents.policy_agent import PolicyAgent
from equipoise.agents.registry import find_agent, shown_name
from equipoise.agents.watch import Watch
from equipoise.cards import parse_cards
from equipoise.games import Action, Kind, State, find_game
from equipoise.interfaces.cli.main import run
from equipoise.matches.betting_cache import BettingCache
from equipoise.matches.dealing import deal_hands
from equipoise.matches.faults import FaultRules
from equipoise.matches.table import Player, Table
from equipoise.policies.blueprint import Blueprint
from equipoise.policies.exploiters import SIZINGS, exploiter, naive
from equipoise.spine.game import AbstractGame
from equipoise.spine.tree import DECISION
from equipoise.strategies.purify import Purification
from equipoise.translation.expand import Expansion
from equipoise.translation.mappings import find_mapping
from equipoise.translation.options import Translation


def spots(problem, count, seed):
    """Random observations of the full game, with the node and card state of each."""
    full = AbstractGame(problem.game).passes()
    tree, random = full.layout.tree, Random(seed)
    labels = full.layout.model.labels
    while count:
        cards = random.sample(problem.rules.deck.cards, 3)
        state, node = State.start(problem.rules).deal(cards[:2]), 0
        while tree.kind[node] == DECISION:
            if state.awaits_deal:
                state = state.deal(cards[2:])
            seen = state.observe(state.to_act)
            text = "23456789TJQKA"[seen.hole[0] >> 2]
            if seen.board:
                text += "|" + "23456789TJQKA"[seen.board[0] >> 2]
            yield seen, node, labels[seen.position][seen.round].index(text)
            count -= 1
            if not count:
                return
            place = random.randrange(len(tree.actions_of(node)))
            state = state.apply(tree.actions_of(node)[place])
            node = int(tree.children_of(node)[place])


@pytest.mark.parametrize(
    ("cards", "translation"),
    [
        ("full", Translation("soft")),
        ("JQ.K", Translation("hard", "real", frozenset())),
        ("full", Translation("pseudo-harmonic", "real", without_dominated=True)),
        ("full", Translation("soft", "abstract", frozenset({"extend-call"}))),
    ],
    ids=str,
)
def test_chances_are_those_of_the_strategy_expanded_over_the_whole_game(cards, translation):
    source, problem = leduc("leduc-nolimit:7", "fcpa", cards)
    full = problem.full().passes().layout
    expansion = Expansion(source.layout, full, problem.cards_and_buckets[1], translation)
    strategy = expansion.strategy(source.values)
    agent = Blueprint(source, translation)
    for seen, node, state in spots(problem, 150, 5):
        expected = dict(
            zip(full.tree.actions_of(node), full.block(strategy, node)[:, state], strict=True)
        )
        found = agent.chances(seen)
        assert sum(found.values()) == pytest.approx(1.0)
        for action, chance in expected.items():
            assert found.get(action, 0.0) == pytest.approx(chance, abs=1e-9)


def test_a_bet_between_two_sizes_is_answered_by_the_mixture_of_the_formula():
    source, _ = leduc()
    tree, layout = source.layout.tree, source.layout
    state = State.start(tree.rules).deal(parse_cards("KsQs"))
    bet = Action.raise_to(5)  # 4 chips into a pot of 2, between pot and all-in
    seen = state.apply(bet).observe(1)
    agent = Blueprint(source, Translation("soft"))
    found = agent.chances(seen)
    lower = float(find_mapping("soft")(2, 1, 11 / 2))
    assert lower == pytest.approx((1 / 2 - 2 / 11) / (1 / 2 + 4 / 11 - 4 / 11))  # equation 4.8
    queen, folds = 1, []
    for to in (3, 12):  # what pot and all-in are in total
        place = tree.actions_of(0).index(Action.raise_to(to))
        folds.append(layout.block(source.values, int(tree.children_of(0)[place]))[0, queen])
    expected = lower * folds[0] + (1 - lower) * folds[1]
    assert found[Action(Kind.FOLD, 1)] == pytest.approx(expected)

    rng, drawn = Random(3), Counter()
    count = 4000
    for _ in range(count):
        drawn[PolicyAgent(agent).act(seen, rng)] += 1
    for action, chance in found.items():
        spread = (count * chance * (1 - chance)) ** 0.5
        assert drawn[action] == pytest.approx(count * chance, abs=4 * spread + 1e-9)


def test_small_probabilities_are_removed_from_the_strategy_not_from_the_mixture():
    """Two histories, each sure of something else: the mixture stays, purified or not."""
    source, problem = leduc()
    layout, tree = source.layout, source.layout.tree
    values = layout.uniform()
    queen = 1
    for to, sure in ((3, 0), (12, 1)):  # folds to pot, calls all-in, mostly
        place = tree.actions_of(0).index(Action.raise_to(to))
        block = layout.block(values, int(tree.children_of(0)[place]))
        block[:, queen] = 0.1 / (len(block) - 1)
        block[sure, queen] = 0.9
    state = State.start(tree.rules).deal(parse_cards("KsQs"))
    seen = state.apply(Action.raise_to(5)).observe(1)
    source = source_of(problem, values)
    lower = float(find_mapping("soft")(2, 1, 11 / 2))
    for how in (Purification(), Purification(0.5)):
        found = Blueprint(source, Translation("soft"), how).chances(seen)
        by_kind = {str(action.kind): chance for action, chance in found.items() if chance > 0}
        assert by_kind == {"fold": pytest.approx(lower), "call": pytest.approx(1 - lower)}


# --- no illegal action, no crash ------------------------------------------------------------------


def play_against_dice(policy, game, hands, seed=0):
    """Hands through the ordinary table, seats moving; returns what the agent was charged with."""
    rules, agent = find_game(game), PolicyAgent(policy)
    agent.check_game(rules)
    dice = Dice("any", **{"fold": 0.3, "call": 1.0, "raise": 2.0})
    players = [Player(0, "agent", agent, Random(seed)), Player(1, "dice", dice, Random(seed + 1))]
    table = Table(players, FaultRules(seconds=None, forfeit_after=None), Watch(None))
    cache = BettingCache(rules)
    for start in range(0, hands, 100):
        root = cache.root()
        for offset, cards in enumerate(deal_hands(rules, seed, start, 100).hands):
            hand = start + offset
            played = table.play(root, cards, (hand % 2, 1 - hand % 2), hand)
            assert sum(played.payoffs()) == 0
    return players[0].faults


TRANSLATIONS = [
    Translation("soft", "abstract"),
    Translation("hard", "real", frozenset()),
    Translation("pseudo-harmonic", "real", without_dominated=True),
    Translation("arithmetic", "abstract", frozenset({"call-is-call"})),
]


@pytest.mark.parametrize("translation", TRANSLATIONS, ids=str)
@pytest.mark.parametrize(
    ("solved", "game"),
    [
        (("leduc-nolimit:12", "fcpa", "JQ.K"), "leduc-nolimit:12"),
        (("leduc-nolimit:12", "fcpa"), "leduc-nolimit:40"),  # deeper than it was solved for
        (("leduc-nolimit:12", "fchpda"), "leduc-nolimit:5"),  # and shallower
        (("leduc", None, "full"), "leduc"),
        (("kuhn", None, "full"), "kuhn"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_random_bets_never_make_it_fail_in_small_games(solved, game, translation):
    source, _ = leduc(*solved, iterations=5)
    assert play_against_dice(Blueprint(source, translation), game, 300).total == 0


@pytest.mark.parametrize("translation", TRANSLATIONS, ids=str)
@pytest.mark.parametrize(
    ("bets", "solved", "game"),
    [
        ("fcpa", "holdem-nolimit:100bb", "holdem-nolimit:100bb"),
        ("fc75pa", "holdem-nolimit:20bb", "holdem-nolimit:100bb"),
        ("fc125pa", "holdem-nolimit:100bb", "holdem-nolimit:20bb"),
        ("fchpta", "holdem-nolimit:50bb", "holdem-nolimit:50bb"),
        ("jamfold", "holdem-nolimit:10bb", "holdem-nolimit:10bb"),
        (None, "jamfold:10bb", "jamfold:10bb"),
        (None, "holdem-limit:2p", "holdem-limit:2p"),
    ],
)
def test_random_bets_never_make_it_fail_in_holdem(bets, solved, game, translation):
    """Cards do not matter to what is legal: the strategies are random and look at none."""
    source = blind_source(solved, bets)
    assert play_against_dice(Blueprint(source, translation), game, 300).total == 0


@pytest.mark.parametrize("name", [*SIZINGS, "naive", "slides", "stubborn"])
def test_random_bets_never_make_exploiters_fail(name):
    source, _ = leduc("leduc-nolimit:12", "fchpa", iterations=5)
    for translation in TRANSLATIONS[:2]:
        if name in SIZINGS:
            policy = exploiter(name, source, translation)
        else:
            variant = "slides" if name == "slides" else "thesis"
            policy = naive(source, translation, variant, gives_up=name != "stubborn")
        assert play_against_dice(policy, "leduc-nolimit:12", 300).total == 0


# --- by name --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    out = tmp_path_factory.mktemp("blueprint") / "leduc"
    code = run(
        [
            "solve",
            "leduc-nolimit:6",
            "--bets",
            "fcpa",
            "--method",
            "cfr+",
            "--iterations",
            "20",
            "--out",
            str(out),
            "--json",
        ]
    )
    assert code == 0
    return out


def test_a_folder_is_an_agent_with_options(folder):
    spec = find_agent(f"{folder}:translation=soft,style=real,fixes=call-is-call+extend-call,nd=yes")
    assert spec.is_known and spec.entry.trusted and spec.fingerprint
    policy = spec.make().policy
    assert str(policy.translation) == (
        "geometric-random, real style, fixes call-is-call,extend-call, without dominated actions"
    )
    assert find_agent(f"{folder}:threshold=0.15").make().policy.how == Purification(0.15)
    assert find_agent(f"{folder}:purify=yes").make().policy.how == Purification()
    assert find_agent(str(folder)).make().policy.strategy is policy.strategy  # opened once
    assert not find_agent(f"{folder}:seed=3").is_known
    attack = find_agent(f"plus-minus:strategy={folder},style=real")
    assert attack.is_known and attack.fingerprint == spec.fingerprint


def test_a_folder_with_a_colon_in_its_path(folder, tmp_path):
    there = tmp_path / "a:b" / "c:d"
    shutil.copytree(folder, there)
    assert find_agent(f"{there}:translation=soft").is_known
    assert find_agent(str(there)).entry.known
    assert shown_name(f"{there}:translation=soft,name=soft") == "soft"
    assert shown_name(str(there)) == str(there)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("translation=mild", "translation is wrong: unknown mapping 'mild'"),
        ("style=odd", "style is 'odd'"),
        ("fixes=tape", "fixes is wrong: unknown fix 'tape'"),
        ("threshold=1.5", "threshold is '1.5'; a probability above 0"),
        ("threshold=x", "threshold is 'x'"),
        ("purify=yes,threshold=0.1", "cannot be combined"),
    ],
)
def test_options_out_of_range_are_said_before_anything_is_dealt(folder, capsys, options, said):
    code = run(["match", f"{folder}:{options}", "call", "--game", "leduc-nolimit:6"])
    error = capsys.readouterr().err
    assert code == 2 and said in error.replace("\n", " ") and "Traceback" not in error


def test_other_games_and_folders_are_refused(folder, capsys, tmp_path):
    for agent, game, said in (
        (folder, "kuhn", "it was solved for leduc-nolimit:6, and kuhn has other cards"),
        (folder, "leduc", "leduc has other betting"),
        (tmp_path, "kuhn", "it holds no strategy"),
        ("alldown", "leduc-nolimit:6", "strategy is missing"),
        (f"alldown:strategy={tmp_path}", "leduc-nolimit:6", "there is no manifest.json"),
    ):
        code = run(["match", str(agent), "call", "--game", game])
        error = " ".join(capsys.readouterr().err.split())
        assert code == 2 and said in error, error
    damaged = tmp_path / "damaged"
    damaged.mkdir()
    (damaged / "manifest.json").write_text("{}", encoding="utf-8")
    assert run(["match", str(damaged), "call", "--game", "leduc-nolimit:6"]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_unreached_numbers_of_other_types_give_the_same_agent():
    source, problem = leduc()
    seen = next(spots(problem, 1, 1))[0]
    exact = Blueprint(source).chances(seen)
    for numbers, error in (("uint16", 1e-4), ("uint8", 1e-2)):
        found = Blueprint(source_of(problem, np.asarray(source.values), numbers)).chances(seen)
        assert found == {action: pytest.approx(p, abs=error) for action, p in exact.items()}
