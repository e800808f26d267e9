"""Measure how often intervals hold and checks cry wolf, and write docs/coverage.md: ``python docs/make_coverage.py``.

Every setting is played once, a population of a million games; samples of 200, 2000 and 20 000 of them are drawn with
replacement, so that the truth is known.  It takes about an hour; `--rows FOLDER` keeps the populations.
"""

from __future__ import annotations

import argparse
import pathlib
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from balancer.analysis import sequential
from balancer.analysis.estimate import Estimate
from balancer.analysis.histogram import Histogram
from balancer.analysis.intervals import Interval, critical_t, critical_z
from balancer.analysis.tally import Group, Quantity
from balancer.analysis.tally_distributions import allowed_of
from balancer.analysis.verdicts import FAIL, PASS, Accepted, Bound, Holm, drift_interval, verdict
from balancer.core.table import UNDEFINED, UNFINISHED
from balancer.scenario import load, plan
from balancer.simulation.jobs import CellJob

PAGE = pathlib.Path(__file__).parent / "coverage.md"
SIZES = (200, 2000, 20_000)
CHUNK = 2**14

LEAST_DEFINED = 1000
"""Games of a population in which a quantity is defined, if it is measured."""

OKTOBERFEST = ["rusher", "builder", "bully", "balanced"]
BIERGARTEN = ["tidy", "gardener", "painter", "umbrella"]
BLACK_DEATH = ["middler", "baiter", "reader", "even"]
SETTINGS: dict[str, tuple[int, dict[str, Any]]] = {
    "Oktoberfest": (1_000_000, {"game": "oktoberfest", "lineup": OKTOBERFEST, "rules": {"win_threshold": 22}}),
    "Oktoberfest, threshold 26": (
        1_500_000,
        {"game": "oktoberfest", "lineup": OKTOBERFEST, "rules": {"win_threshold": 26}},
    ),
    "Oktoberfest, threshold 14": (
        500_000,
        {"game": "oktoberfest", "lineup": OKTOBERFEST, "rules": {"win_threshold": 14}},
    ),
    "Black Death": (1_000_000, {"game": "black_death", "lineup": BLACK_DEATH}),
    "Black Death, drawing": (1_000_000, {"game": "black_death", "lineup": BLACK_DEATH, "rules": {"order": "draw"}}),
    "Black Death, two players": (500_000, {"game": "black_death", "players": 2}),
    "Black Death, eight players": (500_000, {"game": "black_death", "players": 8}),
    "Biergarten": (400_000, {"game": "biergarten", "lineup": BIERGARTEN, "rules": {"board": "lagers"}}),
    "Biergarten, Ales": (400_000, {"game": "biergarten", "lineup": BIERGARTEN, "rules": {"board": "ales"}}),
}
LENGTHS = ("rounds", "turns", "decisions")
SPREAD_OF = (*LENGTHS, "margin")

Rows = Mapping[str, Any]
"""Quantity -> its value in each game (UNDEFINED where it has none); `ending` -> number of the ending."""


# Populations ---------------------------------------------------------------------------------------------------------
def rows_of(name: str, folder: pathlib.Path | None) -> Rows:
    """The population of a setting, played or read from the folder."""
    kept = None if folder is None else folder / f"{name}.npz"
    if kept is not None and kept.is_file():
        with np.load(kept) as found:
            return {key: found[key] for key in found.files}
    games, scenario = SETTINGS[name]
    rows = played({**scenario, "seed": 987654, "games": 1000}, games)
    if kept is not None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        np.savez(kept, **rows)
    return rows


def played(scenario: Mapping[str, Any], games: int) -> dict[str, Any]:
    """The first games of a scenario's base, as `Rows`."""
    player = CellJob.of(plan.base_cell(load.from_dict(scenario)))
    parts: dict[str, list[Any]] = {}
    for first in range(0, games, CHUNK):
        rows = np.asarray(player.play(first, min(CHUNK, games - first)))
        for name, values in quantities(rows, player).items():
            parts.setdefault(name, []).append(values.astype(np.int32))
    return {name: np.concatenate(values) for name, values in parts.items()}


def quantities(rows: Any, player: CellJob) -> dict[str, Any]:
    """Every per-game quantity of RESULT rows."""
    game = player.game
    scores = np.sort(rows["score"][:, : player.cell.players], axis=1)
    finished = (rows["ending"] > UNFINISHED) & (not game.one_loses)
    found = {name: rows[name] for name in (*LENGTHS, "ending")}
    found["margin"] = np.where(finished, scores[:, -1] - scores[:, -2], UNDEFINED)
    found |= {f"node.{node.name}": rows["node_decisions"][:, k] for k, node in enumerate(game.nodes)}
    return found | {f"extras.{extra.name}": rows["extras"][:, k] for k, extra in enumerate(game.extras)}


