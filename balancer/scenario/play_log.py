"""Logged plays of real people: a row per play, or per play and seat; every mistake is reported with its place.

A log is CSV text, a workbook, or an export of BG Stats.  `logs/` reads its columns and cells.  People's names are
read to distinguish rows, and appear in no message.
"""

from __future__ import annotations

import dataclasses
import functools
import pathlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from balancer.core.component_table import read_table_bytes
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
from balancer.sides import RIVALS
from balancer.wording import did_you_mean, listed, plural

NO_PLAYS = "no plays in the file: write a header, as in play,seat,score,won, and a row for each seat"

MAX_GAMES_NAMED = 8
CHOOSE_GAME = "choose one with --game NAME, or with title: NAME in the scenario of a sweep"


def read(
    path: pathlib.Path, scenario: Scenario, columns: Mapping[str, str] | None = None, game: str | None = None
) -> PlayLog:
    """Return the plays in a file, read by the rules of a scenario.

    columns: our names of columns by the file's, for columns that can't be recognised; game: the game whose plays are
    read, if the file has several.  ScenarioError: all that is wrong; OSError.
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
        raise ScenarioError([Fault(f"{path}:{wrong.where()}", wrong.message) for wrong in error.summary()]) from None
    return _Reader(table, scenario, columns or {}).read(game)


@dataclass
class _Reader:
    """Reader of a table's rows as plays."""

    table: dataclasses.InitVar[ParsedTable]
    scenario: Scenario
    given: Mapping[str, str]  # our names of columns by the file's
    settings: list[Setting] = field(default_factory=list)  # of the plays, each once

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
        """Note mistakes in the columns."""
        if any(name.replace(".", "").isdigit() for name in self.header) and not self.log.columns.places:
            message = "no header: this row holds numbers; write one above it, as in play,seat,score,won"
            self.log.mistakes.add(-1, None, message)
            self.log.mistakes.raise_any()
        columns, allowed = self.log.columns, f"columns: {', '.join([SCORE, WON, ENDING, *self.numbers])}"
        for name, number in Counter(filter(None, self.header)).items():
            if number > 1:
                last = len(self.header) - 1 - self.header[::-1].index(name)
                self.log.mistakes.add(-1, last, f"column {as_said(name)!r} appears twice", "twice")
        of_seats = columns.find(OF_SEATS)
        there_are = f"the file has: {names_in_a_row(map(as_said, filter(None, self.header)))}"
        how = f"; rename it, or name it with --columns 'NAME={{}}'; {there_are}"
        if of_seats and PLAY not in columns:
            message = "a row for each seat needs a column play, which says which rows belong together"
            left_out = ",".join(f"{self.log.written(name)}=-" for name in of_seats)
            whole = f"; if each row is a whole play, leave the columns of seats out: --columns '{left_out}'"
            self.log.mistakes.add(-1, columns.places[of_seats[0]], message + how.replace("{}", PLAY) + whole)
        for name in columns.unused:
            if name.startswith("rules."):
                faults = Faults(self.resolver.faults.document)
                rule = name.removeprefix("rules.")
                faults.unknown((), f"rule of {self.scenario.game.name}", rule, self.resolver.knobs, key=False)
                self.log.mistakes.add(-1, self.header.index(name), faults.found[-1].message)
        if not columns.find([SCORE, WON, RANK, ENDING, *self.numbers]):
            near = next(filter(None, (did_you_mean(name, [SCORE, WON, ENDING]) for name in columns.unused[:40])), "")
            message = sentence("no figure of a play in the file", allowed, near)
            self.log.mistakes.add(-1, 0, message + how.replace("{}", SCORE))

    # Plays ------------------------------------------------------------------------------------------------------------
    def read(self, game: str | None) -> PlayLog:
        """Return the plays, in the order of their first rows; ScenarioError."""
        if not self.log.table.rows:
            raise ScenarioError([Fault(f"{self.log.table.path}:1:1", NO_PLAYS)])
        self._check_header()
        for number, row in enumerate(self.log.table.rows):
            if any(row.cells[len(self.header) :]):
                message = f"{plural(len(row.cells), 'cell')} where the header has {len(self.header)}"
                self.log.mistakes.add(number, None, message, "cells")
        self.log.mistakes.raise_any()
        self.log.keep(self._of_game(game))
        if isinstance(self.log.table, bg_stats.ExportTable):
            self.log.keep(self._that_can_be_played())
        plays = self._plays(self.log.groups())
        path, unused = str(self.log.table.path), tuple(map(as_said, self.log.columns.unused))
        notes = (*self._contradictions(plays), *self._notes())
        return PlayLog(path, plays, tuple(self.settings), unused, notes, frozenset(self.log.columns.places))

    def _of_game(self, name: str | None) -> list[int]:
        """Return the rows of the game; ScenarioError if there are several and none is chosen."""
        if GAME not in self.log.columns:
            if name:
                raise ScenarioError([Fault("--game", f"the file names no games; leave out --game {name}")])
            return list(range(len(self.log.table.rows)))
        texts = self.log.texts(GAME)
        ids = self.log.texts(PLAY) if PLAY in self.log.columns else [str(row) for row in range(len(texts))]
        plays = Counter(text for _, text in dict.fromkeys(zip(ids, texts, strict=True)))
        spelled = {spelling(text): text for text in plays}
        names = [name] if name else [self.scenario.game.title, self.scenario.game.name, self.scenario.title]
        game = next((spelled[spelling(word)] for word in names if spelling(word) in spelled), None)
        if game is None and len(plays) == 1 and not name:
            (game,) = plays
        if game is None:
            most = [
                f"{as_said(text) or '(no name)'} ({plural(number, 'play')})"
                for text, number in plays.most_common(MAX_GAMES_NAMED)
            ]
            more = f" and {len(plays) - len(most)} more" if len(plays) > len(most) else ""
            wrong = f"no plays of {name!r} in the file" if name else f"plays of {len(plays)} games in the file"
            near = did_you_mean(name or "", map(as_said, plays)) or CHOOSE_GAME
            message = sentence(wrong, f"there are plays of {', '.join(most)}{more}", near)
            raise ScenarioError([Fault(str(self.log.table.path), message)])
        if len(plays) > 1:
            every = sum(plays.values())
            self.log.counts[f"read: {plural(plays[game], 'play')} of {as_said(game)}, out of {every} plays"] = 1
        return [row for row, text in enumerate(texts) if text == game]

    def _that_can_be_played(self) -> list[int]:
        """Return the rows of plays with a number of players that the game takes: an export can't be edited."""
        least, most = PlayersLever().limits(self.resolver)
        groups = self.log.groups()
        odd = {len(group) for group in groups if not least <= len(group) <= most}
        playable = [group for group in groups if len(group) not in odd]
        if odd:
            players = listed([str(number) for number in sorted(odd)], last="or")
            noun = "player" if odd == {1} else "players"
            takes = f"with {players} {noun}, where {self.scenario.game.title} takes {least} to {most}"
            self.log.counts[f"left out: {plural(len(groups) - len(playable), 'play')} {takes}"] = 1
        if not playable:
            self.log.mistakes.add(-1, None, f"no play of {least} to {most} players in the file")
            self.log.mistakes.raise_any()
        return [row for group in playable for row in group]

    def _plays(self, groups: Sequence[list[int]]) -> tuple[LoggedPlay, ...]:
        seated = read_seats(self.log, groups, self.scenario.game)
        figures = self._figures(groups)
        settings = self._settings(groups, seated)
        for group, rows, setting in zip(groups, seated, settings, strict=True):
            check_seats(self.log, group, rows, len(group) if setting is None else self.settings[setting].players)
        self.log.mistakes.raise_any()
        if self.scenario.game.sides == RIVALS:
            fill_in_losers(self.log, seated, [self.settings[setting or 0].players for setting in settings])
        return tuple(
            LoggedPlay(setting or 0, tuple(rows), numbers)
            for setting, rows, numbers in zip(settings, seated, figures, strict=True)
        )

    # The whole play ---------------------------------------------------------------------------------------------------
    def _figures(self, groups: Sequence[list[int]]) -> list[dict[str, float]]:
        """Return the known numbers of each play, and for each ending whether the play has it."""
        figures: list[dict[str, float]] = [{} for _ in groups]
        for name in self.log.columns.find(self.numbers):
            is_length = name in (*LENGTHS, MINUTES)
            least = 0 if is_length else -cells.MAX_NUMBER
            read = functools.partial(cells.read_number, name=name, least=least)
            values = self.log.values(name, cells.read_minutes if name == MINUTES else read)
            for numbers, row in zip(figures, self.log.shared(groups, name), strict=True):
                value = None if row is None else values[row]
                if value == 0 and is_length:
                    self.log.counts[f"{name} 0 counts as not logged ({{plays}})"] += 1
                elif value is not None:
                    numbers[name] = value
            if name == MINUTES and any(":" in text for text in {*self.log.texts(name)}):
                self.log.counts["minutes with a colon are read as hours:minutes"] = 1
        if ENDING in self.log.columns:
            names = self.scenario.game.endings_by_number[1:]  # 0: still running
            endings = self.log.values(
                ENDING, functools.partial(_read_ending, title=self.scenario.game.title, names=names)
            )
            for numbers, row in zip(figures, self.log.shared(groups, ENDING), strict=True):
                if row is not None and endings[row] is not None:
                    numbers |= {f"{ENDING_SHARE}.{name}": float(name == endings[row]) for name in names}
        return figures

    def _settings(self, groups: Sequence[list[int]], seated: Sequence[Sequence[Seated]]) -> list[int | None]:
        """Return the setting of each play as a position in `settings`; None if it is wrong."""
        names = self.log.columns.find([VERSION, PLAYERS, *self.rules])
        texts = {name: self.log.texts(name) for name in names}
        shared = [self.log.shared(groups, name) for name in names]
        places: dict[Any, int | None] = {}
        wrong: dict[Any, list[tuple[str, str]]] = {}
        positions = []
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
            positions.append(places[key])
        return positions

    def _setting(self, written: Mapping[str, str], seated: int, other: str) -> tuple[Setting, list[tuple[str, str]]]:
        """Return the setting that a play names by its cells, and what is wrong with it, by column.

        other: added to the message if the rows are too few.
        """
        scenario, wrong = self.scenario, list[tuple[str, str]]()
        version = written.get(VERSION, BASE)
        if version != BASE and version not in scenario.variants:
            names = f"it has: {', '.join([BASE, *scenario.variants])}"
            near = did_you_mean(version, scenario.variants) or "add it under variants:"
            wrong.append((VERSION, sentence("no variant of the scenario has that name", names, near)))
        setting = scenario.variants.get(version, scenario.base)
        players = written.get(PLAYERS, "")
        value = typed(players.removesuffix(".0")) if players else seated or setting.players
        setting = self._turned(setting, PlayersLever(), value, PLAYERS, wrong)
        if wrong and not players and wrong[-1][0] == PLAYERS:
            rows = plural(seated, "row")
            wrong.append((PLAYERS, f"this play has {rows}: log every seat, or the number as `players`{other}"))
        for name, rule in self.rules.items():
            if name in written:
                lever = RuleLever(rule)
                setting = self._turned(setting, lever, lever.read(written[name], self.resolver), name, wrong)
        if not wrong:
            wrong += self.resolver.problems(setting, ())
        return setting, wrong

    def _turned(self, setting: Setting, lever: Any, value: Any, name: str, wrong: list[tuple[str, str]]) -> Setting:
        """Return a setting with a value; add what is wrong with the value to `wrong`."""
        faults = self.resolver.faults
        before = len(faults)
        setting = self.resolver.turned(setting, lever, value, (name,))
        wrong += [(name, fault.message) for fault in faults.found[before:]]
        return setting

    # What is said -----------------------------------------------------------------------------------------------------
    def _contradictions(self, plays: Sequence[LoggedPlay]) -> Iterator[str]:
        """Yield a sentence on each contradiction between the columns."""
        scored = complete = beaten = worst = everybody = nobody = 0
        lowest_wins = self.scenario.game.lowest_wins
        order, first, last = (-1, "lowest", "highest") if lowest_wins else (1, "highest", "lowest")
        rivals = self.scenario.game.sides == RIVALS
        for play in plays if rivals else ():
            won = [player.won for player in play.seated]
            if len(won) != self.settings[play.setting].players or None in won:
                continue
            complete += 1
            everybody += all(won) and len(won) > 1
            nobody += not any(won)
            scores = [order * player.score for player in play.seated if player.score is not None]
            if any(won) and len(scores) == len(won):
                best = max(score for score, wins in zip(scores, won, strict=True) if wins)
                scored += 1
                beaten += best < max(scores)
                worst += best == min(scores) < max(scores)
        if beaten:
            also = f", and in {worst} of them the {last}: does the {last} win?" if worst > scored / 2 else ""
            yield f"in {beaten} of {plural(scored, 'play')} the winner does not have the {first} score{also}"
        plays_ = plural(complete, "play")
        if rivals and complete and nobody == complete:
            yield f"nobody wins any of {plays_}: is that what the column {self.log.written(WON, RANK)} says?"
        elif everybody or nobody:
            yield f"of {plays_}, everybody wins {everybody} and nobody {nobody}; joint winners share the win"
        yield from filter(None, [self._other_play(len(plays)).lstrip("; ")])

    def _other_play(self, plays: int) -> str:
        """Return a hint that another column may identify the plays, if every row is a play of its own; '' if not."""
        if (
            plays < len(self.log.table.rows)
            or plays == 1
            or PLAY not in self.log.columns
            or not self.log.columns.find(OF_SEATS)
        ):
            return ""
        what = f"; by the column {self.log.written(PLAY)} every row is a play of its own"
        return f"{what}; if that is wrong, name another column with --columns 'NAME={PLAY}'"

    def _notes(self) -> Iterator[str]:
        """Yield how columns were understood, and what of the file is not read."""
        yield from self.log.table.notes
        separators = {";": "semicolons between cells", "\t": "tabs between cells", "|": "| between cells"}
        understood = [separators.get(getattr(self.log.table, "separator", ""), ""), self.log.columns.taken]
        if any(understood):
            yield f"taken: {'; '.join(filter(None, understood))}"
        for text, number in self.log.counts.items():
            yield text.replace("{plays}", plural(number, "play"))


def _read_ending(text: str, title: str, names: Sequence[str]) -> str:
    """Return an ending of the game by its name, in any spelling."""
    ending = {spelling(name): name for name in names}.get(spelling(text))
    if ending is None:
        allowed = f"{title} ends by: {', '.join(names)}"
        raise ValueError(sentence("no ending of the game has that name", allowed, did_you_mean(text, names)))
    return ending
