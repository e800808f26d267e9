"""Measure how often intervals hold and checks fail by chance, and write docs/coverage.md: ``make coverage``.

The games of a setting are played once.  These games are then taken for all that exist: samples are drawn from them with
replacement, so that the truth is known, and every figure of a sample is estimated as it is for users.
"""

from __future__ import annotations

import collections
import dataclasses
import itertools
import math
import pathlib
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from balancer.analysis.estimate import Estimate
from balancer.analysis.intervals.elementary import critical_z
from balancer.analysis.metrics import estimate
from balancer.analysis.results import CellResult
from balancer.analysis.tables import figures
from balancer.analysis.verdicts import FAIL, Accepted, Bound, Holm, drift_interval
from balancer.checks import claims as claiming
from balancer.checks.baseline import CONFIDENCE
from balancer.checks.claims import Claim
from balancer.checks.judge import Budget, Checking, Question, difference_in, figure_in
from balancer.scenario import load, plan
from balancer.scenario.resolved import Scenario
from balancer.simulation import notable
from balancer.simulation.jobs import CellJob, Job
from balancer.simulation.stopping import FixedGames

PAGE = pathlib.Path(__file__).parent / "coverage.md"
SCENARIOS = pathlib.Path(__file__).parents[1] / "scenarios"
SIZES = (200, 2000, 20_000)
CHUNK = 2**12
POPULATION = 60_000
"""Games of a setting of which coverage is measured."""

PLACE_POPULATION = 5000
"""Games of every place of a scenario of which false alarms are measured."""

SAMPLES, SUITES = 1000, 100
"""Samples of each size, and suites of each scenario."""

LOOK = 1000
"""Games at the first look of a suite."""

PROMISED = 0.935
"""Coverage below this is listed figure by figure."""

EARLY, RARE = {"rules.win_threshold": 26}, {"rules.order": "draw"}
SETTINGS: dict[str, tuple[str, dict[str, Any]]] = {
    "Black Death": ("black_death", {}),
    "Black Death, drawing": ("black_death", RARE),
    "Oktoberfest": ("oktoberfest", {}),
    "Oktoberfest, threshold 26": ("oktoberfest", EARLY),
    "Biergarten": ("biergarten", {}),
    "The Devil's Tarok": ("devils_tarok", {}),
    "Shit Head": ("shit_head", {}),
    "Bartender": ("bartender", {}),
    "Festo!": ("festo", {}),
}
"""Name -> scenario, and what is changed in its base rules: two settings in which games rarely end otherwise."""


# Populations ---------------------------------------------------------------------------------------------------------
class Population:
    """Games of a job, RESULT[games] for each of its sides, from which samples are drawn."""

    def __init__(self, job: Job, games: int) -> None:
        """Play the first games of a job."""
        self.job = job
        self.rows = [played(side, games) for side in job.sides]
        self.games = games
        early = [tuple(notable.early_figures(rows[:CHUNK]) for rows in self.rows)]
        self.whole: Any = job.result(self.tally(np.arange(games)), early)

    def draw(self, rng: np.random.Generator, games: int) -> Any:
        """Numbers of so many games, drawn with replacement."""
        return rng.integers(self.games, size=games)

    def tally(self, numbers: Any) -> Any:
        """The sums over these games."""
        tally: Any = self.job.empty_tally()
        for first in range(0, len(numbers), CHUNK):
            chosen = np.sort(numbers[first : first + CHUNK])
            tally.merge(self.job.empty_tally().reduced(*(rows[chosen] for rows in self.rows)))
        return tally

    def result(self, numbers: Any) -> Any:
        """What balancer knows after these games."""
        tally, whole, games = self.tally(numbers), self.whole, len(numbers)
        if isinstance(whole, CellResult):
            return dataclasses.replace(whole, games=games, tally=tally.to_dict())
        sides = {
            side: dataclasses.replace(getattr(whole, side), games=games, tally=getattr(tally, side).to_dict())
            for side in ("base", "variant")
        }
        return dataclasses.replace(whole, games=games, pairs=tally.to_dict(), **sides)


def played(job: CellJob, games: int) -> Any:
    """The first games of a cell as RESULT rows."""
    parts = [job.play(first, min(CHUNK, games - first)).copy() for first in range(0, games, CHUNK)]
    return np.concatenate(parts)


def base_job(name: str, changed: dict[str, Any]) -> CellJob:
    """The base rules of a shipped scenario, some knobs changed."""
    cell = plan.base_cell(load.load(SCENARIOS / f"{name}.yaml"))
    rules = {key.removeprefix("rules."): value for key, value in changed.items()}
    return CellJob.of(dataclasses.replace(cell, rules={**cell.rules, **rules}))


# Coverage ------------------------------------------------------------------------------------------------------------
Name = tuple[str, str | None, str]
"""Metric, of, statistic."""


class Held(NamedTuple):
    """Of samples of one size: how many had an interval, how many of these held the truth, and their mean width.

    width: over that of the normal interval with the true standard deviation, of means; else None.
    """

    samples: int
    covers: float
    width: float | None


