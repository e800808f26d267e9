"""The pytest plug-in: what is collected, how verdicts become outcomes, the fixture."""

import importlib
import json
import pathlib
import subprocess
import sys

import pytest

import balancer
import balancer.cli

pytest_plugins = ["pytester"]


@pytest.fixture(scope="module", autouse=True)
def _warm() -> None:
    """pytester forgets what a run inside this process has imported, and compiled modules can't be imported twice."""
    for module in (
        "balancer.questions.check.command",
        "balancer.testing.balance_fixture",
        "balancer.testing.collect",
        "rich.table",
    ):
        importlib.import_module(module)
    balancer.run("black_death", games=2)  # the kernels, and all that numba imports when it loads the first


SCENARIO = """\
title: Who is left with Death?
game: black_death
games: 2000
players: 3
checks:
  - {metric: turns, stat: p95, at_most: 90, name: short}
  - {metric: seat_loss_rate, each: seat, between: [5%, 70%]}
"""


@pytest.fixture
def death(pytester: pytest.Pytester) -> pathlib.Path:
    """Return a project with a scenario."""
    (pytester.path / "scenarios").mkdir()
    file = pytester.path / "scenarios" / "death.yaml"
    file.write_text(SCENARIO, encoding="utf-8")
    return file


def accept(pytester: pytest.Pytester) -> None:
    with pytest.raises(SystemExit) as ended:
        balancer.cli.balancer(["check", "scenarios/death.yaml", "--accept", "as printed"])
    assert ended.value.code == 0
    assert (pytester.path / "scenarios" / "death.baseline.json").exists()


# Scenarios ------------------------------------------------------------------------------------------------------------
def test_a_scenario_is_an_item_a_check(pytester: pytest.Pytester, death: pathlib.Path) -> None:
    del death
    done = pytester.runpytest_inprocess("-v", "scenarios")

    done.assert_outcomes(passed=2)
    done.stdout.fnmatch_lines(
        ["scenarios/death.yaml::short PASSED*", "scenarios/death.yaml::seat_loss_rate, each seat*"]
    )


def test_a_baseline_is_two_items(pytester: pytest.Pytester, death: pathlib.Path) -> None:
    death.write_text(SCENARIO + "sweep: {axes: {players: [2, 3]}}\n", encoding="utf-8")
    accept(pytester)
    done = pytester.runpytest_inprocess("-v", "scenarios")

    done.assert_outcomes(passed=4)
    done.stdout.fnmatch_lines(["*::baseline: base rules PASSED*", "*::baseline: cells PASSED*"])


def test_a_failed_check_shows_its_table(pytester: pytest.Pytester, death: pathlib.Path) -> None:
    death.write_text(SCENARIO.replace("at_most: 90", "at_most: 20"), encoding="utf-8")
    done = pytester.runpytest_inprocess("scenarios")

    assert done.ret == 1
    done.assert_outcomes(passed=1, failed=1)
    done.stdout.fnmatch_lines(["*_ death.yaml: short _*", "- FAIL*short*at most 20: 3?*"])
    done.stdout.no_fnmatch_line("*scenarios.py*")  # no traceback of ours


def test_what_drifted_fails_and_what_changed_is_reported(pytester: pytest.Pytester, death: pathlib.Path) -> None:
    accept(pytester)
    death.write_text(SCENARIO + "rules: {order: draw}\n", encoding="utf-8")
    done = pytester.runpytest_inprocess("scenarios")

    done.assert_outcomes(passed=2, failed=1)
    done.stdout.fnmatch_lines(['- Changed since the baseline: rules.order "offer" → "draw"'])


def test_what_changed_is_reported_where_a_baseline_is_undecided(pytester: pytest.Pytester, death: pathlib.Path) -> None:
    accept(pytester)
    death.write_text(SCENARIO + "seed: 9\n", encoding="utf-8")
    done = pytester.runpytest_inprocess("scenarios", "--balance-games=200", "--balance-max-games=200")

    done.stdout.fnmatch_lines(["UNDECIDED scenarios/death.yaml::baseline: base rules:*; changed since: seed 1 → 9"])
    assert done.ret == 0


UNDECIDED = SCENARIO.replace("stat: p95, at_most: 90", "at_most: 21.46")


def test_what_is_undecided_is_neither_passed_nor_failed(pytester: pytest.Pytester, death: pathlib.Path) -> None:
    death.write_text(UNDECIDED, encoding="utf-8")
    done = pytester.runpytest_inprocess("scenarios", "--balance-max-games=2_000")

    assert done.ret == 0
    done.assert_outcomes(passed=1)
    done.stdout.fnmatch_lines(
        ["*undecided: more games may decide*", "UNDECIDED scenarios/death.yaml::short: turns, base rules: 2?.?*"]
    )
    done.stdout.fnmatch_lines(["*1 passed, 1 undecided*"])


@pytest.mark.parametrize("option", ["--balance-strict", "--runxfail"])
def test_what_is_undecided_fails_where_one_says_so(option: str, pytester: pytest.Pytester, death: pathlib.Path) -> None:
    death.write_text(UNDECIDED, encoding="utf-8")

    pytester.runpytest_inprocess("scenarios", "--balance-max-games=2_000", option).assert_outcomes(passed=1, failed=1)


