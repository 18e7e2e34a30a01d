"""Debian's Chromium by Playwright; ``EQUIPOISE_CHROMIUM`` names another."""

import os
import shutil
from contextlib import contextmanager

ARGUMENTS = [
    "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
#: keeps violations of the content policy where a test finds them
_WATCH = "window.violations = []; document.addEventListener('securitypolicyviolation', (e) => window.violations.push(e.violatedDirective + ' ' + e.blockedURI));"


def chromium():
    """The path of a Chromium; None where there is none."""
    named = os.environ.get("EQUIPOISE_CHROMIUM")
    return named or shutil.which("chromium") or shutil.which("chromium-browser")


@contextmanager
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(
            executable_path=chromium(), headless=True, args=ARGUMENTS
        )
        try:
            yield found
        finally:
            found.close()


def opened(found, url, width=1400, height=900, theme="light", context=None):
    """A page, with what goes wrong in it collected in ``problems``."""
    context = context or found.new_context(
        viewport={"width": width, "height": height}, color_scheme=theme
    )
    context.set_default_timeout(60_000)
    context.add_init_script(_WATCH)
    page = context.new_page()
    page.problems = []
    page.on("console", lambda m: page.problems.append(m.text) if m.type == "error" else None)
    page.on("pageerror", lambda error: page.problems.append(str(error)))
    page.goto(url)
    return page


def json_of(page, path):
    """The answer of a call, asked by the page itself."""
    return page.evaluate("(path) => fetch(path).then((answer) => answer.json())", path)


def check_quiet(page):
    """No error on the console and no violation of the content policy."""
    assert page.problems == []
    assert page.evaluate("window.violations") == []