def estimates(result: CellResult, names: Sequence[Name]) -> list[Estimate]:
    """Figures with their intervals at 95 %."""
    return [estimate(result, name, of=of, stat=stat, simultaneous=False) for name, of, stat in names]


def coverage(population: Population, games: int, samples: int, seed: int) -> dict[Name, Held]:
    """How often the intervals of all figures hold, in samples of so many games."""
    rng = np.random.default_rng(seed)
    names = list(figures(population.whole))
    truths = estimates(population.whole, names)
    total, held = collections.Counter[int](), collections.Counter[int]()
    widths = np.zeros(len(names))
    for _ in range(samples):
        for k, one in enumerate(estimates(population.result(population.draw(rng, games)), names)):
            if one.value is None or (one.low is None and one.high is None):
                continue
            total[k] += 1
            held[k] += contains(one.low, one.high, truths[k].value)
            widths[k] += (one.high or 0.0) - (one.low or 0.0)
    normal = [normal_width(truth, population.games, games) for truth in truths]
    return {
        names[k]: Held(total[k], held[k] / total[k], widths[k] / total[k] / normal[k] if normal[k] else None)
        for k in range(len(names))
        if total[k] >= samples / 2 and truths[k].value is not None
    }


def contains(low: float | None, high: float | None, value: float | None) -> bool:
    """Whether an interval holds the value, but for rounding; False where there is no value."""
    if value is None:
        return False
    slack = 1e-9 * max(1.0, abs(value))
    return (low is None or low <= value + slack) and (high is None or high >= value - slack)


def normal_width(truth: Estimate, known: int, games: int) -> float:
    """The width of the normal interval of a figure in a sample, from its standard error in `known` games."""
    return 2 * critical_z(0.95) * (truth.se or 0.0) * math.sqrt(known / games)


# False alarms --------------------------------------------------------------------------------------------------------
class Resampling:
    """Plays jobs, as a `Runner` does, by drawing from their populations; more games add to those drawn before."""

    def __init__(self, populations: dict[str, Population], most: int, rng: np.random.Generator) -> None:
        """Draw `most` games of every job that is played."""
        self.populations, self.most, self.rng = populations, most, rng
        self.drawn: dict[str, Any] = {}

    def play(self, jobs: Sequence[Job], rule: FixedGames) -> list[Any]:
        """The results of jobs."""
        return [self.result(job, rule.most) for job in jobs]

    def result(self, job: Job, games: int) -> Any:
        """The result of a job."""
        population = self.populations[job.key]
        if job.key not in self.drawn:
            self.drawn[job.key] = population.draw(self.rng, self.most)
        return population.result(self.drawn[job.key][:games])


def true_claims(scenario: Scenario, populations: dict[str, Population]) -> list[Claim]:
    """The scenario's own checks, their bounds exactly at the truth."""
    found = []
    for claim in claiming.check_claims(scenario):
        measure = figure_in if claim.against is None else difference_in
        truth = measure(populations[claim.job.key].whole, claim.figure, scenario, 0.95).value
        if truth is not None:
            found.append(dataclasses.replace(claim, bound=Bound(truth, truth)))
    return found


class Alarms(NamedTuple):
    """Suites of a scenario that fail though nothing is wrong: claims in each, share of suites, who failed how often."""

    claims: int
    share: float
    which: collections.Counter[str]


class Suites:
    """A scenario on populations of its places."""

    def __init__(self, scenario: Scenario, games: int, seed: int) -> None:
        """Play every place; games: at the first look, four times as many at the last."""
        self.scenario, self.games, self.rng = scenario, games, np.random.default_rng(seed)
        places = [claiming.base_place(scenario), *claiming.cell_places(scenario)]
        jobs = [claiming.job_of(place) for place in places]
        judged = {claim.job.key: claim.job for claim in claiming.check_claims(scenario)}
        wanted = judged | {job.key: job for job in jobs}
        self.populations = {key: Population(job, PLACE_POPULATION) for key, job in wanted.items()}
        self.checks = true_claims(scenario, self.populations)
        self.headline = [
            (job.key, figure)
            for job, place in zip(jobs, places, strict=True)
            for figure in claiming.headline_figures(scenario, place)
        ]

    def checked(self) -> Alarms:
        """Suites of its own checks, as `balancer check` judges them."""
        question = Question(self.scenario, None, tuple(self.checks), (), (), ())
        budget = Budget(self.games, 4 * self.games)

        def failed() -> Iterator[str]:
            runner: Any = Resampling(self.populations, budget.most, self.rng)
            results = Checking(question, budget, runner, 0.95).run().results
            return (one.claim.figure.name for one in results if one.verdict == FAIL)

        return self.repeated(failed if self.checks else tuple, len(self.checks))

    def drifted(self) -> Alarms:
        """Suites of its headline figures in every place, accepted from as many other games; one look."""
        confidence = Holm(0.95, len(self.headline)).confidence(1)

        def moved() -> Iterator[str]:
            was, now = (
                {key: one.result(one.draw(self.rng, self.games)) for key, one in self.populations.items()} for _ in "12"
            )
            for key, figure in self.headline:
                accepted = figure_in(was[key], figure, self.scenario, CONFIDENCE)
                found = figure_in(now[key], figure, self.scenario, confidence)
                if accepted.value is None or found.value is None:
                    continue
                before = Accepted(accepted.value, accepted.low, accepted.high, CONFIDENCE)
                if not contains(*drift_interval(found, before, confidence), 0.0):
                    yield figure.name

        return self.repeated(moved, len(self.headline))

    def repeated(self, suite: Callable[[], Iterable[str]], claims: int) -> Alarms:
        """Many suites; suite: the figures that fail in one."""
        found = [list(suite()) for _ in range(SUITES)]
        return Alarms(claims, sum(map(bool, found)) / SUITES, collections.Counter(itertools.chain(*found)))


