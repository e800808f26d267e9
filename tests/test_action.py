"""The step of action.yml, as a shell runs it: exit codes, summary, annotations at the lines of what is wrong."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest
from ruamel.yaml import YAML

ROOT = pathlib.Path(__file__).parents[1]
ACTION = YAML(typ="safe").load((ROOT / "action.yml").read_text(encoding="utf-8"))
HOOK = YAML(typ="safe").load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))

SCENARIO = "game: black_death\ngames: 200\nplayers: 4\nlineup: [middler]\nchecks:\n  - {metric: rounds, at_most: 30}\n"

pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")


@pytest.fixture
def step(tmp_path: pathlib.Path) -> pathlib.Path:
    """Return a folder with a scenario."""
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "s.yaml").write_text(SCENARIO, encoding="utf-8")
    return tmp_path


def check(folder: pathlib.Path, old: str, new: str, **inputs: str) -> tuple[int, list[str], str]:
    """Replace a text of the scenario, and run the step: exit code, annotations, summary."""
    (folder / "scenarios" / "s.yaml").write_text(SCENARIO.replace(old, new), encoding="utf-8")
    (one,) = (step for step in ACTION["runs"]["steps"] if step.get("name") == "check")
    given = {name.upper(): each["default"] for name, each in ACTION["inputs"].items()} | inputs
    env = {name: value for name, value in given.items() if name in one["env"]}
    path = f"{pathlib.Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    summary = folder / "summary.md"
    summary.write_text("", encoding="utf-8")
    done = subprocess.run(
        ["bash", "-e", "-c", one["run"]],
        cwd=folder,
        env={**os.environ, **env, "PATH": path, "GITHUB_STEP_SUMMARY": str(summary)},
        capture_output=True,
        text=True,
        check=False,
    )
    annotations = [line for line in done.stdout.splitlines() if line.startswith("::")]
    return done.returncode, annotations, summary.read_text(encoding="utf-8")


def test_what_passes_is_in_the_summary_alone(step: pathlib.Path) -> None:
    code, annotations, summary = check(step, "", "")

    assert (code, annotations) == (0, [])
    assert "| pass |" in summary


def test_what_fails_is_annotated_at_its_line(step: pathlib.Path) -> None:
    code, (annotation,), summary = check(step, "at_most: 30", "at_most: 3")

    assert code == 1
    assert annotation.startswith("::error file=scenarios/s.yaml,line=6::FAIL: rounds, base rules. value (interval): ")
    assert annotation.endswith("allowed: at most 3")
    assert "FAIL" in summary


def test_a_mistake_is_annotated_at_its_line(step: pathlib.Path) -> None:
    code, (annotation,), summary = check(step, "players: 4", "players: 40")

    assert code == 2
    assert annotation.startswith("::error file=scenarios/s.yaml,line=3,col=10::players: 40 ")
    assert not summary


def test_what_is_undecided_may_pass(step: pathlib.Path) -> None:
    few = SCENARIO.replace("at_most: 30", "at_most: 8").replace("games: 200", "games: 20")
    code, (annotation,), _ = check(step, SCENARIO, few, OPTIONS="--max-games 20")

    assert code == 3
    assert annotation.startswith("::warning file=scenarios/s.yaml,line=6::undecided: ")
    assert check(step, SCENARIO, few, OPTIONS="--max-games 20", UNDECIDED="pass")[0] == 0


def test_the_hook_validates() -> None:
    assert HOOK[0]["entry"] == "balancer validate"
