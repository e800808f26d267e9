"""Facts about the program of one game: its attributes, classes, texts, and the values that exist before a game."""

from __future__ import annotations

import ast
import contextlib
import dataclasses
import functools
import gc
import string
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import FunctionType, MappingProxyType
from typing import Any, NamedTuple

from balancer.compiler.classes import (
    CLASS_TAG,
    cached_names,
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
    row_base,
)
from balancer.compiler.constant_rows import ConstantRows, EmptyTuple, is_mixed
from balancer.compiler.dict_classes import DictClasses, are_texts
from balancer.compiler.errors import Conflict, NotCompilable
from balancer.compiler.kept_iterators import holds_iterators
from balancer.compiler.kinds import (
    BOOL,
    CARD,
    DICT,
    FLOAT,
    INT,
    LIST,
    NONE,
    OBJECT,
    PLAYER,
    PROSE,
    SET,
    TEXT,
    TUPLE,
    UNKNOWN,
    ContainerPlace,
    Type,
    TypeCell,
    as_stored,
    join,
    scalar,
)
from balancer.compiler.routines import Routine, Routines
from balancer.compiler.special_methods import check_plain_member, check_record, check_row_class
from balancer.core.declarations import FIRST_ENDING
from balancer.plain.declared import Card, Cards, Figure, Kinds, Knob, PlaceTally, declared_in
from balancer.plain.lane import PlainGame
from balancer.plain.pile import Pile
from balancer.plain.player import Player

MAX_ITEMS = 5  # of a tuple that is packed, where their kinds say no more
CONTAINERS = (list, tuple, range, set, frozenset, dict, MappingProxyType)  # that exist before the game


@dataclass(eq=False)
class Region:
    """A list, dict or object that belongs to the file: the same in all games.  items: words, or other regions."""

    name: str
    value: Any
    type: Type
    items: list[Any]
    is_object: bool = False


class WordTable(NamedTuple):
    """Words that exist before the game: by text, or by number from 0 on (None: there is none)."""

    values: dict[str, Any] | list[Any]
    type: Type

    def listed(self, texts: Sequence[str]) -> list[Any]:
        """Return the values in order, given all texts in the order of their numbers."""
        return [self.values.get(text) for text in texts] if isinstance(self.values, dict) else self.values


