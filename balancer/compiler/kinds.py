"""Types of values in a whole program, inferred by joining all values that flow into a variable.

A type is a set of kinds that a value may have.  Lists, sets and dicts also have a `ContainerPlace`, which stands for
all containers that one name may refer to: assigning a list to a second name unites the places of both.  Tuples have a
`TupleShape`, which decides how their items are packed into a word: tuples that meet share one.  Uniting is by
union-find (Steensgaard 1996), so that a few passes over the program find all types.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from balancer.compiler.classes import DICT_RECORD, is_dict_record, is_enum, is_row, joined_record, members_of, name_of
from balancer.compiler.errors import Conflict, LongTuple, WideClass, mixed_dict

BOOL, INT, FLOAT, TEXT, CARD, PLAYER, NONE, TUPLE, OBJECT, GAME, PERSONA = (
    *("bool", "int", "float", "text", "card", "player", "none", "tuple", "object", "game", "persona"),
)
PROSE = "prose"  # a text composed while the game runs: it can be stored and said, and nothing depends on it
LETTERS = "letters"  # next to TEXT: it may be composed while the game runs, and is known by its letters
FUNCTION = "function"  # of the file, or a class
CLASS, MEMBER = "class", "member"  # of the first argument of a method: its class, a member of an Enum of numbers
LIST, SET, DICT = "list", "set", "dict"
CONTAINERS = frozenset((LIST, SET, DICT))
BESIDE_CONTAINERS = frozenset((NONE, TUPLE, TEXT, LETTERS, CARD, PLAYER, OBJECT))  # whose words are never places
WHOLE = frozenset((BOOL, INT, CARD))  # whole numbers: cards are, too
NUMBERS = WHOLE | {FLOAT}
MAX_NUMBERS = 200  # that the type of a value lists
UNBOUNDED = -1
MAX_GROWING = 8  # passes in which these numbers may become more

WORDS = {
    BOOL: "True or False",
    INT: "a whole number",
    FLOAT: "a number with a fraction",
    TEXT: "a text",
    PROSE: "a text that is composed while the game runs",
    LETTERS: "a text",
    CARD: "a card",
    PLAYER: "a player",
    NONE: "None",
    TUPLE: "a tuple",
    OBJECT: "an object",
    GAME: "the game",
    PERSONA: "the persona",
    FUNCTION: "a function",
    LIST: "a list",
    SET: "a set",
    DICT: "a dict",
}


@dataclass
class ChangeCounter:
    """Number of facts found so far: passes over a program end when one finds nothing new.

    has_row_tuples: see `Program`.
    """

    count: int = 0
    passes: int = 0
    has_row_tuples: bool = False


@dataclass(frozen=True)
class Type:
    """Kinds that a value may have; place: of lists, sets and dicts; shape: of tuples; record: the class of objects."""

    kinds: frozenset[str] = frozenset()
    place: ContainerPlace | None = None
    shape: TupleShape | None = None
    record: type | None = None
    texts: frozenset[str] = frozenset()  # that it may be, where `Program.follows_texts`
    numbers: frozenset[int] | None = None  # that it may be; None: any
    functions: frozenset[Any] = frozenset()  # that it may be: routines, and classes
    members: type | None = None  # the Enum of which all whole numbers, or texts, are members

    @property
    def is_either(self) -> bool:
        """Whether it may be a list, set or dict, and may be something else that is not None."""
        return self.is_container and not self.kinds <= CONTAINERS | {NONE}

    def has(self, *kinds: str) -> bool:
        """Return whether the value may be one of these kinds."""
        return not self.kinds.isdisjoint(kinds)

    def only(self, *kinds: str) -> bool:
        """Return whether the value has one of these kinds for certain."""
        return bool(self.kinds) and self.kinds <= set(kinds)

    @property
    def is_container(self) -> bool:
        """Whether it may be a list, set or dict."""
        return not self.kinds.isdisjoint(CONTAINERS)

    @property
    def is_hashed(self) -> bool:
        """Whether it is a set that is iterated in the order of its table (`runtime/hashed_sets.py`)."""
        return SET in self.kinds and self.place is not None and self.place.root().ordered_at is not None

    @property
    def is_frozen(self) -> bool:
        """Whether it is a frozenset for certain."""
        return bool(self.only(SET) and self.place and self.place.is_only(frozenset))

    @property
    def is_reference(self) -> bool:
        """Whether it may refer to something that can change."""
        if self.is_container or (OBJECT in self.kinds and not is_enum(self.record)):
            return True
        return self.shape is not None and any(cell.type.is_reference for cell in self.shape.root().fields)

    @property
    def is_text(self) -> bool:
        """Whether it is a text; if it is none after all, asking for letters is an error of the rules."""
        return TEXT in self.kinds and self.kinds <= {TEXT, LETTERS, *NUMBERS, NONE}

    @property
    def named(self) -> type | None:
        """The class of a named tuple, or of a packed dataclass."""
        return self.shape.root().named if self.shape else None

    @property
    def sure_place(self) -> ContainerPlace:
        """The place of a list, set or dict that an expression makes, which has one."""
        assert self.place is not None  # noqa: S101
        return self.place

    @property
    def grows(self) -> bool:
        """Whether lists, sets or dicts may become longer after they are made."""
        return self.place is not None and self.place.root().grows

    @property
    def elements(self) -> Type:
        """The type of the items of a list or set, or of the values of a dict."""
        return self.place.elements.type if self.place else UNKNOWN

    @property
    def iterated(self) -> Type:
        """The type of what a loop over it has: the items of a list or set, the keys of a dict."""
        return self.keys if DICT in self.kinds else self.elements

    @property
    def keys(self) -> Type:
        """The type of the keys of a dict."""
        return self.place.keys.type if self.place else UNKNOWN

    def without(self, kind: str) -> Type:
        """Return the type of the same value where it is known not to have a kind."""
        return replace(self, kinds=self.kinds - {kind})

    def __str__(self) -> str:
        """Return the kinds in words."""
        names = {**WORDS, OBJECT: DICT_RECORD} if is_dict_record(self.record) else WORDS
        words = sorted({names[kind] for kind in self.kinds})
        return " or ".join(words) if words else "nothing that is ever set"


UNKNOWN = Type()


def scalar(*kinds: str) -> Type:
    """Return a type of kinds that have neither place nor shape nor record."""
    return Type(frozenset(kinds))


class TypeCell:
    """A variable of the program whose type is inferred: a name, an attribute, the items of a list."""

    __slots__ = ("_type", "changes", "growing", "parent")

    def __init__(self, changes: ChangeCounter, initial: Type = UNKNOWN) -> None:
        self.changes, self.parent, self._type = changes, self, initial
        self.growing = 0, 0  # passes in which its numbers became more, and the last of them

    def root(self) -> TypeCell:
        """Return the cell that stands for all united with this one."""
        cell = self
        while cell.parent is not cell:
            cell.parent = cell.parent.parent
            cell = cell.parent
        return cell

    @property
    def type(self) -> Type:
        """The type inferred so far."""
        return as_stored(self.root()._type)  # noqa: SLF001  its own class

    def absorb(self, other: Type) -> Type:
        """Add values of another type; return the type of all.  NotCompilable."""
        root = self.root()
        joined = join(root._type, other)  # noqa: SLF001
        root = self.root()  # joining may have united cells
        if joined.numbers and root._type.numbers and joined.numbers != root._type.numbers:  # noqa: SLF001
            grown, last = root.growing
            root.growing = grown + (last != self.changes.passes), self.changes.passes
            if grown > MAX_GROWING:  # as those of a counter do
                joined = replace(joined, numbers=None)
        if joined != root._type:  # noqa: SLF001
            root._type = joined  # noqa: SLF001
            self.changes.count += 1
        return joined

    def unite(self, other: TypeCell) -> None:
        """Unite two cells: both then have one type."""
        first, second = self.root(), other.root()
        if first is second:
            return
        second.parent = first
        self.changes.count += 1
        self.absorb(second._type)  # noqa: SLF001


@dataclass(frozen=True)
class MissingValue:
    """The value that a defaultdict gives to a missing key: a constant, or the result of a function or class."""

    constant: Any = None
    of_class: type | None = None  # of the constant, since 0 == False
    factory: Any = None


@dataclass(eq=False)
class ContainerPlace:
    """Lists, sets or dicts that share a name somewhere, treated as one."""

    changes: ChangeCounter
    elements: TypeCell
    keys: TypeCell
    is_constant: bool = False  # one of them belongs to the file and is the same in all games
    grows: bool = False  # one of them becomes longer after it was made
    changes_later: bool = False  # one of them is changed after it was made
    classes: frozenset[type] = frozenset()  # that they have in Python; tuples and frozensets are rows, too
    attributes: set[tuple[str, str]] = field(default_factory=set)  # that hold them
    default: MissingValue | None = None  # of the defaultdicts among them
    longest: int | None = None  # the `maxlen` of the deques among them, UNBOUNDED where they have none
    key_sets: frozenset[frozenset[str]] = frozenset()  # of dicts among them whose keys are all written in the file
    numbering: range | None = None  # of a tally: the numbers by which its items are called
    ordered_at: tuple[Any, str] | None = None  # where a set is first iterated in the order of its table, and the file
    parent: ContainerPlace | None = None

    @classmethod
    def new(cls, changes: ChangeCounter) -> ContainerPlace:
        """Return a place with unknown elements and keys."""
        return cls(changes, TypeCell(changes), TypeCell(changes))

    def root(self) -> ContainerPlace:
        """Return the place that stands for all united with this one."""
        place = self
        while place.parent is not None:
            place = place.parent
        return place

    def mark(self, *classes: type, **properties: bool) -> None:
        """Note Python classes that some of the containers have, and properties by their names; a mark stays."""
        root = self.root()
        new = [name for name, is_set in properties.items() if is_set and not getattr(root, name)]
        for name in new:
            setattr(root, name, True)
        if new or not root.classes.issuperset(classes):
            root.classes |= set(classes)
            self.changes.count += 1

    def may_be(self, kind: type) -> bool:
        """Return whether one of the containers may be of a Python class, or of one that is derived from it."""
        return any(issubclass(each, kind) for each in self.root().classes)

    def is_only(self, kind: type) -> bool:
        """Return whether all containers are of a Python class, or of one that is derived from it."""
        classes = self.root().classes
        return bool(classes) and all(issubclass(each, kind) for each in classes)

    def note_default(self, default: MissingValue | None) -> None:
        """Note what some of the dicts have for missing keys.  NotCompilable: others have something else."""
        root = self.root()
        if default is None or root.default == default:
            return
        if root.default is not None:
            what = "dicts with different values for missing keys in one place can't be compiled"
            raise Conflict(what, "use two names")
        root.default = default
        self.changes.count += 1

    def note_longest(self, longest: int | None) -> None:
        """Note the `maxlen` of some of the deques.  NotCompilable: others have another."""
        root = self.root()
        if longest is None or root.longest == longest:
            return
        if root.longest is not None:
            raise Conflict("deques with two values of `maxlen` in one place can't be compiled", "use two names")
        root.longest = longest
        self.changes.count += 1

    def order_at(self, node: Any, file: str) -> None:
        """Note that a set is iterated in the order of its table, by an expression of a file."""
        root = self.root()
        if root.ordered_at is None:
            root.ordered_at = node, file
            self.changes.count += 1

    def mark_as(self, other: ContainerPlace) -> None:
        """Note the classes that a part, copy or sum of a container takes from `other`, the original."""
        other = other.root()
        self.mark(*other.classes)
        self.note_default(other.default)
        self.note_longest(other.longest)

    def unite(self, other: ContainerPlace) -> None:
        """Unite two places, with their elements and keys.  NotCompilable: only one is a tally."""
        first, second = self.root(), other.root()
        if first is second:
            return
        if first.numbering != second.numbering:
            raise Conflict("a tally and a list in one place can't be compiled", "use two names")
        second.parent = first
        self.changes.count += 1
        first.mark(grows=second.grows, is_constant=second.is_constant, changes_later=second.changes_later)
        first.mark(*second.classes)
        first.note_default(second.default)
        first.note_longest(second.longest)
        first.key_sets |= second.key_sets
        if second.ordered_at:
            first.order_at(*second.ordered_at)
        first.attributes |= second.attributes
        first.elements.unite(second.elements)
        first.keys.unite(second.keys)


@dataclass(eq=False)
class TupleShape:
    """Tuples that are packed alike.

    fields: a cell per item; least: items that all have, those after them may be absent; named: the class of a named
    tuple or of a frozen dataclass; is_uniform: all items share one cell, as of `tuple(LIST)`; stored: the type of the
    objects, or of the lists, as which they are stored where they meet tuples that are; UNKNOWN: they are packed.
    """

    changes: ChangeCounter
    fields: list[TypeCell]
    least: int
    named: type | None = None
    is_uniform: bool = False
    stored: Type = UNKNOWN
    made_at: tuple[Any, str] | None = None  # where the file makes one of them, and the file
    parent: TupleShape | None = None

    def root(self) -> TupleShape:
        """Return the shape that stands for all united with this one."""
        shape = self
        while shape.parent is not None:
            shape = shape.parent
        return shape

    def unite(self, other: TupleShape) -> None:
        """Unite two shapes.  NotCompilable: they are of two classes."""
        first, second = self.root(), other.root()
        if first is second:
            return
        if first.named and second.named and first.named is not second.named:
            names = f"{first.named.__name__} and {second.named.__name__}"
            what = f"{names} in one place can't be compiled"
            raise WideClass((first.named, second.named), what, "use one class for both")
        named = first.named or second.named
        if named and not hasattr(named, "_fields") and not (first.named and second.named):
            what = f"{named.__name__} and a tuple, which is never equal to it, in one place can't be compiled"
            raise Conflict(what, f"write {named.__name__}(…) in both")
        second.parent = first
        self.changes.count += 1
        first.named = first.named or second.named
        first.made_at = first.made_at or second.made_at
        first.is_uniform = first.is_uniform or second.is_uniform
        first.stored = join(first.stored, second.stored)
        first.least = min(first.least, second.least)
        for mine, its in zip(first.fields, second.fields, strict=False):
            mine.unite(its)
        first.fields += second.fields[len(first.fields) :]
        if first.is_uniform:
            for cell in first.fields[1:]:
                first.fields[0].unite(cell)

    def store_as(self, stored: Type) -> None:
        """Note that these tuples meet others that are objects or lists, and are stored alike.  NotCompilable."""
        root = self.root()
        if root.stored.kinds:
            return
        if root.named:
            what = f"{root.named.__name__} and a tuple with a list in it in one place can't be compiled"
            raise Conflict(what, "use one class for both")
        root.stored = stored
        root.changes.count += 1
        if stored.place:
            stored.place.mark(tuple)
            for cell in root.fields:
                cell.unite(stored.place.elements)


def as_stored(value_type: Type) -> Type:
    """Return the type of a tuple as it is stored: as an object where its shape says so."""
    shape = value_type.shape and value_type.shape.root()
    if shape is None or not shape.stored.kinds:
        return value_type
    return join(replace(value_type, kinds=value_type.kinds - {TUPLE}, shape=None), shape.stored)


def join(first: Type, second: Type) -> Type:
    """Return the type of a value that has one of two types.  NotCompilable: no variable can hold both."""
    for tuples, others in ((first, second), (second, first)):
        if tuples.shape and OBJECT in others.kinds and is_row(others.record):
            tuples.shape.store_as(Type(frozenset((OBJECT,)), record=others.record))
        elif tuples.shape and LIST in others.kinds and not tuples.named and _has_rows(tuples.shape):
            tuples.shape.store_as(Type(frozenset((LIST,)), others.place))
    first, second = as_stored(first), as_stored(second)
    if first is second or not second.kinds:
        return first
    if not first.kinds:
        return second if second.place is None or second.place.parent is None else _rooted(second)
    if first.place and second.place:
        first.place.unite(second.place)
    if first.shape and second.shape:
        first.shape.unite(second.shape)
    joined = Type(
        first.kinds | second.kinds,
        first.place or second.place,
        first.shape or second.shape,
        _record_of_both(first.record, second.record),
        first.texts | second.texts,
        _numbers(first, second),
        first.functions | second.functions,
        _members(first, second),
    )
    _check(joined)
    return _rooted(joined)


def _record_of_both(first: type | None, second: type | None) -> type | None:
    """Return the class of objects of one of two classes.  NotCompilable: no variable can hold both."""
    if first is None or second is None or first is second:
        return first or second
    record = joined_record(first, second)
    if record is not None:
        return record
    if is_row(first) and is_row(second):
        what = "tuples with lists in them, and other items of other kinds, in one place can't be compiled"
        raise Conflict(what, "write the same kinds of items in all of them")
    names = " and ".join(dict.fromkeys(name_of(each) for record in (first, second) for each in members_of(record)))
    raise Conflict(f"objects of {names} in one place can't be compiled", "use one class for both")


def _rooted(value_type: Type) -> Type:
    place, shape = value_type.place and value_type.place.root(), value_type.shape and value_type.shape.root()
    return replace(value_type, place=place, shape=shape)


def _numbers(first: Type, second: Type) -> frozenset[int] | None:
    """Return the numbers that a value of two types may be; None: any."""
    if INT not in first.kinds or INT not in second.kinds:
        return (second if INT in second.kinds else first).numbers
    if first.numbers is None or second.numbers is None:
        return None
    numbers = first.numbers | second.numbers
    return numbers if len(numbers) <= MAX_NUMBERS else None


def _members(first: Type, second: Type) -> type | None:
    """Return the Enum whose members all numbers, or texts, of a value of two types are."""
    for each, other in ((first, second), (second, first)):
        if not each.has(INT, TEXT):
            return other.members
    return first.members if first.members is second.members else None


def _has_rows(shape: TupleShape) -> bool:
    return shape.changes.has_row_tuples


def _check(joined: Type) -> None:
    """Raise NotCompilable where a variable would hold kinds whose words look the same."""
    named, record = joined.named, joined.record
    if named and record and joined.kinds >= {TUPLE, OBJECT} and not is_enum(record) and not is_row(record):
        raise WideClass((named,), f"{named.__name__} and objects in one place can't be compiled", "use one class")
    containers = joined.kinds & CONTAINERS
    if joined.place and joined.kinds >= {DICT, OBJECT} and is_dict_record(record):
        conflict = Conflict(f"{DICT_RECORD} and another dict in one place can't be compiled", "use two names")
        raise mixed_dict(joined.place.root().key_sets, conflict)
    if containers and not joined.kinds - containers <= BESIDE_CONTAINERS:
        raise Conflict(f"{joined} in one place can't be compiled", "use two names")
    if joined.kinds >= {LIST, TUPLE} and joined.shape and not _has_rows(joined.shape):
        advice = "a tuple of many items counts as a list: make both lists"
        raise LongTuple(f"{joined} in one place can't be compiled", advice)
    if len(containers) > 1:
        raise Conflict(f"{joined} in one place can't be compiled", "use one of them, or two names")
    if FLOAT in joined.kinds and joined.kinds - NUMBERS - {NONE}:
        raise Conflict(f"{joined} in one place can't be compiled", "use two names")


def is_conflict(first: Type, second: Type) -> bool:
    """Return whether no variable can hold both of two values, because of their kinds."""
    kinds = first.kinds | second.kinds
    containers = kinds & CONTAINERS
    is_mixed = bool(containers) and not kinds - containers <= BESIDE_CONTAINERS
    return is_mixed or len(containers) > 1 or (FLOAT in kinds and bool(kinds - NUMBERS - {NONE}))


def joined(types: Iterable[Type]) -> Type:
    """Return the type of a value that has one of several types."""
    result = UNKNOWN
    for each in types:
        result = join(result, each)
    return result
