"""The whole program of a game: its attributes, decisions, texts and constants, and the functions to be lowered."""

from __future__ import annotations

import ast
import dataclasses
import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import FunctionType
from typing import Any, NamedTuple

from balancer.compiler.caching import CachedFunctions
from balancer.compiler.classes import (
    CLASS_TAG,
    class_value,
    field_names,
    fields_of,
    is_enum,
    is_frozen,
    is_of,
    is_packed,
    is_record,
    is_row,
    members_of,
    owner_of,
    root_of,
)
from balancer.compiler.constant_rows import ConstantRows, is_mixed
from balancer.compiler.deque_loops import DequeLoops
from balancer.compiler.errors import NotCompilable
from balancer.compiler.generated_methods import is_generated
from balancer.compiler.generators import listing
from balancer.compiler.kinds import (
    BOOL,
    CARD,
    DICT,
    FLOAT,
    FUNCTION,
    INT,
    LIST,
    MEMBER,
    NONE,
    OBJECT,
    PERSONA,
    PLAYER,
    PROSE,
    SET,
    TEXT,
    TUPLE,
    UNKNOWN,
    ChangeCounter,
    ContainerPlace,
    TupleShape,
    Type,
    TypeCell,
    as_stored,
    join,
    scalar,
)
from balancer.compiler.sources import Function, Sources, names_stored_in
from balancer.compiler.special_methods import check_plain_member, check_record, check_tuple
from balancer.core.declarations import FIRST_ENDING
from balancer.plain.declared import Card, Cards, Figure, Kinds, Knob, PlaceTally, declared_in
from balancer.plain.lane import PlainGame
from balancer.plain.pile import Pile
from balancer.plain.player import Player

MAX_ITEMS = 5  # of a tuple that is packed, where their kinds say no more
MAX_FUNCTIONS = 1000  # that are values
GAME_FILE, PLAYER_FILE = "game", "player"  # owners of attributes; others are classes


@dataclass(eq=False)
class Routine:
    """A function that is lowered for one class of callers.

    kind: the kind of its first argument, GAME, PERSONA, OBJECT, TUPLE, MEMBER or CLASS, or "" for a function of no
    class; owner: the class on which it is called; defined_in: the class that defines it; outer: the function that
    defines an inner one.
    """

    name: str
    kind: str
    owner: type | None
    node: Function
    file: str
    scope: Mapping[str, Any]
    defined_in: type | None = None
    outer: Routine | None = None
    captured: list[str] = field(default_factory=list)
    keeps: bool = False  # may leave a reference to what it makes in something that outlives it
    is_static: bool = False
    lists: Routine | None = None  # the generator whose items it returns as a list
    called_at: tuple[ast.AST, str] | None = None  # of a function of the library: the call and its file
    draws: bool = False  # its results are weights by which a persona draws
    is_cached: bool = False  # under `@functools.cache`

    @property
    def parameters(self) -> list[str]:
        """The names of its parameters."""
        return [each.arg for each in (*self.node.args.posonlyargs, *self.node.args.args)]

    @property
    def self_name(self) -> str:
        """The name of its first parameter where that is the receiver of the call, else ""."""
        if self.outer:
            return self.outer.self_name
        return self.parameters[0] if self.kind and not self.is_static else ""

    @property
    def own_parameters(self) -> list[str]:
        """The names of the arguments that a call passes: parameters without self, and captured names."""
        arguments = self.node.args
        given = [*self.parameters, *(each.arg for each in arguments.kwonlyargs)]
        given += [each.arg for each in (arguments.vararg, arguments.kwarg) if each]
        own = given if self.outer or not self.self_name else given[1:]
        return own + self.captured

    @property
    def leading(self) -> list[str]:
        """Flat parameters for the receiver of the call."""
        if not self.self_name or self.kind not in {PERSONA, OBJECT, TUPLE, MEMBER}:
            return []
        return ["v_P"] if self.kind == PERSONA else [f"v_{self.self_name}"]


