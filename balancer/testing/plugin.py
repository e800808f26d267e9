"""The pytest plug-in: scenarios are collected as tests, and the fixture `balance` gives figures.

pytest loads it wherever balancer is installed, so nothing heavy is imported here, and only files that match the
patterns are read.  docs/checks.md explains its use.
"""

from __future__ import annotations

import contextlib
import pathlib
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from balancer.testing.settings import UNDECIDED, whole_setting

if TYPE_CHECKING:
    from balancer.testing.balance_fixture import Balance
    from balancer.testing.collect import ScenarioFile

SCENARIOS = ("scenarios/*.yaml", "scenarios/*.yml")


# Settings -------------------------------------------------------------------------------------------------------------
def pytest_addoption(parser: pytest.Parser) -> None:
    """Add options and settings; an option overrides the setting of the same meaning."""
    parser.addini(
        "balancer_scenarios", "patterns of files that are tests if they are scenarios", "args", list(SCENARIOS)
    )
    parser.addini(
        "balancer_games", "games per setting before the first verdict, instead of the scenario's", "string", ""
    )
    parser.addini("balancer_max_games", "maximum games per setting", "string", "")
    parser.addini(
        "balancer_compiled", "whether games of one plain Python file may be compiled: auto or off", "string", ""
    )
    group = parser.getgroup("balancer", "balance of games")
    group.addoption("--balance-games", metavar="N", help="Games per setting before the first verdict.")
    group.addoption(
        "--balance-max-games", metavar="N", help="Maximum games per setting; what is open then stays undecided."
    )
    group.addoption(
        "--balance-strict", action="store_true", help="Fail undecided checks, and figures that the baseline lacks."
    )
    group.addoption(
        "--balance-compiled", choices=["auto", "off"], help="Whether games of one plain Python file may be compiled."
    )


def pytest_configure(config: pytest.Config) -> None:
    """Have plain files compiled according to the settings while tests run."""
    from balancer.compiler.choice import choosing

    value = config.getoption("balance_compiled") or config.getini("balancer_compiled") or None
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(choosing(value))
        except ValueError as error:
            raise pytest.UsageError(f"balancer_compiled: {error}") from None
        config.add_cleanup(stack.pop_all().close)


# Scenarios as tests ---------------------------------------------------------------------------------------------------
def pytest_collect_file(file_path: pathlib.Path, parent: pytest.Collector) -> ScenarioFile | None:
    """Collect a scenario with checks or a baseline from the folders of scenarios; ignore any other file."""
    if file_path.suffix not in {".yaml", ".yml"}:
        return None
    if not any(file_path.match(pattern) for pattern in parent.config.getini("balancer_scenarios")):
        return None
    if not is_scenario(file_path):
        return None
    from balancer.testing.collect import ScenarioFile

    return ScenarioFile.from_parent(parent, path=file_path)


def is_scenario(path: pathlib.Path) -> bool:
    """Return whether a file appears to be a scenario with checks or a baseline, judged without parsing it.

    It names a game (``game:``) and has ``checks:`` or a baseline.  In addition the game is known or is a plain file
    next to it, or it has a baseline, or names our schema.  A malformed file of this kind is an error; others are
    ignored.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return False
    game = re.search(r"^game:[ \t]*[\"']?([\w./-]+)", text, re.MULTILINE)
    baseline = path.with_name(f"{path.stem}.baseline.json").is_file()
    if game is None or not (baseline or re.search(r"^checks:", text, re.MULTILINE)):
        return False
    from balancer import games

    plain_file = path.with_name(game[1] if game[1].endswith(".py") else f"{game[1]}.py")
    return baseline or "balancer.schema.json" in text or game[1] in games.names() or plain_file.is_file()


# The fixture ----------------------------------------------------------------------------------------------------------
@pytest.fixture(scope="session")
def balance(pytestconfig: pytest.Config) -> Iterator[Balance]:
    """Play rules and return their figures: ``assert balance("scenarios/x.yaml", players=4).rounds.p90 <= 9``.

    Takes a scenario, or a game's name, and changes: players, lineup, seating, seed, games, variant, and any knob.  A
    comparison of a figure passes, fails, or leaves the test undecided (as `xfail`), after playing up to max_games.
    """
    from balancer.testing.balance_fixture import opened

    first, most = whole_setting(pytestconfig, "games"), whole_setting(pytestconfig, "max_games")
    with opened(first, most, pytestconfig.rootpath, strict=pytestconfig.getoption("balance_strict")) as fixture:
        yield fixture


def pytest_assertrepr_compare(op: str, left: object, right: object) -> list[str] | None:
    """Report figure, interval and games of a failed comparison."""
    import sys

    figures = sys.modules.get("balancer.testing.balance_fixture")
    if figures is None or not (isinstance(left, figures.BalanceFigure) or isinstance(right, figures.BalanceFigure)):
        return None
    lines: list[str] = figures.explain(op, left, right)
    return lines


# Reporting ------------------------------------------------------------------------------------------------------------
def pytest_report_teststatus(report: pytest.TestReport | pytest.CollectReport) -> tuple[str, str, str] | None:
    """Count undecided tests separately: they neither passed nor were expected to fail."""
    if report.outcome == "skipped" and getattr(report, "wasxfail", "").startswith(UNDECIDED):
        return "undecided", "u", "UNDECIDED"
    return None


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Report each undecided test with its reason, whatever `-r` says: it must not look like a pass."""
    reports = terminalreporter.stats.get("undecided", [])
    if reports:
        terminalreporter.section("undecided: more games may decide", sep="-")
        for report in reports:
            terminalreporter.line(f"UNDECIDED {report.nodeid}: {report.wasxfail.removeprefix(UNDECIDED)}")
