"""Rankings of figures of one kind, as far as their order is certain; personas and seats far from an equal share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from balancer.analysis.equal_share import equal_share
from balancer.analysis.figure import Figure
from balancer.analysis.intervals.elementary import bonferroni
from balancer.analysis.metric_names import names_for
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


# Personas far from an equal share -------------------------------------------------------------------------------------
FEW, MANY = 0.5, 1.5  # parts of an equal share below which, and above which, a persona is far from it


@dataclass(frozen=True)
class FarFromFair:
    """A persona whose rate is surely below FEW, or above MANY times the equal share."""

    persona: str
    above: bool
    rates: Mapping[int, Figure]  # of the cells where that is sure
    by_figures: int  # how many cells have such a rate, sure or not


def far_from_fair(
    cells: Sequence[CellResult], read: Callable[[CellResult, str, str, float], Figure], confidence: float
) -> list[FarFromFair]:
    """Return the personas far from their share, those in most cells first; all cells and personas hold simultaneously.

    read: a metric of a cell, of a persona, at a confidence.
    """
    name = "persona_loss_rate" if cells[0].one_loses else "persona_win_rate"
    claims = [(number, cell, persona) for number, cell in enumerate(cells) for persona in names_for(cell)[name].of]
    joint = bonferroni(confidence, max(1, len(claims)))
    certain: dict[tuple[str, bool], dict[int, Figure]] = {}
    seen: Counter[tuple[str, bool]] = Counter()
    for number, cell, persona in claims:
        rate, fair = read(cell, name, persona, confidence), equal_share(cell)
        if len(set(cell.lineup)) == 1 or not (rate.value < FEW * fair or rate.value > MANY * fair):
            continue
        key = persona, rate.value > fair
        seen[key] += 1
        sure = read(cell, name, persona, joint)
        if sure.high < FEW * fair or sure.low > MANY * fair:
            certain.setdefault(key, {})[number] = sure
    far = [FarFromFair(*key, rates, seen[key]) for key, rates in certain.items()]
    return sorted(far, key=lambda persona: -len(persona.rates))
