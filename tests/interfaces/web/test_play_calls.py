"""Tables: hands played to the end, what may be seen, what agents think, what is kept."""

from fractions import Fraction

import pytest
from tests.interfaces.web.servers import client, ok, until

from equipoise.agents.registry import find_agent
from equipoise.cards.card import cards_text
from equipoise.formats.phh.read import read_phhs
from equipoise.interfaces.as_json.thoughts import thought_json
from equipoise.policies.thinking import think


@pytest.fixture(scope="module")
def web(tmp_path_factory):
    folder = tmp_path_factory.mktemp("desk")
    with client(folder) as one:
        one.folder = folder
        yield one


def desk(web):
    return web.app.state.desk


def sit(web, **more):
    return ok(
        web.post(
            "/api/tables",
            json={"game": "holdem-nolimit:100bb", "agents": ["blueprint"], "seed": 5, **more},
        )
    )


def play_on(web, table, move="c"):
    """The same move to the end of the hand."""
    while table["hand"]["choices"]:
        table = ok(web.post(f"/api/tables/{table['id']}/move", json={"move": move}))
    return table


def test_ten_hands_add_up_to_the_record(web):
    table = sit(web)
    for number in range(10):
        table = play_on(
            web,
            table,
            "c"
            if number % 3
            else "f"
            if table["hand"]["choices"] and table["hand"]["choices"]["fold"]
            else "c",
        )
        shown = [seat["won"] for seat in table["hand"]["seats"]]
        assert sum(shown) == 0
        if number < 9:
            table = ok(web.post(f"/api/tables/{table['id']}/deal", json={}))
    kept = desk(web).room.find({"table": table["id"]})
    won = [hand.record.payoffs[hand.position] for hand in kept.hands]
    assert table["result"]["hands"] == 10
    assert table["result"]["won"] == float(sum(won))
    text = web.get(f"/api/tables/{table['id']}/phh").text
    records = [hand.record for _, hand in read_phhs(text)]
    assert [record.replay().payoffs() for record in records] == [
        hand.record.payoffs for hand in kept.hands
    ]
    (file,) = (web.folder / "played").glob(f"*{table['id']}/hands.phhs")
    assert file.read_text(encoding="utf-8") == text


def test_cards_of_others_are_hidden_until_they_are_shown(web):
    table = sit(web, seed=11)
    kept = desk(web).room.find({"table": table["id"]})
    hidden = kept.hand.stepper.cards.hole[1 - kept.hand.position]
    while table["hand"]["choices"]:
        other = next(seat for seat in table["hand"]["seats"] if not seat["you"])
        assert other["hole"] == "????"
        assert cards_text(hidden) not in str(table)
        answer = web.get(f"/api/tables/{table['id']}/hands/1/decisions/0")
        assert answer.status_code in (400, 404)
        table = ok(web.post(f"/api/tables/{table['id']}/move", json={"move": "c"}))
    other = next(seat for seat in table["hand"]["seats"] if not seat["you"])
    if table["hand"]["showdown"]:
        assert other["hole"] == cards_text(hidden)
    else:
        assert other["hole"] == "????"


def test_a_fold_shows_nothing(web):
    table = sit(web, seed=2)
    while table["hand"]["choices"] and not table["hand"]["choices"]["fold"]:
        table = ok(web.post(f"/api/tables/{table['id']}/move", json={"move": "c"}))
    if table["hand"]["choices"]:
        table = ok(web.post(f"/api/tables/{table['id']}/move", json={"move": "f"}))
        other = next(seat for seat in table["hand"]["seats"] if not seat["you"])
        assert other["hole"] == "????"
        assert table["hand"]["over"]


def test_what_it_thinks_is_what_the_policy_says(web):
    table = play_on(web, sit(web, seed=21, open=True))
    kept = desk(web).room.find({"table": table["id"]})
    policy = find_agent("blueprint").make().policy
    assert kept.hand.decisions
    for number, decided in enumerate(kept.hand.decisions):
        said = ok(web.get(f"/api/tables/{table['id']}/hands/1/decisions/{number}"))
        wanted = thought_json("blueprint", think(policy, decided.observation))
        assert {key: said[key] for key in wanted} == wanted
        chances = policy.chances(decided.observation)
        assert chances[decided.action] > 0
        assert sum(one["probability"] for one in said["strategy"]) == pytest.approx(1)


