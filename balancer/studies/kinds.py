"""Every kind of study, by the name that manifests have it."""

from __future__ import annotations

import pathlib
from typing import Any

from balancer.reporting.report import ScenarioReport
from balancer.simulation import store
from balancer.studies.compare import CompareStudy
from balancer.studies.sensitivity import SensitivityStudy
from balancer.studies.study import Study
from balancer.studies.sweep import SweepStudy
from balancer.studies.tournament import TournamentStudy

STUDIES: tuple[type[Study[Any]], ...] = (SweepStudy, CompareStudy, SensitivityStudy, TournamentStudy)
KINDS = {study.kind: study for study in STUDIES}


def reported(folder: pathlib.Path) -> ScenarioReport:
    """The report of the finished run in a folder, without playing.

    StoreError: there is no run in it, it is not finished, or its files can't be read.
    """
    played = store.read(folder)
    report: ScenarioReport = KINDS[played.manifest.kind].report(played)
    return report
