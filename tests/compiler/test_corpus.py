"""Games as different designers write them, without a thought of compiling: compiled, they are the same games."""

from __future__ import annotations

import pathlib

import pytest

from tests.compiler.machine import compare_both, compile_file

CORPUS = pathlib.Path(__file__).parent / "corpus"
COMPILED = sorted(path.stem for path in CORPUS.glob("*.py"))


@pytest.mark.parametrize("name", COMPILED)
def test_a_compiled_game_is_the_same_game(name: str) -> None:
    """At fewest and most players, random and by personas, each rule at both ends of its range."""
    comparison = compare_both(compile_file(CORPUS / f"{name}.py"), 12, 2)
    assert comparison.differences == []
    assert comparison.games >= 20


@pytest.mark.verify
@pytest.mark.parametrize("name", COMPILED)
def test_many_games_are_the_same(name: str) -> None:
    assert compare_both(compile_file(CORPUS / f"{name}.py"), 300, 40).differences == []


@pytest.mark.verify
@pytest.mark.parametrize("name", COMPILED)
def test_no_game_looks_outside_its_memory(name: str) -> None:
    """Code that looks where it has no place raises a flag here; without that it might read anything."""
    assert compare_both(compile_file(CORPUS / f"{name}.py", is_guarded=True), 60, 10).differences == []
