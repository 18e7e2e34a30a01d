"""Calls about matches and tournaments: what the commands print, every hand, and going on."""

import json
import shutil
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from tests.interfaces.web.servers import client, finished, ok

from equipoise.formats.phh.read import read_phh
from equipoise.interfaces.cli.main import run
from equipoise.matches.folder import MatchFolder
from equipoise.matches.match import play_match, read_match
from equipoise.matches.plan import MatchPlan

HANDS = 120


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("desk")
    agents = ["call", "raise", "random"]
    game = ["--game", "leduc", "--hands", str(HANDS), "--duplicate", "--json"]
    assert (
        run(["match", "random", "raise", *game, "--seed", "4", "--out", str(place / "duel")]) == 0
    )
    assert run(["tournament", *agents, *game, "--out", str(place / "round")]) == 0
    return place


@pytest.fixture(scope="module")
def web(folder):
    with client(folder) as one:
        yield one


@pytest.fixture(scope="module")
def listed(web):
    return {one["name"]: one for one in ok(web.get("/api/matches"))["matches"]}


def test_matches_and_tournaments_are_listed(listed):
    duel = listed["duel"]
    assert (duel["kind"], duel["agents"], duel["hands"]) == ("match", ["random", "raise"], HANDS)
    assert duel["finished"]
    assert duel["part_of"] is None
    assert listed["round"]["kind"] == "tournament"
    assert listed["round/01-02"]["part_of"] == listed["round"]["id"]


def test_a_match_is_what_its_command_printed(web, folder, listed):
    found = ok(web.get(f"/api/matches/{listed['duel']['id']}"))
    printed = json.loads((folder / "duel" / "result.json").read_text(encoding="utf-8"))
    for key in ("mb_per_hand", "ci95", "std", "chips", "winner", "hands_played"):
        assert found[key] == printed[key], key
    assert found["played"] == HANDS
    curve = found["curve"]
    assert curve["hands"][-1] == 2 * HANDS
    assert curve["totals_bb"][0][-1] == pytest.approx(found["mb_per_hand"][0] * 2 * HANDS / 1000)
    assert curve["halves_bb"][0][0] is None  # one deal has no interval
    assert curve["halves_bb"][0][-1] > 0


def test_every_hand_can_be_replayed_and_adds_up(web, listed):
    id_ = listed["duel"]["id"]
    rows, start = [], 0
    while True:
        page = ok(web.get(f"/api/matches/{id_}/hands", params={"start": start}))
        rows += page["hands"]
        start += page["page"]
        if start >= page["of"]:
            break
    assert [(row["number"], row["seating"]) for row in rows] == [
        (number, seating) for number in range(1, HANDS + 1) for seating in (1, 2)
    ]
    match = ok(web.get(f"/api/matches/{id_}"))
    won = np.array([row["won_bb"] for row in rows]).sum(axis=0)
    assert won == pytest.approx([one[-1] for one in match["curve"]["totals_bb"]])
    for row in rows[::31]:
        story = ok(
            web.get(f"/api/matches/{id_}/hands/{row['number']}", params={"seating": row["seating"]})
        )
        paid = {one["name"]: one["payoff"] for one in story["players"]}
        assert [paid[name] / story["big_blind"] for name in match["agents"]] == row["won_bb"]
        holes = {one["name"]: one["hole"] for one in story["players"]}
        assert [holes[name] for name in match["agents"]] == row["holes"]
    assert rows[0]["holes"] == rows[1]["holes"][::-1]  # the seatings of a deal


@pytest.mark.parametrize("player", [0, 1])
def test_hands_are_found_by_what_was_won(web, listed, player):
    def page(order):
        asked = {"order": order, "player": player}
        rows = ok(web.get(f"/api/matches/{listed['duel']['id']}/hands", params=asked))["hands"]
        return [row["won_bb"][player] for row in rows]

    assert page("won") == sorted(page("won"), reverse=True)
    assert page("lost") == sorted(page("lost"))
    sizes = [abs(amount) for amount in page("swing")]
    assert sizes == sorted(sizes, reverse=True)
    assert max(sizes) == max(max(page("won")), -min(page("lost")))


def test_a_hand_is_a_phh_file_where_the_format_has_its_game(web, folder, listed):
    play_match(MatchPlan("holdem-limit:2p", ("call", "raise"), 2), 1, folder / "limit")
    rows = {one["name"]: one for one in ok(web.get("/api/matches"))["matches"]}
    answer = web.get(f"/api/matches/{rows['limit']['id']}/hands/2/phh")
    assert answer.headers["content-disposition"] == 'attachment; filename="hand-2-1.phh"'
    record = MatchFolder(folder / "limit").row(MatchFolder(folder / "limit").plan(), 1).record
    again = read_phh(answer.text).record
    assert (again.hole, again.board, again.actions) == (record.hole, record.board, record.actions)
    refused = web.get(f"/api/matches/{listed['duel']['id']}/hands/1/phh")
    assert refused.status_code == 400


