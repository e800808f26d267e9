"""`balancer check`: verdicts, baselines, files, exit codes, and the mistakes of a first day."""

import csv
import json
import os
import pathlib
import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result

import balancer.cli

SCENARIO = """\
title: Who is left with Death?
game: black_death
games: 2000
seed: 7
players: 3
sweep:
  axes:
    players: [2, 3]
variants:
  drawn: {rules: {order: draw}}
checks:
  - {metric: seat_loss_rate, each: seat, between: [5%, 70%]}
  - {metric: turns, stat: p95, at_most: 90}
report:
  headline: [turns, seat_loss_rate]
  margins: {turns: 2, seat_loss_rate: 8pp}
"""


@pytest.fixture(autouse=True)
def here(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """Return a folder of one's own to work in, with a scenario."""
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "death.yaml").write_text(SCENARIO, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def balance(*words: str) -> Result:
    as_it_was = {"NUMBA_DISABLE_JIT": os.environ.get("NUMBA_DISABLE_JIT")}
    return CliRunner(env=as_it_was).invoke(balancer.cli.balancer, words)


def check(*words: str) -> Result:
    return balance("check", "scenarios/death.yaml", *words)


def checked(*words: str) -> Any:
    """Return what ``--json -`` says of the one scenario: it is alone on stdout, whatever is reported."""
    return json.loads(check("--json", "-", "-v", *words).stdout)["scenarios"][0]


def write(text: str, name: str = "death.yaml") -> None:
    pathlib.Path("scenarios", name).write_text(text, encoding="utf-8")


BASELINE = pathlib.Path("scenarios/death.baseline.json")


# Checks ---------------------------------------------------------------------------------------------------------------
def test_checks_that_hold_pass() -> None:
    done = check()

    assert done.exit_code == 0, done.output
    assert "All 4 figures pass" in done.stdout
    page = pathlib.Path("reports/death-check/index.html").read_text(encoding="utf-8")
    assert '<p class="verdict">All 4 figures pass</p>' in page
    assert "balancer check scenarios/death.yaml" in page
    assert "no baseline yet; balancer check scenarios/death.yaml --accept" in " ".join(done.stdout.split())


def test_a_check_that_does_not_hold_fails_and_says_by_how_much() -> None:
    write(SCENARIO.replace("at_most: 90", "at_most: 20"))
    done = check()

    assert done.exit_code == 1
    line = next(line for line in done.stdout.splitlines() if line.startswith("- FAIL "))
    assert re.search(r"turns\.p95 at most 20: [\d.]+ \([\d.]+ to [\d.]+\)", line), line
    assert "FAIL: 1 of 4 figures fail (turns.p95). Figures of checks: 1 fail, 3 pass" in done.stdout
    assert done.stdout.index("- FAIL ") < done.stdout.index("- pass ")


def test_what_is_undecided_plays_on_until_its_budget_ends() -> None:
    write(SCENARIO.replace("{metric: turns, stat: p95, at_most: 90}", "{metric: turns, at_most: 21.46}"))
    done = check("--max-games", "7000", "-v")

    assert done.exit_code == 3, done.output
    looks = re.findall(r"setting 1 of 1: [^\n]*: (\d_000) games", done.stderr)
    assert looks == ["2_000", "4_000", "7_000"]
    assert re.search(
        r"Nothing fails\. Figures of checks: 3 pass, 1 undecided"
        r"( \(about [\d\s.]+( million)? games per setting would decide, with 80% probability\))?",
        " ".join(done.stdout.split()),
    )


def test_a_precision_that_is_not_reached_ends_with_3() -> None:
    done = check("--precision", "0.01pp", "--max-games", "3000")

    assert done.exit_code == 3, done.output
    output = " ".join(done.stdout.split())
    assert "All 4 figures pass" in output
    assert re.search(r"precision not reached: ±[\d.]+pp where ±0.01pp was requested \(base rules\); allow more", output)
    assert check("--precision", "2pp", "--max-games", "100000").exit_code == 0


def test_a_fail_beside_what_is_undecided_is_a_fail() -> None:
    write(SCENARIO.replace("at_most: 90}", "at_most: 20}\n  - {metric: turns, at_most: 21.46}"))

    assert check("--max-games", "2000").exit_code == 1


def test_checks_of_cells_variants_and_differences() -> None:
    write(
        SCENARIO.replace(
            "report:",
            """\
  - {metric: turns, cells: all, at_most: 80, name: never long}
  - {metric: turns, cells: {players: 2}, at_most: 12}
  - {metric: turns, variant: drawn, at_least: 10}
  - {metric: turns, variant: drawn, against: base, at_least: 0.1, name: drawing takes longer}
  - {metric: turns, variant: drawn, against: base, equivalent_within: 90}
report:""",
        )
    )
    rows = [
        (row["check"], row["place"], row["against"], row["verdict"]) for row in checked("--games", "4000")["checks"]
    ]

    assert rows[4:] == [
        ("never long", "players 2", None, "pass"),
        ("never long", "players 3", None, "pass"),
        ("turns, players 2", "players 2", None, "pass"),
        ("turns, drawn", "variant drawn", None, "pass"),
        ("drawing takes longer", "variant drawn", "base rules", "pass"),
        ("turns, drawn against base", "variant drawn", "base rules", "pass"),
    ]


def test_what_one_side_alone_has_is_said() -> None:
    write(
        SCENARIO.replace(
            "drawn: {rules: {order: draw}}", "four: {players: 4}\n  table: {lineup: [middler, random]}"
        ).replace(
            "report:",
            """\
  - {metric: turns, variant: four, at_least: 3}
  - {metric: seat_win_rate, each: seat, variant: four, against: base, between: [-90pp, 90pp]}
  - {metric: persona_loss_rate, each: persona, variant: table, against: base, between: [-90pp, 90pp], name: who}
report:""",
        )
    )
    found = checked()

    assert [row["of"] for row in found["checks"] if row["against"]] == ["1", "2", "3", "middler"]
    assert found["notes"][1:] == [
        "seat_win_rate, each seat, four against base: not compared, because only four has seat 4",
        "who: not compared, because only table has persona random",
        "who: not compared, because only base has persona baiter, reader, even",
    ]


def test_what_no_number_of_games_can_show_is_said() -> None:
    write(SCENARIO.replace("turns, stat: p95, at_most: 90", "ending_share, of: unfinished, at_most: 0%"))
    done = check("--max-games", "2000")

    assert done.exit_code == 3
    assert "allow a margin, such as 0.1%" in " ".join(done.stdout.split())


# Baseline -------------------------------------------------------------------------------------------------------------
def accept(why: str = "as printed") -> Result:
    done = check("--accept", why)
    assert done.exit_code == 0, done.output
    return done


def test_an_accepted_baseline_is_kept_with_its_reason() -> None:
    done = accept("as printed")
    kept = json.loads(BASELINE.read_text(encoding="utf-8"))

    assert done.stdout.startswith("scenarios/death.baseline.json: accepted 11 figures in 3 settings")
    assert [kept[key] for key in ("scenario", "game", "reason", "seed")] == ["death", "black_death", "as printed", 7]
    assert [place["axes"] for place in kept["places"]] == [None, {"players": 2}, {"players": 3}]
    assert list(kept["places"][0]["figures"]) == ["turns", *(f"seat_loss_rate.{seat}" for seat in (1, 2, 3))]
    for place in kept["places"]:
        assert place["games"] >= 2000
        assert all(figure["low"] < figure["value"] < figure["high"] for figure in place["figures"].values())


def test_what_moved_is_named_and_what_changed_is_reported() -> None:
    write(SCENARIO.replace("turns: 2", "turns: 1"))
    accept("the printed game")
    write(SCENARIO.replace("turns: 2", "turns: 1").replace("players: 3\n", "players: 3\nrules: {order: draw}\n", 1))
    done = check()
    text = " ".join(done.stdout.split())

    assert done.exit_code == 1
    assert re.search(r"FAIL turns: 21\.\d+ → 23\.\d+, \+\d\.\d+ ± 0\.\d+ \(same within ±1 turn\), base rules", text), (
        text
    )
    assert 'Changed since the baseline: rules.order "offer" → "draw"' in text
    assert ": the printed game (" in text


def test_a_changed_engine_is_reported_and_does_not_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    from balancer.core.game import Game

    accept()
    monkeypatch.setattr(Game, "sources", "another")
    done = check("--fresh")
    text = " ".join(done.stdout.split())

    assert done.exit_code == 0, done.output
    assert (
        "Changed since the baseline: the engine (the sources of the core and of black_death); its results are identical"
        in text
    )


def test_a_baseline_is_not_accepted_anew_for_other_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    from balancer.core.game import Game

    accept()
    before = BASELINE.read_bytes()
    monkeypatch.setattr(Game, "sources", "another")
    done = accept("another reason")

    assert "accepted already; the file is unchanged" in done.stdout
    assert BASELINE.read_bytes() == before


def test_cells_and_figures_without_a_baseline_are_new() -> None:
    accept()
    write(SCENARIO.replace("players: [2, 3]", "players: [2, 3, 4]").replace("headline: [", "headline: [lead_changes, "))
    found = checked()

    assert found["verdict"] == "new"
    new = {(row["metric"], row["place"]) for row in found["drift"] if row["verdict"] == "new"}
    assert ("turns", "players 4") in new
    assert ("lead_changes", "base rules") in new
    assert ("turns", "players 2") not in new
    assert check().exit_code == 3
    assert "New, not yet accepted: base rules; players 2; players 3; players 4" in check().stdout


def test_cells_that_are_gone_are_reported() -> None:
    accept()
    write(SCENARIO.replace("players: [2, 3]", "players: [3, 4]"))

    assert "accepted, but no longer in the sweep: players 2" in check().stdout


def test_options_that_collapse_the_sweep_leave_the_base_rules() -> None:
    accept()
    done = check("--players", "2")

    assert done.exit_code == 1
    assert "only the base rules are compared with the baseline" in " ".join(done.stdout.split())
    assert "new" not in done.stdout


def test_accepting_anew_forgets_the_old() -> None:
    accept("first")
    write(SCENARIO.replace("players: 3\n", "players: 3\nrules: {order: draw}\n", 1))
    accept("drawing is wanted")

    assert check().exit_code == 0
    assert "drawing is wanted" in check().stdout


def test_margins_too_narrow_for_the_games_are_reported_when_accepting() -> None:
    write(SCENARIO.replace("seat_loss_rate: 8pp", "seat_loss_rate: 0.1pp"))
    done = check("--accept", "narrow", "--max-games", "2000")

    assert done.exit_code == 0
    assert "not known well enough" in done.stderr


# Files ----------------------------------------------------------------------------------------------------------------
def test_json_csv_junit_and_markdown_agree(here: pathlib.Path) -> None:
    accept()
    write(SCENARIO.replace("at_most: 90", "at_most: 20").replace("players: [2, 3]", "players: [2, 3, 4]"))
    done = check("--json", "out.json", "--junit", "out.xml", "--markdown", "out.md")
    found = json.loads((here / "out.json").read_text(encoding="utf-8"))["scenarios"][0]
    rows = [*found["checks"], *found["drift"]]
    with (here / "reports/death-check/checks.csv").open(encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    with (here / "reports/death-check/columns.csv").open(encoding="utf-8") as file:
        explained = [line["column"] for line in csv.DictReader(file)]
    suite = ET.fromstring((here / "out.xml").read_text(encoding="utf-8"))[0]  # noqa: S314  ours
    cases = suite.findall("testcase")
    text = (here / "out.md").read_text(encoding="utf-8")

    assert done.exit_code == 1
    assert found["counts"] == {"fail": 1, "undecided": 0, "new": 5, "pass": 14}
    assert sorted(line["verdict"] for line in lines) == sorted(row["verdict"] for row in rows)
    assert explained == list(lines[0])
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("20", "1", "5")
    assert len(cases) == 20
    assert sum(case.find("failure") is not None for case in cases) == 1
    assert sum(case.find("skipped") is not None for case in cases) == 5
    assert text.startswith("<!-- generated by balancer -->\n\n## death: Who is left with Death?\n")
    assert "**FAIL: 1 of 20 figures fail (turns.p95). " in text
    assert "| FAIL | turns (p95) | base rules |" in text


def test_checking_again_plays_nothing_again() -> None:
    check()

    again, fresh = check("-v"), check("-v", "--fresh")
    cells = again.stderr.count("\nsetting ") + again.stderr.startswith("setting ")
    assert (again.stderr.count("played before"), fresh.stderr.count("played before")) == (cells, 0)
    assert again.stdout == fresh.stdout
    assert "(1 played before, in reports/death-check)" in check("--plan").stdout


def test_kept_games_lie_in_the_folder(here: pathlib.Path) -> None:
    check("--keep-games", "-o", "kept")

    assert len(list((here / "kept" / "games").glob("*.parquet"))) == 1


def test_several_scenarios_share_the_chance_of_a_false_alarm() -> None:
    write(SCENARIO, "twin.yaml")
    done = balance("check", "scenarios/death.yaml", "scenarios/twin.yaml", "--json", "-")
    found = json.loads(done.stdout)

    assert [one["scenario"] for one in found["scenarios"]] == ["death", "twin"]
    assert [one["confidence"] for one in found["scenarios"]] == [pytest.approx(0.975)] * 2


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        ((), ("1 setting, 2_000 games", "4 figures to judge; up to 20_000 games")),
        (("--accept", "why"), ("3 settings, 6_000 games",)),
    ],
)
def test_a_plan_plays_nothing(words: tuple[str, ...], printed: tuple[str, ...], here: pathlib.Path) -> None:
    done = check("--plan", *words)

    assert done.exit_code == 0, done.output
    assert all(text in done.stdout for text in printed)
    assert not (here / "reports").exists()
    assert not BASELINE.exists()


