"""Figures of cells, as the report writes them: one place where the estimates of `analysis` become `Figure`s."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from balancer.analysis import metrics
from balancer.analysis.intervals import critical_z, wilson
from balancer.analysis.metric_names import Offer, UnknownNameError, find, names_for
from balancer.reporting import phrases
from balancer.reporting.numbers import DIFFERENCE, SHARE, Figure

if TYPE_CHECKING:
    import pandas as pd

Cell = Mapping[str, Any]

NO_UNIT = ("index", "ratio", "")


@dataclass(frozen=True)
class Reader:
    """Reads figures with the scenario's confidence and pace."""

    confidence: float = 0.95
    seconds_per_decision: float | None = None

    def figure(
        self, cell: Cell, name: str, of: object = None, stat: str | None = None, *, confidence: float | None = None
    ) -> Figure:
        """A metric of a cell; not defined where the cell has no such thing (a seat fewer, another persona)."""
        try:
            found = metrics.estimate(
                cell,
                name,
                of=of,
                stat=stat,
                confidence=confidence or self.confidence,
                seconds_per_decision=self.seconds_per_decision,
            )
        except UnknownNameError:
            return Figure(math.nan, math.nan, math.nan, note="not in this cell")
        value, low, high = (math.nan if end is None else float(end) for end in (found.value, found.low, found.high))
        return Figure(value, low, high, unit_of(found.unit), found.games, found.note)

    def family(self, cell: Cell, name: str, stat: str | None = None) -> dict[str, Figure]:
        """A metric of each seat, persona, ...: by its name in the scenario."""
        return {of: self.figure(cell, name, of, stat) for of in names_for(cell)[name].of}

    def frame(self, cell: Cell, name: str) -> pd.DataFrame:
        """The same for a chart: label, value, low, high."""
        offer = names_for(cell)[name]
        figures = self.family(cell, name)
        return to_frame({phrases.called(offer.metric.of, of): figure for of, figure in figures.items()})

    def histogram(self, cell: Cell, name: str, bins: int = 48) -> pd.DataFrame:
        """The distribution of a quantity for a chart: x, value (share), low, high; neighbours joined where many."""
        import pandas as pd

        kept = cell["tally"]["histograms"][name]
        unit = int(kept["unit"])
        counts = {int(value): int(count) for value, count in kept["counts"].items()}
        if not counts:
            return pd.DataFrame({"x": [], "value": [], "low": [], "high": []}, dtype=float)
        width = _bin_width(max(counts) - min(counts) + 1, bins, unit)
        joined: dict[int, int] = {}
        for value, count in counts.items():
            joined[value // width] = joined.get(value // width, 0) + count
        total = sum(counts.values())
        games = min(total, int(cell["tally"]["games"]))
        rows = []
        for place in range(min(joined), max(joined) + 1):
            share = joined.get(place, 0) / total
            low, high = wilson(share, games, critical_z(self.confidence))
            rows.append(((place * width + (width - 1) / 2) / unit, share, low, high))
        return pd.DataFrame(rows, columns=["x", "value", "low", "high"])


def _bin_width(span: int, bins: int, unit: int) -> int:
    """Values a bin: 1, 2, 5, 10, ... so that there are at most `bins` of them; whole units where values have parts."""
    width = unit if unit > 1 and span > bins else 1
    while -(-span // width) > bins:
        first = int(str(width)[0])
        width = width * 5 // 2 if first == 2 else width * 2
    return width


def unit_of(unit: str) -> str:
    """The unit a figure is written in."""
    return "" if unit in NO_UNIT else {"share": SHARE, "difference": DIFFERENCE}.get(unit, unit)


def to_frame(figures: Mapping[str, Figure]) -> pd.DataFrame:
    """Named figures for a chart."""
    import pandas as pd

    rows = [(label, figure.value, figure.low, figure.high) for label, figure in figures.items()]
    return pd.DataFrame(rows, columns=["label", "value", "low", "high"])


def stacked_frame(bars: Mapping[str, Mapping[str, Figure]]) -> pd.DataFrame:
    """Figures that add up, for a chart: bar -> part -> figure."""
    import pandas as pd

    rows = [
        (label, part, figure.value, figure.low, figure.high)
        for label, parts in bars.items()
        for part, figure in parts.items()
        if figure.defined
    ]
    return pd.DataFrame(rows, columns=["label", "series", "value", "low", "high"])


@dataclass(frozen=True)
class Asked:
    """A metric the scenario asks for, found among those the game offers: of what ('' each) and which statistic."""

    offer: Offer
    of: str | None
    stat: str
    name: str  # as the scenario writes it

    @property
    def many(self) -> bool:
        """Whether it is told of each seat, ending, ... rather than once."""
        return self.of is None and bool(self.offer.metric.of) and not self.offer.metric.of_optional

    def read(self, reader: Reader, cells: Sequence[Cell], confidence: float) -> dict[str, list[Figure]]:
        """Its figures in all cells, by what they are of."""
        name, stat = self.offer.name, self.stat
        if not self.many:
            return {"": [reader.figure(cell, name, self.of, stat, confidence=confidence) for cell in cells]}
        each = list(dict.fromkeys(of for cell in cells for of in names_for(cell)[name].of))
        return {
            phrases.called(self.offer.metric.of, of): [
                reader.figure(cell, name, of, stat, confidence=confidence) for cell in cells
            ]
            for of in each
        }


def asked(cells: Sequence[Cell], wish: Mapping[str, Any]) -> Asked:
    """A headline of the scenario ({"metric", "of", "stat"}) as the cells offer it; UnknownNameError."""
    of, stat = wish.get("of") or None, wish.get("stat") or None
    failed: UnknownNameError | None = None
    for cell in cells:
        offers = names_for(cell)
        try:
            offer = offers.get(wish["metric"]) or find(offers, wish["metric"])[0]
            many = bool(offer.metric.of) and not offer.metric.of_optional and of is None
            which = None if many else find(offers, offer.name, of, stat)[1]
            statistic = offer.metric.stat if many else find(offers, offer.name, of, stat)[2]
        except UnknownNameError as error:
            failed = error  # a persona, say, that sits at some tables only
            continue
        return Asked(offer, which, statistic, _dotted(wish))
    assert failed is not None  # noqa: S101 - a run has a cell at least
    raise failed


def _dotted(wish: Mapping[str, Any]) -> str:
    """`ending_share.instant`, `rounds.p90`: as margins and `better` name it."""
    stat = wish.get("stat") or ""
    return ".".join(
        [
            wish["metric"],
            *([wish["of"]] if wish.get("of") else []),
            *([stat] if stat not in ("", "mean", "value") else []),
        ]
    )
