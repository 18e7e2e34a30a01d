"""The page of the documentation names every call."""

from pathlib import Path

import pytest

from equipoise.interfaces.web.routes import CALLS

TEXT = (Path(__file__).parents[3] / "docs" / "page.md").read_text(encoding="utf-8")
ROWS = [line for line in TEXT.splitlines() if line.startswith("| `")]


@pytest.mark.parametrize(("method", "path"), [(method, path) for method, path, _ in CALLS])
def test_every_call_is_documented(method, path):
    parts = path.split("/")
    room, last = "/".join(parts[:3]), next(p for p in reversed(parts) if not p.startswith("{"))
    rows = [row for row in ROWS if room in row and f"/{last}" in row]
    assert any(f"{method}" in row for row in rows), path


def test_every_documented_call_is_there():
    rooms = {"/".join(path.split("/")[:3]) for _, path, _ in CALLS} | {"/api/events"}
    for row in ROWS:
        for word in row.split("|")[1].replace("`", " ").replace(",", " ").split():
            if word.startswith("/api/"):
                assert "/".join(word.partition("?")[0].split("/")[:3]) in rooms, word
