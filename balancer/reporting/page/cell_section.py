"""One cell in detail: winners, length, endings, decisions; each chart with its table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import pandas as pd

from balancer.analysis.estimates.arc import ArcPoint, arc
from balancer.analysis.estimates.catalogue import LENGTHS
from balancer.analysis.estimates.equal_share import equal_share, equal_share_of_players
from balancer.analysis.estimates.estimate import Estimate
from balancer.analysis.estimates.metric import STATISTICS, Page
from balancer.analysis.estimates.metric_names import Offer, names_for
from balancer.analysis.figure import Figure
from balancer.analysis.figure_ref import FigureRef
from balancer.analysis.results import CellResult
from balancer.analysis.tally import Group, TallyQuantity, tally_of
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
from balancer.sides import TEAMS, TOGETHER
from balancer.wording import bare, listed

MAX_PARTS = 16  # parts drawn; the table has all
MAX_NAMED = 4  # figures that the heading of their chart names
MAX_HISTOGRAMS = 12  # distributions of own figures that are drawn; histograms.csv has all
Real = Callable[..., Figure | None]  # (cell, metric, seat or persona) -> figure of real plays

LENGTH_STATISTICS = ("mean", "sd", "median", "p5", "p95", "cv", "tail_ratio")


class CellBlocks:
    """A maker of the blocks of one cell."""

    def __init__(
        self,
        cell: CellResult,
        reader: FigureReader,
        name: str,
        card: GameCard,
        charted: Sequence[CellResult],
        place: str = "",
        real: Real | None = None,
    ) -> None:
        """Set up for a cell.

        name: begins the names of charts.  card: of the game.  charted: the cells with charts; those of as many players
        share scales.  place: the cell in words.  real: returns the figure of real plays for (cell, metric, item).
        """
        self.real = real or (lambda _cell, _metric, _of="": None)
        self.card, self.charted, self.place = card, charted, place
        self.cell, self.reader, self.name, self.draw = cell, reader, name, any(other is cell for other in charted)
        self.offers = names_for(cell)
        self.one_loses = cell.one_loses

    def blocks(self, *, course: bool) -> list[Block]:
        """Return all blocks in the order of the page; course: with the course of a game."""
        blocks = [
            self.seats(), self.personas(), self.length(), self.endings(), self.scores(),
            self.course() if course else None, self.decisions(), self.own_figures(), self.parts(),
        ]  # fmt: skip
        return [block for block in blocks if block]

    # Parts of blocks --------------------------------------------------------------------------------------------------
    def chart(self, name: str, title: str, draw: Callable[..., Any], *args: Any, **kwargs: Any) -> list[Chart]:
        """Return a chart in a list; [] if this cell has no charts."""
        return [chart(f"{self.name}-{name}", title, draw, *args, place=self.place, **kwargs)] if self.draw else []

    def ticks(self, name: str, unit: str, *more: float) -> list[float]:
        """Return the common scale of a family of figures in all charted cells of as many players."""
        alike = [cell for cell in self.charted if cell.players == self.cell.players]
        families = [(cell, self.reader.family(cell, name)) for cell in alike]
        figures = [figure for _, family in families for figure in family.values()]
        plays = [self.real(cell, name, item) for cell, family in families for item in family]
        ends = [end for figure in figures for end in (figure.value, figure.low, figure.high)]
        return value_ticks([*more, *(figure.value for figure in plays if figure), *ends], unit)

    def dots(self, figures: Mapping[str, Figure | None]) -> Dots | None:
        """Return the dots of real plays, by label; None without any."""
        return dots.of_rows(("label",), [((label,), figure) for label, figure in figures.items() if figure])

    def listed_under(self, page: Page) -> list[str]:
        """Return the metrics that the catalogue lists under a heading, in its order."""
        return [name for name, offer in self.offers.items() if offer.metric.page is page]

    def rows(self, names: Sequence[str]) -> tuple[dict[str, Estimate], dict[str, str]]:
        """Return figures of metrics with one value per cell, and their meanings, by title."""
        offers = [self.offers[name] for name in names]
        return (
            {offer.metric.title: self.reader.estimate(self.cell, offer.name) for offer in offers},
            {offer.metric.title: offer.meaning for offer in offers},
        )

    def table(self, caption: str, names: Sequence[str], **more: Any) -> Table:
        """Return a table of metrics with one value per cell."""
        return figure_table(caption, "metric", *self.rows(names), **more)

    # Blocks -----------------------------------------------------------------------------------------------------------
    def seats(self) -> Block:
        """Return win (or loss) rates by seat or team, or that of the table, and the metrics of fairness."""
        by_side = self.cell.sides in {TEAMS, TOGETHER}
        name = "seat_loss_rate" if self.one_loses else "win_rate" if by_side else "seat_win_rate"
        what = "loss rate" if self.one_loses else "win rate"
        seats = self.reader.family(self.cell, name)
        equal = _known(equal_share(self.cell))
        real = self.dots({self._side(name, seat): self.real(self.cell, name, seat) for seat in seats})
        ticks = self.ticks(name, SHARE, *equal)
        drawings = self.chart(
            "seats", f"{what} by seat with intervals; {dots.heard(real)}the figures are in the table next to it",
            charts.intervals, self.reader.frame(self.cell, name), unit=SHARE, across=what, ticks=ticks, real=real,
            caption=dots.cut(real, ticks), **_reference(equal),
        )  # fmt: skip
        title = "Who loses: by seat" if self.one_loses else "Who wins: by seat"
        if by_side:
            title = "How often the table wins" if self.cell.sides == TOGETHER else "Who wins: by team"
        even = [name for name in self.listed_under(Page.FAIRNESS) if not self.offers[name].reason]
        fairness = [self.table("How even the seats are", even)] if even else []
        return Block(
            title,
            _seating(self.cell),
            drawings,
            [self._seat_table(name, what), *fairness],
        )

    def _side(self, metric: str, item: str) -> str:
        """Return the shown name of a seat, a team or the table."""
        return phrases.item(self.offers[metric], item)

    def _seat_table(self, name: str, what: str) -> Table:
        rates, equal = self.reader.estimates(self.cell, name), _known(equal_share(self.cell))
        has_plays = any(self.real(self.cell, name, seat) for seat in rates)
        rows = [
            TableRow(
                [
                    self._side(name, seat),
                    *figure_cells(rate)[:2],
                    *(_signed(rate.figure, -share, SHARE) for share in equal),
                ]
                + [of_plays(self.real(self.cell, name, seat), SHARE)] * has_plays
            )
            for seat, rate in rates.items()
        ]
        columns = [
            TableColumn("side" if name == "win_rate" else "seat"),
            TableColumn(what, self.offers[name].meaning, number=True),
            TableColumn("±", "half-width of the interval; the intervals of all seats are simultaneous", number=True),
            *(
                TableColumn(
                    "vs. equal share", "percentage points above or below it; as uncertain as the rate", number=True
                )
                for _ in equal
            ),
            *([TableColumn("real plays", number=True)] * has_plays),
        ]
        by = {TOGETHER: "", TEAMS: " by team"}.get(self.cell.sides, " by seat")
        caption = f"{what.capitalize()}{by}, {numbers.count(self.cell.games)} games"
        return Table(caption, columns, rows)

    def personas(self) -> Block | None:
        """Return win (or loss) rates by persona, and metrics of all personas; None for a single persona."""
        name, what = ("persona_loss_rate", "loss rate") if self.one_loses else ("persona_win_rate", "win rate")
        rates = self.reader.estimates(self.cell, name)
        if len(rates) <= 1:
            return None
        equal = _known(equal_share_of_players(self.cell))
        drawings = self.chart(
            "personas", f"{what} by persona with intervals; the figures are in the table next to it",
            charts.intervals, self.reader.frame(self.cell, name), unit=SHARE, across=f"{what} per seat",
            ticks=self.ticks(name, SHARE, *equal), **_reference(equal),
        )  # fmt: skip
        has_lift = not self.one_loses and not self.offers["persona_lift"].reason
        lifts = {
            persona: [_signed(lift, 0.0, numbers.DIFFERENCE) if lift.defined else numbers.NO_VALUE]
            for persona, lift in (self.reader.family(self.cell, "persona_lift") if has_lift else {}).items()
        }
        claims = {persona: str(entry.get("claim", "")) for persona, entry in self.cell.personas.items()}
        rows = [
            TableRow([persona, *figure_cells(rate), *lifts.get(persona, [])], meaning=claims.get(persona, ""))
            for persona, rate in rates.items()
        ]
        columns = [
            TableColumn("persona"),
            TableColumn(what, self.offers[name].meaning, number=True),
            TableColumn("±", "half-width of the interval; the intervals of all personas are simultaneous", number=True),
            TableColumn("games", number=True),
            *([TableColumn("lift", self.offers["persona_lift"].meaning, number=True)] if has_lift else []),
        ]
        notes = sorted({rate.note for rate in rates.values() if rate.note})
        text = f"Note: {'; '.join(notes)}." if notes else ""
        title = "Who loses: by persona" if self.one_loses else "Who wins: by persona"
        caption = f"{what.capitalize()} per seat taken"
        return Block(title, text, drawings, [Table(caption, columns, rows), *self._together()])

    def _together(self) -> list[Table]:
        """Return a table of the metrics of all personas; [] without any."""
        rows = []
        for name in self.listed_under(Page.PERSONAS):
            offer = self.offers[name]
            estimate = self.reader.estimate(self.cell, name)
            if not offer.reason and estimate.figure.defined:
                rows.append(TableRow([offer.metric.title, *figure_cells(estimate)[:2]], meaning=offer.meaning))
        columns = [TableColumn("metric"), TableColumn("value", number=True), TableColumn("±", number=True)]
        return [Table("All personas", columns, rows)] if rows else []

    def length(self) -> Block:
        """Return the length of a game."""
        counts = {name: len(self.cell.tally["histograms"][name]["counts"]) for name in ("rounds", "turns")}
        varying = [name for name in counts if self._varies(name)]
        quantities = varying if counts["turns"] > counts["rounds"] else varying[:1]
        drawings = self._length_charts(quantities) if quantities else []
        names = [name for name in LENGTHS if self.reader.figure(self.cell, name).defined]
        tables = [self._length_table(names[start : start + 2]) for start in range(0, len(names), 2)]  # fit a phone
        return Block("How long a game lasts", "", drawings, tables)

    def _length_charts(self, quantities: Sequence[str]) -> list[Chart]:
        of_games = {quantity: f"{quantity} of a game" for quantity in quantities}
        means = self._means(of_games)
        legend = "".join(map(dots.heard, means.values()))
        title = f"distribution of the {' and the '.join(of_games.values())}; {legend}the figures are next to it"
        frames = {words: self.reader.histogram(self.cell, quantity) for quantity, words in of_games.items()}
        marks = {words: self._marks(quantity) for quantity, words in of_games.items()}
        return self.chart("length", title, histograms.distribution, frames, marks, means)

    def _means(self, quantities: Mapping[str, str]) -> dict[str, Dots]:
        """Return dots at the means of real plays, by label; quantities: metric -> label of its histogram."""
        means = {words: self.dots({words: self.real(self.cell, name)}) for name, words in quantities.items()}
        return {words: mean._replace(name=f"mean of {mean.name}") for words, mean in means.items() if mean}

    def _varies(self, quantity: str) -> bool:
        """Return whether games differ in a quantity: the histogram of all others would be a single bar."""
        games = self.cell.tally["histograms"].get(quantity, {}).get("counts", {}).values()
        return len(games) > 1 and max(games) <= MAX_ALIKE * sum(games)

    def _marks(self, quantity: str) -> dict[str, float]:
        """Return the median and the percentiles between which nine of ten games lie, by name."""
        at = {
            name: self.reader.figure(self.cell, quantity, stat=stat).value for stat, name in _PERCENTILE_NAMES.items()
        }
        return {name: value for name, value in at.items() if value == value}  # noqa: PLR0124 - NaN

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
        """Return the shares of the endings."""
        shares = self.reader.estimates(self.cell, "ending_share")
        plays = {ending: self.real(self.cell, "ending_share", ending) for ending in shares}
        real = self.dots(plays)
        legend = f"{dots.heard(real)}the figures are in the table next to it"
        drawings = self.chart(
            "endings", f"share of games by ending with intervals; {legend}",
            charts.bars, self.reader.frame(self.cell, "ending_share"), unit=SHARE, across="share of games", real=real,
        )  # fmt: skip
        rows = shares | {f"{ending}, real plays": _of(figure, SHARE) for ending, figure in plays.items() if figure}
        return Block(
            "How games end", "", drawings, [figure_table("Share of all games", "ending", rows, self.card.endings)]
        )

    def scores(self) -> Block:
        """Return scores by seat, and the margin between first and second."""
        panels = {"final score (all seats)": "score", "margin: first minus second": "margin"}
        frames = {title: self.reader.histogram(self.cell, name) for title, name in panels.items()}
        frames = {title: frame for title, frame in frames.items() if len(frame)}
        drawings = []
        if not self.one_loses and frames:
            marks = {
                title: {"median": self.reader.figure(self.cell, panels[title], stat="median").value} for title in frames
            }
            drawings = self.chart(
                "scores", "distributions of final scores and of the margin; their means are in the tables next to them",
                histograms.distribution, frames, marks, self._means({name: title for title, name in panels.items()}),
            )  # fmt: skip
        by_seat = {
            numbers.seat(int(seat), self.cell.starter): figure
            for seat, figure in self.reader.estimates(self.cell, "score").items()
        }
        tables = [
            figure_table("Mean final score", "seat", by_seat | self._plays_of("all seats", "score"), {}),
            *([] if self.one_loses else [self._margin_table()]),
        ]
        meaning = self.cell.score_meaning
        return Block("Scores and margin", f"A score is {meaning.rstrip('.')}." if meaning else "", drawings, tables)

    def _margin_table(self) -> Table:
        statistics = [
            ("winner_score", "mean"),
            ("margin", "mean"),
            ("margin", "median"),
            ("margin", "relative"),
            ("tie_rate", None),
        ]
        rows, meanings = {}, {}
        for name, stat in statistics:
            label = phrases.label(self.offers[name], FigureRef(name, stat=stat or ""))
            rows[label] = self.reader.estimate(self.cell, name, stat=stat)
            rows |= self._plays_of(label, name) if stat in {"mean", None} else {}
            meanings[label] = f"{self.offers[name].meaning} {STATISTICS[stat] if stat else ''}".strip()
        return figure_table("How close it was", "metric", rows, meanings)

    def _plays_of(self, label: str, metric: str) -> dict[str, Estimate]:
        """Return a row for real plays; it shows their number instead of games."""
        figure = self.real(self.cell, metric)
        return {f"{label}, real plays": _of(figure, self._unit(metric))} if figure else {}

    def _unit(self, metric: str) -> str:
        return numbers.unit_of(self.offers[metric].metric.unit)

    def course(self) -> Block:
        """Return the course of a game: lead changes, decisiveness, comebacks."""
        rows, meanings = self.rows(self.listed_under(Page.COURSE))
        for quarter, figure in self.reader.estimates(self.cell, "runaway_index").items():
            label = f"runaway index at {quarter}%"
            rows[label], meanings[label] = figure, self.offers["runaway_index"].meaning
        subject = "the loser: 'leading' means being nearest to the loss" if self.one_loses else "the winner"
        standing, points = self.cell.standing_meaning.rstrip("."), arc(self.cell, self.reader.confidence)
        words = self._arc_words
        line = arc_line.sentence(
            points, self.cell.side_count, one_loses=self.one_loses, teams=self.cell.sides == TEAMS
        ) or self._half_way(points)
        texts = [
            f"These figures are about {subject}.",
            f"A standing is {standing}." if standing else "",
            words.note if points else "",
        ]
        drawings, tables = self._arc(points) if points else ([], [])
        tables = [figure_table("Who led when", "metric", rows, meanings), *tables]
        return Block(
            "The course of a game", " ".join(filter(None, texts)), drawings, tables, sentences=[line] * bool(line)
        )

    @property
    def _arc_words(self) -> arc_line.ArcWords:
        return arc_line.words(one_loses=self.one_loses, teams=self.cell.sides == TEAMS)

    def _half_way(self, points: Sequence[ArcPoint]) -> str:
        """Return the share of the games that the leader halfway wins (the last one loses); '' without standings."""
        half = next((point for point in points if point.at == arc_line.HALF_WAY), None)
        if half is None:
            return ""
        share, equal = numbers.text(half.leads.figure, SHARE), plain(1 / self.cell.side_count, SHARE, 0)
        return f"{self._arc_words.halfway} {share} of the games; an equal share is {equal}."

    def _arc(self, points: Sequence[ArcPoint]) -> tuple[list[Chart], list[Table]]:
        """Return the curves over the course of a game, and a table of their figures, a row per point."""
        names = self._arc_words.curves
        curves = {label: [getattr(point, name).figure for point in points] for name, label in names.items()}
        frames = [to_frame({str(k): curve for k, curve in enumerate(figures)}) for figures in curves.values()]
        at = [point.at for point in points]
        frame = pd.concat([curve.assign(series=label, x=at) for label, curve in zip(curves, frames, strict=True)])
        drawings = self.chart(
            "course", f"the course of a game: {listed(list(curves))}; the figures are in the table next to it",
            curve_charts.arc, frame, reference=1 / self.cell.side_count, reference_name="equal share",
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
        total = f" of {numbers.count(played)}" if games < played else ""
        return drawings, [Table(f"{title}, {numbers.count(games)}{total} games", columns, rows, folded=title)]

    def decisions(self) -> Block:
        """Return the number of decisions of a game, and of their options."""
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
        """Return the extras of the game; None without any."""
        own = {name: offer for name, offer in self.offers.items() if offer.metric.number == 0}
        tallies = [own.pop(name) for name in list(own) if own[name].metric.of]
        if not own and not tallies:
            return None
        columns = [
            TableColumn("figure"),
            TableColumn("mean", number=True), TableColumn("±", number=True), TableColumn("of", "what is counted"),
            TableColumn("median", STATISTICS["median"], number=True),
            TableColumn("p5 to p95", "nine of ten games lie between these values", number=True),
            TableColumn("games", number=True), TableColumn("meaning", prose=True),
        ]  # fmt: skip
        rows = []
        for name, offer in own.items():
            value, error, games = figure_cells(self.reader.estimate(self.cell, name))
            unit, spread = offer.metric.unit, self._spread_cells(name)
            rows.append(TableRow([offer.metric.title, value, error, unit, *spread, games, offer.meaning]))
            for label, plays in self._plays_of(offer.metric.title, name).items():
                value, error, games = figure_cells(plays)
                rows.append(TableRow([label, value, error, unit, "", "", games, ""]))
        return Block(
            f"Figures of {self.cell.title}",
            "",
            [
                *(bar for number, whole in enumerate(self.card.wholes) for bar in self._whole(number, whole)),
                *self._own_histograms(own),
                *(bars for tally in tallies for bars in self._places_chart(tally)),
            ],
            [*([Table("One value per game", columns, rows)] if rows else []), *map(self._places, tallies)],
            wide=True,
        )

    def _places_chart(self, tally: Offer) -> list[Chart]:
        """Return the bars of a figure by place."""
        title = f"{tally.metric.title} by place, mean per game, with intervals; the figures are in the table next to it"
        frame = to_frame(self.reader.family(self.cell, tally.name))
        across = f"{tally.metric.unit} per game".strip()
        return self.chart(f"places-{tally.name}", title, charts.bars, frame, unit=tally.metric.unit, across=across)

    def _places(self, tally: Offer) -> Table:
        """Return a row for each place of a tally: its mean, and how many games have any there."""
        columns = [
            TableColumn("place"),
            TableColumn(f"{tally.metric.unit} per game".strip(), tally.meaning, number=True),
            TableColumn("±", "half-width of the interval; the intervals of all places are simultaneous", number=True),
            TableColumn("games with any", "share of the games with 1 or more", number=True),
            TableColumn("±", number=True),
        ]
        reached = self.reader.estimates(self.cell, tally.name, "at least 1")
        rows = [
            TableRow([place, *figure_cells(mean)[:2], *figure_cells(reached[place])[:2]])
            for place, mean in self.reader.estimates(self.cell, tally.name).items()
        ]
        return Table(f"{tally.metric.title}: {tally.meaning.rstrip('.')}", columns, rows)

    def _spread_cells(self, name: str) -> list[str]:
        """Return the median and the two ends between which nine of ten games lie; empty for a figure without them."""
        marks = self._marks(name) if "median" in self.offers[name].metric.stats else {}
        if len(marks) < len(_PERCENTILE_NAMES):
            return ["", ""]
        low, median, high = (bare(marks[mark]) for mark in _PERCENTILE_NAMES.values())
        return [median, low if low == high else f"{low} to {high}"]

    def _own_histograms(self, own: Mapping[str, Offer]) -> list[Chart]:
        """Return the distributions of the base's own figures; shares of a whole have a bar already."""
        if self.cell is not self.charted[0]:
            return []  # a page of 30 settings would double in size; histograms.csv has them
        shares = {part for whole in self.card.wholes for part in whole.parts}
        offers = [
            offer
            for name, offer in own.items()
            if offer.metric.histogram and name not in shares and self._varies(offer.metric.histogram)
        ][:MAX_HISTOGRAMS]
        if not offers:
            return []
        labels = {offer.name: offer.metric.title for offer in offers}
        frames = {offer.metric.title: self.reader.histogram(self.cell, offer.metric.histogram) for offer in offers}
        marks = {offer.metric.title: self._marks(offer.name) for offer in offers}
        named = listed(list(labels.values())) if len(labels) <= MAX_NAMED else f"{len(labels)} own figures"
        title = f"distribution of {named}; the figures are in the table next to it"
        return self.chart("own", title, histograms.distribution, frames, marks, self._means(labels))

    def _whole(self, number: int, whole: WholeCard) -> list[Chart]:
        """Return a bar of figures that add up."""
        parts = {label: self.reader.figure(self.cell, name) for name, label in whole.parts.items()}
        title = f"{whole.title}, stacked; the figures are in the table next to it"
        frame = stacked_frame({"mean": parts})
        unit = self._unit(next(iter(whole.parts)))
        across = whole.title + (f" ({unit})" if unit not in ("", SHARE) else "")
        return self.chart(f"whole-{number}", title, charts.stacked, frame, unit=unit, across=across)

    def parts(self) -> Block | None:
        """Return the raw lift of each part (card, tile); None without any."""
        every = self.reader.estimates(self.cell, "part_lift")
        lifts = {part: lift for part, lift in every.items() if lift.figure.defined}
        if not lifts:
            return None
        ranked = dict(sorted(lifts.items(), key=lambda item: -item[1].figure.value))
        names, average = list(ranked), self._average_lift(ranked)
        half = MAX_PARTS // 2
        ends = names if len(names) <= MAX_PARTS else [*names[:half], *names[-half:]]
        drawings = self.chart(
            "parts", "highest and lowest raw lifts of parts with intervals; the figures are in the table next to it",
            charts.intervals, to_frame({name: ranked[name].figure for name in ends}), unit=numbers.DIFFERENCE,
            across="raw lift", reference=average, reference_name="average",
            ticks=self.ticks("part_lift", numbers.DIFFERENCE),
        )  # fmt: skip
        folded = f"All {len(ranked)} parts" if len(ranked) > MAX_PARTS else ""
        holding = (self.cell.part_holding or "at the end").rstrip(".")
        text = (
            f"Win rate of the seats that have a part ({holding}), minus an equal share. Not a causal effect: having a "
            "part also depends on how long and how well a seat plays. Seats with any part average "
            f"{numbers.signed(average, numbers.DIFFERENCE)}: compare with that, not with zero."
        )
        return Block(
            "Parts: raw lift",
            text,
            drawings,
            [figure_table("Raw lift of having it", "part", ranked, {}, folded=folded)],
        )

    def _average_lift(self, names: Iterable[str]) -> float:
        """Return the mean raw lift of all parts, weighted by how often seats had them."""
        sums = [tally_of(self.cell).sums(TallyQuantity(Group.PART, name)) for name in names]
        credit, holders = sum(part.x / part.unit for part in sums), sum(part.m for part in sums)
        return credit / holders - 1 / self.cell.side_count


