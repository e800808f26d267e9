"""How figures go with skill, from random players to the best, and what a slip costs: by what is surely so."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from balancer.analysis.intervals.elementary import bonferroni, critical_z
from balancer.analysis.sheet import Sheet
from balancer.analysis.verdicts import worst
from balancer.checks.cell_verdicts import SweptChecks, judge_cells, offer_in
from balancer.players.ladder import EXPERTS, PART
from balancer.players.payoffs import Payoff, fair_share
from balancer.players.tournament import shares_of
from balancer.reporting import numbers, phrases
from balancer.reporting.figure_reader import HeadlineFigure
from balancer.reporting.findings.robustness import NOT_FOR, counts_as_same
from balancer.reporting.numbers import DIFFERENCE, SHARE, Figure
from balancer.wording import capital, listed, plural

if TYPE_CHECKING:
    from balancer.analysis.results import CellResult
    from balancer.reporting.reports.run_report import Report

MAX_BRIEF = 2
"""Figures of which the answer says how they go with skill; the section on skill has all."""

RISES, FALLS, FLAT = "rises", "falls", "the same"
DIP, HUMP, UNEVEN, TURNED = "U-shaped", "highest between", "up and down", "turned round"
HIGHER, LOWER, UNKNOWN = "higher", "lower", "not known yet"
"""How a figure goes from random players to the best; `higher`, `lower`: of the ends alone, the way there is open."""

WORDS = {
    RISES: "rises with skill",
    FALLS: "falls with skill",
    FLAT: "is in the rules, the same within {margin} from random players to the best",
    DIP: "is U-shaped in skill, lowest between random players and the best",
    HUMP: "is highest between random players and the best",
    UNEVEN: "goes up and down with skill",
    TURNED: "turns round with skill",
    HIGHER: "is higher among the best than among random players",
    LOWER: "is lower among the best than among random players",
    UNKNOWN: "is not known yet to depend on skill",
}
"""What a sentence says of each."""

ABOVE, BELOW, LEVEL, OPEN = "more than the best", "less than the best", "as the best", "open whether as the best"
"""What a sentence says of a figure among experts, beside that among the best persona."""

BENDS = (RISES, FALLS, DIP, HUMP, UNEVEN, TURNED)
"""Those of which every rung has something to say."""

FAIR_OF = ("seat_win_rate", "seat_loss_rate")
"""Metrics of which equals get one part of as many as there are seats."""

Read = Callable[[int, float], Figure]
"""A figure at a rung, from 0, with its interval at a confidence."""


def shape(read: Read, rungs: int, confidence: float, margin: float, fair: float | None = None) -> str:
    """How a figure goes from the lowest rung to the highest; fair: what separates advantage from disadvantage.

    Half of the error is for a bend, an end above the other or another side of `fair`: intervals that hold together for
    all pairs of rungs (and both ends) leave no doubt.  The other half is for `FLAT`, every difference within the
    margin, and `RISES`, the ends apart and no fall beyond the margin: claims of which every part must be shown, so that
    each part is tested as if it were alone (Berger 1982).
    """
    two = list(itertools.combinations(range(rungs), 2))
    last, half = rungs - 1, bonferroni(confidence, 2)
    alone = _differences([read(k, half) for k in range(rungs)])
    if all(-margin <= low and high <= margin for low, high in alone.values()):
        return FLAT
    figures = [read(k, bonferroni(half, len(two) + 2)) for k in range(rungs)]
    sure = _differences(figures)
    up = {pair for pair, (low, _) in sure.items() if low > 0}
    down = {pair for pair, (_, high) in sure.items() if high < 0}
    if fair is not None and _apart(figures[0], figures[last], fair):
        return TURNED
    if alone[0, last][0] > 0 and all(low >= -margin for low, _ in alone.values()):
        return RISES
    if alone[0, last][1] < 0 and all(high <= margin for _, high in alone.values()):
        return FALLS
    dips, humps = ({(i, k) for i, j in one for a, k in other if a == j} for one, other in ((down, up), (up, down)))
    if dips or humps:
        return UNEVEN if dips and humps else DIP if dips else HUMP
    return HIGHER if (0, last) in up else LOWER if (0, last) in down else UNKNOWN


def beside(figures: Sequence[Figure], margin: float) -> str:
    """How the second of two figures compares with the first: surely more, less, or within the margin."""
    low, high = _differences(figures)[0, 1]
    if -margin <= low and high <= margin:
        return LEVEL
    return ABOVE if low > 0 else BELOW if high < 0 else OPEN


def _differences(figures: Sequence[Figure]) -> dict[tuple[int, int], tuple[float, float]]:
    """The interval of each difference of a higher rung and a lower one, by their numbers (MOVER)."""
    found = {}
    for (i, one), (j, other) in itertools.combinations(enumerate(figures), 2):
        difference = other.value - one.value
        low = difference - math.hypot(other.value - other.low, one.high - one.value)
        found[i, j] = low, difference + math.hypot(other.high - other.value, one.value - one.low)
    return found


def _apart(one: Figure, other: Figure, fair: float) -> bool:
    """Whether two figures are surely on different sides of what is fair."""
    return one.high < fair < other.low or other.high < fair < one.low


@dataclass(frozen=True)
class Line:
    """A figure at every rung; item: a seat, an ending, '' where there is one figure.

    shape: how it goes up to the best; experts: how the last rung compares with that, '' where it is no experts'.
    """

    headline: int
    item: str
    label: str
    subject: str
    figures: Sequence[Figure]
    as_set_up: Figure
    shape: str
    margin: float
    experts: str = ""

    @property
    def known(self) -> bool:
        """Whether it is known how it goes with skill."""
        return self.shape != UNKNOWN

    def sentence(self, rungs: Sequence[str]) -> str:
        """One line: how it goes with skill, and its values at the rungs; at the ends alone where no more is sure."""
        unit = self.figures[-1].unit
        margin = Figure(self.margin, self.margin, self.margin, DIFFERENCE if unit == SHARE else unit).rounded.replace(
            ".0 ", " "
        )
        at = list(zip(rungs, self.figures, strict=True))
        top = at.pop() if self.experts else None
        shown = at if self.shape in BENDS else [at[0], at[-1]]
        values = [f"{rung} {one.rounded.removesuffix(f' {unit}')}" for rung, one in shown[:-1]]
        values.append(f"{shown[-1][0]} {shown[-1][1].rounded}")
        widest = max((one.half_width for _, one in at if one.known), default=0.0)
        within = f" ({numbers.uncertainty(widest, unit)} at most)" if widest else ""
        above = f"; {top[0]} {top[1].text}, {self.experts}" if top and top[1].known else ""
        return f"{capital(self.subject)} {WORDS[self.shape].format(margin=margin)}: {', '.join(values)}{within}{above}."


@dataclass(frozen=True)
class Slip:
    """What one player with mistakes gets among the best; cost: what it loses of an equal share."""

    mistakes: int
    share: Figure
    cost: Figure


@dataclass(frozen=True)
class Ladder:
    """The figures and checks of a run at every rung, and what a slip costs."""

    report: Report
    results: Sequence[CellResult]

    @cached_property
    def record(self) -> Mapping[str, Any]:
        """What the manifest says of it."""
        return self.report.manifest.part(PART)

    @cached_property
    def rungs(self) -> list[str]:
        """The names of the rungs, from the bottom."""
        return [rung["name"] for rung in self.record["rungs"]]

    @property
    def has_experts(self) -> bool:
        """Whether the last rung is that of experts."""
        return self.rungs[-1] == EXPERTS

    @property
    def best(self) -> int:
        """The number of the rung of the best persona."""
        return len(self.rungs) - 1 - self.has_experts

    @property
    def cells(self) -> Sequence[CellResult]:
        """The results of the rungs."""
        return self.results[: len(self.rungs)]

    # Figures ----------------------------------------------------------------------------------------------------------
    @cached_property
    def lines(self) -> list[Line]:
        """Every headline figure but those of personas, which are about the line-up; of seats each."""
        return [
            self._line(number, one, item)
            for number, one in enumerate(self.report.headline)
            if one.offer.metric.of != NOT_FOR
            for item in one.read(self.report.reader, self.cells, self.report.reader.confidence)
        ]

    def _line(self, number: int, one: HeadlineFigure, item: str) -> Line:
        reader, base = self.report.reader, self.report.cells[self.report.sweep.base]

        def read(rung: int, confidence: float) -> Figure:
            return one.read(reader, [self.cells[rung]], confidence)[item][0]

        figures = [read(rung, reader.confidence) for rung in range(len(self.cells))]
        margin = counts_as_same(self.report.spec, one.ref, figures[self.best])
        fair = 0.0 if figures[-1].unit == DIFFERENCE and one.offer.metric.of == "seat" else None
        if one.offer.name in FAIR_OF:
            fair = 1 / base.players
        found = shape(read, self.best + 1, reader.confidence, margin, fair)
        experts = beside(figures[self.best :], margin) if self.has_experts else ""
        phrase = phrases.of_item(one.offer, item) if item else self.report.headlines[number].phrase
        as_set_up = one.read(reader, [base], reader.confidence).get(item, figures[:1])[0]
        label = f"{one.label.removesuffix(' by seat')} of {item}" if item else one.label
        return Line(number, item, label, phrase, figures, as_set_up, found, margin, experts)

    def of_headline(self, number: int) -> list[Line]:
        """The lines of a headline figure."""
        return [line for line in self.lines if line.headline == number]

    @property
    def _named(self) -> Iterator[Line]:
        """The lines that sentences speak of: of several seats or endings the highest and the lowest as set up."""
        for number in range(len(self.report.headline)):
            defined = [line for line in self.of_headline(number) if all(one.defined for one in line.figures)]
            ranked = sorted(defined, key=lambda line: -line.as_set_up.value)
            yield from ranked if len(ranked) <= 2 else (ranked[0], ranked[-1])

    # What a slip costs ------------------------------------------------------------------------------------------------
    @cached_property
    def slips(self) -> list[Slip]:
        """One player with mistakes among the best, least mistakes first; the intervals hold together."""
        z = critical_z(self.report.reader.confidence, max(1, len(self.record["slips"])))
        played = zip(self.record["slips"], self.results[len(self.rungs) :], strict=True)
        return [self._slip(mistakes, result, z) for mistakes, result in played]

    def _slip(self, mistakes: int, result: CellResult, z: float) -> Slip:
        payoff = Payoff(shares_of(result, result.lineup[0]), result.games)
        fair = fair_share(result.players, one_loses=result.one_loses)
        value, (low, high) = payoff.value, payoff.interval(z)
        share = Figure(value, low, high, SHARE, result.games)
        return Slip(mistakes, share, Figure(fair - value, fair - high, fair - low, DIFFERENCE, result.games))

    @property
    def slip_sentence(self) -> str:
        """What one player loses by mistakes among the best; '' where nobody sits at the table besides."""
        if not self.slips:
            return ""
        base = self.cells[self.best]
        verb = "is safe in" if base.one_loses else "wins"
        fair = numbers.plain(fair_share(base.players, one_loses=base.one_loses), SHARE, 0)
        others = f"{base.players - 1} {self.record['best']} players" if base.players > 2 else self.record["best"]
        each = [f"{one.share.text} with {numbers.plain(one.mistakes / 1000, SHARE, 0)} mistakes" for one in self.slips]
        return f"What a slip costs: among {others} another one {verb} {listed(each)}, where {fair} is fair."

    # Checks -----------------------------------------------------------------------------------------------------------
    @cached_property
    def checks(self) -> SweptChecks:
        """The scenario's checks at every rung, which hold together; those of personas are about the line-up itself."""
        asked = [check for check in self.report.question.checks if not self._of_personas(check.figure.metric)]
        return judge_cells(asked, self.cells, self.report.spec)

    def _of_personas(self, metric: str) -> bool:
        offer = offer_in(self.cells[-1], metric)
        return offer is not None and offer.metric.of == NOT_FOR

    def verdicts(self, check: int) -> list[str]:
        """The verdict of a check at each rung, '' where it is not about the base cell."""
        by_rung: dict[int, list[str]] = {}
        for one in self.checks.verdicts:
            if one.check == check:
                by_rung.setdefault(one.cell, []).append(one.verdict)
        return [worst(by_rung[rung]) if rung in by_rung else "" for rung in range(len(self.cells))]

    def check_label(self, check: int) -> str:
        """A check as tables name it."""
        one = self.checks.checks[check]
        return one.name or one.figure.name

    # Words ------------------------------------------------------------------------------------------------------------
    @property
    def known(self) -> list[str]:
        """A line for each figure of which it is known how it goes with skill, and what a slip costs."""
        return [*self._known_lines, *([self.slip_sentence] if self.slips else [])]

    @property
    def _known_lines(self) -> list[str]:
        return [line.sentence(self.rungs) for line in self._named if line.known]

    @property
    def brief(self) -> list[str]:
        """The lines of the first figures, how many more there are, and what a slip costs."""
        left = len(self._known_lines) - MAX_BRIEF
        more = [f"{plural(left, 'more figure')} below."] if left > 0 else []
        return [*self._known_lines[:MAX_BRIEF], *more, *([self.slip_sentence] if self.slips else [])]

    @property
    def sentences(self) -> list[str]:
        """The same, and which figures are open."""
        open_ = [line.label for line in self._named if not line.known]
        return [*self.known, *([f"Not known yet to depend on skill: {', '.join(open_)}."] if open_ else [])]

    @property
    def note(self) -> str:
        """Who the best is, and what the rungs are."""
        best, settled = self.record["best"], self.record["settled"]
        also = [name for name in settled if name != best]
        besides = f", with {listed(also)} beside it" if also else ""
        games = numbers.count(self.record["games"])
        return (
            f"The base rules with the same players in every seat, {games} games a rung: random players, then the best "
            f"persona with mistakes, so many of its decisions taken at random. The best is {best}, which players "
            f"settle on most by the base rules{besides}.{self._experts}"
        )

    @property
    def _experts(self) -> str:
        """Who the experts are; '' where there are none."""
        if not self.has_experts:
            return ""
        one = self.record["experts"]
        return f" Experts, {numbers.count(one['games'])} games: {one['claim']}"

    def to_json(self) -> dict[str, Any]:
        """As `--json` gives it."""
        return {
            "best": self.record["best"],
            "settled": list(self.record["settled"]),
            "games": self.record["games"],
            "rungs": [dict(rung) for rung in self.record["rungs"]],
            "figures": [
                {
                    "figure": line.label,
                    "shape": line.shape,
                    **({"experts": line.experts} if line.experts else {}),
                    "margin": line.margin,
                    "rungs": list(map(_ends, line.figures)),
                }
                for line in self.lines
            ],
            "slips": [
                {"mistakes": one.mistakes, "share": _ends(one.share), "cost": _ends(one.cost)} for one in self.slips
            ],
            "checks": [
                {"check": self.check_label(check), "verdicts": self.verdicts(check)} for check in self.checks.judged
            ],
        }

    def rows(self) -> list[dict[str, Any]]:
        """The table ladder.csv: one row per figure and rung, what a slip costs, and the verdict of each check."""
        rows = [
            _row("figure", line.label, rung, figure, line.shape)
            for line in self.lines
            for rung, figure in zip(self.rungs, line.figures, strict=True)
        ]
        for one in self.slips:
            name = f"{numbers.plain(one.mistakes / 1000, SHARE, 0)} mistakes"
            rows += [
                _row("slip", "win rate among the best", name, one.share),
                _row("slip", "slip cost", name, one.cost),
            ]
        for check in self.checks.judged:
            for rung, verdict in zip(self.rungs, self.verdicts(check), strict=True):
                rows.append({"kind": "check", "figure": self.check_label(check), "rung": rung, "verdict": verdict})
        return rows


def _ends(figure: Figure) -> dict[str, float | None]:
    ends = {"value": figure.value, "low": figure.low, "high": figure.high}
    return {name: end if math.isfinite(end) else None for name, end in ends.items()}


def _row(kind: str, label: str, rung: str, figure: Figure, verdict: str = "") -> dict[str, Any]:
    return {"kind": kind, "figure": label, "rung": rung, **_ends(figure), "games": figure.games, "verdict": verdict}


LADDER = Sheet.of_rows(
    "ladder",
    "headline figures and checks from random players to the best, and what a slip costs",
    {
        "kind": "figure (of the headline), slip (one player with mistakes among the best) or check",
        "figure": "its label, or the check's",
        "rung": "who plays: random players, the best persona with mistakes, the best; of a slip that one's mistakes",
        "value": "the figure",
        "low": "lower end of its interval",
        "high": "upper end of its interval",
        "games": "games behind the figure",
        "verdict": "of a figure how it goes with skill, of a check its verdict at the rung",
    },
)