# The page ------------------------------------------------------------------------------------------------------------
HEAD = """# How often intervals hold

Written by `make coverage`; do not edit. Of each setting some 10 000 games are played and then taken for all that exist:
samples are drawn from them with replacement, so that the truth is known, and every figure that balancer offers is
estimated as it is for users. An interval of 95 % should hold the truth in 95 % of the samples. Of one figure, two
standard errors of chance are 1.4 points of 1000 samples and 1.8 of 600; the lowest of some hundred figures lies further
down by chance alone. *Width* is that of the intervals of means over that of the normal interval with the true standard
deviation: the median of all means, and the widest, which is that of a rare event.
"""

ALARMS = """
## False alarms

`balancer check` on every shipped scenario. *Checks*: its own checks, every bound exactly at the truth. *Drift*: that
no headline figure of any of its cells has moved since it was accepted from as many other games, with no margin. Looks
after {games}, {twice} and {most} games; {suites} suites of each. At most 5 % of the suites may fail.

| scenario | checks | suites that fail | drift | suites that fail | which, most often |
| --- | ---: | ---: | ---: | ---: | --- |"""


def reference(name: Name) -> str:
    """A figure as scenarios name it."""
    metric, of, stat = name
    return ".".join(filter(None, (metric, of, "" if stat == "value" else stat)))


def coverage_lines(measured: dict[str, dict[int, dict[Name, Held]]]) -> Iterator[str]:
    """A line for each setting and size, then every figure that held less often than promised."""
    yield "| setting | games | samples | figures | lowest | of which | median | width | widest |"
    yield "| --- | ---: | ---: | ---: | ---: | --- | ---: | ---: | ---: |"
    low = []
    for setting, sizes in measured.items():
        for games, found in sizes.items():
            worst = min(found, key=lambda name: found[name].covers)
            covers = float(np.median([one.covers for one in found.values()]))
            widths = [found[name].width or 0.0 for name in found if name[2] == "mean" and found[name].width]
            shown = [f"{np.median(widths):.2f}", f"{max(widths):.2f}"] if widths else ["", ""]
            samples = max(one.samples for one in found.values())
            cells = [setting, f"{games:_}", str(samples), str(len(found))]
            cells += [f"{found[worst].covers:.1%}", f"`{reference(worst)}`"]
            yield f"| {' | '.join([*cells, f'{covers:.1%}', *shown])} |"
            low += [(setting, games, name, one) for name, one in found.items() if one.covers < PROMISED]
    yield f"\nBelow {PROMISED:.1%}: " + ("none." if not low else "")
    for setting, games, name, one in low:
        yield f"- {setting}, {games:_} games: `{reference(name)}` {one.covers:.1%} of {one.samples}"


def alarm_line(name: str, checks: Alarms, drift: Alarms) -> str:
    """A line of the table of false alarms."""
    which = ", ".join(f"`{figure}` {count}" for figure, count in (checks.which + drift.which).most_common(2))
    shares = [
        str(checks.claims),
        f"{checks.share:.1%}" if checks.claims else "",
        str(drift.claims),
        f"{drift.share:.1%}",
    ]
    return f"| {' | '.join([name, *shares, which])} |"


def page() -> Iterator[str]:
    """Lines of the page."""
    yield HEAD
    measured = {}
    for number, (setting, (name, changed)) in enumerate(SETTINGS.items()):
        population = Population(base_job(name, changed), POPULATION)
        measured[setting] = {size: coverage(population, size, SAMPLES, 100 * number + size) for size in SIZES}
        print(setting, file=sys.stderr)
    yield from coverage_lines(measured)
    yield ALARMS.format(games=LOOK, twice=2 * LOOK, most=4 * LOOK, suites=SUITES)
    for path in sorted(SCENARIOS.glob("*.yaml")):
        suites = Suites(load.load(path), LOOK, 1)
        yield alarm_line(path.stem, suites.checked(), suites.drifted())
        print(path.stem, file=sys.stderr)


if __name__ == "__main__":
    PAGE.write_text("\n".join(page()) + "\n", encoding="utf-8")
