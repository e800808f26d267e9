"""Layout of the block of a game: the places of its attributes, constants and cards, and their initial words."""

from __future__ import annotations

import dataclasses
import enum
import functools
from types import FunctionType
from typing import Any

import numpy as np
import numpy.typing as npt

from balancer.compiler import block
from balancer.compiler.classes import CLASS_TAG, class_value, fields_of, owner_of
from balancer.compiler.enums import rank_of_member
from balancer.compiler.errors import NotCompilable, shortened
from balancer.compiler.intrinsics import as_bits
from balancer.compiler.kinds import CARD, DICT, FLOAT, TUPLE, Type
from balancer.compiler.packing import LETTERS_BITS, MEMBER_BITS, Packing
from balancer.compiler.program import Program, Region, is_tuple_like
from balancer.compiler.runtime.hashed_sets import DUMMY, EMPTY, HEADER
from balancer.compiler.runtime.texts import ROWS, text_of
from balancer.compiler.set_slots import DUMMY_SLOT, EMPTY_SLOT, slots_of
from balancer.core.declarations import Persona
from balancer.core.dice import MAX_NODES, MAX_SEATS
from balancer.core.table import MAX_LINEUP
from balancer.plain.believing import Believing
from balancer.plain.table import PlainTable

FLOAT_NONE = 0x7FF8_0000_0000_0001
UNSET = block.NONE + 1
PLAYER_PLACES = 16  # a power of two, so that no word leads out of the block
SLACK = block.SCRATCH + 16
ROOM = 64  # of lists that grow, where nothing was observed
MEMORY = 1 << 15  # words for lists and objects, twice

MAX_COPIED = 1000  # of these in a position that is copied; more are gathered up before

Words = npt.NDArray[np.int64]


