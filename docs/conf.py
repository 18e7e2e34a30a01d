"""Sphinx configuration."""

from equipoise import __version__

project = "equipoise"
author = "the equipoise developers"
copyright = "2026, the equipoise developers"
release = version = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_enable_extensions = ["colon_fence", "dollarmath"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "equipoise"
autodoc_member_order = "bysource"
autodoc_typehints = "description"
# names that two modules have: within each its own is meant
suppress_warnings = ["ref.python"]
