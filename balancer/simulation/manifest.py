"""The manifest of a run: the question, how it was played, and of every result key, games, precision and times."""

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
MAIN = "main"  # the name of the part that a study's jobs are
OF_THE_RUN = ("axes", "precision", "seconds", "compile_seconds")  # of each result, besides key and number of games


@dataclass(frozen=True)
class Manifest:
    """What was to be played, when, where and with which versions; precision and times once it is played.

    kind: of the study; scenario_text, scenario_given: the scenario as written, or as the dict given in Python; seconds:
    wall time, None before the end; cells: one record per result; facts: what a study states besides, by name, among it
    its further parts, each with a record per result under `cells`.
    """

    question: Question
    game: GameCard
    kind: str = "run"
    scenario_file: str | None = None
    scenario_text: str | None = None
    scenario_given: Any = None
    options: Sequence[str] = ()
    warnings: Sequence[str] = ()
    command: str = ""
    versions: Mapping[str, str] = field(default_factory=dict)
    git_commit: str = ""
    machine: Mapping[str, Any] = field(default_factory=dict)
    started: str = ""
    seconds: float | None = None
    cells: Sequence[Record] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def begun(
        cls, scenario: Scenario, jobs: Sequence[Job] = (), *, command: str = "", kind: str = "run", **facts: Any
    ) -> Self:
        """The manifest of a run that begins now; `completed` adds what is known at its end."""
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
        """The manifest of the finished run; cells: what was played, if not the jobs; facts: of its further parts."""
        if cells is None:
            cells = [{**planned, **_of_run(one)} for planned, one in zip(self.cells, results, strict=True)]
        return dataclasses.replace(self, seconds=round(seconds, 3), cells=cells, facts={**self.facts, **facts})

    def part(self, name: str) -> Record:
        """The record of a further part; {} where it was not played."""
        return self.facts.get(name) or {}

    def to_json(self) -> dict[str, Any]:
        """As manifest.json holds it."""
        kept = {one.name: getattr(self, one.name) for one in dataclasses.fields(self)}
        question, game, facts = kept.pop("question"), kept.pop("game"), kept.pop("facts")
        parts = {"title": question.title, "scenario": question.to_json(), "game": game.to_json()}
        lists = {name: list(kept[name]) for name in ("options", "warnings", "cells")}
        return {**kept, **lists, **parts, **facts}

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Self:
        """The manifest that `to_json` wrote; whatever is missing has its default."""
        named = {one.name for one in dataclasses.fields(cls)} | {"title", "scenario", "game", "format"}
        question, game = Question.from_json(kept.get("scenario") or {}), GameCard.from_json(kept.get("game") or {})
        facts = {name: value for name, value in kept.items() if name not in named}
        given = {name: value for name, value in kept.items() if value is not None}
        return known_fields(cls, {**given, "question": question, "game": game, "facts": facts})


@dataclass(frozen=True)
class Part:
    """The results of one part of a run; record: what the manifest states about a further part."""

    name: str
    results: Sequence[Any]
    record: Record = field(default_factory=dict)

    @classmethod
    def of_jobs(cls, name: str, jobs: Sequence[Job], results: Sequence[Result], **record: Any) -> Self:
        """A part with the record of every result, so that it can be read back."""
        cells = [{"key": job.key, **_of_run(one)} for job, one in zip(jobs, results, strict=True)]
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
        """The results of a further part; () where it was not played."""
        return self.parts.get(name, ())


def of_games(played: Iterable[tuple[Job, int | None]]) -> list[Record]:
    """Records of jobs whose results are not known (yet): their games, None for not played."""
    return [{"key": job.key, "games": n, **dict.fromkeys(OF_THE_RUN), "axes": job.axes} for job, n in played]


def _of_run(result: Result) -> dict[str, Any]:
    return {"games": result.games, **{name: getattr(result, name) for name in OF_THE_RUN}}