# Samples -------------------------------------------------------------------------------------------------------------
class Figure(NamedTuple):
    """A statistic of a quantity."""

    quantity: str
    stat: str


class Population:
    """A quantity's joint distribution with the endings, from which samples are drawn by counts alone."""

    def __init__(self, name: str, values: Any, endings: Any) -> None:
        """Take the values of all games in which the quantity is defined."""
        pairs, counts = np.unique(np.stack([values, endings]), axis=1, return_counts=True)
        self.name, self.values, self.endings = name, pairs[0], pairs[1]
        self.chances = counts / counts.sum()
        self.several_endings = len(set(self.endings[self.endings > UNFINISHED].tolist())) > 1
        self.whole = self.histogram(counts)

    @property
    def quantity(self) -> Quantity:
        """It as a tally names it."""
        group, _, member = self.name.partition(".")
        named = {"node": Group.NODE_DECISIONS, "extras": Group.EXTRA}
        return Quantity(named[group], member) if group in named else Quantity(Group.MOMENT, self.name)

    def sample(self, rng: np.random.Generator, games: int) -> Histogram:
        """The distribution of that many games."""
        return self.histogram(rng.multinomial(games, self.chances))

    def histogram(self, counts: Any) -> Histogram:
        """Counts of each pair of value and ending as an analysed distribution."""
        by_value, by_ending = Counter[int](), Counter[int]()
        for value, ending, count in zip(self.values.tolist(), self.endings.tolist(), counts.tolist(), strict=True):
            by_value[value] += count
            by_ending[ending] += count
        games = sum(by_value.values())
        rare = games - max(by_ending.values()) if self.several_endings else None
        return Histogram({"unit": 1, "counts": by_value}, games, allowed_of(self.quantity), rare)


def populations(rows: Rows) -> Iterator[Population]:
    """All quantities that vary and are defined in a thousand games at least."""
    for name, values in rows.items():
        defined = values != UNDEFINED
        if name != "ending" and defined.sum() >= LEAST_DEFINED and np.ptp(values[defined]) > 0:
            yield Population(name, values[defined], rows["ending"][defined])


def stats_of(name: str) -> tuple[str, ...]:
    """The statistics that balancer offers of a quantity."""
    spread = ("sd", "cv", "median", "p90") if name in LENGTHS else ("sd", "median", "p90")
    return ("mean", *(spread if name in SPREAD_OF else ()))


def value_of(known: Histogram, stat: str) -> float:
    """A statistic of a distribution."""
    quantiles = {"median": 50, "p90": 90}
    return known.quantile(quantiles[stat]) if stat in quantiles else float(getattr(known, stat))


def interval_of(known: Histogram, stat: str, confidence: float) -> Interval:
    """Its interval."""
    quantiles = {"median": 50, "p90": 90}
    if stat in quantiles:
        return known.quantile_interval(quantiles[stat], confidence)
    found: Interval = getattr(known, f"{stat}_interval")(confidence)
    return found


def holds(interval: Interval, value: float) -> bool:
    """Whether the interval contains the value."""
    low, high = interval
    return (low is None or low <= value + 1e-12) and (high is None or high >= value - 1e-12)


# Coverage ------------------------------------------------------------------------------------------------------------
class Measured(NamedTuple):
    """How often intervals at 95 % and at 99.8 % held, how often Student's did (means), and their relative width."""

    covers: float
    strict: float
    student: float | None
    width: float | None


def coverage(known: Population, stat: str, games: int, samples: int, seed: int) -> Measured:
    """Measure one figure at one sample size."""
    rng = np.random.default_rng(seed)
    truth = value_of(known.whole, stat)
    hits = strict = student = 0
    width = 0.0
    for _ in range(samples):
        found = known.sample(rng, games)
        low, high = interval = interval_of(found, stat, 0.95)
        hits += holds(interval, truth)
        strict += holds(interval_of(found, stat, 0.998), truth)
        if stat == "mean":
            half = critical_t(0.95, games - 1) * found.mean_se
            student += abs(found.mean - truth) <= half
            width += (high or 0.0) - (low or 0.0)
    normal = 2 * critical_z(0.95) * known.whole.sd / games**0.5
    mean = stat == "mean"
    return Measured(
        hits / samples,
        strict / samples,
        student / samples if mean else None,
        width / samples / normal if mean else None,
    )


