"""Figures of cells for reports, at the scenario's confidence and pace."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

from balancer.analysis import metrics
from balancer.analysis.conclusions.curves import PairChanges, ReadChanges, Two
from balancer.analysis.differences import difference
from balancer.analysis.distribution import distribution
from balancer.analysis.estimate import Estimate
from balancer.analysis.figure import Figure
from balancer.analysis.figure_ref import CONFIDENCE, FigureRef
from balancer.analysis.metric_names import Offer, UnknownNameError, find_metric, names_for
from balancer.analysis.results import CellResult, PairResult
from balancer.reporting import numbers, phrases

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class FigureReader:
    """Reads figures at the scenario's confidence and pace."""

    confidence: float = CONFIDENCE
    seconds_per_decision: float | None = None

    def figure(
        self,
        cell: CellResult,
        name: str,
        of: object = None,
        stat: str | None = None,
        *,
        confidence: float | None = None,
    ) -> Figure:
        """Return a metric of a cell; undefined where the cell lacks it (fewer seats, other personas)."""
        return self.estimate(cell, name, of, stat, confidence=confidence).figure

    def of_persona(self, cell: CellResult, name: str, persona: str, confidence: float) -> Figure:
        """Return a metric of a persona at a confidence."""
        return self.figure(cell, name, persona, confidence=confidence)

    def estimate(
        self,
        cell: CellResult,
        name: str,
        of: object = None,
        stat: str | None = None,
        *,
        confidence: float | None = None,
    ) -> Estimate:
        """Return the same with its unit, and a note where it is undefined."""
        try:
            return metrics.estimate(
                cell,
                name,
                of=of,
                stat=stat,
                confidence=confidence or self.confidence,
                seconds_per_decision=self.seconds_per_decision,
            )
        except UnknownNameError:
            return Estimate(None, None, None, None, 0, "", "not in this cell")

    def change(self, pair: PairResult, name: str, of: str, stat: str, confidence: float) -> Figure | None:
        """What the variant of a pair changes of a metric; None where one side lacks it or has no value."""
        try:
            found = difference(
                pair,
                name,
                of=of or None,
                stat=stat or None,
                confidence=confidence,
                family=1,
                seconds_per_decision=self.seconds_per_decision,
            )
        except UnknownNameError:
            return None
        if found.value is None:
            return None
        low, high = found.interval
        if found.value == 0 and found.se == 0:  # no pair of games differs in it
            low = high = 0.0
        ends = -math.inf if low is None else low, math.inf if high is None else high
        return Figure(found.value, *ends, found.pairs)

    def family(self, cell: CellResult, name: str, stat: str | None = None) -> dict[str, Figure]:
        """Return a metric of each seat, persona ..., by its name in the scenario."""
        return {of: found.figure for of, found in self.estimates(cell, name, stat).items()}

    def estimates(self, cell: CellResult, name: str, stat: str | None = None) -> dict[str, Estimate]:
        """Return the same with their unit and notes."""
        return {of: self.estimate(cell, name, of, stat) for of in names_for(cell)[name].of}

    def frame(self, cell: CellResult, name: str) -> pd.DataFrame:
        """The same as a frame for charts: label, value, low, high."""
        offer = names_for(cell)[name]
        figures = self.family(cell, name)
        return to_frame({phrases.item(offer.metric.of, of): figure for of, figure in figures.items()})

    def histogram(self, cell: CellResult, name: str) -> pd.DataFrame:
        """Return the distribution of a quantity for charts: x, value (share), low, high."""
        import pandas as pd

        rows = [(one.middle, *one.share.ends) for one in distribution(cell, name, self.confidence)]
        return pd.DataFrame(rows, columns=["x", "value", "low", "high"], dtype=float)


def to_frame(figures: Mapping[str, Figure]) -> pd.DataFrame:
    """Named figures as a frame for charts."""
    import pandas as pd

    rows = [(label, *figure.ends) for label, figure in figures.items()]
    return pd.DataFrame(rows, columns=["label", "value", "low", "high"])


def stacked_frame(bars: Mapping[str, Mapping[str, Figure]]) -> pd.DataFrame:
    """Figures that add up, as a frame for charts: bar -> part -> figure."""
    import pandas as pd

    rows = [
        (label, part, *figure.ends) for label, parts in bars.items() for part, figure in parts.items() if figure.defined
    ]
    return pd.DataFrame(rows, columns=["label", "series", "value", "low", "high"])


class ReadFigures(Sequence[Figure]):
    """A figure of every cell, read when it is asked for: a sentence about one line needs no other cell."""

    def __init__(self, cells: Sequence[CellResult], read: Callable[[CellResult], Figure]) -> None:
        """read: the figure of a cell."""
        self.cells, self.read, self.found = cells, read, dict[int, Figure]()

    @overload
    def __getitem__(self, cell: int) -> Figure: ...

    @overload
    def __getitem__(self, cell: slice) -> list[Figure]: ...

    def __getitem__(self, cell: int | slice) -> Figure | list[Figure]:
        """The figure of a cell, or of several."""
        if isinstance(cell, slice):
            return [self[one] for one in range(len(self))[cell]]
        if cell not in self.found:
            self.found[cell] = self.read(self.cells[cell])
        return self.found[cell]

    def __len__(self) -> int:
        """The number of cells."""
        return len(self.cells)


@dataclass(frozen=True)
class HeadlineFigure:
    """A figure of the headline, as the cells of a run offer it."""

    offer: Offer
    ref: FigureRef

    @property
    def per_item(self) -> bool:
        """Whether there is one per seat, ending ..., not one per cell."""
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
        """Its figure in every cell, by item: a seat, an ending; '' where there is one figure per cell."""
        name, stat = self.offer.metric.name, self.ref.stat or None

        def figure(of: str, cell: CellResult) -> Figure:
            return reader.figure(cell, name, of or None, stat, confidence=confidence)

        return {item: ReadFigures(cells, functools.partial(figure, of)) for item, of in self.items(cells).items()}

    def why_undefined(self, reader: FigureReader, cell: CellResult) -> str:
        """Return why a cell has no such figure; '' if nobody knows."""
        name, stat = self.offer.metric.name, self.ref.stat or None
        notes = (reader.estimate(cell, name, of or None, stat).note for of in self.items([cell]).values())
        return next(filter(None, notes), "")

    def items(self, cells: Sequence[CellResult]) -> dict[str, str]:
        """Whom or what it is of, by its name in tables; '' where there is one figure per cell."""
        metric = self.offer.metric
        if not self.per_item:
            return {"": self.ref.of}
        return {phrases.item(metric.of, of): of for cell in cells for of in names_for(cell)[metric.name].of}

    def changes(
        self, reader: FigureReader, paired: Mapping[Two, PairResult], confidence: float
    ) -> dict[str, PairChanges]:
        """Its change in every pair of cells, by item; exactly 0 where it is the same in every game of both."""

        def change(of: str, cells: Two) -> Figure | None:
            return reader.change(paired[cells], self.offer.metric.name, of, self.ref.stat, confidence)

        items = self.items([side for pair in paired.values() for side in (pair.base, pair.variant)])
        return {item: ReadChanges(paired, functools.partial(change, of)) for item, of in items.items()}


def headline_figure(cells: Sequence[CellResult], ref: FigureRef) -> HeadlineFigure:
    """The headline figure that `ref` names; UnknownNameError if no cell offers it."""
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
