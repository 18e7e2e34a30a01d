"""A page's server in the tests' own process, and one as a command of its own."""

import json
import os
import subprocess
import sys
import time
from contextlib import contextmanager

from starlette.testclient import TestClient

from equipoise.interfaces.web.app import make_app
from equipoise.interfaces.web.desk import Desk
from equipoise.interfaces.web.guard import Door

TOKEN = "a-token-for-the-tests"
HOST = "127.0.0.1:8737"
BEARER = {"authorization": f"Bearer {TOKEN}"}


@contextmanager
def client(folder, headers=BEARER):
    """A client of a server over a folder."""
    app = make_app(Desk(folder), Door(8737, TOKEN))
    with TestClient(app, base_url=f"http://{HOST}", headers=headers, follow_redirects=False) as one:
        yield one


def ok(answer):
    """The JSON of an answer that must be good."""
    assert answer.status_code == 200, answer.text
    return answer.json()


def finished(web, job, seconds=60):
    """Wait for a job to end, and return it."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        found = ok(web.get(f"/api/jobs/{job['id']}"))
        if found["state"] not in ("queued", "running", "pausing", "cancelling"):
            return found
        time.sleep(0.1)
    raise AssertionError(found)


def until(check, seconds=30):
    """Wait until something is true."""
    end = time.monotonic() + seconds
    while not check():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.1)


@contextmanager
def running(folder, *more, token=TOKEN):
    """``equipoise serve`` as a process: it and its address."""
    words = [sys.executable, "-m", "equipoise", "serve", "--json", "--no-browser"]
    process = subprocess.Popen(
        [*words, "--folder", str(folder), *(more or ("--port", "0"))],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "EQUIPOISE_TOKEN": token},
    )
    try:
        line = process.stdout.readline()
        yield process, json.loads(line)["url"] if line else ""
    finally:
        if process.poll() is None:
            process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        process.stdout.close()
        process.stderr.close()