def test_settings_say_how_much_is_played(pytester: pytest.Pytester, death: pathlib.Path) -> None:
    death.write_text(UNDECIDED, encoding="utf-8")
    pytester.makeini("[pytest]\nbalancer_games = 300\nbalancer_max_games = 500\n")

    pytester.runpytest_inprocess("scenarios").stdout.fnmatch_lines(["UNDECIDED*; 500 games*"])


def test_only_what_is_chosen_is_played(pytester: pytest.Pytester, death: pathlib.Path) -> None:
    del death
    pytester.runpytest_inprocess("scenarios", "-k", "short").assert_outcomes(passed=1, deselected=1)


def test_a_scenario_with_mistakes_is_an_error(pytester: pytest.Pytester, death: pathlib.Path) -> None:
    death.write_text(SCENARIO.replace("metric: turns", "metric: truns"), encoding="utf-8")
    done = pytester.runpytest_inprocess("scenarios")

    assert done.ret == 2
    done.stdout.fnmatch_lines(["*death.yaml:6:14: unknown metric: 'truns'; did you mean 'turns'?*"])


def test_a_wrong_setting_is_reported(pytester: pytest.Pytester, death: pathlib.Path) -> None:
    del death
    done = pytester.runpytest_inprocess("scenarios", "--balance-games", "10k")

    assert done.ret != 0
    assert "--balance-games 10k: '10k' is not a whole number" in done.stdout.str() + done.stderr.str()


# Other people's files -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("scenarios/deploy.yaml", "steps: [build, test]\n"),
        ("scenarios/chess.yaml", "game: chess\nchecks: [mate]\n"),
        ("scenarios/nested.yaml", "x:\n  game: black_death\n  checks: []\n"),
        ("scenarios/plain.yaml", "game: black_death\n"),
        ("scenarios/broken.yaml", "\tgame: [\n"),
        ("scenarios/binary.yaml", "game: \udcff"),
        ("config/death.yaml", SCENARIO),
        ("scenarios/death.json", SCENARIO),
    ],
)
def test_other_files_are_left_alone(name: str, text: str, pytester: pytest.Pytester) -> None:
    file = pytester.path / name
    file.parent.mkdir()
    file.write_text(text, encoding="utf-8", errors="surrogateescape")
    pytester.makepyfile("def test_ours(): pass")

    pytester.runpytest_inprocess().assert_outcomes(passed=1)


def test_collection_can_be_moved_and_switched_off(pytester: pytest.Pytester, death: pathlib.Path) -> None:
    pytester.makepyfile("def test_ours(): pass")
    pytester.makeini("[pytest]\nbalancer_scenarios =\n")
    pytester.runpytest_inprocess().assert_outcomes(passed=1)

    death.rename(pytester.path / "death.yaml")
    pytester.makeini("[pytest]\nbalancer_scenarios = *.yaml\n")
    pytester.runpytest_inprocess().assert_outcomes(passed=3)


PROBE = """
import sys, time
import pytest
before, began = set(sys.modules), time.perf_counter()
import balancer.testing.plugin
seconds = time.perf_counter() - began
heavy = {name for name in set(sys.modules) - before if name.split(".")[0] in
         {"numba", "numpy", "pandas", "pydantic", "scipy", "rich", "ruamel", "matplotlib", "click"}}
print(seconds, sorted(heavy))
"""


def test_the_plugin_imports_nothing_heavy() -> None:
    """Under 50 ms: the quickest of five, for other people's processes may be in the way."""
    output = [
        subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, check=True).stdout.split(
            maxsplit=1
        )
        for _ in range(5)
    ]

    assert {heavy.strip() for _, heavy in output} == {"[]"}
    assert min(float(seconds) for seconds, _ in output) < 0.05


def test_an_unrelated_project_loads_nothing_heavy(pytester: pytest.Pytester) -> None:
    (pytester.path / "scenarios").mkdir()
    (pytester.path / "scenarios" / "deploy.yaml").write_text("steps: []\n", encoding="utf-8")
    pytester.makepyfile(
        """
        import sys

        def test_nothing_heavy():
            assert not {"numba", "pandas", "pydantic", "scipy", "ruamel"} & set(sys.modules)
        """
    )

    pytester.runpytest_subprocess().assert_outcomes(passed=1)


# The fixture ----------------------------------------------------------------------------------------------------------
def run(pytester: pytest.Pytester, body: str, *options: str) -> pytest.RunResult:
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    pytester.makepyfile(f"import pytest\n\ndef test_it(balance):\n{lines}\n")
    return pytester.runpytest_inprocess(str(next(pytester.path.glob("test_*.py"))), *options)


