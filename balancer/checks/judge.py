"""Plays what a scenario claims, until every claim is decided or the budget ends; and accepts a baseline.

Every place is looked at after the same numbers of games - `first`, twice as many, ..., at last `most` - so neither
threads nor chunks change a verdict.  Places without an undecided claim are not played on.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from balancer.analysis import sequential, verdicts
from balancer.analysis.differences import difference
from balancer.analysis.estimate import Estimate
from balancer.analysis.figure_ref import FigureRef
from balancer.analysis.intervals import Interval
from balancer.analysis.metrics import estimate
from balancer.analysis.results import CellResult
from balancer.analysis.verdicts import Accepted, Bound, Holm, drift_interval
from balancer.checks import baseline as baselines
from balancer.checks import claims as claiming
from balancer.checks.baseline import Baseline
from balancer.checks.claims import BASELINE, Claim, Place
from balancer.scenario.errors import Fault, ScenarioError
from balancer.scenario.resolved import Scenario
from balancer.simulation import store as storing
from balancer.simulation.jobs import CellJob, Job
from balancer.simulation.runner import Runner
from balancer.simulation.stopping import FixedGames

BUDGET = 10
"""How many times the games of the first look are played at most, where nobody says."""

SAME_GAMES = "the same games as accepted"

ANALYSIS_CHANGED = "the same games, another figure: balancer's analysis has changed since it was accepted"

MARKED_HISTOGRAMS = ("rounds", "turns", "decisions", "margin", "winner_score", "score")
"""Distributions that the marks of a baseline cover."""

MAX_NAMED = 5
"""Of a list in a sentence."""


@dataclass(frozen=True)
class Budget:
    """Games of a place at the first look, and at most; precision: half-width of the seats' win rates to reach."""

    first: int
    most: int
    precision: float | None = None

    @classmethod
    def of(cls, scenario: Scenario, most: int | None = None) -> Budget:
        """What the scenario says; `most` goes before it."""
        first = scenario.games or sequential.FIRST_LOOK
        usual = scenario.max_games or first * BUDGET
        return cls(min(first, most or usual), most or usual, scenario.precision)


@dataclass(frozen=True)
class Result:
    """A claim and what became of it.

    now: the figure (or the difference to `against`) with its interval at `confidence`; drift: interval of the change
    since it was accepted, for claims of the baseline; look: at which look it was decided; note: what to know of it.
    """

    claim: Claim
    verdict: str
    now: Estimate
    confidence: float
    look: int
    drift: Interval | None = None
    note: str = ""

    @property
    def change(self) -> float | None:
        """Figure now minus as accepted; None where there is no such thing."""
        accepted = self.claim.accepted
        if accepted is None or accepted.value is None or self.now.value is None:
            return None
        return self.now.value - accepted.value


@dataclass(frozen=True)
class Outcome:
    """What `balancer check` found out about one scenario.

    changes: what is not as it was when the baseline was accepted; notes: what else to know; cells: the results of all
    places; played: jobs and their games; precise: whether the requested precision was reached everywhere.
    """

    scenario: Scenario
    baseline: Baseline | None
    results: tuple[Result, ...]
    changes: tuple[str, ...]
    notes: tuple[str, ...]
    cells: tuple[CellResult, ...]
    played: tuple[tuple[Job, int], ...]
    confidence: float
    seconds: float
    precise: bool = True

    @property
    def verdict(self) -> str:
        """That of all claims together."""
        return verdicts.worst([result.verdict for result in self.results])

    @property
    def counts(self) -> dict[str, int]:
        """How many claims there are of each verdict."""
        told = [result.verdict for result in self.results]
        return {verdict: told.count(verdict) for verdict in verdicts.VERDICTS}


# What there is to find out ------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Question:
    """All claims of one scenario, and what is known without playing."""

    scenario: Scenario
    baseline: Baseline | None
    claims: tuple[Claim, ...]
    new: tuple[Claim, ...]  # figures of which nothing was accepted
    changes: tuple[str, ...]
    notes: tuple[str, ...]


