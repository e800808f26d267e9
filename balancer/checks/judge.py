"""Judge of a scenario's claims: plays until all are decided or the budget is spent.

Every setting is looked at after the same numbers of games (`first`, twice as many, ..., at last `most`), so that
threads and chunks change no verdict.  Only settings with undecided claims are played further.
"""

from __future__ import annotations

import dataclasses
import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from balancer.analysis import verdicts
from balancer.analysis.estimates.estimate import Estimate
from balancer.analysis.intervals import sequential
from balancer.analysis.intervals.elementary import Interval
from balancer.analysis.results import CellResult
from balancer.analysis.verdicts import Holm, drift_interval
from balancer.checks import baseline as baselines
from balancer.checks import claims as claiming
from balancer.checks import elsewhere
from balancer.checks.baseline import AcceptedSetting, Baseline
from balancer.checks.claims import Budget, Claim
from balancer.checks.elsewhere import HabitSearches
from balancer.checks.scenario_claims import ScenarioClaims
from balancer.checks.undecided import Undecided, games_to_decide
from balancer.players import other_line_ups
from balancer.scenario.plan import base_cell
from balancer.scenario.question import SEARCHED
from balancer.scenario.resolved import Scenario
from balancer.simulation.jobs import CellJob, Job
from balancer.simulation.runner import Runner
from balancer.wording import some

SAME_GAMES = "the same games as accepted"

ANALYSIS_CHANGED = "the same games, another figure: balancer's analysis has changed since acceptance"


@dataclass(frozen=True)
class Result:
    """A claim and its verdict."""

    claim: Claim
    verdict: str
    now: Estimate  # the figure, or its difference from `against`, with its interval at `confidence`
    confidence: float
    look: int  # the look that decided it, or the last
    games: int  # of the setting at that look
    drift: Interval | None = None  # of the change since acceptance, for claims of the baseline
    note: str = ""  # a remark for the reader
    paired: float | None = None  # the change, if the accepted setting was replayed on the same dice

    @property
    def change(self) -> float | None:
        """Today's figure minus the accepted one; None where either is missing."""
        accepted = self.claim.accepted
        if self.paired is not None:
            return self.paired
        if accepted is None or accepted.value is None or self.now.value is None:
            return None
        return self.now.value - accepted.value

    @property
    def undecided(self) -> Undecided:
        """The figure as `undecided` sees it, to predict how many more games decide it."""
        # More games do not narrow the error of a search, nor of the accepted figure that a change starts from.
        now, reducible = self.now, 0.0 if self.claim.figure.metric in SEARCHED else 1.0
        if self.drift is not None:
            now = dataclasses.replace(now, value=self.change, low=self.drift.low, high=self.drift.high)
        if self.drift is not None and self.paired is None:
            reducible = (_width(self.now) / _width(now)) ** 2 if _width(now) else 0.0
        return Undecided(now, self.claim.bound, self.confidence, self.games, self.look, reducible)

    @property
    def games_to_decide(self) -> float | None:
        """Games of the setting that would probably decide the claim; None if it is decided or no number would."""
        return games_to_decide([self.undecided]) if self.verdict == verdicts.UNDECIDED else None


def _width(figure: Estimate) -> float:
    return figure.high - figure.low if figure.low is not None and figure.high is not None else 0.0


@dataclass(frozen=True)
class Outcome:
    """The verdicts of `balancer check` on one scenario."""

    scenario: Scenario
    baseline: Baseline | None
    results: tuple[Result, ...]
    changes: tuple[str, ...]  # what changed since the baseline was accepted
    notes: tuple[str, ...]  # remarks for the reader
    cells: tuple[CellResult, ...]  # results of all settings
    played: tuple[tuple[Job, int], ...]  # jobs and their games
    confidence: float
    seconds: float
    precise: bool = True  # whether the requested precision was reached everywhere
    elsewhere: tuple[Result, ...] = ()  # verdicts that are only reported, for other line-ups
    base: CellResult | None = None  # the base rules with the scenario's line-up; None if no claim is about them

    @property
    def verdict(self) -> str:
        """The verdict on all claims together."""
        return verdicts.worst([result.verdict for result in self.results])

    @property
    def counts(self) -> dict[str, int]:
        """The number of claims with each verdict."""
        given = [result.verdict for result in self.results]
        return {verdict: given.count(verdict) for verdict in verdicts.VERDICTS}


