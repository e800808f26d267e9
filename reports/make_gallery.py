"""Play a scenario of each kind of question and keep its page and tables in reports/gallery/: `make gallery`.

Cells and manifests stay in reports/<scenario>/, which git ignores: called again, only what has changed is played.
Nothing that differs from machine to machine goes into the gallery, so that it changes only when results do.
"""

from __future__ import annotations

import dataclasses
import pathlib
import shutil
import subprocess
import sys

from balancer.questions.sweep.study import SweepStudy
from balancer.reporting import writer
from balancer.simulation import store
from balancer.simulation.manifest import FinishedRun

ROOT = pathlib.Path(__file__).resolve().parents[1]
GALLERY = ROOT / "reports" / "gallery"

SHOWN = ("biergarten", "black_death", "oktoberfest")
"""Scenarios in the gallery: axes of numbers and words; games that one wins or loses."""


def main() -> None:
    """Write the gallery again; folders of scenarios that are not shown are deleted."""
    for name in SHOWN:
        keep(ROOT / "scenarios" / f"{name}.yaml")
    for folder in GALLERY.iterdir():
        if folder.is_dir() and folder.name not in SHOWN:
            shutil.rmtree(folder)


def keep(scenario: pathlib.Path) -> None:
    """Sweep one scenario and keep its page."""
    named = scenario.relative_to(ROOT)
    print(named, flush=True)
    command = [sys.executable, "-m", "balancer", "sweep", str(named), "--quiet"]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    record = store.read(ROOT / "reports" / scenario.stem)
    folder = GALLERY / scenario.stem
    if folder.exists():
        shutil.rmtree(folder)
    manifest = dataclasses.replace(record.manifest, command=f"balancer sweep {named.as_posix()}")
    report = dataclasses.replace(SweepStudy.report(FinishedRun(manifest, record.parts)), machine_facts=False)
    writer.write(report, folder, page_only=True)


if __name__ == "__main__":
    main()
