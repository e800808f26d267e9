"""Write docs/licences.md, the licences of all packages that balancer needs: ``python docs/make_licences.py``."""

from __future__ import annotations

import importlib.metadata
import pathlib
import re
import tomllib

from packaging.requirements import Requirement

PAGE = pathlib.Path(__file__).parent / "licences.md"
PROJECT = PAGE.parents[1] / "pyproject.toml"

EXTRAS = ("dask", "excel", "parquet", "testing")
"""The optional parts that users install; what developers need beyond them is not listed."""

HEAD = """# Licences

balancer itself is under the MIT licence. These are the packages that it needs to run (with its options `dask`,
`excel`, `parquet` and `testing`), and those that they need, with the licences that they name. Written by
`make licences`; do not edit.

| package | licence |
| --- | --- |
"""


def wanted() -> list[Requirement]:
    """Return the requirements in pyproject.toml."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    optional = project["optional-dependencies"]
    return [Requirement(line) for line in (*project["dependencies"], *(o for name in EXTRAS for o in optional[name]))]


def packages() -> dict[str, importlib.metadata.Distribution]:
    """Every package that balancer needs on Linux, directly or not, by its name."""
    found: dict[str, importlib.metadata.Distribution] = {}
    todo = wanted()
    while todo:
        requirement = todo.pop()
        name = re.sub(r"[-_.]+", "-", requirement.name).lower()
        if name in found:
            continue
        found[name] = importlib.metadata.distribution(name)
        for line in found[name].requires or ():
            needed = Requirement(line)
            if needed.marker is None or needed.marker.evaluate({"extra": "", "sys_platform": "linux"}):
                todo.append(needed)
    return found


def licence(package: importlib.metadata.Distribution) -> str:
    """Return the licence of a package: its SPDX expression, else its classifiers, else the first line of its text."""
    about = package.metadata
    if "License-Expression" in about:
        return about["License-Expression"]
    classifiers = [line.rpartition(" :: ")[2] for line in about.get_all("Classifier", []) if "License ::" in line]
    text = about["License"].strip().splitlines() if "License" in about else []
    return ", ".join(sorted(set(classifiers))) or (text[0] if text else "not named")


def page() -> str:
    """Return the whole page."""
    return HEAD + "".join(f"| {name} | {licence(found)} |\n" for name, found in sorted(packages().items()))


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
