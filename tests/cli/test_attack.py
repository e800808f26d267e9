"""Damaged files and odd command lines of any kind: a seeded attack, and a long one."""

import pathlib

import pytest

from tests.cli.attack import Attack


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def attack(seed: int, count: int) -> Attack:
    """Return an attack that was made."""
    made = Attack(seed)
    made.run(count)
    return made


def test_no_damaged_file_and_no_command_line_brings_the_program_down() -> None:
    made = attack(20261122, 24)

    assert not made.faults, made.faults[:3]
    assert {code for _, code in made.codes} >= {0, 2}


@pytest.mark.verify
@pytest.mark.parametrize("seed", range(10))
def test_neither_do_thousands(seed: int) -> None:
    made = attack(seed, 400)

    assert not made.faults, made.faults[:3]
