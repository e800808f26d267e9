"""Games of a designer's class: begun, played to their end, and what goes wrong in their rules, in one sentence."""

from __future__ import annotations

import contextlib
import functools
import pathlib
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from types import CodeType, MappingProxyType
from typing import Any, NamedTuple

from balancer.core import declarations
from balancer.core.game import Game as CoreGame
from balancer.core.rule_errors import RuleError, place_of, what
from balancer.core.seating import seated
from balancer.plain.course import Course
from balancer.plain.declared import PlaceCounts, PlaceTally, declared_in
from balancer.plain.errors import PlainError
from balancer.plain.game import Game
from balancer.plain.loading import reading
from balancer.plain.loading.belongings import Belongings
from balancer.plain.loading.taken_names import advice_on_property
from balancer.plain.player import Player
from balancer.plain.rows import Figures, figures_of
from balancer.plain.table import PlainTable
from balancer.plain.words import without_addresses
from balancer.sides import TEAMS
from balancer.wording import hint

# What rules call where the same choices may lead to different positions.
CHANCE_OR_HIDDEN = {"below", "choose_together", "roll", "shuffle"}
GAMES_OF_TEAMS = 6  # in which teams whose seats are drawn by lot hardly ever sit in the same seats


class File(NamedTuple):
    """The file of a game as it was when it was run, with the files that belong to the game."""

    path: pathlib.Path
    code: CodeType
    belongings: Belongings


@dataclass(frozen=True, kw_only=True)
class PlayableGame(CoreGame):
    """A game whose games a designer's class plays: what thinkers, observers and counters need of it.

    definition: the class; made_of: its file, None in a notebook.
    """

    definition: type[Game]
    made_of: File | None

    def begun(self, table: PlainTable, seed: int, number: int) -> Course:
        """Return game `number` of a seed with everybody seated; `course.play` plays it.  RuleError."""
        with self.rules(seed, number):
            game = self.definition.__new__(self.definition)
            game.__dict__.update(table.constants)
            game.__dict__.update((tally.name, PlaceCounts(tally)) for tally in self._tallies)
            course = Course(game, seed, number, self._node_numbers, self._ending_numbers)
            game._course = course  # noqa: SLF001  the engine's own
            course.entry = seated(table.places, table.seats, table.seating, number)
            course.seats = [Player(course, seat, *table.minds[entry]) for seat, entry in enumerate(course.entry)]
            game.players = list(course.seats)
        course.listener, course.director = table.listener, table.director
        return course

    def team_seats(self, players: int, rules: Mapping[str, Any] = MappingProxyType({})) -> dict[int, tuple[int, ...]]:
        """Return the seats, from 1, of each team in a few games of that many players who choose at random.

        A team whose seats differ between games has none.
        """
        courses = self._sides_in_games(players, {**self.defaults, **rules})
        is_constant = all(course == courses[0] for course in courses)
        return {
            team: tuple(seat for seat, own in enumerate(courses[0], 1) if own == team and is_constant)
            for team in sorted({team for course in courses[:1] for team in course})
        }

    def team_of_seats(self, players: int, rules: Mapping[str, Any]) -> tuple[int, ...]:
        """Return the team of each seat; () in a game without teams, and where the teams change from game to game."""
        courses = self._sides_in_games(players, {**self.defaults, **rules})
        return tuple(courses[0]) if courses and all(course == courses[0] for course in courses) else ()

    def has_even_teams(self, players: int, rules: Mapping[str, Any]) -> bool:
        """Return whether all teams have equally many seats, in every game; true without teams."""
        courses = self._sides_in_games(players, {**self.defaults, **rules})
        sizes = {number for course in courses for number in Counter(course).values()}
        return len(sizes) <= 1 and len({frozenset(course) for course in courses}) <= 1

    def _sides_in_games(self, players: int, rules: Mapping[str, Any]) -> list[list[int]]:
        """Return the sides of the seats in GAMES_OF_TEAMS games of random players; [] in a game without teams."""
        if self.sides != TEAMS:
            return []
        key = (players, repr(sorted(rules.items())))
        if key not in self._seen_sides:
            table = self.lay_table(rules, players, self.read_parts(), [self.persona("random")])
            games = [self.played(table, 1, number)[1] for number in range(GAMES_OF_TEAMS)]
            self._seen_sides[key] = [list(figures.side) for figures in games]
        return self._seen_sides[key]

    @functools.cached_property
    def is_open(self) -> bool:
        """Whether nothing is hidden, thrown or chosen at the same time after the setup, as far as the file shows."""
        codes = reading.codes_in(self.definition, self.made_of.code if self.made_of else None)
        return not any(CHANCE_OR_HIDDEN & {*code.co_names} for code in codes if code.co_name != "setup")

    @functools.cached_property
    def _seen_sides(self) -> dict[tuple[int, str], list[list[int]]]:
        return {}

    @functools.cached_property
    def _node_numbers(self) -> dict[str, int]:
        return {node.name: number for number, node in enumerate(self.nodes)}

    @functools.cached_property
    def _ending_numbers(self) -> dict[str, int]:
        return {ending.name: number for number, ending in enumerate(self.endings, declarations.FIRST_ENDING)}

    @functools.cached_property
    def _figure_names(self) -> list[str]:
        return [extra.name for extra in self.extras if not extra.group]

    @functools.cached_property
    def _tallies(self) -> list[PlaceTally]:
        return list(declared_in(self.definition, PlaceTally))

    def played(self, table: PlainTable, seed: int, number: int, thinkers: Any = None) -> tuple[Course, Figures]:
        """Play one game; return it as it ended, and its figures.  RuleError."""
        course = table.course = self.begun(table, seed, number)
        if thinkers is not None:
            thinkers.watch(course, seed, number)
        return course, self.finished(table, course, seed, number)

    def finished(self, table: PlainTable, course: Course, seed: int, number: int) -> Figures:
        """Play a game that has begun to its end; return its figures.  RuleError."""
        with self.rules(seed, number, course):
            course.play(table.rules["max_rounds"])
            return figures_of(course, self._figure_names, self._tallies)

    def rules(self, seed: int, number: int, course: Course | None = None) -> Rules:
        """Let a block run the rules in game `number` of a seed; course: of that game, None before it begins."""
        return Rules(self, seed, number, course)

    def error_in(self, where: str, error: BaseException, number: int | None = None) -> RuleError:
        """Return an error of rules or of a persona in one sentence with its place; Ctrl-C is raised, for it is none."""
        if isinstance(error, KeyboardInterrupt):
            raise error
        if isinstance(error, RuleError):
            return error
        words = str(error) if isinstance(error, PlainError) else what(error)
        with contextlib.suppress(Exception):  # of objects of the rules' own, which may refuse to be looked at
            if isinstance(error, AttributeError):
                words = advice_on_property(str(error)) or words
            if isinstance(error, AttributeError) and error.name:
                words += hint(error.name, [name for name in dir(error.obj) if not name.startswith("_")])
        words = without_addresses("; ".join([words, *getattr(error, "__notes__", [])]))
        place = place_of(None, error)
        if isinstance(error, PlainError) and error.about:
            place = place or reading.place_of(self.definition, error.about)
        words = self.made_of.belongings.in_words(words) if self.made_of else words
        return RuleError(self.name, f"{where}{place}: {words}", number)


