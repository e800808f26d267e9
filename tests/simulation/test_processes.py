"""Processes that help where plain Python plays: begun, ended and killed at any time."""

import operator
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from balancer.simulation.backends import processes
from balancer.simulation.backends.backend import BackendError
from balancer.simulation.backends.processes import Helper, Helpers


@pytest.fixture
def helpers(monkeypatch: pytest.MonkeyPatch) -> Iterator[Helpers]:
    monkeypatch.setattr(processes, "HELP_AFTER", 0.0)
    made = Helpers(1)
    yield made
    made.close()


def test_a_run_may_end_before_its_helpers_are_ready(helpers: Helpers, monkeypatch: pytest.MonkeyPatch) -> None:
    failures: list[threading.ExceptHookArgs] = []
    monkeypatch.setattr(threading, "excepthook", failures.append)
    read = Helper.received

    def received_late(helper: Helper) -> Any:
        helper.process.wait()
        time.sleep(0.2)
        return read(helper)

    monkeypatch.setattr(Helper, "received", received_late)
    assert helpers.call(operator.add, 2, 3) == 5  # starts one, for which nobody waits
    helpers.close()
    for waiting in helpers.started.values():
        waiting.join()

    assert failures == []


def test_who_plays_is_counted_once_helpers_are_ready(helpers: Helpers, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the seconds of a short run were shared among helpers that played nothing of it."""
    ready, read = threading.Event(), Helper.received

    def received_late(helper: Helper) -> Any:
        ready.wait()
        return read(helper)

    monkeypatch.setattr(Helper, "received", received_late)
    helpers.call(operator.add, 2, 3)
    alone = helpers.playing
    ready.set()
    for waiting in helpers.started.values():
        waiting.join()
    assert (alone, helpers.playing) == (1, 2)


def test_a_helper_plays_and_a_killed_one_is_named(helpers: Helpers) -> None:
    helpers.call(operator.add, 2, 3)
    (helper,) = helpers.started
    helpers.started[helper].join()
    helpers.idle.get()  # this process plays no more

    assert helpers.call(operator.add, 4, 5) == 9
    helper.process.kill()
    with pytest.raises(BackendError, match=r"was killed \(signal 9\); if memory is short"):
        helpers.call(operator.add, 4, 5)
