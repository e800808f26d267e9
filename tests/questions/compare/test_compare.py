"""`balancer compare`: its output, its exit codes, and the messages of errors."""

import csv
import json
import pathlib
import re
from typing import Any

import pytest

from balancer.simulation.jobs import CellJob
from tests.cli.test_commands import balance

SCENARIO = """\
title: Does it matter who draws next?
game: black_death
games: 400
players: 4
lineup: [middler, baiter, reader, even]
variants:
  draw: {rules: {order: draw}}
  same: {rules: {order: offer}}
report:
  headline: [seat_spread, turns]
  better: {seat_spread: lower}
  margins: {turns: 3}
"""


@pytest.fixture(autouse=True)
def here(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """Return a folder of one's own to work in, with scenarios; games are not narrated, which takes seconds."""
    (tmp_path / "one.yaml").write_text(SCENARIO, encoding="utf-8")
    (tmp_path / "two.yaml").write_text(SCENARIO.replace("players: 4", "players: 3"), encoding="utf-8")
    (tmp_path / "beer.yaml").write_text("game: oktoberfest\ngames: 100\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("balancer.narration.divergence.narrated", lambda *_: None)
    return tmp_path


def rows(path: pathlib.Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_all_variants_are_compared_and_kept(here: pathlib.Path) -> None:
    done = balance("compare", "one.yaml")

    assert done.exit_code == 0, done.output
    assert "\x1b" not in done.output
    same = "note: the variant same changes nothing: its rules and players are those of the base\n"
    assert re.fullmatch(rf"{same}(compiling the rules of \w+: .*\n)?", done.stderr)
    assert "draw\nChanged: order offer → draw" in done.stdout
    assert "same\nChanged: nothing, both sides have the same rules" in done.stdout
    assert "All 400 pairs of games are identical in every figure: no effect." in done.stdout
    assert "no change seen" in done.stdout
    folder = here / "reports" / "one-compare"
    names = {path.name for path in folder.iterdir()} - {".lock"}
    assert names - {".balancer"} == {
        *("cells", "pairs", "charts", "index.html", "manifest.json"),
        *("columns.csv", "differences.csv", "pairs.csv", "report.md", "report.json"),
    }
    result = rows(folder / "differences.csv")
    assert {row["variant"] for row in result} == {"draw", "same"}
    assert {row["verdict"] for row in result if row["variant"] == "same" and row["difference"]} == {"equivalent"}
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert "http" not in page.replace("http://www.w3.org", "")
    assert "<svg" in page


def test_running_again_plays_nothing_and_report_writes_the_same_page(
    here: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert balance("compare", "one.yaml").exit_code == 0
    folder = here / "reports" / "one-compare"
    before = (folder / "index.html").read_bytes()

    def play(*_: Any) -> None:
        raise AssertionError("it plays again")

    monkeypatch.setattr(CellJob, "play", play)
    assert balance("report", str(folder)).exit_code == 0
    assert (folder / "index.html").read_bytes() == before
    again = balance("compare", "one.yaml", "-v")
    assert again.exit_code == 0
    assert "played before" in again.stderr
    assert balance("compare", "one.yaml", "--fresh").exit_code != 0


def test_a_quick_look_prints_its_answer_and_leaves_the_page(here: pathlib.Path) -> None:
    """As JSON or Markdown, too; the manifest stays with the page."""
    assert balance("compare", "one.yaml").exit_code == 0
    folder = here / "reports" / "one-compare"
    before = [(folder / name).read_bytes() for name in ("index.html", "manifest.json", "differences.csv")]
    quick = balance("compare", "one.yaml", "--games", "100", "--json", "-", "--markdown", "quick.md")

    assert quick.exit_code == 0
    assert json.loads(quick.stdout)["variants"][0]["games"] == 100
    assert "400 games per setting where this command plays 100; that page stays as it is" in quick.stderr
    assert "100 pairs of games" in (here / "quick.md").read_text(encoding="utf-8").replace("\n", " ")
    assert [(folder / name).read_bytes() for name in ("index.html", "manifest.json", "differences.csv")] == before


def test_named_variants_alone(here: pathlib.Path) -> None:
    done = balance("compare", "one.yaml", "--variant", "draw", "-o", "out")

    assert done.exit_code == 0
    assert {row["variant"] for row in rows(here / "out" / "pairs.csv")} == {"draw"}


def test_json_on_stdout_is_alone_there() -> None:
    done = balance("compare", "one.yaml", "--variant", "draw", "--json", "-")
    content = json.loads(done.stdout)

    assert (content["game"], content["confidence"]) == ("black_death", 0.95)
    (variant,) = content["variants"]
    assert (variant["variant"], variant["games"]) == ("draw", 400)
    assert variant["base"]["rules"]["order"] == "offer"
    assert variant["variant"] == "draw"
    assert variant["changed"]["rules"]["order"] == "draw"
    assert {"figure", "difference", "difference_low", "difference_high", "verdict", "gain"} <= set(
        variant["figures"][0]
    )


def keys_of(content: Any) -> Any:
    """Return the keys of nested dicts, of lists those of the first item; rules are the game's own."""
    if isinstance(content, dict):
        return {key: None if key == "rules" else keys_of(value) for key, value in content.items()}
    return [keys_of(content[0])] if isinstance(content, list) and content and isinstance(content[0], dict) else None


def test_json_is_as_the_documentation_shows_it() -> None:
    text = (pathlib.Path(__file__).parents[3] / "docs" / "compare.md").read_text(encoding="utf-8")
    documented = json.loads(text.partition("```json\n")[2].partition("```")[0])
    content = json.loads(balance("compare", "one.yaml", "--variant", "draw", "--json", "-").stdout)

    assert keys_of(content) == keys_of(documented)
    assert {"wanted", "half_width", "looks", "reached", "undecided"} == set(
        json.loads(
            balance(
                "compare", "two.yaml", "--variant", "draw", "--precision", "9pp", "--max-games", "90", "--json", "-"
            ).stdout
        )["variants"][0]["precision"]
    )


def test_two_scenarios(here: pathlib.Path) -> None:
    done = balance("compare", "one.yaml", "two.yaml", "--games", "200")

    assert done.exit_code == 0, done.output
    assert "two\nChanged: players 4 → 3" in done.stdout
    assert "Not compared: seat only in the base: 4" in done.stdout
    assert (here / "reports" / "one-two-compare" / "index.html").exists()


def test_set_goes_before_both_sides() -> None:
    done = balance("compare", "one.yaml", "--variant", "same", "--set", "suits=2", "--json", "-")

    content = json.loads(done.stdout)["variants"][0]
    assert content["base"]["rules"]["suits"] == content["changed"]["rules"]["suits"] == 2


def test_precision_not_reached_ends_with_3() -> None:
    done = balance("compare", "one.yaml", "--variant", "draw", "--precision", "0.01pp", "--max-games", "500")

    assert done.exit_code == 3
    assert "where ±0.01pp was requested; allow more games with --max-games" in done.stderr


def test_precision_reached() -> None:
    words = ("--precision", "10pp", "--max-games", "20000", "--json", "-")
    done = balance("compare", "one.yaml", "--variant", "draw", *words)
    content = json.loads(done.stdout)["variants"][0]

    assert done.exit_code == 0, done.output
    assert content["precision"]["reached"]
    assert content["games"] == 10_000


def test_the_plan_plays_nothing(here: pathlib.Path) -> None:
    done = balance("compare", "one.yaml", "--plan")

    assert done.exit_code == 0
    assert "1_600 games" in done.stdout  # two variants, both sides
    assert not (here / "reports").exists()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            ["one.yaml", "--variant", "darw"],
            "one.yaml: unknown variant 'darw'; allowed: draw, same; did you mean draw?",
        ),
        (["beer.yaml"], "beer.yaml: no variants to compare"),
        (["black_death"], "black_death: no variants"),
        (["one.yaml", "beer.yaml"], "beer.yaml: this is a scenario of oktoberfest, and one.yaml one of black_death"),
        (["one.yaml", "two.yaml", "--variant", "draw"], "--variant needs a single scenario"),
        (["one.yaml", "two.yaml", "beer.yaml"], "3 scenarios; compare one with its variants, or two"),
        (["nothing.yaml"], "no such file"),
        ([], "which scenario?"),
        (["one.yaml", "--plan", "--json", "-"], "--plan plays nothing"),
    ],
)
def test_mistakes_end_with_2_and_play_nothing(here: pathlib.Path, words: list[str], expected: str) -> None:
    done = balance("compare", *words)

    assert done.exit_code == 2, done.output
    assert expected in done.stderr
    assert not (here / "reports").exists()


def test_a_variant_is_traced(here: pathlib.Path) -> None:
    del here
    wrong = balance("trace", "one.yaml", "--variant", "darw")

    assert wrong.exit_code == 2
    assert "did you mean draw?" in wrong.stderr
