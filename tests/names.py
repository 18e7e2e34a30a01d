"""Names of files that not every locale has."""

import sys

import pytest

any_name = pytest.mark.skipif(
    sys.getfilesystemencoding().lower() in ("ascii", "us-ascii"),
    reason="names of files are ASCII in this locale",
)