@pytest.mark.parametrize(
    "claim",
    [
        "balance('scenarios/death.yaml').turns.p95 <= 90",
        "10 < balance('scenarios/death.yaml').turns < 90",
        "balance('scenarios/death.yaml', players=2).seat_loss_rate[1] >= 0.4",
        "balance('scenarios/death.yaml', order='draw', suits=2).ending_share.death_held >= 0.9",
        "balance('scenarios/death.yaml').ending_share['unfinished'] < 0.1",
        "balance('black_death', games=500, lineup=['random', 'even']).persona_loss_rate.even <= 0.9",
        "balance({'game': 'black_death', 'games': 500}).score.mean > -1000",
        "balance({'game': 'black_death', 'games': 500}).score.at_least_0 <= 1",
        "balance('scenarios/death.yaml', order='draw').turns - balance('scenarios/death.yaml').turns > 1",
    ],
)
def test_comparisons_that_hold_pass(claim: str, pytester: pytest.Pytester, death: pathlib.Path) -> None:
    del death

    run(pytester, f"assert {claim}").assert_outcomes(passed=1)


def test_a_comparison_that_does_not_hold_tells_the_figure(pytester: pytest.Pytester, death: pathlib.Path) -> None:
    del death
    done = run(pytester, "assert balance('scenarios/death.yaml', players=2).turns.p95 <= 5")

    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["E*turns (p95), base rules, players 2: 1?* (1?* to 1?*), 2*000 games <= 5"])
    done.stdout.fnmatch_lines(["E*the whole interval is on the wrong side"])


def test_an_undecided_comparison_plays_on_and_ends_undecided(pytester: pytest.Pytester, death: pathlib.Path) -> None:
    del death
    body = "assert balance('scenarios/death.yaml').turns <= 21.46\nassert False"
    done = run(pytester, body, "--balance-max-games=4000")

    assert done.ret == 0
    done.assert_outcomes()
    done.stdout.fnmatch_lines(["UNDECIDED *::test_it: turns, base rules: 21.* 4*000 games", "*1 undecided*"])


def test_an_undecided_comparison_can_be_made_to_fail(pytester: pytest.Pytester, death: pathlib.Path) -> None:
    del death
    body = "assert balance('scenarios/death.yaml').turns <= 21.46"

    run(pytester, body, "--balance-max-games=2000", "--balance-strict").assert_outcomes(failed=1)


def test_a_negation_of_what_is_undecided_is_undecided(pytester: pytest.Pytester, death: pathlib.Path) -> None:
    del death
    done = run(pytester, "assert not balance('scenarios/death.yaml').turns <= 21.46", "--balance-max-games=2000")

    done.stdout.fnmatch_lines(["*1 undecided*"])


@pytest.mark.parametrize(
    ("line", "error", "words"),
    [
        ("balance('scenarios/death.yaml').truns", "AttributeError", "did you mean 'turns'"),
        ("balance('scenarios/death.yaml').turns.p99 < 3", "AttributeError", "p95"),
        ("balance('scenarios/death.yaml').ending_share < 3", "AttributeError", "per ending"),
        ("balance('scenarios/death.yaml').seat_loss_rate[9] < 3", "AttributeError", "unknown seat"),
        ("balance('scenarios/death.yaml', ordre='draw')", "TypeError", "did you mean order?"),
        ("balance('scenarios/death.yaml', order='drawn')", "ValueError", "did you mean draw?"),
        ("balance('scenarios/deth.yaml')", "ValueError", "did you mean scenarios/death.yaml?"),
        ("balance('scenarios/death.yaml', variant='x')", "ValueError", "unknown variant 'x'; allowed: base"),
        ("balance('scenarios/death.yaml').turns == 21", "TypeError", "write 0.2 <= figure <= 0.3"),
        ("bool(balance('scenarios/death.yaml').turns)", "TypeError", "neither true nor false"),
        ("balance('scenarios/death.yaml').turns < '21'", "TypeError", "is compared with a number"),
        ("balance('scenarios/death.yaml').turns - 3", "TypeError", "the same figure under other rules"),
        ("balance('scenarios/death.yaml').turns - balance('black_death', seed=3).turns", "TypeError", "one seed"),
        ("balance('scenarios/death.yaml').turns < True", "TypeError", "is compared with a number"),
    ],
)
def test_mistakes_are_reported(
    line: str, error: str, words: str, pytester: pytest.Pytester, death: pathlib.Path
) -> None:
    del death
    body = f"with pytest.raises({error}) as caught:\n    {line}\nassert {json.dumps(words)} in str(caught.value)"

    run(pytester, body).assert_outcomes(passed=1)


@pytest.mark.parametrize("chosen", ["auto", "off"])
def test_plain_files_are_compiled_as_the_option_says(chosen: str, pytester: pytest.Pytester) -> None:
    pytester.makepyfile(f"from balancer.compiler.choice import chosen\ndef test_it(): assert chosen() == {chosen!r}")
    pytester.runpytest_inprocess(f"--balance-compiled={chosen}").assert_outcomes(passed=1)


def test_a_wrong_choice_of_compiling_is_refused(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\nbalancer_compiled = never\n")
    said = pytester.runpytest_inprocess().stderr.str()
    assert "balancer_compiled: compiled is 'never'; allowed: auto, off" in said
