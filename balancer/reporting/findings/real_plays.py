"""Plays of real people next to the settings of a run: figures that differ or fit, and what was left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from balancer.analysis.figure import Figure
from balancer.analysis.play.few_plays import DIFFERS, FITS, OPEN
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
    "plays of real people next to the simulation, setting by setting",
    {
        "cell": "number of the cell, from 1, in the order of the sweep",
        "figure": "name of the figure, as `balancer plays` has it",
        "unit": "share, points, rounds ...",
        "plays": "plays of the cell that know it",
        "value": "its mean over these plays",
        "simulated": "its mean over the first games of the cell",
        "difference": "plays less simulation",
        "half_width": "of the interval of the difference; simultaneous over all figures and cells",
        "margin": "the difference that counts as none",
        "verdict": f"{DIFFERS}, {FITS} (the interval lies within the margin), {OPEN}",
        "plays_wanted": "plays that can tell the margin from no difference",
    },
)


def remarks_of_log(notes: Sequence[str], unused: Sequence[str]) -> Iterator[str]:
    """Yield the notes of a log as sentences, and the columns that were not used."""
    yield from (f"{capital(note)}." for note in notes)
    if unused:
        more = [f"{len(unused) - MAX_COLUMNS} more"] if len(unused) > MAX_COLUMNS else []
        yield f"Columns that are not used: {listed([*unused[:MAX_COLUMNS], *more])}."


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
        dots: dict[tuple[int, str, str], Figure] = {}
        won = Counter[int]()  # share of the plays of a cell that somebody won
        for row in self.figures:
            won[int(row["cell"])] += row["value"] if row["metric"] == "seat_win_rate" else 0
        for row in self.figures:
            cell, metric, item = int(row["cell"]), row["metric"], row["of"]
            ends = row["value"], row["value"] - row["half_width"], row["value"] + row["half_width"]
            unit = numbers.unit_of(row["unit"])
            dots[cell, metric, item] = _figure(ends, unit, row["plays"])
            if metric == "seat_win_rate":
                players = self.reading.cells[cell].players
                equal = won[cell] / players
                dots[cell, "seat_advantage", item] = _figure(
                    [end - equal for end in ends], numbers.DIFFERENCE, row["plays"]
                )
                value, low, high = (1 - (players - 1) * end for end in ends)
                dots[cell, "seat_loss_rate", item] = _figure([value, high, low], SHARE, row["plays"])
        return dots

    def at(self, cell: int, metric: str, of: str = "", stat: str = "") -> Figure | None:
        """Return a figure of the plays of a cell, with their number as its `games`; None if they do not have it."""
        return self._dots.get((cell, metric, of)) if stat in {"", "mean"} else None

    def of(self, cell: CellResult, metric: str, of: str = "") -> Figure | None:
        """Return the same for a cell that was simulated."""
        return self.at(next(k for k, result in enumerate(self.reading.cells) if result is cell), metric, of)

    def headline(self, headline: HeadlineFigure) -> Dotted:
        """Return a figure of the headline by item, named as `HeadlineFigure.read` does, and by cell."""
        dots: dict[str, dict[int, Figure]] = {}
        for item, name in headline.items(self.reading.cells).items():
            at = {cell: self.at(cell, headline.offer.name, name, headline.ref.stat) for cell in self.cells}
            dots[item] = {cell: figure for cell, figure in at.items() if figure is not None}
        return dots

    @property
    def cells(self) -> list[int]:
        """The cells that have dots."""
        return sorted({int(row["cell"]) for row in self.figures})

    # Sentences --------------------------------------------------------------------------------------------------------
    @property
    def summary(self) -> str:
        """The number of plays, and how many figures differ, fit or are undecided."""
        plays, inside = plural(self.record["plays"], "real play"), self._inside
        where = plural(len(inside), "setting") if len(self.reading.cells) > 1 else "this setting"
        belong = f"{plays} of {self.file}, {sum(inside.values())} of them by the rules of {where}"
        if not self.figures:
            return f"{belong}: nothing can be compared, no figure is known of enough plays."
        verbs = {DIFFERS: ("differs", "differ"), FITS: ("fits", "fit"), OPEN: ("is undecided", "are undecided")}
        counts = {verdict: len(self.judged(verdict)) for verdict in verbs}
        counted = [f"{counts[key] or 'none'} {few if counts[key] < 2 else more}" for key, (few, more) in verbs.items()]
        return f"{belong}: of {plural(len(self.figures), 'figure')} {listed(counted)}."

    @property
    def file(self) -> str:
        """The name of the file."""
        return str(self.record["file"]).replace("\\", "/").rpartition("/")[2]

    def judged(self, verdict: str) -> list[Row]:
        """Return the figures with a verdict."""
        return [row for row in self.figures if row["verdict"] == verdict]

    @property
    def _inside(self) -> dict[int, int]:
        """The number of plays of each cell."""
        plays: dict[int, int] = {}
        for setting in self.record["settings"]:
            if setting["cell"] is not None:
                plays[setting["cell"]] = plays.get(setting["cell"], 0) + setting["plays"]
        return plays

    @property
    def sentences(self) -> list[str]:
        """All sentences: what differs and fits, then plays that are in no chart."""
        return list(self._sentences())

    def _sentences(self) -> Iterator[str]:
        yield from filter(None, map(self.named, (DIFFERS, FITS)))
        outside = [
            f"{entry['setting']} ({entry['plays']})" for entry in self.record["settings"] if entry["cell"] is None
        ]
        if outside:
            yield f"Plays by rules of no setting here, which are in no chart: {'; '.join(outside)}."
        if few := self._few():
            yield f"Too few plays to compare: {_some(few)}."
        never = dict.fromkeys(entry["label"] for entry in self.record["left_out"] if not entry["simulated"])
        if never:
            yield f"Not compared, as it never happens in simulated games: {listed(list(never))}."
        if self.without:
            yield f"Charts without dots, as the plays do not have the figure: {listed(self.without)}."
        yield from remarks_of_log(self.record.get("notes", ()), self.record["unused_columns"])
        if self.judged(DIFFERS):
            yield f"Whether mistakes explain it: `balancer plays {self.file} --scenario {self.scenario_word}`."

    def named(self, verdict: str) -> str:
        """Name the figures that differ, or fit, in a sentence; '' if there are none."""
        rows = self.judged(verdict)
        if verdict == DIFFERS:
            names = [f"{self._named(row)} ({_change(row)})" for row in rows]
        else:
            names = list(map(self._named, rows))
        begin = {DIFFERS: "Differs", FITS: "Fits within its margin"}[verdict]
        return f"{begin}: {_some(names)}." if names else ""

    def _few(self) -> list[str]:
        """Name what too few plays know: whole cells, then single figures of cells that have others."""
        dotted, inside = self.cells, self._inside
        whole = [
            f"all {_where(self.reading, cell)} ({number})" for cell, number in inside.items() if cell not in dotted
        ]
        left = [figure for figure in self.record["left_out"] if figure["simulated"] and figure["cell"] in dotted]
        few = [f"{self._named(figure)} ({figure['plays']})" for figure in left]
        return [*whole, *few]

    @property
    def without(self) -> list[str]:
        """The figures of the headline that the plays do not have."""
        headline = self.reading.headline if self.figures else ()
        return [figure.label for figure in headline if not any(self.headline(figure).values())]

    def _named(self, row: Row) -> str:
        return " ".join(filter(None, [row["label"], _where(self.reading, row["cell"])]))

    def cells_of(self, row: Row) -> list[str]:
        """Return a row of the page's table: the setting, then the columns of `plays_report.HEADINGS`."""
        unit = numbers.unit_of(row["unit"])
        decimals = numbers.readable_decimals(row["value"], row["half_width"], unit)
        ends = [numbers.plain(row[name], unit, decimals) for name in ("value", "simulated")]
        where = self.reading.sweep.name(row["cell"]) if len(self.reading.cells) > 1 else ""
        verdict = "undecided" if row["verdict"] == OPEN else row["verdict"]
        return [where, row["label"], str(row["plays"]), *ends, _change(row), verdict]

    # Tables -----------------------------------------------------------------------------------------------------------
    def rows(self) -> list[Row]:
        """Return the rows of `REAL_PLAYS`."""
        return [{**row, "cell": int(row["cell"]) + 1} for row in self.figures]

    def to_json(self) -> dict[str, Any]:
        """Return the content for `--json`."""
        return {**self.record, "answer": [self.summary, *self.sentences]}


def _where(reading: Reading, cell: int) -> str:
    return reading.sweep.phrase(cell) if len(reading.cells) > 1 else ""


def of_plays(figure: Figure | None, unit: str) -> str:
    """Return a figure of plays for a table: `32% ± 20 pp (n = 30)`."""
    return f"{text(figure, unit, CELL)} (n = {numbers.count(figure.games)})" if figure else ""


def _figure(ends: Sequence[float], unit: str, plays: int) -> Figure:
    value, low, high = (min(1.0, max(0.0, end)) if unit == SHARE else end for end in ends)
    return Figure(value, low, high, plays)


def _change(row: Row) -> str:
    return numbers.change(row["difference"], row["half_width"], numbers.unit_of(row["unit"]))


def _some(texts: Iterable[str]) -> str:
    names = list(texts)
    more = [f"{len(names) - MAX_NAMED} more"] if len(names) > MAX_NAMED else []
    return listed([*names[:MAX_NAMED], *more])
