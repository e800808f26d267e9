"""Tidy tables of one or many cells: one row an observation, figures with their uncertainty, nothing rounded.

Every table begins with `cell` (from 1, in the order of the sweep) and a column for each axis; seats count from 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from balancer.analysis import arc as arcs
from balancer.analysis.catalogue import LENGTHS
from balancer.analysis.figure_ref import FigureRef
from balancer.analysis.intervals.elementary import Sums, credit_interval, critical_z
from balancer.analysis.metric import DISTRIBUTION, STATISTICS
from balancer.analysis.metrics import Estimate, confidence_of, estimate, names_for
from balancer.analysis.results import CellResult
from balancer.analysis.sheet import NOTE, Column, Read, Sheet, column, explained, number

if TYPE_CHECKING:
    import pandas as pd


# What rows are about -------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class View:
    """A cell as tables and JSON read it; number: from 1; label: base, of the base rules."""

    cell: CellResult
    confidence: float = 0.95
    seconds_per_decision: float | None = None
    number: int = 1
    label: str = ""

    def figure(self, name: str, of: object = None, stat: str | None = None) -> Estimate:
        """A figure of the cell."""
        pace = self.seconds_per_decision
        return estimate(self.cell, name, of=of, stat=stat, confidence=self.confidence, seconds_per_decision=pace)

    @property
    def lengths(self) -> tuple[str, ...]:
        """The measures of length: minutes where a pace is given."""
        return LENGTHS if self.seconds_per_decision is not None else LENGTHS[:-1]


class About(NamedTuple):
    """What a row is about: a cell, and of it a seat, a persona, a figure ..."""

    view: View
    of: Any

    @property
    def cell(self) -> CellResult:
        """The cell."""
        return self.view.cell

    def figure(self, name: str) -> Estimate:
        """A metric of it."""
        return self.view.figure(name, self.of)


@dataclass(frozen=True)
class CellSheet(Sheet):
    """A table of cells; each: what of a cell has a row."""

    each: Callable[[View], Iterable[Any]]

    def items(self, view: View) -> list[About]:
        """What the rows of one cell are about."""
        return [About(view, of) for of in self.each(view)]


# Axes ----------------------------------------------------------------------------------------------------------------
def axis_columns(placed: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Axis -> column name: the last word of its path where that is unmistakable, else the whole path.

    placed: of each cell its axes with their values.  'rules.win_threshold' becomes 'win_threshold'; two axes of one
    last word, or one named as a table's own column, keep their paths.
    """
    axes = list(dict.fromkeys(axis for axes in placed for axis in axes))
    taken = Counter(axis.rpartition(".")[2] for axis in axes)
    own = {"cell"}.union(*(sheet.meanings for sheet in SHEETS.values()))

    def named(axis: str) -> str:
        short = axis.rpartition(".")[2]
        return axis if taken[short] > 1 or short in own else short

    return {axis: named(axis) for axis in axes}


def shown(value: Any) -> Any:
    """An axis value as a table holds it: lists joined to text."""
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value


def _on_axis(axis: str) -> Callable[[Any], Any]:
    return lambda row: shown(row.cell.axes.get(axis))


def leading(cells: Sequence[CellResult]) -> Iterator[Column]:
    """The columns that lead every row: the cell's number and its place on each axis."""
    yield column("cell", "number of the cell, from 1, in the order of the sweep", "view.number")
    for axis, name in axis_columns(cell.axes for cell in cells).items():
        about = f"the rule {axis.removeprefix('rules.')}" if axis.startswith("rules.") else axis
        yield column(name, f"axis of the sweep: {about}", _on_axis(axis))


# Columns -------------------------------------------------------------------------------------------------------------
SEAT = "seat, from 1; seat 1 starts"
BEHIND = "games behind the row"
LOSES = "only in games where one player loses and all others win"
UPSIDE_DOWN = "; where one player loses: lost, on mirrored standings, so that the lowest leads"
ERROR = "standard error of {}"
PER_GAME = f"{ERROR}, games being independent"


def part(name: str, of: Read) -> Callable[[Any], Any]:
    """Reads one field of an estimate; of: the metric of what the row is about, or a function."""
    if isinstance(of, str):
        return lambda row: getattr(row.figure(of), name)
    return lambda row: getattr(of(row), name)


def figure(
    name: str, meaning: str, of: Read, family: str = "", *, error: str = ERROR, of_row: bool = False
) -> Iterator[Column]:
    """The columns of a figure: value, standard error, ends of its interval.

    of: see `part`; family: the items whose intervals hold simultaneously; error: what the standard error is, '' without
    one; of_row: it is the one figure of a row, whose uncertainty has no prefix.
    """
    together = f"simultaneous for all {family}" if family else "empty: no bound can be given"
    prefix = "" if of_row else f"{name}_"
    yield number(name, meaning, part("value", of))
    if error:
        yield number(f"{prefix}se", error.format(name), part("se", of))
    for end, which in (("low", "lower"), ("high", "upper")):
        about = f"{name}: {which} end of the interval at the stated confidence; {together}"
        yield number(f"{prefix}{end}", about, part(end, of))


