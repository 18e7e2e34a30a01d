"""Cards, results, matches and training in a real Chromium: what they show is what the calls say."""

import re

import pytest
from tests.interfaces.web.browsers import browser, check_quiet, chromium, json_of, opened
from tests.interfaces.web.servers import running

from equipoise.experiments.harness.experiment import Cell, Claim, Outcome, Setting
from equipoise.experiments.harness.registry import find_experiment
from equipoise.experiments.harness.store import StoredResult
from equipoise.interfaces.cli.main import run

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
pytestmark = pytest.mark.skipif(
    chromium() is None, reason="there is no Chromium: apt-get install chromium"
)
OUTCOME = Outcome(
    cells=[Cell("jam", "10 bb", 0.5, 0.52, 0.48, 0.56), Cell("jam", "20 bb", 0.4, 0.31, 0.3, 0.32)],
    claims=[Claim("short stacks jam", True, "52%"), Claim("so do deep ones", False, "31%")],
    digits=2,
)  # fmt: skip


@pytest.fixture(scope="module")
def chrome():
    with browser() as one:
        yield one


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    folder = tmp_path_factory.mktemp("desk")
    game = ["--game", "leduc", "--hands", "60", "--duplicate", "--json"]
    assert (
        run(["match", "random", "raise", *game, "--seed", "4", "--out", str(folder / "duel")]) == 0
    )
    assert (
        run(["tournament", "call", "raise", "random", *game, "--out", str(folder / "round")]) == 0
    )
    assert (
        run(["solve", "kuhn", "--iterations", "40", "--out", str(folder / "kuhn"), "--json"]) == 0
    )
    known = find_experiment("slides-jamfold")
    StoredResult(known, Setting("quick", 7), OUTCOME, 1.25).write(folder / "results")
    with running(folder) as (_, url):
        yield url


@pytest.fixture
def page(chrome, served):
    one = opened(chrome, served)
    one.wait_for_selector("text=Sit down")
    yield one
    check_quiet(one)
    one.context.close()


def go(page, served, place):
    page.goto(served.split("?")[0] + place)


def named(page, path, key, name):
    return next(one for one in json_of(page, path)[key] if one["name"] == name)


def test_the_grid_of_buckets_is_what_the_call_says(page, served):
    go(page, served, "#/cards/blueprint/Js9s2d/7s6s/-")
    page.get_by_text("Buckets on this board").wait_for()
    found = json_of(page, "/api/buckets/blueprint/board?board=Js9s2d")
    bucket = {
        hand: one + 1 for hand, one in zip(found["hands"], found["hand_buckets"], strict=True)
    }
    aces = {bucket[hand] for hand in bucket if hand[0] == hand[2] == "A"}
    assert len(aces) == 1
    assert page.locator("[data-hand='AA'] i").inner_text() == str(*aces)
    assert page.get_by_text(f"7s6s is in bucket {bucket['7s6s']} of 10").count() == 1
    page.locator("[data-hand='AA']").focus()
    page.keyboard.press("ArrowRight")  # to AKs, by keyboard alone
    page.keyboard.press("Enter")
    page.wait_for_function("location.hash.includes('/A')")
    hand = page.evaluate("location.hash").split("/")[4]
    assert (hand[0], hand[2]) in (("A", "K"), ("K", "A"))
    page.get_by_text(f"{hand} is in bucket {bucket[hand]} of 10").wait_for()
    page.get_by_label("Board", exact=True).fill("Js9s")
    page.keyboard.press("Enter")
    page.get_by_text("Three, four or five board cards").wait_for()


def test_a_result_stands_beside_what_was_published(page, served):
    go(page, served, "#/results")
    page.get_by_role("link", name="slides-jamfold").click()
    page.get_by_text("✓ holds").wait_for()
    assert page.get_by_text("✗ does not hold").count() == 1
    cells = page.locator("table.both td")
    assert re.sub(r"\s+", " ", cells.nth(0).inner_text()) == "0.52 [0.48, 0.56] published 0.50"
    assert "outside" not in cells.nth(0).get_attribute("class")
    assert "outside" in cells.nth(1).get_attribute("class")
    picture = page.locator(".picture img")
    if picture.count():
        page.wait_for_function("document.querySelector('.picture img').naturalWidth > 0")