def test_moves_of_a_second_tab_are_not_played_twice(web):
    table = sit(web, seed=30)
    body = {"move": "c", "actions": table["actions"]}
    ok(web.post(f"/api/tables/{table['id']}/move", json=body))
    answer = web.post(f"/api/tables/{table['id']}/move", json=body)
    assert answer.status_code == 400
    assert "moved on" in answer.json()["error"] or "turn" in answer.json()["error"]


@pytest.mark.parametrize("move", ["r 1", "r 9999", "nonsense", "", "r -5", "check and call"])
def test_illegal_moves_change_nothing(web, move):
    table = sit(web, seed=40)
    answer = web.post(f"/api/tables/{table['id']}/move", json={"move": move})
    assert answer.status_code == 400
    assert ok(web.get(f"/api/tables/{table['id']}"))["version"] == table["version"]


def test_sizes_are_what_the_terminal_would_bet(web):
    choices = sit(web, seed=51)["hand"]["choices"]
    by_label = {one["label"]: one["to"] for one in choices["sizes"]}
    assert by_label["all-in"] == choices["max"]
    assert by_label["min"] == choices["min"]
    assert list(by_label.values()) == sorted(by_label.values())


def test_aivat_is_estimated_beside_the_money(web):
    table = play_on(web, sit(web, seed=60))
    until(lambda: ok(web.get(f"/api/tables/{table['id']}"))["result"]["aivat"] is not None)
    result = ok(web.get(f"/api/tables/{table['id']}"))["result"]
    assert result["aivat"]["hands"] == 1
    assert len(result["aivat_curve"]) == 1


def test_stacks_are_carried_on_and_bought_again(web):
    table = sit(web, carry=True, seed=71)
    assert table["stacks"] == [200, 200]
    table = play_on(web, table)
    total = table["stacks"]
    assert sum(total) == 400
    won = next(seat["won"] for seat in table["hand"]["seats"] if seat["you"])
    assert total[0] == 200 + won
    answer = web.post(f"/api/tables/{table['id']}/rebuy", json={})
    if won < 0:
        assert ok(answer)["stacks"][0] == 200
    else:
        assert answer.status_code == 400
    dealt = ok(web.post(f"/api/tables/{table['id']}/deal", json={}))
    blinds = {"BB": 2, "BTN": 1}
    for seat in dealt["hand"]["seats"]:
        assert Fraction(seat["put"]) >= blinds[seat["position"]]


def test_lokis_say_why(web):
    table = ok(
        web.post(
            "/api/tables",
            json={"game": "holdem-limit:4p", "agents": ["loki-gom"] * 3, "seed": 3, "open": True},
        )
    )
    assert table["names"] == ["you", "loki-gom 1", "loki-gom 2", "loki-gom 3"]
    table = play_on(web, table)
    count = len(table["hand"]["decisions"])
    assert count
    kinds = set()
    for number in range(count):
        said = ok(web.get(f"/api/tables/{table['id']}/hands/1/decisions/{number}"))
        assert said["kind"] == "loki"
        assert said["rule"]
        assert said["weights"] or said["preflop"]
        kinds |= {"values" if said["values"] else "preflop"}
    assert "preflop" in kinds


@pytest.mark.parametrize(
    ("game", "agent"),
    [
        ("kuhn", "random"),
        ("leduc", "call"),
        ("jamfold:10bb", "random"),
        ("leduc-nolimit:12", "random"),
    ],
)
def test_small_games_are_played_too(web, game, agent):
    table = ok(web.post("/api/tables", json={"game": game, "agents": [agent], "seed": 1}))
    for _ in range(3):
        table = play_on(web, table, "f" if game.startswith("jamfold") else "c")
        table = ok(web.post(f"/api/tables/{table['id']}/deal", json={}))
    assert ok(web.get(f"/api/tables/{table['id']}/hands"))["hands"][2]["number"] == 3


def test_agents_are_offered_by_game(web):
    names = [one["id"] for one in ok(web.get("/api/agents?game=holdem-nolimit:100bb"))["agents"]]
    assert names[0] == "blueprint"
    assert "loki-gom" not in names
    limit = [one["id"] for one in ok(web.get("/api/agents?game=holdem-limit:4p"))["agents"]]
    assert "loki-gom" in limit
    assert "blueprint" not in limit


def test_a_replayed_hand_has_all_cards(web):
    table = play_on(web, sit(web, seed=81))
    hand = ok(web.get(f"/api/tables/{table['id']}/hands/1"))
    assert all("?" not in player["hole"] for player in hand["players"])
    assert web.get(f"/api/tables/{table['id']}/hands/2").status_code == 400
