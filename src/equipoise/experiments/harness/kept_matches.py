"""Matches of experiments, stored while they are played, so that a killed run resumes."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING

from equipoise.experiments.harness.experiment import Setting

if TYPE_CHECKING:
    from equipoise.matches.plan import MatchPlan


def kept_folder(setting: Setting, name: str, plan: MatchPlan) -> tuple[Path | None, bool]:
    """The folder of a match, and whether it has begun; a different match gets another folder."""
    if setting.work is None:
        return None, False
    identity = json.dumps(plan.identity(), sort_keys=True)
    digest = hashlib.sha256(identity.encode()).hexdigest()[:12]
    folder = setting.work / f"{name}-{digest}"
    return folder, folder.exists()
