"""Reports: what a question makes of its results.  Every output is made from the four methods of a report."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from balancer.analysis.figure_ref import ReportSpec
from balancer.analysis.sheet import Sheet
from balancer.reporting.document.model import Document
from balancer.scenario.question import GameCard, Question
from balancer.simulation.manifest import Manifest

CARRIED = ("--seed", "--set", "--players", "--lineup")  # with a value; `balancer trace` must repeat them
TableRows = tuple[Sheet, Iterable[Any]]  # columns and what each row is about, or a DataFrame made already


class Report(Protocol):
    """The protocol of a question's report; all layout is left to the renderers of documents."""

    def answer(self) -> Sequence[str]:
        """Return the sentences that lead every output."""

    def document(self) -> Document:
        """Return what people read: page, terminal, Markdown and notebooks show it."""

    def tables(self) -> Sequence[TableRows]:
        """Return what programs read: CSV files and DataFrames have it."""

    def to_json(self) -> dict[str, Any]:
        """Return the content of `--json`."""


@dataclass(frozen=True)
class ScenarioReport:
    """A report of what was played for a scenario, with its manifest."""

    manifest: Manifest

    @property
    def question(self) -> Question:
        """The question that the scenario asks, resolved."""
        return self.manifest.question

    def to_json(self) -> dict[str, Any]:
        """Return the content of `--json`."""
        raise NotImplementedError

    @property
    def card(self) -> GameCard:
        """The description of the game."""
        return self.manifest.game

    @property
    def spec(self) -> ReportSpec:
        """The `report:` section of the scenario."""
        return self.question.report

    def carried_options(self) -> list[str]:
        """Return the options of the command that change its games; other commands must repeat them."""
        given = shlex.split(self.manifest.command)
        carried: list[str] = []
        for place, word in enumerate(given):
            if word in CARRIED:
                carried += given[place : place + 2]
            elif word.partition("=")[0] in CARRIED:
                carried.append(word)
        return carried