def question_of(scenario: Scenario) -> Question:
    """What a scenario claims; ScenarioError where it claims nothing, or its baseline can't be used."""
    found = baselines.read(scenario)
    claims = claiming.check_claims(scenario)
    if not claims and found is None:
        raise ScenarioError([Fault(_name(scenario), _nothing(scenario))])
    notes = claiming.left_out(scenario)
    notes += [f"{path.name} has no scenario any more: was {_name(scenario)} renamed?" for path in _strays(scenario)]
    if found is None:
        notes.insert(0, f'no baseline yet; balancer check {_name(scenario)} --accept "why" writes one')
        return Question(scenario, None, tuple(claims), (), (), tuple(notes))
    places = [claiming.base_place(scenario), *claiming.cell_places(scenario)]
    if baselines.collapsed(found, scenario):
        places = places[:1]
        notes.append("with these options the base rules alone are held against the baseline, not the cells")
    drifts, new, gone = _drift_claims(scenario, found, places)
    renamed = baselines.renamed(found, scenario)
    return Question(
        scenario,
        found,
        (*claims, *drifts),
        tuple(new),
        tuple(baselines.changes(found, scenario, places)),
        (*([renamed] if renamed else []), *gone, *notes),
    )


def _name(scenario: Scenario) -> str:
    return str(scenario.file) if scenario.file else scenario.game.name


def _strays(scenario: Scenario) -> list[Any]:
    path = baselines.path_of(scenario)
    return [] if path is None or path.exists() else baselines.strays(scenario)


def _nothing(scenario: Scenario) -> str:
    if scenario.file is None:
        return f"a game has neither checks nor a baseline: write a scenario (balancer new {scenario.game.name})"
    old = _strays(scenario)
    hint = f"; {old[0].name} lies here without a scenario: was this one renamed?" if old else ""
    return f'no checks and no baseline; write checks:, or accept what it does now with --accept "why"{hint}'


def _drift_claims(
    scenario: Scenario, found: Baseline, places: Sequence[Place]
) -> tuple[list[Claim], list[Claim], list[str]]:
    """Claims that accepted figures have not moved; new figures; what was accepted of and is there no longer."""
    claims, new = [], []
    lost = [] if baselines.collapsed(found, scenario) else baselines.gone(found, places)
    gone = (
        [f"accepted, but no longer in the sweep: {_some([claiming.axes_name(axes) for axes in lost])}"] if lost else []
    )
    for place in places:
        accepted = found.of(place)
        known = accepted.figures if accepted is not None else {}
        for name in known:
            figure = claiming.figure_named(name, place)
            if figure is None:
                gone.append(f"accepted, but can't be told any more: {name} ({place.name})")
            else:
                claims.append(_drift_claim(scenario, place, figure, known[name]))
        new += [
            Claim(BASELINE, BASELINE, figure, place, Bound(), _unit(place, figure))
            for figure in claiming.headline_figures(scenario, place)
            if figure.name not in known
        ]
    return claims, new, gone


def _some(names: Sequence[str]) -> str:
    """The first few of many."""
    more = f"; and {len(names) - MAX_NAMED} more" if len(names) > MAX_NAMED else ""
    return "; ".join(names[:MAX_NAMED]) + more


def _drift_claim(scenario: Scenario, place: Place, figure: FigureRef, accepted: Accepted) -> Claim:
    unit = _unit(place, figure)
    margin = claiming.margin_of(scenario, figure, unit, accepted.value)
    return Claim(BASELINE, BASELINE, figure, place, Bound(-margin, margin), unit, accepted=accepted)


def _unit(place: Place, figure: FigureRef) -> str:
    return claiming.unit_of(place.offers[figure.metric], figure.stat)


def jobs_of(question: Question) -> list[Job]:
    """All jobs that are played at the first look, each once."""
    return list({claim.job.key: claim.job for claim in (*question.claims, *question.new)}.values())


