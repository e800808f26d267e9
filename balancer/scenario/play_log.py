"""Logged plays of real people: a CSV file with a row per play, or per play and seat, every mistake with its place.

Names of people are read to tell rows apart, and are in no message.
"""

from __future__ import annotations

import math
import pathlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from balancer.core.table_file import read_table_file
from balancer.core.text_table import EmptyTableError, TableError
from balancer.scenario.errors import Fault, Faults, ScenarioError
from balancer.scenario.levers import PlayersLever, RuleLever
from balancer.scenario.literals import sentence
from balancer.scenario.question import BASE
from balancer.scenario.resolve import Resolver
from balancer.scenario.resolved import Scenario, Setting
from balancer.scenario.yaml_source import Document, Mark, Path, typed
from balancer.wording import did_you_mean, plural

PLAY, SEAT, PLAYER, SCORE, WON, PLAYERS, VERSION, MINUTES, ENDING = (
    *("play", "seat", "player", "score", "won", "players", "version", "minutes", "ending"),
)
OF_SEATS = (SEAT, PLAYER, SCORE, WON)
"""Columns of one seat; all others are of the play, and are empty or the same in all its rows."""

LENGTHS = ("rounds", "turns")

ENDING_SHARE = "ending_share"
"""The figure that an ending is 0 or 1 of, by its name: `ending_share.instant`."""

YES, NO = {"yes", "y", "true", "1", "x"}, {"no", "n", "false", "0"}

NO_PLAYS = "no plays in the file: write a header, as in play,seat,score,won, and a row for each seat"

MOST = 1e9
"""The largest number."""


class Seated(NamedTuple):
    """What is known of one player of a play; seat: from 1; None: not known."""

    seat: int | None = None
    score: float | None = None
    won: bool | None = None


@dataclass(frozen=True)
class LoggedPlay:
    """One play; setting: its place in `PlayLog.settings`; figures: numbers of the whole play, by column."""

    setting: int
    seated: tuple[Seated, ...]
    figures: Mapping[str, float]


@dataclass(frozen=True)
class PlayLog:
    """Plays, and the settings by which they were played; unused: columns that mean nothing here."""

    file: str
    plays: tuple[LoggedPlay, ...]
    settings: tuple[Setting, ...]
    unused: tuple[str, ...] = ()


class Row(NamedTuple):
    """A row of the file: its number among them, and its cells that are not empty."""

    number: int
    cells: Mapping[str, str]


def read(path: pathlib.Path, scenario: Scenario) -> PlayLog:
    """The plays in a file, by the rules of a scenario; ScenarioError with all that is wrong, OSError."""
    header, rows, document = _table(path)
    reader = _Reader(scenario, document, header)
    reader.check_header()
    reader.faults.raise_any()
    plays = tuple(reader.plays(rows))
    reader.faults.raise_any()
    return PlayLog(str(path), plays, tuple(reader.settings), tuple(reader.unused))


def _table(path: pathlib.Path) -> tuple[list[str], list[Row], Document]:
    """Header, rows, and a document that knows the place of each cell, and none of their text."""
    document = Document(str(path), path.parent, "", {})
    faults = Faults(document, most=None)
    try:
        table = read_table_file(path, (PLAY, *OF_SEATS, PLAYERS, VERSION, MINUTES, ENDING, *LENGTHS))
    except EmptyTableError:
        raise ScenarioError([Fault(f"{path}:1:1", NO_PLAYS)]) from None
    except TableError as error:
        raise ScenarioError([Fault(f"{path}:{wrong.where()}", wrong.message) for wrong in error.told()]) from None
    header = table.header.cells
    rows: list[Row] = []
    for row in [table.header, *table.rows]:
        path_of_row: Path = (row.line,)
        document.marks[path_of_row] = Mark(row.line, 1, 1)
        for place, name in enumerate(header[: len(row.cells)]):
            at = table.mistake(row, place, "")
            document.marks[row.line, name] = Mark(at.line, at.column, 1)
        if row is table.header:
            document.marks.update({(name,): document.marks[row.line, name] for name in header})
        elif any(row.cells[len(header) :]):
            faults.add(path_of_row, f"{plural(len(row.cells), 'cell')} where the header has {len(header)}")
        else:
            rows.append(Row(row.line, {name: cell for name, cell in zip(header, row.cells, strict=False) if cell}))
    if not rows and not faults.found:
        faults.add((), NO_PLAYS)
    faults.raise_any()
    return header, rows, document


