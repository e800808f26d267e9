"""The section on the whole sweep: every headline metric over its axes, and all cells in one table."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pandas as pd

from balancer.analysis.estimates.metric_names import names_for
from balancer.analysis.figure import Figure
from balancer.analysis.figure_ref import RANKING, FigureRef
from balancer.reporting import numbers
from balancer.reporting.axis import joined_phrases
from balancer.reporting.document.model import Block, Chart, Item, Table, TableColumn, TableRow, chart
from balancer.reporting.drawing import charts, dots
from balancer.reporting.drawing.dots import Dots
from balancer.reporting.drawing.heatmap import heatmap
from balancer.reporting.drawing.ticks import value_ticks
from balancer.reporting.figure_reader import FigureReader, HeadlineFigure, stacked_frame
from balancer.reporting.findings import asked, sampled_effects
from balancer.reporting.findings.axis_line import Items
from balancer.reporting.findings.real_plays import NO_DOTS, Dotted, of_plays
from balancer.reporting.numbers import CELL, VALUE
from balancer.reporting.page import robustness_section, tornado
from balancer.reporting.run_report import RunReport
from balancer.reporting.sweep_grid import BASE_LABEL, Sweep
from balancer.scenario.question import WholeCard
from balancer.sides import BANK, RIVALS
from balancer.wording import capital

FRAME = ["label", "value", "low", "high"]  # columns of a chart of rows
MAX_PANELS = 9
MAX_LINES = 6  # lines in one chart; more are drawn as a heat map or panels
MAX_ITEMS = 10
LONG = 3  # cells in a row that make a line worth drawing
MAX_OPEN = 3  # figures of the headline whose charts are open; the others show their first sentence
MANY_CHANGES = 10  # single changes that make a tall chart; then only that of the first figure is open
MAX_ROWS = 200  # cells in the page's tables; of a larger sweep the CSV files hold the rest
MAX_BARS = 24  # cells in a chart of bars; of a larger sweep those along the first axis


@dataclass
class SweepBlocks:
    """A maker of the blocks of a sweep."""

    report: RunReport
    detailed: Sequence[int] = ()
    scales: dict[tuple[FigureRef, bool], list[float]] = field(default_factory=dict)

    @property
    def sweep(self) -> Sweep:
        """The cells along their axes."""
        return self.report.sweep

    @property
    def reader(self) -> FigureReader:
        """The reader of the report."""
        return self.report.reader

    @property
    def headlines(self) -> Sequence[HeadlineFigure]:
        """The figures of the headline."""
        return self.report.headline

    def blocks(self) -> list[Block]:
        """Return a block for each headline metric and each whole, one for the seats, and one for all cells."""
        blocks = [self._headline(number, headline) for number, headline in enumerate(self.headlines)]
        most = 1 if len(self.report.pairs) > MANY_CHANGES else MAX_OPEN
        blocks[most:] = [_folded(block) for block in blocks[most:]]
        sampled = self.sweep.mode == sampled_effects.SAMPLE
        seats_win = self.sweep.cells[0].sides in {RIVALS, BANK}
        seats_shown = sampled or any(
            headline.per_item and headline.offer.metric.of == "seat" for headline in self.headlines
        )
        blocks += [self._whole(number, whole) for number, whole in enumerate(self.report.card.wholes)]
        return [*blocks, *([self._seats()] if seats_win and not seats_shown else []), self._table()]

    def ranking(self) -> list[Item]:
        """Return ranked effects on the first headline figure, and ranked figures of one kind; [] without a ranking."""
        changes = self.report.changes
        if self.report.asked != RANKING or changes is None:
            return []
        figures = changes.of_headline(self.headlines[0].ref)
        drawings = tornado.of_changes("ranking", changes, figures)[0] if figures else []
        for number, kind in enumerate(asked.kinds(self.report.reading)):
            frame = pd.DataFrame([(name, *figure.ends) for name, figure in kind.ranking.figures.items()], columns=FRAME)
            name = asked.kind_name(kind.common)
            draw = functools.partial(chart, f"ranking-{number}", f"{name}, sorted; under the base rules")
            drawings.append(draw(charts.intervals, frame, unit=kind.unit, across=name))
        return [Block("What matters most", charts=drawings, wide=True)] if drawings else []

    def _read(self, headline: HeadlineFigure) -> Items:
        return headline.read(self.reader, self.sweep.cells, self.reader.confidence)

    # One headline metric ----------------------------------------------------------------------------------------------
    def _headline(self, number: int, headline: HeadlineFigure) -> Block:
        items, finding = self._read(headline), self.report.findings[number]
        label, table = headline.label, self._figures_table(headline.label, headline.unit, items, self._real(headline))
        players = robustness_section.short(self.report, number)
        findings = finding.besides(self.report.answer(), base=False) or [finding.lead]
        sentences = [*findings, *([f"Other players: {players}"] if players else [])]
        if self._is_flat(number, items):
            return Block(capital(label), tables=[table], sentences=sentences[:1])
        if self.sweep.mode == sampled_effects.SAMPLE:
            return self._sampled(number, capital(label), table, sentences)
        figures = self.report.changes.of_headline(headline.ref) if self.report.changes else []
        if self.report.changes and figures:
            drawings, changes = tornado.of_changes(f"sweep-{number}-tornado", self.report.changes, figures)
            drawings = [] if number == 0 and self.report.asked == RANKING else drawings  # the answer shows it
            return Block(capital(label), "", drawings, [changes], sentences=sentences)
        drawings = self._charts(number, headline, items)
        return Block(capital(label), "", drawings, [table], wide=len(drawings) > 1, sentences=sentences)

    def _sampled(self, number: int, title: str, table: Table, sentences: Sequence[str]) -> Block:
        """Return the effect of every axis of a sample, as a chart and a table."""
        headline = self.report.headlines[number]
        effects = sampled_effects.effects(headline, self.sweep, self.reader.confidence)
        if effects is None:
            return Block(title, tables=[table], sentences=sentences)
        drawings, effects_ = tornado.of_sample(f"sweep-{number}-effects", headline, effects)
        return Block(title, "", drawings, [effects_, table], sentences=sentences)

    def _is_flat(self, number: int, items: Items) -> bool:
        """Return whether a figure is the same in all cells within its margin, so that a chart would show nothing."""
        margin = self.report.headlines[number].margin
        lines = [[figure for figure in values if figure.known] for values in items.values()]
        return margin is not None and all(
            len(figures) > 1 and max(f.high for f in figures) - min(f.low for f in figures) <= margin
            for figures in lines
        )

    def _charts(self, number: int, headline: HeadlineFigure, items: Items) -> list[Chart]:
        """Return line charts over every axis, and a heat map over the first two."""
        drawings: list[Chart] = []
        over, second = self._drawn_axes()
        for axis in range(len(self.sweep.axes)):
            if len(self.sweep.line(axis)) > 1 and not (axis == second and self._as_lines(items)):
                drawings += self._lines(
                    f"sweep-{number}-{axis}", headline, items, axis, second if axis == over else None
                )
        return drawings + self._maps(f"sweep-{number}-map", headline, items)

    def _ticks(self, headline: HeadlineFigure, items: Items, real: Dotted = NO_DOTS) -> list[float]:
        """Return the common scale of all charts of a figure: all cells, the bounds of its check, real plays."""
        key = headline.ref, bool(real)
        if key not in self.scales:
            shown = [figure for values in items.values() for figure in values]
            ends = [end for figure in shown for end in figure.ends]
            ends += [figure.value for values in real.values() for figure in values.values()]
            self.scales[key] = value_ticks([*ends, *allowed_band(self.report, headline)], headline.unit)
        return self.scales[key]

    def _drawn_axes(self) -> tuple[int, int]:
        """Return the axis drawn from left to right and the one drawn as lines; numbers rather than words are joined."""
        axes = self.sweep.axes
        turned = len(axes) > 1 and not axes[0].numeric and axes[1].numeric and len(axes[0].values) <= MAX_LINES
        return (1, 0) if turned else (0, 1)

    def _as_lines(self, items: Items) -> bool:
        second = self._drawn_axes()[1]
        several = len(items) == 1 and len(self.sweep.axes) > 1
        return several and len(self.sweep.axes[second].values) <= MAX_LINES and self._full()

    def _full(self) -> bool:
        """Return whether the plane of the first two axes through the base has more cells than their two lines."""
        return len(self._plane(0, 1)) > len(self.sweep.line(0)) + len(self.sweep.line(1)) - 1

    def _plane(self, across: int, up: int) -> list[int]:
        """Return the cells that differ from the central cell along two axes at most."""
        places = self.sweep.places
        others = [k for k in range(len(self.sweep.axes)) if k not in (across, up)]
        centre = places[self.sweep.centre]
        return [cell for cell in self.sweep.on_axes if all(places[cell][k] == centre[k] for k in others)]

    def _lines(
        self, name: str, headline: HeadlineFigure, items: Items, axis: int, second_axis: int | None
    ) -> list[Chart]:
        """Return a chart over one axis: a line for each item, or for each value of a second axis."""
        label, band = headline.label, allowed_band(self.report, headline)
        over = self.sweep.axes[axis]
        if second_axis is not None and self._as_lines(items):
            cells = self._plane(axis, second_axis)
            second = self.sweep.axes[second_axis]
            (only,) = items
            groups = [(second.named(self.sweep.places[cell][second_axis]), cell, only) for cell in cells]
        else:
            shown = list(items)[:MAX_ITEMS]
            groups = [(item, cell, item) for item in shown for cell in self.sweep.line(axis)]
        frame = self._frame(axis, [(series, cell, items[item][cell]) for series, cell, item in groups])
        real = self._line_dots(headline, axis, groups)
        if frame.empty:
            return []
        unit = headline.unit
        fixed = self._held(axis, *([second_axis] if second_axis is not None and self._as_lines(items) else []))
        notes = [fixed.removeprefix(", ")] if fixed else []
        notes += ["green band: what the check allows"] if band != (None, None) else []
        base = next(iter(items.values()))[self.sweep.base] if self.sweep.base_apart and len(items) == 1 else None
        reference = base.value if base is not None and base.defined else None
        notes += [f"broken line: the base ({self.sweep.base_values})"] if reference is not None else []
        ticks = self._ticks(headline, items, self._real(headline))
        caption = capital(f"{'; '.join(notes)}.") if notes else ""
        caption = " ".join(filter(None, [caption, dots.cut(real, ticks)]))
        shown_by = f"{numbers.with_unit(label, unit)} by {over.label}"
        title = f"{shown_by}; {dots.heard(real)}the figures are in the table next to it"
        more: dict[str, Any] = {"unit": unit, "across": over.label, "band": band, "caption": caption, "real": real}
        return [chart(name, title, charts.lines, frame, reference=reference, ticks=ticks, **more)]

    def _line_dots(self, headline: HeadlineFigure, axis: int, groups: Sequence[tuple[str, int, str]]) -> Dots | None:
        """Return the dots of real plays for the lines of a chart; groups: series, cell, item."""
        real = self._real(headline)
        points = [(series, cell, figure) for series, cell, item in groups if (figure := real.get(item, {}).get(cell))]
        rows = [((series, self.sweep.value(cell, axis)), figure) for series, cell, figure in points]
        return dots.of_rows(("series", "x"), rows)

    def _real(self, headline: HeadlineFigure) -> Dotted:
        return self.report.real_plays.headline(headline) if self.report.real_plays else {}

    def _frame(self, axis: int, figures_at: Sequence[tuple[str, int, Figure]]) -> pd.DataFrame:
        rows = [
            (series, self.sweep.value(cell, axis), *figure.ends)
            for series, cell, figure in figures_at
            if figure.defined
        ]
        frame = pd.DataFrame(rows, columns=["series", "x", "value", "low", "high"])
        return frame.fillna({"low": frame["value"], "high": frame["value"]})

    def _held(self, *varied: int) -> str:
        centre = self.sweep.places[self.sweep.centre]
        others = [axis.phrase(centre[k]) for k, axis in enumerate(self.sweep.axes) if k not in varied]
        return f", {joined_phrases(others)}" if others else ""

    def _maps(self, name: str, headline: HeadlineFigure, items: Items) -> list[Chart]:
        """Return a heat map over the first two axes; [] for metrics with several figures per cell."""
        label, unit = headline.label, headline.unit
        if len(items) != 1 or len(self.sweep.axes) < 2 or not self._full():
            return []
        across, up = (0, 1) if len(self.sweep.axes[0].values) >= len(self.sweep.axes[1].values) else (1, 0)
        values = next(iter(items.values()))
        cells = self._ordered(self._plane(across, up), across, up)
        base = self.sweep.places[self.sweep.base]

        def at(cell: int) -> tuple[str, str]:
            return self._at(cell, across), self._at(cell, up)

        real = next(iter(self._real(headline).values()), {})
        verdicts = []  # of the check on exactly this figure, in each cell
        for cell in cells:
            claims = self.report.verdicts.found.of_cell(cell)
            same = (claim.verdict for claim in claims if claim.figure == headline.ref and not claim.variant)
            verdicts.append(next(same, ""))
        frame = pd.DataFrame(
            [
                (*at(cell), *values[cell].ends, verdict, self._link(cell))
                for cell, verdict in zip(cells, verdicts, strict=True)
            ],
            columns=["x", "y", "value", "low", "high", "verdict", "link"],
        ).assign(real=[f"real plays: {of_plays(real[cell], headline.unit)}" if cell in real else "" for cell in cells])
        x, y = self.sweep.axes[across], self.sweep.axes[up]
        mark = None if self.sweep.base_apart else (x.shown(base[across]), y.shown(base[up]))
        notes = [self._held(across, up).removeprefix(", ")]
        if self.sweep.base_apart:
            notes.append(f"the base ({self.sweep.base_values}) is {numbers.text(values[self.sweep.base], unit)}")
        notes += ["green frame: the check passes"] if (frame["verdict"] == "pass").any() else []
        dotted = dots.of_rows((), [((), real[cell]) for cell in cells if cell in real])
        notes += [f"diamond: {dotted.name}, tap the tile to see the figure"] if dotted else []
        over = f"by {x.label} and {y.label}"
        caption = capital("; ".join(filter(None, notes)))
        caption = f"{caption}." if caption else ""
        title = f"{numbers.with_unit(label, unit)} {over}; {dots.heard(dotted)}the figures are in the table next to it"
        more: dict[str, Any] = {"unit": unit, "across": x.label, "up": y.label, "mark": mark, "caption": caption}
        return [chart(name, title, heatmap, frame, ticks=self._ticks(headline, items), **more)]

    def _link(self, cell: int) -> str:
        return f"#cell-{cell + 1}" if cell in self.detailed else ""

    def _at(self, cell: int, axis: int) -> str:
        return self.sweep.axes[axis].shown(self.sweep.places[cell][axis])

    def _ordered(self, cells: Sequence[int], across: int, up: int) -> list[int]:
        def order(cell: int) -> list[float]:
            return [self.sweep.axes[axis].order(self.sweep.places[cell][axis]) for axis in (up, across)]

        return sorted(cells, key=order)

    def _figures_table(self, label: str, unit: str, items: Items, real: Dotted = NO_DOTS) -> Table:
        """Return a table with a row per cell and a column per item; ± is that of the least certain item."""
        columns = [TableColumn(axis.label, axis.name) for axis in self.sweep.axes]
        columns += [TableColumn(item or "value", number=True) for item in items]
        columns.append(TableColumn("widest ±" if len(items) > 1 else "±", number=True))
        dotted = [item for item in items if real.get(item)]
        columns += [TableColumn(f"{item}, real plays" if item else "real plays", number=True) for item in dotted]
        rows = []
        for cell in range(len(self.sweep.cells))[:MAX_ROWS]:
            figures = [values[cell] for values in items.values()]
            plays = [of_plays(real[item].get(cell), unit) for item in dotted]
            values = [numbers.text(figure, unit, VALUE) for figure in figures]
            rows.append(self._row(cell, [*values, _widest(figures, unit), *plays]))
        folded = f"The figures of {len(rows)} settings"
        return Table(f"{capital(label)} in every setting", columns, rows, folded)

    def _row(self, cell: int, texts: Sequence[str]) -> TableRow:
        at = [self._at(cell, axis) for axis in range(len(self.sweep.axes))]
        if self.sweep.base_apart and cell == self.sweep.base:
            at[0] += f" ({BASE_LABEL})"
        return TableRow([*at, *texts], marked=cell == self.sweep.base, link=self._link(cell))

    # Figures that add up ----------------------------------------------------------------------------------------------
    def _whole(self, number: int, whole: WholeCard) -> Block:
        """Return figures that add up, stacked for each cell."""
        items = {
            label: [self.reader.figure(cell, name) for cell in self.sweep.cells] for name, label in whole.parts.items()
        }
        cells = range(len(self.sweep.cells)) if len(self.sweep.cells) <= MAX_BARS else self.sweep.line(0)
        frame = stacked_frame({self.sweep.name(cell): {label: items[label][cell] for label in items} for cell in cells})
        title = f"{whole.title} in every setting, stacked; the figures are in the table next to it"
        unit = numbers.unit_of(names_for(self.sweep.cells[self.sweep.base])[next(iter(whole.parts))].metric.unit)
        across = "" if unit == numbers.SHARE else unit
        drawing = chart(f"sweep-whole-{number}", title, charts.stacked, frame, unit=unit, across=across)
        table = self._figures_table(whole.title, unit, items)
        return Block(whole.title, whole.meaning, [drawing], [table], wide=drawing.large, folded=whole.title)

    # Seats, all cells -------------------------------------------------------------------------------------------------
    def _seats(self) -> Block:
        """Return the rate of every seat over the first axis, in panels for the second."""
        one_loses = self.sweep.cells[0].one_loses
        name, what = ("seat_loss_rate", "loss rate") if one_loses else ("seat_win_rate", "win rate")
        axis = self._axis_of_panels()
        by_players = self.sweep.axes[axis].name == "players"
        has_share = self.sweep.cells[0].has_rivals and not by_players
        broken = " The broken line is an equal share." if has_share else ""
        rows, plays = [], []
        cells = self._panel_cells(axis)
        for cell in cells:
            panel = self.sweep.name(cell, without=axis)
            for seat, rate in self.reader.family(self.sweep.cells[cell], name).items():
                at = (panel, numbers.seat(int(seat), self.sweep.cells[cell].starter), self.sweep.value(cell, axis))
                rows += [(*at, *rate.ends)] if rate.defined else []
                figure = self.report.real_plays.at(cell, name, seat) if self.report.real_plays else None
                plays += [(at, figure)] if figure else []
        frame = pd.DataFrame(rows, columns=["panel", "series", "x", "value", "low", "high"])
        real = dots.of_rows(("panel", "series", "x"), plays)
        files = f"seats.csv{' and real_plays.csv' if real else ''}"
        title = f"{what} of every seat by {self.sweep.axes[axis].label}; {dots.heard(real)}the figures are in {files}"
        label = self.sweep.axes[axis].label
        even = {self.sweep.name(cell, without=axis): 1 / self.sweep.cells[cell].players for cell in cells}
        draw = functools.partial(chart, "sweep-seats", title)
        if len(set(frame["panel"])) > 1:
            reference = even if has_share else {}
            drawing = draw(
                charts.panels_of_lines, frame, unit=numbers.SHARE, across=label, reference=reference, real=real
            )
        else:
            alike = len({self.sweep.cells[cell].players for cell in cells}) == 1
            common = next(iter(even.values())) if alike and has_share else None
            drawing = draw(charts.lines, frame, unit=numbers.SHARE, across=label, reference=common, real=real)
        text = f"The {what} of each seat with simultaneous intervals.{broken}"
        title = f"Each seat by {label}"
        return Block(title, text, [drawing], [self._seat_table(name, what)], wide=drawing.large, folded=title)

    def _axis_of_panels(self) -> int:
        """Return the axis with the longest line through the base; `players`, which changes seats, as a last resort."""
        axes = range(len(self.sweep.axes))
        long = [axis for axis in axes if len(self.sweep.line(axis)) >= LONG and self.sweep.axes[axis].name != "players"]
        return max(long or axes, key=lambda axis: len(self.sweep.line(axis)))

    def _panel_cells(self, axis: int) -> list[int]:
        """Return all cells if the panels are few, else those along the axis through the base."""
        panels = {self.sweep.name(cell, without=axis) for cell in self.sweep.on_axes}
        crossed = len(self.sweep.axes) > 1 and len(self.sweep.other_lines(axis)) == len(panels) - 1
        return self.sweep.on_axes if crossed and len(panels) <= MAX_PANELS else self.sweep.line(axis)

    def _seat_table(self, name: str, what: str) -> Table:
        most = max(cell.players for cell in self.sweep.cells)
        columns = [TableColumn(axis.label, axis.name) for axis in self.sweep.axes]
        columns += [
            TableColumn(numbers.seat(seat + 1, self.sweep.cells[0].starter), number=True) for seat in range(most)
        ] + [TableColumn("widest ±", number=True)]
        rows = []
        for number, cell in enumerate(self.sweep.cells[:MAX_ROWS]):
            rates = list(self.reader.family(cell, name).values())
            texts = [numbers.text(rate, numbers.SHARE, VALUE) for rate in rates] + [""] * (most - len(rates))
            rows.append(self._row(number, [*texts, _widest(rates, numbers.SHARE)]))
        folded = f"The {what} of every seat in every setting"
        return Table(f"{what.capitalize()} by seat in every setting", columns, rows, folded)

    def _table(self) -> Block:
        """Return a table of all headline metrics of all cells."""
        columns = [TableColumn(axis.label, axis.name) for axis in self.sweep.axes]
        texts_of: list[list[str]] = [[] for _ in self.sweep.cells[:MAX_ROWS]]
        for headline in self.headlines:
            for item, values in list(self._read(headline).items())[:MAX_ITEMS]:
                named = f"{headline.label}{': ' + item if item else ''}"
                columns.append(TableColumn(named, headline.offer.meaning, number=True))
                for texts, figure in zip(texts_of, values, strict=False):
                    texts.append(numbers.text(figure, headline.unit, CELL))
        columns.append(TableColumn("games", number=True))
        rows = [
            self._row(number, [*texts, numbers.count(cell.games)])
            for number, (texts, cell) in enumerate(zip(texts_of, self.sweep.cells, strict=False))
        ]
        folded = f"The headline figures of {len(rows)} settings"
        rest = len(self.sweep.cells) - len(rows)
        text = f"The first {MAX_ROWS} settings; {rest} more are in metrics.csv." if rest else ""
        table = Table("The headline figures of every setting", columns, rows)
        return Block("All settings", text, [], [table], wide=True, folded=folded)


def allowed_band(report: RunReport, headline: HeadlineFigure) -> charts.Band:
    """Return the range that a check allows of a figure; (None, None) without a check."""
    for check in report.verdicts.found.checks:
        each = headline.per_item and check.each and check.figure.metric == headline.ref.metric
        if not check.left_out and (check.figure == headline.ref or each):
            return check.bound.low, check.bound.high
    return None, None


def _folded(block: Block) -> Block:
    """Fold a block under its first sentence, which stays readable."""
    if not block.sentences or not block.charts:
        return block
    lead, *rest = block.sentences
    return replace(block, folded=f"{block.title}: {lead}", sentences=rest)


def _widest(figures: Sequence[Figure], unit: str) -> str:
    """Return the largest uncertainty of several figures."""
    defined = [figure for figure in figures if figure.known]
    if not defined:
        return ""
    widest = max(defined, key=lambda figure: figure.half_width)
    return numbers.uncertainty(widest.half_width, unit, widest.value).removeprefix("± ")
