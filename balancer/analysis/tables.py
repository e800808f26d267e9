"""Tidy tables of cells: one row per observation, figures with their uncertainty, nothing rounded.

Every table begins with `cell` (from 1, in the order of the sweep) and a column for each axis; seats count from 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from balancer.analysis.estimates import arc as arcs
from balancer.analysis.estimates.catalogue import LENGTHS
from balancer.analysis.estimates.metric import DISTRIBUTION, SPREAD_OUT, STATISTICS
from balancer.analysis.estimates.metric_names import EXTRA_PREFIX
from balancer.analysis.estimates.metrics import Estimate, Offer, confidence_of, estimate, names_for
from balancer.analysis.figure_ref import FigureRef
from balancer.analysis.intervals.elementary import Sums, credit_interval, critical_z
from balancer.analysis.results import CellResult
from balancer.analysis.sheet import NOTE, Column, Read, Sheet, column, explained, number

if TYPE_CHECKING:
    import pandas as pd


# What rows are about -------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class View:
    """A cell with the options for reading its figures."""

    cell: CellResult
    confidence: float = 0.95
    seconds_per_decision: float | None = None
    number: int = 1  # of the cell, from 1
    label: str = ""  # "base" for the base rules

    def figure(self, name: str, item: object = None, stat: str | None = None) -> Estimate:
        """Return a figure of the cell."""
        pace = self.seconds_per_decision
        return estimate(self.cell, name, of=item, stat=stat, confidence=self.confidence, seconds_per_decision=pace)

    @property
    def lengths(self) -> tuple[str, ...]:
        """Measures of length; minutes only if a pace is given."""
        return LENGTHS if self.seconds_per_decision is not None else LENGTHS[:-1]


class About(NamedTuple):
    """The subject of a row: a cell, and within it a seat, a persona, a figure ..."""

    view: View
    item: Any

    @property
    def cell(self) -> CellResult:
        """Result that the row belongs to."""
        return self.view.cell

    def figure(self, name: str) -> Estimate:
        """Return a metric of the item."""
        return self.view.figure(name, self.item)


@dataclass(frozen=True)
class CellSheet(Sheet):
    """A table with rows about each of some cells."""

    each: Callable[[View], Iterable[Any]]  # the items of a cell that have a row

    def items(self, view: View) -> list[About]:
        """Return the subjects of one cell's rows."""
        return [About(view, item) for item in self.each(view)]


