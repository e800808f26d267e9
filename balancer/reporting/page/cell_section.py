"""One cell in detail: who wins, how long it takes, how it ends, what is chosen; each chart with its table."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

import pandas as pd

from balancer.analysis.arc import ArcPoint, arc
from balancer.analysis.catalogue import LENGTHS
from balancer.analysis.equal_share import equal_share
from balancer.analysis.estimate import Estimate
from balancer.analysis.figure import Figure
from balancer.analysis.figure_ref import FigureRef
from balancer.analysis.metric import STATISTICS, Page
from balancer.analysis.metric_names import names_for
from balancer.analysis.results import CellResult
from balancer.analysis.tally import Group, Quantity, tally_of
from balancer.reporting import numbers, phrases
from balancer.reporting.document.model import Block, Chart, Table, TableColumn, TableRow, chart
from balancer.reporting.document.parts import figure_cells, figure_table
from balancer.reporting.drawing import charts, dots, histograms
from balancer.reporting.drawing import curves as curve_charts
from balancer.reporting.drawing.dots import Dots
from balancer.reporting.drawing.ticks import value_ticks
from balancer.reporting.figure_reader import FigureReader, stacked_frame, to_frame
from balancer.reporting.findings import arc_line
from balancer.reporting.findings.real_plays import of_plays
from balancer.reporting.numbers import CELL, SHARE, plain
from balancer.scenario.question import GameCard, WholeCard
from balancer.wording import listed

MAX_PARTS = 16  # parts drawn; the table has all
Real = Callable[..., Figure | None]  # (cell, metric, seat or persona) -> figure of real plays

LENGTH_STATISTICS = ("mean", "sd", "median", "p5", "p95", "cv", "tail_ratio")


class CellBlocks:
    """Makes the blocks of one cell.

    drawn: the cells whose charts are drawn, those of as many players on one scale; name: begins the names of charts;
    place: which cell it is; real: what real plays have of a figure of a cell, by metric and whom it is of.
    """

    def __init__(
        self,
        cell: CellResult,
        reader: FigureReader,
        name: str,
        card: GameCard,
        drawn: Sequence[CellResult],
        place: str = "",
        real: Real | None = None,
    ) -> None:
        """Set up for a cell; card: of the game."""
        self.real = real or (lambda _cell, _metric, _of="": None)
        self.card, self.drawn, self.place = card, drawn, place
        self.cell, self.reader, self.name, self.draw = cell, reader, name, any(one is cell for one in drawn)
        self.offers = names_for(cell)
        self.one_loses = cell.one_loses

    def blocks(self, *, course: bool) -> list[Block]:
        """All of them, in the order of the page; course: with the course of a game."""
        made = [
            self.seats(), self.personas(), self.length(), self.endings(), self.scores(),
            self.course() if course else None, self.decisions(), self.own_figures(), self.parts(),
        ]  # fmt: skip
        return [block for block in made if block]

    @property
    def even(self) -> float:
        """The rate of a seat where all are alike."""
        return equal_share(self.cell)

    # Parts of blocks --------------------------------------------------------------------------------------------------
    def chart(self, name: str, title: str, draw: Callable[..., Any], *args: Any, **kwargs: Any) -> list[Chart]:
        """A chart in a list, or none."""
        return [chart(f"{self.name}-{name}", title, draw, *args, place=self.place, **kwargs)] if self.draw else []

    def ticks(self, name: str, unit: str, *more: float) -> list[float]:
        """The scale of a family of figures in all drawn cells of as many players, and of more values."""
        alike = [cell for cell in self.drawn if cell.players == self.cell.players]
        families = [(cell, self.reader.family(cell, name)) for cell in alike]
        found = [figure for _, family in families for figure in family.values()]
        plays = [figure.value for cell, family in families for of in family if (figure := self.real(cell, name, of))]
        return value_ticks([*more, *plays, *(end for one in found for end in (one.value, one.low, one.high))], unit)

    def dots(self, figures: Mapping[str, Figure | None]) -> Dots | None:
        """The dots of real plays, by label; None where they know none of these figures."""
        return dots.of_rows(("label",), [((label,), figure) for label, figure in figures.items() if figure])

    def listed_under(self, page: Page) -> list[str]:
        """Metrics that the catalogue places under a heading, in its order."""
        return [name for name, offer in self.offers.items() if offer.metric.page is page]

    def rows(self, names: Sequence[str]) -> tuple[dict[str, Estimate], dict[str, str]]:
        """Return figures of metrics that stand alone, and their meanings, by title."""
        offers = [self.offers[name] for name in names]
        return (
            {offer.metric.title: self.reader.estimate(self.cell, offer.name) for offer in offers},
            {offer.metric.title: offer.meaning for offer in offers},
        )

    def table(self, caption: str, names: Sequence[str], **more: Any) -> Table:
        """A table of metrics that stand alone."""
        return figure_table(caption, "metric", *self.rows(names), **more)

    # Blocks -----------------------------------------------------------------------------------------------------------
    def seats(self) -> Block:
        """Win (or loss) rate by seat, and what summarises it."""
        name = "seat_loss_rate" if self.one_loses else "seat_win_rate"
        what = "loss rate" if self.one_loses else "win rate"
        seats = self.reader.family(self.cell, name)
        real = self.dots({numbers.seat(int(seat)): self.real(self.cell, name, seat) for seat in seats})
        ticks = self.ticks(name, SHARE, self.even)
        drawn = self.chart(
            "seats", f"{what} by seat with intervals; {dots.heard(real)}the figures are in the table beside it",
            charts.intervals, self.reader.frame(self.cell, name), unit=SHARE, across=what, reference=self.even,
            reference_name=f"equal share: {plain(self.even, SHARE)}", ticks=ticks, real=real,
            caption=dots.cut(real, ticks),
        )  # fmt: skip
        title = "Who loses: by seat" if self.one_loses else "Who wins: by seat"
        return Block(
            title,
            _seating(self.cell),
            drawn,
            [self._seat_table(name, what), self.table("How even the seats are", self.listed_under(Page.FAIRNESS))],
        )

    def _seat_table(self, name: str, what: str) -> Table:
        rates = self.reader.estimates(self.cell, name)
        known = any(self.real(self.cell, name, seat) for seat in rates)
        rows = [
            TableRow(
                [
                    numbers.seat(int(seat)),
                    *figure_cells(rate)[:2],
                    _signed(rate.figure, -self.even, SHARE),
                ]
                + [of_plays(self.real(self.cell, name, seat), SHARE)] * known
            )
            for seat, rate in rates.items()
        ]
        columns = [
            TableColumn("seat"),
            TableColumn(what, self.offers[name].meaning, number=True),
            TableColumn("±", "simultaneous: the intervals of all seats hold at once", number=True),
            TableColumn(
                "from even", "percentage points above or below an equal share; as uncertain as the rate", number=True
            ),
            *([TableColumn("real plays", number=True)] * known),
        ]
        caption = f"{what.capitalize()} by seat, {numbers.count(self.cell.games)} games"
        return Table(caption, columns, rows)

    def personas(self) -> Block | None:
        """Win (or loss) rate by persona, and what they come to together; one alone has nobody to win more than."""
        name, what = ("persona_loss_rate", "loss rate") if self.one_loses else ("persona_win_rate", "win rate")
        rates = self.reader.estimates(self.cell, name)
        if len(rates) <= 1:
            return None
        drawn = self.chart(
            "personas", f"{what} by persona with intervals; the figures are in the table beside it",
            charts.intervals, self.reader.frame(self.cell, name), unit=SHARE, across=f"{what} per seat",
            reference=self.even, reference_name=f"equal share: {plain(self.even, SHARE)}",
            ticks=self.ticks(name, SHARE, self.even),
        )  # fmt: skip
        rows = [
            TableRow([persona, *figure_cells(rate), *self._lift(persona)], meaning=self._claim(persona))
            for persona, rate in rates.items()
        ]
        columns = [
            TableColumn("persona"),
            TableColumn(what, self.offers[name].meaning, number=True),
            TableColumn("±", "simultaneous: the intervals of all personas hold at once", number=True),
            TableColumn("games", number=True),
            *([TableColumn("lift", self.offers["persona_lift"].meaning, number=True)] if not self.one_loses else []),
        ]
        notes = sorted({rate.note for rate in rates.values() if rate.note})
        text = f"Note: {'; '.join(notes)}." if notes else ""
        title = "Who loses: by persona" if self.one_loses else "Who wins: by persona"
        caption = f"{what.capitalize()} per seat taken"
        return Block(title, text, drawn, [Table(caption, columns, rows), *self._together()])

    def _lift(self, name: str) -> list[str]:
        if self.one_loses:
            return []
        lift = self.reader.figure(self.cell, "persona_lift", name)
        return [_signed(lift, 0.0, numbers.DIFFERENCE) if lift.defined else numbers.NO_VALUE]

    def _claim(self, name: str) -> str:
        return str(self.cell.personas.get(name, {}).get("claim", ""))

    def _together(self) -> list[Table]:
        """Figures of all personas together; [] where there are none."""
        rows = []
        for name in self.listed_under(Page.PERSONAS):
            offer = self.offers[name]
            found = self.reader.estimate(self.cell, name)
            if not offer.reason and found.figure.defined:
                rows.append(TableRow([offer.metric.title, *figure_cells(found)[:2]], meaning=offer.meaning))
        columns = [TableColumn("metric"), TableColumn("value", number=True), TableColumn("±", number=True)]
        return [Table("Personas together", columns, rows)] if rows else []

    def length(self) -> Block:
        """How long a game lasts."""
        quantities = self._lengths_drawn()
        drawn = self._length_charts(quantities) if quantities else []
        return Block("How long a game lasts", "", drawn, self._length_tables())

    def _length_charts(self, quantities: Sequence[str]) -> list[Chart]:
        of_games = {quantity: f"{quantity} of a game" for quantity in quantities}
        means = self._means(of_games)
        heard = "".join(map(dots.heard, means.values()))
        title = f"distribution of the {' and the '.join(of_games.values())}; {heard}means and percentiles are beside it"
        frames = {words: self.reader.histogram(self.cell, quantity) for quantity, words in of_games.items()}
        marks = {words: self._marks(quantity) for quantity, words in of_games.items()}
        return self.chart("length", title, histograms.distribution, frames, marks, means)

    def _means(self, quantities: Mapping[str, str]) -> dict[str, Dots]:
        """Dots at the means of real plays, by the words of their histograms; quantities: metric -> words."""
        found = {words: self.dots({words: self.real(self.cell, name)}) for name, words in quantities.items()}
        return {words: one._replace(name=f"mean of {one.name}") for words, one in found.items() if one}

    def _lengths_drawn(self) -> list[str]:
        """Rounds and turns, each where it varies: a chart of one bar says less than its table."""
        counts = {name: self.cell.tally["histograms"][name]["counts"] for name in ("rounds", "turns")}
        drawn = [name for name, found in counts.items() if _varies(found.values())]
        return drawn if len(counts["turns"]) > len(counts["rounds"]) else drawn[:1]

    def _marks(self, quantity: str) -> dict[str, float]:
        """Median and, where there is room for their names, the percentiles that hold nine games of ten."""
        at = {
            name: self.reader.figure(self.cell, quantity, stat=stat).value for stat, name in _PERCENTILE_NAMES.items()
        }
        return {name: value for name, value in at.items() if value == value}  # noqa: PLR0124 - NaN

    def _length_tables(self) -> list[Table]:
        """Statistics of each quantity, a column a quantity and two a table: so they fit a phone."""
        names = [name for name in LENGTHS if self.reader.figure(self.cell, name).defined]
        return [self._length_table(names[start : start + 2]) for start in range(0, len(names), 2)]

    def _length_table(self, names: Sequence[str]) -> Table:
        columns = [
            TableColumn("statistic"),
            *(TableColumn(name, self.offers[name].meaning, number=True) for name in names),
        ]
        rows = [
            TableRow(
                [
                    stat.replace("_", " "),
                    *(_short(self.reader.estimate(self.cell, name, stat=stat)) for name in names),
                ],
                meaning=STATISTICS[stat],
            )
            for stat in LENGTH_STATISTICS
        ]
        real = [of_plays(self.real(self.cell, name), self._unit(name)) for name in names]
        rows += [TableRow(["mean of real plays", *real])] if any(real) else []
        caption = f"{listed(list(names)).capitalize()} of a game, {numbers.count(self.cell.games)} games"
        return Table(caption, columns, rows)

    def endings(self) -> Block:
        """How games end."""
        shares = self.reader.estimates(self.cell, "ending_share")
        plays = {ending: self.real(self.cell, "ending_share", ending) for ending in shares}
        real = self.dots(plays)
        heard = f"{dots.heard(real)}the figures are in the table beside it"
        drawn = self.chart(
            "endings", f"share of games by ending with intervals; {heard}",
            charts.bars, self.reader.frame(self.cell, "ending_share"), unit=SHARE, across="share of games", real=real,
        )  # fmt: skip
        rows = shares | {f"{ending}, real plays": _of(figure, SHARE) for ending, figure in plays.items() if figure}
        return Block(
            "How games end", "", drawn, [figure_table("Share of all games", "ending", rows, self.card.endings)]
        )

    def scores(self) -> Block:
        """Scores by seat, and the margin between first and second."""
        panels = {"final score (all seats)": "score", "margin: first minus second": "margin"}
        known = {title: self.reader.histogram(self.cell, name) for title, name in panels.items()}
        known = {title: frame for title, frame in known.items() if len(frame)}
        drawn = []
        if not self.one_loses and known:
            marks = {
                title: {"median": self.reader.figure(self.cell, panels[title], stat="median").value} for title in known
            }
            drawn = self.chart(
                "scores", "distributions of final scores and of the margin; their means are in the tables beside them",
                histograms.distribution, known, marks, self._means({name: title for title, name in panels.items()}),
            )  # fmt: skip
        by_seat = {
            numbers.seat(int(seat)): figure for seat, figure in self.reader.estimates(self.cell, "score").items()
        }
        tables = [
            figure_table("Mean final score", "seat", by_seat | self._plays_of("all seats", "score"), {}),
            *([] if self.one_loses else [self._margin_table()]),
        ]
        meaning = self.cell.score_meaning
        return Block("Scores and margin", f"A score is {meaning.rstrip('.')}." if meaning else "", drawn, tables)

    def _margin_table(self) -> Table:
        wanted = [
            ("winner_score", "mean"),
            ("margin", "mean"),
            ("margin", "median"),
            ("margin", "relative"),
            ("tie_rate", None),
        ]
        rows, meanings = {}, {}
        for name, stat in wanted:
            label = phrases.label(self.offers[name], FigureRef(name, stat=stat or ""))
            rows[label] = self.reader.estimate(self.cell, name, stat=stat)
            rows |= self._plays_of(label, name) if stat in {"mean", None} else {}
            meanings[label] = f"{self.offers[name].meaning} {STATISTICS[stat] if stat else ''}".strip()
        return figure_table("How close it was", "metric", rows, meanings)

    def _plays_of(self, label: str, metric: str) -> dict[str, Estimate]:
        """Return a row for real plays, whose number stands in place of games."""
        figure = self.real(self.cell, metric)
        return {f"{label}, real plays": _of(figure, self._unit(metric))} if figure else {}

    def _unit(self, metric: str) -> str:
        return numbers.unit_of(self.offers[metric].metric.unit)

    def course(self) -> Block:
        """Who led when."""
        rows, meanings = self.rows(self.listed_under(Page.COURSE))
        for of, figure in self.reader.estimates(self.cell, "runaway_index").items():
            label = f"runaway index at {of}%"
            rows[label], meanings[label] = figure, self.offers["runaway_index"].meaning
        who = "the loser: 'leading' means being nearest to the loss" if self.one_loses else "the winner"
        standing, points = self.cell.standing_meaning.rstrip("."), arc(self.cell, self.reader.confidence)
        line = arc_line.sentence(points, self.cell.players, one_loses=self.one_loses)
        texts = [
            f"These figures are about {who}.",
            f"A standing is {standing}." if standing else "",
            arc_line.words(one_loses=self.one_loses).note if points else "",
        ]
        drawn, tables = self._arc(points) if points else ([], [])
        tables = [figure_table("Who led when", "metric", rows, meanings), *tables]
        return Block(
            "The course of a game", " ".join(filter(None, texts)), drawn, tables, sentences=[line] * bool(line)
        )

    def _arc(self, points: Sequence[ArcPoint]) -> tuple[list[Chart], list[Table]]:
        """The curves of the arc over the course of a game, and their figures, a row per point."""
        names = arc_line.words(one_loses=self.one_loses).curves
        curves = {label: [getattr(point, name).figure for point in points] for name, label in names.items()}
        frames = [to_frame({str(k): one for k, one in enumerate(figures)}) for figures in curves.values()]
        at = [point.at for point in points]
        frame = pd.concat([one.assign(series=label, x=at) for label, one in zip(curves, frames, strict=True)])
        drawn = self.chart(
            "course", f"the course of a game: {listed(list(curves))}; the figures are in the table beside it",
            curve_charts.arc, frame, reference=1 / self.cell.players, reference_name="equal share",
            across="share of the rounds played", up="share of games",
        )  # fmt: skip
        columns = [TableColumn("rounds played", "rounded up"), *(TableColumn(label, number=True) for label in curves)]
        rows = [
            TableRow(
                [
                    numbers.plain(share, SHARE, 0),
                    *(numbers.text(figures[k], SHARE, CELL) for figures in curves.values()),
                ]
            )
            for k, share in enumerate(at)
        ]
        title = "The course of a game in figures"
        games, played = points[0].leads.games, self.cell.games
        of = f" of {numbers.count(played)}" if games < played else ""
        return drawn, [Table(f"{title}, {numbers.count(games)}{of} games", columns, rows, folded=title)]

    def decisions(self) -> Block:
        """The decisions of a game."""
        per_player = self.reader.estimate(self.cell, "decisions", stat="per_player")
        rows, meanings = self.rows(("decisions", "branching", "forced_share"))
        rows = {"decisions of a game": rows.pop("decisions"), "decisions per player": per_player, **rows}
        meanings["decisions of a game"] = meanings.pop("decisions")
        lines = [self._node(name) for name in self.offers["node_decisions"].of]
        columns = [
            TableColumn("kind of decision"),
            TableColumn("per game", self.offers["node_decisions"].meaning, number=True), TableColumn("±", number=True),
            TableColumn("options", self.offers["node_options"].meaning, number=True), TableColumn("±", number=True),
        ]  # fmt: skip
        tables = [
            figure_table("Decisions and options", "metric", rows, meanings),
            Table("By kind of decision", columns, lines),
        ]
        return Block("Decisions", "Only choices between two or more options count as decisions.", [], tables)

    def _node(self, name: str) -> TableRow:
        per_game = self.reader.estimate(self.cell, "node_decisions", name)
        options = self.reader.estimate(self.cell, "node_options", name)
        node = self.card.nodes.get(name)
        meaning = f"{node.who}: {node.options}" if node else ""
        return TableRow([name, *figure_cells(per_game)[:2], *figure_cells(options)[:2]], meaning=meaning)

    def own_figures(self) -> Block | None:
        """The figures that are this game's own."""
        own = {name: offer for name, offer in self.offers.items() if offer.metric.number == 0}
        if not own:
            return None
        columns = [
            TableColumn("figure"),
            TableColumn("mean", number=True), TableColumn("±", number=True), TableColumn("of", "what is counted"),
            TableColumn("games", number=True), TableColumn("meaning", prose=True),
        ]  # fmt: skip
        rows = []
        for name, offer in own.items():
            value, error, games = figure_cells(self.reader.estimate(self.cell, name))
            rows.append(TableRow([offer.metric.title, value, error, offer.metric.unit, games, offer.meaning]))
            for label, plays in self._plays_of(offer.metric.title, name).items():
                rows.append(TableRow([label, *figure_cells(plays)[:2], offer.metric.unit, figure_cells(plays)[2], ""]))
        return Block(
            f"Figures of {self.cell.title}",
            "",
            [one for number, whole in enumerate(self.card.wholes) for one in self._whole(number, whole)],
            [Table("One value per game", columns, rows)],
            wide=True,
        )

    def _whole(self, number: int, whole: WholeCard) -> list[Chart]:
        """Figures that add up, in one bar."""
        parts = {label: self.reader.figure(self.cell, name) for name, label in whole.parts.items()}
        title = f"{whole.title}, stacked; the figures are in the table beside it"
        frame = stacked_frame({"mean": parts})
        unit = self._unit(next(iter(whole.parts)))
        across = whole.title + (f" ({unit})" if unit not in ("", SHARE) else "")
        return self.chart(f"whole-{number}", title, charts.stacked, frame, unit=unit, across=across)

    def parts(self) -> Block | None:
        """Raw lift of each part."""
        every = self.reader.estimates(self.cell, "part_lift")
        lifts = {of: found for of, found in every.items() if found.figure.defined}
        if not lifts:
            return None
        ranked = dict(sorted(lifts.items(), key=lambda item: -item[1].figure.value))
        drawn_of, average = _ends(list(ranked), MAX_PARTS), self._average_lift(ranked)
        drawn = self.chart(
            "parts", "raw lift of parts with intervals, the highest and the lowest; the figures are beside it",
            charts.intervals, to_frame({name: ranked[name].figure for name in drawn_of}), unit=numbers.DIFFERENCE,
            across="raw lift", reference=average, reference_name="average",
            ticks=self.ticks("part_lift", numbers.DIFFERENCE),
        )  # fmt: skip
        folded = f"All {len(ranked)} parts" if len(ranked) > MAX_PARTS else ""
        held = (self.cell.part_holding or "at the end").rstrip(".")
        text = (
            f"Win rate of the seats that have a part ({held}), minus an equal share. Raw: having a part also depends "
            "on playing on and on the persona; a hint to follow up, not an effect. Who has any part at all has "
            f"{numbers.signed(average, numbers.DIFFERENCE)} on average: compare a part with that, not with zero."
        )
        return Block(
            "Parts: raw lift", text, drawn, [figure_table("Raw lift of having it", "part", ranked, {}, folded=folded)]
        )

    def _average_lift(self, names: Iterable[str]) -> float:
        """The raw lift of all parts together, each as often as it was held."""
        sums = [tally_of(self.cell).sums(Quantity(Group.PART, name)) for name in names]
        credit, held = sum(one.x / one.unit for one in sums), sum(one.m for one in sums)
        return credit / held - 1 / self.cell.players


