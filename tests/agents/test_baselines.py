from random import Random

import pytest

from equipoise.agents import registry
from equipoise.agents.agent import Agent, HandStarted
from equipoise.agents.baselines import Dice, pot_raise
from equipoise.agents.registry import AgentSpec, find_agent, register
from equipoise.agents.wrappers import Forgetful, Seeded, Timed
from equipoise.base.errors import InputError
from equipoise.cards import parse_cards
from equipoise.games import Action, Kind, State, find_game

NO_LIMIT = find_game("holdem-nolimit:100bb")


def spot(*actions, game=NO_LIMIT, cards="AsAhKsKh"):
    """The observation of whoever is to act."""
    state = State.start(game).deal(parse_cards(cards))
    for action in actions:
        state = state.apply(action)
    return state.observe(state.to_act)


@pytest.mark.parametrize(
    ("agent", "actions", "answer"),
    [
        ("call", [], Action.call()),
        ("fold", [], Action.fold()),
        ("fold", [Action.call()], Action.call()),  # nothing owed: check
        ("raise:size=min", [], Action.raise_to(4)),
        ("raise", [], Action.raise_to(6)),  # 2 to call, a pot of 4 then
        ("raise", [Action.raise_to(6)], Action.raise_to(18)),
        ("raise:size=all-in", [], Action.raise_to(200)),
        ("raise", [Action.raise_to(200)], Action.call()),  # nothing to raise with
        ("raise", [Action.raise_to(100)], Action.raise_to(200)),  # the pot is more than the stack
    ],
)
def test_hand_made_spots(agent, actions, answer):
    assert find_agent(agent).make().act(spot(*actions), Random(1)) == answer


def test_jam_or_fold_has_no_call():
    seen = spot(game=find_game("jamfold:10bb"))
    assert find_agent("call").make().act(seen, Random(1)) == Action.fold()
    assert find_agent("raise").make().act(seen, Random(1)).to == 20


def test_pot_raise_counts_the_call():
    seen = spot(Action.raise_to(10))
    assert pot_raise(seen, seen.legal()) == 30  # call to 10, then a pot of 20


def test_dice_frequencies():
    """Kinds by weight, sizes all alike; 5 standard deviations."""
    rng, dice, n = Random(3), Dice(**{"fold": 1, "call": 2, "raise": 1}), 20_000
    seen = spot()
    answers = [dice.act(seen, rng) for _ in range(n)]
    for kind, share in ((Kind.FOLD, 0.25), (Kind.CALL, 0.5), (Kind.RAISE, 0.25)):
        count = sum(a.kind == kind for a in answers)
        assert abs(count - n * share) < 5 * (n * share * (1 - share)) ** 0.5
    sizes = [a.to for a in answers if a.kind == Kind.RAISE]
    assert min(sizes) == 4 and max(sizes) == 200
    assert abs(sum(sizes) / len(sizes) - 102) < 5 * 57 / len(sizes) ** 0.5


def test_dice_with_no_weight_on_what_is_legal():
    assert Dice(**{"fold": 1, "call": 0, "raise": 0}).act(spot(Action.call()), Random(1)).kind == (
        Kind.CALL
    )


def test_specifications():
    spec = find_agent("random:fold=0,size=pot")
    assert isinstance(spec, AgentSpec) and spec.options["fold"] == 0.0
    for text, words in (
        ("shark", "unknown agent"),
        ("raise:size=big", "one of min, pot, all-in"),
        ("raise:colour=red", "it knows size, seed, name, forget"),
        ("raise:size", "write OPTION=VALUE"),
        ("raise:size=min,size=pot", "twice"),
        ("random:call=lots", "a number, 0 to"),
        ("random:call=nan", "a number, 0 to"),
        ("call:seed=1.5", "a whole number"),
        ("call:forget=maybe", "yes or no"),
        ("missing.py", "is missing"),
    ):
        with pytest.raises(InputError, match=words):
            find_agent(text)
    with pytest.raises(InputError, match="cannot be called"):
        register("two words", "")