@dataclass
class _Reader:
    """Reads rows as plays; settings: each once; places: of what is written, the place among them."""

    scenario: Scenario
    document: Document
    header: Sequence[str]
    settings: list[Setting] = field(default_factory=list)
    places: dict[tuple[Any, ...], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        game = self.scenario.game
        self.faults = Faults(self.document, most=None)
        self.resolver = Resolver(game, self.document, self.faults)
        self.numbers = [*LENGTHS, MINUTES, *(extra.name for extra in game.extras)]
        self.rules = {name: name.removeprefix("rules.") for name in self.header if self._is_rule(name)}
        known = {PLAY, PLAYERS, VERSION, ENDING, *OF_SEATS, *self.numbers, *self.rules}
        self.unused = [name for name in self.header if name and name not in known]

    def _is_rule(self, name: str) -> bool:
        taken = {*OF_SEATS, *LENGTHS, PLAY, PLAYERS, ENDING}
        return name.removeprefix("rules.") in self.resolver.knobs and name not in taken

    # The header -----------------------------------------------------------------------------------------------------
    def check_header(self) -> None:
        """What is wrong with the columns."""
        for name in sorted({name for name in self.header if name and self.header.count(name) > 1}):
            self.faults.add((name,), f"column {name!r} stands there twice")
        if PLAY not in self.header and {SEAT, PLAYER} & {*self.header}:
            name = next(name for name in self.header if name in (SEAT, PLAYER))
            self.faults.add((name,), "a row for each seat needs a column play, which says what rows belong together")
        for name in self.unused:
            if name.startswith("rules."):
                rule = name.removeprefix("rules.")
                self.faults.unknown((name,), f"rule of {self.scenario.game.name}", rule, self.resolver.knobs, key=False)
        if {*self.header} <= {PLAY, PLAYER, PLAYERS, VERSION, *self.rules, *self.unused}:
            there = f"columns: {', '.join([SCORE, WON, ENDING, *self.numbers])}"
            self.faults.add((), sentence("no figure of a play in the file", there, *map(self._near, self.unused[:1])))

    def _near(self, name: str) -> str:
        return did_you_mean(name, [SCORE, WON, ENDING, *self.numbers])

    # Plays ------------------------------------------------------------------------------------------------------------
    def plays(self, rows: Sequence[Row]) -> Iterator[LoggedPlay]:
        """The plays, in the order of their first rows; what is wrong is added to the faults."""
        grouped: dict[str, list[Row]] = {}
        for row in rows:
            if PLAY in self.header and PLAY not in row.cells:
                self._wrong(row, PLAY, "which play is it? write its number, or any word of its own")
            grouped.setdefault(row.cells.get(PLAY, f"row {row.number}"), []).append(row)
        for group in grouped.values():
            before = len(self.faults)
            shared = self._shared(group)
            seated = tuple(self._seated(group)) if {*OF_SEATS} & {*self.header} and PLAY in self.header else ()
            setting = self._setting(group[0], shared, len(seated))
            figures = {name: self._number(*shared[name], name) for name in self.numbers if name in shared}
            endings = self._endings(*shared[ENDING]) if ENDING in shared else {}
            self._check_seats(group, seated, len(group) if setting is None else self.settings[setting].players)
            if setting is not None and len(self.faults) == before:
                known = {name: value for name, value in figures.items() if value is not None}
                yield LoggedPlay(setting, seated, known | endings)

    def _shared(self, group: Sequence[Row]) -> dict[str, tuple[Row, str]]:
        """The cells of the whole play, each with the row where it first stands."""
        found: dict[str, tuple[Row, str]] = {}
        for row in group:
            for name, cell in row.cells.items():
                if name in OF_SEATS or name in self.unused:
                    continue
                first, value = found.setdefault(name, (row, cell))
                if value != cell:
                    self._wrong(row, name, f"{name} is another one than in line {first.number}, of the same play")
        return found

    def _seated(self, group: Sequence[Row]) -> Iterator[Seated]:
        for row in group:
            cells = row.cells
            seat = self._seat(row) if SEAT in cells else None
            score = self._number(row, cells[SCORE], SCORE) if SCORE in cells else None
            yield Seated(seat, score, self._won(row, cells[WON]) if WON in cells else None)

    def _setting(self, row: Row, shared: Mapping[str, tuple[Row, str]], seated: int) -> int | None:
        """By what a play was played, as a place among the settings; None where that is wrong."""
        written = {name: shared[name] for name in (VERSION, PLAYERS, *self.rules) if name in shared}
        key = (seated, *((name, cell) for name, (_, cell) in written.items()))
        if key not in self.places:
            before = len(self.faults)
            setting = self._turned(self._version(written), row, written, seated)
            if len(self.faults) == before:
                for knob, problem in self.resolver.problems(setting, (row.number,)):
                    self._wrong(row, knob, problem)
            if len(self.faults) > before:
                return None
            if setting not in self.settings:
                self.settings.append(setting)
            self.places[key] = self.settings.index(setting)
        return self.places[key]

    def _version(self, written: Mapping[str, tuple[Row, str]]) -> Setting:
        """The variant of the scenario that a play names, or the base rules."""
        scenario = self.scenario
        row, version = written.get(VERSION, (None, BASE))
        if row is not None and version != BASE and version not in scenario.variants:
            there = f"it has: {', '.join([BASE, *scenario.variants])}"
            near = did_you_mean(version, scenario.variants) or "add it under variants:"
            self._wrong(row, VERSION, sentence("no variant of the scenario has that name", there, near))
        return scenario.variants.get(version, scenario.base)

    def _turned(self, setting: Setting, row: Row, written: Mapping[str, tuple[Row, str]], seated: int) -> Setting:
        """A setting with the players and rules that a play names."""
        first, cell = written.get(PLAYERS, (row, ""))
        players = typed(cell) if cell else seated or setting.players
        before = len(self.faults)
        setting = self.resolver.turned(setting, PlayersLever(), players, (first.number, PLAYERS))
        if len(self.faults) > before and not cell:
            rows = plural(seated, "row")
            self._wrong(first, PLAYERS, f"this play has {rows}: log every seat, or how many sat there as `players`")
        for name, rule in self.rules.items():
            if name in written:
                first, cell = written[name]
                value = RuleLever(rule).read(cell, self.resolver)
                setting = self.resolver.turned(setting, RuleLever(rule), value, (first.number, name))
        return setting

    def _check_seats(self, group: Sequence[Row], seated: Sequence[Seated], players: int) -> None:
        """What is wrong with the seats of a play, taken together."""
        if len(seated) > players:
            self._wrong(group[players], PLAY, f"more rows than {players} players in one play")
        taken: set[int] = set()
        for row, one in zip(group, seated, strict=False):
            if one.seat is not None and (one.seat in taken or one.seat > players):
                why = "is there twice" if one.seat in taken else f"is not among {players} players"
                self._wrong(row, SEAT, f"seat {one.seat} {why} in this play")
            taken |= {one.seat} if one.seat is not None else set()

    # Cells ------------------------------------------------------------------------------------------------------------
    def _wrong(self, row: Row, name: str, message: str) -> None:
        self.faults.add((row.number, name), message)

    def _number(self, row: Row, cell: str, name: str) -> float | None:
        try:
            value = float(cell.replace("\N{MINUS SIGN}", "-").replace("_", ""))
        except ValueError:
            value = math.nan
        least = -MOST if name not in (*LENGTHS, MINUTES) else 0
        if least <= value <= MOST:
            return value
        self._wrong(row, name, f"{name} is a number{'' if least else ', 0 or more'}; leave the cell empty if unknown")
        return None

    def _endings(self, row: Row, cell: str) -> dict[str, float]:
        """1 for the ending of a play, 0 for all others."""
        names = self.scenario.game.endings_by_number[1:]  # 0: still running
        if cell not in names:
            there = f"{self.scenario.game.title} ends by: {', '.join(names)}"
            self._wrong(row, ENDING, sentence("no ending of the game has that name", there, did_you_mean(cell, names)))
        return {f"{ENDING_SHARE}.{name}": float(name == cell) for name in names}

    def _seat(self, row: Row) -> int | None:
        cell = row.cells[SEAT]
        if cell.isascii() and cell.isdigit() and int(cell) > 0:
            return int(cell)
        self._wrong(row, SEAT, "a seat is a number, 1 for who begins; people's names go into the column player")
        return None

    def _won(self, row: Row, cell: str) -> bool | None:
        word = cell.lower()
        if word in YES or word in NO:
            return word in YES
        self._wrong(row, WON, "won is yes or no; leave the cell empty if unknown")
        return None
