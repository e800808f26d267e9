"""The names of a game that a scenario may use, looked up by levers and the resolver.

Figures of a component table by name: `parts.Stein.value` is an axis, an option and a key like any knob.
"""

from __future__ import annotations

import os
import pathlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from balancer.core.component_table import NAME, TABLE_ENDINGS, Changes, ComponentColumn
from balancer.core.game import Game, Parts
from balancer.core.knobs import Knob, TableKnob
from balancer.core.text_table import TableError, as_name
from balancer.scenario.errors import Fault
from balancer.scenario.faults import Faults
from balancer.scenario.file.yaml_source import Path, YamlDocument
from balancer.scenario.literals import names_in_a_row, sentence, shown
from balancer.scenario.setting import Setting, changes_of
from balancer.wording import did_you_mean

Files = Mapping[str, pathlib.Path]  # component tables that are not the game's own, by the knob that names them
Figure = tuple[str, str, str]  # the knob that names the table, the name of the rows, the column


class PartFigures:
    """The figures of a game's component tables, found by the name of a card (tile ...) and a column."""

    def __init__(self, game: Game) -> None:
        """Prepare; tables are read when a name is looked up."""
        self.game = game
        self._rows: dict[tuple[str, pathlib.Path | None], Mapping[str, Sequence[Mapping[str, Any]]]] = {}

    def find(self, name: str, row: str, column: str, files: Files) -> Figure | str:
        """Return the table, row and column of a figure called `name`, or an error message.

        `parts.KNOB.NAME.COLUMN` chooses one of several tables; then `row` is `KNOB.NAME`.  Names may contain dots.
        """
        knobs = list(self.game.components)
        table, dot, rest = row.partition(".")
        if dot and table in knobs:
            knobs, row = [table], rest
        if not knobs:
            return f"{name!r}: {self.game.title} has no component table"
        if not row:
            example = next(self.names(files), "parts.Stein.value")
            return f"{name!r} names no figure; write parts.NAME.COLUMN, as in {example}"
        having = [knob for knob in knobs if row in self._table(knob, files)]
        if len(having) > 1:
            return f"{row} is in several tables; write {' or '.join(f'parts.{knob}.{row}.{column}' for knob in having)}"
        if not having:
            names = [other for knob in knobs for other in self._table(knob, files)]
            if not names:
                return f"{name!r}: rows of the component table have no names; change them in a table of your own"
            wrong = f"no row of the component table is named {shown(row)}"
            return sentence(wrong, f"there: {names_in_a_row(names)}", did_you_mean(row, names))
        columns = [other.name for other in self._columns(having[0])]
        if column not in columns:
            by_title = {as_name(other.title): other.name for other in self._columns(having[0]) if other.title}
            right_name = by_title.get(as_name(column))
            near = f"write {right_name}, as the game calls it" if right_name else did_you_mean(column, columns)
            return sentence(f"{row} has no figure {shown(column)}", f"allowed: {names_in_a_row(columns)}", near)
        return having[0], row, column

    def fault_of(self, name: str, figure: Figure, value: Any) -> str:
        """Return what is wrong with a value of the figure called `name`, '' if nothing is."""
        column = self.column(figure)
        limits = column.limits
        number = isinstance(value, int | float if column.decimal else int) and not isinstance(value, bool)
        if (column.low is not None or column.decimal) and not number:
            what = "number" if column.decimal else "whole number"
            return sentence(f"{name}: {shown(value)} is not a {what}", f"allowed: {limits}")
        if column.low is None and not column.decimal and not isinstance(value, str):
            return sentence(f"{name}: {shown(value)} is not text", f"allowed: {limits}")
        _, message = column.read(str(value))
        hint = "" if str(limits) in message else f"allowed: {limits}"
        return sentence(f"{name}: {message.removeprefix(f'{column.name} ')}", hint) if message else ""

    def printed(self, figure: Figure, files: Files) -> Any:
        """Return a figure as its table has it; None if rows of one name differ."""
        table, name, column = figure
        values = {row[column] for row in self._table(table, files)[name]}
        return values.pop() if len(values) == 1 else None

    def column(self, figure: Figure) -> ComponentColumn:
        """Return the column of a figure."""
        return next(column for column in self._columns(figure[0]) if column.name == figure[2])

    def names(self, files: Files) -> Iterator[str]:
        """Yield all figures by name, for hints."""
        for knob in self.game.components:
            for row in self._table(knob, files):
                yield from (f"parts.{row}.{column.name}" for column in self._columns(knob))

    def offered(self, knob: str) -> Iterator[tuple[str, list[ComponentColumn]]]:
        """Yield the rows of the game's own table by name, with the columns that a scenario can change."""
        for row in self._table(knob, {}):
            yield row, self._columns(knob)

    def _columns(self, knob: str) -> list[ComponentColumn]:
        return [column for column in self.game.components[knob].columns if column.name != NAME]

    def _table(self, knob: str, files: Files) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """Return the rows of a table by name; {} if it can't be read, which is reported where it is named."""
        file = files.get(knob)
        if (knob, file) not in self._rows:
            try:
                rows = self.game.components[knob].rows(file or self.game.own_table(knob))
            except (TableError, OSError):
                rows = {}
            self._rows[knob, file] = rows
        return self._rows[knob, file]