def test_the_table_fits_80_columns() -> None:
    accept()
    write(SCENARIO.replace("players: 3\n", "players: 3\nrules: {order: draw}\n", 1))

    assert max(map(len, check("-v").stdout.splitlines())) <= 80


def test_report_says_that_a_check_has_no_page() -> None:
    check()
    done = balance("report", "reports/death-check")

    assert done.exit_code == 2
    assert "an answer of `balancer check`, which keeps only some of its games" in done.stderr


# Mistakes -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("scenarios/bare.yaml", "scenarios/bare.yaml: no checks and no baseline; write checks:, or accept"),
        ("black_death", "balancer new black_death"),
    ],
)
def test_without_checks_and_baseline_there_is_nothing_to_check(target: str, message: str) -> None:
    write("game: black_death\n", "bare.yaml")
    done = balance("check", target)

    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr
    assert "nothing was run" in done.stderr


def test_mistakes_of_all_scenarios_are_reported_at_once() -> None:
    write(SCENARIO.replace("metric: turns", "metric: truns"))
    write(SCENARIO.replace("order: draw", "order: drawn"), "twin.yaml")
    done = balance("check", "scenarios/death.yaml", "scenarios/twin.yaml")

    assert (done.exit_code, done.stdout) == (2, "")
    assert "scenarios/death.yaml:13:14: unknown metric: 'truns'; did you mean 'turns'?" in done.stderr
    assert "twin.yaml:10:" in done.stderr
    assert not pathlib.Path("reports").exists()


