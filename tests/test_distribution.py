"""What is built has all that is needed, and what builds and publishes it can be read."""

import pathlib
import shutil
import subprocess
import sys
import tarfile
import zipfile

import pytest
from ruamel.yaml import YAML

ROOT = pathlib.Path(__file__).parents[1]
WORKFLOWS = sorted(ROOT.glob(".github/workflows/*.yml"))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-d", str(folder)], cwd=ROOT, check=True)
    return folder


@pytest.mark.skipif(shutil.which("git") is None or not (ROOT / ".git").exists(), reason="needs the list of git")
def test_wheel_and_source_distribution_hold_every_file_of_the_package(built: pathlib.Path) -> None:
    """Component tables, rulebooks, templates and styles too."""
    listed = subprocess.run(["git", "ls-files", "-z", "balancer"], cwd=ROOT, check=True, capture_output=True, text=True)
    files = {name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()}
    (wheel,), (source,) = built.glob("*.whl"), built.glob("*.tar.gz")

    assert files <= set(zipfile.ZipFile(wheel).namelist())
    with tarfile.open(source) as archive:
        assert files <= {name.partition("/")[2] for name in archive.getnames()}


@pytest.mark.parametrize("path", WORKFLOWS, ids=[path.stem for path in WORKFLOWS])
def test_workflows_name_programs_that_exist(path: pathlib.Path) -> None:
    workflow = YAML(typ="safe").load(path.read_text(encoding="utf-8"))
    targets = (ROOT / "Makefile").read_text(encoding="utf-8")

    assert workflow["permissions"] == {"contents": "read"}, "what needs more says so in its job"
    for job in workflow["jobs"].values():
        for step in job["steps"]:
            assert ("uses" in step) != ("run" in step)
            program, *words = step.get("run", "true").split()
            assert not program.startswith(".ci/") or (ROOT / program).stat().st_mode & 0o100
            assert program != "make" or f"\n{words[0]}:" in targets
            assert all((ROOT / word).exists() for word in words if word.startswith("tests/"))


def test_a_tag_must_name_the_version() -> None:
    done = subprocess.run([ROOT / ".ci/version", "v0"], capture_output=True, text=True, check=False)

    assert done.returncode == 1
    assert "The tag is v0, and pyproject.toml says" in done.stderr