def games(meaning: str, of: Read) -> Column:
    """The games behind a figure."""
    return number("games", meaning, part("games", of))


def tallied(name: str, meaning: str) -> Column:
    """A number of the cell's tally."""
    return number(name, meaning, lambda row: row.cell.tally[name])


def precision(name: str, meaning: str) -> Column:
    """What the stopping rule found."""
    return number(name, meaning, lambda row: (row.cell.precision or {}).get(name))


# Tables --------------------------------------------------------------------------------------------------------------
CELLS = (
    column("label", "base: the base rules; empty: another cell of the sweep", "view.label"),
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
    precision("wanted", "half-width requested, where the cell was played to a precision"),
    precision("half_width", "half-width reached: that of the widest simultaneous interval of the seats' win rates"),
    precision("looks", "number of looks until playing stopped"),
)

WIN = "mean win share: 1 for a victory, split equally if shared, 0 where nobody wins"
SEATS = (
    number("seat", SEAT, "of"),
    *figure("win", WIN, "seat_win_rate", "seats"),
    *figure("advantage", "win - games that somebody won / games / players", "seat_advantage", "seats", error=""),
    *figure("loss", f"share of games that this seat loses; {LOSES}", "seat_loss_rate", "seats"),
    *figure("score", "mean final score", "score", "seats"),
    games(BEHIND, "seat_win_rate"),
)

LOST = f"share of its seats' games that it loses; {LOSES}"
PERSONAS = (
    column("persona", "name of the persona", "of"),
    column("claim", "what it stands for", lambda row: row.cell.personas.get(row.of, {}).get("claim", "")),
    *figure("win", "mean win share of the seats it took", "persona_win_rate", "personas", error=PER_GAME),
    *figure("loss", LOST, "persona_loss_rate", "personas", error=PER_GAME),
    *figure("lift", "win - games that somebody won / games / players", "persona_lift", "personas", error=""),
    number(
        "seats_played", "seats it took, over all games", lambda row: sum(row.cell.tally["personas"][row.of]["games"])
    ),
    games("approximate number of games it took part in", "persona_win_rate"),
    column("note", NOTE, part("note", "persona_win_rate")),
)


class PersonaSeat(NamedTuple):
    """A persona in a seat that it took, and its win rate there."""

    persona: str
    seat: int
    win: Estimate


def _taken(view: View) -> Iterator[PersonaSeat]:
    tally = view.cell.tally
    taken = [
        (persona, seat, Sums(games, sums["credit"][seat], sums["squares"][seat], tally["credit_unit"]))
        for persona, sums in tally["personas"].items()
        for seat, games in enumerate(sums["games"])
        if games
    ]
    z = critical_z(confidence_of(view.cell, view.confidence), max(1, len(taken)))
    for persona, seat, credit in taken:
        win = Estimate(credit.mean, credit.se, *credit_interval(credit, z), credit.n, "share")
        yield PersonaSeat(persona, seat + 1, win)


PERSONA_SEATS = (
    column("persona", "name of the persona", "of.persona"),
    number("seat", SEAT, "of.seat"),
    *figure("win", "mean win share of the persona in that seat", attrgetter("of.win"), "rows of the cell", error=""),
    number("win_se", "standard error of win", "of.win.se"),
    number("games", "games in which the persona took that seat", "of.win.games"),
)


def _length(stat: str) -> Callable[[About], Estimate]:
    return lambda row: row.view.figure(row.of, stat=stat)


MEASURES = "rounds, turns, decisions (nodes with two options or more), minutes where a pace is given"
LENGTH = (
    column("quantity", MEASURES, "of"),
    *figure("mean", STATISTICS["mean"], _length("mean"), of_row=True),
    *(number(stat, STATISTICS[stat], part("value", _length(stat))) for stat in DISTRIBUTION if stat != "mean"),
    games(BEHIND, _length("mean")),
)

ENDINGS = (
    column("ending", "how the game ends; unfinished: cut off, nobody wins", "of"),
    number("count", "games that ended this way", lambda row: row.cell.tally["endings"][row.of]),
    *figure("share", "the same as a share of all games", "ending_share", "endings", of_row=True),
    games(BEHIND, "ending_share"),
)