class Program(Routines):
    """The attributes, classes, texts and constants of one program, noted pass by pass."""

    def __init__(
        self,
        game: PlainGame,
        constants: Mapping[str, Any],
        texts: Iterable[str] = (),
        *,
        has_row_tuples: bool = False,
        follows_texts: bool = False,
        makes_texts: bool = False,
    ) -> None:
        """Begin to analyse a game; constants: attributes of a new game (`PlainTable`).

        has_row_tuples: tuples whose length varies, or of more than MAX_ITEMS items, are stored as lists are;
        follows_texts: types note which texts and numbers values may be; makes_texts: texts that only the game knows,
        too, are known by their letters.
        """
        super().__init__(game, has_row_tuples=has_row_tuples)
        self.has_row_tuples, self.is_tentative = has_row_tuples, True
        self.follows_texts, self.needs_texts = follows_texts, False  # it may compile where it follows texts
        self.makes_texts = makes_texts
        self.table_names, self.word_tables = dict[Any, str](), dict[str, WordTable]()
        self.versions: set[tuple[Any, int, int]] = set()  # assignments from which on a name is another variable
        self.text_counts: dict[Any, set[int]] = {}  # by expression: how many texts it has composed in each pass
        self.stored_as_rows: set[int] = set()  # identities of short tuples that are stored as the long ones beside them
        self.game, self.constants = game, constants
        # By attribute: where rules set it, and the file; of objects, where other functions than `__init__` do.
        self.set_at, self.changed_at = (dict[tuple[str, str], tuple[ast.AST, str]]() for _ in range(2))
        self.records: dict[str, type] = {}  # the highest classes whose objects the program uses (`root_of`)
        self.class_numbers: dict[type, int] = {}  # of the classes of which objects are made, as at CLASS_TAG
        self.regions: dict[int, Region] = {}
        self.stored = set[tuple[str, str]]()
        # Why constants, by identity, and attributes of constant objects, by owner and name, can't be compiled.
        self.obstacles: dict[Any, NotCompilable] = {}
        self.literals, self.tuple_constants = dict[Any, Any](), dict[int, Any]()  # the latter by identity
        self.constant_rows, self.dict_classes = ConstantRows(), DictClasses()
        self.kept_classes: dict[Any, type] = {}  # of kept iterators, by the place of what makes them
        self.iterator_variables: set[str] = set()  # names of attributes and local variables that hold such iterators
        self.keeping: set[str] = set()  # decisions at which a persona keeps what it makes
        self.composing: dict[tuple[str, str], set[Routine]] = {}  # functions that set attributes to composed texts
        self.deep_copies = dict[Any, Type]()  # types of what is copied, by the call
        self.turn_of_rounds: Routine | None = None  # where a `round` of the file calls that of all games
        self.function_tables = set[tuple[Any, str]]()  # names of dicts and lists of functions, with their scopes
        self.key_counts: dict[Any, int] = {}  # the number of sort keys of a `key=`, where one of them has fractions
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

    sets_players = False  # rules set `self.players`
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

    # Attributes -----------------------------------------------------------------------------------------------------
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

    def note_iterators(self) -> None:
        """Note which variables hold kept iterators; what reads iterators is looked at again."""
        if self.kept_classes:
            variables = [key for key, cell in self.cells.items() if holds_iterators(cell.type)]
            names = {key[-1] for key in variables if key[0] in {"local", "attribute"}}
            self.changes.count += names != self.iterator_variables
            self.iterator_variables = names
            self.sources.forget_reads()

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
        return (
            dataclasses.MISSING if callable(value) or isinstance(value, property | functools.cached_property) else value
        )

    def class_values(self, owner: str, name: str) -> list[Any]:
        """Return the values of an attribute before rules set it, one for each class whose objects have it."""
        if owner not in self.records:
            return [self.class_value(owner, name)]
        return [class_value(kind, name) for kind in self.class_numbers if owner_of(kind) == owner]

    # Texts and constants --------------------------------------------------------------------------------------------
    @property
    def texts(self) -> list[str]:
        """All texts of the program, in order; a text's number is its place."""
        if self.makes_texts:
            self.text_set |= set("".join(self.text_set) + string.digits + "-")
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
                self.region(value).type.sure_place.unite(tuple_type.place)
            return tuple_type
        if isinstance(value, CONTAINERS) or is_record(type(value)):
            return self.region(value).type
        raise _refusal_of(value)

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
        if isinstance(value, MappingProxyType):
            [viewed] = gc.get_referents(value)
            region = self.region(viewed)
            region.type.sure_place.mark(MappingProxyType)
            return region
        if id(value) in self.obstacles:  # also in later passes: its items have no types
            raise NotCompilable(*self.obstacles[id(value)].args)
        existing = self.regions.get(id(value))
        if existing is not None:
            return existing
        try:
            return self._new_region(value, record)
        except NotCompilable as obstacle:
            self.obstacles[id(value)] = obstacle
            raise

    def _new_region(self, value: Any, record: type | None) -> Region:
        place = ContainerPlace.new(self.changes)
        kind = DICT if isinstance(value, dict) else SET if isinstance(value, set | frozenset) else LIST
        region_type = Type(frozenset((kind,)), place)
        key = id(value)
        value = self.dict_classes.object_of(value)
        if is_mixed(value) or record:
            value = self.constant_rows.object_of(value, record)
        if is_record(type(value)) or is_row(type(value)):
            self.record(type(value))
            self.note_made(type(value))
            region_type = Type(frozenset((OBJECT,)), record=type(value))
        value_class: type = type(value)
        for name in cached_names(value_class):  # now, as the object lasts longer than a game
            with contextlib.suppress(Exception):  # which the game raises where it reads the property
                getattr(value, name)
        contents = fields_of(value) if region_type.has(OBJECT) else value
        for item in (*contents, *(contents.values() if isinstance(contents, dict) else ())):
            check_plain_member(type(item))  # in each pass, before the region is known
        region = self.regions[key] = Region(f"K_{len(self.regions)}", value, region_type, [], region_type.has(OBJECT))
        self.changes.count += 1
        if region.is_object:
            for name, item in fields_of(value).items():
                self._store_field(owner_of(type(value)), name, item)
            return region
        is_knob = any(value is row for row in self.knob_rows.values())  # a tuple, which has the room of a list
        is_tuple = is_knob or isinstance(value, tuple)
        python_class = tuple if is_tuple and not isinstance(value, EmptyTuple) else type(value)
        place.mark(*([] if isinstance(value, Kinds) else [python_class]), is_constant=True)
        if row_base(value_class):
            check_row_class(value_class)
            if vars(value):
                raise NotCompilable(
                    f"a {value_class.__name__} with attributes can't be compiled", "put these into another object"
                )
            self.place_of_class(value_class).unite(place)
        if self.has_row_tuples and any(type(item) is tuple and not is_tuple_like(item) for item in value):
            self.stored_as_rows |= {id(item) for item in value if type(item) is tuple}
        for item in value:
            (place.keys if kind == DICT else place.elements).absorb(self.type_of(item))
        if kind == DICT:
            self._note_values(value, place)
        return region

    def _note_values(self, value: Mapping[Any, Any], place: ContainerPlace) -> None:
        """Note the types of the values of a constant dict."""
        with self.dict_classes.watching([frozenset(value)]):
            for each in value.values():
                place.elements.absorb(self.type_of(each))
        self.dict_classes.note_values(place.elements.type, [frozenset(value)] if are_texts(value) else [])

    def _store_field(self, owner: str, name: str, value: Any) -> None:
        """Note the value in an attribute of a constant object; one that can't be compiled is no obstacle until read."""
        try:
            self.store_in(owner, name, self.type_of(value))
        except Conflict:
            raise
        except NotCompilable as obstacle:
            self.obstacles[owner, name] = obstacle

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
            if not is_row(kind):
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


def _refusal_of(value: object) -> NotCompilable:
    if hasattr(value, "__next__"):
        what = "an iterator that all games share can't be compiled"
        return NotCompilable(what, "make it in setup, as in self.ids = itertools.count()")
    return NotCompilable(f"a {type(value).__name__} can't be compiled", "write numbers, words, cards or lists of them")


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
