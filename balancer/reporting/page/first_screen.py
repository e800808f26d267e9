"""The first screen of a page: a strip of tiles, sentences, the verdict of every cell."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import escape

from balancer.analysis.estimates.equal_share import equal_share
from balancer.analysis.figure import Figure
from balancer.analysis.figure_ref import RANKING, FigureRef
from balancer.analysis.verdicts import FAIL, PASS, UNDECIDED
from balancer.checks.cell_verdicts import NOT_ASKED
from balancer.reporting import numbers
from balancer.reporting.document.model import Item, Mark, Matrix
from balancer.reporting.figure_reader import HeadlineFigure
from balancer.reporting.findings import verdict_matrix
from balancer.reporting.findings.axis_line import Items
from balancer.reporting.findings.verdict_answer import SYMBOLS
from balancer.reporting.findings.verdict_matrix import MatrixCell
from balancer.reporting.numbers import SHORT
from balancer.reporting.run_report import RunReport
from balancer.reporting.sweep_grid import Sweep
from balancer.wording import capital

MAX_ITEMS = 2  # tiles of one headline figure: of more seats or endings the highest and the lowest

VERDICT_WORDS = {PASS: "passes", UNDECIDED: "undecided", FAIL: "fails", NOT_ASKED: "no check"}

EQUAL_SHARES = ("seat_win_rate", "seat_loss_rate", "persona_win_rate", "persona_loss_rate")  # fall with the players
SEAT_SPREAD = "seat_spread"  # the metric whose tile names the seats
WIDTHS = (3, 4, 5)  # tiles in a row at most: the page takes what its width allows
MIN_POINTS = 3  # a small line of two points shows no more than the range does
SPARK_WIDTH, SPARK_HEIGHT, SPARK_EDGE = 120, 30, 4  # CSS pixels: the small line of a tile


@dataclass(frozen=True)
class Tile:
    """A headline figure at the base."""

    label: str
    term: str  # its entry in the glossary
    meaning: str
    number: str
    unit: str
    uncertainty: str
    exact: str  # value and uncertainty with all digits, on hover
    spread: str  # range over the sweep
    spark: str  # a small line over the main axis
    verdict: str
    symbol: str
    check: str  # the bound of its check
    seats: str = ""  # of a spread of seats: who is ahead and who behind
    matters: bool = False  # a spread of seats beyond the margin, or a seat far from an equal share


@dataclass(frozen=True)
class FirstScreen(Item):
    """Tiles in rows, sentences and matrices."""

    tiles: Sequence[Tile]
    columns: Mapping[int, int]  # most tiles that fit in a row -> tiles in a row
    matrices: Sequence[Matrix]
    sentences: Sequence[str]
    good: tuple[str, Sequence[Matrix]] = ("", ())  # verdict and matrices among good players, if the line-up is weak


def tiles(report: RunReport) -> list[Tile]:
    """Return a tile for every headline figure; of many seats, personas or endings the extreme ones."""
    strip = []
    for headline in report.headline:
        items = headline.read(report.reader, report.cells, report.reader.confidence)
        strip += [_tile(report, headline, item, items[item]) for item in _shown_items(items, report.sweep.base)]
    return strip


def tile_columns(tiles: int, most: int) -> int:
    """Return the number of tiles in a row, at most `most`: few rows, the last without a single tile if possible."""
    fitting = [columns for columns in range(2, min(tiles, most) + 1) if tiles % columns != 1]
    return min(fitting, key=lambda columns: (-(-tiles // columns), columns), default=max(1, min(tiles, 2)))


def _shown_items(items: Items, base: int) -> list[str]:
    defined = [item for item in items if items[item][base].defined]
    if len(defined) <= MAX_ITEMS:
        return defined or list(items)[:1]
    ranked = sorted(defined, key=lambda item: -items[item][base].value)
    return [ranked[0], ranked[-1]]


def _tile(report: RunReport, headline: HeadlineFigure, item: str, values: Sequence[Figure]) -> Tile:
    base = values[report.sweep.base]
    number, _, unit = numbers.text(base, headline.unit, SHORT).partition(" ")
    verdict, check = _check(report, headline, item)
    seats, matters = _seats(report, base) if headline.offer.metric.name == SEAT_SPREAD else ("", False)
    return Tile(
        label=capital(f"{headline.label}{': ' + item if item else ''}"),
        term=headline.offer.name,
        meaning=headline.offer.meaning,
        number=number if base.defined else "not defined",
        unit=unit if base.defined else "",
        uncertainty=numbers.short_uncertainty(base, headline.unit),
        exact=numbers.text(base, headline.unit),
        spread=_spread(values, headline.unit),
        spark=_spark(report.sweep, values, headline),
        verdict=VERDICT_WORDS[verdict] if verdict else "",
        symbol=SYMBOLS[verdict] if verdict else "",
        check=check,
        seats=seats,
        matters=matters,
    )


def _seats(report: RunReport, spread: Figure) -> tuple[str, bool]:
    """Name the seats that win (or lose) most and least often at the base; return also whether the spread matters."""
    cell = report.cells[report.sweep.base]
    name, verb = ("seat_loss_rate", "loses") if cell.one_loses else ("seat_win_rate", "wins")
    rates = {seat: rate for seat, rate in report.reader.family(cell, name).items() if rate.known}
    if not rates or not spread.known:
        return "", False
    if spread.low <= 0:
        return "no seat is clearly ahead", False
    most, least = (pick(rates, key=lambda seat: rates[seat].value) for pick in (max, min))
    (first, high), (last, low) = (
        (numbers.seat(int(seat), cell.starter), numbers.text(rates[seat], numbers.SHARE, SHORT))
        for seat in (most, least)
    )
    margin = report.spec.margin_of(FigureRef(SEAT_SPREAD))
    share = equal_share(cell) or 1.0  # seats against a bank are compared with all of its games
    return f"{first} {verb} {high}, {last} {low}", spread_matters(spread, rates.values(), share, margin)


def spread_matters(spread: Figure, rates: Iterable[Figure], equal: float, margin: float | None) -> bool:
    """Return whether a spread clearly exceeds its margin, or a seat clearly 1½ equal shares, or falls below ½."""
    far = any(rate.low > 1.5 * equal or rate.high < 0.5 * equal for rate in rates)
    return far or (margin is not None and spread.low > margin)


def _check(report: RunReport, headline: HeadlineFigure, item: str) -> tuple[str, str]:
    """Return verdict (at the base) and bound of the check on this figure; '' without one."""
    answer = report.verdicts
    for claim in answer.found.of_cell(report.sweep.base):
        same = claim.figure == headline.ref or (
            item and claim.figure.metric == headline.ref.metric and claim.figure.of == item
        )
        if same and not claim.variant:
            return claim.verdict, answer.figure(claim).bound_text
    return "", ""


def _spread(values: Sequence[Figure], unit: str) -> str:
    """Return the range of the values over the sweep."""
    defined = [figure for figure in values if figure.defined]
    if len(values) < 2 or not defined:
        return ""
    low, high = (numbers.text(pick(defined, key=lambda figure: figure.value), unit, SHORT) for pick in (min, max))
    return f"{low} in every setting" if low == high else numbers.span(low, high)


def _spark(sweep: Sweep, values: Sequence[Figure], headline: HeadlineFigure) -> str:
    """Return a small line over the main axis through the base cell; '' if the axis has words, which have no order."""
    line = sweep.line(sweep.main_axis) if sweep.axes and sweep.axes[sweep.main_axis].numeric else []
    if not line:
        return ""
    axis = sweep.axes[sweep.main_axis]
    if axis.name == "players" and headline.offer.name in EQUAL_SHARES:
        return ""
    line = [cell for cell in line if not axis.apart(sweep.places[cell][sweep.main_axis])]  # 0 for off is no step
    defined = [cell for cell in line if values[cell].defined]
    if len(defined) < MIN_POINTS:
        return ""
    low, high = (pick(values[cell].value for cell in defined) for pick in (min, max))
    points = {}
    for cell in defined:
        share = (values[cell].value - low) / (high - low) if high > low else 0.5
        x = SPARK_EDGE + (SPARK_WIDTH - 2 * SPARK_EDGE) * line.index(cell) / (len(line) - 1)
        points[cell] = (x, SPARK_HEIGHT - SPARK_EDGE - (SPARK_HEIGHT - 2 * SPARK_EDGE) * share)
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points.values())
    here = ""
    if sweep.base in points:
        here = f'<circle class="here" cx="{points[sweep.base][0]:.1f}" cy="{points[sweep.base][1]:.1f}" r="3"/>'
    words = f"{headline.label} over {axis.label}, from {axis.shown(sweep.places[defined[0]][sweep.main_axis])}"
    words += f" to {axis.shown(sweep.places[defined[-1]][sweep.main_axis])}".replace('"', "")
    return (
        f'<svg role="img" aria-label="{escape(words)}" class="spark" viewBox="0 0 {SPARK_WIDTH} {SPARK_HEIGHT}">'
        f'<polyline points="{path}"/>{here}</svg>'
    )


def items(report: RunReport, detailed: Sequence[int], sentences: Sequence[str]) -> FirstScreen:
    """Return tiles, sentences and the verdict of every cell; detailed: the cells that marks link to."""
    strip, linked = tiles(report), set(detailed)
    columns = {most: tile_columns(len(strip), most) for most in WIDTHS}
    shown = [] if report.asked == RANKING else verdict_matrix.matrices(report.verdicts)
    matrices = [_matrix(report, matrix, linked) for matrix in shown]
    weak = report.weak
    if weak is None:
        return FirstScreen(strip, columns, matrices, sentences)
    among_good = [_matrix(report, matrix, ()) for matrix in verdict_matrix.matrices(weak.verdicts)]
    return FirstScreen(strip, columns, matrices, sentences, (weak.verdict, among_good))


def _matrix(report: RunReport, matrix: verdict_matrix.VerdictMatrix, linked: Container[int]) -> Matrix:
    label = "Which settings pass the checks"

    def mark(cell: MatrixCell | None) -> Mark | None:
        if cell is None:
            return None
        css = {PASS: "pass", UNDECIDED: "open", FAIL: "fail", NOT_ASKED: "none"}[cell.verdict]
        title = f"{report.sweep.name(cell.number)}: {', '.join([VERDICT_WORDS[cell.verdict], *cell.failed])}"
        link = f"#cell-{cell.number + 1}" if cell.number in linked else ""
        return Mark(cell.symbol, cell.words, f"{css} base" if cell.is_base else css, title, link)

    return Matrix(
        matrix.facet or label,
        ", ".join(filter(None, [label, matrix.facet])),
        matrix.down,
        matrix.columns,
        [(name, "", [mark(cell) for cell in cells]) for name, cells in matrix.rows],
        matrix.across,
    )


def check_rows(report: RunReport) -> list[list[str]]:
    """Return a row for every judged check: in how many cells it passes, is undecided, fails."""
    answer = report.verdicts
    rows = []
    for check in answer.found.judged:
        counts = answer.found.counts(check)
        rows.append(
            [answer.check_label(check), *(numbers.count(counts[verdict]) for verdict in (PASS, UNDECIDED, FAIL))]
        )
    return rows
