"""Calls about card abstractions: the buckets of hands on a board, and their strength."""

import shutil
from collections import Counter
from dataclasses import asdict
from itertools import pairwise

import pytest
from tests.interfaces.web.servers import client, finished, ok

from equipoise.abstraction.buckets.cuts import CUTS, load_cuts
from equipoise.abstraction.strength.on_demand import OnDemand
from equipoise.base.folders import cache_folder
from equipoise.cards.card import parse_cards
from equipoise.cards.equity import equity
from equipoise.cards.ranges import Range
from equipoise.cards.strength import assess
from equipoise.strategies.opened import open_strategy
from equipoise.strategies.shipped import shipped_folder

BOARD = "Js9s2d"


@pytest.fixture(scope="module")
def web(tmp_path_factory):
    with client(tmp_path_factory.mktemp("desk")) as one:
        yield one


def on_board(web, board, id_="blueprint"):
    return ok(web.get(f"/api/buckets/{id_}/board", params={"board": board}))


def test_the_buckets_of_the_shipped_strategy_are_there_at_once(web):
    first = ok(web.get("/api/buckets"))["abstractions"][0]
    assert (first["id"], first["kept"]) == ("blueprint", "strategy")
    assert first["notation"] == load_cuts(shipped_folder() / CUTS).notation == "ir169.10.4.4"
    assert first["counts"] == [169, 10, 40, 160]
    assert first["recall"] == "imperfect"


@pytest.mark.parametrize(
    ("board", "hands"), [("Js9s2d", 1176), ("Js9s2d4c", 1128), ("Js9s2d4cKh", 1081)]
)
def test_every_hand_on_a_board_has_the_bucket_it_is_played_by(web, board, hands):
    found = on_board(web, board)
    assert len(found["hands"]) == len(set(found["hands"])) == hands
    cards = parse_cards(board)
    played = open_strategy(shipped_folder()).problem.bucketing
    expected = {hand: played.of_hand(parse_cards(hand), cards)[-1] for hand in found["hands"][::97]}
    given = dict(zip(found["hands"], found["hand_buckets"], strict=True))
    assert {hand: given[hand] for hand in expected} == expected
    counted = Counter(found["hand_buckets"])
    assert {one["bucket"]: one["hands"] for one in found["buckets"]} == counted
    assert sum(one["share"] for one in found["buckets"]) == pytest.approx(1)
    assert all(a["strength"] <= b["strength"] + 1e-9 for a, b in pairwise(found["buckets"]))
    for one in found["buckets"]:
        assert sum(one["waveform"]) == pytest.approx(1)
        assert one["low"] - 1e-9 <= one["strength"] <= one["high"] + 1e-9


def test_a_hand_has_the_same_bucket_in_both_views_and_the_strength_of_its_equity(web):
    found = ok(web.get("/api/buckets/blueprint/hand", params={"hand": "7s6s", "board": BOARD}))
    (flop,) = found["rounds"]
    board = on_board(web, BOARD)
    at = board["hands"].index("7s6s")
    assert flop["bucket"] == board["hand_buckets"][at]
    assert flop["strength"] == pytest.approx(board["strengths"][at], abs=1e-6)
    assert sorted(flop["together"]) == sorted(
        hand
        for hand, bucket in zip(board["hands"], board["hand_buckets"], strict=True)
        if bucket == flop["bucket"]
    )
    exact = equity([Range.parse("7s6s"), Range.parse("random")], parse_cards(BOARD))
    assert flop["strength"] == pytest.approx(exact.equities[0], abs=1e-9)
    assert sum(flop["waveform"]) == pytest.approx(1)
    features = OnDemand().on_board(tuple(parse_cards(BOARD)))
    assert features.waveform(30).shape[1] == len(flop["waveform"])