ARC = (
    number("at", "point of the game: share of its rounds, the round rounded up; 1: its end", "of.at"),
    *(
        one
        for name, about in arcs.CURVES.items()
        for one in figure(name, about + UPSIDE_DOWN, attrgetter(f"of.{name}"), "points of the game")
    ),
    games(
        "games behind the row: exactly one winner (one loser) and two rounds at least; no rows without any",
        attrgetter("of.leads"),
    ),
)

ARC_ABOUT = "after each tenth of a game: how often the leader wins, leads until the end, and the winner is last"

DECISIONS = "decisions of the kind (two options or more) per game, all players together"
OPTIONS = "options per such decision: all options / all decisions"
KINDS = (
    column("node", "kind of decision", "of"),
    number("per_game", DECISIONS, part("value", "node_decisions")),
    number("per_game_se", "standard error of per_game", part("se", "node_decisions")),
    *figure("options", OPTIONS, "node_options", "kinds", error=PER_GAME),
    games(BEHIND, "node_decisions"),
)


class NamedFigure(NamedTuple):
    """A figure with its name."""

    metric: str
    of: str
    stat: str
    found: Estimate


def _named(view: View) -> Iterator[NamedFigure]:
    for name, of, stat in figures(view.cell):
        if name != "minutes" or view.seconds_per_decision is not None:
            yield NamedFigure(name, of or "", stat, view.figure(name, of, stat))
    for name, offer in names_for(view.cell).items():
        if not offer.metric.assessed:
            reason = f"not assessed: {offer.reason}"
            yield NamedFigure(
                name, "", offer.metric.stat, Estimate(None, None, None, None, 0, offer.metric.unit, reason)
            )


def figures(cell: CellResult) -> Iterator[tuple[str, str | None, str]]:
    """(metric, of, statistic) of every figure this release assesses; one for what the game hasn't got."""
    for name, offer in names_for(cell).items():
        metric = offer.metric
        if not metric.assessed or (offer.reason and metric.of):
            continue
        if offer.reason:
            yield name, None, metric.stat
        elif metric.of is None or metric.of_optional:
            yield from ((name, None, stat) for stat in metric.stats)
        yield from ((name, of, metric.stat) for of in offer.of if not offer.reason)


OF_WHAT = "seat, persona, ending, node, part, or percent of the game; empty: the game as a whole"
NO_ERROR = "its standard error; empty: none can be given (quantiles have intervals only)"
TOGETHER = "rows of a metric and statistic"
METRICS = (
    column("metric", "name of the metric, explained in docs/metrics.md", "of.metric"),
    column("of", OF_WHAT, "of.of"),
    column("stat", "statistic; value: the metric itself", "of.stat"),
    *figure(
        "value", "the figure; empty: undefined, see note", attrgetter("of.found"), TOGETHER, error=NO_ERROR, of_row=True
    ),
    number("games", "games behind the figure", "of.found.games"),
    column("unit", "unit; share: 0..1; difference: of shares", "of.found.unit"),
    column("note", "why it is undefined, or what to keep in mind", "of.found.note"),
)


def _extra(row: About) -> Estimate:
    return row.view.figure(f"extras.{row.of}")


EXTRAS = (
    column("extra", "a figure of the game's own", "of"),
    column("meaning", "what it is", lambda row: row.cell.extras[row.of]["meaning"]),
    column("measure", "unit", lambda row: row.cell.extras[row.of]["measure"]),
    *figure("mean", "mean over the games in which it is defined", _extra, of_row=True),
    games("games in which it is defined", _extra),
)


def _part_win(row: About) -> float | None:
    lift = row.figure("part_lift").value
    return None if lift is None else lift + 1 / row.cell.players


LIFT = "win - games that somebody won / games / players; raw: having a part depends on playing on and on the persona"
PARTS = (
    column("part", "name of the part", "of"),
    number("win", "mean win share of the seats that had it", _part_win),
    number("win_se", PER_GAME.format("win"), part("se", "part_lift")),
    *figure("lift", LIFT, "part_lift", "parts", error=""),
    number(
        "seats_held", "seats that had it, over all games", lambda row: row.cell.tally["ratios"][f"part.{row.of}"][1]
    ),
    games("approximate number of games in which somebody had it", "part_lift"),
)


class ValueCount(NamedTuple):
    """A value of a quantity, the games that have it, and their share."""

    quantity: str
    value: float
    games: int
    share: float


def _counted(view: View) -> Iterator[ValueCount]:
    for quantity, kept in view.cell.tally["histograms"].items():
        total = sum(kept["counts"].values())
        for value, count in sorted((int(value), count) for value, count in kept["counts"].items()):
            yield ValueCount(quantity, value / kept["unit"], count, count / total)


