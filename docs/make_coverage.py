"""Measure how often intervals hold and checks fail by chance, and write docs/coverage.md: ``make coverage``.

The games of a setting are played once.  These games are then taken for all that exist: samples are drawn from them with
replacement, so that the truth is known, and every figure of a sample is estimated as it is for users.

The work is cut into parts: a setting at one size, or the suites of a scenario.  As many are measured side by side as
there are cores.  With ``--parts FOLDER`` each is kept as a file there, and a part that is there is not measured again.
"""

from __future__ import annotations

import argparse
import collections
import dataclasses
import itertools
import json
import math
import multiprocessing
import os
import pathlib
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from balancer.analysis.comparisons.differences import difference
from balancer.analysis.comparisons.effect import Difference
from balancer.analysis.estimates.estimate import Estimate, Level, Query
from balancer.analysis.estimates.estimators import assess
from balancer.analysis.estimates.metric_names import find_metric, names_for
from balancer.analysis.intervals.elementary import critical_z
from balancer.analysis.results import CellResult, LinkResult, PairResult
from balancer.analysis.tables import figures
from balancer.analysis.verdicts import FAIL, Accepted, Bound, Holm, drift_interval
from balancer.checks import claims as claiming
from balancer.checks.baseline import CONFIDENCE
from balancer.checks.claims import Budget, Claim, measured
from balancer.checks.judge import Checking
from balancer.checks.scenario_claims import ScenarioClaims
from balancer.scenario import load, plan
from balancer.scenario.resolved import Scenario
from balancer.simulation import notable
from balancer.simulation.jobs import Batch, CellJob, Job, LinkJob
from balancer.simulation.stopping import FixedGames

PAGE = pathlib.Path(__file__).parent / "coverage.md"
SCENARIOS = pathlib.Path(__file__).parents[1] / "scenarios"
SIZES = (200, 2000, 20_000)
CHUNK = 2**12
POPULATION = 60_000
"""Games of a setting of which coverage is measured."""

PLACE_POPULATION = 5000
"""Games of every place of a scenario of which false alarms are measured."""

SAMPLES, SUITES = 600, 60
"""Samples of each size, and suites of each scenario."""

AGAIN = {200: 2000, 2000: 1000, 20_000: 1000}
"""Size -> fresh samples for figures that held too seldom: large samples cost most."""

LOOK = 1000
"""Games at the first look of a suite."""

PROMISED = 0.935
"""Coverage below this is measured again and listed figure by figure."""

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

CHANGES: dict[str, tuple[str, dict[str, Any]]] = {
    "Black Death, order offer → draw": ("black_death", RARE),
    "Oktoberfest, threshold + 1": ("oktoberfest", {"rules.win_threshold": 16}),
    "Biergarten, ties → shared": ("biergarten_ties", {"rules.tie_break": "shared"}),
    "The Devil's Tarok, target 666 → 500": ("devils_tarok", {"rules.target": 500}),
}
"""Name -> scenario, and a change of its base rules, whose effect along an axis is measured in pairs of games."""


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

    @property
    def names(self) -> list[Name]:
        """The figures of its cell."""
        return list(figures(self.whole))

    def known(self, names: Sequence[Name]) -> Figures:
        """How these figures are estimated."""
        return Figures(self.whole, names)

    def tally(self, numbers: Any) -> Any:
        """Return the sums over these games."""
        tally: Any = self.job.empty_tally()
        for first in range(0, len(numbers), CHUNK):
            chosen = np.sort(numbers[first : first + CHUNK])
            batches = (Batch(side, rows[chosen]) for side, rows in zip(self.job.sides, self.rows, strict=True))
            tally.merge(self.job.tallied(*batches)[0])
        return tally

    def result(self, numbers: Any) -> Any:
        """Return balancer's figures after these games."""
        tally, whole, games = self.tally(numbers), self.whole, len(numbers)
        if isinstance(whole, LinkResult):
            return dataclasses.replace(whole, games=games, pairs=tally.to_dict())
        if isinstance(whole, CellResult):
            return dataclasses.replace(whole, games=games, tally=tally.to_dict())
        sides = {
            side: dataclasses.replace(getattr(whole, side), games=games, tally=getattr(tally, side).to_dict())
            for side in ("base", "variant")
        }
        return dataclasses.replace(whole, games=games, pairs=tally.to_dict(), **sides)


