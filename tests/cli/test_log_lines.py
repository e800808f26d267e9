"""What others wrote is no command of a build server in what commands print."""

import io
import json
import pathlib
import re

import pytest
from click.testing import CliRunner

import balancer
import balancer.cli
from balancer.cli.log_lines import LogLines, harmless
from balancer.scenario.load import from_dict

OBEYED = re.compile(r"(?:^|[\r\n])\s*::|##\w*\[")
"""What GitHub Actions, Azure Pipelines and TeamCity take for commands."""


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("::error::x", ": :error::x"),
        ("a\n \t::stop-commands::x\n", "a\n \t: :stop-commands::x\n"),
        ("a\r::x", "a\r: :x"),
        ("a ##[error]b", "a # #[error]b"),
        ("##vso[task]", "# #vso[task]"),
        ("###[x]", "## #[x]"),
        ("a::b, ## heading, s.yaml::check, 1:: ", "a::b, ## heading, s.yaml::check, 1:: "),
    ],
)
def test_a_command_gets_a_space(text: str, printed: str) -> None:
    assert harmless(text) == printed
    assert not OBEYED.search(harmless(text))


def test_a_line_may_be_written_in_pieces() -> None:
    raw = io.StringIO()
    lines = LogLines(raw)
    for piece in ("a", "::b\n", " ", "::c", "\n", "::d"):
        assert lines.write(piece) == len(piece)
    assert raw.getvalue() == "a::b\n : :c\n: :d"


def test_line_breaks_of_a_title_are_folded() -> None:
    assert from_dict({"game": "black_death", "title": "Who\n::error::wins? \u2028 ##[x]\n"}).title == (
        "Who ::error::wins? ##[x]"
    )


@pytest.mark.parametrize("command", ["run", "sweep", "check", "compare", "validate"])
def test_no_line_of_a_command_is_obeyed(command: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Titles, names of checks, variants, personas and files that look like commands; annotations are obeyed."""
    monkeypatch.chdir(tmp_path)
    odd = "::error::mine ##[group]"
    content = {"game": "black_death", "games": 20, "title": odd, "variants": {odd: {"players": 3}}}
    content |= {"personas": {odd: {"base": "fidget"}}, "lineup": [odd]}
    content["checks"] = [{"name": odd, "metric": "rounds", "at_most": 1}]
    pathlib.Path("::a").mkdir()
    pathlib.Path("::a/s.yaml").write_text(json.dumps(content), encoding="utf-8")

    done = CliRunner().invoke(balancer.cli.balancer, [command, "::a/s.yaml"])

    assert done.exit_code in {0, 1}
    assert ":error::mine" in done.output or command == "validate"
    assert not OBEYED.search(done.output)
    wrong = CliRunner().invoke(balancer.cli.balancer, [command, "::a/t.yaml"])
    assert wrong.exit_code == 2
    assert not OBEYED.search(wrong.output)


def test_annotations_are_obeyed_and_json_says_the_same(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    check = {"name": "a ##[group]", "metric": "rounds", "at_most": 1}
    pathlib.Path("s.yaml").write_text(json.dumps({"game": "black_death", "games": 20, "checks": [check]}))

    annotated = CliRunner().invoke(balancer.cli.balancer, ["check", "s.yaml", "--annotations"])
    as_json = CliRunner().invoke(balancer.cli.balancer, ["check", "s.yaml", "--json", "-"])

    assert [line[:7] for line in annotated.stdout.splitlines() if OBEYED.search(line)] == ["::error"]
    assert not OBEYED.search(as_json.stdout)
    assert "a ##[group]" in str(json.loads(as_json.stdout))