def test_files_of_agents(tmp_path):
    head = "from equipoise.agents import Agent, register\nfrom equipoise.games import Action\n"
    body = (
        "class Mine(Agent):\n    def act(self, observation, rng):\n        return Action.call()\n"
    )
    path = tmp_path / "mine.py"
    path.write_text(head + '@register("mine", "")\n' + body, encoding="utf-8")
    spec = find_agent(f"{path}:seed=3")
    assert isinstance(spec.make(), Agent) and not spec.entry.trusted
    assert find_agent("call").entry.trusted
    assert len(spec.entry.fingerprint) == 64
    with pytest.raises(InputError, match="unknown agent"):
        find_agent("mine")  # names of files stay in their files
    path.write_text(head + body, encoding="utf-8")
    with pytest.raises(InputError, match="registers 0 agents"):
        find_agent(str(path))
    path.write_text("1 / 0", encoding="utf-8")
    with pytest.raises(InputError, match="ZeroDivisionError"):
        find_agent(str(path))


class Counting(Agent):
    remembers = True

    def __init__(self):
        self.hands = 0

    def observe(self, event):
        self.hands += isinstance(event, HandStarted)

    def act(self, observation, rng):
        return Action.raise_to(4 + self.hands)


def test_wrappers_compose():
    seen = spot()
    timed = Timed(Forgetful(Counting))
    assert not timed.remembers and timed.listens
    for hand in range(3):
        timed.observe(HandStarted(NO_LIMIT, hand, 0, ("a", "b")))
        assert timed.act(seen, Random(1)).to == 5
    assert timed.decisions == 3 and timed.seconds > 0
    assert Timed(Counting()).remembers and not Timed(Dice()).listens


def test_seeded_luck_depends_on_the_hand_only():
    def answers(hands):
        agent = Seeded(Dice(), 7)
        for hand in hands:
            agent.observe(HandStarted(NO_LIMIT, hand, 0, ("a", "b")))
            yield agent.act(spot(), Random(hand * 31))

    one, other = list(answers(range(50))), list(answers(range(25, 50)))
    assert one[25:] == other and len(set(one)) > 10


def test_a_text_of_very_many_colons_is_not_tried_at_each(monkeypatch, tmp_path):
    tried = []
    there = registry.is_there
    monkeypatch.setattr(registry, "is_there", lambda path: tried.append(path) or there(path))
    with pytest.raises(InputError, match="unknown agent"):
        find_agent("shark" + ":" * 40_000)
    assert len(tried) <= 4097
    tried.clear()
    with pytest.raises(InputError, match="unknown agent"):
        find_agent("shark/" + ":/" * 2_000)  # each a longer walk through folders than the last
    assert len(tried) <= 1
    place = tmp_path / "a:b:c.py"
    place.touch()
    assert registry._split(f"{place}:x=1:2") == (str(place), "x=1:2")
    assert registry._split("raise:size=min") == ("raise", "size=min")


@pytest.mark.parametrize(
    "text", ["call", "fold", "raise:size=min", "random:size=pot", "random:fold=3"]
)
def test_policies_are_what_the_agents_do(text):
    agent = find_agent(text).make()
    seen = spot()
    chances = agent.policy.chances(seen)
    assert sum(chances.values()) == pytest.approx(1.0)
    random, counts = Random(5), dict.fromkeys(chances, 0)
    for _ in range(2000):
        counts[seen.legal().checked(agent.act(seen, random))] += 1
    for action, chance in chances.items():
        assert (
            abs(counts[action] / 2000 - chance) < 5 * (chance * (1 - chance) / 2000) ** 0.5 + 1e-9
        )


def test_who_has_no_policy_is_refused():
    from equipoise.agents.policy_agent import known_policy

    assert known_policy(find_agent("call:seed=3"), "a test").chances(spot())
    with pytest.raises(InputError, match=r"is not known; a test needs a policy"):
        known_policy(find_agent("loki-a"), "a test")
