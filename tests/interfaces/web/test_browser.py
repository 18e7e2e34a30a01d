"""The page in a real Chromium: played by keyboard, solved, paused, killed and found again."""

import json
import re
import socket

import pytest
from tests.interfaces.web.browsers import browser, check_quiet, chromium, json_of, opened
from tests.interfaces.web.servers import running

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
pytestmark = pytest.mark.skipif(
    chromium() is None, reason="there is no Chromium: apt-get install chromium"
)
SPOT = {
    "board": "QsJh2h5d5c",
    "pot": "100",
    "stack": "200",
    "oop": "AA,QJs,TT",
    "ip": "JJ,AQs,KQs",
    "bets": "50%",
}


@pytest.fixture(scope="module")
def chrome():
    with browser() as one:
        yield one


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with running(tmp_path_factory.mktemp("desk")) as (_, url):
        yield url


def at(url, place):
    return url.split("?")[0] + place


def test_ten_hands_by_keyboard_add_up_to_the_record(chrome, served):
    page = opened(chrome, served)
    page.get_by_role("button", name="Play the blueprint now").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".felt")
    id_ = page.url.split("/play/")[1]
    shown = []
    for number in range(1, 11):
        page.get_by_role("heading", name=f"Hand {number}", exact=True).wait_for()
        while page.locator("[data-won]").count() == 0:
            before = json_of(page, f"/api/tables/{id_}")["version"]
            raises = number % 4 == 0 and page.locator(".sizes button").count()
            if raises:
                page.keyboard.press("1")
            page.keyboard.press("r" if raises else "c")
            page.wait_for_function(
                "([id, v]) => fetch(`/api/tables/${id}`).then((a) => a.json()).then((t) => t.version > v)",
                arg=[id_, before],
            )
            page.locator("[data-won], .act .moves button:not([disabled])").first.wait_for()
        shown.append(float(page.locator("[data-won]").get_attribute("data-won")))
        page.locator("button:not([disabled])", has_text="Next hand").wait_for()
        if number < 10:
            page.keyboard.press("n")
    table = json_of(page, f"/api/tables/{id_}")
    assert table["result"]["hands"] == 10
    assert table["result"]["won"] == pytest.approx(sum(shown))
    hands = json_of(page, f"/api/tables/{id_}/hands")["hands"]
    assert [2 * hand["won_bb"] for hand in hands] == pytest.approx(shown)
    check_quiet(page)
    page.context.close()


def test_what_it_thinks_is_what_the_call_says(chrome, served):
    page = opened(chrome, served)
    page.wait_for_selector("text=Sit down")
    id_ = page.evaluate(
        "() => fetch('/api/tables', {method: 'POST', headers: {'content-type': 'application/json'},"
        " body: JSON.stringify({agents: ['blueprint:translation=soft'], seed: 9, open: true})}).then((a) => a.json()).then((t) => t.id)"
    )
    page.goto(at(served, f"#/play/{id_}"))
    page.locator("#amount").wait_for()
    second = opened(chrome, page.url, context=page.context)
    second.locator("#amount").wait_for()
    page.locator("#amount").fill("17")
    page.locator("#amount").press("Enter")
    page.wait_for_selector("[data-strategy]")
    page.wait_for_function(
        "(id) => fetch(`/api/tables/${id}`).then((a) => a.json()).then((t) => t.hand.decisions.length > 0)",
        arg=id_,
    )
    count = len(json_of(page, f"/api/tables/{id_}")["hand"]["decisions"])
    said = json_of(page, f"/api/tables/{id_}/hands/1/decisions/{count - 1}")
    page.locator(f"[data-did]:text-is('{said['did']}')").wait_for()
    words = page.locator("[data-strategy] .key").all_inner_texts()
    for one, shown in zip(said["strategy"], words, strict=True):
        assert one["action"] in shown
        assert f"{100 * one['probability']:.1f}%" in shown
    grid = page.get_by_role("grid", name="Its range")
    hand = next(iter(said["range"]["hands"]))
    title = grid.locator(f"[data-hand='{hand}']").get_attribute("title")
    assert title.startswith(hand)
    assert page.locator(".cell").count() == 169
    second.locator(f"[data-did]:text-is('{said['did']}')").wait_for()
    assert second.locator(".log").first.inner_text() == page.locator(".log").first.inner_text()
    check_quiet(second)
    if said["readings"]:
        assert page.get_by_text(said["readings"][0]["read_as"][0]["action"]).count()
    check_quiet(page)
    page.context.close()


