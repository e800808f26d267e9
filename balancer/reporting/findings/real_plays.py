"""Plays of real people beside the cells of a run: where they lie, which figures differ, and what was left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from balancer.analysis.few_plays import DIFFERS, FITS, OPEN
from balancer.analysis.figure import Figure
from balancer.analysis.results import CellResult
from balancer.analysis.sheet import Sheet
from balancer.reporting import numbers
from balancer.reporting.figure_reader import HeadlineFigure
from balancer.reporting.numbers import CELL, SHARE, text
from balancer.reporting.reading import Reading
from balancer.wording import capital, listed, plural

PART = "plays"  # name of the record in a manifest
MAX_NAMED = 6  # figures that a sentence names; the table has all

MAX_COLUMNS = 40  # that a sentence names

Row = Mapping[str, Any]

Dotted = Mapping[str, Mapping[int, Figure]]  # item -> cell -> figure of real plays

NO_DOTS: Dotted = {}

REAL_PLAYS = Sheet.of_rows(
    "real_plays",
    "plays of real people beside the simulation, cell by cell",
    {
        "cell": "number of the cell, from 1, in the order of the sweep",
        "figure": "name of the figure, as `balancer plays` has it",
        "unit": "share, points, rounds ...",
        "plays": "plays of the cell that know it",
        "value": "its mean over these plays",
        "simulated": "its mean over the first games of the cell",
        "difference": "plays less simulation",
        "half_width": "of the interval of the difference; the intervals of all figures and cells hold together",
        "margin": "the difference that counts as none",
        "verdict": f"{DIFFERS}, {FITS} (the interval lies within the margin), {OPEN}",
        "plays_wanted": "plays that can tell the margin from no difference",
    },
)


def remarks_of_log(notes: Sequence[str], unused: Sequence[str]) -> Iterator[str]:
    """Yield the notes of a log as sentences, and the columns that mean nothing."""
    yield from (f"{capital(note)}." for note in notes)
    if unused:
        more = [f"{len(unused) - MAX_COLUMNS} more"] if len(unused) > MAX_COLUMNS else []
        yield f"Columns that mean nothing here: {listed([*unused[:MAX_COLUMNS], *more])}."


@dataclass(frozen=True)
class RealPlays:
    """The plays that were given to a run or a sweep."""

    reading: Reading
    record: Mapping[str, Any]  # what the manifest says of them
    scenario_word: str  # the scenario on a command line

    @property
    def figures(self) -> Sequence[Row]:
        """A row for each figure of each cell."""
        return self.record.get("figures") or ()

    # Dots -------------------------------------------------------------------------------------------------------------
    @cached_property
    def _dots(self) -> dict[tuple[int, str, str], Figure]:
        found: dict[tuple[int, str, str], Figure] = {}
        won = Counter[int]()  # share of the plays of a cell that somebody won
        for row in self.figures:
            won[int(row["cell"])] += row["value"] if row["metric"] == "seat_win_rate" else 0
        for row in self.figures:
            cell, metric, of = int(row["cell"]), row["metric"], row["of"]
            ends = row["value"], row["value"] - row["half_width"], row["value"] + row["half_width"]
            unit = numbers.unit_of(row["unit"])
            found[cell, metric, of] = _figure(ends, unit, row["plays"])
            if metric == "seat_win_rate":
                players = self.reading.cells[cell].players
                equal = won[cell] / players
                found[cell, "seat_advantage", of] = _figure(
                    [end - equal for end in ends], numbers.DIFFERENCE, row["plays"]
                )
                value, low, high = (1 - (players - 1) * end for end in ends)
                found[cell, "seat_loss_rate", of] = _figure([value, high, low], SHARE, row["plays"])
        return found

    def at(self, cell: int, metric: str, of: str = "", stat: str = "") -> Figure | None:
        """A figure of the plays of a cell, in whose `games` is their number; None where they do not hold it."""
        return self._dots.get((cell, metric, of)) if stat in {"", "mean"} else None

    def of(self, cell: CellResult, metric: str, of: str = "") -> Figure | None:
        """The same of a cell as it was played."""
        return self.at(next(k for k, one in enumerate(self.reading.cells) if one is cell), metric, of)

    def headline(self, headline: HeadlineFigure) -> Dotted:
        """A figure of the headline, by item as `HeadlineFigure.read` names them, and by cell."""
        found: dict[str, dict[int, Figure]] = {}
        for item, of in headline.items(self.reading.cells).items():
            at = {cell: self.at(cell, headline.offer.name, of, headline.ref.stat) for cell in self.cells}
            found[item] = {cell: figure for cell, figure in at.items() if figure is not None}
        return found

    @property
    def cells(self) -> list[int]:
        """The cells that have dots."""
        return sorted({int(row["cell"]) for row in self.figures})

    # Sentences --------------------------------------------------------------------------------------------------------
    @property
    def summary(self) -> str:
        """How many plays there are, and how many figures differ, fit, or are not known."""
        plays, inside = plural(self.record["plays"], "real play"), self._inside
        where = plural(len(inside), "cell") if len(self.reading.cells) > 1 else "this setting"
        belong = f"{plays} of {self.file}, {sum(inside.values())} of them by the rules of {where}"
        if not self.figures:
            return f"{belong}: nothing can be compared, no figure is known of enough plays."
        verbs = {DIFFERS: ("differs", "differ"), FITS: ("fits", "fit"), OPEN: ("is not known yet", "are not known yet")}
        counts = {verdict: len(self.judged(verdict)) for verdict in verbs}
        said = [f"{counts[one] or 'none'} {few if counts[one] < 2 else more}" for one, (few, more) in verbs.items()]
        return f"{belong}: of {plural(len(self.figures), 'figure')} {listed(said)}."

    @property
    def file(self) -> str:
        """The name of the file."""
        return str(self.record["file"]).replace("\\", "/").rpartition("/")[2]

    def judged(self, verdict: str) -> list[Row]:
        """The figures with a verdict."""
        return [row for row in self.figures if row["verdict"] == verdict]

    @property
    def _inside(self) -> dict[int, int]:
        """The number of plays of each cell."""
        found: dict[int, int] = {}
        for one in self.record["settings"]:
            if one["cell"] is not None:
                found[one["cell"]] = found.get(one["cell"], 0) + one["plays"]
        return found

    @property
    def sentences(self) -> list[str]:
        """What differs and fits, and what of the plays has no dot."""
        return list(self._sentences())

    def _sentences(self) -> Iterator[str]:
        yield from filter(None, map(self.named, (DIFFERS, FITS)))
        outside = [f"{one['setting']} ({one['plays']})" for one in self.record["settings"] if one["cell"] is None]
        if outside:
            yield f"Plays by rules of no cell here, which have no dot: {'; '.join(outside)}."
        if few := self._few():
            yield f"Known of too few plays to be compared: {_some(few)}."
        never = dict.fromkeys(one["label"] for one in self.record["left_out"] if not one["simulated"])
        if never:
            yield f"Never in simulated games, so that it is not compared: {listed(list(never))}."
        if self.without:
            yield f"Charts without dots, as these plays do not hold the figure: {listed(self.without)}."
        yield from remarks_of_log(self.record.get("notes", ()), self.record["unused_columns"])
        if self.judged(DIFFERS):
            yield f"Whether mistakes explain it: `balancer plays {self.file} --scenario {self.scenario_word}`."

    def named(self, verdict: str) -> str:
        """The figures that differ, or fit, in a sentence; '' without any."""
        found = self.judged(verdict)
        if verdict == DIFFERS:
            said = [f"{self._named(row)} ({_change(row)})" for row in found]
        else:
            said = list(map(self._named, found))
        begin = {DIFFERS: "Differs", FITS: "Fits within its margin"}[verdict]
        return f"{begin}: {_some(said)}." if said else ""

    def _few(self) -> list[str]:
        """What too few plays know: whole cells, then single figures of cells that have others."""
        dotted, inside = self.cells, self._inside
        whole = [
            f"all {_where(self.reading, cell)} ({number})" for cell, number in inside.items() if cell not in dotted
        ]
        left = [one for one in self.record["left_out"] if one["simulated"] and one["cell"] in dotted]
        few = [f"{self._named(one)} ({one['plays']})" for one in left]
        return [*whole, *few]

    @property
    def without(self) -> list[str]:
        """The figures of the headline that plays do not hold."""
        headline = self.reading.headline if self.figures else ()
        return [one.label for one in headline if not any(self.headline(one).values())]

    def _named(self, row: Row) -> str:
        return " ".join(filter(None, [row["label"], _where(self.reading, row["cell"])]))

    def cells_of(self, row: Row) -> list[str]:
        """A row of the page's table: where, then as `plays_report.HEADINGS`."""
        unit = numbers.unit_of(row["unit"])
        decimals = numbers.readable_decimals(row["value"], row["half_width"], unit)
        ends = [numbers.plain(row[name], unit, decimals) for name in ("value", "simulated")]
        where = self.reading.sweep.name(row["cell"]) if len(self.reading.cells) > 1 else ""
        return [where, row["label"], str(row["plays"]), *ends, _change(row), row["verdict"]]

    # Tables -----------------------------------------------------------------------------------------------------------
    def rows(self) -> list[Row]:
        """The rows of `REAL_PLAYS`."""
        return [{**row, "cell": int(row["cell"]) + 1} for row in self.figures]

    def to_json(self) -> dict[str, Any]:
        """For `--json`."""
        return {**self.record, "answer": [self.summary, *self.sentences]}


def _where(reading: Reading, cell: int) -> str:
    return reading.sweep.phrase(cell) if len(reading.cells) > 1 else ""


def of_plays(figure: Figure | None, unit: str) -> str:
    """Return a figure of plays for a table: `32% ± 20 pp (n = 30)`."""
    return f"{text(figure, unit, CELL)} (n = {numbers.count(figure.games)})" if figure else ""


def _figure(ends: Sequence[float], unit: str, plays: int) -> Figure:
    """A figure of plays; a share lies between 0 and 1, as do the ends of its interval."""
    value, low, high = (min(1.0, max(0.0, end)) if unit == SHARE else end for end in ends)
    return Figure(value, low, high, plays)


def _change(row: Row) -> str:
    return numbers.change(row["difference"], row["half_width"], numbers.unit_of(row["unit"]))


def _some(texts: Iterable[str]) -> str:
    found = list(texts)
    more = [f"{len(found) - MAX_NAMED} more"] if len(found) > MAX_NAMED else []
    return listed([*found[:MAX_NAMED], *more])