@dataclass(eq=False)
class Region:
    """A list, dict or object that belongs to the file: the same in all games.

    items: words, or other regions; refusal: why something in it can't be compiled, for the passes after the first.
    """

    name: str
    value: Any
    type: Type
    items: list[Any]
    is_object: bool = False
    refusal: NotCompilable | None = None


class WordTable(NamedTuple):
    """Words that exist before the game: by text, or by number from 0 on (None: there is none)."""

    values: dict[str, Any] | list[Any]
    type: Type

    def listed(self, texts: Sequence[str]) -> list[Any]:
        """Return the values in order, given all texts in the order of their numbers."""
        return [self.values.get(text) for text in texts] if isinstance(self.values, dict) else self.values


class Program:
    """Facts about the program of one game; `changes` counts the facts found so far."""

    def __init__(
        self,
        game: PlainGame,
        constants: Mapping[str, Any],
        texts: Iterable[str] = (),
        *,
        has_row_tuples: bool = False,
        follows_texts: bool = False,
    ) -> None:
        """Begin to analyse a game; constants: attributes of a new game (`PlainTable`).

        has_row_tuples: tuples whose length varies, or of more than MAX_ITEMS items, are stored as lists are;
        follows_texts: types note which texts and numbers values may be.
        """
        self.has_row_tuples, self.is_tentative = has_row_tuples, True
        self.follows_texts, self.needs_texts = follows_texts, False  # it may compile where it follows texts
        self.table_names, self.word_tables = dict[Any, str](), dict[str, WordTable]()
        self.stored_as_rows: set[int] = set()  # identities of short tuples that are stored as the long ones beside them
        self.game, self.definition, self.constants = game, game.definition, constants
        source_files = game.made_of.belongings.kept if game.made_of else {}
        self.sources = Sources(source_files, str(game.made_of.path) if game.made_of else "")
        self.changes = ChangeCounter(has_row_tuples=has_row_tuples)
        self.cells: dict[Any, TypeCell] = {}
        self.places: dict[Any, ContainerPlace] = {}
        self.shapes: dict[Any, TupleShape] = {}
        # By attribute: where rules set it, and the file; of objects, where other functions than `__init__` do.
        self.set_at, self.changed_at = (dict[tuple[str, str], tuple[ast.AST, str]]() for _ in range(2))
        self.records: dict[str, type] = {}  # the highest classes whose objects the program uses (`root_of`)
        self.class_numbers: dict[type, int] = {}  # of the classes of which objects are made, as at CLASS_TAG
        self.regions: dict[int, Region] = {}
        self.routines: dict[Any, Routine] = {}
        self.names, self.stored = set[str](), set[tuple[str, str]]()
        self.copies: list[tuple[TypeCell, TypeCell]] = []
        self.literals, self.tuple_constants = dict[Any, Any](), dict[int, Any]()  # the latter by identity
        self.constant_rows = ConstantRows()
        self.keeping: set[str] = set()  # decisions at which a persona keeps what it makes
        self.composing: dict[tuple[str, str], set[Routine]] = {}  # functions that set attributes to composed texts
        self.function_tables = set[tuple[Any, str]]()  # names of dicts and lists of functions, with their scopes
        self.rooms, self.recursive = dict[int, str](), set[Routine]()  # the latter: generators that call themselves
        self.key_counts: dict[Any, int] = {}  # the number of sort keys of a `key=`, where one of them has fractions
        self.room_places: dict[str, ContainerPlace] = {}
        self.calls, self.caching, self.deque_loops = dict[Routine, set[Routine]](), CachedFunctions(), DequeLoops()
        # Of functions and classes that are values: their numbers; of routines among them, the functions of the file.
        self.function_numbers, self.defaults_of = dict[Any, int](), dict[Routine, FunctionType]()
        self.nodes = {node.name: number for number, node in enumerate(game.nodes)}
        self.knobs = [each.name for each in declared_in(self.definition, Knob)]
        self.tables = [each.name for each in declared_in(self.definition, Cards)]
        self.figures = [each.name for each in declared_in(self.definition, Figure)]
        self.habits = list(game.persona_classes.habits)
        self.cards = [card for name in self.tables for card in constants[name]]
        self.text_set = set(texts) | {ending.name for ending in game.endings} | {""}
        for knob in declared_in(self.definition, Knob):
            if isinstance(knob.default, str):
                self.text_set |= set(knob.allowed)
        for card in self.cards:
            self.text_set |= {value for value in vars(card).values() if isinstance(value, str)}
        self.endings = {ending.name: number for number, ending in enumerate(game.endings, FIRST_ENDING)}
        self.own_figures = [extra for extra in game.extras if not extra.group]
        self.tallies: dict[str, ContainerPlace] = {}
        self.knob_rows = {
            name: list(constants[name]) for name in self.knobs if isinstance(constants[name], tuple | list)
        }
        self._declare_knobs()
        self._declare_figures()
        self.decks = {name: constants[name].deck() for name in self.tables}
        self.players = ContainerPlace.new(self.changes)
        self.players.elements.absorb(scalar(PLAYER))
        self.players.mark(list)
        self.sure, self.in_setup = set[tuple[str, str]](), set[Routine]()  # see `is_sure`

    has_object_tuples = False  # tuples with objects in them are stored as objects

    def _declare_knobs(self) -> None:
        """Note the types of the knobs, and all texts that they may be."""
        for knob in declared_in(self.definition, Knob):
            now = self.knob_rows.get(knob.name, self.constants[knob.name])
            for value in knob.allowed if isinstance(now, str) else [now]:
                self.attribute("game", knob.name).absorb(replace(self.type_of(value), numbers=None))

    def _declare_figures(self) -> None:
        """Note the types of the game's tallies and figures."""
        for tally in declared_in(self.definition, PlaceTally):
            place = self.tallies[tally.name] = ContainerPlace.new(self.changes)
            place.numbering = tally.places
            place.mark(changes_later=True)
            place.elements.absorb(scalar(INT))
            self.attribute("game", tally.name).absorb(Type(frozenset((LIST,)), place))
        for figure in self.own_figures:
            self.attribute("game", figure.name).absorb(scalar(NONE if figure.undefined else INT))

    # Places ---------------------------------------------------------------------------------------------------------
    def cell(self, key: Any) -> TypeCell:
        """Return the cell of a key, a new one where there is none yet."""
        if key not in self.cells:
            self.cells[key] = TypeCell(self.changes)
        return self.cells[key]

    def attribute(self, owner: str, name: str) -> TypeCell:
        """Return the cell of an attribute; owner: game, player, or the name of a class."""
        return self.cell(("attribute", owner, name))

    def store_in(self, owner: str, name: str, value_type: Type, routine: Routine | None = None) -> TypeCell:
        """Note that an attribute is set, by a function of the game or before it; return its cell."""
        if routine and value_type.has(PROSE):
            self.composing.setdefault((owner, name), set()).add(routine)
        if routine:
            self.caching.note_set(routine, owner, name)
        if (owner, name) not in self.stored:
            self.stored.add((owner, name))
            self.changes.count += 1
            for initial in self.class_values(owner, name):
                if initial is not dataclasses.MISSING:
                    self.attribute(owner, name).absorb(self.type_of(initial))
        cell = self.attribute(owner, name)
        value_type = cell.absorb(value_type)
        if value_type.place and (owner, name) not in value_type.place.root().attributes:
            value_type.place.root().attributes.add((owner, name))
        return cell

    def is_declared(self, name: str) -> bool:
        """Return whether an attribute of the game is a knob, a figure or a tally, which are set before it begins."""
        return name in self.knobs or name in self.figures or name in self.tallies

    def class_value(self, owner: str, name: str) -> Any:
        """Return the value of an attribute before rules set it: that of the class, or MISSING."""
        if owner == "player":
            return False if name == "out" else dataclasses.MISSING
        if owner != "game" or self.is_declared(name):
            return dataclasses.MISSING
        value = getattr(self.definition, name, dataclasses.MISSING)
        return dataclasses.MISSING if callable(value) or isinstance(value, property) else value

    def class_values(self, owner: str, name: str) -> list[Any]:
        """Return the values of an attribute before rules set it, one for each class whose objects have it."""
        if owner not in self.records:
            return [self.class_value(owner, name)]
        return [class_value(kind, name) for kind in self.class_numbers if owner_of(kind) == owner]

    def place(self, key: Any) -> ContainerPlace:
        """Return the place of the containers that one expression of the program makes."""
        if key not in self.places:
            self.places[key] = ContainerPlace.new(self.changes)
        return self.places[key].root()

    def shape(self, key: Any, length: int, named: type | None = None) -> TupleShape:
        """Return the shape of the tuples that one expression makes; those of a class share one."""
        key = named or key
        if key not in self.shapes:
            if named:
                check_tuple(named)
            self.shapes[key] = TupleShape(self.changes, [TypeCell(self.changes) for _ in range(length)], length, named)
        return self.shapes[key].root()

    def note_call(self, caller: Routine, routine: Routine) -> None:
        """Note that a function calls another one."""
        self.calls.setdefault(caller, set()).add(routine)
        self.deque_loops.note_call(routine)

    def copied(self, source: TypeCell, target: TypeCell) -> None:
        """Note that words are copied from one cell to another, so that both must encode values in the same way."""
        target.absorb(source.type)
        if target.type.has(FLOAT) and source.type.kinds and not source.type.has(FLOAT):
            source.unite(target)
        self.copies.append((source, target))

    def settle(self) -> None:
        """Unite cells between which words are copied where one holds fractions and the other does not."""
        copies, self.copies = self.copies, []
        for source, target in copies:
            self.copied(source, target)
        self.copies = []

    # Texts and constants --------------------------------------------------------------------------------------------
    @property
    def texts(self) -> list[str]:
        """All texts of the program, in order; a text's number is its place."""
        return sorted(self.text_set)

    def players_type(self) -> Type:
        """Return the type of `self.players`."""
        return Type(frozenset((LIST,)), self.players.root())

    def deck(self, table: str) -> Region:
        """Return the deck of a component table."""
        return self.region(self.decks[table])

    def is_sure(self, owner: str, name: str, routine: Routine) -> bool:
        """Return whether an attribute is set whenever a function reads it.

        `sure`: attributes that setup sets on every path; `in_setup`: functions that may run before they are set.
        """
        if owner == "game" and self.is_declared(name):
            return True
        if self.class_value(owner, name) is not dataclasses.MISSING:
            return True
        return (owner, name) in self.sure and routine not in self.in_setup

    def is_own(self, function: FunctionType | type | functools.partial[Any]) -> bool:
        """Return whether a function or class, or that of a partial(), stands in the game's own files."""
        if isinstance(function, functools.partial):
            return isinstance(function.func, FunctionType | type) and self.is_own(function.func)
        return function.__module__ == self.definition.__module__ or function.__module__.startswith("balancer_game_")

    def note_text(self, text: str) -> None:
        """Add a text to those of the program."""
        if text not in self.text_set:
            self.text_set.add(text)
            self.changes.count += 1

    def column(self, name: str) -> Type:
        """Return the type of a column of the cards.  NotCompilable: there is no such column."""
        values = [vars(card)[name] for card in self.cards if name in vars(card)]
        if not values:
            raise NotCompilable(f"cards have no column {name}", "declare it in `cards(...)`")
        column_type = UNKNOWN
        for value in values:
            column_type = join(column_type, self.type_of(value))
        return replace(column_type, numbers=None)

    def type_of(self, value: Any) -> Type:
        """Return the type of a value that exists before the game.  NotCompilable."""
        if isinstance(value, Card):
            return scalar(CARD)
        for kind, name in ((bool, BOOL), (int, INT), (float, FLOAT), (str, TEXT), (Player, PLAYER)):
            if isinstance(value, kind):
                if isinstance(value, str):
                    self.note_text(value)
                constant_type = self.type_of_constant(value, name) if self.follows_texts else scalar(name)
                check_plain_member(type(value))
                return replace(constant_type, members=type(value)) if is_enum(type(value)) else constant_type
        if value is None:
            return scalar(NONE)
        if isinstance(value, FunctionType | type | functools.partial) and self.is_own(value):
            return self.function_type(self.function_of(value))
        if is_mixed(value):
            return self.region(value).type
        if is_tuple_like(value) and id(value) not in self.stored_as_rows:
            tuple_type = self._type_of_tuple(value)
            if tuple_type.record:
                return self.region(value, tuple_type.record).type
            if tuple_type.place:
                self.region(value).type.place.unite(tuple_type.place)  # type: ignore[union-attr]
            return tuple_type
        if isinstance(value, list | tuple | range | set | frozenset | dict) or is_record(type(value)):
            return self.region(value).type
        is_property = isinstance(value, functools.cached_property)
        advice = "write @property" if is_property else "write numbers, words, cards or lists of them"
        raise NotCompilable(f"a {type(value).__name__} can't be compiled", advice)

    def type_of_constant(self, value: Any, kind: str) -> Type:
        """Return the type of a constant of one word, with the constant."""
        texts = frozenset((value,)) if kind == TEXT else frozenset[str]()
        return Type(frozenset((kind,)), texts=texts, numbers=frozenset((value,)) if kind == INT else None)

    def _type_of_tuple(self, value: Any) -> Type:
        items = items_of(value)
        named = type(value) if type(value) is not tuple else None
        if named is None:
            self.tuple_constants[id(value)] = value
        shape = self.shape(("constant", id(value)), len(items), named)
        for cell, item in zip(shape.fields, items, strict=False):
            cell.absorb(self.type_of(item))
        return as_stored(Type(frozenset((TUPLE,)), shape=shape))

    def store_constants(self) -> None:
        """Make regions for the constant tuples that turn out to be stored as objects or lists."""
        for value in list(self.tuple_constants.values()):
            if self.shapes["constant", id(value)].root().stored.kinds:
                self.type_of(value)

    def region(self, value: Any, record: type | None = None) -> Region:
        """Return the region of a constant list, dict or object; record: the class of a tuple that is stored as one."""
        existing = self.regions.get(id(value))
        if existing is not None:
            if existing.refusal is not None:
                raise existing.refusal
            return existing
        place = ContainerPlace.new(self.changes)
        kind = DICT if isinstance(value, dict) else SET if isinstance(value, set | frozenset) else LIST
        region_type = Type(frozenset((kind,)), place)
        key = id(value)
        if is_mixed(value) or record:
            value = self.constant_rows.object_of(value, record)
        if is_record(type(value)) or is_row(type(value)):
            self.record(type(value))
            self.note_made(type(value))
            region_type = Type(frozenset((OBJECT,)), record=type(value))
        contents = fields_of(value) if region_type.has(OBJECT) else value
        for item in (*contents, *(contents.values() if isinstance(contents, dict) else ())):
            check_plain_member(type(item))  # in each pass, before the region is known
        region = self.regions[key] = Region(f"K_{len(self.regions)}", value, region_type, [], region_type.has(OBJECT))
        self.changes.count += 1
        try:
            self.note_contents(region)
        except NotCompilable as error:
            region.refusal = error
            raise
        return region

    def note_contents(self, region: Region) -> None:
        """Note the types of what a constant list, dict or object holds.  NotCompilable."""
        value, place = region.value, region.type.place
        if region.is_object:
            for name, item in fields_of(value).items():
                self.store_in(owner_of(type(value)), name, self.type_of(item))
            return
        assert place is not None  # noqa: S101
        is_knob = any(value is row for row in self.knob_rows.values())  # a tuple, which has the room of a list
        is_tuple = is_knob or isinstance(value, tuple)
        place.mark(*([] if isinstance(value, Kinds) else [tuple if is_tuple else type(value)]), is_constant=True)
        if self.has_row_tuples and any(type(item) is tuple and not is_tuple_like(item) for item in value):
            self.stored_as_rows |= {id(item) for item in value if type(item) is tuple}
        for item in value:
            (place.keys if isinstance(value, dict) else place.elements).absorb(self.type_of(item))
            if isinstance(value, dict):
                place.elements.absorb(self.type_of(value[item]))

    # Classes --------------------------------------------------------------------------------------------------------
    def record(self, kind: type) -> None:
        """Note that the program uses objects of a class."""
        for root in map(root_of, members_of(kind)):
            other = self.records.setdefault(root.__name__, root)
            if other is not root:
                raise NotCompilable(f"two classes are called {root.__name__}", "give them two names")

    def note_made(self, kind: type) -> None:
        """Note that the program makes objects of a class."""
        self.record(kind)
        if kind not in self.class_numbers:
            check_record(kind)
            self.class_numbers[kind] = len(self.class_numbers)
            self.changes.count += 1
            if not is_enum(kind) and not is_row(kind):
                self.attribute(owner_of(kind), CLASS_TAG).absorb(scalar(INT))

    def classes_of(self, record: type) -> list[type]:
        """Return the made classes of objects for which a class stands."""
        return [kind for kind in self.class_numbers if is_of(kind, record)]

    def owners_of(self, record: type) -> list[str]:
        """Return the owners of the attributes of all objects for which a class stands."""
        return list(dict.fromkeys(owner_of(kind) for kind in self.classes_of(record))) or [
            owner_of(members_of(record)[0])
        ]

    def is_given(self, kind: type, name: str) -> bool:
        """Return whether new objects of a class have an attribute for certain."""
        is_field = name in field_names(kind)
        return is_field or is_row(kind) or is_enum(kind) or class_value(kind, name) is not dataclasses.MISSING

    def room_name(self, place: ContainerPlace | None) -> str:
        """Return the name of the constant with the room to grow of the containers of a place."""
        key = id(place.root()) if place else 0
        name = self.rooms.setdefault(key, f"ROOM_{len(self.rooms)}")
        if place:
            self.room_places[name] = place.root()
        return name

    def letters(self, text: str) -> tuple[str, ...]:
        """Return the letters of a text as a list, the same object each time."""
        letters: tuple[str, ...] = self.literals.setdefault(text, tuple(text))
        return letters

    def same_each_time(self, key: tuple[Any, ...], value: Any) -> Any:
        """Return the value that was first given for a key: passes over the program know a constant by its identity."""
        return self.literals.setdefault(key, value)

    def letters_of(self, row: Any) -> list[Any]:
        """Return the items of a literal as a list, the same object each time."""
        items: list[Any] = self.literals.setdefault(("row", id(row)), list(row))
        return items

    def literal(self, node: ast.expr, file: str) -> Any:
        """Return the value of a literal, the same object each time.  ValueError: it is not a literal."""
        key = (file, node.lineno, node.col_offset)
        if key not in self.literals:
            self.literals[key] = ast.literal_eval(node)
        return self.literals[key]

    # Functions ------------------------------------------------------------------------------------------------------
    def routine(self, kind: str, owner: type | None, function: FunctionType, defined_in: type | None = None) -> Routine:
        """Return the routine of a function that is to be lowered."""
        key = (kind, owner, function)
        if key not in self.routines:
            node = self.sources.node_of(function, defined_in)
            name = self.name_for("_".join(("f", *((owner.__name__,) if owner else ()), function.__name__)))
            file = self.sources.own if is_generated(function) else function.__code__.co_filename
            scope = scope_of(function)
            is_cached = function in self.caching.functions
            self.routines[key] = Routine(name, kind, owner, node, file, scope, defined_in, is_cached=is_cached)
            self.changes.count += 1
        return self.routines[key]

    def library_routine(self, caller: Routine, node: ast.Call, function: Any) -> Routine:
        """Return the copy of a function of the library for one call, whose types are those of this call."""
        key = (caller, node.lineno, node.col_offset, function)
        if key not in self.routines:
            name = self.name_for(f"f_{function.__name__}")
            file = function.__code__.co_filename
            self.routines[key] = Routine(name, "", None, self.sources.node_of(function), file, scope_of(function))
            self.routines[key].called_at = node, caller.file
            self.changes.count += 1
        return self.routines[key]

    def inner(self, outer: Routine, node: Function) -> Routine:
        """Return the routine of an inner function, which receives the names that it captures as arguments."""
        key = (outer, node)
        if key not in self.routines:
            name = self.name_for(f"{outer.name}_{getattr(node, 'name', 'lambda')}")
            own = set(names_stored_in(node)) | {each.arg for each in node.args.args}
            theirs = [*outer.parameters, *sorted(names_stored_in(outer.node)), *outer.captured]
            used = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)} - own - {outer.self_name}
            functions = {each.name for each in ast.walk(outer.node) if isinstance(each, ast.FunctionDef)}
            captured = [each for each in dict.fromkeys(theirs) if each in used and each not in functions]
            scope, kind = outer.scope, outer.kind
            self.routines[key] = Routine(
                name, kind, outer.owner, node, outer.file, scope, outer.defined_in, outer, captured
            )
            self.changes.count += 1
        return self.routines[key]

    def function_of(self, value: FunctionType | type | functools.partial[Any]) -> Any:
        """Return what stands for a function or class of the file as a value."""
        if isinstance(value, type | functools.partial):
            return value
        routine = self.routine("", None, value)
        self.defaults_of[routine] = value
        return routine

    def function_type(self, function: Any) -> Type:
        """Return the type of a function as a value."""
        if function not in self.function_numbers:
            if len(self.function_numbers) == MAX_FUNCTIONS:
                raise NotCompilable(f"more than {MAX_FUNCTIONS} functions as values can't be compiled")
            self.function_numbers[function] = len(self.function_numbers)
            self.changes.count += 1
        return Type(frozenset((FUNCTION,)), functions=frozenset((function,)))

    def note_recursive(self, generator: Routine) -> None:
        """Note that a generator calls itself, so that it can't be written in place."""
        if generator not in self.recursive:
            self.recursive.add(generator)
            self.changes.count += 1

    def listed(self, generator: Routine) -> Routine:
        """Return the function that returns the items of a generator as a list.  NotCompilable."""
        key = ("listed", generator)
        if key not in self.routines:
            node = listing(generator.node)
            if node is None:
                what = "a generator that calls itself can't be compiled if `yield` or `return` has a value"
                raise NotCompilable(what, "return a list", generator.node, generator.file)
            name = self.name_for(f"{generator.name}_listed")
            self.routines[key] = replace(generator, name=name, node=node, lists=generator)
            self.changes.count += 1
        return self.routines[key]

    def name_for(self, base: str) -> str:
        """Return an unused name for a flat function."""
        base = "".join(letter if letter.isalnum() and letter.isascii() else "_" for letter in base)
        name, number = base, 2
        while name in self.names:
            name, number = f"{base}_{number}", number + 1
        self.names.add(name)
        return name


def scope_of(function: FunctionType) -> Mapping[str, Any]:
    """Return the names that a function finds outside itself: those of its module and those that it captures."""
    captured = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    return {**function.__globals__, **{name: cell.cell_contents for name, cell in captured.items()}}


def items_of(value: Any) -> list[Any]:
    """Return the items of a tuple, or the fields of a frozen dataclass."""
    return (
        list(value) if isinstance(value, tuple) else [getattr(value, each.name) for each in dataclasses.fields(value)]
    )


def is_tuple_like(value: Any) -> bool:
    """Return whether a value is packed into one word: a short tuple whose items fit."""
    if not isinstance(value, tuple) or isinstance(value, Kinds):
        kind: type = type(value)
        return is_frozen(kind)
    if hasattr(value, "_fields"):
        return is_packed(type(value))
    return 0 < len(value) <= MAX_ITEMS and all(
        is_tuple_like(item)
        if isinstance(item, tuple)
        else not isinstance(item, list | set | dict | range | float | Pile)
        for item in value
    )
