"""What a shell offers at Tab."""

import pathlib

import pytest
from click.shell_completion import ShellComplete

from balancer.cli import balancer


def offered(*words: str) -> list[str]:
    *before, last = words
    return [item.value for item in ShellComplete(balancer, {}, "balancer", "_X").get_completions(before, last)]


@pytest.fixture
def here(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    monkeypatch.chdir(tmp_path)
    text = "game: oktoberfest\npersonas: {mine: {base: bully}}\nvariants: {low: {rules: {win_threshold: 12}}}\n"
    (tmp_path / "s.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "wrong.yaml").write_text("game: oktoberfest\nplayers: 99\n", encoding="utf-8")
    return tmp_path


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["ru"], ["run"]),
        (["run", "okt"], ["oktoberfest"]),
        (["sweep", "s"], ["s.yaml", "shit_head"]),
        (["games", "bl"], ["black_death"]),
        (["new", "fes"], ["festo"]),
        (["metrics", "seat_s"], ["seat_spread"]),
        (["run", "oktoberfest", "--set", "win_"], ["win_threshold="]),
        (["run", "oktoberfest", "--set", "remove"], ["removed="]),
        (["run", "s.yaml", "--lineup", "bully,mi"], ["bully,mine"]),
        (["compare", "s.yaml", "--variant", ""], ["low"]),
        (["run", "wrong.yaml", "--lineup", "b"], []),
        (["run", "--set", "w"], []),
    ],
)
def test_words_that_begin_so_are_offered(words: list[str], expected: list[str]) -> None:
    assert offered(*words) == expected


def test_values_of_a_rule_with_few_are_offered() -> None:
    assert offered("run", "oktoberfest", "--set", "ties_to=") == ["ties_to=defender", "ties_to=challenger"]
