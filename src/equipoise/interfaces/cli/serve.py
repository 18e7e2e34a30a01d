"""``equipoise serve``: the page, in the browser of this machine."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from equipoise.base.errors import InputError
from equipoise.interfaces.cli.output import JsonOption, print_json, say, warn

_SHORTEST = 16


def serve(
    port: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, max=65535, help="Port (default: 8737 or the next free)."),
    ] = None,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Address to listen at; others can reach it.")
    ] = "127.0.0.1",
    folder: Annotated[
        Path,
        typer.Option(metavar="DIR", help="Where strategies, spots and matches are and are saved."),
    ] = Path("."),
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Print the address, open nothing.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Open the page: play, look at strategies, solve spots, watch runs.

    Everything stays on this machine. The address has a token that is new at each start. Long work
    runs as commands in processes of their own, and is paused when the server ends.

    Examples:
      equipoise serve
      equipoise serve --port 8000 --no-browser
      equipoise serve --folder results

    """
    from equipoise.interfaces.web.listening import (
        TOKEN_VARIABLE,
        address,
        is_loopback,
        listen,
        new_token,
    )

    if not folder.is_dir():
        raise InputError("is no folder", "--folder", str(folder), expected="an existing folder")
    token = os.environ.get(TOKEN_VARIABLE) or new_token()
    if len(token) < _SHORTEST or not token.isascii() or not token.isprintable():
        raise InputError(
            "is too short or has odd characters", TOKEN_VARIABLE, expected="16 letters or more"
        )
    listener = listen(host, port)
    url = address(listener, host, token)
    if not is_loopback(host):
        warn(
            f"warning: {host} can be reached by others; whoever has the address with its token can "
            "use this server, and it is not encrypted"
        )
    if as_json:
        print_json({"url": url})
        sys.stdout.flush()
    else:
        say(f"equipoise is at {url}")
        say("Ctrl-C ends it; what runs is paused and can be resumed")
        sys.stdout.flush()
    from equipoise.interfaces.web.server import serve as run  # large: the address comes first

    run(listener, host, token, folder, "" if no_browser or as_json else url)
