"""Lowering of a designer's unchanged file to flat code: types of the whole program, then every function."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import FunctionType
from typing import Any, Protocol

from balancer.compiler.caching import is_kept_by_word, lookup, words_of_cache
from balancer.compiler.classes import field_names, holder_of, owner_of, store_as_objects
from balancer.compiler.dict_classes import DictClasses, holds_dicts
from balancer.compiler.errors import LongTuple, MixedDict, NotCompilable, StoredObject, WideClass
from balancer.compiler.every_path import EveryPath
from balancer.compiler.kept_iterators import holds_iterators, is_kept_class
from balancer.compiler.kinds import DICT, GAME, OBJECT, PERSONA, PLAYER, PROSE, Type, scalar
from balancer.compiler.layout import MEMORY, ROOM, Layout, Words
from balancer.compiler.packing import Packing
from balancer.compiler.program import Program
from balancer.compiler.result_rows import rows_of_figures
from balancer.compiler.routines import Routine
from balancer.compiler.statements import Statements
from balancer.compiler.unchanged_loops import UnchangedLoops
from balancer.compiler.unset_names import guard_unset_names
from balancer.compiler.whole import WholeProgram
from balancer.plain.game import Game
from balancer.plain.lane import PlainGame
from balancer.plain.player import IS_ODDS
from balancer.plain.table import PlainTable
from balancer.sides import TEAMS, TOGETHER

MAX_PASSES = 40
MAX_NESTED = 6  # lists within lists
SAID, FOLLOWED, MADE = range(3)  # what composed texts are: only said; known before the game; known by their letters
RULES = ("setup", "round", "turn", "finished", "score", "standing", "winners", "parts", "team", "won")
OF_A_PLAYER = ("turn", "score", "standing", "parts", "team")


class ObservedPlace(Protocol):
    """Protocol of the observed values of one variable."""

    @property
    def items(self) -> ObservedPlace | None:
        """The observed items of its lists."""

    @property
    def keys(self) -> ObservedPlace | None:
        """The observed keys of its dicts."""


class ObservedProgram(Protocol):
    """Protocol of the observations of plain games."""

    constants: Mapping[str, Any]  # attributes with which games begin, at the table with the most cards
    wider: int  # lists get so many times the room
    memory: int  # and games so many times the memory beside
    has_row_tuples: bool  # tuples are known not to fit into words

    @property
    def options(self) -> Mapping[str, Any]:
        """The options of each decision, as lists."""

    def of(self, owner: str | type) -> Mapping[str, Any]:
        """Return the attributes of `game`, `player` or a class, by their names."""

    def room(self, seen: Any) -> int:
        """Return the number of items for which a list needs room."""


@dataclass
class LoweredGame:
    """A game as flat code.

    source: functions with the entry point `play_games(S, O, H, seed, first, count, most) -> games played`; constants:
    the values of its names; layout: of the block.
    """

    game: PlainGame
    source: str
    constants: dict[str, int]
    layout: Layout
    passes: int
    counts_cards: bool  # whether it can count all cards that are offered and taken

    def block_for(self, table: PlainTable) -> Words:
        """Return the block of a laid table (S).  NotCompilable: it needs more than was laid out."""
        return self.layout.block_for(table)

    @property
    def figures_size(self) -> int:
        """The number of words of O per game."""
        return self.constants["O_SIZE"]

    def errors_in(self, figures: Words) -> Words:
        """Return the flag of each game, int64[games]; figures: int64[games, figures_size], as O."""
        errors: Words = figures[:, self.constants["O_ERROR"]]
        return errors

    def rows(self, table: PlainTable, first: int, figures: Words, standings: Words) -> Any:
        """Return RESULT rows of games first, first + 1 …; standings: int64[rounds of all games, seats], as H."""
        return rows_of_figures(self.game, self.constants, table, first, figures, standings)


class Lowering:
    """Lowers one game to flat code, in passes over its functions."""

    def __init__(
        self, game: PlainGame, constants: Mapping[str, Any], *, has_row_tuples: bool, texts: int = SAID
    ) -> None:
        """Begin with the attributes of a new game (`ObservedProgram.constants`); texts: SAID, FOLLOWED or MADE."""
        follows = texts >= FOLLOWED
        self.program = Program(
            game, constants, has_row_tuples=has_row_tuples, follows_texts=follows, makes_texts=texts == MADE
        )
        self.roots: dict[str, Routine] = {}
        self.personas: dict[tuple[str, int], Routine] = {}
        self.code: dict[Routine, str] = {}
        self.passes = 0
        self.may_idle = False  # turns in which nothing happens are possible

    def run(self) -> None:
        """Repeat passes over the program until one finds nothing new.  NotCompilable."""
        self.find_roots()
        setup = self.roots.get("setup")
        if setup is not None and isinstance(setup.node, ast.FunctionDef):
            EveryPath(self.program).note_setup(setup.node, setup.self_name)
        for self.program.is_tentative in (True, False):
            for _ in range(MAX_PASSES):
                before = self.program.changes.count
                self.go_through()
                self.passes = self.program.changes.passes = self.passes + 1
                if self.program.changes.count == before:
                    break
            else:
                raise NotCompilable("the types of this game do not settle")

    def find_roots(self) -> None:
        """Find the entry points: the rules and the methods of personas."""
        program = self.program
        definition, sides = program.definition, program.game.sides
        own = {
            name: holder
            for name in RULES
            for holder in [holder_of(definition, name)]
            if holder is not None and holder is not Game
        }
        # Games of rivals may call figures of theirs `team` and `won`.
        calls_round = "round" in own and self.calls_round_of_all_games(own["round"])
        for name, is_none in (
            ("turn", "round" in own and not calls_round),
            ("team", sides != TEAMS),
            ("won", sides != TOGETHER),
        ):
            if is_none:
                own.pop(name, None)
        for name, holder in own.items():
            function = vars(holder)[name]
            if not isinstance(function, FunctionType):
                raise NotCompilable(f"`{name}` that is no plain method can't be compiled")
            routine = self.roots[name] = program.routine(GAME, definition, function, holder)
            if name in OF_A_PLAYER and len(routine.parameters) > 1:
                program.cell(("local", routine, routine.parameters[1])).absorb(scalar(PLAYER))
        if "turn" in own:
            turn = self.roots["turn"]
            program.turn_of_rounds = turn if calls_round else None
            self.may_idle = not EveryPath(program).surely_happens(turn.node.body, turn.self_name, set())  # type: ignore[arg-type]
        for style, kind in enumerate(program.game.persona_classes.styles):
            for node in program.nodes:
                definer = holder_of(kind, node)
                if definer is None:
                    continue
                function = vars(definer)[node]
                if not isinstance(function, FunctionType):
                    raise NotCompilable(f"`{kind.__name__}.{node}` that is no plain method can't be compiled")
                routine = self.personas[node, style] = program.routine(PERSONA, kind, function, definer)
                routine.draws = hasattr(function, IS_ODDS)
                names = routine.own_parameters
                if len(names) != 3:  # noqa: PLR2004  game, me, option
                    raise NotCompilable(
                        f"`{kind.__name__}.{node}` has other parameters than (self, game, me, option)", "", routine.node
                    )
                program.cell(("local", routine, names[0])).absorb(scalar(GAME))
                program.cell(("local", routine, names[1])).absorb(scalar(PLAYER))

    def calls_round_of_all_games(self, holder: type) -> bool:
        """Return whether a file calls the `round` that all games have, by super() or the name of its class."""
        functions = self.program.sources.functions_of(vars(holder)["round"].__code__.co_filename)
        return any(
            isinstance(each, ast.Attribute)
            and each.attr == "round"
            and re.fullmatch(r"super\(.*\)|Game", ast.unparse(each.value))
            for function in functions
            for each in ast.walk(function)
        )

    # Passes --------------------------------------------------------------------------------------------------------
    def go_through(self) -> None:
        """Lower all known functions, and those that they call."""
        program = self.program
        for (node, _), routine in self.personas.items():
            option = program.cell(("option", node))
            program.cell(("local", routine, routine.own_parameters[2])).unite(option)
        packing = Packing(program)
        self.code = {}
        program.calls, program.unchanged_loops = {}, UnchangedLoops()
        done: set[Routine] = set()
        while len(done) < len(program.routines):
            for routine in list(program.routines.values()):
                if routine not in done:
                    done.add(routine)
                    if routine.node in program.sources.generators:
                        continue  # written in place
                    self.code[routine] = self.lower(routine, packing)
        program.settle()
        program.store_constants()
        program.note_iterators()
        reached = {routine: _reached(routine, program.calls) for routine in program.routines.values()}
        setup = self.roots.get("setup")
        in_setup = {setup, *reached[setup]} if setup is not None else set()
        keeping = {node for (node, _), routine in self.personas.items() if routine.keeps}
        if in_setup != program.in_setup or keeping != program.keeping:
            program.in_setup, program.keeping = in_setup, keeping
            program.changes.count += 1

    def lower(self, routine: Routine, packing: Packing) -> str:
        """Lower one function to flat code."""
        try:
            return Statements(self.program, packing, routine).function()
        except NotCompilable as found:
            if routine.called_at and not isinstance(found, LongTuple):
                raise NotCompilable(found.what, found.advice, *routine.called_at) from None
            if routine.called_at:
                raise found.moved_to(*routine.called_at) from None
            raise found.at(routine.node, routine.file) from None
        except RecursionError:
            what = "a tuple whose length varies can't be compiled here"
            raise LongTuple(what, "write a list", routine.node, routine.file) from None
        except Exception as error:  # of the compiler itself: plain Python plays the game
            what = f"`{getattr(routine.node, 'name', 'a lambda')}` can't be compiled ({type(error).__name__}: {error})"
            place = routine.called_at or (routine.node, routine.file)
            raise NotCompilable(what, "please report this with the file", *place) from error

    def rooms(self, observed: ObservedProgram | None) -> dict[str, int]:
        """Return the room of lists that grow, by the names of the constants in the code."""
        program, wider = self.program, observed.wider if observed else 1
        rooms = {id(place): 0 for place in program.room_places.values()}
        if observed:
            owners: list[tuple[str, str | type]] = [("game", "game"), ("player", "player")]
            owners += [(owner_of(kind), kind) for kind in program.class_numbers]
            for owner, names in owners:
                for name, seen in observed.of(names).items():
                    measure(program.attribute(owner, name).type, seen, observed, rooms, program)
            for name, seen in observed.options.items():
                measure(program.cell(("options", name)).type, seen, observed, rooms, program)
        room_by_name = {
            name: rooms[id(place.root())] for name, place in program.room_places.items() if id(place.root()) in rooms
        }
        return {name: max(ROOM * wider, room_by_name.get(name, 0)) for name in program.rooms.values()}

    def finished(self, observed: ObservedProgram | None) -> LoweredGame:
        """Return the game as flat code."""
        program, factor = self.program, observed.wider * observed.memory if observed else 1
        packing = Packing(program)
        # Plain Python can't compare iterators: a game that always has some in an attribute has no idle turns.
        set_before = [program.attribute(owner, name).type for owner, name in program.sure if owner == "game"]
        if any(is_kept_class(each.record) and each.only(OBJECT) for each in set_before):
            self.may_idle = False
        layout = Layout(program, packing, MEMORY * factor, copies=self.may_idle)
        layout.constants |= self.rooms(observed)
        self.check_moving(layout)
        self.keep_results(layout)
        program.unchanged_loops.check(
            {routine: _reached(routine, program.calls) for routine in program.routines.values()}
        )
        whole = WholeProgram(program, layout, self.roots, self.personas)
        source = "\n".join([*self.code.values(), whole.source()])
        source = guard_unset_names(re.sub(r"<\w+>", "", source))
        layout.file_constants  # noqa: B018  raises NotCompilable now, and not when the game is played
        return LoweredGame(
            program.game, source, layout.constants, layout, self.passes, counts_cards=whole.taking.is_complete
        )

    def keep_results(self, layout: Layout) -> None:
        """Let functions under `@cache` keep their results.  NotCompilable: these may change, or be changed."""
        program = self.program
        for routine in [each for each in program.routines.values() if each.is_cached]:
            within = (routine, *_reached(routine, program.calls))
            returned = program.cell(("return", routine)).type
            obstacle = program.caching.obstacle(within, returned)
            if obstacle:
                what = f"a function under @cache that {obstacle} can't be compiled"
                raise NotCompilable(what, "leave out the decorator", routine.node, routine.file)
            names = routine.own_parameters
            types = [returned, *(program.cell(("local", routine, name)).type for name in names)]
            if all(map(is_kept_by_word, types)) and not (routine.leading or program.caching.reads_table(within)):
                computing, cache = program.name_for(f"{routine.name}_computed"), f"CACHE_{routine.name}"
                layout.take(cache, words_of_cache(len(names)))
                code = self.code[routine].replace(f"def {routine.name}(", f"def {computing}(", 1)
                self.code[routine] = code + lookup(routine.name, computing, [f"v_{name}" for name in names], cache)

    def check_moving(self, layout: Layout) -> None:
        """Raise NotCompilable for attributes that hold what can't be moved, or can't be compared with their copies."""
        program = self.program
        in_turns = {
            each
            for name, root in [*self.roots.items(), *self.personas.items()]
            if name != "setup"
            for each in (root, *_reached(root, program.calls))
        }
        for owner, names in layout.attributes.items():
            for name in names:
                value_type = self.program.attribute(owner, name).type
                composing = program.composing.get((owner, name), set())
                is_fixed = value_type.has(PROSE) and not composing & in_turns
                if self.may_idle and _holds_prose(value_type, 0) and not is_fixed:
                    raise NotCompilable(
                        f"a composed text is stored in {name}, by which turns without effect are told apart",
                        "say the text where it is composed",
                        *program.set_at.get((owner, name), ()),
                    )
                if self.may_idle and holds_iterators(value_type):
                    raise NotCompilable(
                        f"an iterator is kept in {name}, by which turns without effect can't be told apart",
                        "set it in setup, or keep a whole number",
                        *program.set_at.get((owner, name), ()),
                    )
                if _has_packed_object(value_type, 0):
                    raise StoredObject(
                        f"a tuple with an object in it is stored in {name}, which can't be compiled",
                        "keep the object itself",
                        *program.set_at.get((owner, name), ()),
                    )


def measure(
    value_type: Type,
    seen: ObservedPlace | None,
    observed: ObservedProgram,
    rooms: dict[int, int],
    program: Program,
    depth: int = 0,
) -> None:
    """Find the room that lists of a type need, and the lists in them."""
    if seen is None or depth > MAX_NESTED:
        return
    if holds_dicts(value_type):
        for kind in program.classes_of(value_type.record):  # type: ignore[arg-type]
            for name in field_names(kind):
                measure(program.attribute(owner_of(kind), name).type, seen.items, observed, rooms, program, depth + 1)
    place = value_type.place.root() if value_type.place else None
    if place is None:
        return
    room = observed.room(seen) * (2 if value_type.has(DICT) else 1)
    rooms[id(place)] = max(room, rooms.get(id(place), 0))
    measure(place.elements.type, seen.items, observed, rooms, program, depth + 1)


def _reached(routine: Routine, calls: Mapping[Routine, set[Routine]]) -> set[Routine]:
    """Return all functions that a function calls, directly or through others."""
    reached: set[Routine] = set()
    todo = list(calls.get(routine, ()))
    while todo:
        each = todo.pop()
        if each not in reached:
            reached.add(each)
            todo += calls.get(each, ())
    return reached


def _has_packed_object(value_type: Type, depth: int) -> bool:
    """Return whether values of a type include tuples that contain objects."""
    if depth > MAX_NESTED:
        return False
    shape = value_type.shape and value_type.shape.root()
    if shape and any(cell.type.is_reference for cell in shape.fields):
        return True
    return value_type.place is not None and any(
        _has_packed_object(each, depth + 1) for each in (value_type.elements, value_type.keys)
    )


def _holds_prose(value_type: Type, depth: int) -> bool:
    """Return whether values of a type include composed texts."""
    if value_type.has(PROSE) or depth > MAX_NESTED:
        return value_type.has(PROSE)
    return value_type.place is not None and _holds_prose(value_type.elements, depth + 1)


def lower(game: PlainGame, observed: ObservedProgram | None = None) -> LoweredGame:
    """Return a game as flat code.  NotCompilable names the first construct that can't be compiled."""
    constants = observed.constants if observed else _constants(game)
    has_row_tuples, texts = observed is not None and observed.has_row_tuples, SAID
    has_object_tuples, dict_classes = False, DictClasses()
    while True:
        lowering = Lowering(game, constants, has_row_tuples=has_row_tuples, texts=texts)
        lowering.program.has_object_tuples, lowering.program.dict_classes = has_object_tuples, dict_classes
        try:
            lowering.run()
            return lowering.finished(observed)
        except WideClass as refusal:
            if not store_as_objects(refusal.kinds):
                raise refusal.at(*lowering.program.sources.place_of(game.definition)) from None
        except LongTuple as refusal:
            # Packed tuples are faster, so that tuples are stored as lists are only where words can't hold them.
            if has_row_tuples:
                raise refusal.at(*lowering.program.sources.place_of(game.definition)) from None
            has_row_tuples = True
        except MixedDict as refusal:
            dict_classes.add(refusal.keys)
        except StoredObject:
            if has_object_tuples:
                raise
            has_object_tuples = True
        except NotCompilable as refusal:
            # Most games only say what they compose; following all texts takes longer, and makes tuples wider.
            if texts != MADE and (texts or lowering.program.needs_texts):
                texts += 1
            elif dict_classes.is_eager and dict_classes.classes:
                dict_classes, texts = DictClasses(is_eager=False), SAID
            elif not dict_classes.add_possible():
                raise refusal.at(*lowering.program.sources.place_of(game.definition)) from None


def _constants(game: PlainGame) -> Mapping[str, Any]:
    table = game.lay_table(game.defaults, game.usual_players, game.read_parts(), [game.persona("random")])
    return table.constants
