"""The files of the page: what is vendored is what was made, and nothing reaches outside."""

import hashlib
import json
import re

import pytest

from equipoise.interfaces.web.app import STATIC

FILES = sorted(path for path in STATIC.rglob("*") if path.is_file())
#: names of languages in XML, never fetched
_NAMESPACES = re.compile(r"http://www\.w3\.org/(2000/svg|1999/xhtml|1998/Math/MathML)")


def test_vendored_files_are_those_that_were_made():
    about = json.loads((STATIC / "vendor.json").read_text(encoding="utf-8"))
    assert set(about["files"]) == {"vendor.js", "vendor.css"}
    for name, said in about["files"].items():
        content = (STATIC / name).read_bytes()
        assert len(content) == said["bytes"]
        assert hashlib.sha256(content).hexdigest() == said["sha256"]
    for package in about["packages"].values():
        assert package["integrity"].startswith("sha512-")


def test_licences_of_every_package_are_there():
    about = json.loads((STATIC / "vendor.json").read_text(encoding="utf-8"))
    text = (STATIC / "THIRD-PARTY.txt").read_text(encoding="utf-8")
    for name, package in about["packages"].items():
        assert f"{name} {package['version']} (" in text
    assert "Apache License" in text
    assert "MIT License" in text


@pytest.mark.parametrize(
    "path", [p for p in FILES if p.name != "THIRD-PARTY.txt"], ids=lambda p: p.name
)
def test_no_file_names_another_host(path):
    text = _NAMESPACES.sub("", path.read_text(encoding="utf-8"))
    assert not re.search(r"https?://|//[a-z]+\.[a-z]+/", text)


def test_the_page_has_no_inline_script_or_style():
    text = (STATIC / "index.html").read_text(encoding="utf-8")
    assert "style=" not in text
    assert "<style" not in text
    assert re.findall(r"<script[^>]*>", text) == ['<script type="module" src="/static/js/main.js">']


def test_vendored_code_does_not_evaluate_text():
    text = (STATIC / "vendor.js").read_text(encoding="utf-8")
    assert not re.search(r"\beval\(|new Function\b", text)
