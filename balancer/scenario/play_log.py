"""Logged plays of real people: a row per play, or per play and seat, every mistake with its place.

A log is CSV text, a workbook, or an export of BG Stats.  What its columns and cells mean: `logs/`.  Names of people are
read to tell rows apart, and are in no message.
"""

from __future__ import annotations

import dataclasses
import functools
import pathlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from balancer.core.table_file import read_table_bytes
from balancer.core.text_table import MAX_ALIKE, EmptyTableError, Table, TableError, sum_up
from balancer.scenario.errors import Fault, ScenarioError
from balancer.scenario.faults import Faults
from balancer.scenario.levers import PlayersLever, RuleLever
from balancer.scenario.literals import names_in_a_row, sentence
from balancer.scenario.logs import bg_stats, cells
from balancer.scenario.logs.columns import (
    ENDING,
    GAME,
    MINUTES,
    OF_SEATS,
    PLAY,
    PLAYER,
    PLAYERS,
    RANK,
    ROUNDS,
    SCORE,
    SEAT,
    STARTS,
    TEAM,
    TURNS,
    VERSION,
    WON,
    Columns,
    as_said,
    assign,
    spelling,
    wanted_names,
)
from balancer.scenario.question import BASE
from balancer.scenario.resolve import Resolver
from balancer.scenario.resolved import Scenario
from balancer.scenario.setting import Setting
from balancer.scenario.yaml_source import Document, typed
from balancer.wording import did_you_mean, listed, plural

LENGTHS = (ROUNDS, TURNS)

ENDING_SHARE = "ending_share"
"""The figure that an ending is 0 or 1 of, by its name: `ending_share.instant`."""

NO_PLAYS = "no plays in the file: write a header, as in play,seat,score,won, and a row for each seat"

MAX_GAMES_NAMED = 8

CHOOSE_GAME = "choose one with --game NAME; beside a sweep, with title: NAME in the scenario"

Value = TypeVar("Value")


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
    """Plays, and the settings by which they were played."""

    file: str
    plays: tuple[LoggedPlay, ...]
    settings: tuple[Setting, ...]
    unused: tuple[str, ...] = ()  # columns that mean nothing here
    notes: tuple[str, ...] = ()  # sentences: what was taken for what, what contradicts itself
    columns: frozenset[str] = frozenset()  # that are there, by our names


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
            table: Table = bg_stats.read_export(raw, path)
        else:
            table = read_table_bytes(raw, path, wanted_names(columns or ()))
    except EmptyTableError:
        raise ScenarioError([Fault(f"{path}:1:1", NO_PLAYS)]) from None
    except TableError as error:
        raise ScenarioError([Fault(f"{path}:{wrong.where()}", wrong.message) for wrong in error.told()]) from None
    return _Reader(table, scenario, columns or {}).read(game)


