"""Observations of plain games: kinds of values, lengths of lists, texts, lists that two names share.

Types follow from the rules themselves; only play shows how long lists become.  A few games of each table are therefore
examined whenever a round or a turn begins: the first of them in full, also at decisions, the others for lengths only.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from balancer.compiler.flags import ErrorFlag
from balancer.plain.course import Listener
from balancer.plain.declared import Card, Kinds
from balancer.plain.game import OWN, Game
from balancer.plain.pile import Pile
from balancer.plain.player import Player

FULL_GAMES = 1  # of a table, in which every value is examined
MAX_DEPTH = 6  # of lists in lists; deeper ones are ignored

NONE, BOOL, INT, FLOAT, TEXT, CARD, PLAYER = "none", "bool", "int", "float", "text", "card", "player"
LIST, PILE, TUPLE, SET, DICT, OBJECT, OTHER = "list", "pile", "tuple", "set", "dict", "object", "other"

SCALARS = {type(None): NONE, bool: BOOL, int: INT, float: FLOAT, str: TEXT, Player: PLAYER, Card: CARD}


@dataclass
class ObservedValues:
    """All values that one variable has held: an attribute, the items of a list, an item of tuples."""

    kinds: set[str] = field(default_factory=set)
    classes: set[type] = field(
        default_factory=set
    )  # of named tuples, objects and other values with a class of their own
    texts: set[str] = field(default_factory=set)
    least: int = 0  # of whole numbers
    most: int = 0
    longest: int = -1  # of lists, sets and dicts; -1: it was none
    items: ObservedValues | None = None  # of lists and sets; values of dicts
    keys: ObservedValues | None = None  # of dicts
    places: dict[int, list[ObservedValues]] = field(default_factory=dict)  # by length of a tuple: its items

    def note(self, value: Any, depth: int = 0) -> Iterator[Any]:
        """Note a value; yield the objects in it, whose attributes the caller notes."""
        kind = kind_of(value)
        self.kinds.add(kind)
        if kind == INT:
            self.least, self.most = min(self.least, value), max(self.most, value)
        elif kind == TEXT:
            self.texts.add(value)
        elif kind in {OBJECT, OTHER}:
            self.classes.add(type(value))
            if kind == OBJECT:
                yield value
        elif kind == TUPLE:
            if type(value) is not tuple:
                self.classes.add(type(value))
            places = self.places.setdefault(len(value), [])
            places += [ObservedValues() for _ in range(len(value) - len(places))]
            for place, item in zip(places, value, strict=True):
                yield from place.note(item, depth + 1)
        elif kind in {LIST, PILE, SET, DICT} and depth < MAX_DEPTH:
            yield from self._note_items(value, depth)

    def _note_items(self, value: Any, depth: int) -> Iterator[Any]:
        self.longest = max(self.longest, len(value))
        self.items = self.items or ObservedValues()
        items: Iterable[Any] = value
        if isinstance(value, dict):
            self.keys = self.keys or ObservedValues()
            for key in value:
                yield from self.keys.note(key, depth + 1)
            items = value.values()
        for item in items:
            yield from self.items.note(item, depth + 1)

    def note_length(self, value: Any) -> None:
        """Note the length of a list, and of the lists in it."""
        if isinstance(value, list | set | frozenset | dict):
            self.longest = max(self.longest, len(value))
            self.items = self.items or ObservedValues()
            for item in value.values() if isinstance(value, dict) else value:
                if not isinstance(item, list | set | frozenset | dict):
                    return
                self.items.note_length(item)


def kind_of(value: Any) -> str:
    """Return the kind of a value, one of the constants above."""
    scalar = SCALARS.get(type(value))
    if scalar is not None:
        return scalar
    for base, kind in ((Pile, PILE), (list, LIST), (dict, DICT), (tuple, TUPLE), (int, INT), (Game, OTHER)):
        if isinstance(value, base):
            return kind
    if isinstance(value, set | frozenset):
        return SET
    return OBJECT if hasattr(value, "__dict__") and not callable(value) else OTHER


class Name(NamedTuple):
    """An attribute: of the game, of its players, or of objects of a class."""

    owner: str | type  # "game", "player" or the class
    attribute: str

    def __str__(self) -> str:
        """Return ``self.deck``, ``player.hand`` or ``Lot.bids``."""
        owner = {"game": "self"}.get(self.owner, self.owner) if isinstance(self.owner, str) else self.owner.__name__
        return f"{owner}.{self.attribute}"


class Shared(NamedTuple):
    """A list, set or dict that two attributes hold at the same time, so that a change shows in both."""

    first: Name
    second: Name


@dataclass
class Observations:
    """All observations of the games of a file.

    wider: a factor for the observed room of lists, doubled when games overflow (see `room`).

    memory: a factor for the memory, doubled when that is full.  Wider lists alone would fill it again.
    """

    attributes: dict[Name, ObservedValues] = field(default_factory=dict)
    options: dict[str, ObservedValues] = field(default_factory=dict)  # by decision: what could be chosen, as a list
    objects: dict[type, int] = field(default_factory=dict)  # by class: the largest number that a game holds at once
    shared: set[Shared] = field(default_factory=set)
    constants: Mapping[str, Any] = field(default_factory=dict)  # of the table with the most cards: see `PlainTable`
    card_texts: set[str] = field(default_factory=set)  # in columns of component tables
    games: int = 0
    examinations: int = 0  # of games: the time taken, in a unit that is the same on every machine
    wider: int = 1
    memory: int = 1
    has_row_tuples: bool = False  # tuples are known not to fit into words

    def of(self, owner: str | type) -> Mapping[str, ObservedValues]:
        """Return the attributes of `game`, `player` or a class, by their names."""
        return {name.attribute: seen for name, seen in self.attributes.items() if name.owner == owner}

    def room(self, seen: ObservedValues | None) -> int:
        """Return the number of items for which a list needs room: the longest observed with a margin."""
        return self.wider * (2 * max(2, seen.longest if seen else 8) + 4)

    @property
    def texts(self) -> set[str]:
        """All texts that values have been."""
        all_texts = set(self.card_texts)
        todo = [*self.attributes.values(), *self.options.values()]
        while todo:
            seen = todo.pop()
            all_texts |= seen.texts
            todo += [each for each in (seen.items, seen.keys) if each]
            todo += [place for places in seen.places.values() for place in places]
        return all_texts

    def widened(self, flag: int) -> Observations:
        """Return the same observations with twice the room that games lack; flag: LIST_FULL or MEMORY_FULL."""
        if flag == ErrorFlag.MEMORY_FULL:
            return dataclasses.replace(self, memory=2 * self.memory)
        return dataclasses.replace(self, wider=2 * self.wider)


class GameObserver(Listener):
    """Listener that notes the values which a game holds."""

    def __init__(self, observations: Observations) -> None:
        self.observations, self.in_full = observations, True

    def begin(self, number: int, constants: Mapping[str, Any]) -> None:
        """Begin the next game, the `number`-th of its table, with these constants."""
        self.in_full = number < FULL_GAMES
        self.observations.games += 1
        cards = [card for value in constants.values() if isinstance(value, Kinds) for card in value]
        before = self.observations.constants.values()
        if len(cards) >= sum(len(value) for value in before if isinstance(value, Kinds)):
            self.observations.constants = dict(constants)
        if number == 0:
            values = (value for card in cards for value in vars(card).values())
            self.observations.card_texts |= {value for value in values if isinstance(value, str)}

    # See `Listener` ---------------------------------------------------------------------------------------------------
    def on_round(self, game: Game) -> None:
        """Examine the game at the beginning of a round."""
        self.look(game)

    def on_turn(self, game: Game) -> None:
        """Examine the game at the beginning of a turn."""
        self.look(game)

    def on_standings(self, game: Game, line: list[int]) -> None:  # noqa: ARG002
        """Examine the game at the end of a round."""
        self.look(game)

    def on_choice(
        self,
        player: Player,
        decision: str,
        options: list[Any],
        place: int,  # noqa: ARG002
        values: list[Any] | None,  # noqa: ARG002
    ) -> None:
        """Note the options of a decision; examine games that are observed in full."""
        seen = self.observations.options.setdefault(decision, ObservedValues())
        if self.in_full:
            for _ in seen.note(options):
                pass
        else:
            seen.note_length(options)
        if self.in_full:
            self.look(player._course.game)  # noqa: SLF001  the engine's own

    def look(self, game: Game) -> None:
        """Note all attributes of a game and its players, and of the objects that they hold."""
        self.observations.examinations += 1
        if not self.in_full:
            for name, value, _ in _attributes(game):
                self._seen(name).note_length(value)
            return
        holders: dict[int, tuple[Name, object]] = {}
        todo = list(_attributes(game))
        reached: dict[int, Any] = {}
        while todo:
            name, value, owner = todo.pop()
            if isinstance(value, list | set | dict):
                held_by, other = holders.setdefault(id(value), (name, owner))
                if (held_by, id(other)) != (name, id(owner)):
                    self.observations.shared.add(Shared(held_by, name))
            for each in self._seen(name).note(value):
                if id(each) not in reached:
                    reached[id(each)] = each
                    todo += [(Name(type(each), attribute), content, each) for attribute, content in vars(each).items()]
        counts: dict[type, int] = {}
        for each in reached.values():
            counts[type(each)] = counts.get(type(each), 0) + 1
        for kind, count in counts.items():
            self.observations.objects[kind] = max(count, self.observations.objects.get(kind, 0))

    def _seen(self, name: Name) -> ObservedValues:
        return self.observations.attributes.setdefault(name, ObservedValues())


def _attributes(game: Game) -> Iterator[tuple[Name, Any, object]]:
    """Yield what the rules have set on the game and on players: name, value, owner."""
    for attribute, value in vars(game).items():
        if attribute not in OWN and attribute != "_course" and not isinstance(value, Kinds):
            yield Name("game", attribute), value, game
    for player in game._course.seats:  # noqa: SLF001  the engine's own
        for attribute, value in getattr(player, "__dict__", {}).items():
            if not attribute.startswith("_") and attribute != "seat":
                yield Name("player", attribute), value, player