# False alarms --------------------------------------------------------------------------------------------------------
def false_alarms(known: list[Population], games: int, most: int, suites: int, seed: int) -> tuple[int, Counter[str]]:
    """How many suites fail whose bounds all lie exactly at the truth, and which figures do, by Holm and all looks."""
    rng = np.random.default_rng(seed)
    failed, which = 0, Counter[str]()
    figures = {Figure(one.name, stat): one for one in known for stat in stats_of(one.name)}
    truths = {figure: value_of(one.whole, figure.stat) for figure, one in figures.items()}
    for _ in range(suites):
        holm, wrong = Holm(0.95, len(figures)), False
        counts: dict[str, Any] = dict.fromkeys((one.name for one in known), 0)
        open_figures = set(figures)
        for look, number in enumerate(sequential.looks(most, games), start=1):
            for one in known:
                played_before = counts[one.name]
                more = rng.multinomial(number - int(np.sum(played_before)), one.chances)
                counts[one.name] = played_before + more
            seen = {one.name: one.histogram(counts[one.name]) for one in known}

            def judge(figure: Figure, confidence: float, seen: Mapping[str, Histogram] = seen) -> str:
                interval = interval_of(seen[figure.quantity], figure.stat, confidence)
                return verdict(interval, Bound(truths[figure], truths[figure]))

            judges = {figure: lambda sure, figure=figure: judge(figure, sure) for figure in open_figures}
            verdicts = holm.look(look, judges)
            fails = {figure for figure, one in verdicts.items() if one == FAIL}
            which.update(".".join(figure) for figure in fails)
            wrong |= bool(fails)
            open_figures -= fails | {figure for figure, one in verdicts.items() if one == PASS}
        failed += wrong
    return failed, which


def false_drifts(known: list[Population], games: int, suites: int, seed: int) -> int:
    """How many suites say that a figure moved since it was accepted from other games, though nothing did."""
    rng = np.random.default_rng(seed)
    failed = 0
    for _ in range(suites):
        wrong = False
        holm = Holm(0.95, sum(len(stats_of(one.name)) for one in known))
        for one in known:
            was, now = one.sample(rng, games), one.sample(rng, games)
            for stat in stats_of(one.name):
                value, before = value_of(was, stat), interval_of(was, stat, 0.999)
                sure = holm.confidence(1)
                low, high = interval_of(now, stat, sure)
                figure = Estimate(value_of(now, stat), None, low, high, games, "")
                wrong |= not holds(drift_interval(figure, Accepted(value, *before, 0.999), sure), 0.0)
        failed += wrong
    return failed


# The page ------------------------------------------------------------------------------------------------------------
HEAD = """# How often intervals hold

Written by `python docs/make_coverage.py`; do not edit. Every setting is played once, a population of some 10⁶ games;
{samples} samples of each size are drawn from it, so that the truth is known. An interval of 95 % should hold it in
95 % of the samples (± {error:.1%} is chance, two standard errors). *Student* is Student's t interval; *width* is that
of the interval over that of the normal one with the true standard deviation.
"""


def page(samples: int, suites: int, folder: pathlib.Path | None, names: list[str]) -> Iterator[str]:
    """Lines of the page."""
    yield HEAD.format(samples=samples, error=2 * (0.95 * 0.05 / samples) ** 0.5)
    alarms = []
    for name in names:
        known = list(populations(rows_of(name, folder)))
        yield f"\n## {name}\n\n| figure | games | 95 % | 99.8 % | Student | width |\n| --- |{' --- |' * 5}"
        for number, one in enumerate(known):
            for stat in stats_of(one.name):
                for games in SIZES:
                    found = coverage(one, stat, games, samples, 1000 * number + games)
                    cells = [f"{found.covers:.1%}", f"{found.strict:.1%}"]
                    cells += ["" if found.student is None else f"{found.student:.1%}"]
                    cells += ["" if found.width is None else f"{found.width:.2f}"]
                    yield f"| `{one.name}.{stat}` | {games} | {' | '.join(cells)} |"
        for games in (1000, 4000):
            failed, which = false_alarms(known, games, 4 * games, suites, 7)
            drifts = false_drifts(known, games, suites, 8)
            worst = ", ".join(f"{figure} {count}" for figure, count in which.most_common(3))
            figures = sum(len(stats_of(one.name)) for one in known)
            alarms.append(f"| {name} | {figures} | {games} | {failed / suites:.1%} | {drifts / suites:.1%} | {worst} |")
        print(name, *alarms[-2:], sep="\n", file=sys.stderr)
    yield "\n## False alarms\n\nSuites with every bound exactly at the truth, three looks (games, twice and four times"
    yield "as many), Holm at 95 %; drift: accepted from as many other games. At most 5 % of the suites may fail, of"
    yield f"{suites} each.\n"
    yield "| setting | figures | games | checks that fail | drift | most often |\n| --- | --- | --- | --- | --- | --- |"
    yield from alarms


def main() -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=pathlib.Path, help="folder that keeps the populations")
    parser.add_argument("--samples", type=int, default=1000)
    parser.add_argument("--suites", type=int, default=200)
    parser.add_argument("--settings", nargs="*", default=list(SETTINGS), choices=list(SETTINGS))
    parser.add_argument("--to", type=pathlib.Path, default=PAGE)
    options = parser.parse_args()
    lines = page(options.samples, options.suites, options.rows, options.settings)
    options.to.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
