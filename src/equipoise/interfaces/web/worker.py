"""The process of a job: one command line, run as anybody would run it, its end noted in a file.

``python -m equipoise.interfaces.web.worker FOLDER`` reads ``job.json`` there.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path

from equipoise.interfaces.cli.told import VARIABLE

JOB, OUTPUT, ERRORS, END = "job.json", "stdout", "stderr", "end.json"


def main(folder: Path) -> int:
    """Run the command of a job and note its exit code."""
    about = json.loads((folder / JOB).read_text(encoding="utf-8"))
    os.environ[VARIABLE] = str(folder)
    os.environ.setdefault("PYTHONSAFEPATH", "1")
    os.chdir(about["cwd"])
    # a pause is an interrupt, which is ignored by whatever a server in the background starts
    signal.signal(signal.SIGINT, signal.default_int_handler)
    code = 1
    try:
        from equipoise.interfaces.cli.main import run

        code = run([str(word) for word in about["words"]])
    except KeyboardInterrupt:
        print("error: interrupted", file=sys.stderr)
    finally:
        sys.stdout.flush()
        fresh = folder / f".{END}"
        fresh.write_text(json.dumps({"code": code}), encoding="utf-8")
        os.replace(fresh, folder / END)
    return code


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
