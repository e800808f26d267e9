"""All kinds of studies, by their name in manifests."""

from __future__ import annotations

import pathlib
from typing import Any

from balancer.questions.compare.study import CompareStudy
from balancer.questions.sensitivity.study import SensitivityStudy
from balancer.questions.study import Study
from balancer.questions.sweep.study import SweepStudy
from balancer.questions.tournament.study import TournamentStudy
from balancer.reporting.report import ScenarioReport
from balancer.simulation import store

STUDIES: tuple[type[Study[Any]], ...] = (SweepStudy, CompareStudy, SensitivityStudy, TournamentStudy)
KINDS = {study.kind: study for study in STUDIES}


def reported(folder: pathlib.Path) -> ScenarioReport:
    """Return the report of the finished run in a folder, without playing.

    StoreError: no run is in it, it is not finished, or its files can't be read.
    """
    played = store.read(folder)
    report: ScenarioReport = KINDS[played.manifest.kind].report(played)
    return report