# Judging ------------------------------------------------------------------------------------------------------------
class Checking:
    """Judges the claims of one scenario, playing on while some are undecided."""

    def __init__(self, question: Question, budget: Budget, runner: Runner, confidence: float) -> None:
        """confidence: with which no true claim fails."""
        self.question, self.budget, self.runner, self.confidence = question, budget, runner, confidence
        self.results: dict[int, Result] = {}
        self.played: dict[str, Any] = {}
        self.jobs: list[Job] = []
        self.same_games: dict[str, bool] = {}
        self.analysis_changed = False
        self.holm = Holm(confidence, len(question.claims))

    def run(self) -> Outcome:
        """Play until all is decided or the budget ends."""
        began = time.perf_counter()
        look = 0
        for games in sequential.looks(self.budget.most, self.budget.first):
            wanted = self._wanted(look + 1)
            if not wanted:
                break
            look += 1
            self._play(wanted, games)
            if look == 1:
                self._recognise_games()
            self._judge(look)
        for number in self._open():
            self.results[number] = self._result(number, verdicts.UNDECIDED, look)
        new = [self._new(claim) for claim in self.question.new]
        coarse = self._coarse(look)
        results = {job.key: self.played[job.key] for job in self.jobs}
        return Outcome(
            self.question.scenario,
            self.question.baseline,
            (*(self.results[number] for number in sorted(self.results)), *new),
            self._changes(),
            (*self.question.notes, *self._imprecise(coarse, look)),
            tuple(cell for job in self.jobs for cell in job.results_of_sides(results[job.key])),
            tuple((job, results[job.key].games) for job in self.jobs),
            self.confidence,
            round(time.perf_counter() - began, 3),
            precise=not coarse,
        )

    def _play(self, jobs: Sequence[Job], games: int) -> None:
        """Play jobs to a number of games; pairs first, for their sides need not be played again."""
        pairs_first = sorted(jobs, key=lambda job: len(job.sides), reverse=True)
        for job, result in zip(pairs_first, self.runner.play(pairs_first, FixedGames(games)), strict=True):
            self.played[job.key] = result

    def result_of(self, claim: Claim) -> Any:
        """What was played for a claim."""
        return self.played[claim.job.key]

    def _open(self) -> list[int]:
        return [number for number in range(len(self.question.claims)) if number not in self.results]

    def _wanted(self, look: int) -> list[Job]:
        """The jobs to play before a look: all before the first, then those of open claims."""
        if look == 1:
            self.jobs = jobs_of(self.question)
            return self.jobs
        jobs = {self.question.claims[k].job.key: self.question.claims[k].job for k in self._open()}
        return list({**jobs, **{job.key: job for job in self._coarse(look - 1)}}.values())

    def _coarse(self, look: int) -> list[Job]:
        """The cells whose seats' win rates are less precise than requested, after so many looks."""
        wanted = self.budget.precision
        if wanted is None:
            return []
        return [job for job in self.jobs if isinstance(job, CellJob) and self._width(job, look) > wanted]

    def _width(self, job: Job, look: int) -> float:
        return sequential.half_width(self.played[job.key].tally, self.confidence, look)

    def _imprecise(self, coarse: Sequence[Job], look: int) -> list[str]:
        """A sentence about them; [] if there are none."""
        if not coarse:
            return []
        widest = max(self._width(job, look) for job in coarse)
        wanted = self.budget.precision or 0.0
        names = {claim.job.key: claim.place.name for claim in reversed((*self.question.claims, *self.question.new))}
        named = _some([names[job.key] for job in coarse])
        reached = f"±{widest * 100:.3g}pp where ±{wanted * 100:.3g}pp was requested"
        return [f"precision not reached: {reached} ({named}); allow more games with --max-games"]

    def _recognise_games(self) -> None:
        """Decide the claims on accepted figures of the very games that were played now: chance has no part in them."""
        for number in self._open():
            claim = self.question.claims[number]
            if claim.accepted is None:
                continue
            if claim.place.name not in self.same_games:
                self.same_games[claim.place.name] = self._same_games(claim)
            if self.same_games[claim.place.name]:
                self.results[number] = self._of_the_same_games(number, claim.accepted)
        self.holm = Holm(self.confidence, len(self._open()))

    def _of_the_same_games(self, number: int, accepted: Accepted) -> Result:
        """A figure of the games that were accepted: it is the same, or the analysis has changed.

        Of the first games alone there is no accepted figure to compare with.
        """
        claim = self.question.claims[number]
        place = self.question.baseline.of(claim.place) if self.question.baseline else None
        games = int(self.result_of(claim).games)
        if place is not None and games != place.games:
            return self._result(number, verdicts.PASS, 1, Interval(0.0, 0.0), SAME_GAMES)
        now = self.figure(self.question.claims[number], self.confidence).value
        if _equal(now, accepted.value):
            return self._result(number, verdicts.PASS, 1, Interval(0.0, 0.0), SAME_GAMES)
        self.analysis_changed = True
        if now is None or accepted.value is None:
            return self._result(number, verdicts.UNDECIDED, 1, Interval(None, None), ANALYSIS_CHANGED)
        change = Interval(now - accepted.value, now - accepted.value)
        return self._result(
            number, verdicts.verdict(change, self.question.claims[number].bound), 1, change, ANALYSIS_CHANGED
        )

    def _changes(self) -> tuple[str, ...]:
        """What is not as it was when the baseline was accepted, as far as playing has shown it."""
        found = list(self.question.changes)
        if self.same_games and all(self.same_games.values()):
            found = [f"{one}; its games are the same" if one.startswith(baselines.ENGINE) else one for one in found]
        if self.analysis_changed:
            found.append("balancer's analysis: the same games give other figures")
        return tuple(found)

    def _same_games(self, claim: Claim) -> bool:
        accepted = self.question.baseline.of(claim.place) if self.question.baseline else None
        result = self.result_of(claim)
        return accepted is not None and accepted.marks.get(str(result.games)) == mark_of(result)

    def _judge(self, look: int) -> None:
        """The verdicts of one look; what stays undecided stays open."""
        judges = {number: self._judge_of(number) for number in self._open()}
        found = self.holm.look(look, judges)
        for number, one in found.items():
            if one != verdicts.UNDECIDED:
                self.results[number] = self._result(number, one, look)

    def _judge_of(self, number: int) -> Callable[[float], str]:
        claim = self.question.claims[number]

        def judge(confidence: float) -> str:
            now, interval = self.intervals(claim, confidence)
            if claim.accepted is not None and claim.accepted.value is None:
                return verdicts.PASS if now.value is None else verdicts.UNDECIDED
            return verdicts.UNDECIDED if now.value is None else verdicts.verdict(interval, claim.bound)

        return judge

    def intervals(self, claim: Claim, confidence: float) -> tuple[Estimate, tuple[float | None, float | None]]:
        """The figure of a claim, and the interval that is held against its bound."""
        if claim.against is not None:
            now = self._difference(claim, confidence)
            return now, (now.low, now.high)
        now = self.figure(claim, confidence)
        if claim.accepted is not None:
            return now, drift_interval(now, claim.accepted, confidence)
        return now, (now.low, now.high)

    def figure(self, claim: Claim, confidence: float) -> Estimate:
        """The figure of a claim in its place."""
        return figure_in(self.result_of(claim), claim.figure, self.question.scenario, confidence)

    def _difference(self, claim: Claim, confidence: float) -> Estimate:
        """The figure of a claim minus that of the place it is compared with, over pairs of games."""
        return difference_in(self.result_of(claim), claim.figure, self.question.scenario, confidence)

    def _result(self, number: int, verdict: str, look: int, drift: Interval | None = None, note: str = "") -> Result:
        claim = self.question.claims[number]
        confidence = self.holm.confidence(look)
        now, interval = self.intervals(claim, confidence)
        if claim.accepted is not None and drift is None:
            drift = Interval(*interval)
        return Result(claim, verdict, now, confidence, look, drift, note or self._note(claim, verdict, now))

    def _note(self, claim: Claim, verdict: str, now: Estimate) -> str:
        if now.value is None:
            return now.note
        if claim.accepted is not None and claim.accepted.value is None:
            return "it was undefined when it was accepted"
        if verdict == verdicts.UNDECIDED and claim.accepted is None and now.value in claim.bound[:2]:
            if claim.unit == "share" and now.value in {0, 1}:
                return "no number of games shows that it is exactly so: allow a little, as in 0.1%"
            return "it lies on the bound"
        return now.note

    def _new(self, claim: Claim) -> Result:
        now = self.figure(claim, self.confidence)
        return Result(claim, verdicts.NEW, now, self.confidence, 1, None, "nothing was accepted of it yet")