class Layout:
    """Places by the names that the flat code uses: the constants of a lowered program."""

    def __init__(self, program: Program, packing: Packing, memory: int = MEMORY, *, copies: bool = False) -> None:
        """Assign all places.

        memory: words for lists and objects.  copies: whether the position before a turn is stored.
        """
        self.copies = copies
        self.program, self.packing = program, packing
        self.constants: dict[str, int] = {}
        self.size = block.OWN
        self.attributes = {
            owner: sorted(
                (name for each, name in self.owned() if each == owner), key=lambda name: (name != CLASS_TAG, name)
            )
            for owner in {"game", "player", *program.records}
        }
        for name in self.attributes["game"]:
            self.take(f"G_{name}")
        self.constants["G_END"] = self.size
        self.constants["PLAYER_BEGIN"] = begin = self.size
        for name in self.attributes["player"]:
            self.take(f"P_{name}")
        self.constants["PLAYER_SIZE"] = size = self.size - begin
        self.size = begin + size * PLAYER_PLACES
        self.constants["PLAYER_END"] = self.size
        for owner in program.records:
            for number, name in enumerate(self.attributes[owner]):
                self.constants[f"A_{owner}_{name}"] = 2 + number
            self.constants[f"SIZE_{owner}"] = len(self.attributes[owner])
        self.habits = 2 + len(program.habits)
        self.constants |= {f"HABIT_{name}": 2 + number for number, name in enumerate(program.habits)}
        self.constants["LINE_UP_SIZE"] = self.habits
        self.take("LINE_UP", MAX_LINEUP * self.habits)
        self.take("TURN_ORDER", 2 + MAX_SEATS)
        for name in program.knobs:
            self.take(f"KNOB_{name}")
        mask = 1
        while mask < len(program.cards):
            mask *= 2
        self.constants["CARD_MASK"] = mask - 1
        self.columns = sorted({name for card in program.cards for name in vars(card) if name != "row"})
        for name in self.columns:
            self.take(f"COLUMN_{name}", mask)
        self.regions = sorted(program.regions.values(), key=lambda region: rank_of_member(region.value))
        for region in self.regions:
            if isinstance(region.value, enum.Enum) and self.size >= 1 << MEMBER_BITS:
                raise NotCompilable("an Enum behind so many attributes can't be compiled", "use words in its place")
            self.take(region.name, 2 + self.words_in(region))
        self.take_tables()
        if program.makes_texts:
            self.take_made_texts(memory)
        self.constants["SPACE"] = self.size
        self.constants["SPACE_SIZE"] = memory
        self.size += 2 * memory + SLACK + max([0, *map(len, self.attributes.values())])
        if copies:
            self.constants["COPY"], self.constants["MAX_COPIED"] = self.size, MAX_COPIED
            self.size += self.constants["SPACE"] + memory + SLACK
        self.rows_of_results()

    def owned(self) -> set[tuple[str, str]]:
        """Return all attributes that are read or set: owner and name."""
        program = self.program
        read = {(key[1], key[2]) for key in program.cells if isinstance(key, tuple) and key[0] == "attribute"}
        declared = {("game", name) for name in (*program.knobs, *program.figures)}
        return read | program.stored | declared

    def take_tables(self) -> None:
        """Reserve words for tables of words, by text or by number."""
        texts = 1
        while texts < len(self.program.texts):
            texts *= 2
        self.constants["TEXT_MASK"] = texts - 1
        for name, table in self.program.word_tables.items():
            self.take(name, texts if isinstance(table.values, dict) else len(table.values))

    def take_made_texts(self, memory: int) -> None:
        """Reserve words for the texts that games compose (`runtime/texts.py`)."""
        texts = self.program.texts
        self.text_room = 1 << min(LETTERS_BITS, (max(2 * len(texts), memory // 8) - 1).bit_length())
        self.take("TEXTS", ROWS + 3 * self.text_room + sum(3 + len(text) for text in texts) + memory)

    def take(self, name: str, count: int = 1) -> None:
        """Reserve words for a name."""
        self.constants[name] = self.size
        self.size += count

    def words_in(self, region: Region) -> int:
        """Return the number of words of a constant."""
        if region.is_object:
            return self.constants[f"SIZE_{owner_of(type(region.value))}"]
        if isinstance(region.value, dict):
            return len(region.value) * (3 if has_index(region) else 2)
        if region.type.is_hashed:
            return HEADER + 2 * len(slots_of(region.value))
        return len(region.value)

    def rows_of_results(self) -> None:
        """Lay out the figures of one game that is over."""
        names = [("O_ERROR", 1), ("O_WINNERS", 1), ("O_ROUNDS", 1), ("O_TURNS", 1), ("O_ENDING", 1), ("O_FORCED", 1)]
        names += [("O_LINES", 1), ("O_DECISIONS", MAX_NODES), ("O_OPTIONS", MAX_NODES), ("O_SCORE", MAX_SEATS)]
        self.part_words = max(1, -(-len(self.program.cards) // 62))
        names += [
            ("O_ENTRY", MAX_SEATS),
            ("O_SIDE", MAX_SEATS),
            ("O_STARTER", 1),
            ("O_PARTS", MAX_SEATS * self.part_words),
            ("O_EXTRAS", max(1, len(self.program.game.extras))),
        ]
        at = 0
        for name, count in names:
            self.constants[name] = at
            at += count
        self.constants["O_SIZE"] = at

    # Filling it ----------------------------------------------------------------------------------------------------
    def block_for(self, table: PlainTable) -> Words:
        """Return the block of a laid table.  NotCompilable: it needs more than was laid out."""
        names, program = self.constants, self.program
        words = self.file_constants.copy()
        words[block.SEATS], words[block.MAX_ROUNDS] = table.seats, table.rules["max_rounds"]
        block.fill_seating(words, table.places, table.seating)  # type: ignore[arg-type]  # as a list
        words[block.PLAYERS] = MAX_SEATS
        for entry, persona in enumerate(table.lineup):
            self.seat(words, entry, persona, persona.mistakes)
        for constant, value in self.replaced(table).items():
            region = self.region_by_constant.get(constant)
            if region is None:
                continue
            if len_of(value) > len_of(region.value):
                raise NotCompilable("a table with more cards than before")
            self.fill(words, names[region.name], region, value)
        for name in program.knobs:
            value_type = program.attribute("game", name).type
            value = program.knob_rows.get(name, table.constants[name])
            words[names[f"KNOB_{name}"]] = self.word(value, value_type)
        for knob in program.tables:
            for card in table.constants[knob]:
                for name, value in vars(card).items():
                    if name != "row":
                        word = self.word(value, self.types_of_columns[name])
                        words[names[f"COLUMN_{name}"] + int(card) - block.FIRST_CARD] = word
        return words

    @functools.cached_property
    def region_by_constant(self) -> dict[int, Region]:
        """The regions by the `id` of their constants: a table replaces few of the thousands that a file may have."""
        return {id(region.value): region for region in self.regions}

    @functools.cached_property
    def types_of_columns(self) -> dict[str, Type]:
        """The types of the columns of cards, which take longer to find than a table takes to lay out."""
        return {name: self.program.column(name) for name in self.columns}

    @functools.cached_property
    def file_constants(self) -> Words:
        """A block with the constants of the file, which are the same at all tables.  NotCompilable."""
        words: Words = np.zeros(self.size, np.int64)
        program = self.program
        of_tables = [*program.knob_rows.values(), *program.decks.values()]
        of_tables += [program.constants[name] for name in program.tables]
        replaced = {id(row) for row in of_tables}
        for region in self.regions:
            if id(region.value) not in replaced:
                self.fill(words, self.constants[region.name], region, region.value)
        texts = program.texts
        for name, table in program.word_tables.items():
            values = [UNSET if value is None else self.word(value, table.type) for value in table.listed(texts)]
            words[self.constants[name] : self.constants[name] + len(values)] = values
        if program.makes_texts:
            self.write_texts(words)
        return words

    def write_texts(self, words: Words) -> None:
        """Write the table of the texts of the file into a block."""
        texts, begin = self.constants["TEXTS"], self.constants["SPACE"]
        memory = words[: begin + SLACK + max(map(len, self.program.texts))].tolist()
        letters = texts + ROWS + 3 * self.text_room
        memory[texts : texts + 4] = 0, letters, self.text_room, begin
        for text in self.program.texts:
            memory[begin + 1 : begin + 2 + len(text)] = [len(text), *map(self.packing.text, text)]
            text_of(memory, texts, begin)
        memory[texts + 4 : texts + 6] = memory[texts : texts + 2]
        words[:begin] = memory[:begin]

    def seat(self, words: Words, entry: int, persona: Persona, mistakes: int) -> None:
        """Write a persona into an entry of the line-up."""
        at = self.constants["LINE_UP"] + entry * self.habits
        words[at : at + 2] = persona.at_random, mistakes
        for number, name in enumerate(self.program.habits):
            words[at + 2 + number] = persona.habits.get(name, self.program.game.persona_classes.habits[name].default)

    def believed(self, belief: Believing) -> list[int]:
        """Return the words at S[FIGURES] where players believe printed figures.  NotCompilable: one is a new text."""
        words: list[int] = []
        for card, printed, true in belief.unlike:
            for name, value in printed.items():
                if name != "row" and value != true[name]:
                    words.append(self.constants[f"COLUMN_{name}"] + int(card) - block.FIRST_CARD)
                    words.append(self.word(value, self.types_of_columns[name]))
        return [len(words) // 2, *words]

    def replaced(self, table: PlainTable) -> dict[int, Any]:
        """Return the constants of a table that replace those of the table with which the program was made."""
        program = self.program
        replaced: dict[int, Any] = {id(row): list(table.constants[name]) for name, row in program.knob_rows.items()}
        for name in program.tables:
            replaced[id(program.constants[name])] = table.constants[name]
            replaced[id(program.decks[name])] = table.constants[name].deck()
        return replaced

    def fill(self, words: Words, at: int, region: Region, value: Any) -> None:
        """Write the words of a constant list, dict or object."""
        region_type = region.type
        if region.is_object:
            owner, kind = owner_of(type(value)), type(value)
            fields = {**fields_of(value), CLASS_TAG: self.program.class_numbers[kind]}
            words[at : at + 2] = (len(self.attributes[owner]),) * 2
            for name in self.attributes[owner]:
                field = fields.get(name, class_value(kind, name))
                is_set = field is not dataclasses.MISSING and (owner, name) not in self.program.obstacles
                word = self.word(field, self.program.attribute(owner, name).type) if is_set else UNSET
                words[at + self.constants[f"A_{owner}_{name}"]] = word
            return
        if region_type.is_hashed:
            table = self.table_of(value, region_type.elements)
            words[at : at + len(table)] = table
            return
        items: list[int] = []
        for item in value:
            items.append(self.word(item, region_type.iterated))
            if region_type.has(DICT):
                items.append(self.word(value[item], region_type.elements))
        if region_type.is_frozen:
            items.sort()
        words[at : at + 2] = len(items)
        words[at + 2 : at + 2 + len(items)] = items
        if has_index(region) and items:
            keys = [tuple(self.words_of_row(key, region_type.keys)) for key in value]
            words[at] += len(keys)
            begin = at + 2 + len(items)
            words[begin : begin + len(keys)] = sorted(range(len(keys)), key=keys.__getitem__)

    def table_of(self, members: frozenset[Any], member_type: Type) -> list[int]:
        """Return the words of a constant set with a table (`runtime/hashed_sets.py`)."""
        slots = slots_of(members)
        fill = len(slots) - slots.count(EMPTY_SLOT)
        words = [HEADER + 2 * len(slots), len(members), len(slots) - 1, fill, 0]
        for slot in slots:
            if slot is EMPTY_SLOT or slot is DUMMY_SLOT:
                words += (EMPTY if slot is EMPTY_SLOT else DUMMY, 0)
            else:
                words += (self.word(slot, member_type), hash(slot))
        return words

    def words_of_row(self, row: Any, row_type: Type) -> list[Any]:
        """Return the words of the items of a constant row, nested as the row is."""
        elements = row_type.elements
        if elements.is_container:
            return [tuple(self.words_of_row(item, elements)) for item in row]
        words = [self.word(item, elements) for item in row]
        return sorted(words) if row_type.is_frozen else words

    def word(self, value: Any, value_type: Type) -> int:
        """Return the word of a value in a variable of a type."""
        if value is None:
            return FLOAT_NONE if value_type.has(FLOAT) else block.NONE
        if isinstance(value, bool | int) and (value_type.has(FLOAT) and not value_type.has(CARD)):
            return as_bits(float(value))
        if isinstance(value, bool | int):
            return int(value)
        if isinstance(value, float):
            return as_bits(value)
        if isinstance(value, FunctionType | type | functools.partial):
            return block.FUNCTION + self.program.function_numbers[self.program.function_of(value)]
        if isinstance(value, str):
            if value not in self.packing.known_texts:
                raise NotCompilable(f"the text {shortened(repr(value))} is new")
            return self.packing.text(value)
        is_packed = is_tuple_like(value) and value_type.has(TUPLE) and self.program.type_of(value).has(TUPLE)
        if is_packed and value_type.shape:
            members = self.packing.members_in(value, value_type.shape)
            places = (self.constants[self.program.region(member).name] << shift for member, shift in members)
            return self.packing.pack(value, value_type.shape) + sum(places)
        region = self.program.region(value)
        if region.name not in self.constants:
            raise NotCompilable(f"{shortened(repr(value))} is new")
        return self.constants[region.name] + (block.OBJECT if region.is_object else 0)


def has_index(region: Region) -> bool:
    """Return whether a constant dict has an index of its keys: where these are rows (`runtime/rows.py`)."""
    return isinstance(region.value, dict) and region.type.keys.is_container


def len_of(value: Any) -> int:
    """Return the length of a constant, 0 if it has none."""
    return len(value) if hasattr(value, "__len__") else 0