def test_a_river_spot_is_solved_and_its_grid_read(chrome, served):
    page = opened(chrome, served)
    page.wait_for_selector("text=Sit down")
    page.evaluate("(spot) => localStorage.setItem('spot', JSON.stringify(spot))", SPOT)
    page.goto(at(served, "#/spots"))
    page.get_by_text("of memory").wait_for()
    page.get_by_role("button", name="Solve", exact=True).click()
    page.get_by_role("button", name="Open").wait_for()
    page.get_by_role("button", name="Open").click()
    page.get_by_role("grid", name=re.compile("out of position, strategy")).wait_for()
    id_ = page.url.split("/spots/")[1]
    node = json_of(page, f"/api/spots/{id_}/node")
    for action in node["actions"]:
        shown = page.locator(f"[data-frequency='{action['action']}']").inner_text()
        assert shown == f"{100 * action['frequency']:.1f}%"
    cell = page.locator("[data-hand='QJs']")
    rows = [
        row
        for row in node["ranges"]["oop"]["hands"]
        if row["hand"][0] + row["hand"][2] in ("QJ", "JQ")
    ]
    share = sum(row["share"] * row["strategy"]["check"] for row in rows) / sum(
        row["share"] for row in rows
    )
    assert f"check {100 * share:.1f}%" in cell.get_attribute("title")
    cell.focus()
    page.keyboard.press("Enter")
    assert page.get_by_role("table").locator("tbody tr").count() == len(rows)
    page.get_by_role("button", name=re.compile("^check")).first.click()
    page.get_by_text("in position acts").wait_for()
    page.locator("button:has([data-frequency='check'])").click()
    page.get_by_text("The betting is over here").wait_for()
    check_quiet(page)
    page.context.close()


def test_ranges_are_painted_and_typed(chrome, served):
    page = opened(chrome, served)
    page.wait_for_selector("text=Sit down")
    page.goto(at(served, "#/spots"))
    from playwright.sync_api import expect

    text = page.get_by_label("Range as text")
    text.fill("QQ+")
    page.locator("[data-hand='22'][title='22: 0%']").wait_for()
    page.locator("[data-hand='JJ']").click()
    expect(text).to_have_value("JJ+")
    page.locator("[data-hand='AA']").focus()
    page.keyboard.press("Enter")
    expect(text).to_have_value("KK-JJ")
    check_quiet(page)
    page.context.close()


def test_a_run_survives_pause_reload_and_a_second_tab(chrome, served):
    page = opened(chrome, served)
    page.goto(at(served, "#/training"))
    page.get_by_role("textbox", name=re.compile("^Game")).fill("leduc")
    page.get_by_role("combobox", name=re.compile("^Method")).select_option("cfr")
    page.get_by_label("Most seconds").fill("600")
    page.get_by_role("button", name="Start").click()
    line = "article[aria-label^='leduc']"
    page.locator(f"{line} [data-exploitability]").wait_for()
    second = opened(chrome, at(served, "#/training"), context=page.context)
    second.locator(f"{line} [data-exploitability]").wait_for()
    page.get_by_role("button", name="Pause").click()
    for tab in (page, second):
        tab.locator(f"{line} .state.paused").wait_for()
    job = next(one for one in json_of(page, "/api/jobs")["jobs"] if one["kind"] == "solve")
    before = job["points"][-1]["iterations"]
    page.reload()
    page.locator(f"{line} .state.paused").wait_for()
    page.get_by_role("button", name="Resume").click()
    page.locator(f"{line} .state.running").wait_for()
    page.wait_for_function(
        "([id, n]) => fetch(`/api/jobs/${id}`).then((a) => a.json()).then((j) => j.points.at(-1).iterations > n)",
        arg=[job["id"], before],
    )
    second.locator(f"{line} .state.running").wait_for()
    second.get_by_role("button", name="Cancel").click()
    page.locator(f"{line} .state.cancelled").wait_for()
    check_quiet(page)
    check_quiet(second)
    page.context.close()


def test_a_killed_server_is_missed_and_found_again(chrome, tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    with running(tmp_path, "--port", port) as (process, url):
        page = opened(chrome, url)
        page.wait_for_selector("text=Sit down")
        process.kill()
        process.wait()
        page.get_by_text("The server does not answer").wait_for()
    with running(tmp_path, "--port", port):
        page.locator(".banner").wait_for(state="detached")
        page.get_by_role("button", name="Play the blueprint now").click()
        page.wait_for_selector(".felt")
    with running(tmp_path, "--port", port, token="another-token-than-before"):
        page.get_by_text("started again with a new token").wait_for()
    page.context.close()


SCREENS = {
    "play": "Sit down", "spots": "Solved spots", "strategies": "blueprint", "strategies/blueprint": "preflop",
    "training": "Start a solve", "matches": "Stored matches", "results": "measured here", "cards": "Buckets on this board",
}  # fmt: skip


@pytest.mark.parametrize(("width", "theme"), [(1400, "light"), (390, "dark")])
def test_every_screen_is_quiet_fits_and_has_names(chrome, served, width, theme):
    page = opened(chrome, served, width, 844, theme)
    page.wait_for_selector("text=Sit down")
    assert page.evaluate("document.documentElement.dataset.theme") == theme
    for place, words in SCREENS.items():
        page.goto(at(served, f"#/{place}"))
        page.get_by_text(words).first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= width, place
        nameless = page.evaluate(
            "() => [...document.querySelectorAll('button, a, input, select, textarea')].filter((e) => "
            "!(e.innerText || e.ariaLabel || e.labels?.length || e.title || e.getAttribute('aria-label'))).map((e) => e.outerHTML)"
        )
        assert nameless == [], place
        assert page.locator("h1").count() == 1
    outside = [json.loads(x) for x in page.evaluate(
        "() => performance.getEntriesByType('resource').map((e) => JSON.stringify(e.name))"
    )]  # fmt: skip
    assert all(name.startswith(at(served, "")) for name in outside)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement !== document.body")
    check_quiet(page)
    page.context.close()