# Axes ----------------------------------------------------------------------------------------------------------------
def axis_columns(cell_axes: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Return axis -> column name: the last word of its path if that is unambiguous, else the whole path.

    cell_axes: for each cell its axes with their values.  'rules.win_threshold' becomes 'win_threshold'; if two axes end
    in the same word, or one has the name of a table's own column, they keep their paths.
    """
    axes = list(dict.fromkeys(axis for axes in cell_axes for axis in axes))
    taken = Counter(axis.rpartition(".")[2] for axis in axes)
    own = {"cell"}.union(*(sheet.meanings for sheet in SHEETS.values()))

    def named(axis: str) -> str:
        short = axis.rpartition(".")[2]
        return axis if taken[short] > 1 or short in own else short

    return {axis: named(axis) for axis in axes}


def shown(value: Any) -> Any:
    """Return an axis value in the form of a table cell: lists become text."""
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value


def _axis_reader(axis: str) -> Callable[[Any], Any]:
    return lambda row: shown(row.cell.axes.get(axis))


def leading(cells: Sequence[CellResult]) -> Iterator[Column]:
    """Yield the columns at the start of every row: the cell's number and its axis values."""
    yield column("cell", "number of the setting, from 1, in the order of the sweep", "view.number")
    for axis, name in axis_columns(cell.axes for cell in cells).items():
        about = f"the rule {axis.removeprefix('rules.')}" if axis.startswith("rules.") else axis
        yield column(name, f"axis of the sweep: {about}", _axis_reader(axis))


# Columns -------------------------------------------------------------------------------------------------------------
SEAT = "seat, from 1; seat 1 starts"
BEHIND = "games behind the row"
LOSES = "only in games where one player loses and all others win"
UPSIDE_DOWN = "; where one player loses: lost, on mirrored standings, so that the lowest leads"
ERROR = "standard error of {}"
PER_GAME = f"{ERROR}, games being independent"


def part(name: str, read: Read) -> Callable[[Any], Any]:
    """Return a reader of one field of an estimate; read: a metric of the row's item, or a function of the row."""
    if isinstance(read, str):
        return lambda row: getattr(row.figure(read), name)
    return lambda row: getattr(read(row), name)


def figure(
    name: str, meaning: str, read: Read, family: str = "", *, error: str = ERROR, of_row: bool = False
) -> Iterator[Column]:
    """Yield the columns of a figure: value, standard error, ends of its interval.

    read: see `part`; family: the items with simultaneous intervals; error: meaning of the standard error, '' without
    one; of_row: it is the only figure of a row, so its uncertainty needs no prefix.
    """
    together = f"simultaneous for all {family}" if family else "empty: no bound can be given"
    prefix = "" if of_row else f"{name}_"
    yield number(name, meaning, part("value", read))
    if error:
        yield number(f"{prefix}se", error.format(name), part("se", read))
    for end, which in (("low", "lower"), ("high", "upper")):
        about = f"{name}: {which} end of the interval at the stated confidence; {together}"
        yield number(f"{prefix}{end}", about, part(end, read))


def games(meaning: str, read: Read) -> Column:
    """Return the column with the games behind a figure."""
    return number("games", meaning, part("games", read))


def tallied(name: str, meaning: str) -> Column:
    """Return the column of a number in the cell's tally."""
    return number(name, meaning, lambda row: row.cell.tally[name])


def precision(name: str, meaning: str) -> Column:
    """Return the column of a result of the stopping rule."""
    return number(name, meaning, lambda row: (row.cell.precision or {}).get(name))


# Tables --------------------------------------------------------------------------------------------------------------
CELLS = (
    column("label", "base: the base rules; empty: another setting of the sweep", "view.label"),
    column("game", "the game", "cell.game"),
    number("players", "number of players", "cell.players"),
    column("lineup", "personas of the line-up, in the scenario's order", lambda row: shown(row.cell.lineup)),
    column(
        "seating",
        "rotate: all circular orders of the line-up in turn; in_order: always in its order, one seat further per game; "
        "fixed: everybody keeps their seat",
        "cell.seating",
    ),
    column("seed", "seed of all dice", "cell.seed"),  # it may exceed a table's whole numbers
    tallied("games", "games played"),
    tallied("won", "games that somebody won"),
    tallied("shared", "games that several players won together"),
    precision("wanted", "half-width requested, if the setting was played to a precision"),
    precision("half_width", "half-width reached: that of the widest simultaneous interval of the seats' win rates"),
    precision("looks", "number of looks until playing stopped"),
)

WIN = "mean win share: 1 for a victory, split equally if shared, 0 where nobody wins"
SEATS = (
    number("seat", SEAT, "item"),
    *figure("win", WIN, "seat_win_rate", "seats"),
    *figure("advantage", "win - games that somebody won / games / players", "seat_advantage", "seats", error=""),
    *figure("loss", f"share of games that this seat loses; {LOSES}", "seat_loss_rate", "seats"),
    *figure("score", "mean final score", "score", "seats"),
    games(BEHIND, "seat_win_rate"),
)

LOST = f"share of its seats' games that it loses; {LOSES}"
PERSONAS = (
    column("persona", "name of the persona", "item"),
    column("claim", "what it stands for", lambda row: row.cell.personas.get(row.item, {}).get("claim", "")),
    *figure("win", "mean win share of the seats it took", "persona_win_rate", "personas", error=PER_GAME),
    *figure("loss", LOST, "persona_loss_rate", "personas", error=PER_GAME),
    *figure("lift", "win - games that somebody won / games / players", "persona_lift", "personas", error=""),
    number(
        "seats_played", "seats it took, over all games", lambda row: sum(row.cell.tally["personas"][row.item]["games"])
    ),
    games("approximate number of games it took part in", "persona_win_rate"),
    column("note", NOTE, part("note", "persona_win_rate")),
)


class PersonaSeat(NamedTuple):
    """A persona's win rate in one seat."""

    persona: str
    seat: int
    win: Estimate


def _persona_seats(view: View) -> Iterator[PersonaSeat]:
    tally = view.cell.tally
    persona_seats = [
        (persona, seat, Sums(games, sums["credit"][seat], sums["squares"][seat], tally["credit_unit"]))
        for persona, sums in tally["personas"].items()
        for seat, games in enumerate(sums["games"])
        if games
    ]
    z = critical_z(confidence_of(view.cell, view.confidence), max(1, len(persona_seats)))
    for persona, seat, credit in persona_seats:
        win = Estimate(credit.mean, credit.se, *credit_interval(credit, z), credit.n, "share")
        yield PersonaSeat(persona, seat + 1, win)


PERSONA_SEATS = (
    column("persona", "name of the persona", "item.persona"),
    number("seat", SEAT, "item.seat"),
    *figure(
        "win", "mean win share of the persona in that seat", attrgetter("item.win"), "rows of the setting", error=""
    ),
    number("win_se", "standard error of win", "item.win.se"),
    number("games", "games in which the persona took that seat", "item.win.games"),
)


def _length(stat: str) -> Callable[[About], Estimate]:
    return lambda row: row.view.figure(row.item, stat=stat)


MEASURES = "rounds, turns, decisions (nodes with two options or more), minutes where a pace is given"
LENGTH = (
    column("quantity", MEASURES, "item"),
    *figure("mean", STATISTICS["mean"], _length("mean"), of_row=True),
    *(number(stat, STATISTICS[stat], part("value", _length(stat))) for stat in DISTRIBUTION if stat != "mean"),
    games(BEHIND, _length("mean")),
)

ENDINGS = (
    column("ending", "how the game ends; unfinished: cut off, nobody wins", "item"),
    number("count", "games that ended this way", lambda row: row.cell.tally["endings"][row.item]),
    *figure("share", "the same as a share of all games", "ending_share", "endings", of_row=True),
    games(BEHIND, "ending_share"),
)

ARC = (
    number("at", "point of the game: share of its rounds, the round rounded up; 1: its end", "item.at"),
    *(
        column
        for name, about in arcs.CURVES.items()
        for column in figure(name, about + UPSIDE_DOWN, attrgetter(f"item.{name}"), "points of the game")
    ),
    games(
        "games behind the row: exactly one winner (one loser) and two rounds at least; no rows without any",
        attrgetter("item.leads"),
    ),
)

ARC_ABOUT = "after each tenth of a game: how often the leader wins, leads until the end, and the winner is last"

DECISIONS = "decisions of the kind (two options or more) per game, all players together"
OPTIONS = "options per such decision: all options / all decisions"
KINDS = (
    column("node", "kind of decision", "item"),
    number("per_game", DECISIONS, part("value", "node_decisions")),
    number("per_game_se", "standard error of per_game", part("se", "node_decisions")),
    *figure("options", OPTIONS, "node_options", "kinds", error=PER_GAME),
    games(BEHIND, "node_decisions"),
)


class NamedFigure(NamedTuple):
    """An estimate with the reference to its figure."""

    metric: str
    item: str  # '': the game as a whole
    stat: str
    estimate: Estimate


def _named_figures(view: View) -> Iterator[NamedFigure]:
    for name, item, stat in figures(view.cell):
        if name != "minutes" or view.seconds_per_decision is not None:
            yield NamedFigure(name, item or "", stat, view.figure(name, item, stat))
    for name, offer in names_for(view.cell).items():
        if not offer.metric.assessed:
            reason = f"not assessed: {offer.reason}"
            yield NamedFigure(
                name, "", offer.metric.stat, Estimate(None, None, None, None, 0, offer.metric.unit, reason)
            )


def figures(cell: CellResult) -> Iterator[tuple[str, str | None, str]]:
    """Yield (metric, of, statistic) of every assessed figure; only one for a metric that the game lacks."""
    for name, offer in names_for(cell).items():
        metric = offer.metric
        if not metric.assessed or (offer.reason and metric.of):
            continue
        if offer.reason:
            yield name, None, metric.stat
        elif metric.of is None or metric.of_optional:
            yield from ((name, None, stat) for stat in metric.stats)
        yield from ((name, item, metric.stat) for item in offer.of if not offer.reason)


OF_WHAT = "seat, persona, ending, node, part, or percent of the game; empty: the game as a whole"
NO_ERROR = "its standard error; empty: none can be given (quantiles have intervals only)"
TOGETHER = "rows of a metric and statistic"
METRICS = (
    column("metric", "name of the metric, explained in docs/metrics.md", "item.metric"),
    column("of", OF_WHAT, "item.item"),
    column("stat", "statistic; value: the metric itself", "item.stat"),
    *figure(
        "value",
        "the figure; empty: undefined, see note",
        attrgetter("item.estimate"),
        TOGETHER,
        error=NO_ERROR,
        of_row=True,
    ),
    number("games", "games behind the figure", "item.estimate.games"),
    column("unit", "unit; share: 0..1; difference: of shares", "item.estimate.unit"),
    column("note", "why it is undefined, or what to keep in mind", "item.estimate.note"),
)


def own_figures(cell: CellResult) -> dict[str, Offer]:
    """Return the metrics of the game's own figures by the names that the game gives them."""
    own = {name: offer for name, offer in names_for(cell).items() if not offer.metric.number}
    return {name.removeprefix(EXTRA_PREFIX): offer for name, offer in own.items()}


def _extra(row: About) -> Estimate:
    return row.view.figure(f"{EXTRA_PREFIX}{row.item}")


def _extra_statistic(stat: str) -> Callable[[About], float | None]:
    """Return a reader of a statistic of an extra; None where only its mean is defined."""

    def read(row: About) -> float | None:
        offer = own_figures(row.cell)[row.item]
        return row.view.figure(offer.name, stat=stat).value if stat in offer.metric.stats else None

    return read


def _single_figures(view: View) -> list[str]:
    """Return the names of the figures of the game's own, without tallies, whose figures by place are metrics."""
    return [name for name, offer in own_figures(view.cell).items() if not offer.metric.of]


EXTRAS = (
    column("extra", "a figure of the game's own", "item"),
    column("meaning", "what it is", lambda row: row.cell.extras[row.item]["meaning"]),
    column("measure", "unit", lambda row: row.cell.extras[row.item]["measure"]),
    *figure("mean", "mean over the games in which it is defined", _extra, of_row=True),
    games("games in which it is defined", _extra),
    *(number(stat, STATISTICS[stat], _extra_statistic(stat)) for stat in SPREAD_OUT if stat != "mean"),
)


def _part_win(row: About) -> float | None:
    lift = row.figure("part_lift").value
    return None if lift is None else lift + 1 / row.cell.players


LIFT = (
    "win - games that somebody won / games / players; "
    "not causal: having a part depends on how long and how well one plays"
)
PARTS = (
    column("part", "name of the part", "item"),
    number("win", "mean win share of the seats that had it", _part_win),
    number("win_se", PER_GAME.format("win"), part("se", "part_lift")),
    *figure("lift", LIFT, "part_lift", "parts", error=""),
    number(
        "seats_held", "seats that had it, over all games", lambda row: row.cell.tally["ratios"][f"part.{row.item}"][1]
    ),
    games("approximate number of games in which somebody had it", "part_lift"),
)


class ValueCount(NamedTuple):
    """A value of a quantity, the games that have it, and their share."""

    quantity: str
    value: float
    games: int
    share: float


def _value_counts(view: View) -> Iterator[ValueCount]:
    for quantity, histogram in view.cell.tally["histograms"].items():
        total = sum(histogram["counts"].values())
        for value, count in sorted((int(value), count) for value, count in histogram["counts"].items()):
            yield ValueCount(quantity, value / histogram["unit"], count, count / total)


COUNTED = (
    "rounds, turns, decisions, margin, winner_score, score (of all seats together), "
    "node.NAME (decisions at a node), extras.NAME (a figure of the game's own)"
)
HISTOGRAMS = (
    column("quantity", COUNTED, "item.quantity"),
    number("value", "a value", "item.value"),
    number("games", "games with that value (score: seats of games)", "item.games"),
    number("share", "the same as a share", "item.share"),
)

SHEETS = {  # the tables of `balancer run` and `sweep`, in their order
    sheet.name: sheet
    for sheet in (
        CellSheet("cells", "one row per setting: rules, players, games", CELLS, lambda _: [None]),
        CellSheet(
            "seats", "win rate, advantage and score of each seat", SEATS, lambda view: range(1, view.cell.players + 1)
        ),
        CellSheet("personas", "win rate and lift of each persona", PERSONAS, lambda view: view.cell.tally["personas"]),
        CellSheet("persona_seats", "win rate of each persona in each seat", PERSONA_SEATS, _persona_seats),
        CellSheet("length", "rounds, turns, decisions, minutes", LENGTH, lambda view: view.lengths),
        CellSheet("endings", "how games end", ENDINGS, lambda view: view.cell.tally["endings"]),
        CellSheet("arc", ARC_ABOUT, ARC, lambda view: arcs.arc(view.cell, view.confidence)),
        CellSheet("nodes", "kinds of decision", KINDS, lambda view: view.cell.scope.nodes),
        CellSheet("metrics", "every metric", METRICS, _named_figures),
        CellSheet("extras", "figures of the game's own", EXTRAS, _single_figures),
        CellSheet("parts", "raw lift of each part", PARTS, lambda view: view.cell.scope.parts),
        CellSheet("histograms", "whole distributions", HISTOGRAMS, _value_counts),
    )
}


BLOCK = 100  # cells whose figures are in memory at the same time while tables are built


class Basis(NamedTuple):
    """Options for reading the figures of tables: see `View`; base: index of the cell with the base rules, if any."""

    confidence: float = 0.95
    seconds_per_decision: float | None = None
    base: int | None = None

    def views(self, cells: Sequence[CellResult], first: int = 0) -> Iterator[View]:
        """Yield the views of cells; first: index of the first one among all."""
        for at, cell in enumerate(cells, first):
            label = "base" if at == self.base else ""
            yield View(cell, self.confidence, self.seconds_per_decision, at + 1, label)


def table(
    name: str,
    cells: Sequence[CellResult],
    confidence: float = 0.95,
    seconds_per_decision: float | None = None,
    base: int | None = None,
) -> pd.DataFrame:
    """Return one table; base: index of the cell with the base rules, if any."""
    return _tables([SHEETS[name]], cells, Basis(confidence, seconds_per_decision, base))[name]


def _tables(sheets: Collection[CellSheet], cells: Sequence[CellResult], basis: Basis) -> dict[str, pd.DataFrame]:
    """Return tables by name; each figure of a cell is computed once for all of them."""
    leads = list(leading(cells))
    whole = {sheet.name: sheet.after(leads) for sheet in sheets}
    values_by_sheet = {name: {column.name: list[Any]() for column in sheet.columns} for name, sheet in whole.items()}
    for first in range(0, len(cells), BLOCK):
        block = cells[first : first + BLOCK]
        own = block if len(cells) <= BLOCK else [replace(cell) for cell in block]  # copies, whose cache can be freed
        for view in basis.views(own, first):
            lead = {column.name: column.read(About(view, None)) for column in leads}
            for sheet in sheets:
                items, values = sheet.items(view), values_by_sheet[sheet.name]
                own_values = {column.name: [column.read(item) for item in items] for column in sheet.columns}
                for name, column_ in values.items():
                    column_.extend(own_values[name] if name in own_values else [lead[name]] * len(items))
    return {name: sheet.framed(values_by_sheet[name]) for name, sheet in whole.items()}


def figures_table(refs: Sequence[FigureRef], cells: Sequence[CellResult], basis: Basis) -> pd.DataFrame:
    """Return the rows of `metrics` about some figures; for each seat (persona ...) if a reference names none."""
    rows = (
        About(view, figure) for view in basis.views(cells) for ref in refs for figure in _referenced_figures(view, ref)
    )
    return SHEETS["metrics"].after(leading(cells)).frame(rows)


def _referenced_figures(view: View, ref: FigureRef) -> Iterator[NamedFigure]:
    offer = names_for(view.cell).get(ref.metric)
    for figure in offer.references(ref.of, ref.stat) if offer else ():
        if offer and (not figure.of or figure.of in offer.of):
            estimated = view.figure(figure.metric, figure.of or None, figure.stat or None)
            yield NamedFigure(figure.metric, figure.of, figure.stat or offer.metric.stat, estimated)


def all_tables(
    cells: Sequence[CellResult],
    confidence: float = 0.95,
    seconds_per_decision: float | None = None,
    base: int | None = None,
) -> dict[str, pd.DataFrame]:
    """Return every table by name."""
    return _tables(SHEETS.values(), cells, Basis(confidence, seconds_per_decision, base))


def columns(cells: Sequence[CellResult] = (), names: Iterable[str] = tuple(SHEETS)) -> pd.DataFrame:
    """Return every column of tables with its meaning; `cell` and the axes of `cells` are in each table."""
    return explained(SHEETS[name].after(leading(cells)) for name in names)