def figure_in(told: Mapping[str, Any], figure: FigureRef, scenario: Scenario, confidence: float) -> Estimate:
    """A figure of a cell, with an interval of its own at that confidence."""
    return estimate(
        told,
        figure.metric,
        of=figure.of or None,
        stat=figure.stat or None,
        confidence=confidence,
        simultaneous=False,
        seconds_per_decision=scenario.report.seconds_per_decision,
    )


def difference_in(pair: Mapping[str, Any], figure: FigureRef, scenario: Scenario, confidence: float) -> Estimate:
    """A figure of the second of two places minus that of the first, over pairs of games."""
    found = difference(
        pair,
        figure.metric,
        of=figure.of or None,
        stat=figure.stat or None,
        confidence=confidence,
        family=1,
        seconds_per_decision=scenario.report.seconds_per_decision,
    )
    return Estimate(found.value, found.se, found.low, found.high, found.pairs, found.unit, found.note)


def mark_of(result: CellResult) -> str:
    """Digest of what was counted in the games of a cell: the same games give the same.

    Of the distributions only those that every baseline knows: further ones say nothing new about the games.
    """
    histograms = {name: result.tally["histograms"][name] for name in MARKED_HISTOGRAMS}
    return storing.digest({**result.tally, "histograms": histograms})[: storing.KEY_DIGITS]