_PERCENTILE_NAMES: Mapping[str, str] = {"p5": "5%", "median": "median", "p95": "95%"}


def _ends(names: list[str], most: int) -> list[str]:
    return names if len(names) <= most else [*names[: most // 2], *names[-(most // 2) :]]


def _signed(figure: Figure, step: float, unit: str) -> str:
    """Return the value plus a step with its sign, as exact as the figure."""
    return numbers.signed(figure.value + step, unit, numbers.decimals_in(figure.half_width, unit, figure.value))


def _of(plays: Figure, unit: str) -> Estimate:
    return Estimate(plays.value, None, plays.low, plays.high, plays.games, unit)


def _short(found: Estimate) -> str:
    """Return a figure for a narrow column, with its uncertainty where it has an interval."""
    figure, unit = found.figure, numbers.unit_of(found.unit)
    if figure.defined and not figure.known:
        return numbers.plain(figure.value, unit, 0 if figure.value.is_integer() else 1)
    return numbers.text(figure, unit, CELL)


def _seating(cell: CellResult) -> str:
    """How the personas were seated."""
    names = list(dict.fromkeys(cell.lineup))
    if len(names) == 1:
        return f"Every seat was played by {names[0]}."
    if cell.seating == "fixed":
        return "Seating was fixed: a seat's figures are also those of its persona."
    orders = "in its order" if cell.seating == "in_order" else "in all its orders"
    return f"The line-up rotated through the seats {orders}, so no seat's figures are those of one persona."


MOST_ALIKE = 0.95  # share of the games with the commonest value, above which a distribution is no more than a line


def _varies(counts: Collection[int]) -> bool:
    return len(counts) > 1 and max(counts) <= MOST_ALIKE * sum(counts)
