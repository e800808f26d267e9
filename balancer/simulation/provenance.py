"""The provenance of results: the machine, the versions and the time with which they were played."""

from __future__ import annotations

import functools
import importlib.metadata
import os
import pathlib
import platform
import subprocess
import time
from typing import Any

PACKAGES = ("balancer", "numpy", "pandas", "numba", "matplotlib", "scipy")  # decide results or their looks

GIT_SECONDS = 5


@functools.cache
def versions() -> dict[str, str]:
    """Return the versions of Python and of the packages that results depend on."""
    numbers = {"python": platform.python_version()}
    for name in PACKAGES:
        try:
            numbers[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            numbers[name] = "not installed"
    return numbers


@functools.cache
def git_commit(folder: pathlib.Path) -> str:
    """Return the commit of the work tree around `folder`, with '+changes' if it was changed since; '' if there is none.

    The answer is cached: what this process has imported does not change with the work tree.
    """

    def git(*words: str) -> str:
        run = subprocess.run(
            ["git", "-C", str(folder), *words],
            capture_output=True,
            text=True,
            timeout=GIT_SECONDS,
            check=True,
        )
        return run.stdout.strip()

    try:
        return git("rev-parse", "HEAD") + ("+changes" if git("status", "--porcelain", "-uno") else "")
    except (OSError, subprocess.SubprocessError):
        return ""


def machine() -> dict[str, Any]:
    """Return the facts about the machine that matter to speed."""
    return {"system": platform.system(), "processor": platform.machine(), "cores": os.cpu_count()}


def now() -> str:
    """Return the current time, ISO 8601, with its offset."""
    return time.strftime("%Y-%m-%dT%H:%M:%S%z")
