"""The declarations of a designer's classes as those that all games have (core/declarations.py, core/knobs.py)."""

from __future__ import annotations

import ast
import dataclasses
import dis
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import CodeType
from typing import Any

from balancer.core import declarations, knobs
from balancer.core.component_table import MAX_PARTS, NAME, ComponentColumn, ComponentTable
from balancer.core.dice import MAX_SEATS
from balancer.core.table import MAX_EXTRAS
from balancer.plain.declared import Cards, Ending, Figure, Habit, Knob, Optional, PlaceTally, declared_in
from balancer.plain.errors import PlainError, PlainGameError
from balancer.plain.game import Game, has_teams
from balancer.plain.player import Persona
from balancer.sides import BANK, DECLARED, NOBODY, RIVALS, SCORE, SEAT_1, TEAMS, TOGETHER, WIN

STYLE = "style"  # habit that chooses among several classes with methods of their own

CHOOSING = ("choose", "choose_together")

POINTS = ("points", "value")  # columns of a component table that may hold a card's points; the first one present does

CHANGING = frozenset(
    ("STORE_SUBSCR", "STORE_SLICE", "DELETE_SUBSCR", "append", "clear", "extend", "insert", "pop", "remove")
)  # changes of a list, as bytecode instructions and as methods

MIN_SEATS = 1  # of a game

MAX_ROWS = 1000  # of a component table

MAX_COPIES = 1000  # of a card, where its column is not declared
MAX_CARDS = 10_000  # of a component table, with copies


@dataclass(frozen=True)
class Personas:
    """The persona classes of a game, and their habits.

    styles: the classes with more of their own than habits; other classes decide as the class above them does.
    """

    classes: tuple[type[Persona], ...]
    styles: tuple[type[Persona], ...]
    habits: Mapping[str, declarations.Habit]

    @classmethod
    def of(cls, classes: Iterable[type[Persona]]) -> Personas:
        """Return the personas of some classes; PlainGameError."""
        classes = tuple(classes)
        habits: dict[str, declarations.Habit] = {}
        for each in classes:
            for habit in declared_in(each, Habit):
                low, high = _ends(habit.allowed)
                first = habits.setdefault(
                    habit.name, declarations.Habit(habit.name, habit.default, low, high, habit.meaning)
                )
                if (first.low, first.high) != (low, high):
                    ranges = f"{first.low}..{first.high} and {low}..{high}"
                    raise PlainGameError(
                        f"the habit {habit.name} has two ranges, {ranges}; give it one, or another name"
                    )
        styles = tuple(each for each in classes if _has_own(each, habits, classes))
        if len(styles) > 1:
            names = ", ".join(f"{number} {snake(each.__name__)}" for number, each in enumerate(styles))
            top = len(styles) - 1
            habits[STYLE] = declarations.Habit(STYLE, 0, 0, top, f"Whose methods decide: {names}.")
        personas = cls(classes, styles, habits)
        for each in styles:
            personas.made(each)
        return personas

    def declared(self) -> Iterator[declarations.Persona]:
        """Return the personas as all games declare them, `random` first."""
        yield declarations.Persona("random", "Decides everything at random.", at_random=True)
        for each in self.classes:
            words = (each.__doc__ or "").strip().splitlines()
            habits, style = {}, next(above for above in each.__mro__ if above in self.styles)
            for name in self.habits:
                value = self.styles.index(style) if name == STYLE else getattr(each, name, None)
                value = value.default if isinstance(value, Habit) else value
                if isinstance(value, int):
                    habits[name] = value
            yield declarations.Persona(snake(each.__name__), words[0] if words else each.__name__, habits)

    def player(self, persona: declarations.Persona) -> Any:
        """Return a player with the persona's habits, who decides by the methods of its style."""
        habits = {name: persona.habits.get(name, habit.default) for name, habit in self.habits.items()}
        player = self.made(self.styles[habits.pop(STYLE, 0)])
        player.__dict__.update(habits)
        return player

    @staticmethod
    def made(style: type[Persona]) -> Any:
        """Return a player of a class.  PlainError: its __init__ needs arguments."""
        try:
            return style()
        except TypeError as error:
            code = getattr(style.__init__, "__code__", None)
            place = f"{code.co_filename}, line {code.co_firstlineno}: " if code else ""
            message = f"{place}{style.__name__} can't be made ({error}); write habits in place of an __init__"
            raise PlainError(message) from error


def _has_own(each: type[Persona], habits: Mapping[str, Any], classes: Sequence[type[Persona]]) -> bool:
    own = {name for name in vars(each) if not (name.startswith("__") and name.endswith("__"))}
    return bool(own - {*habits}) or not any(above in classes for above in each.__mro__[1:])


