"""Files that lie in the working directory are never run."""

import subprocess
import sys

SCRIPT = "from equipoise.interfaces.cli.main import main\nif __name__ == '__main__':\n    main()\n"
PLANTED = "import os\nos.mkdir('ran')\nraise SystemExit\n"
#: a match of agents from a file is played in processes of its own
AGENT = """
from equipoise.agents import Agent, register
from equipoise.games import Action


@register("calls", "always calls")
class Calls(Agent):
    def act(self, observation, rng):
        return Action.call()
"""


def test_worker_processes_do_not_import_from_the_working_directory(tmp_path):
    """Python starts them with ``-c``, which would look there first."""
    (tmp_path / "bin").mkdir()
    script = tmp_path / "bin" / "command.py"
    script.write_text(SCRIPT, encoding="utf-8")
    folder = tmp_path / "downloads"
    folder.mkdir()
    for name in ("multiprocessing", "equipoise", "numba", "numpy", "pickle", "struct"):
        (folder / f"{name}.py").write_text(PLANTED, encoding="utf-8")
    (folder / "agent.py").write_text(AGENT, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, script, "match", "agent.py", "random", "--game", "kuhn", "--hands", "4",
         "--workers", "1"],
        cwd=folder, capture_output=True, encoding="utf-8",
    )  # fmt: skip
    assert not (folder / "ran").exists()
    assert done.returncode == 0, done.stderr
