"""``equipoise serve`` as a process: one line at once, a taken port, an end that waits for nobody."""

import json
import signal
import socket
import time
import urllib.request

from tests.interfaces.web.servers import TOKEN, running

from equipoise.interfaces.cli.main import run
from equipoise.interfaces.web.listening import is_loopback


def ask(url, path, **headers):
    base = url.split("/?")[0]
    request = urllib.request.Request(
        base + path, headers={"authorization": f"Bearer {TOKEN}", **headers}
    )
    return urllib.request.urlopen(request, timeout=30)


def test_one_line_with_the_address_then_it_answers_and_ends_with_an_open_stream(tmp_path):
    with running(tmp_path) as (process, url):
        assert url.startswith("http://127.0.0.1:")
        assert url.endswith(f"/?token={TOKEN}")
        assert json.loads(ask(url, "/health").read())["equipoise"]
        stream = ask(url, "/api/events")
        assert stream.headers["content-type"].startswith("text/event-stream")
        assert stream.readline().startswith(b"retry:")
        started = time.monotonic()
        process.send_signal(signal.SIGINT)
        process.wait(30)
        assert time.monotonic() - started < 25
        assert "Traceback" not in process.stderr.read()


def test_a_port_that_is_taken_is_one_line(tmp_path, capsys):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert run(["serve", "--port", str(port), "--folder", str(tmp_path)]) == 2
    assert "cannot listen" in capsys.readouterr().err


def test_wrong_folders_and_tokens_are_one_line(tmp_path, capsys, monkeypatch):
    assert run(["serve", "--folder", str(tmp_path / "none")]) == 2
    monkeypatch.setenv("EQUIPOISE_TOKEN", "short")
    assert run(["serve", "--folder", str(tmp_path), "--port", "0"]) == 2
    assert capsys.readouterr().err.count("\n") == 2


def test_loopback_addresses_are_known():
    assert all(map(is_loopback, ("127.0.0.1", "::1", "localhost", "127.9.9.9")))
    assert not any(map(is_loopback, ("0.0.0.0", "::", "192.168.0.1", "example")))
