"""The input of all findings about a run: its question, its cells along their axes, and its headline figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial

from balancer.analysis.conclusions.curves import PairChanges, Two
from balancer.analysis.estimates.metric_names import UnknownNameError, usual_headline_of
from balancer.analysis.figure import UNDEFINED
from balancer.analysis.figure_ref import ReportSpec
from balancer.analysis.results import CellResult, PairResult
from balancer.reporting import numbers, phrases
from balancer.reporting.figure_reader import FigureReader, HeadlineFigure, headline_figure
from balancer.reporting.findings.axis_line import Headline, Items
from balancer.reporting.sweep_grid import Grid, Sweep, grid_of, with_cells
from balancer.scenario.question import GameCard, Question

SEAT_SPREAD = "seat_spread"  # the metric whose sentences name the seats


@dataclass(frozen=True)
class Reading:
    """The cells of a run, and how figures are read in them."""

    question: Question
    card: GameCard
    cells: Sequence[CellResult]
    paired: Mapping[Two, PairResult] = field(default_factory=dict)  # cells on the same dice, by their numbers

    @property
    def spec(self) -> ReportSpec:
        """The `report:` section of the scenario."""
        return self.question.report

    @cached_property
    def reader(self) -> FigureReader:
        """The reader of figures, with this scenario's confidence and pace."""
        return FigureReader(self.spec.confidence, self.spec.seconds_per_decision)

    @cached_property
    def grid(self) -> Grid:
        """The places of the cells along their axes."""
        return grid_of([cell.axes for cell in self.cells], self.question, self.card)

    @cached_property
    def sweep(self) -> Sweep:
        """The grid with the results of its cells."""
        return with_cells(self.grid, self.cells)

    @property
    def base(self) -> CellResult:
        """The cell of the base rules, or the one nearest to them."""
        return self.cells[self.sweep.base]

    @cached_property
    def headline(self) -> list[HeadlineFigure]:
        """The headline figures; those that matter in every game if the scenario names none."""
        figures = []
        for ref in self.spec.headline:
            try:
                figures.append(headline_figure(self.cells, ref))
            except UnknownNameError:
                continue  # validation of the scenario refuses it; cells of another scenario may lack it
        usual = usual_headline_of(self.cells[0])
        return figures or [headline_figure(self.cells, ref) for ref in usual]

    @cached_property
    def headlines(self) -> list[Headline]:
        """The headline figures with phrase, margin and direction, for sentences."""
        return [self._headline(figure) for figure in self.headline]

    def _headline(self, figure: HeadlineFigure) -> Headline:
        @cache
        def figures_at(confidence: float) -> Items:
            return figure.read(self.reader, self.cells, confidence)

        @cache
        def changes_at(confidence: float) -> Mapping[str, PairChanges]:
            return figure.changes(self.reader, self.paired, confidence)

        return Headline(
            figure.ref,
            phrases.phrase(figure.offer, figure.ref, one_loses=self.cells[0].one_loses),
            figure.unit,
            figures_at,
            changes_at,
            self.spec.margin_of(figure.ref),
            self.spec.better_of(figure.ref),
            partial(phrases.of_item, figure.offer),
            partial(self._seats, figure),
            partial(figure.why_undefined, self.reader),
            partial(figure.is_constant, self.reader),
        )

    def _seats(self, figure: HeadlineFigure, number: int) -> str:
        """Name the seats that a spread is between: `seat 4 wins 43%, seat 1 (starts) 8%`; '' of other figures."""
        cell = self.cells[number]
        metric, verb = ("seat_loss_rate", "loses") if cell.one_loses else ("seat_win_rate", "wins")
        spread = figure.read(self.reader, [cell], self.reader.confidence).get("", [UNDEFINED])[0]
        if figure.offer.name != SEAT_SPREAD or not spread.certain:
            return ""
        rates = {seat: rate for seat, rate in self.reader.family(cell, metric).items() if rate.known}
        named = [
            (numbers.seat(int(seat), cell.starter), numbers.text(rates[seat], numbers.SHARE, numbers.SHORT))
            for seat in sorted(rates, key=lambda seat: -rates[seat].value)
        ]
        (first, most), (last, least) = named[0], named[-1]
        return f"{first} {verb} {most}, {last} {least}"