class _Mistakes:
    """What is wrong with a table: of many mistakes of a kind the number, and the first ones with their places."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.kinds: dict[str, list[tuple[int, int | None, str]]] = {}
        self.numbers: Counter[str] = Counter()

    def add(self, row: int, cell: int | None, message: str, like: str = "") -> None:
        """Note a mistake at a cell of a row (-1: the header) or at the row; like: what those of its kind share."""
        kind = like or message
        self.numbers[kind] += 1
        if self.numbers[kind] <= MAX_ALIKE:
            self.kinds.setdefault(kind, []).append((row, cell, message))

    def raise_any(self) -> None:
        """ScenarioError with all of them."""
        told = []
        for kind, first in self.kinds.items():
            rows = [self.table.header if row < 0 else self.table.rows[row] for row, _, _ in first]
            alike = [self.table.mistake(row, cell, said) for row, (_, cell, said) in zip(rows, first, strict=True)]
            told += sum_up(alike, self.numbers[kind])
        if told:
            raise ScenarioError([Fault(f"{self.table.path}:{one.where()}", one.message) for one in sorted(told)])


@dataclass
class _Reader:
    """Reads the rows of a table as plays; settings: each once."""

    table: Table
    scenario: Scenario
    given: Mapping[str, str]
    settings: list[Setting] = field(default_factory=list)

    def __post_init__(self) -> None:
        game = self.scenario.game
        document = Document(str(self.table.path), self.table.path.parent, "", {})
        self.mistakes = _Mistakes(self.table)
        self.resolver = Resolver(game, document, Faults(document, most=None))
        self.numbers = [*LENGTHS, MINUTES, *(extra.name for extra in game.extras)]
        self.header = self.table.header.cells
        taken = {*OF_SEATS, *LENGTHS, PLAY, PLAYERS, ENDING}
        names = {name: name.removeprefix("rules.") for name in self.header}
        self.rules = {name: rule for name, rule in names.items() if rule in self.resolver.knobs and name not in taken}
        self.columns = self._columns()
        self.counts: Counter[str] = Counter()  # of what is said in notes

    # The header -------------------------------------------------------------------------------------------------------
    def _columns(self) -> Columns:
        try:
            return assign(self.header, [*self.numbers, *self.rules], self.given)
        except ValueError as error:
            raise ScenarioError([Fault("--columns", str(error))]) from None

    def _check_header(self) -> None:
        """Note what is wrong with the columns."""
        if any(name.replace(".", "").isdigit() for name in self.header) and not self.columns.places:
            said = "no header: this row holds numbers; write one above it, as in play,seat,score,won"
            self.mistakes.add(-1, None, said)
            self.mistakes.raise_any()
        columns, there = self.columns, f"columns: {', '.join([SCORE, WON, ENDING, *self.numbers])}"
        for name, number in Counter(filter(None, self.header)).items():
            if number > 1:
                last = len(self.header) - 1 - self.header[::-1].index(name)
                self.mistakes.add(-1, last, f"column {as_said(name)!r} stands there twice", "twice")
        of_seats = columns.find(OF_SEATS)
        there_are = f"the file has: {names_in_a_row(map(as_said, filter(None, self.header)))}"
        how = f"; rename it, or name it with --columns 'NAME={{}}'; {there_are}"
        if of_seats and PLAY not in columns:
            said = "a row for each seat needs a column play, which says what rows belong together"
            left_out = ",".join(f"{self._written(name)}=-" for name in of_seats)
            whole = f"; where each row is a whole play, leave out what is of seats: --columns '{left_out}'"
            self.mistakes.add(-1, columns.places[of_seats[0]], said + how.replace("{}", PLAY) + whole)
        for name in columns.unused:
            if name.startswith("rules."):
                faults = Faults(self.resolver.faults.document)
                rule = name.removeprefix("rules.")
                faults.unknown((), f"rule of {self.scenario.game.name}", rule, self.resolver.knobs, key=False)
                self.mistakes.add(-1, self.header.index(name), faults.found[-1].message)
        if not columns.find([SCORE, WON, RANK, ENDING, *self.numbers]):
            near = next(filter(None, (did_you_mean(name, [SCORE, WON, ENDING]) for name in columns.unused[:40])), "")
            said = sentence("no figure of a play in the file", there, near)
            self.mistakes.add(-1, 0, said + how.replace("{}", SCORE))

    # Columns of rows --------------------------------------------------------------------------------------------------
    def _texts(self, name: str) -> list[str]:
        place = self.columns.places[name]
        return [row.cells[place] if place < len(row.cells) else "" for row in self.table.rows]

    def _values(self, name: str, read: Callable[[str], Value]) -> list[Value | None]:
        """Return the values of a column, each text read once; None where it is empty or wrong, which is noted."""
        if name not in self.columns:
            return [None] * len(self.table.rows)
        texts = self._texts(name)
        values: dict[str, Value | None] = {"": None}
        wrong: dict[str, str] = {}
        for text in {*texts} - {""}:
            try:
                values[text] = read(text)
            except ValueError as error:
                values[text], wrong[text] = None, str(error)
        if wrong:
            for row, text in enumerate(texts):
                if text in wrong:
                    self._wrong(row, name, wrong[text])
        return [values[text] for text in texts]

    def _wrong(self, row: int, name: str, message: str, like: str = "") -> None:
        """Note a mistake at a column, where it is there, or at the row."""
        self.mistakes.add(row, self.columns.places.get(name), message, like)

    # Plays ------------------------------------------------------------------------------------------------------------
    def read(self, game: str | None) -> PlayLog:
        """Return the plays, in the order of their first rows; ScenarioError."""
        if not self.table.rows:
            raise ScenarioError([Fault(f"{self.table.path}:1:1", NO_PLAYS)])
        self._check_header()
        for row, one in enumerate(self.table.rows):
            if any(one.cells[len(self.header) :]):
                said = f"{plural(len(one.cells), 'cell')} where the header has {len(self.header)}"
                self.mistakes.add(row, None, said, "cells")
        self.mistakes.raise_any()
        self._keep(self._of_game(game))
        if isinstance(self.table, bg_stats.ExportTable):
            self._keep(self._that_can_be_played())
        plays = self._plays(self._groups())
        path, unused = str(self.table.path), tuple(map(as_said, self.columns.unused))
        notes = (*self._contradictions(plays), *self._notes())
        return PlayLog(path, plays, tuple(self.settings), unused, notes, frozenset(self.columns.places))

    def _of_game(self, wanted: str | None) -> list[int]:
        """Return the rows of the game that was played; which one it is must be known where there are several."""
        if GAME not in self.columns:
            if wanted:
                raise ScenarioError([Fault("--game", f"the file names no games; leave out --game {wanted}")])
            return list(range(len(self.table.rows)))
        texts = self._texts(GAME)
        ids = self._texts(PLAY) if PLAY in self.columns else [str(row) for row in range(len(texts))]
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
            raise ScenarioError([Fault(str(self.table.path), sentence(said, there, near))])
        if len(plays) > 1:
            every = sum(plays.values())
            self.counts[
                f"read: {plural(plays[found], 'play')} of {as_said(found)}; of {every} plays, the others are not"
            ] = 1
        return [row for row, text in enumerate(texts) if text == found]

    def _keep(self, rows: Sequence[int]) -> None:
        """Read no other rows than these."""
        self.table = dataclasses.replace(self.table, rows=[self.table.rows[row] for row in rows])
        self.mistakes.table = self.table

    def _that_can_be_played(self) -> list[int]:
        """Return the rows of plays with as many players as the game takes: an export can't be edited."""
        least, most = PlayersLever().ends(self.resolver)
        groups = self._groups()
        odd = {len(group) for group in groups if not least <= len(group) <= most}
        kept = [group for group in groups if len(group) not in odd]
        if odd:
            players = listed([str(number) for number in sorted(odd)], last="or")
            noun = "player" if odd == {1} else "players"
            takes = f"with {players} {noun}, where {self.scenario.game.title} takes {least} to {most}"
            self.counts[f"left out: {plural(len(groups) - len(kept), 'play')} {takes}"] = 1
        if not kept:
            self.mistakes.add(-1, None, f"no play of {least} to {most} players in the file")
            self.mistakes.raise_any()
        return [row for group in kept for row in group]

    def _groups(self) -> list[list[int]]:
        """Return the rows of each play."""
        if PLAY not in self.columns:
            return [[row] for row in range(len(self.table.rows))]
        groups: dict[str, list[int]] = {}
        for row, text in enumerate(self._texts(PLAY)):
            if not text:
                self._wrong(row, PLAY, "which play is it? write its number, or any word of its own")
            groups.setdefault(text, []).append(row)
        return list(groups.values())

    def _plays(self, groups: Sequence[list[int]]) -> tuple[LoggedPlay, ...]:
        seated = self._seated(groups)
        figures = self._figures(groups)
        settings = self._settings(groups, seated)
        for group, rows, setting in zip(groups, seated, settings, strict=True):
            self._check_seats(group, rows, len(group) if setting is None else self.settings[setting].players)
        self.mistakes.raise_any()
        self._fill_in_losers(seated, settings)
        return tuple(
            LoggedPlay(setting or 0, tuple(rows), known)
            for setting, rows, known in zip(settings, seated, figures, strict=True)
        )

    # Seats ------------------------------------------------------------------------------------------------------------
    def _seated(self, groups: Sequence[list[int]]) -> list[list[Seated]]:
        """Return what is known of the players of each play."""
        if PLAY not in self.columns or not self.columns.find(OF_SEATS):
            return [[] for _ in groups]
        seats = self._values(SEAT, cells.read_seat)
        scores = self._values(SCORE, functools.partial(cells.read_number, name=SCORE))
        won: list[Any] = self._values(WON, cells.read_won)
        if WON not in self.columns:
            won = self._values(RANK, cells.read_rank)
        starts = self._values(STARTS, cells.read_yes_or_no)
        players, teams = (
            [*map(spelling, self._texts(name))] if name in self.columns else [] for name in (PLAYER, TEAM)
        )
        for group in groups:
            self._name_to_yes(group, won, players, WON)
            self._name_to_yes(group, starts, players, STARTS)
            self._share_wins(group, won, teams)
            self._seat_from_start(group, seats, starts)
            if players and len({players[row] for row in group if players[row]}) < sum(
                bool(players[row]) for row in group
            ):
                self.counts["a player is there twice in {plays}: is the name of a play used again?"] += 1
        return [[Seated(seats[row], scores[row], won[row]) for row in group] for group in groups]

    def _name_to_yes(self, group: Sequence[int], values: list[Any], players: Sequence[str], name: str) -> None:
        """Let a name of a player that is written instead of yes say it of the rows of that player."""
        named = {spelling(values[row]): row for row in group if isinstance(values[row], str)}
        if not named:
            return
        there = {players[row] for row in group} if players else set()
        for spelled, row in named.items():
            if spelled not in there:
                what = f"{name} is yes or no; leave the cell empty if unknown"
                self._wrong(row, name, f"{what}; or write who it is, as in the column player" if players else what)
        for row in group:
            values[row] = bool(players) and (values[row] is True or players[row] in named)

    def _share_wins(self, group: Sequence[int], won: list[Any], teams: Sequence[str]) -> None:
        """Give a win to the whole team; what is empty beside a winner, and no row says no, is no win."""
        if teams:
            winners = {teams[row] for row in group if won[row] is True and teams[row]}
            mates = [row for row in group if teams[row] in winners]
            if any(won[row] is False for row in mates):
                self.counts["in {plays} a team has winners and losers"] += 1
            for row in mates:
                won[row] = True if won[row] is None else won[row]
        values = {won[row] for row in group}
        if values == {True, None}:
            self.counts["an empty cell of won, in a play in which others won, is taken for no ({plays})"] += 1
            for row in group:
                won[row] = won[row] is True

    def _seat_from_start(self, group: Sequence[int], seats: list[int | None], starts: Sequence[Any]) -> None:
        """Count seats from who begins; 0 is not known."""
        known = [seats[row] for row in group]
        if 0 in known:
            if sorted(seat or 0 for seat in known) == list(range(len(group))) and len(group) > 1 and None not in known:
                said = f"seats count from 1, and these of a play from 0 to {len(group) - 1}; add 1 to each"
                self._wrong(group[known.index(0)], SEAT, said, "seats from 0")
            self.counts["seat 0 is taken for not known ({plays})"] += 1
            for row in group:
                seats[row] = seats[row] or None
        first = [row for row in group if starts[row] is True]
        if len(first) > 1:
            self._wrong(first[1], STARTS, "two players begin this play")
        elif first and seats[first[0]] not in {None, 1}:
            begin = seats[first[0]] or 1
            places = [seats[row] for row in group]
            whole = sorted(seat or 0 for seat in places) == list(range(1, len(group) + 1))
            for row, seat in zip(group, places, strict=True):
                seats[row] = ((seat or 0) - begin) % len(group) + 1 if whole else None
            seats[first[0]] = 1
            self.counts["who begins does not sit in seat 1 in {plays}; there, seats are counted from who begins"] += 1
        elif first:
            seats[first[0]] = 1

    def _check_seats(self, group: Sequence[int], seated: Sequence[Seated], players: int) -> None:
        """Note what is wrong with the seats of a play, taken together."""
        if len(seated) > players:
            self._wrong(group[players], PLAY, f"more rows than {players} players in one play", "more rows")
        taken: set[int] = set()
        for row, one in zip(group, seated, strict=False):
            if one.seat is not None and (one.seat in taken or one.seat > players):
                why = "is there twice" if one.seat in taken else f"is not among {players} players"
                number = one.seat if one.seat <= cells.MAX_NUMBER else "of that number"
                self._wrong(row, SEAT, f"seat {number} {why} in this play", why.partition(" among")[0])
            taken |= {one.seat} if one.seat is not None else set()

    def _fill_in_losers(self, seated: Sequence[list[Seated]], settings: Sequence[int | None]) -> None:
        """Say of all other seats that they lost, in a log that has the seats of winners only.

        Else such a log would say of a seat only that it won.
        """
        rows = [one for play in seated for one in play if one.seat is not None]
        if not rows or SEAT not in self.columns or not all(one.won for one in rows):
            return
        for play, setting in zip(seated, settings, strict=True):
            players = self.settings[setting or 0].players
            free = [seat for seat in range(1, players + 1) if all(one.seat != seat for one in play)]
            if len(free) == players or any(one.won and one.seat is None for one in play):
                continue
            self.counts["only winners have seats; all others are taken for losers ({plays})"] += 1
            play[:] = [one if one.seat else one._replace(seat=free.pop(0), won=False) for one in play]
            play += [Seated(seat, won=False) for seat in free]

    # The whole play ---------------------------------------------------------------------------------------------------
    def _shared(self, groups: Sequence[list[int]], name: str) -> list[int | None]:
        """Return for each play the first row with a cell in a column of the play; others must be empty or the same."""
        texts = self._texts(name)
        found: list[int | None] = []
        for group in groups:
            rows = [row for row in group if texts[row]]
            for row in rows[1:]:
                if texts[row] != texts[rows[0]]:
                    line = self.table.mistake(self.table.rows[rows[0]], None, "")
                    there = line.place or f"line {line.line}"
                    self._wrong(
                        row, name, f"{name} is another one than in {there}, of the same play", f"another {name}"
                    )
            found.append(rows[0] if rows else None)
        return found

    def _figures(self, groups: Sequence[list[int]]) -> list[dict[str, float]]:
        """Return the numbers of each play that are known, and for each ending whether it is the play's."""
        figures: list[dict[str, float]] = [{} for _ in groups]
        for name in self.columns.find(self.numbers):
            is_length = name in (*LENGTHS, MINUTES)
            least = 0 if is_length else -cells.MAX_NUMBER
            read = functools.partial(cells.read_number, name=name, least=least)
            values = self._values(name, cells.read_minutes if name == MINUTES else read)
            for known, row in zip(figures, self._shared(groups, name), strict=True):
                value = None if row is None else values[row]
                if value == 0 and is_length:
                    self.counts[f"{name} 0 is taken for not logged ({{plays}})"] += 1
                elif value is not None:
                    known[name] = value
            if name == MINUTES and any(":" in text for text in {*self._texts(name)}):
                self.counts["minutes with a colon are read as hours:minutes"] = 1
        if ENDING in self.columns:
            names = self.scenario.game.endings_by_number[1:]  # 0: still running
            endings = self._values(ENDING, functools.partial(_read_ending, title=self.scenario.game.title, names=names))
            for known, row in zip(figures, self._shared(groups, ENDING), strict=True):
                if row is not None and endings[row] is not None:
                    known |= {f"{ENDING_SHARE}.{name}": float(name == endings[row]) for name in names}
        return figures

    def _settings(self, groups: Sequence[list[int]], seated: Sequence[Sequence[Seated]]) -> list[int | None]:
        """Return by what each play was played, as a place among the settings; None where that is wrong."""
        names = self.columns.find([VERSION, PLAYERS, *self.rules])
        texts = {name: self._texts(name) for name in names}
        shared = [self._shared(groups, name) for name in names]
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
                self._wrong(first.get(name, group[0]), name, message)
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
            said = f"is that what the column {self._written(WON, RANK)} says?"
            yield f"nobody wins any of {plural(known, 'play')}: {said}"
        elif everybody or nobody:
            many = plural(known, "play")
            yield f"of {many}, everybody wins {everybody} and nobody {nobody}; those who win together share the win"
        yield from filter(None, [self._other_play(len(plays)).lstrip("; ")])

    def _other_play(self, plays: int) -> str:
        """Return that another column may say what rows belong together, where each row of a seat is a play; or ''."""
        if plays < len(self.table.rows) or plays == 1 or PLAY not in self.columns or not self.columns.find(OF_SEATS):
            return ""
        what = f"; by the column {self._written(PLAY)} every row is a play of its own"
        return f"{what}: if it is not, name another with --columns 'NAME={PLAY}'"

    def _written(self, *names: str) -> str:
        """Return what the file calls the first of our names that it has."""
        name = next((name for name in names if name in self.columns), names[0])
        return as_said(self.columns.others.get(name, name))

    def _notes(self) -> Iterator[str]:
        """Yield what was taken for what, and what of the file is not read."""
        yield from self.table.notes
        apart = {";": "semicolons between cells", "\t": "tabs between cells", "|": "| between cells"}
        taken = [apart.get(getattr(self.table, "separator", ""), ""), self.columns.taken]
        if any(taken):
            yield f"taken: {'; '.join(filter(None, taken))}"
        for text, number in self.counts.items():
            yield text.replace("{plays}", plural(number, "play"))


def _read_ending(text: str, title: str, names: Sequence[str]) -> str:
    """Return an ending of the game by its name, in any spelling."""
    found = {spelling(name): name for name in names}.get(spelling(text))
    if found is None:
        there = f"{title} ends by: {', '.join(names)}"
        raise ValueError(sentence("no ending of the game has that name", there, did_you_mean(text, names)))
    return found