def test_a_part_of_a_game_without_parts_is_an_error() -> None:
    write(SCENARIO.replace("turns, stat: p95, at_most: 90", "part_lift, of: Death, at_most: 3pp"))
    done = check()

    assert done.exit_code == 2
    assert "scenarios/death.yaml:13:29: unknown part of part_lift: 'Death'; allowed: nothing" in done.stderr


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: re.sub(r'"turns": {"value": \d+', '"turns": {"value": 99', text, count=1), "figures differ from"),
        (
            lambda text: text[: len(text) // 2],
            r":\d+:\d+: incomplete JSON.* balancer check scenarios/death\.yaml --accept",
        ),
        (lambda text: text.replace('"format": 1', '"format": 9'), "unknown format 9"),
        *((lambda _, other=other: other, "") for other in ("", "[]", "{}", '{"format": 1}', "[" * 100_000, "\x00")),
    ],
)
def test_a_baseline_that_is_none_is_refused(change: Any, message: str) -> None:
    accept()
    BASELINE.write_text(change(BASELINE.read_text(encoding="utf-8")), encoding="utf-8")
    done = check()

    assert (done.exit_code, done.stdout) == (2, "")
    assert re.search(rf"death\.baseline\.json.*{message}", done.stderr)


def test_a_baseline_of_another_game_is_refused() -> None:
    accept()
    write("game: oktoberfest\nchecks: [{metric: rounds, at_most: 50}]\n")
    done = check()

    assert done.exit_code == 2
    assert "a baseline of black_death, but scenarios/death.yaml is about oktoberfest" in done.stderr