def snake(name: str) -> str:
    """Return a class name as scenarios write it: NoThanks -> no_thanks."""
    return "".join(
        f"_{c.lower()}" if c.isupper() and k and not name[k - 1].isupper() else c.lower() for k, c in enumerate(name)
    )


def spaced(name: str) -> str:
    """Return a class name in words: NoThanks -> No Thanks."""
    return "".join(f" {c}" if c.isupper() and k and not name[k - 1].isupper() else c for k, c in enumerate(name))


# What a class says of itself ----------------------------------------------------------------------------------------
TEXTS = ("title", "source", "score_meaning", "standing_meaning", "part_holding", "dealt_when")


def check_words(definition: type[Game]) -> None:
    """Check the attributes with a meaning, which a class may set to anything. PlainError: one is wrong."""
    for name in TEXTS:
        if not isinstance(getattr(definition, name), str):
            raise PlainError(f"{name} is {getattr(definition, name)!r}; write a text", name)
    for name in ("one_loses", "lowest_wins", "together", "against_bank"):
        if not isinstance(getattr(definition, name), bool):
            raise PlainError(f"{name} is {getattr(definition, name)!r}; write True or False", name)
    if definition.aim not in {WIN, SCORE}:
        raise PlainError(f'aim is {definition.aim!r}; write "{WIN}" or "{SCORE}"', "aim")
    names: Any = definition.lineup
    if not isinstance(names, tuple | list) or not all(isinstance(name, str) for name in names):
        raise PlainError(f"lineup is {names!r}; write the names of personas, as in ('bold', 'careful')", "lineup")
    counts = counts_of(definition)
    usual: Any = definition.usual
    if isinstance(usual, bool) or not isinstance(usual, int) or (usual and usual not in counts):
        raise PlainError(f"usual is {usual!r}; seats allow {_listed(counts)}", "usual")


def standing_meaning_in(definition: type[Game]) -> str:
    """Return what a standing is, in words; without `standing` of its own, a game has minus the score if it is low."""
    usual = definition.standing is Game.standing and definition.standing_meaning == Game.standing_meaning
    return f"minus {Game.standing_meaning}" if usual and definition.lowest_wins else definition.standing_meaning


def sides_in(definition: type[Game]) -> str:
    """Return who wins together in a game.  PlainError: it says several things, or not when a game is won."""
    written = {
        TOGETHER: definition.together,
        BANK: definition.against_bank,
        TEAMS: has_teams(definition),
    }
    sides = [name for name, is_so in written.items() if is_so]
    names = {TOGETHER: "together", BANK: "against_bank", TEAMS: "team"}
    if len(sides) > 1:
        listed = " and ".join(names[side] for side in sides)
        raise PlainError(
            f"{definition.__name__} has {listed}; who wins together is said by one of them", names[sides[0]]
        )
    if definition.one_loses and sides:
        raise PlainError(
            f"one_loses is said of single players, so it can't stand next to {names[sides[0]]}", "one_loses"
        )
    endings = declared_in(definition, Ending)
    if definition.together and definition.won is Game.won and not any(ending.won for ending in endings):
        raise PlainError(
            "together: no ending is won; write which are, as in found = ending('All found.', won=True), or a method "
            "won(self)",
            "together",
        )
    if not definition.together and (wrong := [ending.name for ending in endings if ending.won]):
        raise PlainError(
            f"{wrong[0]} is won=True, which needs together = True in the class; else write winners", wrong[0]
        )
    if definition.against_bank and definition.winners is Game.winners:
        raise PlainError(
            "against_bank: write winners(self), which returns the players who beat the bank", "against_bank"
        )
    return sides[0] if sides else RIVALS


def starter_in(definition: type[Game], codes: Iterable[CodeType]) -> str:
    """Return who begins: a seat that the rules set in `self.starts`; else the first, if players take turns by seat."""
    for code in codes:
        if any(step.opname == "STORE_ATTR" and step.argval == "starts" for step in dis.get_instructions(code)):
            return DECLARED
    return SEAT_1 if definition.round is Game.round else NOBODY


def counts_of(definition: type[Game]) -> range:
    """Return how many may play, the fewest first.  PlainError."""
    seats: Any = definition.seats
    if not isinstance(seats, range) or not seats:
        raise PlainError(
            f"seats is {seats!r}; write a range of numbers of players, as in range(2, 5) for 2 to 4", "seats"
        )
    counts = seats if seats.step > 0 else seats[::-1]
    if counts[0] < MIN_SEATS or counts[-1] > MAX_SEATS:
        raise PlainError(f"seats is {seats!r}, {_listed(counts)} players; allowed: {MIN_SEATS} to {MAX_SEATS}", "seats")
    return counts


