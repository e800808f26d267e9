"""Games: the definition of a game with its kernels, and the interface of games to the rest of the program.

`Game.of` collects it from the modules of the game's package (the smallest: examples/windfall; the example among the
included games: games/black_death).  Printed tables, the JSON Schema, the checks of scenarios and the columns of results
are made from it: nothing about a game is declared twice.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
import pathlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, ClassVar, Self

import numpy as np

from balancer.core.authoring.game_checks import UNSEEN, collect, inconsistencies
from balancer.core.belief import believe
from balancer.core.cache import sources
from balancer.core.component_table import WORD_PARTS, Changes, Parts
from balancer.core.dealing import bind_deal
from balancer.core.declarations import (
    BASE,
    Ending,
    Extra,
    Habit,
    Node,
    Persona,
    Quantity,
    Whole,
)
from balancer.core.definition import Definition
from balancer.core.dice import MAX_SEATS
from balancer.core.game_loop import compiled_loop, first_values
from balancer.core.knobs import Problem, TableKnob
from balancer.core.part_sets import part_words
from balancer.core.record import empty, empty_for_python
from balancer.core.result_row import result_record
from balancer.core.rule_errors import NOT_BEGUN, RuleError, author_folder, failed, rule_error
from balancer.core.seating import SEATING_KINDS, filled
from balancer.core.table import MAX_LINEUP, open_game, set_in_vain
from balancer.core.taking import count_taken
from balancer.core.thinking import forcing
from balancer.core.thinking.chances import Observer, bind_chances
from balancer.core.thinking.positions import OWN, Positions, bind_positions
from balancer.core.thinking.search import KNOWS, THINKER, Thinkers, bind_search
from balancer.sides import SCORE, WIN

__all__ = ["Ending", "Extra", "Game", "Habit", "Node", "Parts", "Persona", "Quantity", "Whole"]

NO_PARTS = Parts(names=(), data=None, digest="")  # the parts of a game without a component table


@dataclass(frozen=True, kw_only=True)
class Game(Definition):
    """A game's definition, and the functions that the engine calls.  `Game.of` creates it."""

    # Collected from the modules of the game
    package: ModuleType  # the game's package
    check: Callable[[dict[str, Any], int, Parts], list[Problem]]  # faults of combinations of valid values
    prepare: Callable[[Any, dict[str, Any], int, Parts], None]  # resolves `auto`, sets what is constant during games
    derive: Callable[[Any], None] | None = None  # (table): the end of `prepare`, which pages play too: see browser/
    derived: tuple[str, ...] = ()  # DERIVED: the fields that `derive` fills, from others of the table
    play_games: Callable[..., Any]  # (table, history, rows, seed, first): see core/game_loop.py
    reshuffle_unseen: Callable[..., Any]  # (table, seat): redeals what `seat` can't see, by the CHANCE dice
    search: Callable[[], Any]  # the kernel of games with thinkers, compiled when first needed: see core/thinking/
    chances: Callable[[], Any]  # the kernel of games that are observed: see core/thinking/chances.py
    positions: Callable[[], Any]  # the kernel of games whose positions are noted: see core/thinking/positions.py
    counted_nodes: tuple[str, ...] = ()  # whose choices count the parts offered and taken: core/taking.py
    deal: Callable[[], Any] | None  # the kernel that deals and plays nothing, None without `dealt_to`: core/dealing.py

    is_plain: ClassVar[bool] = (
        False  # whether it is a game in plain Python (balancer/plain), thousands of games per second
    )

    @classmethod
    def of(cls, package: str, **facts: Any) -> Self:
        """Return the game whose modules are in `package` (pass ``__name__``); GameError if a module or name is missing.

        facts: the first group of fields of `Definition` except the name, which is the package's.
        """
        fields = collect(package)
        sources.keep_as_imported(package)
        loop = compiled_loop(
            package, fields.pop("hooks"), fields["nodes"], fields["extras"], facts.get("one_loses", False)
        )
        order = -1 if facts.get("lowest_wins") else 1
        names = {
            **loop,
            "SCORE_ORDER": order,
            "worth": loop["standing_of"],
            **fields.pop("for_thinkers"),
            UNSEEN: fields[UNSEEN],
        }
        search = functools.cache(lambda: bind_search(package, names))
        chances = functools.cache(lambda: bind_chances(package, names))
        positions = functools.cache(lambda: bind_positions(package, names))
        dealing = fields.pop("dealing")
        deal = functools.cache(lambda: bind_deal(package, loop, dealing)) if dealing["dealt_to"] else None
        kernels = {"play_games": loop["play_games"], "search": search, "chances": chances, "positions": positions}
        kernels["deal"] = deal
        name = package.rpartition(".")[2]
        return cls(**{"name": name, **facts}, **fields, **kernels)

    def __post_init__(self) -> None:
        if wrong := list(inconsistencies(self)):
            raise ValueError("; ".join(wrong))

    @property
    def folder(self) -> pathlib.Path:
        """The folder of the game's package."""
        return pathlib.Path(str(self.package.__file__)).parent

    @property
    def sources(self) -> str:
        """The hash of all sources that decide how this game is played: the core's and the game's."""
        return sources.of_game(self.package.__name__)

    @property
    def target(self) -> str:
        """The name of the game on a command line."""
        return self.name

    @property
    def shipped(self) -> tuple[Any, ...] | None:
        """The arguments for `games.add_file` in another process that plays the game; None if it needs none."""
        return None

    def row_layout(self, parts: Parts) -> Any:  # noqa: ARG002  compiled games have the same layout for all tables
        """Return the layout of RESULT rows of games with these parts."""
        return result_record(part_words(self.most_parts))

    @property
    def holds_interpreter(self) -> bool:
        """Whether its next games keep other threads of this process from playing."""
        return False

    @property
    def chunk(self) -> int | None:
        """The number of games to play at once; None if the runner may choose it."""
        return None

    @property
    def is_fast(self) -> bool:
        """Whether it plays hundreds of thousands of games per second in long runs."""
        return True

    def speed_up(self, games: int) -> int:  # noqa: ARG002  compiled games are as fast as they get
        """Return roughly how many times as fast as now this number of games will be played."""
        return 1

    def expect(self, games: int) -> None:
        """Receive the number of games to be played; games that are compiled during play use it."""

    # A table --------------------------------------------------------------------------------------------------------
    def own_table(self, knob: str) -> pathlib.Path:
        """Return the game's own file of the component table that a knob names; KeyError."""
        return self.folder / self.components[knob].file

    def read_table(self, knob: str, path: pathlib.Path | None = None, changes: Changes = ()) -> Parts:
        """Return the parts of a component table, by default the game's own, figures changed; TableError, OSError."""
        return self.components[knob].read(path or self.own_table(knob), changes)

    def read_parts(self, files: Mapping[str, pathlib.Path] | None = None) -> Parts:
        """Return the parts of all component tables; files: by knob, for tables that are not the game's own.

        TableError with every error of the first table that has one, OSError.
        """
        return self.joined({knob: self.read_table(knob, (files or {}).get(knob)) for knob in self.components})

    def joined(self, tables: Mapping[str, Parts]) -> Parts:
        """Return the parts of all tables together; tables: the parts of each, by knob."""
        return Parts.joined(tables) if tables else dataclasses.replace(NO_PARTS, names=self.part_names)

    def problems(self, rules: Mapping[str, Any], players: int, parts: Parts | None) -> list[Problem]:
        """Return all faults of complete rules (every knob has a value) with `players`; those of combinations last.

        RuleError: the game's `check` fails, or returns something else than a list of problems.
        """
        problems = [Problem(knob.name, knob.check(rules[knob.name])) for knob in self.knobs]
        problems = [problem for problem in problems if problem.message]
        if players not in self.player_counts:
            problems.append(Problem("players", f"{self.title} is for {self.player_words} players"))
        if parts is not None and len(parts.names) > self.most_parts:
            knob = list(self.components)[-1]
            too_many = f"{len(parts.names)} kinds of parts in all tables; at most {self.most_parts}"
            problems.append(Problem(knob, f"{too_many}, because holders are counted for each kind"))
        if problems or parts is None:
            return problems
        try:
            combined: Any = self.check(dict(rules), players, parts)
        except (Exception, SystemExit) as error:
            raise failed(self.name, "check", author_folder(self.folder), error) from error
        if not isinstance(combined, list) or not all(isinstance(problem, Problem) for problem in combined):
            message = (
                f"check of {self.name} returns {combined!r}; it must return a list of Problems, [] if there are none"
            )
            raise RuleError(self.name, message)
        return combined

    def lay_table(
        self,
        rules: Mapping[str, Any],
        players: int,
        parts: Parts,
        lineup: Sequence[Persona],
        *,
        seating: str = "rotate",
    ) -> Any:
        """Return a table that is ready for `play_games`: with rules, parts and line-up, which must be valid.

        If somebody in the line-up thinks ahead, play at `thinkers` of it.  RuleError: the game's `prepare` fails.
        """
        seated = [*lineup, *self.imagined(lineup)]
        if not 1 <= len(lineup) <= len(seated) <= MAX_LINEUP:
            message = f"a line-up has 1..{MAX_LINEUP} personas, not {len(seated)}"
            raise ValueError(message)
        table = empty_for_python(self.table)
        table.seats = players
        table.decision.force_at = forcing.NEVER
        table.lineup_length = len(seated)
        table.seating.kind = SEATING_KINDS[seating]
        for entry, persona in enumerate(seated):
            self._seat(table.lineup[entry], persona)
        for knob in self.knobs:
            if not isinstance(knob, TableKnob):
                setattr(table.rules, knob.name, knob.encode(rules[knob.name]))
        try:
            self.prepare(table, dict(rules), players, parts)
        except (Exception, SystemExit) as error:
            raise failed(self.name, "prepare", author_folder(self.folder), error) from error
        if lost := set_in_vain(table):
            message = f"prepare of {self.name} sets {', '.join(lost)}, which every game clears; in table.py, move"
            raise RuleError(self.name, f"{message} what all games keep to `table_record(..., prepared=[...])`")
        table.lineup_length = len(lineup)
        self.seat(table, range(len(lineup)))
        return table.view(self.table)

    def seat(self, table: Any, places: Sequence[int]) -> None:
        """Let only these entries of the line-up of a laid table take turns at its seats."""
        taken = filled(places, int(table.seats))
        table.seating.places[: len(taken)] = taken
        table.seating.n_places = len(taken)

    @property
    def population(self) -> list[Persona]:
        """The personas that a thinker imagines as unknown opponents: all except random players."""
        return [persona for persona in self.personas if not persona.at_random]

    def imagined(self, lineup: Sequence[Persona]) -> list[Persona]:
        """Return further players of trial games: the population, then a twin of each thinker that knows BASE."""
        if not any(persona.search for persona in lineup):
            return []
        twins = [dataclasses.replace(persona, search=0) for persona in lineup if persona.knows == BASE]
        return [*self.population, *twins]

    def thinkers(self, table: Any, lineup: Sequence[Persona], aim: str = WIN) -> Thinkers | None:
        """Return the search of the thinkers in the line-up of a laid table; None if there are none.

        aim: what they play for (sides.py).
        """
        if not any(persona.search for persona in lineup):
            return None
        numbers = {node.name: number for number, node in enumerate(self.nodes)}
        settings = empty(THINKER, len(lineup))
        twins = itertools.count(len(self.population))
        for setting, persona in zip(settings, lineup, strict=True):
            setting.trials = persona.search
            setting.nodes = sum(1 << numbers[name] for name in persona.nodes or numbers)
            setting.knows = KNOWS[persona.knows]
            setting.twin = next(twins) if persona.knows == BASE else 0
            setting.until = persona.until
            setting.for_score = aim == SCORE
            setting.is_choosy = persona.is_choosy
            setting.mistakes = persona.expect_mistakes
        return Thinkers(table, settings, len(self.population), self.row_layout(NO_PARTS))

    def observer(self, table: Any, rules: Mapping[str, Any], aim: str = WIN) -> Any:
        """Return an observer of games at a laid table with these rules; see core/thinking/chances.py.

        aim: what is observed, chances to win or final scores (sides.py).
        """
        unit = self.score_unit if aim == SCORE else 0
        return Observer(table, self.chances(), self.history(rules), self.row_layout(NO_PARTS), unit)

    def noted(self, table: Any, rules: Mapping[str, Any], seed: int, first: int, count: int) -> Positions:
        """Play games first .. first+count-1 at a laid table; return rows, and the positions at the ends of rounds."""
        rows, counts = empty(self.row_layout(NO_PARTS), count), np.zeros(count, np.int64)
        size = (count, int(rules["max_rounds"]), int(table.seats), OWN + len(self.quantities))
        values = np.zeros(size, np.int64)
        table.game_number = NOT_BEGUN
        try:
            self.positions()(table, rows, values, counts, seed, first)
        except (Exception, SystemExit) as error:
            raise rule_error(self.name, author_folder(self.folder), table, seed, error) from error
        return Positions(rows, values, counts, [quantity.name for quantity in self.quantities])

    def _seat(self, place: Any, persona: Persona) -> None:
        place.at_random = persona.at_random
        place.mistakes = persona.mistakes
        for habit in self.habits:
            setattr(place.habits, habit.name, persona.habits.get(habit.name, habit.default))

    def resolved_rules(self, table: Any) -> dict[str, int]:
        """Return the whole numbers in the rules of a prepared table, `auto` resolved, by knob."""
        names = [knob.name for knob in self.knobs if not isinstance(knob, TableKnob)]
        return {name: int(getattr(table.rules, name)) for name in names if np.ndim(getattr(table.rules, name)) == 0}

    def open_game(self, table: Any, seed: int, game_number: int) -> None:
        """Begin a game by hand, as tests and tools do; `rules.setup(table)` follows.  `play` does it by itself."""
        open_game(table, seed, game_number, len(self.nodes), first_values(self.extras))

    def history(self, rules: Mapping[str, Any]) -> np.ndarray[Any, Any]:
        """Return memory for the standings of the longest game: int32[max_rounds + 1, MAX_SEATS + 1]."""
        lines: np.ndarray[Any, Any] = empty(np.dtype(np.int32), (int(rules["max_rounds"]) + 1) * (MAX_SEATS + 1))
        return lines.reshape(-1, MAX_SEATS + 1)

    def dealt(self, table: Any, seed: int, first: int, count: int) -> Any:
        """Return the parts dealt to each seat in games first .. first+count-1: uint64[count, MAX_SEATS, words], sets.

        Only for games with `dealt_when`; the games are set up, but not played.
        """
        words = part_words(self.most_parts)
        sets = empty(np.dtype(np.uint64), count * MAX_SEATS * words).reshape(count, MAX_SEATS, words)
        if self.deal is not None:
            self.deal()(table, sets, seed, first)
        return np.asarray(sets)

    def taken(self, table: Any, rules: Mapping[str, Any], seed: int, games: Sequence[int]) -> Any:
        """Return how often parts were offered and taken at each of `counted_nodes`: int64[5, nodes, parts].

        `core.taking.count_taken` plays the games one by one.
        """
        numbers = [number for number, node in enumerate(self.nodes) if node.name in self.counted_nodes]
        history, parts = self.history(rules), WORD_PARTS * part_words(self.most_parts)
        played = functools.partial(self.play, table, history, seed, count=1)
        return count_taken(table, played, games, len(self.nodes), parts)[:, numbers]

    def believe(self, table: Any, printed: Any) -> Any:
        """Have players at a laid table believe the parts of another one; the returned record must be kept alive.

        Nobody at the table may think ahead: trial games are played on other tables.
        """
        return believe(table, printed)

    def play(
        self,
        table: Any,
        history: np.ndarray[Any, Any],
        seed: int,
        first: int,
        count: int,
        thinkers: Thinkers | None = None,
    ) -> Any:
        """Play games first .. first+count-1 and return their RESULT rows; compiled rules release the GIL.

        thinkers: the search of this table, which plays on its own copies of it.  RuleError: the rules failed; the
        message names the game that was being played.
        """
        rows = empty(self.row_layout(NO_PARTS), count)
        used = table if thinkers is None else thinkers.table
        used.game_number = NOT_BEGUN
        try:
            if thinkers is None:
                self.play_games(table, history, rows, seed, first)
            else:
                thinkers.play(self.search(), history, rows, seed, first)
        except (Exception, SystemExit) as error:
            raise rule_error(self.name, author_folder(self.folder), used, seed, error) from error
        return rows
