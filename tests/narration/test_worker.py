"""Work on one game in a process of its own."""

from __future__ import annotations

import os
import pathlib

import pytest

from balancer.compiler.choice import VARIABLE, chosen
from balancer.narration import worker
from balancer.scenario import plan
from balancer.scenario.load import load

FILE = pathlib.Path(__file__).parents[2] / "examples" / "take_or_pay.py"


def named(_cell, caller):
    """Return the process and the engine that may play."""
    if os.environ.get("FAILS_ELSEWHERE") and os.getpid() != caller:
        raise RuntimeError
    return [os.getpid(), chosen()]


@pytest.mark.parametrize("plain", [False, True])
def test_own_games_are_compiled_elsewhere_and_narrated_here(monkeypatch, plain):
    """A process that narrates runs all rules as plain Python, and would play thousands of trial games slowly."""
    monkeypatch.setattr(worker, "PLAIN", True)
    monkeypatch.setenv(VARIABLE, "auto")
    cell = plan.base_cell(load(str(FILE)))
    ((process, engine),) = worker.ask([(named, cell, (os.getpid(),))], plain=plain, seconds=60)
    assert (process == os.getpid()) is plain
    assert engine == "auto"


def test_where_the_other_process_fails_this_one_works(monkeypatch):
    monkeypatch.setattr(worker, "PLAIN", True)
    monkeypatch.setenv("FAILS_ELSEWHERE", "1")
    cell = plan.base_cell(load(str(FILE)))
    ((process, _),) = worker.ask([(named, cell, (os.getpid(),))], plain=False, seconds=60)
    assert process == os.getpid()
