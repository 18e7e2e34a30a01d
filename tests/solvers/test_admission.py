"""What a solve takes, before it starts."""

import pytest

from equipoise.base import workers
from equipoise.base.errors import InputError
from equipoise.solvers.run import admission
from equipoise.spine.footprint import layout_footprint
from equipoise.spine.game import AbstractGame


def test_needs_follow_from_the_layout():
    passes = AbstractGame("leduc").passes()
    taken = layout_footprint(passes.layout)
    for method, arrays in (("dcfr", 3), ("egt", 2), ("mccfr-external", 3)):
        needs = admission.solving_needs(passes, method)
        assert needs.infosets == passes.layout.infosets == 288
        assert needs.memory == taken.memory(method, passes.dtype)
        assert needs.checkpoint == arrays * passes.layout.size * passes.dtype.itemsize


def test_errors_name_arguments_and_the_command_line_options(monkeypatch, tmp_path):
    needs = admission.Needs(1, 2 * 1024**3, 1024**3, 1024**3)
    monkeypatch.setattr(workers, "available_memory", lambda: 1024**3)
    with pytest.raises(
        InputError, match=r"about 2 GB of memory, 1 GB are free; .* smaller precision"
    ):
        admission.check_needs(needs, None)
    monkeypatch.setattr(workers, "available_memory", lambda: None)
    admission.check_needs(needs, None)
    free = type("Usage", (), {"free": 1024**3})
    monkeypatch.setattr(admission.shutil, "disk_usage", lambda place: free)
    with pytest.raises(InputError, match=r"^out '.*x': .* need 3 GB, 1 GB are free") as caught:
        admission.check_needs(needs, tmp_path / "far" / "x")
    shown = caught.value.line(lambda name: f"--{name}")
    assert shown.startswith("--out '") and shown.endswith("or solve without --out")