def test_a_match_and_each_of_its_hands(page, served):
    id_ = named(page, "/api/matches", "matches", "duel")["id"]
    go(page, served, "#/matches")
    page.get_by_role("link", name="duel").click()
    page.get_by_text("Estimators side by side").wait_for()
    match = json_of(page, f"/api/matches/{id_}")
    mean = f"{abs(match['mb_per_hand'][0]):,.1f}".removesuffix(".0")
    sign = "+" if match["mb_per_hand"][0] > 0 else "−"
    assert page.locator(".interval .num").first.inner_text().startswith(sign + mean)
    page.locator(".plot canvas").first.wait_for()
    page.get_by_label("order").select_option("swing")
    rows = json_of(page, f"/api/matches/{id_}/hands?order=swing&player=0")["hands"]
    first = rows[0]
    page.locator(f"a[href='#/matches/match/{id_}/{first['number']}/{first['seating']}']").click()
    page.locator(".felt").wait_for()
    story = json_of(page, f"/api/matches/{id_}/hands/{first['number']}?seating={first['seating']}")
    deeds = sum(len(street["actions"]) for street in story["streets"])
    page.get_by_text(f"action {deeds} of {deeds}").wait_for()
    page.keyboard.press("Home")
    page.get_by_text(f"action 0 of {deeds}").wait_for()
    for step in range(1, deeds + 1):
        page.keyboard.press("ArrowRight")
        page.get_by_text(f"action {step} of {deeds}").wait_for()
    for seat in story["players"]:
        paid = f"{'+' if seat['payoff'] > 0 else '−' if seat['payoff'] < 0 else ''}{abs(seat['payoff'])}"
        assert page.locator(".seat", has_text=seat["name"]).locator(".did").inner_text() == paid


def test_a_crosstable_leads_to_its_matches(page, served):
    found = named(page, "/api/matches", "matches", "round")
    go(page, served, f"#/matches/tournament/{found['id']}")
    table = page.get_by_role("table", name="Crosstable")
    table.wait_for()
    tournament = json_of(page, f"/api/tournaments/{found['id']}")
    assert table.locator("tbody tr").count() == 3
    cell = table.locator("tbody tr").nth(2).locator("td").nth(1)
    assert cell.inner_text().startswith(f"−{abs(round(tournament['mb_per_hand'][2][1])):,}")
    cell.get_by_role("link").click()
    page.get_by_role("heading", name="raise v random").wait_for()


def test_a_run_of_the_command_line_is_watched_and_resumed(page, served):
    go(page, served, "#/training")
    page.get_by_role("link", name="kuhn", exact=True).click()
    page.locator("[data-exploitability]").wait_for()
    page.locator(".plot canvas").first.wait_for()
    page.get_by_label("iterations in all").fill("90")
    page.get_by_role("button", name="Resume").click()
    page.wait_for_function(
        "() => fetch('/api/jobs').then((a) => a.json()).then((all) => all.jobs[0]?.state === 'done')"
    )
    page.get_by_text("90 iterations").wait_for()
    about = named(page, "/api/runs", "runs", "kuhn")
    assert about["iterations"] == 90
    assert about["state"] == "done"


@pytest.mark.parametrize(("width", "theme"), [(1400, "light"), (390, "dark")])
def test_the_screens_fit_and_name_their_controls(chrome, served, width, theme):
    page = opened(chrome, served, width, 844, theme)
    page.wait_for_selector("text=Sit down")
    match = named(page, "/api/matches", "matches", "duel")["id"]
    both = named(page, "/api/matches", "matches", "round")["id"]
    solve = named(page, "/api/runs", "runs", "kuhn")["id"]
    places = {
        "#/cards/blueprint/Js9s2d4c/7s6s/blueprint": "How far they agree",
        f"#/matches/match/{match}": "Bankrolls",
        f"#/matches/match/{match}/1/2": "Story",
        f"#/matches/tournament/{both}": "Rankings",
        f"#/training/{solve}": "Checkpoint",
    }
    for place, words in places.items():
        go(page, served, place)
        page.get_by_text(words, exact=True).first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= width, place
        nameless = page.evaluate(
            "() => [...document.querySelectorAll('button, a, input, select')].filter((e) => "
            "!(e.textContent || e.ariaLabel || e.labels?.length || e.title)).map((e) => e.outerHTML)"
        )
        assert nameless == [], place
    check_quiet(page)
    page.context.close()
