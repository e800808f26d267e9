"""The names of a game that a scenario may use, looked up by levers and the resolver."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Mapping
from typing import Any

from balancer.core.component_table import Changes
from balancer.core.game import Game, Parts
from balancer.core.knobs import Knob, TableKnob
from balancer.core.table_file import TABLE_ENDINGS
from balancer.core.text_table import TableError
from balancer.scenario.errors import Fault
from balancer.scenario.faults import Faults
from balancer.scenario.file.yaml_source import Path, YamlDocument
from balancer.scenario.literals import sentence
from balancer.scenario.part_figures import PartFigures
from balancer.scenario.setting import Setting, changes_of
from balancer.wording import did_you_mean


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
