"""Calls about spots, strategies, matches and results: what the command line prints, by ids."""

import json
import subprocess
import sys

import pytest
from tests.interfaces.web.servers import client, finished, ok

from equipoise.cards.combos import TYPE_COUNT
from equipoise.cards.ranges import Range

SPOT = {
    "board": "QsJh2h5d5c",
    "pot": 100,
    "stack": 200,
    "oop": "AA,QJs,TT",
    "ip": "JJ,AQs,KQs",
    "bets": "50%",
}


@pytest.fixture(scope="module")
def web(tmp_path_factory):
    folder = tmp_path_factory.mktemp("desk")
    with client(folder) as one:
        one.folder = folder
        yield one


@pytest.fixture(scope="module")
def solved(web):
    job = finished(web, ok(web.post("/api/spots", json={"spot": SPOT, "target": 0.3})))
    assert job["state"] == "done", job
    return job


def command(web, *words):
    found = subprocess.run(
        [sys.executable, "-m", "equipoise", *words, "--json"],
        cwd=web.folder, capture_output=True, text=True, encoding="utf-8", check=True,
    )  # fmt: skip
    return json.loads(found.stdout)


def test_ranges_go_both_ways(web):
    typed = ok(web.post("/api/ranges", json={"text": "TT+, AK, 76s:0.5"}))
    assert typed["combos"] == Range.parse("TT+,AK,76s:0.5").total
    assert len(typed["hands"]) == TYPE_COUNT
    assert typed["hands"]["76s"] == 0.5
    painted = ok(
        web.post("/api/ranges", json={"text": typed["text"], "hands": {"76s": 0, "22": 1}})
    )
    assert Range.parse(painted["text"]) == Range.parse("TT+,AK,22")
    assert ok(web.post("/api/ranges", json={"text": painted["text"]})) == painted


@pytest.mark.parametrize(
    "body",
    [
        {"text": "zz"},
        {"hands": {"XX": 1}},
        {"hands": {"AA": 2}},
        {"hands": {"AA": "x"}},
        {"hands": []},
        {"text": 5},
    ],
)
def test_ranges_that_are_none_are_one_line(web, body):
    answer = web.post("/api/ranges", json=body)
    assert answer.status_code == 400
    assert "\n" not in answer.json()["error"]


def test_a_solve_says_what_it_takes_before_it_starts(web):
    found = ok(web.post("/api/spots/check", json={"spot": SPOT}))
    assert found["memory_bytes"] > 0
    assert found["problem"] == ""
    assert found["hands"] == [14, 9]
    for wrong in (
        {"board": "Qs"},
        {"pot": 0},
        {"oop": ""},
        {"bets": "huge"},
        {"nonsense": "1"},
        {"locks": "x"},
    ):
        assert web.post("/api/spots/check", json={"spot": {**SPOT, **wrong}}).status_code == 400
    assert web.post("/api/spots/check", json={}).status_code == 400


def test_a_solved_spot_is_what_the_command_shows(web, solved):
    id_ = solved["made"]
    name = solved["about"]["name"]
    assert ok(web.get(f"/api/spots/{id_}/node")) == command(web, "spot", "show", name)
    line = "check, bet 50"
    assert ok(web.get(f"/api/spots/{id_}/node", params={"line": line})) == command(
        web, "spot", "show", name, "--line", line
    )
    assert solved["result"]["exploitability_percent"] <= 0.3
    rows = ok(web.get("/api/spots"))["spots"]
    assert [row["id"] for row in rows] == [id_]
    place = ok(web.get(f"/api/spots/{id_}/place", params={"line": "check, check"}))
    assert place == {"line": ["check", "check"], "missing": 0, "decision": False}
    assert web.get(f"/api/spots/{id_}/node", params={"line": "bet 7"}).status_code == 400
    csv = web.get(f"/api/spots/{id_}/csv", params={"player": "ip"})
    assert csv.headers["content-disposition"].startswith("attachment")
    assert len(csv.text.splitlines()) == 1 + 9


def test_a_locked_node_is_solved_again(web, solved):
    spot = {**SPOT, "locks": [" | TT | bet 50=100%"]}
    job = finished(web, ok(web.post("/api/spots", json={"spot": spot, "target": 1})))
    assert job["state"] == "done", job
    node = ok(web.get(f"/api/spots/{job['made']}/node"))
    hands = {row["hand"]: row for row in node["ranges"]["oop"]["hands"]}
    tens = [row["strategy"]["bet 50"] for hand, row in hands.items() if hand[0] == hand[2] == "T"]
    assert tens == pytest.approx([1.0] * 6)


def test_the_shipped_strategy_can_be_looked_at(web):
    rows = ok(web.get("/api/strategies"))["strategies"]
    assert rows[0]["id"] == "blueprint"
    assert "equipoise solve holdem-nolimit:100bb" in rows[0]["command"]
    node = ok(web.get("/api/strategies/blueprint/node"))
    assert [one["then"] for one in node["steps"]] == ["fold", *["decision"] * 3]
    assert sum(node["totals"]) == pytest.approx(1)
    assert all(sum(row) == pytest.approx(1) for row in node["hands"].values())
    flop = ok(web.get("/api/strategies/blueprint/node", params={"path": "r6c/", "board": "2c7dTh"}))
    assert flop["round"] == "flop"
    assert len(flop["hands"]) == TYPE_COUNT
    assert web.get("/api/strategies/blueprint/node", params={"path": "x"}).status_code == 400
    lines = web.get("/api/strategies/blueprint/csv").text.splitlines()
    assert lines[0].startswith("cards,weight,fold,call")


def test_sittings_are_found_by_later_servers(web):
    table = ok(
        web.post("/api/tables", json={"game": "holdem-limit:2p", "agents": ["call"], "seed": 8})
    )
    while table["hand"]["choices"]:
        table = ok(web.post(f"/api/tables/{table['id']}/move", json={"move": "c"}))
    (sitting,) = ok(web.get("/api/sittings"))["sittings"]
    assert sitting["hands"] == 1
    hand = ok(web.get(f"/api/sittings/{sitting['id']}/hands/1"))
    assert hand["of"] == 1
    shown = {seat["name"]: seat["won"] for seat in table["hand"]["seats"]}
    assert {player["name"]: player["payoff"] for player in hand["players"]} == shown
    assert web.get(f"/api/sittings/{sitting['id']}/hands/2").status_code == 404