COUNTED = (
    "rounds, turns, decisions, margin, winner_score, score (of all seats together), "
    "node.NAME (decisions at a node), extras.NAME (a figure of the game's own)"
)
HISTOGRAMS = (
    column("quantity", COUNTED, "of.quantity"),
    number("value", "a value", "of.value"),
    number("games", "games with that value (score: seats of games)", "of.games"),
    number("share", "the same as a share", "of.share"),
)

SHEETS = {  # the tables of `balancer run` and `sweep`, in their order
    sheet.name: sheet
    for sheet in (
        CellSheet("cells", "one row per cell: rules, players, games", CELLS, lambda _: [None]),
        CellSheet(
            "seats", "win rate, advantage and score of each seat", SEATS, lambda view: range(1, view.cell.players + 1)
        ),
        CellSheet("personas", "win rate and lift of each persona", PERSONAS, lambda view: view.cell.tally["personas"]),
        CellSheet("persona_seats", "win rate of each persona in each seat", PERSONA_SEATS, _taken),
        CellSheet("length", "rounds, turns, decisions, minutes", LENGTH, lambda view: view.lengths),
        CellSheet("endings", "how games end", ENDINGS, lambda view: view.cell.tally["endings"]),
        CellSheet("arc", ARC_ABOUT, ARC, lambda view: arcs.arc(view.cell, view.confidence)),
        CellSheet("nodes", "kinds of decision", KINDS, lambda view: view.cell.scope.nodes),
        CellSheet("metrics", "every metric", METRICS, _named),
        CellSheet("extras", "figures of the game's own", EXTRAS, lambda view: view.cell.extras),
        CellSheet("parts", "raw lift of each part", PARTS, lambda view: view.cell.scope.parts),
        CellSheet("histograms", "whole distributions", HISTOGRAMS, _counted),
    )
}


BLOCK = 100  # cells whose figures are in memory together while tables are made


class Basis(NamedTuple):
    """How the figures of tables are read: see `View`; base: place of the cell with the base rules, if there is one."""

    confidence: float = 0.95
    seconds_per_decision: float | None = None
    base: int | None = None

    def views(self, cells: Sequence[CellResult], first: int = 0) -> Iterator[View]:
        """Cells as tables read them; first: the place of the first among all."""
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
    """One table; base: place of the cell with the base rules, if there is one."""
    return _tables([SHEETS[name]], cells, Basis(confidence, seconds_per_decision, base))[name]


def _tables(sheets: Collection[CellSheet], cells: Sequence[CellResult], basis: Basis) -> dict[str, pd.DataFrame]:
    """Tables by name; each figure of a cell is computed once for all of them."""
    leads = list(leading(cells))
    whole = {sheet.name: sheet.after(leads) for sheet in sheets}
    found = {name: {one.name: list[Any]() for one in sheet.columns} for name, sheet in whole.items()}
    for first in range(0, len(cells), BLOCK):
        block = cells[first : first + BLOCK]
        own = block if len(cells) <= BLOCK else [replace(cell) for cell in block]  # their figures go with them
        for view in basis.views(own, first):
            lead = {one.name: one.read(About(view, None)) for one in leads}
            for sheet in sheets:
                items, values = sheet.items(view), found[sheet.name]
                own_values = {one.name: [one.read(item) for item in items] for one in sheet.columns}
                for name, column_ in values.items():
                    column_.extend(own_values[name] if name in own_values else [lead[name]] * len(items))
    return {name: sheet.framed(found[name]) for name, sheet in whole.items()}


def figures_table(refs: Sequence[FigureRef], cells: Sequence[CellResult], basis: Basis) -> pd.DataFrame:
    """The rows of `metrics` about some figures only; of each seat (persona ...) where a reference names none."""
    rows = (About(view, one) for view in basis.views(cells) for ref in refs for one in _named_by(view, ref))
    return SHEETS["metrics"].after(leading(cells)).frame(rows)


def _named_by(view: View, ref: FigureRef) -> Iterator[NamedFigure]:
    offer = names_for(view.cell).get(ref.metric)
    for one in offer.references(ref.of, ref.stat) if offer else ():
        if offer and (not one.of or one.of in offer.of):
            found = view.figure(one.metric, one.of or None, one.stat or None)
            yield NamedFigure(one.metric, one.of, one.stat or offer.metric.stat, found)


def all_tables(
    cells: Sequence[CellResult],
    confidence: float = 0.95,
    seconds_per_decision: float | None = None,
    base: int | None = None,
) -> dict[str, pd.DataFrame]:
    """Every table by name."""
    return _tables(SHEETS.values(), cells, Basis(confidence, seconds_per_decision, base))


def columns(cells: Sequence[CellResult] = (), names: Iterable[str] = tuple(SHEETS)) -> pd.DataFrame:
    """Every column of tables with its meaning; the axes of `cells` and `cell` are in each table."""
    return explained(SHEETS[name].after(leading(cells)) for name in names)
