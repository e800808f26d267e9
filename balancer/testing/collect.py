"""Scenario files that pytest collects: an item per check, one for the base rules' baseline, one for the settings'."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

import pytest

from balancer.analysis.verdicts import FAIL, PASS
from balancer.checks.claims import BASELINE, Claim
from balancer.checks.judge import Outcome
from balancer.questions.check.study import CheckStudy
from balancer.questions.study import carry_out
from balancer.scenario.errors import ScenarioError
from balancer.scenario.load import Overrides, load
from balancer.simulation.runner import open_runner
from balancer.testing.settings import UNDECIDED, whole_setting

FILES = pytest.StashKey[int]()  # number of scenario files collected: they share the error probability

BASE, CELLS = "baseline: base rules", "baseline: cells"  # names of test items


def item_of(claim: Claim) -> str:
    """Return the key of the item that reports a claim: a check's path in the scenario, or a part of the baseline."""
    if claim.where != BASELINE:
        return claim.where
    return BASE if claim.setting.axes is None else CELLS


class ScenarioFile(pytest.File):
    """A scenario with checks or a baseline.  It is played once, when the first of its items runs."""

    study: CheckStudy
    played: Outcome | None = None

    def collect(self) -> Iterator[pytest.Item]:
        """Yield one item per check, and those of the baseline."""
        games = whole_setting(self.config, "games")
        try:
            scenario = load(self.path, Overrides(games=None if games is None else str(games)))
            self.study = CheckStudy.of(scenario, whole_setting(self.config, "max_games"))
        except ScenarioError as error:
            raise self.CollectError(str(error)) from None
        self.config.stash[FILES] = self.config.stash.get(FILES, 0) + 1
        titles: dict[str, str] = {}
        for claim in (*self.study.question.claims, *self.study.question.new):
            titles.setdefault(item_of(claim), claim.check)
        for key, title in titles.items():
            name = key if key in {BASE, CELLS} else title
            twice = name != key and list(titles.values()).count(title) > 1
            yield CheckItem.from_parent(self, name=f"{name} ({key})" if twice else name, key=key)

    def outcome(self) -> Outcome:
        """Return the verdicts on the claims of all items that are run; play at the first call."""
        if self.played is None:
            keys = {item.key for item in self.session.items if isinstance(item, CheckItem) and item.parent is self}
            claims, new = (
                tuple(claim for claim in claims if item_of(claim) in keys)
                for claims in (self.study.question.claims, self.study.question.new)
            )
            question = dataclasses.replace(self.study.question, claims=claims, new=new)
            study = dataclasses.replace(self.study, question=question, suite=self.config.stash[FILES])
            with open_runner() as runner:
                self.played = carry_out(study, runner).outcome
        return self.played


class UnbalancedError(Exception):
    """A check that fails; the message is its table."""


class CheckItem(pytest.Item):
    """One check of a scenario, or one part of its baseline."""

    def __init__(self, *, key: str, **rest: Any) -> None:
        """Report the claims with that key (`item_of`)."""
        super().__init__(**rest)
        self.key = key

    def runtest(self) -> None:
        """Pass, fail with the table, or end undecided."""
        parent = self.parent
        assert isinstance(parent, ScenarioFile)
        whole = parent.outcome()
        mine = dataclasses.replace(
            whole, results=tuple(result for result in whole.results if item_of(result.claim) == self.key)
        )
        if mine.verdict == PASS:
            return
        if mine.verdict == FAIL or self.config.getoption("balance_strict"):
            raise UnbalancedError(table(mine))
        raise pytest.xfail.Exception(UNDECIDED + short(mine))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the table of what failed; for other errors, the usual traceback."""
        if isinstance(excinfo.value, UnbalancedError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Any, int | None, str]:
        """Return file and name, as pytest reports them."""
        return self.path, None, f"{self.path.name}: {self.name}"


def table(outcome: Outcome) -> str:
    """Return the verdicts as `balancer check` prints them."""
    from balancer.questions.check.report import document_of
    from balancer.reporting.console import Console
    from balancer.reporting.document.terminal import print_document

    console = Console()
    print_document(document_of(outcome), console)
    return "\n".join(console.lines)


def short(outcome: Outcome) -> str:
    """Return the first undecided claim in one line; for the baseline also what has changed since."""
    from balancer.questions import check_results

    open_ = [result for result in outcome.results if result.verdict != PASS]
    more = f" (and {len(open_) - 1} more)" if len(open_) > 1 else ""
    drifts = any(result.claim.where == BASELINE for result in open_)
    changed = f"; changed since: {'; '.join(outcome.changes)}" if drifts and outcome.changes else ""
    return f"{check_results.sentence(open_[0])}{more}{changed}"