def test_a_renamed_scenario_is_noticed() -> None:
    accept()
    pathlib.Path("scenarios/death.yaml").rename("scenarios/grim.yaml")
    done = balance("check", "scenarios/grim.yaml")

    assert done.exit_code == 0
    assert "death.baseline.json has no scenario: was scenarios/grim.yaml renamed?" in " ".join(done.stdout.split())
    BASELINE.rename("scenarios/grim.baseline.json")
    assert "the baseline was accepted as death: the scenario was renamed" in " ".join(
        balance("check", "scenarios/grim.yaml").stdout.split()
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--accept", ""), "--accept takes the reason"),
        (("--accept", "  "), "--accept takes the reason"),
        (("--accept", "scenarios/death.yaml"), "--accept takes the reason, not a file"),
        (("--accept",), "requires an argument"),
        (("--accept", "why", "--set", "order=draw"), "write what --set says into it"),
        (("--accept", "why", "--players", "2"), "write what --players says into it"),
        (("--accept", "why", "--json", "-"), "--json has nothing to write"),
        (("--plan", "--junit", "x.xml"), "--junit has nothing to write"),
        (("--max-games", "many"), "'many' is not a whole number"),
        (("--max-games", "0"), "0 is out of range"),
        (("--games", "10k"), "write 10_000"),
    ],
)
def test_options_that_make_no_sense_are_refused(words: tuple[str, ...], message: str, here: pathlib.Path) -> None:
    done = check(*words)

    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr
    assert not (here / "reports").exists()
    assert not BASELINE.exists()


