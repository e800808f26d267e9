"""Rankings of figures of one kind, as far as their order is certain; personas and seats far from an equal share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from balancer.analysis.estimates.equal_share import share_of_player
from balancer.analysis.estimates.metric_names import names_for
from balancer.analysis.figure import Figure
from balancer.analysis.intervals.elementary import bonferroni
from balancer.analysis.results import CellResult


@dataclass(frozen=True)
class Ranking:
    """Figures by name, the largest first; their intervals are simultaneous."""

    figures: Mapping[str, Figure]

    @property
    def as_high(self) -> list[str]:
        """Names whose figure may be as large as the first."""
        best, *others = self.figures
        return [name for name in others if self.figures[name].high >= self.figures[best].low]

    @property
    def as_low(self) -> list[str]:
        """Names whose figure may be as small as the last."""
        *others, last = self.figures
        return [name for name in others if self.figures[name].low <= self.figures[last].high]

    @property
    def is_certain(self) -> bool:
        """Whether some figure is certainly below the first, and some figure certainly above the last."""
        others = len(self.figures) - 1
        return len(self.as_high) < others and len(self.as_low) < others


def rank(read: Mapping[str, Callable[[float], Figure]], confidence: float) -> Ranking | None:
    """Rank figures, each read at a confidence; None where one has no interval."""
    joint = bonferroni(confidence, len(read))
    figures = {name: read_at(joint) for name, read_at in read.items()}
    if not all(figure.known for figure in figures.values()):
        return None
    return Ranking(dict(sorted(figures.items(), key=lambda item: -item[1].value)))


# Personas and seats far from an equal share ---------------------------------------------------------------------------
FEW, MANY = 0.5, 1.5  # parts of an equal share below which, and above which, a persona or a seat is far from it


@dataclass(frozen=True)
class FarFromFair:
    """A persona or a seat whose rate is certainly below FEW, or above MANY equal shares."""

    name: str
    above: bool
    rates: Mapping[int, Figure]  # by cell, where that is certain
    by_figures: int  # number of cells with such a rate, certain or not


def far_from_fair(
    cells: Sequence[CellResult],
    read: Callable[[CellResult, str, str, float], Figure],
    confidence: float,
    of: str = "persona",
) -> list[FarFromFair]:
    """Return the personas (of: or seats) far from their share, those in most cells first; simultaneous over all.

    read: a metric of a cell, of a persona or seat, at a confidence.
    """
    metric = f"{of}_loss_rate" if cells[0].one_loses else f"{of}_win_rate"
    claims = [
        (number, cell, name)
        for number, cell in enumerate(cells)
        if cell.has_equal_players and not names_for(cell)[metric].reason
        if of != "persona" or len(set(cell.lineup)) > 1  # equal players get equal shares
        for name in names_for(cell)[metric].of
    ]
    joint = bonferroni(confidence, max(1, len(claims)))
    certain: dict[tuple[str, bool], dict[int, Figure]] = {}
    seen: Counter[tuple[str, bool]] = Counter()
    for number, cell, name in claims:
        rate, fair = read(cell, metric, name, confidence), share_of_player(cell)
        if not (rate.value < FEW * fair or rate.value > MANY * fair):
            continue
        key = name, rate.value > fair
        seen[key] += 1
        sure = read(cell, metric, name, joint)
        if sure.high < FEW * fair or sure.low > MANY * fair:
            certain.setdefault(key, {})[number] = sure
    far = [FarFromFair(*key, rates, seen[key]) for key, rates in certain.items()]
    return sorted(far, key=lambda named: -len(named.rates))