# Judging ------------------------------------------------------------------------------------------------------------
class Checking:
    """The judge of one scenario's claims, who plays more games while some are undecided."""

    def __init__(
        self, question: ScenarioClaims, budget: Budget, runner: Runner, confidence: float, *, everywhere: bool = False
    ) -> None:
        """Prepare; confidence: probability that no true claim fails; everywhere: report checks for other line-ups."""
        self.question, self.budget, self.runner, self.confidence = question, budget, runner, confidence
        self.everywhere = everywhere
        self.results: dict[int, Result] = {}
        self.played: dict[str, Any] = {}
        self.jobs: list[Job] = []
        self.same_games: dict[str, bool] = {}
        self.replays: dict[str, bool] = {}
        self.analysis_changed = False
        self.holm = Holm(confidence, len(question.claims))
        self.searches = HabitSearches(question.scenario, runner, budget.first)

    def run(self) -> Outcome:
        """Play until every claim is decided or the budget is spent."""
        began = time.perf_counter()
        reported = self._seat_others()
        look = 0
        for games in sequential.looks(self.budget.most, self.budget.first):
            jobs = self._jobs_before(look + 1)
            if not jobs:
                break
            look += 1
            self.played |= claiming.play(self.runner, jobs, games)
            if look == 1:
                self._match_accepted_games()
            for number, verdict in self.holm.look(look, self._open(), self._verdict).items():
                if verdict != verdicts.UNDECIDED or self.question.claims[number].figure.metric in SEARCHED:
                    self.results[number] = self._result(number, verdict, look)
        for number in self._open():
            self.results[number] = self._result(number, verdicts.UNDECIDED, look)
        new = [
            Result(
                claim, verdicts.NEW, self.figure(claim, self.confidence), self.confidence, 1,
                int(self.played[claim.job.key].games), None, "no accepted figure yet",
            )
            for claim in self.question.new
        ]  # fmt: skip
        coarse = self._coarse(look)
        results = {job.key: self.played[job.key] for job in self.jobs}
        cells = dict(self._cells(results))
        return Outcome(
            self.question.scenario,
            self.question.baseline,
            (*(self.results[number] for number in sorted(self.results)), *new),
            self._changes(),
            (*self.question.notes, *self._imprecise(coarse, look)),
            tuple(cells.values()),
            tuple((job, results[job.key].games) for job in self.jobs),
            self.confidence,
            round(time.perf_counter() - began, 3),
            precise=not coarse,
            elsewhere=self._reported(reported),
            base=cells.get(CellJob.of(base_cell(self.question.scenario)).key),
        )

    def _cells(self, results: Mapping[str, Any]) -> Iterator[tuple[str, CellResult]]:
        """Yield the key and result of each setting once, without those that exist only as they were accepted."""
        seen = {claim.job.sides[0].key for claim in self.question.claims if claim.before is not None}
        for job in self.jobs:
            for side, cell in zip(job.sides, job.results_of_sides(results[job.key]), strict=True):
                if side.key not in seen:
                    seen.add(side.key)
                    yield side.key, cell

    def _seat_others(self) -> Sequence[Claim]:
        """Add the claims that checks demand of other competent line-ups; return those that are only reported."""
        demanded, reported, notes = elsewhere.at_other_tables(self.question, self.runner, everywhere=self.everywhere)
        claims = (*self.question.claims, *demanded)
        self.question = dataclasses.replace(self.question, claims=claims, notes=(*self.question.notes, *notes))
        self.holm = Holm(self.confidence, len(claims))
        return reported

    def _reported(self, claims: Sequence[Claim]) -> tuple[Result, ...]:
        """Return the verdicts on claims that are only reported, from fewer games and one look."""
        if not claims:
            return ()
        question = ScenarioClaims(self.question.scenario, tuple(claims))
        games = other_line_ups.games_of(self.budget.first)
        return Checking(question, Budget(games, games), self.runner, self.confidence).run().results

    def _open(self) -> list[int]:
        return [number for number in range(len(self.question.claims)) if number not in self.results]

    def _jobs_before(self, look: int) -> list[Job]:
        """Return the jobs to play before a look: all before the first, then those of open claims."""
        if look == 1:
            self.jobs = self.question.jobs
            return self.jobs
        jobs = claiming.jobs_of(self.question.claims[number] for number in self._open())
        return list({job.key: job for job in (*jobs, *self._coarse(look - 1))}.values())

    def _coarse(self, look: int) -> list[Job]:
        """Return the cells whose seats' win rates are less precise than requested after a look."""
        precision = self.budget.precision
        if precision is None:
            return []
        return [job for job in self.jobs if isinstance(job, CellJob) and self._width(job, look) > precision]

    def _width(self, job: Job, look: int) -> float:
        return sequential.half_width(self.played[job.key].tally, self.confidence, look)

    def _imprecise(self, coarse: Sequence[Job], look: int) -> list[str]:
        """Return a sentence on cells that are less precise than requested; [] if there are none."""
        if not coarse:
            return []
        widest = max(self._width(job, look) for job in coarse)
        requested = self.budget.precision or 0.0
        names = {claim.job.key: claim.setting.name for claim in reversed((*self.question.claims, *self.question.new))}
        named = some([names[job.key] for job in coarse])
        reached = f"±{widest * 100:.3g}pp where ±{requested * 100:.3g}pp was requested"
        return [f"precision not reached: {reached} ({named}); allow more games with --max-games"]

    def _match_accepted_games(self) -> None:
        """Decide the claims on accepted figures whose games are exactly those played now: no chance is involved.

        If today's games are only the first of the accepted ones, there is no figure to compare; the games are the same.
        """
        for number, claim in enumerate(self.question.claims):
            accepted = self.question.baseline.of(claim.setting) if self.question.baseline and claim.accepted else None
            if accepted is None:
                continue
            name, result = claim.setting.name, self.played[claim.job.key]
            if claim.before is not None:
                self.replays[name] = self._replays(accepted, result.base)
                continue
            if name not in self.same_games:
                self.same_games[name] = accepted.marks.get(str(result.games)) == baselines.mark_of(result)
            if self.same_games[name]:
                self.results[number] = self._of_the_same_games(number, claim, whole=result.games == accepted.games)
        self.holm = Holm(self.confidence, len(self._open()))

    def _replays(self, accepted: AcceptedSetting, was: CellResult) -> bool:
        """Return whether replaying the accepted setting gave the accepted games; without a mark, the sources decide."""
        assert self.question.baseline is not None  # noqa: S101 - there are accepted figures
        mark = accepted.marks.get(str(was.games))
        same_engine = self.question.baseline.content["engine"] == self.question.scenario.game.sources
        return same_engine if mark is None else mark == baselines.mark_of(was)

    def _of_the_same_games(self, number: int, claim: Claim, *, whole: bool) -> Result:
        """Return the result for a figure of the same games: it is the accepted one, or the analysis has changed.

        whole: whether all accepted games were played, and not only the first of them.
        """
        now, accepted = self.figure(claim, self.confidence).value, claim.accepted.value if claim.accepted else None
        same = now is accepted  # both None
        if now is not None and accepted is not None:
            same = math.isclose(now, accepted, rel_tol=1e-7, abs_tol=1e-12)  # to the digits that the file stores
        if not whole or same:
            return self._result(number, verdicts.PASS, 1, Interval(0.0, 0.0), SAME_GAMES)
        self.analysis_changed = True
        change = None if now is None or accepted is None else now - accepted
        verdict = verdicts.UNDECIDED if change is None else verdicts.verdict((change, change), claim.bound)
        return self._result(number, verdict, 1, Interval(change, change), ANALYSIS_CHANGED)

    def _changes(self) -> tuple[str, ...]:
        """Return what changed since the baseline was accepted, with what the games show about it."""
        changes = list(self.question.changes)
        if self.same_games and all(self.same_games.values()):
            changes = [
                f"{change}; its results are identical" if change.startswith(baselines.ENGINE) else change
                for change in changes
            ]
        if self.analysis_changed:
            changes.append("balancer's analysis: the same games give other figures")
        return tuple(changes)

    def _verdict(self, number: int, confidence: float) -> str:
        claim = self.question.claims[number]
        now = self.figure(claim, confidence)
        if claim.accepted is None:
            return verdicts.of_figure(now, claim.bound)
        if now.value is None or claim.accepted.value is None:  # undefined now and then is the same
            return verdicts.PASS if now.value is claim.accepted.value else verdicts.UNDECIDED
        return verdicts.verdict(self._drift(claim, now, confidence)[0], claim.bound)

    def _drift(self, claim: Claim, now: Estimate, confidence: float) -> tuple[Interval, float | None]:
        """Return the interval of the change since acceptance, and the change itself if pairs of games measured it."""
        assert claim.accepted is not None  # noqa: S101 - a claim of the baseline
        if not self.replays.get(claim.setting.name):
            return drift_interval(now, claim.accepted, confidence), None
        pace = self.question.scenario.report.seconds_per_decision
        change = claiming.measured(self.played[claim.job.key], claim.figure, confidence, pace)
        return Interval(change.low, change.high), change.value

    def figure(self, claim: Claim, confidence: float) -> Estimate:
        """Return the figure of a claim in its setting, or its difference from that of `claim.against`."""
        if claim.figure.metric in SEARCHED:
            return self.searches.exploitability(claim.variant, confidence)
        pace, played = self.question.scenario.report.seconds_per_decision, self.played[claim.job.key]
        return claiming.measured(played if claim.before is None else played.variant, claim.figure, confidence, pace)

    def _result(self, number: int, verdict: str, look: int, drift: Interval | None = None, note: str = "") -> Result:
        claim = self.question.claims[number]
        confidence = self.holm.confidence(look)
        now = self.figure(claim, confidence)
        paired = None
        if claim.accepted is not None and drift is None:
            drift, paired = self._drift(claim, now, confidence)
        games = int(self.played[claim.job.key].games)
        note = note or self._note(claim, verdict, now)
        return Result(claim, verdict, now, confidence, look, games, drift, note, paired)

    def _note(self, claim: Claim, verdict: str, now: Estimate) -> str:
        if now.value is None:
            return now.note
        if claim.accepted is not None and claim.accepted.value is None:
            return "undefined when it was accepted"
        if verdict == verdicts.UNDECIDED and claim.accepted is None and now.value in claim.bound[:2]:
            if claim.unit == "share" and now.value in {0, 1}:
                return "no number of games can show an exact share: allow a margin, such as 0.1%"
            return "it equals the bound"
        return now.note