def test_without_a_scenario_one_is_shown_what_there_is() -> None:
    done = balance("check")

    assert done.exit_code == 2
    assert "scenarios here: scenarios/death.yaml" in done.stderr


def test_a_baseline_that_cannot_be_written_is_reported_before_playing(here: pathlib.Path) -> None:
    BASELINE.mkdir()
    done = check("--accept", "why")

    assert done.exit_code in {2, 4}
    assert "death.baseline.json" in done.stderr
    assert not (here / "reports").exists()


def test_a_file_name_that_is_no_text_has_checks_and_a_baseline(here: pathlib.Path) -> None:
    """Bytes beyond UTF-8 and control characters, which neither JSON nor XML can hold."""
    odd = os.fsdecode(b"-caf\xe9\x01\n\x1b[31m.yaml")
    pathlib.Path(odd).write_text(SCENARIO.replace("2000", "200"), encoding="utf-8")
    accepted = balance("check", "--accept", "why", "--", odd)
    files = ("--junit", "out.xml", "--markdown", "out.md", "--json", "out.json")
    checked = [balance("check", *files, "--", odd) for _ in range(2)]

    assert accepted.exit_code == 0, accepted.output
    assert [done.exit_code for done in checked] == [0, 0], checked[0].output
    assert "replaces" not in checked[1].stderr
    assert (here / "out.xml").read_text(encoding="utf-8").count("<testcase") > 5
    ET.fromstring((here / "out.xml").read_bytes())  # noqa: S314  ours
    assert "caf?" in (here / "out.md").read_text(encoding="utf-8")


def test_robustness_is_reported_and_told_beforehand() -> None:
    """At tables that the report names; without the option no other table is played."""
    write(SCENARIO.replace("report:\n", "report:\n  robustness: [even, middler]\n"))
    assert "tables of other players" not in check("--plan").stdout
    assert "other line-ups: at most about " in check("--robustness", "--plan").stdout
    (scenario,) = [checked("--robustness", "--games", "300")]
    tables = {row["table"] for row in scenario["elsewhere"]}
    assert tables == {"even alone", "middler alone"}
    assert {row["table"] for row in scenario["checks"]} == {None}