class Rules:
    """A block in which rules run.  RuleError: whatever they raise, `sys.exit()` too, and what they do to the process.

    No generator of contextlib: that lets a StopIteration pass which has been made another error.
    """

    __slots__ = ("course", "game", "limit", "number", "path", "seed", "streams")

    def __init__(self, game: PlayableGame, seed: int, number: int, course: Course | None) -> None:
        """Run rules of game `number` of a seed; course: of that game, None before it begins."""
        self.game, self.seed, self.number, self.course = game, seed, number, course

    def __enter__(self) -> None:
        """Remember what rules could change."""
        self.streams, self.limit = (sys.stdout, sys.stderr), sys.getrecursionlimit()
        self.path = sys.path, sys.path[:]

    def __exit__(self, _kind: object, error: BaseException | None, _traceback: object) -> None:
        """Put it right, and raise what went wrong as an error of the rules."""
        sys.setrecursionlimit(self.limit)
        are_other = self.streams != (sys.stdout, sys.stderr)
        sys.stdout, sys.stderr = self.streams
        sys.path, sys.path[:] = self.path
        made_of = self.game.made_of
        if error is None and made_of and made_of.belongings.fault:  # which they caught themselves
            error = PlainError(made_of.belongings.fault)
        elif error is None and (are_other or any(stream is not None and stream.closed for stream in self.streams)):
            error = PlainError("the rules close or replace sys.stdout or sys.stderr; `self.say` tells what happens")
        if error is not None:
            course = self.course
            place = f"round {course.rounds}, turn {course.turns}" if course else "before it begins"
            where = f"{self.game.name}, game {self.number} of seed {self.seed}, {place}"
            raise self.game.error_in(where, error, self.number) from error
