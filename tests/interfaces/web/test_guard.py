"""Hostile requests: other sites, other names, no token, forms, large bodies, paths."""

import pytest
from tests.interfaces.web.servers import BEARER, HOST, TOKEN, client, ok


@pytest.fixture(scope="module")
def web(tmp_path_factory):
    with client(tmp_path_factory.mktemp("desk"), headers={}) as one:
        yield one


SIT = {"game": "kuhn", "agents": ["call"]}


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8737", "127.0.0.1", "127.0.0.1:80", "[::1]", ""]
)
def test_a_name_that_is_not_ours_is_refused(web, host):
    assert web.get("/api/tables", headers={**BEARER, "host": host}).status_code == 400


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8737", "localhost:8737", "[::1]:8737", "LOCALHOST:8737"]
)
def test_our_own_names_are_let_in(web, host):
    assert web.get("/api/tables", headers={**BEARER, "host": host}).status_code == 200


@pytest.mark.parametrize(
    "path", ["/", "/api/tables", "/api/events", "/static/app.css", "/static/js/main.js"]
)
def test_nothing_is_shown_without_the_token(web, path):
    assert web.get(path).status_code == 401
    assert web.get(path, headers={"authorization": "Bearer wrong"}).status_code == 401
    assert web.get(path, headers={"cookie": f"equipoise-8737=x{TOKEN}"}).status_code == 401


def test_the_token_of_the_address_becomes_a_cookie(web):
    answer = web.get(f"/?token={TOKEN}")
    assert answer.status_code == 303
    assert answer.headers["location"] == "/"
    cookie = answer.headers["set-cookie"].lower()
    assert "equipoise-8737=" in cookie
    assert all(part in cookie for part in ("httponly", "samesite=strict", "path=/"))
    assert web.get("/", headers={"cookie": f"equipoise-8737={TOKEN}"}).status_code == 200
    assert web.get("/?token=wrong").status_code == 401
    web.cookies.clear()


@pytest.mark.parametrize("site", ["cross-site", "same-site", "nonsense"])
def test_requests_that_a_browser_marks_as_foreign_are_refused(web, site):
    headers = {**BEARER, "sec-fetch-site": site}
    assert web.get("/api/tables", headers=headers).status_code == 403
    assert web.get("/api/events", headers=headers).status_code == 403
    assert web.post("/api/tables", json=SIT, headers=headers).status_code == 403


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        f"https://{HOST}",
        "http://127.0.0.1:1",
        f"http://{HOST}.evil.example",
    ],
)
def test_other_origins_are_refused(web, origin):
    assert (
        web.post("/api/tables", json=SIT, headers={**BEARER, "origin": origin}).status_code == 403
    )
    assert web.get("/api/tables", headers={**BEARER, "origin": origin}).status_code == 403


def test_our_own_origin_may_change_things(web):
    headers = {**BEARER, "origin": f"http://{HOST}", "sec-fetch-site": "same-origin"}
    assert ok(web.post("/api/tables", json=SIT, headers=headers))["game"] == "kuhn"


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_forms_cannot_change_anything(web, kind):
    headers = {**BEARER, "content-type": kind}
    assert web.post("/api/tables", content=b'{"game": "kuhn"}', headers=headers).status_code == 415


def test_large_bodies_are_refused(web):
    headers = {**BEARER, "content-type": "application/json"}
    body = b'{"x": "' + b"a" * (1 << 20) + b'"}'
    assert web.post("/api/ranges", content=body, headers=headers).status_code == 413
    assert (
        web.post(
            "/api/ranges", content=iter([b" "] * ((1 << 20) + 10)), headers=headers
        ).status_code
        == 413
    )


@pytest.mark.parametrize("body", [b"nonsense", b"[1]", b"[" * 100_000, b"\xff\xfe"])
def test_bodies_that_are_no_object_are_one_line(web, body):
    answer = web.post(
        "/api/ranges", content=body, headers={**BEARER, "content-type": "application/json"}
    )
    assert answer.status_code == 400
    assert "\n" not in answer.json()["error"]


def test_every_answer_has_the_headers_of_safety(web):
    for answer in (
        web.get("/", headers=BEARER),
        web.get("/api/tables"),
        web.get("/health"),
        web.get("/nowhere", headers=BEARER),
    ):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cross-origin-opener-policy"] == "same-origin"
        assert "access-control-allow-origin" not in answer.headers


def test_health_says_nothing_about_anybody(web):
    assert set(ok(web.get("/health"))) == {"equipoise", "run"}


@pytest.mark.parametrize(
    "agent",
    [
        "/etc",
        "../x",
        "mine.py",
        "./strategy",
        "person",
        "acpc:localhost:1",
        "acpc-run:ls",
        "plus-minus:strategy=/etc/passwd",
        "call:name=a/b",
    ],
)
def test_agents_are_names_and_ids_never_paths(web, agent):
    answer = web.post("/api/tables", json={"game": "kuhn", "agents": [agent]}, headers=BEARER)
    assert answer.status_code in (400, 404), answer.text


@pytest.mark.parametrize("game", ["/etc/passwd", "holdem.game", "../x.game", "nonsense"])
def test_games_are_those_of_the_catalogue(web, game):
    for path, body in (
        ("/api/tables", {"agents": ["call"]}),
        ("/api/solves", {}),
        ("/api/matches", {"agents": ["call", "call"]}),
    ):
        assert web.post(path, json={**body, "game": game}, headers=BEARER).status_code == 400


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2f..%2fapp.py",
        "/static//etc/passwd",
    ],
)
def test_files_outside_the_static_folder_are_not_there(web, path):
    assert web.get(path, headers=BEARER).status_code in (401, 404)


def test_names_of_what_is_saved_stay_in_their_room(web):
    job = ok(
        web.post(
            "/api/solves",
            json={"game": "kuhn", "iterations": 1, "name": "../../x/../y"},
            headers=BEARER,
        )
    )
    assert "--out solves/" in job["command"]
    assert ".." not in job["command"].split("--out ")[1].split("/")[1:]
    web.post(f"/api/jobs/{job['id']}/cancel", json={}, headers=BEARER)


@pytest.mark.parametrize(
    "path",
    [
        "/api/strategies/nonsense/node",
        "/api/spots/x/node",
        "/api/matches/x",
        "/api/jobs/x",
        "/api/tables/x",
        "/api/results/x",
    ],
)
def test_unknown_ids_are_not_found(web, path):
    assert web.get(path, headers=BEARER).status_code == 404
