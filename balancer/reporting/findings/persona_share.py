"""Personas that win far less, or far more, than an equal share: a finding, for a rule is judged by who plays."""

from __future__ import annotations

from dataclasses import dataclass

from balancer.analysis.intervals.elementary import bonferroni
from balancer.analysis.metric_names import names_for
from balancer.reporting import numbers
from balancer.reporting.figure_reader import Reader
from balancer.reporting.numbers import Figure
from balancer.reporting.sweep_grid import Sweep

FEW, MANY = 0.5, 1.5
"""Parts of an equal share below which, and above which, a persona is named."""


@dataclass(frozen=True)
class FarFromFair:
    """A persona's cells with a rate surely below FEW, or above MANY times the equal share."""

    persona: str
    above: bool
    cells: tuple[int, ...]
    rates: tuple[Figure, ...]
    one_loses: bool


def far_from_fair(sweep: Sweep, reader: Reader) -> list[FarFromFair]:
    """The personas far from their share, those in most cells first; all cells and personas hold simultaneously."""
    one_loses = sweep.cells[0].one_loses
    name = "persona_loss_rate" if one_loses else "persona_win_rate"
    claims = [(cell, of) for cell in range(len(sweep.cells)) for of in names_for(sweep.cells[cell])[name].of]
    confidence = bonferroni(reader.confidence, max(1, len(claims)))
    found: dict[tuple[str, bool], list[tuple[int, Figure]]] = {}
    for cell, of in claims:
        if len(set(sweep.cells[cell].lineup)) < 2:
            continue
        rate = reader.figure(sweep.cells[cell], name, of, confidence=confidence)
        fair = 1 / sweep.cells[cell].players
        if rate.known and (rate.high < FEW * fair or rate.low > MANY * fair):
            found.setdefault((of, rate.value > fair), []).append((cell, rate))
    made = [
        FarFromFair(of, above, tuple(cell for cell, _ in at), tuple(rate for _, rate in at), one_loses)
        for (of, above), at in found.items()
    ]
    return sorted(made, key=lambda one: -len(one.cells))


def sentence(one: FarFromFair, sweep: Sweep) -> str:
    """`The rusher persona wins less than half an equal share in 36 of 40 cells (3.8% ..., where 25.0% is equal)`."""
    verb = "loses" if one.one_loses else "wins"
    size = "more than one and a half times" if one.above else "less than half"
    where = ""
    if len(sweep.cells) > 1:
        many = "every cell" if len(one.cells) == len(sweep.cells) else f"{len(one.cells)} of {len(sweep.cells)} cells"
        where = f" in {many}"
    pick = max if one.above else min
    place = pick(range(len(one.cells)), key=lambda k: one.rates[k].value * int(sweep.cells[one.cells[k]].players))
    cell = one.cells[place]
    fair = numbers.plain(1 / sweep.cells[cell].players, numbers.SHARE)
    at = f" {sweep.phrase(cell)}" if len(sweep.cells) > 1 else ""
    rate = f"{one.rates[place].rounded}{at}, where {fair} is equal"
    return f"The {one.persona} persona {verb} {size} an equal share{where} ({rate})."