def test_a_tournament_has_its_crosstable_and_leads_to_its_matches(web, folder, listed):
    found = ok(web.get(f"/api/tournaments/{listed['round']['id']}"))
    printed = json.loads((folder / "round" / "result.json").read_text(encoding="utf-8"))
    for key in ("mb_per_hand", "half_widths", "averages", "agents"):
        assert found[key] == printed[key], key
    assert found["matches"].keys() == {"01-02", "01-03", "02-03"}
    match = ok(web.get(f"/api/matches/{found['matches']['01-03']}"))
    assert match["mb_per_hand"][0] == pytest.approx(found["mb_per_hand"][0][2])


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/api/matches/none", 404),
        ("/api/tournaments/none", 404),
        ("/api/matches/{id}/hands/121", 404),
        ("/api/matches/{id}/hands/1?seating=3", 404),
        ("/api/matches/{id}/hands/x", 400),
        ("/api/matches/{id}/hands?order=size", 400),
        ("/api/matches/{id}/hands?player=2", 400),
        ("/api/matches/{id}/hands?start=-1", 400),
    ],
)
def test_what_is_not_there_is_one_line(web, folder, listed, path, code):
    answer = web.get(path.format(id=listed["duel"]["id"]))
    assert answer.status_code == code
    error = answer.json()["error"]
    assert "\n" not in error
    assert str(folder) not in error


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"game": "leduc"},
        {"game": "leduc", "agents": ["call"]},
        {"game": "leduc", "agents": ["call", "/etc/passwd"]},
        {"game": "leduc", "agents": ["call", "person"]},
        {"game": "/tmp/x.game", "agents": ["call", "raise"]},
        {"game": "leduc", "agents": ["call", "raise"], "hands": 0},
        {"game": "leduc", "agents": ["call", "raise"], "estimator": "luck"},
    ],
)
def test_a_match_that_cannot_be_played_is_not_queued(web, body):
    answer = web.post("/api/matches", json=body)
    assert answer.status_code in (400, 404)
    assert "\n" not in answer.json()["error"]


def test_a_stopped_match_is_shown_and_finished(web, folder):
    plan = MatchPlan("kuhn", ("call", "random"), 90, 3, session=30).checked()
    whole = play_match(plan, 1, folder / "stopped")
    kept = MatchFolder(folder / "stopped")
    for file in (folder / "stopped" / "hands").glob("00000002-*"):
        file.unlink()
    part = read_match(folder / "stopped")
    assert part.plan.hands == 60
    assert np.array_equal(part.parts, whole.parts[:60])
    assert not kept.is_whole(kept.plan())
    rows = {one["name"]: one for one in ok(web.get("/api/matches"))["matches"]}
    id_ = rows["stopped"]["id"]
    found = ok(web.get(f"/api/matches/{id_}"))
    assert (found["finished"], found["played"], found["hands"]) == (False, 60, 90)
    assert len(ok(web.get(f"/api/matches/{id_}/hands", params={"start": 50}))["hands"]) == 10
    job = finished(web, ok(web.post(f"/api/matches/{id_}/resume", json={})))
    assert job["state"] == "done", job
    again = ok(web.get(f"/api/matches/{id_}"))
    assert (again["finished"], again["played"]) == (True, 90)
    assert again["curve"]["totals_bb"][1][-1] == pytest.approx(whole.millis()[:, 0, 1].sum() / 1000)


def test_estimators_are_those_of_the_command(web, listed):
    asked = {"by": "money,duplicate"}
    job = finished(web, ok(web.post(f"/api/matches/{listed['duel']['id']}/assess", json=asked)))
    assert job["state"] == "done", job
    money, duplicate = job["result"]["estimators"]
    match = ok(web.get(f"/api/matches/{listed['duel']['id']}"))
    assert money["mb_per_hand"] == pytest.approx(match["mb_per_hand"])
    assert duplicate["ci95"][0] == pytest.approx(match["ci95"][0])
    wrong = web.post(f"/api/matches/{listed['duel']['id']}/assess", json={"by": "luck"})
    assert wrong.status_code == 400


def test_a_damaged_match_is_listed_as_such(web, folder, listed):
    shutil.copytree(folder / "duel", folder / "damaged")
    (folder / "damaged" / "match.json").write_text("{}", encoding="utf-8")
    rows = {one["name"]: one for one in ok(web.get("/api/matches"))["matches"]}
    assert "problem" in rows["damaged"]
    assert web.get(f"/api/matches/{rows['damaged']['id']}").status_code == 400


def test_threads_of_the_server_read_hands_at_the_same_time(folder):
    whole = read_match(folder / "duel").parts
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(read_match, [folder / "duel"] * 24))
    assert all(np.array_equal(one.parts, whole) for one in found)