class Changes:
    """Games of two cells on the same dice, from which samples of pairs are drawn."""

    def __init__(self, link: LinkJob, games: int) -> None:
        """Play the first games of both."""
        self.link, self.sides = Population(link, games), [Population(side, games) for side in link.sides]
        self.games = games
        self.whole = self.result(np.arange(games))

    def result(self, numbers: Any) -> PairResult:
        """Return balancer's figures after these pairs of games."""
        base, variant = (side.result(numbers) for side in self.sides)
        pair: PairResult = self.link.result(numbers).between(base, variant)
        return pair

    def draw(self, rng: np.random.Generator, games: int) -> Any:
        """Numbers of so many pairs, drawn with replacement."""
        return self.link.draw(rng, games)

    @property
    def names(self) -> list[Name]:
        """The figures that both cells have."""
        return [name for name in figures(self.whole.base) if name in {*figures(self.whole.variant)}]

    def known(self, names: Sequence[Name]) -> Differences:
        """How the changes of these figures are estimated."""
        return Differences(names)


def played(job: CellJob, games: int) -> Any:
    """Return the first games of a cell as RESULT rows."""
    parts = [job.play(first, min(CHUNK, games - first)).copy() for first in range(0, games, CHUNK)]
    return np.concatenate(parts)


def base_job(name: str, changed: dict[str, Any]) -> CellJob:
    """Return the base rules of a shipped scenario, some knobs changed."""
    cell = plan.base_cell(load.load(SCENARIOS / f"{name}.yaml"))
    rules = {key.removeprefix("rules."): value for key, value in changed.items()}
    return CellJob.of(dataclasses.replace(cell, rules={**cell.rules, **rules}))


# Coverage ------------------------------------------------------------------------------------------------------------
Name = tuple[str, str | None, str]
"""Metric, of, statistic."""


class Held(NamedTuple):
    """Of samples of one size: how many had an interval, the share of these that held the truth, and their mean width.

    width: over that of the normal interval with the true standard deviation, of means; else None.  again: samples and
    share on fresh samples, None where the first sufficed.
    """

    samples: int
    covers: float
    width: float | None
    again: tuple[int, float] | None = None


class Figures:
    """Figures whose names are resolved once, for many results of one setting."""

    def __init__(self, result: CellResult, names: Sequence[Name]) -> None:
        """Resolve names in a result; UnknownNameError."""
        offers = [find_metric(names_for(result), name) for name, _, _ in names]
        self.known = [(offer, *offer.resolve(*name[1:])) for offer, name in zip(offers, names, strict=True)]

    def estimates(self, result: Any) -> Sequence[Estimate | Difference]:
        """Return the figures with their intervals at 95 %."""
        found = [assess(Query(result, offer.metric, of, stat), offer.reason) for offer, of, stat in self.known]
        return [one.at(Level(0.95)) for one in found]


class Differences:
    """Changes of figures between two cells, by their names."""

    def __init__(self, names: Sequence[Name]) -> None:
        """Return the figures."""
        self.names = names

    def estimates(self, pair: Any) -> Sequence[Estimate | Difference]:
        """Return the changes with their intervals at 95 %."""
        return [
            difference(pair, name, of=of, stat=None if stat == "value" else stat, family=1)
            for name, of, stat in self.names
        ]


def coverage(population: Population | Changes, games: int, seed: int) -> dict[Name, Held]:
    """How often the intervals of all figures hold, in samples of so many games.

    The lowest of hundreds of figures is low by chance, too; so the low ones are measured again on fresh samples.
    """
    found = held(population, population.names, games, SAMPLES, seed)
    low = [name for name, one in found.items() if one.covers < PROMISED]
    fresh = held(population, low, games, AGAIN[games], seed + 1) if low else {}
    return found | {name: found[name]._replace(again=(one.samples, one.covers)) for name, one in fresh.items()}


def held(population: Population | Changes, names: list[Name], games: int, samples: int, seed: int) -> dict[Name, Held]:
    """Return the same of some figures, of which most samples have an interval."""
    rng = np.random.default_rng(seed)
    known = population.known(names)
    truths = known.estimates(population.whole)
    total, hits = collections.Counter[int](), collections.Counter[int]()
    widths = np.zeros(len(names))
    for _ in range(samples):
        for k, one in enumerate(known.estimates(population.result(population.draw(rng, games)))):
            if one.value is None or (one.low is None and one.high is None):
                continue
            total[k] += 1
            hits[k] += contains(one.low, one.high, truths[k].value)
            widths[k] += (one.high or 0.0) - (one.low or 0.0)
    normal = [normal_width(truth, population.games, games) for truth in truths]
    return {
        names[k]: Held(total[k], hits[k] / total[k], widths[k] / total[k] / normal[k] if normal[k] else None)
        for k in range(len(names))
        if total[k] >= samples / 2 and truths[k].value is not None
    }