class Terms:
    """Knobs, habits, personas, figures and component tables of a game, by the names that scenarios use.

    Faults are reported to `faults`.
    """

    def __init__(self, game: Game, document: YamlDocument, faults: Faults) -> None:
        self.game = game
        self.document = document
        self.faults = faults
        self.knobs = {knob.name: knob for knob in game.knobs}
        self.habits = {habit.name: habit for habit in game.habits}
        self.builtin = {persona.name: persona for persona in game.all_personas}
        self.figures = PartFigures(game)
        self._tables: dict[tuple[str, pathlib.Path | None, Changes], Parts | None] = {}

    def _file(self, knob: Knob, name: str) -> pathlib.Path | None:
        file = pathlib.Path(os.path.normpath(self.document.folder / name))
        return None if name == knob.default and not file.exists() else file  # None: the game's own table

    def table_files(self, files: Mapping[str, pathlib.Path], knob: Knob, value: Any) -> Mapping[str, pathlib.Path]:
        """Return `files` with the file that a knob's value names, if the knob names a component table."""
        if not isinstance(knob, TableKnob):
            return files
        others = {name: file for name, file in files.items() if name != knob.name}
        file = self._file(knob, value)
        return others if file is None else {**others, knob.name: file}

    def table(self, knob: Knob, name: str, path: Path) -> str:
        """Return the name of a valid component table, relative to the scenario's folder; report an invalid one."""
        file = self._file(knob, name)
        if self._read(knob.name, file, path) is not None and file is not None and pathlib.Path(name).is_absolute():
            return os.path.relpath(file, self.document.folder)  # results must not contain paths of this machine
        return name

    def parts(self, setting: Setting, path: Path) -> Parts | None:
        """Return the component tables of a setting; None if one is invalid, which is reported at `path`."""
        tables = {
            knob: self._read(knob, setting.table_files.get(knob), path, changes_of(setting.figures, knob))
            for knob in self.game.components
        }
        read = {knob: table for knob, table in tables.items() if table is not None}
        return self.game.joined(read) if len(read) == len(tables) else None

    def beside(self, value: Any) -> Any:
        """Return an option's value; a component table lies in the working folder, not next to the scenario."""
        if isinstance(value, str) and value.lower().endswith(TABLE_ENDINGS) and pathlib.Path(value).is_file():
            return os.path.relpath(value, self.document.folder)
        return value

    def _read(self, knob: str, file: pathlib.Path | None, path: Path, changes: Changes = ()) -> Parts | None:
        """Return the component table of a knob, read once; None if it is invalid, which is reported at `path`."""
        if (knob, file, changes) not in self._tables:
            self._tables[knob, file, changes] = None
            try:
                self._tables[knob, file, changes] = self.game.read_table(knob, file, changes)
            except TableError as error:
                if changes and self._read(knob, file, path) is not None:
                    with_ = ", ".join(f"parts.{name}.{column} {value}" for name, column, value in changes)
                    first = error.mistakes[0]
                    self.faults.add(
                        path,
                        f"with {with_}: {first.message} ({first.place or f'line {first.line}'} of {error.path.name})",
                    )
                elif not changes:
                    self.faults.found += [Fault(f"{error.path}:{m.where()}", m.message) for m in error.summary()]
            except OSError as error:
                self._missing(file, file or self.game.own_table(knob), error, path)
        return self._tables[knob, file, changes]

    def _missing(self, given: pathlib.Path | None, file: pathlib.Path, error: OSError, path: Path) -> None:
        """Report a table that can't be read; given: its file, None if it is the game's own."""
        folder = file.parent
        tables = (
            sorted(p.name for p in folder.glob("*") if p.suffix.lower() in TABLE_ENDINGS) if folder.is_dir() else []
        )
        wrong = f"can't read the component table {file}: {error.strerror or error}"
        nearby = (
            f"there: {', '.join(tables[:8])}"
            if tables
            else f"files are looked for next to the {'scenario' if given else 'game'}"
        )
        self.faults.add(path, sentence(wrong, nearby, did_you_mean(file.name, tables)))
