"""How commands tell what long work has done."""

from equipoise.interfaces.cli import output


def test_a_log_file_gets_a_line_a_minute(monkeypatch, capsys):
    now = 0.0
    monkeypatch.setattr(output, "monotonic", lambda: now)
    with output.progress("solving") as report:
        for step in range(151):
            now = float(step)
            report(step, 200, "iteration" if step > 100 else "")
    lines = capsys.readouterr().err.splitlines()
    assert lines == ["solving: 30% after 60 s", "iteration: 60% after 120 s"]