def _equal(now: float | None, accepted: float | None) -> bool:
    """Whether a figure is the accepted one, as far as the file keeps its digits."""
    if now is None or accepted is None:
        return now is accepted
    return math.isclose(now, accepted, rel_tol=1e-7, abs_tol=1e-12)


# Accepting ----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Acceptance:
    """What was accepted of a scenario: its places as the file tells them, and figures that are known too badly."""

    scenario: Scenario
    places: tuple[dict[str, Any], ...]
    coarse: tuple[str, ...]


def accept(scenario: Scenario, budget: Budget, runner: Runner) -> Acceptance:
    """Play every place until its figures are known to half their margins, or the budget ends."""
    places, coarse = [], []
    for place in [claiming.base_place(scenario), *claiming.cell_places(scenario)]:
        figures = claiming.headline_figures(scenario, place)
        job, marks, wide = claiming.job_of(place), dict[int, str](), figures
        result: Any = None
        looks = [mark for mark in baselines.MARKS if mark < budget.first]
        for games in itertools.chain(looks, sequential.looks(budget.most, budget.first)):
            (result,) = runner.play([job], FixedGames(games))
            marks[games] = mark_of(result)
            wide = [figure for figure in figures if _is_wide(scenario, place, figure, result)]
            if games >= budget.first and not wide:
                break
        coarse += [f"{figure.name} ({place.name})" for figure in wide]
        kept = {figure.name: _kept(_figure(scenario, figure, result)) for figure in figures}
        places.append(baselines.told_place(place, result, marks, kept))
    return Acceptance(scenario, tuple(places), tuple(coarse))


def _figure(scenario: Scenario, figure: FigureRef, told: Mapping[str, Any]) -> Estimate:
    return figure_in(told, figure, scenario, baselines.CONFIDENCE)


def _is_wide(scenario: Scenario, place: Place, figure: FigureRef, told: Mapping[str, Any]) -> bool:
    """Whether the interval of a figure takes more than half of its margin to a side."""
    found = _figure(scenario, figure, told)
    if found.value is None:
        return False
    margin = claiming.margin_of(scenario, figure, _unit(place, figure), found.value)
    if found.low is None or found.high is None:
        return True
    return max(found.high - found.value, found.value - found.low) > margin / 2


def _kept(found: Estimate) -> dict[str, Any]:
    told: dict[str, Any] = {"value": _short(found.value), "low": _short(found.low), "high": _short(found.high)}
    told["games"] = found.games
    return {**told, "reason": found.note} if found.value is None else told


def _short(number: float | None) -> float | None:
    """A number with as many digits as matter, so that a figure is a line of the file."""
    return None if number is None else float(f"{number:.8g}")
