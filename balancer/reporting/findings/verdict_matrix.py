"""Verdicts of all settings of a sweep as tables along two axes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from balancer.analysis.verdicts import PASS
from balancer.checks.cell_verdicts import CellVerdict
from balancer.reporting import phrases
from balancer.reporting.findings.verdict_answer import MAX_TABLED, SYMBOLS, VerdictAnswer
from balancer.reporting.sweep_grid import BASE_LABEL, BASE_NAME
from balancer.sides import BANK

MAX_MARK = 20  # letters of the name of a check in a table on a terminal; pages show the whole name
ALL = ("all checks",)  # the heading of a single column
MAX_SAMPLED = 12  # cells of a sample in the table of verdicts


@dataclass(frozen=True)
class MatrixCell:
    """A setting in the table of verdicts."""

    number: int  # of the cell
    verdict: str
    failed: tuple[str, ...]  # the checks that it fails, or that are undecided
    is_base: bool

    @property
    def symbol(self) -> str:
        """The mark of its verdict."""
        return SYMBOLS[self.verdict]

    @property
    def text(self) -> str:
        """The mark with the first failed check, as short as a terminal needs it: `✕ instant ↑`."""
        return f"{self.symbol} {_shortened(self.failed[0])}{self._more}" if self.failed else self.symbol

    @property
    def words(self) -> str:
        """The first failed check by its whole name, and the number of others: `instant ↑ +1`; '' without any."""
        return f"{self.failed[0]}{self._more}" if self.failed else ""

    @property
    def _more(self) -> str:
        return f" +{len(self.failed) - 1}" if len(self.failed) > 1 else ""


@dataclass(frozen=True)
class VerdictMatrix:
    """Verdicts along two axes, the longer one down."""

    facet: str  # values on the other axes, '' if there are none
    down: str
    across: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[MatrixCell | None, ...]], ...]
    named: tuple[str, ...] = ()  # the columns with the name of their axis, for tables without a head above them


def _mark(answer: VerdictAnswer, failed: Sequence[CellVerdict]) -> str:
    """Return a failed check as the table marks it, by its worst figure: `instant ↑`, `each seat ↓`.

    failed: its figures that fail in a cell, the worst first.
    """
    arrows = {_arrow(answer, figure) for figure in failed}
    worst, judged = failed[0], answer.figure(failed[0])
    arrow = _arrow(answer, worst)
    if worst.variant:
        return f"{worst.variant}{arrow}"
    kind = (judged.offer.metric.of if judged.offer is not None and worst.figure.of else "") or ""
    every = [verdict for verdict in answer.found.of_cell(worst.cell) if verdict.check == worst.check]
    if answer.found.checks[worst.check].each and len(arrows) == 1 < len(failed) == len(every):
        return f"each {'team' if kind == 'side' else kind}{arrow}"
    alike = answer.sweep.cells[worst.cell].sides == BANK  # its seats do not differ
    named = {"seat": "a seat" if alike else f"seat {worst.figure.of}", "side": phrases.side(worst.figure.of)}
    return f"{named.get(kind, judged.name)}{arrow}"


def _arrow(answer: VerdictAnswer, failed: CellVerdict) -> str:
    excess = answer.figure(failed).excess
    return " ↑" if excess > 0 else " ↓" if excess < 0 else ""


def matrix_cell(answer: VerdictAnswer, cell: int) -> MatrixCell:
    """Return the entry of a cell."""
    verdict = answer.found.verdict(cell)
    wrong = [failed for failed in answer.found.of_cell(cell) if failed.verdict == verdict and verdict != PASS]
    by_check: dict[int, list[CellVerdict]] = {}
    for failed in sorted(wrong, key=answer.missed, reverse=True):
        by_check.setdefault(failed.check, []).append(failed)
    named = tuple(_mark(answer, failed) for failed in by_check.values())
    return MatrixCell(cell, verdict, named, cell == answer.sweep.base and answer.sweep.base_played)


def matrices(answer: VerdictAnswer) -> list[VerdictMatrix]:
    """Return tables with the verdicts of all cells, one table for each combination of values on the other axes.

    A sample, or a sweep too large to read, is reduced to the cells that are nearest to passing.
    """
    sweep = answer.sweep
    if not answer.found.deciding or len(sweep.cells) < 2:
        return []
    many = len(sweep.cells) > MAX_TABLED
    if many or (sweep.mode == "sample" and len(sweep.axes) > 1):
        nearest = [*answer.passed, *answer.undecided, *sorted(answer.failed, key=answer.distance)][:MAX_SAMPLED]
        listed_ = tuple((sweep.name(cell), (matrix_cell(answer, cell),)) for cell in nearest)
        if many:
            return [
                VerdictMatrix("nearest to passing all checks; the rest is in verdicts.csv", "setting", "", ALL, listed_)
            ]
        return [VerdictMatrix("", "settings nearest to passing", "", ALL, listed_)]
    if sweep.lists_changes:
        rows = tuple(
            (sweep.change(cell) or BASE_NAME, (matrix_cell(answer, cell),)) for cell in range(len(sweep.cells))
        )
        return [VerdictMatrix("", "setting", "", ALL, rows)]
    down = sweep.main_axis
    across = sweep.second_axis
    facets: dict[tuple[int, ...], list[int]] = {}
    for cell in sweep.on_axes:
        at = sweep.places[cell]
        facets.setdefault(tuple(at[k] for k in range(len(at)) if k not in (down, across)), []).append(cell)
    tables = [_matrix(answer, cells, down, across) for cells in facets.values()]
    if not sweep.base_apart:
        return tables
    row = f"{BASE_LABEL} ({sweep.base_values})", (matrix_cell(answer, sweep.base),)
    if len(sweep.axes) == 1:
        return [replace(tables[0], rows=(*tables[0].rows, row))]
    return [*tables, VerdictMatrix("", "", "", ALL, (row,))]


def _matrix(answer: VerdictAnswer, cells: Sequence[int], down: int, across: int | None) -> VerdictMatrix:
    sweep = answer.sweep
    along, second = sweep.axes[down], None if across is None else sweep.axes[across]
    at = {(sweep.places[cell][down], 0 if across is None else sweep.places[cell][across]): cell for cell in cells}
    columns_at = sorted({column for _, column in at}, key=second.order if second else None)
    rows = tuple(
        (along.shown(row), tuple(matrix_cell(answer, at[row, k]) if (row, k) in at else None for k in columns_at))
        for row in sorted({row for row, _ in at}, key=along.order)
    )
    fixed = [axis.named(sweep.places[cells[0]][k]) for k, axis in enumerate(sweep.axes) if k not in (down, across)]
    if second is None:
        return VerdictMatrix(", ".join(fixed), along.label, "", ALL, rows)
    heads, named = (tuple(map(words, columns_at)) for words in (second.shown, second.named))
    return VerdictMatrix(", ".join(fixed), along.label, second.label, heads, rows, named)


def _shortened(mark: str) -> str:
    name, arrow, side = mark.partition(" ↑") if " ↑" in mark else mark.partition(" ↓")
    short = name if len(name) <= MAX_MARK else f"{name[: MAX_MARK - 1].rstrip()}…"
    return f"{short}{arrow}{side}"
