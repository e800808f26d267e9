"""Logged plays of real people: a row per play, or per play and seat, every mistake with its place.

A log is CSV text, a workbook, or an export of BG Stats.  What its columns and cells mean: `logs/`.  Names of people are
read to tell rows apart, and are in no message.
"""

from __future__ import annotations

import dataclasses
import functools
import pathlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from balancer.core.table_file import read_table_bytes
from balancer.core.text_table import EmptyTableError, ParsedTable, TableError
from balancer.scenario.errors import Fault, ScenarioError
from balancer.scenario.faults import Faults
from balancer.scenario.file.yaml_source import YamlDocument, typed
from balancer.scenario.levers import PlayersLever, RuleLever
from balancer.scenario.literals import names_in_a_row, sentence
from balancer.scenario.logs import bg_stats, cells
from balancer.scenario.logs.columns import (
    ENDING,
    GAME,
    MINUTES,
    OF_SEATS,
    PLAY,
    PLAYERS,
    RANK,
    SCORE,
    VERSION,
    WON,
    Columns,
    as_said,
    assign,
    spelling,
    wanted_names,
)
from balancer.scenario.logs.play import ENDING_SHARE, LENGTHS, LoggedPlay, PlayLog, Seated
from balancer.scenario.logs.rows import LogRows, Mistakes
from balancer.scenario.logs.seats import check_seats, fill_in_losers, read_seats
from balancer.scenario.question import BASE
from balancer.scenario.resolve import Resolver
from balancer.scenario.resolved import Scenario
from balancer.scenario.setting import Setting
from balancer.wording import did_you_mean, listed, plural

NO_PLAYS = "no plays in the file: write a header, as in play,seat,score,won, and a row for each seat"

MAX_GAMES_NAMED = 8

CHOOSE_GAME = "choose one with --game NAME; beside a sweep, with title: NAME in the scenario"


def read(
    path: pathlib.Path, scenario: Scenario, columns: Mapping[str, str] | None = None, game: str | None = None
) -> PlayLog:
    """Return the plays in a file, by the rules of a scenario.

    columns: our names of columns by the file's, where they can't be known; game: whose plays are read, where the file
    has several.  ScenarioError with all that is wrong, OSError.
    """
    raw = path.read_bytes()
    try:
        if bg_stats.is_export(raw):
            table: ParsedTable = bg_stats.read_export(raw, path)
        else:
            table = read_table_bytes(raw, path, wanted_names(columns or ()))
    except EmptyTableError:
        raise ScenarioError([Fault(f"{path}:1:1", NO_PLAYS)]) from None
    except TableError as error:
        raise ScenarioError([Fault(f"{path}:{wrong.where()}", wrong.message) for wrong in error.told()]) from None
    return _Reader(table, scenario, columns or {}).read(game)