_PERCENTILE_NAMES: Mapping[str, str] = {"p5": "5%", "median": "median", "p95": "95%"}


def _known(share: float | None) -> list[float]:
    """Return an equal share in a list; [] where nobody has one."""
    return [] if share is None else [share]


def _reference(equal: Sequence[float]) -> dict[str, Any]:
    """Return the arguments of a chart of win rates that draw the equal share; {} where nobody has one."""
    return {"reference": equal[0], "reference_name": f"equal share: {plain(equal[0], SHARE)}"} if equal else {}


def _signed(figure: Figure, step: float, unit: str) -> str:
    """Return value + step with a sign, as exact as the figure."""
    return numbers.signed(figure.value + step, unit, numbers.decimals_in(figure.half_width, unit, figure.value))


def _of(plays: Figure, unit: str) -> Estimate:
    return Estimate(plays.value, None, plays.low, plays.high, plays.games, unit)


def _short(estimate: Estimate) -> str:
    """Return a figure for a narrow column, with its uncertainty if it has an interval."""
    figure, unit = estimate.figure, numbers.unit_of(estimate.unit)
    if figure.defined and not figure.known:
        return numbers.plain(figure.value, unit, 0 if figure.value.is_integer() else 1)
    return numbers.text(figure, unit, CELL)


def _seating(cell: CellResult) -> str:
    """Describe the seating of the personas."""
    names = list(dict.fromkeys(cell.lineup))
    if len(names) == 1:
        return f"Every seat was played by {names[0]}."
    if cell.seating == "fixed":
        return "Seating was fixed: a seat's figures are also those of its persona."
    orders = "in its order" if cell.seating == "in_order" else "in all its orders"
    return f"The line-up rotated through the seats {orders}, so no seat's figures are those of one persona."


MAX_ALIKE = 0.95  # share of the games with the most frequent value; a distribution above it would be a single bar