def test_strength_is_that_of_the_command(web):
    asked = {"hand": "AdQc", "board": "3h4cJh", "opponents": 3}
    found = ok(web.get("/api/strength", params=asked))
    expected = asdict(assess(parse_cards("AdQc"), parse_cards("3h4cJh"), 3))
    assert {key: found[key] for key in expected} == expected
    # Papp 1998, section 5.2.1: A-Q on 3-4-J is ahead of 58.5% of hands
    one = ok(web.get("/api/strength", params={**asked, "opponents": 1}))
    assert one["hs"] == pytest.approx(0.585, abs=5e-4)


@pytest.mark.parametrize(
    ("path", "asked", "code"),
    [
        ("/api/buckets/blueprint/board", {"board": "Js9s2x"}, 400),
        ("/api/buckets/blueprint/board", {"board": "Js9s"}, 400),
        ("/api/buckets/blueprint/board", {"board": "JsJs2d"}, 400),
        ("/api/buckets/nothing/board", {"board": BOARD}, 404),
        ("/api/buckets/blueprint/hand", {"hand": "Js6s", "board": BOARD}, 400),
        ("/api/buckets/blueprint/hand", {"hand": "7s", "board": BOARD}, 400),
        ("/api/buckets/blueprint/hand", {}, 400),
        ("/api/strength", {"hand": "AdQc"}, 400),
        ("/api/strength", {"hand": "AdQc", "board": BOARD, "opponents": 23}, 400),
        ("/api/buckets/estimate", {"cards": "eight"}, 400),
        ("/api/buckets/estimate", {"cards": "../8.8.8.8"}, 400),
        ("/api/buckets/estimate", {"cards": "8.8.8.8", "flops": 1756}, 400),
    ],
)
def test_bad_input_is_one_line(web, path, asked, code):
    answer = web.get(path, params=asked)
    assert answer.status_code == code
    assert "\n" not in answer.json()["error"]


@pytest.mark.parametrize("path", ["build", "show", "compare"])
def test_a_job_about_buckets_is_refused_before_it_is_queued(web, path):
    before = ok(web.get("/api/jobs"))["jobs"]
    for body in ({}, {"cards": "8/8"}, {"first": "blueprint", "second": "no"}, {"cards": 8}):
        assert web.post(f"/api/buckets/{path}", json=body).status_code in (400, 404)
    assert ok(web.get("/api/jobs"))["jobs"] == before


def test_what_a_notation_means_is_known_before_it_is_built(web):
    found = ok(web.get("/api/buckets/estimate", params={"cards": "8.8.8.8", "flops": 20}))
    assert found["counts"] == [8, 64, 512, 4096]
    assert found["recall"] == "perfect"
    assert found["seconds"] > 0


@pytest.fixture
def nothing_kept():
    """Remove from the cache what a test has built."""
    place = cache_folder() / "buckets"
    before = set(place.iterdir()) if place.is_dir() else set()
    yield
    for folder in set(place.iterdir()) - before:
        if folder.name.startswith("ir169.5.2.2-"):
            shutil.rmtree(folder)


def test_an_abstraction_is_built_and_then_looked_at(web, nothing_kept):
    job = finished(
        web, ok(web.post("/api/buckets/build", json={"cards": "ir169.5.2.2", "flops": 3})), 180
    )
    assert job["state"] == "done", job
    assert job["command"] == "equipoise buckets build ir169.5.2.2 --flops 3"
    rows = ok(web.get("/api/buckets"))["abstractions"]
    (mine,) = (one for one in rows if one.get("notation") == "ir169.5.2.2" and one["flops"] == 3)
    assert mine["counts"] == [one["buckets"] for one in job["result"]["rounds"]]
    assert len(mine["known_flops"]) == 3
    found = on_board(web, mine["known_flops"][0], mine["id"])
    assert {one["bucket"] for one in found["buckets"]} <= set(range(5))
    others = ("AsKsQs", "2c2d2h", "Js9s2d", "7c7d2s")
    refused = [web.get(f"/api/buckets/{mine['id']}/board", params={"board": b}) for b in others]
    assert any(one.status_code == 400 and "sampled flops" in one.json()["error"] for one in refused)
