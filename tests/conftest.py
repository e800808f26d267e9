"""How much the generated examples explore, and what is done before tests run side by side."""

import os
import sys

import pytest
from hypothesis import settings

# Routine runs try the same examples every time: a red test is red for everybody. No deadline: the first example
# of a kernel compiles it.
settings.register_profile("routine", derandomize=True, deadline=None, max_examples=50)

# Deep runs look where nobody has looked yet; a failure prints what reproduces it.
settings.register_profile("deep", derandomize=False, deadline=None, max_examples=500, print_blob=True)

settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "routine"))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes(config: pytest.Config) -> None:
    """Compile the rules that will be played, once, before the processes start in which tests run side by side."""
    from tests import compile_kernels

    for output in compile_kernels.compile_all(config.args):
        sys.stderr.write(output)
