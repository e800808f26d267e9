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

from balancer.reporting import writer
from balancer.reporting.reports.run_report import Report
from balancer.simulation import store

ROOT = pathlib.Path(__file__).resolve().parents[1]
GALLERY = ROOT / "reports" / "gallery"

SHOWN = {"biergarten": 20_000, "black_death": 100_000, "oktoberfest": 20_000}
"""Scenarios in the gallery, with games per cell: axes of numbers and words; games that one wins or loses."""


def main() -> None:
    """Write the gallery again; folders of scenarios that are not shown are deleted."""
    for name, games in SHOWN.items():
        keep(ROOT / "scenarios" / f"{name}.yaml", games)
    for folder in GALLERY.iterdir():
        if folder.is_dir() and folder.name not in SHOWN:
            shutil.rmtree(folder)


def keep(scenario: pathlib.Path, games: int) -> None:
    """Sweep one scenario and keep its page."""
    named = scenario.relative_to(ROOT)
    print(named, flush=True)
    options = ["--games", str(games)]
    command = [sys.executable, "-m", "balancer", "sweep", str(named), "--quiet", *options]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    record = store.read(ROOT / "reports" / scenario.stem)
    folder = GALLERY / scenario.stem
    if folder.exists():
        shutil.rmtree(folder)
    manifest = dataclasses.replace(record.manifest, command=f"balancer sweep {named.as_posix()} --games {games}")
    writer.write_report(Report(manifest, record.main, record.part("tables")), folder, gallery=True)


if __name__ == "__main__":
    main()