def _listed(counts: range) -> str:
    return f"{counts[0]} to {counts[-1]}" if counts.step == 1 and len(counts) > 1 else ", ".join(map(str, counts))


def line_of(content: bytes, owner: str, name: str) -> int | None:
    """Return the line of a file in which a class sets an attribute; None where no such line is found."""
    for part in ast.walk(ast.parse(content)):
        if isinstance(part, ast.ClassDef) and part.name == owner:
            for line in part.body:
                targets = line.targets if isinstance(line, ast.Assign) else [getattr(line, "target", None)]
                if name in {
                    each.id for target in targets if target for each in ast.walk(target) if isinstance(each, ast.Name)
                }:
                    return line.lineno
    return None


# The game -------------------------------------------------------------------------------------------------------------
def knobs_of(definition: type[Game]) -> Iterator[knobs.Knob]:
    """Return the rules to turn: component tables where they stand first, `max_rounds` last."""
    for declaration in declared_in(definition, Knob | Cards):  # type: ignore[arg-type]  # isinstance takes a union
        if declaration.name == "max_rounds":
            continue
        yield _table_knob(declaration) if isinstance(declaration, Cards) else _knob(declaration)
    most: Any = definition.max_rounds
    if isinstance(most, Knob):
        if not isinstance(most.allowed, range) or min(most.allowed) < 1 or isinstance(most.default, list):
            raise PlainError("max_rounds is a knob of other than one whole number from 1 on", "max_rounds")
        yield _knob(most)
    elif isinstance(most, bool) or not isinstance(most, int) or most < 1:
        raise PlainError(f"max_rounds is {most!r}; write a whole number from 1 on, or a knob of one", "max_rounds")
    else:
        meaning = "Rounds after which a game is cut off."
        top = max(1000, most)
        yield knobs.Number(name="max_rounds", default=most, low=1, high=top, meaning=meaning, section="")


def _table_knob(table: Cards) -> knobs.Knob:
    return knobs.TableKnob(name=table.name, default=table.file, meaning="The cards.", section="")


def _knob(knob: Knob) -> knobs.Knob:
    common: dict[str, Any] = {"name": knob.name, "meaning": knob.meaning, "section": "", "default": knob.default}
    if not knob.allowed:
        return knobs.Flag(**common)
    if isinstance(knob.default, str):
        return knobs.Choice(choices=tuple(knob.allowed), **common)
    low, high = _ends(knob.allowed)
    if isinstance(knob.default, list):
        common |= {
            "default": tuple(knob.default),
            "length": len(knob.default),
            "by_seat": knob.name == knobs.HEAD_START,
        }
        return knobs.Numbers(low=low, high=high, **common)
    step = abs(getattr(knob.allowed, "step", 1))
    only = range(low, high + 1, step) if isinstance(knob.allowed, range) else tuple(sorted(set(knob.allowed)))
    return knobs.Number(low=low, high=high, only=() if len(only) == high - low + 1 else only, **common)


def _ends(values: Sequence[int]) -> tuple[int, int]:
    ends = values if not isinstance(values, range) else (values[0], values[-1])
    return min(ends), max(ends)


def tables_of(definition: type[Game]) -> dict[str, ComponentTable]:
    """Return the component tables by the knobs that name them; cards have a lift where the game defines `parts`."""
    has_parts = definition.parts is not Game.parts
    return {table.name: _table(table, has_parts=has_parts) for table in declared_in(definition, Cards)}


def _table(cards: Cards, *, has_parts: bool) -> ComponentTable:
    columns = [_column(name, kind) for name, kind in cards.columns.items()]
    if cards.title is not None:
        title = cards.title if cards.title != NAME else ""
        columns.insert(
            0, ComponentColumn(NAME, "what it is called", title=title, may_be_missing=not title, is_declared=True)
        )
    copies = cards.copies
    if copies and copies not in cards.columns:
        columns.append(ComponentColumn("count", "copies", low=0, high=MAX_COPIES, title=copies, is_declared=True))
        copies = "count"

    def build(rows: list[dict[str, Any]]) -> tuple[list[str], Any]:
        names = [row[NAME] for row in rows] if has_parts else []
        return names, rows

    points = next((column for column in columns if column.name in POINTS and column.low is not None), None)
    return ComponentTable(
        columns=tuple(columns),
        build=build,
        file=cards.file,
        max_rows=MAX_ROWS,
        max_parts=MAX_PARTS,
        copies=copies,
        max_copies=MAX_CARDS,
        points=points.name if points else "",
        blank={points.name: max(0, points.low)} if points and points.low is not None else {},
        is_open=True,
        sheet=cards.sheet,
    )


