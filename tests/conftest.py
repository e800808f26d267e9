"""How much the generated examples explore, and what is done before tests run side by side."""

import functools
import gc
import os
import pathlib
import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

# Routine runs try the same examples every time: a red test is red for everybody. No deadline: the first example
# of a kernel compiles it.
settings.register_profile("routine", derandomize=True, deadline=None, max_examples=30)

# Deep runs look where nobody has looked yet; a failure prints what reproduces it.
settings.register_profile("deep", derandomize=False, deadline=None, max_examples=500, print_blob=True)

settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "routine"))


# Plain files are played as plain Python, as most tests are about: tests/compiler plays them compiled.
os.environ.setdefault("BALANCER_COMPILED", "off")


@pytest.fixture(autouse=True, scope="module")
def _games_of_its_own() -> Iterator[None]:
    """Forget the plain games that the tests of a module have named."""
    from balancer.games import registry

    known = dict(registry._plain)
    yield
    registry._plain.clear()
    registry._plain.update(known)


@pytest.fixture(autouse=True)
def _rules_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore after a test whether rules are compiled: `trace` sets it for its process, that of all tests."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", os.environ.get("NUMBA_DISABLE_JIT", "0"))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes(config: pytest.Config) -> None:
    """Compile the rules that will be played, once, before the processes start in which tests run side by side."""
    from balancer.core.jit import PLAIN
    from tests import compile_kernels

    sys.stderr.write("" if PLAIN else compile_kernels.compile_all(config.args))


LONG = (
    "tests/games",
    "scenarios",
    "tests/browser",
    "tests/cli",
    "tests/questions",
    "tests/scenario",
    "tests/core",
    "tests/simulation",
    "tests/reporting/test_browser.py",
    "tests/reporting/play",
)
"""Where modules of many seconds are: tests that run side by side end together if the short ones come last."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the long ones first, in the order of LONG."""
    folders = [config.rootpath / name for name in LONG]

    @functools.cache
    def place(path: pathlib.Path) -> int:
        return next((number for number, one in enumerate(folders) if path.is_relative_to(one)), len(LONG))

    items.sort(key=lambda item: place(item.path))


def pytest_collection_finish() -> None:
    """Look for garbage seldom, and never among what was collected: it took up to an eighth of the time of a folder."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
