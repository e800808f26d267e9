"""Nothing that only POSIX systems have is needed: modules of theirs, forks, the number of the user."""

import pathlib
import subprocess
import sys

WITHOUT = """
import os, sys
import click, dask, distributed, filelock, jinja2, matplotlib.pyplot, numba, openpyxl, pandas, platformdirs, pydantic
import pyarrow, rich.progress, ruamel.yaml, scipy.optimize, scipy.special
for name in ("fcntl", "grp", "pwd", "resource", "termios", "pty"):
    sys.modules[name] = None
for name in ("fork", "getuid", "sched_getaffinity", "setsid"):
    delattr(os, name)
import importlib, pkgutil
import balancer, balancer.cli
for module in pkgutil.walk_packages(balancer.__path__, "balancer."):
    if not module.name.startswith(("balancer.__main__", "balancer.testing")):
        importlib.import_module(module.name)
os.name = "other"
balancer.cli.balancer.main(["run", "black_death", "--games", "20", "-o", "out", "-q"])
"""


def test_a_game_is_played_where_there_is_no_posix(tmp_path: pathlib.Path) -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], cwd=tmp_path, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    assert "rounds" in done.stdout
    assert list((tmp_path / "out" / "cells").glob("*.json"))