@dataclass
class _Reader:
    """Reads the rows of a table as plays; settings: each once."""

    table: dataclasses.InitVar[ParsedTable]
    scenario: Scenario
    given: Mapping[str, str]
    settings: list[Setting] = field(default_factory=list)

    def __post_init__(self, table: ParsedTable) -> None:
        game = self.scenario.game
        document = YamlDocument(str(table.path), table.path.parent, "", {})
        self.resolver = Resolver(game, document, Faults(document, most=None))
        self.numbers = [*LENGTHS, MINUTES, *(extra.name for extra in game.extras)]
        self.header = table.header.cells
        taken = {*OF_SEATS, *LENGTHS, PLAY, PLAYERS, ENDING}
        names = {name: name.removeprefix("rules.") for name in self.header}
        self.rules = {name: rule for name, rule in names.items() if rule in self.resolver.knobs and name not in taken}
        self.log = LogRows(table, self._columns(), Mistakes(table))

    # The header -------------------------------------------------------------------------------------------------------
    def _columns(self) -> Columns:
        try:
            return assign(self.header, [*self.numbers, *self.rules], self.given)
        except ValueError as error:
            raise ScenarioError([Fault("--columns", str(error))]) from None

    def _check_header(self) -> None:
        """Note what is wrong with the columns."""
        if any(name.replace(".", "").isdigit() for name in self.header) and not self.log.columns.places:
            said = "no header: this row holds numbers; write one above it, as in play,seat,score,won"
            self.log.mistakes.add(-1, None, said)
            self.log.mistakes.raise_any()
        columns, there = self.log.columns, f"columns: {', '.join([SCORE, WON, ENDING, *self.numbers])}"
        for name, number in Counter(filter(None, self.header)).items():
            if number > 1:
                last = len(self.header) - 1 - self.header[::-1].index(name)
                self.log.mistakes.add(-1, last, f"column {as_said(name)!r} stands there twice", "twice")
        of_seats = columns.find(OF_SEATS)
        there_are = f"the file has: {names_in_a_row(map(as_said, filter(None, self.header)))}"
        how = f"; rename it, or name it with --columns 'NAME={{}}'; {there_are}"
        if of_seats and PLAY not in columns:
            said = "a row for each seat needs a column play, which says what rows belong together"
            left_out = ",".join(f"{self.log.written(name)}=-" for name in of_seats)
            whole = f"; where each row is a whole play, leave out what is of seats: --columns '{left_out}'"
            self.log.mistakes.add(-1, columns.places[of_seats[0]], said + how.replace("{}", PLAY) + whole)
        for name in columns.unused:
            if name.startswith("rules."):
                faults = Faults(self.resolver.faults.document)
                rule = name.removeprefix("rules.")
                faults.unknown((), f"rule of {self.scenario.game.name}", rule, self.resolver.knobs, key=False)
                self.log.mistakes.add(-1, self.header.index(name), faults.found[-1].message)
        if not columns.find([SCORE, WON, RANK, ENDING, *self.numbers]):
            near = next(filter(None, (did_you_mean(name, [SCORE, WON, ENDING]) for name in columns.unused[:40])), "")
            said = sentence("no figure of a play in the file", there, near)
            self.log.mistakes.add(-1, 0, said + how.replace("{}", SCORE))

    # Plays ------------------------------------------------------------------------------------------------------------
    def read(self, game: str | None) -> PlayLog:
        """Return the plays, in the order of their first rows; ScenarioError."""
        if not self.log.table.rows:
            raise ScenarioError([Fault(f"{self.log.table.path}:1:1", NO_PLAYS)])
        self._check_header()
        for row, one in enumerate(self.log.table.rows):
            if any(one.cells[len(self.header) :]):
                said = f"{plural(len(one.cells), 'cell')} where the header has {len(self.header)}"
                self.log.mistakes.add(row, None, said, "cells")
        self.log.mistakes.raise_any()
        self.log.keep(self._of_game(game))
        if isinstance(self.log.table, bg_stats.ExportTable):
            self.log.keep(self._that_can_be_played())
        plays = self._plays(self.log.groups())
        path, unused = str(self.log.table.path), tuple(map(as_said, self.log.columns.unused))
        notes = (*self._contradictions(plays), *self._notes())
        return PlayLog(path, plays, tuple(self.settings), unused, notes, frozenset(self.log.columns.places))

    def _of_game(self, wanted: str | None) -> list[int]:
        """Return the rows of the game that was played; which one it is must be known where there are several."""
        if GAME not in self.log.columns:
            if wanted:
                raise ScenarioError([Fault("--game", f"the file names no games; leave out --game {wanted}")])
            return list(range(len(self.log.table.rows)))
        texts = self.log.texts(GAME)
        ids = self.log.texts(PLAY) if PLAY in self.log.columns else [str(row) for row in range(len(texts))]
        plays = Counter(text for _, text in dict.fromkeys(zip(ids, texts, strict=True)))
        spelled = {spelling(name): name for name in plays}
        names = [wanted] if wanted else [self.scenario.game.title, self.scenario.game.name, self.scenario.title]
        found = next((spelled[spelling(name)] for name in names if spelling(name) in spelled), None)
        if found is None and len(plays) == 1 and not wanted:
            (found,) = plays
        if found is None:
            most = [
                f"{as_said(name) or '(no name)'} ({plural(many, 'play')})"
                for name, many in plays.most_common(MAX_GAMES_NAMED)
            ]
            more = f" and {len(plays) - len(most)} more" if len(plays) > len(most) else ""
            there = f"there are plays of {', '.join(most)}{more}"
            said = f"no plays of {wanted!r} in the file" if wanted else f"plays of {len(plays)} games in the file"
            near = did_you_mean(wanted or "", map(as_said, plays)) or CHOOSE_GAME
            raise ScenarioError([Fault(str(self.log.table.path), sentence(said, there, near))])
        if len(plays) > 1:
            every = sum(plays.values())
            self.log.counts[
                f"read: {plural(plays[found], 'play')} of {as_said(found)}; of {every} plays, the others are not"
            ] = 1
        return [row for row, text in enumerate(texts) if text == found]

    def _that_can_be_played(self) -> list[int]:
        """Return the rows of plays with as many players as the game takes: an export can't be edited."""
        least, most = PlayersLever().ends(self.resolver)
        groups = self.log.groups()
        odd = {len(group) for group in groups if not least <= len(group) <= most}
        kept = [group for group in groups if len(group) not in odd]
        if odd:
            players = listed([str(number) for number in sorted(odd)], last="or")
            noun = "player" if odd == {1} else "players"
            takes = f"with {players} {noun}, where {self.scenario.game.title} takes {least} to {most}"
            self.log.counts[f"left out: {plural(len(groups) - len(kept), 'play')} {takes}"] = 1
        if not kept:
            self.log.mistakes.add(-1, None, f"no play of {least} to {most} players in the file")
            self.log.mistakes.raise_any()
        return [row for group in kept for row in group]

    def _plays(self, groups: Sequence[list[int]]) -> tuple[LoggedPlay, ...]:
        seated = read_seats(self.log, groups)
        figures = self._figures(groups)
        settings = self._settings(groups, seated)
        for group, rows, setting in zip(groups, seated, settings, strict=True):
            check_seats(self.log, group, rows, len(group) if setting is None else self.settings[setting].players)
        self.log.mistakes.raise_any()
        fill_in_losers(self.log, seated, [self.settings[setting or 0].players for setting in settings])
        return tuple(
            LoggedPlay(setting or 0, tuple(rows), known)
            for setting, rows, known in zip(settings, seated, figures, strict=True)
        )

    # The whole play ---------------------------------------------------------------------------------------------------
    def _figures(self, groups: Sequence[list[int]]) -> list[dict[str, float]]:
        """Return the numbers of each play that are known, and for each ending whether it is the play's."""
        figures: list[dict[str, float]] = [{} for _ in groups]
        for name in self.log.columns.find(self.numbers):
            is_length = name in (*LENGTHS, MINUTES)
            least = 0 if is_length else -cells.MAX_NUMBER
            read = functools.partial(cells.read_number, name=name, least=least)
            values = self.log.values(name, cells.read_minutes if name == MINUTES else read)
            for known, row in zip(figures, self.log.shared(groups, name), strict=True):
                value = None if row is None else values[row]
                if value == 0 and is_length:
                    self.log.counts[f"{name} 0 is taken for not logged ({{plays}})"] += 1
                elif value is not None:
                    known[name] = value
            if name == MINUTES and any(":" in text for text in {*self.log.texts(name)}):
                self.log.counts["minutes with a colon are read as hours:minutes"] = 1
        if ENDING in self.log.columns:
            names = self.scenario.game.endings_by_number[1:]  # 0: still running
            endings = self.log.values(
                ENDING, functools.partial(_read_ending, title=self.scenario.game.title, names=names)
            )
            for known, row in zip(figures, self.log.shared(groups, ENDING), strict=True):
                if row is not None and endings[row] is not None:
                    known |= {f"{ENDING_SHARE}.{name}": float(name == endings[row]) for name in names}
        return figures

    def _settings(self, groups: Sequence[list[int]], seated: Sequence[Sequence[Seated]]) -> list[int | None]:
        """Return by what each play was played, as a place among the settings; None where that is wrong."""
        names = self.log.columns.find([VERSION, PLAYERS, *self.rules])
        texts = {name: self.log.texts(name) for name in names}
        shared = [self.log.shared(groups, name) for name in names]
        places: dict[Any, int | None] = {}
        wrong: dict[Any, list[tuple[str, str]]] = {}
        found = []
        for number, (group, rows) in enumerate(zip(groups, seated, strict=True)):
            first = {name: row for name, rows_ in zip(names, shared, strict=True) if (row := rows_[number]) is not None}
            written = {name: texts[name][row] for name, row in first.items()}
            key = (len(rows), *written.items())
            if key not in places:
                setting, wrong[key] = self._setting(written, len(rows), self._other_play(len(groups)))
                if setting not in self.settings and not wrong[key]:
                    self.settings.append(setting)
                places[key] = None if wrong[key] else self.settings.index(setting)
            for name, message in wrong[key]:
                self.log.wrong(first.get(name, group[0]), name, message)
            found.append(places[key])
        return found

    def _setting(self, written: Mapping[str, str], seated: int, other: str) -> tuple[Setting, list[tuple[str, str]]]:
        """Return the setting that a play names by its cells, and what is wrong with it, by column.

        other: what is to be said where the rows are too few.
        """
        scenario, wrong = self.scenario, list[tuple[str, str]]()
        version = written.get(VERSION, BASE)
        if version != BASE and version not in scenario.variants:
            there = f"it has: {', '.join([BASE, *scenario.variants])}"
            near = did_you_mean(version, scenario.variants) or "add it under variants:"
            wrong.append((VERSION, sentence("no variant of the scenario has that name", there, near)))
        setting = scenario.variants.get(version, scenario.base)
        players = written.get(PLAYERS, "")
        value = typed(players.removesuffix(".0")) if players else seated or setting.players
        setting = self._turned(setting, PlayersLever(), value, PLAYERS, wrong)
        if wrong and not players and wrong[-1][0] == PLAYERS:
            rows = plural(seated, "row")
            said = f"this play has {rows}: log every seat, or how many sat there as `players`"
            wrong.append((PLAYERS, said + other))
        for name, rule in self.rules.items():
            if name in written:
                lever = RuleLever(rule)
                setting = self._turned(setting, lever, lever.read(written[name], self.resolver), name, wrong)
        if not wrong:
            wrong += self.resolver.problems(setting, ())
        return setting, wrong

    def _turned(self, setting: Setting, lever: Any, value: Any, name: str, wrong: list[tuple[str, str]]) -> Setting:
        """Return a setting with a value; what is wrong with it is added to `wrong`."""
        faults = self.resolver.faults
        before = len(faults)
        setting = self.resolver.turned(setting, lever, value, (name,))
        wrong += [(name, fault.message) for fault in faults.found[before:]]
        return setting

    # What is said -----------------------------------------------------------------------------------------------------
    def _contradictions(self, plays: Sequence[LoggedPlay]) -> Iterator[str]:
        """Yield what contradicts itself, a sentence each."""
        scored = known = beaten = worst = everybody = nobody = 0
        lowest_wins = self.scenario.game.lowest_wins
        order, first, last = (-1, "lowest", "highest") if lowest_wins else (1, "highest", "lowest")
        for play in plays:
            won = [one.won for one in play.seated]
            if len(won) != self.settings[play.setting].players or None in won:
                continue
            known += 1
            everybody += all(won) and len(won) > 1
            nobody += not any(won)
            scores = [order * one.score for one in play.seated if one.score is not None]
            if any(won) and len(scores) == len(won):
                best = max(score for score, wins in zip(scores, won, strict=True) if wins)
                scored += 1
                beaten += best < max(scores)
                worst += best == min(scores) < max(scores)
        if beaten:
            also = f", and in {worst} of them the {last}: does the {last} win?" if worst > scored / 2 else ""
            yield f"in {beaten} of {plural(scored, 'play')} the winner does not have the {first} score{also}"
        if known and nobody == known:
            said = f"is that what the column {self.log.written(WON, RANK)} says?"
            yield f"nobody wins any of {plural(known, 'play')}: {said}"
        elif everybody or nobody:
            many = plural(known, "play")
            yield f"of {many}, everybody wins {everybody} and nobody {nobody}; those who win together share the win"
        yield from filter(None, [self._other_play(len(plays)).lstrip("; ")])

    def _other_play(self, plays: int) -> str:
        """Return that another column may say what rows belong together, where each row of a seat is a play; or ''."""
        if (
            plays < len(self.log.table.rows)
            or plays == 1
            or PLAY not in self.log.columns
            or not self.log.columns.find(OF_SEATS)
        ):
            return ""
        what = f"; by the column {self.log.written(PLAY)} every row is a play of its own"
        return f"{what}: if it is not, name another with --columns 'NAME={PLAY}'"

    def _notes(self) -> Iterator[str]:
        """Yield what was taken for what, and what of the file is not read."""
        yield from self.log.table.notes
        apart = {";": "semicolons between cells", "\t": "tabs between cells", "|": "| between cells"}
        taken = [apart.get(getattr(self.log.table, "separator", ""), ""), self.log.columns.taken]
        if any(taken):
            yield f"taken: {'; '.join(filter(None, taken))}"
        for text, number in self.log.counts.items():
            yield text.replace("{plays}", plural(number, "play"))


def _read_ending(text: str, title: str, names: Sequence[str]) -> str:
    """Return an ending of the game by its name, in any spelling."""
    found = {spelling(name): name for name in names}.get(spelling(text))
    if found is None:
        there = f"{title} ends by: {', '.join(names)}"
        raise ValueError(sentence("no ending of the game has that name", there, did_you_mean(text, names)))
    return found