def contains(low: float | None, high: float | None, value: float | None) -> bool:
    """Whether an interval holds the value, but for rounding; False where there is no value."""
    if value is None:
        return False
    slack = 1e-9 * max(1.0, abs(value))
    return (low is None or low <= value + slack) and (high is None or high >= value - slack)


def normal_width(truth: Estimate | Difference, known: int, games: int) -> float:
    """Return the width of the normal interval of a figure in a sample, from its standard error in `known` games."""
    return 2 * critical_z(0.95) * (truth.se or 0.0) * math.sqrt(known / games)


# False alarms --------------------------------------------------------------------------------------------------------
class Resampling:
    """Plays jobs, as a `Runner` does, by drawing from their populations; more games add to those drawn before."""

    def __init__(self, populations: dict[str, Population], most: int, rng: np.random.Generator) -> None:
        """Draw `most` games of every job that is played."""
        self.populations, self.most, self.rng = populations, most, rng
        self.drawn: dict[str, Any] = {}

    def play(self, jobs: Sequence[Job], rule: FixedGames) -> list[Any]:
        """Return the results of jobs."""
        return [self.result(job, rule.most) for job in jobs]

    def result(self, job: Job, games: int) -> Any:
        """Return the result of a job."""
        population = self.populations[job.key]
        if job.key not in self.drawn:
            self.drawn[job.key] = population.draw(self.rng, self.most)
        return population.result(self.drawn[job.key][:games])


def true_claims(scenario: Scenario, populations: dict[str, Population]) -> list[Claim]:
    """Return the scenario's own checks, their bounds exactly at the truth."""
    found, pace = [], scenario.report.seconds_per_decision
    for claim in claiming.check_claims(scenario):
        truth = measured(populations[claim.job.key].whole, claim.figure, 0.95, pace).value
        if truth is not None:
            found.append(dataclasses.replace(claim, bound=Bound(truth, truth)))
    return found


class Alarms(NamedTuple):
    """Suites of a scenario that fail though nothing is wrong: claims in each, suites, share that fails, and of what."""

    claims: int
    suites: int
    share: float
    which: collections.Counter[str]


class Suites:
    """A scenario on populations of its places."""

    def __init__(self, scenario: Scenario, games: int, seed: int) -> None:
        """Play every place; games: at the first look, four times as many at the last."""
        self.scenario, self.games, self.rng = scenario, games, np.random.default_rng(seed)
        places = [claiming.base_setting(scenario), *claiming.swept_settings(scenario)]
        jobs = [claiming.job_of(place) for place in places]
        judged = {claim.job.key: claim.job for claim in claiming.check_claims(scenario)}
        wanted = judged | {job.key: job for job in jobs}
        self.populations = {key: Population(job, PLACE_POPULATION) for key, job in wanted.items()}
        self.checks = true_claims(scenario, self.populations)
        self.headline = [
            (job.key, figure)
            for job, place in zip(jobs, places, strict=True)
            for figure in claiming.headline_figures(scenario, place.cell.lineup, place.offers)
        ]

    def checked(self) -> Alarms:
        """Suites of its own checks, as `balancer check` judges them."""
        question = ScenarioClaims(self.scenario, tuple(self.checks))
        budget = Budget(self.games, 4 * self.games)

        def failed() -> Iterator[str]:
            runner: Any = Resampling(self.populations, budget.most, self.rng)
            results = Checking(question, budget, runner, 0.95).run().results
            return (one.claim.figure.name for one in results if one.verdict == FAIL)

        return self.repeated(failed if self.checks else tuple, len(self.checks))

    def drifted(self) -> Alarms:
        """Suites of its headline figures in every place, accepted from as many other games; one look."""
        confidence = Holm(0.95, len(self.headline)).confidence(1)
        places = {key: self.populations[key] for key, _ in self.headline}
        pace = self.scenario.report.seconds_per_decision

        def moved() -> Iterator[str]:
            was, now = ({key: one.result(one.draw(self.rng, self.games)) for key, one in places.items()} for _ in "12")
            for key, figure in self.headline:
                accepted = measured(was[key], figure, CONFIDENCE, pace)
                found = measured(now[key], figure, confidence, pace)
                if accepted.value is None or found.value is None:
                    continue
                before = Accepted(accepted.value, accepted.low, accepted.high, CONFIDENCE)
                if not contains(*drift_interval(found, before, confidence), 0.0):
                    yield figure.name

        return self.repeated(moved, len(self.headline))

    def repeated(self, suite: Callable[[], Iterable[str]], claims: int) -> Alarms:
        """Many suites; suite: the figures that fail in one."""
        found = [list(suite()) for _ in range(SUITES)]
        return Alarms(claims, SUITES, sum(map(bool, found)) / SUITES, collections.Counter(itertools.chain(*found)))