def _column(name: str, kind: Any) -> ComponentColumn:
    """Return a column as it is declared: whole numbers, decimals, words or any text; optional columns may be empty."""
    may_be_empty = isinstance(kind, Optional)
    kind = kind.kind if isinstance(kind, Optional) else kind
    column = ComponentColumn(name, name, may_be_empty=may_be_empty, is_declared=True)
    if isinstance(kind, range):
        low, high = _ends(kind)
        return dataclasses.replace(column, low=low, high=high)
    if isinstance(kind, tuple):
        return dataclasses.replace(column, choices=kind)
    return dataclasses.replace(column, decimal=kind is float, keeps_lines=kind is str)


def endings_of(definition: type[Game]) -> tuple[declarations.Ending, ...]:
    """Return the endings that a game declares."""
    return tuple(
        declarations.Ending(ending.name, ending.meaning, ending.phrase) for ending in declared_in(definition, Ending)
    )


def figures_of(definition: type[Game]) -> tuple[declarations.Extra, ...]:
    """Return the figures of the game's own, then those of its tallies, one for each place.  PlainError: too many."""
    figures = [
        declarations.Extra(figure.name, figure.meaning, figure.measure, undefined=figure.first is None)
        for figure in declared_in(definition, Figure)
    ]
    for tally in declared_in(definition, PlaceTally):
        figures += [
            declarations.Extra(f"{tally.name}.{place}", tally.meaning, tally.measure, group=tally.name)
            for place in tally.labels
        ]
        if len(figures) > MAX_EXTRAS:
            places = f"{tally.name} has {len(tally.places)} places: {len(figures)} with the figures before it"
            raise PlainError(f"{places}; all places and figures of a game are at most {MAX_EXTRAS}", tally.name)
    return tuple(figures)


def codes_in(definition: type[Game], code: CodeType | None) -> Iterator[CodeType]:
    """Yield the code objects of a file, or of a class where there is no file (a notebook)."""
    todo = [code] if code else []
    if code is None:
        above = [each for each in definition.__mro__ if issubclass(each, Game) and each is not Game]
        todo = [value.__code__ for each in above for value in vars(each).values() if hasattr(value, "__code__")]
    while todo:
        code = todo.pop()
        yield code
        todo += [each for each in code.co_consts if isinstance(each, CodeType)]


def place_of(definition: type[Game], name: str) -> str:
    """``, at FILE, line N, in NAME`` of a method of a class, ``, set in FILE, line N or M`` of a figure."""
    own = "score" if name == "standing" and definition.standing is Game.standing else name
    method = getattr(getattr(definition, own, None), "__code__", None)
    if method:
        return f", at {method.co_filename}, line {method.co_firstlineno}, in {own}"
    places: dict[str, set[int]] = {}
    for code in codes_in(definition, None):
        steps = [(step.positions.lineno, step) for step in dis.get_instructions(code) if step.positions]
        for line, on_line in itertools.groupby(steps, lambda numbered: numbered[0]):
            own_steps = [step for _, step in on_line]
            if any(step.opname == "STORE_ATTR" and step.argval == name for step in own_steps) or (
                any(step.argval == name for step in own_steps)
                and any(step.opname in CHANGING or step.argval in CHANGING for step in own_steps)
            ):
                places.setdefault(code.co_filename, set()).add(line or 0)
    return "".join(f", set in {file}, line {' or '.join(map(str, sorted(lines)))}" for file, lines in places.items())


def decisions_in(codes: Iterable[CodeType]) -> dict[str, int]:
    """Return the decisions that rules name in calls of `choose`, with the line of the first call, in their order."""
    calls: list[tuple[int, int, str]] = []
    for code in codes:
        steps = [step for step in dis.get_instructions(code) if step.opname not in ("CACHE", "PUSH_NULL")]
        for before, step in itertools.pairwise(steps):
            if before.argval in CHOOSING and step.opname == "LOAD_CONST" and isinstance(step.argval, str):
                place = step.positions
                line, column = (place.lineno or 0, place.col_offset or 0) if place else (0, 0)
                calls.append((line, column, step.argval))
    lines: dict[str, int] = {}
    for line, _, name in sorted(calls):
        lines.setdefault(name, line)
    return lines
