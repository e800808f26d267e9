"""The manifest of a run: the question, how it was played, and the key, games, precision and times of every result."""

from __future__ import annotations

import dataclasses
import pathlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

from balancer.scenario.question import GameCard, Question, known_fields
from balancer.simulation import provenance

if TYPE_CHECKING:
    from balancer.analysis.results import Result
    from balancer.scenario.resolved import Scenario
    from balancer.simulation.jobs import Job

Record = Mapping[str, Any]  # plain values as JSON has them
MAIN = "main"  # the part that holds the results of a study's jobs
OF_THE_RUN = ("axes", "precision", "seconds", "compile_seconds")  # recorded of each result, next to key and games


@dataclass(frozen=True)
class Manifest:
    """The record of a run: what is played, when, where and with which versions; in the end also precision and times."""

    question: Question
    game: GameCard
    kind: str = "run"  # of the study
    scenario_file: str | None = None
    scenario_text: str | None = None  # as written
    scenario_given: Any = None  # the dict, if it was given in Python
    options: Sequence[str] = ()
    warnings: Sequence[str] = ()
    command: str = ""
    versions: Mapping[str, str] = field(default_factory=dict)
    git_commit: str = ""
    machine: Mapping[str, Any] = field(default_factory=dict)
    started: str = ""
    seconds: float | None = None  # wall time, None before the end
    cells: Sequence[Record] = ()  # one per result
    facts: Mapping[str, Any] = field(default_factory=dict)  # of the study; further parts, with `cells` of their own

    @classmethod
    def begun(
        cls, scenario: Scenario, jobs: Sequence[Job] = (), *, command: str = "", kind: str = "run", **facts: Any
    ) -> Self:
        """Return the manifest of a run that begins now; `completed` adds what is known at its end."""
        written, game = isinstance(scenario.given, str), scenario.game
        file = scenario.file.as_posix() if scenario.file else game.target if game.is_plain else None
        return cls(
            question=scenario.question,
            game=GameCard.of(game),
            kind=kind,
            scenario_file=file,
            scenario_text=scenario.given if written else None,
            scenario_given=None if written else scenario.given,
            options=scenario.options,
            warnings=scenario.warnings,
            command=command,
            versions=provenance.versions(),
            git_commit=provenance.git_commit(pathlib.Path(__file__).parents[1]),
            machine=provenance.machine(),
            started=provenance.now(),
            cells=of_games((job, None) for job in jobs),
            facts=facts,
        )

    def completed(
        self, results: Sequence[Result], seconds: float, cells: Sequence[Record] | None = None, **facts: Any
    ) -> Self:
        """Return the manifest of the finished run.

        cells: the records of the results, if they are not those of the jobs; facts: records of further parts.
        """
        if cells is None:
            cells = [{**planned, **_of_run(result)} for planned, result in zip(self.cells, results, strict=True)]
        return dataclasses.replace(self, seconds=round(seconds, 3), cells=cells, facts={**self.facts, **facts})

    def part(self, name: str) -> Record:
        """Return the record of a further part; {} if it was not played."""
        return self.facts.get(name) or {}

    def to_json(self) -> dict[str, Any]:
        """Return the content of manifest.json."""
        values = {each.name: getattr(self, each.name) for each in dataclasses.fields(self)}
        question, game, facts = values.pop("question"), values.pop("game"), values.pop("facts")
        parts = {"title": question.title, "scenario": question.to_json(), "game": game.to_json()}
        lists = {name: list(values[name]) for name in ("options", "warnings", "cells")}
        return {**values, **lists, **parts, **facts}

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> Self:
        """Return the manifest that `to_json` wrote; missing fields get their defaults."""
        named = {each.name for each in dataclasses.fields(cls)} | {"title", "scenario", "game", "format"}
        question, game = (
            Question.from_json(content.get("scenario") or {}),
            GameCard.from_json(content.get("game") or {}),
        )
        facts = {name: value for name, value in content.items() if name not in named}
        given = {name: value for name, value in content.items() if value is not None}
        return known_fields(cls, {**given, "question": question, "game": game, "facts": facts})


@dataclass(frozen=True)
class Part:
    """The results of one part of a run."""

    name: str
    results: Sequence[Any]
    record: Record = field(default_factory=dict)  # what the manifest states about a further part

    @classmethod
    def of_jobs(cls, name: str, jobs: Sequence[Job], results: Sequence[Result], **record: Any) -> Self:
        """Make a part with the record of every result, so that it can be read back."""
        cells = [{"key": job.key, **_of_run(result)} for job, result in zip(jobs, results, strict=True)]
        return cls(name, results, {**record, "cells": cells})


@dataclass(frozen=True)
class FinishedRun:
    """A finished run: its manifest, and the results of each part by name."""

    manifest: Manifest
    parts: Mapping[str, Sequence[Any]]

    @property
    def main(self) -> Sequence[Any]:
        """The results of the study's jobs."""
        return self.parts[MAIN]

    def part(self, name: str) -> Sequence[Any]:
        """Return the results of a further part; () if it was not played."""
        return self.parts.get(name, ())


def of_games(played: Iterable[tuple[Job, int | None]]) -> list[Record]:
    """Return records of jobs without results, each with its number of games, None if it is not played."""
    return [{"key": job.key, "games": n, **dict.fromkeys(OF_THE_RUN), "axes": job.axes} for job, n in played]


def _of_run(result: Result) -> dict[str, Any]:
    return {"games": result.games, **{name: getattr(result, name) for name in OF_THE_RUN}}
