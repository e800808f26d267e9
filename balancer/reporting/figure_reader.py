"""Figures of cells for reports, at the scenario's confidence and pace."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

from balancer.analysis.comparisons.differences import difference
from balancer.analysis.conclusions.curves import PairChanges, ReadChanges, Two
from balancer.analysis.estimates import metrics
from balancer.analysis.estimates.distribution import distribution
from balancer.analysis.estimates.estimate import Estimate
from balancer.analysis.estimates.metric_names import Offer, UnknownNameError, find_metric, names_for
from balancer.analysis.figure import Figure
from balancer.analysis.figure_ref import CONFIDENCE, FigureRef
from balancer.analysis.results import CellResult, PairResult
from balancer.reporting import numbers, phrases

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class FigureReader:
    """A reader of figures at one confidence and pace."""

    confidence: float = CONFIDENCE
    seconds_per_decision: float | None = None

    def figure(
        self,
        cell: CellResult,
        name: str,
        item: object = None,
        stat: str | None = None,
        *,
        confidence: float | None = None,
    ) -> Figure:
        """Return a metric of a cell; undefined where the cell lacks it (fewer seats, other personas)."""
        return self.estimate(cell, name, item, stat, confidence=confidence).figure

    def of_persona(self, cell: CellResult, name: str, persona: str, confidence: float) -> Figure:
        """Return a metric of a persona at a confidence."""
        return self.figure(cell, name, persona, confidence=confidence)

    def estimate(
        self,
        cell: CellResult,
        name: str,
        item: object = None,
        stat: str | None = None,
        *,
        confidence: float | None = None,
    ) -> Estimate:
        """Return `figure` with its unit, and a note where it is undefined."""
        try:
            return metrics.estimate(
                cell,
                name,
                of=item,
                stat=stat,
                confidence=confidence or self.confidence,
                seconds_per_decision=self.seconds_per_decision,
            )
        except UnknownNameError:
            return Estimate(None, None, None, None, 0, "", "not in this cell")

    def change(self, pair: PairResult, name: str, item: str, stat: str, confidence: float) -> Figure | None:
        """Return the change of a metric from base to variant; None where one side lacks it or has no value."""
        try:
            change = difference(
                pair,
                name,
                of=item or None,
                stat=stat or None,
                confidence=confidence,
                family=1,
                seconds_per_decision=self.seconds_per_decision,
            )
        except UnknownNameError:
            return None
        if change.value is None:
            return None
        low, high = change.interval
        if change.value == 0 and change.se == 0:  # no pair of games differs in it
            low = high = 0.0
        ends = -math.inf if low is None else low, math.inf if high is None else high
        return Figure(change.value, *ends, change.pairs)

    def family(self, cell: CellResult, name: str, stat: str | None = None) -> dict[str, Figure]:
        """Return a metric for each seat, persona or ending, by its name in the scenario."""
        return {item: estimate.figure for item, estimate in self.estimates(cell, name, stat).items()}

    def estimates(self, cell: CellResult, name: str, stat: str | None = None) -> dict[str, Estimate]:
        """Return `family` with units and notes."""
        return {item: self.estimate(cell, name, item, stat) for item in names_for(cell)[name].of}

    def frame(self, cell: CellResult, name: str) -> pd.DataFrame:
        """Return `family` as a frame for charts: label, value, low, high."""
        offer = names_for(cell)[name]
        figures = self.family(cell, name)
        return to_frame({phrases.item(offer, item): figure for item, figure in figures.items()})

    def histogram(self, cell: CellResult, name: str) -> pd.DataFrame:
        """Return the distribution of a quantity as a frame for charts: x, value (share of games), low, high."""
        import pandas as pd

        rows = [(column.middle, *column.share.ends) for column in distribution(cell, name, self.confidence)]
        return pd.DataFrame(rows, columns=["x", "value", "low", "high"], dtype=float)


def to_frame(figures: Mapping[str, Figure]) -> pd.DataFrame:
    """Return named figures as a frame for charts: label, value, low, high."""
    import pandas as pd

    rows = [(label, *figure.ends) for label, figure in figures.items()]
    return pd.DataFrame(rows, columns=["label", "value", "low", "high"])


def stacked_frame(bars: Mapping[str, Mapping[str, Figure]]) -> pd.DataFrame:
    """Return figures that add up (bar -> part -> figure) as a frame for charts."""
    import pandas as pd

    rows = [
        (label, part, *figure.ends) for label, parts in bars.items() for part, figure in parts.items() if figure.defined
    ]
    return pd.DataFrame(rows, columns=["label", "series", "value", "low", "high"])


class ReadFigures(Sequence[Figure]):
    """One figure in every cell, read when first used: a sentence about one line needs few cells."""

    def __init__(self, cells: Sequence[CellResult], read: Callable[[CellResult], Figure]) -> None:
        """Set up; read: returns the figure of a cell."""
        self.cells, self.read, self.found = cells, read, dict[int, Figure]()

    @overload
    def __getitem__(self, cell: int) -> Figure: ...

    @overload
    def __getitem__(self, cell: slice) -> list[Figure]: ...

    def __getitem__(self, cell: int | slice) -> Figure | list[Figure]:
        """Return the figure of a cell, or of several."""
        if isinstance(cell, slice):
            return [self[number] for number in range(len(self))[cell]]
        if cell not in self.found:
            self.found[cell] = self.read(self.cells[cell])
        return self.found[cell]

    def __len__(self) -> int:
        """Return the number of cells."""
        return len(self.cells)


@dataclass(frozen=True)
class HeadlineFigure:
    """A figure of the headline, as the cells of a run offer it."""

    offer: Offer
    ref: FigureRef

    @property
    def per_item(self) -> bool:
        """True if each seat, persona or ending has its own figure."""
        return self.offer.metric.per_item and not self.ref.of

    @property
    def label(self) -> str:
        """Its label in tables and charts."""
        return phrases.label(self.offer, self.ref)

    @property
    def unit(self) -> str:
        """The unit in which it is written."""
        return numbers.unit_of(self.offer.metric.unit_of(self.ref.stat or self.offer.metric.stat))

    def read(self, reader: FigureReader, cells: Sequence[CellResult], confidence: float) -> dict[str, Sequence[Figure]]:
        """Return the figure in every cell, by item (a seat, an ending; '' if a cell has one figure only)."""
        name, stat = self.offer.metric.name, self.ref.stat or None

        def figure(item: str, cell: CellResult) -> Figure:
            return reader.figure(cell, name, item or None, stat, confidence=confidence)

        return {label: ReadFigures(cells, functools.partial(figure, item)) for label, item in self.items(cells).items()}

    def why_undefined(self, reader: FigureReader, cell: CellResult) -> str:
        """Return why a cell has no such figure; '' if no note says so."""
        name, stat = self.offer.metric.name, self.ref.stat or None
        notes = (reader.estimate(cell, name, item or None, stat).note for item in self.items([cell]).values())
        return next(filter(None, notes), "")

    def is_constant(self, reader: FigureReader, cell: CellResult) -> bool:
        """Return whether the figure is the mean of equal values; False for shares and 0, as events may be rare."""
        own = reader.estimate(cell, self.offer.metric.name, self.ref.of or None, self.ref.stat or None)
        return own.se == 0 and bool(own.value) and not self.ref.stat and not numbers.suffix(self.unit)

    def items(self, cells: Sequence[CellResult]) -> dict[str, str]:
        """Return the items of the figure (shown name -> name in scenarios); `{"": …}` if a cell has one figure only."""
        if not self.per_item:
            return {"": self.ref.of}
        offers = [names_for(cell)[self.offer.name] for cell in cells]
        return {phrases.item(offer, item): item for offer in offers for item in offer.of}

    def changes(
        self, reader: FigureReader, paired: Mapping[Two, PairResult], confidence: float
    ) -> dict[str, PairChanges]:
        """Return the change of the figure in every pair of cells, by item; exactly 0 if no pair of games differs."""

        def change(item: str, cells: Two) -> Figure | None:
            return reader.change(paired[cells], self.offer.metric.name, item, self.ref.stat, confidence)

        items = self.items([side for pair in paired.values() for side in (pair.base, pair.variant)])
        return {label: ReadChanges(paired, functools.partial(change, item)) for label, item in items.items()}


def headline_figure(cells: Sequence[CellResult], ref: FigureRef) -> HeadlineFigure:
    """Return the figure of a headline in the first cell that offers it; UnknownNameError if none does."""
    failed: UnknownNameError | None = None
    for cell in cells:
        try:
            offer = find_metric(names_for(cell), ref.metric)
            if offer.metric.per_item and not ref.of:
                return HeadlineFigure(offer, FigureRef(offer.name))
            return HeadlineFigure(offer, offer.reference(ref.of or None, ref.stat or None))
        except UnknownNameError as error:
            failed = error  # for example a persona that sits at some tables only
    assert failed is not None  # noqa: S101 - a run has at least one cell
    raise failed