# The page ------------------------------------------------------------------------------------------------------------
HEAD = """# How often intervals hold

Written by `make coverage`; do not edit. The 60 000 games of a setting are taken for all games that exist, so the true
figures are known. Samples are drawn from them with replacement, and every figure is estimated as it is for you. A 95 %
interval should contain the truth in 95 % of the samples.

Chance moves these percentages: two standard errors of one figure are 1.8 points with 600 samples, 1.4 with 1000 and
1.0 with 2000. The lowest of some hundred figures is lower by chance, so every figure below 93.5 % is measured again on
fresh samples. *Width* compares the intervals of means with the normal interval that knows the true standard deviation:
the median of all means, and the widest, which is that of a rare event.
"""

EFFECTS = """
## Effects along an axis

The same for the change of every figure from one setting of a sweep to another, from pairs of games on the same dice.
*Width* compares with the normal interval of the paired difference; it is widest if hardly any pair differs.
"""

ALARMS = """
## False alarms

`balancer check` on every shipped scenario. *Checks*: its own checks, every bound exactly at the truth. *Drift*: no
headline figure of any setting has moved since it was accepted from as many other games, with no margin. Looks come
after {games}, {twice} and {most} games. At most 5 % of the suites may fail. Two standard errors of 60 suites are 5.6
points, so the sum over all scenarios says more than one of them.

| scenario | checks | suites that fail | drift | suites that fail | which, most often |
| --- | ---: | ---: | ---: | ---: | --- |"""


def reference(name: Name) -> str:
    """Return a figure as scenarios name it."""
    metric, of, stat = name
    return ".".join(filter(None, (metric, of, "" if stat == "value" else stat)))


def coverage_lines(measured: dict[str, dict[int, dict[Name, Held]]]) -> Iterator[str]:
    """Return a line for each setting and size, then every figure that is below the promise on fresh samples, too."""
    yield "| setting | games | samples | figures | lowest | figure | median | width | widest |"
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
    lasting = [entry for entry in low if not entry[3].again or entry[3].again[1] < PROMISED]
    fresh_count = f"{len(lasting)}:" if lasting else "none."
    yield f"\nBelow {PROMISED:.1%}: {len(low)} figures; on fresh samples {fresh_count}\n"
    for setting, games, name, held in sorted(lasting, key=lambda entry: entry[3].again[1] if entry[3].again else 0.0):
        fresh = f", then {held.again[1]:.1%} of {held.again[0]}" if held.again else ""
        yield f"- {setting}, {games:_} games: `{reference(name)}` {held.covers:.1%}{fresh}"


def alarm_line(name: str, checks: Alarms, drift: Alarms) -> str:
    """Return a line of the table of false alarms."""
    which = ", ".join(f"`{figure}` {count}" for figure, count in (checks.which + drift.which).most_common(2))
    return f"| {' | '.join([name, *failures(checks), *failures(drift), which])} |"


def failures(alarms: Alarms) -> tuple[str, str]:
    """How many claims a suite has, and how many of the suites fail."""
    if not alarms.claims:
        return "0", ""
    return str(alarms.claims), f"{round(alarms.share * alarms.suites)} of {alarms.suites}"


def all_failures(alarms: list[Alarms]) -> str:
    """Return the share of all suites that fail."""
    judged = [one for one in alarms if one.claims]
    failed, suites = sum(one.share * one.suites for one in judged), sum(one.suites for one in judged)
    return f"{round(failed)} of {suites} ({failed / suites:.1%})"


