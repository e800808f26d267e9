"""The proof finds compiled games that are wrong."""

from __future__ import annotations

import pathlib

import pytest

from balancer.compiler import workshop
from tests.compiler import mutants

ROOT = pathlib.Path(__file__).parent


@pytest.fixture(autouse=True)
def _short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshop, "SECONDS", 10)


def test_mutants_are_found() -> None:
    """Of a sample of changes nearly all are found; one of them may change only what is rare."""
    verdicts = [each for each in mutants.verdicts(ROOT / "corpus" / "pig.py", 6, 500) if each.matters]
    missed = [each.changes for each in verdicts if not each.is_found]
    assert len(verdicts) >= 4
    assert missed == []


@pytest.mark.verify
def test_nineteen_of_twenty_mutants_that_matter_are_found() -> None:
    games = ("golf", "contract", "knockout", "barter", "workshop", "mancala")
    verdicts = [each for name in games for each in mutants.verdicts(ROOT / "corpus" / f"{name}.py", 40, 4000)]
    matter = [each for each in verdicts if each.matters]
    missed = [each.changes for each in matter if not each.is_found]
    assert len(matter) >= 100
    assert len(missed) <= 0.05 * len(matter), missed
