"""Pictures of the page for the documentation: ``python -m tests.interfaces.web.pictures``.

A server over a fresh folder is played at, solves, and plays a match; each screen is then drawn.
"""

import sys
import tempfile
import time
from io import BytesIO
from pathlib import Path

from tests.interfaces.web.browsers import browser, json_of, opened
from tests.interfaces.web.servers import running

IMAGES = Path(__file__).parents[3] / "docs" / "images"
POST = (
    "([path, body]) => fetch(path, {method: 'POST', headers: {'content-type': 'application/json'}, "
    "body: JSON.stringify(body)}).then((a) => a.json())"
)
SPOT = {
    "board": "QsJh2h5d5c", "pot": 100, "stack": 200, "bets": "50%, 100%",
    "oop": "22+,A2s+,KTs+,QTs+,JTs,T9s,98s,AJo+,KQo", "ip": "22-JJ,A2s-AQs,K9s+,Q9s+,J9s+,T8s+,ATo-AQo,KJo+",
}  # fmt: skip


def keep(page, name, folder, full=False, height=None):
    """A picture of the screen, of its upper part where a height is given."""
    clip = (
        None
        if height is None
        else {"x": 0, "y": 0, "width": page.viewport_size["width"], "height": height}
    )
    raw = page.screenshot(full_page=full or clip is not None, clip=clip)
    small(raw, name, folder)


def small(raw, name, folder):
    """A picture with few colours, so that it is small; the first one is what a newcomer sees."""
    from PIL import Image

    image = Image.open(BytesIO(raw)).convert("RGB")
    if name == "play":
        image.save(folder / f"page-{name}.png", optimize=True)
        return
    image = image.quantize(256, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    image.save(folder / f"page-{name}.png", optimize=True)


def finish(page, job):
    while json_of(page, f"/api/jobs/{job['id']}")["state"] in ("queued", "running"):
        time.sleep(0.2)
    return json_of(page, f"/api/jobs/{job['id']}")["made"]


def main(images=IMAGES):
    with tempfile.TemporaryDirectory() as folder, running(folder) as (_, url), browser() as chrome:
        page = opened(chrome, url, 1400, 900)
        page.wait_for_selector("text=Sit down")

        def go(place, wait, seconds=0.8):
            page.goto(url.split("?")[0] + place)
            page.locator(wait).first.wait_for()
            time.sleep(seconds)

        jobs = [
            page.evaluate(POST, ["/api/spots", {"spot": SPOT, "target": 0.2}]),
            page.evaluate(POST, ["/api/solves", {"game": "leduc", "seconds": 3}]),
            page.evaluate(POST, ["/api/matches", {"game": "holdem-nolimit:100bb", "agents": ["blueprint", "call"], "hands": 500, "duplicate": True}]),
        ]  # fmt: skip
        table = page.evaluate(POST, ["/api/tables", {"agents": ["blueprint"], "seed": 290679095}])
        for _ in range(12):
            while table["hand"]["choices"]:
                table = page.evaluate(POST, [f"/api/tables/{table['id']}/move", {"move": "c"}])
            table = page.evaluate(POST, [f"/api/tables/{table['id']}/deal", {}])
        table = page.evaluate(POST, [f"/api/tables/{table['id']}/settings", {"open": True}])
        while len(table["hand"]["streets"]) < 3 and table["hand"]["choices"]:
            table = page.evaluate(POST, [f"/api/tables/{table['id']}/move", {"move": "c"}])
        go(f"#/play/{table['id']}", ".felt", 3)
        keep(page, "play", images, height=900)
        page.get_by_role("region", name="What it thinks").scroll_into_view_if_needed()
        small(page.get_by_role("region", name="What it thinks").screenshot(), "thinks", images)
        spot, run, match = (finish(page, job) for job in jobs)
        go(f"#/spots/{spot}", ".grid13")
        keep(page, "spot", images, height=1000)
        go("#/spots", "text=of memory", 1.5)
        keep(page, "spots", images, height=1000)
        go("#/strategies/blueprint", ".grid13")
        keep(page, "strategies", images, height=1000)
        go(f"#/training/{run}", "text=exploitability, chips", 1.5)
        keep(page, "training", images, height=640)
        go(f"#/matches/match/{match}", "text=Bankrolls", 1.5)
        keep(page, "match", images, height=1000)
        job = page.evaluate(POST, ["/api/results", {"id": "papp-5.1"}])
        finish(page, job)
        results = json_of(page, "/api/results")["experiments"]
        (made,) = next(one for one in results if one["id"] == "papp-5.1")["results"]
        go(f"#/results/{made['id']}", "text=Claims", 1.5)
        keep(page, "results", images)
        job = page.evaluate(
            POST,
            [
                "/api/tables",
                {"game": "holdem-limit:6p", "agents": ["loki-gom"] * 5, "seed": 4, "open": True},
            ],
        )
        loki = job
        while loki["hand"]["choices"] and len(loki["hand"]["streets"]) < 3:
            loki = page.evaluate(POST, [f"/api/tables/{loki['id']}/move", {"move": "c"}])
        go(f"#/play/{loki['id']}", ".felt", 1)
        keep(page, "loki", images, height=1250)
        phone = opened(chrome, url, 390, 844, "dark")
        phone.wait_for_selector("text=Sit down")
        phone.goto(url.split("?")[0] + f"#/play/{table['id']}")
        phone.locator(".felt").wait_for()
        time.sleep(1)
        keep(phone, "phone", images)
        go("#/cards", "text=Buckets on this board", 1.5)
        keep(page, "cards", images, height=1000)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else IMAGES)