def page(parts: dict[str, Any]) -> Iterator[str]:
    """Lines of the page from the parts that were measured."""
    yield HEAD
    sized = {name: {size: part_of(name, size) for size in SIZES} for name in SETTINGS}
    yield from coverage_lines(
        {name: {size: parts[part] for size, part in sizes.items() if part in parts} for name, sizes in sized.items()}
    )
    yield EFFECTS
    changes = {name: {size: part_of(name, size) for size in SIZES[:2]} for name in CHANGES}
    yield from coverage_lines(
        {name: {size: parts[part] for size, part in sizes.items() if part in parts} for name, sizes in changes.items()}
    )
    yield ALARMS.format(games=LOOK, twice=2 * LOOK, most=4 * LOOK)
    judged = [name for name in scenarios() if name in parts]
    for scenario in judged:
        yield alarm_line(scenario, *parts[scenario])
    checks, drift = (all_failures([parts[scenario][kind] for scenario in judged]) for kind in (0, 1))
    yield f"| all | | {checks} | | {drift} | |"
    missing = [part for part in all_parts() if part not in parts]
    if missing:
        yield f"\nNot measured: {'; '.join(missing)}."


# Parts ---------------------------------------------------------------------------------------------------------------
def scenarios() -> list[str]:
    """Return the names of the shipped scenarios."""
    return sorted(path.stem for path in SCENARIOS.glob("*.yaml"))


def part_of(setting: str, size: int) -> str:
    """Return the name of a setting's part."""
    return f"{setting}, {size} games"


def all_parts() -> dict[str, tuple[str, int | None]]:
    """Part -> a setting and a size, or a scenario and None."""
    sized = {part_of(name, size): (name, size) for name in SETTINGS for size in SIZES}
    changes = {part_of(name, size): (name, size) for name in CHANGES for size in SIZES[:2]}
    return {**sized, **changes, **{name: (name, None) for name in scenarios()}}


def measure(part: str) -> Any:
    """Return the measurements of a part as plain values for JSON."""
    name, size = all_parts()[part]
    if size is None:
        suites = Suites(load.load(SCENARIOS / f"{name}.yaml"), LOOK, 1)
        return [list(alarms) for alarms in (suites.checked(), suites.drifted())]
    number = [*SETTINGS, *CHANGES].index(name)
    return [[*name, *one] for name, one in coverage(population_of(name), size, 10 * size + number).items()]


def population_of(name: str) -> Population | Changes:
    """Return the games of a setting, or of a change of it."""
    if name in SETTINGS:
        return Population(base_job(*SETTINGS[name]), POPULATION)
    scenario, changed = CHANGES[name]
    return Changes(LinkJob(name, base_job(scenario, {}), base_job(scenario, changed)), POPULATION)


def read(part: str, folder: pathlib.Path) -> Any:
    """Return a part from its file."""
    content = json.loads(file_of(part, folder).read_text(encoding="utf-8"))
    if all_parts()[part][1] is None:
        return [Alarms(claims, n, share, collections.Counter(which)) for claims, n, share, which in content]
    return {tuple(entry[:3]): Held(*entry[3:]) for entry in content}


def file_of(part: str, folder: pathlib.Path) -> pathlib.Path:
    """Where a part is kept."""
    return folder / f"{part}.json"


def keep(work: tuple[str, pathlib.Path]) -> str:
    """Measure a part and keep it; its name."""
    part, folder = work
    content = json.dumps(measure(part))
    file_of(part, folder).write_text(content, encoding="utf-8")
    return part


def measure_parts(folder: pathlib.Path, chosen: Sequence[str]) -> None:
    """Measure those of the chosen parts that are not there yet."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = [part for part in chosen if not file_of(part, folder).exists()]
    with multiprocessing.get_context("spawn").Pool(min(len(missing), os.cpu_count() or 1) or 1) as pool:
        for part in pool.imap_unordered(keep, [(part, folder) for part in missing]):
            print(part, file=sys.stderr, flush=True)


def write_page(folder: pathlib.Path) -> None:
    """Write the page of all parts that are there."""
    there = {part: read(part, folder) for part in all_parts() if file_of(part, folder).exists()}
    PAGE.write_text("\n".join(page(there)) + "\n", encoding="utf-8")


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--parts", type=pathlib.Path, metavar="FOLDER", help="keep parts here, and measure what is missing"
    )
    parser.add_argument(
        "--page", action="store_true", help="measure nothing: write the page of the parts that are there"
    )
    parser.add_argument("part", nargs="*", choices=[[], *all_parts()], help="measure these only, and write no page")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.parts or pathlib.Path(temporary)
        if not arguments.page:
            measure_parts(folder, arguments.part or list(all_parts()))
        if not arguments.part:
            write_page(folder)


if __name__ == "__main__":
    main()
