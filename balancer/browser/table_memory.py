"""The memory that holds a setting for the rules: how Python fills it, and where a page writes into it.

It is the table record of a compiled game, or the block of a plain file's game (compiler/block.py).  A page begins with
the memory of the base, writes players, knobs and seating at the places of `layout`, and looks up the rest
(preparing.py).

A place is [first byte, number of bytes].
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from balancer.compiler import block
from balancer.compiler.errors import NotCompilable
from balancer.compiler.flags import WIDENED, ErrorFlag
from balancer.compiler.lowering import LoweredGame
from balancer.compiler.result_rows import UNDEFINED_WORD
from balancer.core import seating
from balancer.core.component_table import Parts
from balancer.core.declarations import Persona
from balancer.core.dice import MAX_NODES, MAX_SEATS
from balancer.core.game import Game
from balancer.core.knobs import Flag, Knob, Number, Numbers, TableKnob
from balancer.core.rule_errors import NOT_BEGUN
from balancer.core.table import UNDEFINED
from balancer.core.tallies.layout import ROW
from balancer.plain.rows import COURSE, SIDES

WORD_BYTES = 8
COUNTS = ("rounds", "turns", "ending", "forced", "starter")  # fields of rows that are words of figures

Place = list[int]


class RefusedError(Exception):
    """A setting that the rules can't be given in a page; the message is a sentence."""


class TableMemory(Protocol):
    """Protocol of the memory of a game.

    layout: where a page writes, as JSON has it; slots: int[bytes], where the number begins that a byte is part of.
    """

    layout: dict[str, Any]
    slots: Any

    def content(self, rules: Mapping[str, Any], players: int, parts: Parts) -> bytes:
        """Return the memory of a setting, with zeros for who plays and what the game derives.  RefusedError."""


def write_setting(layout: Mapping[str, Any], memory: bytearray, values: Mapping[Knob, Any], players: int) -> None:
    """Write players and knobs as a page does, into a memory; values: of the knobs, as in scenarios."""
    places = [(layout["seats"], players)]
    for knob, value in values.items():
        encoded = knob.encode(value)
        numbers = encoded if isinstance(encoded, tuple) else (encoded,)
        for number, places_of_number in zip(numbers, layout["rules"].get(knob.name, ()), strict=False):
            places += [(place, number) for place in places_of_number]
    for (at, size), number in places:
        memory[at : at + size] = number.to_bytes(size, "little", signed=True)


def slot_of_bytes(layout: Any) -> Any:
    """Return int[bytes]: for each byte of a dtype, where the number begins that it is part of; padding is by itself."""
    if layout.subdtype:
        item, shape = layout.subdtype
        return (np.arange(math.prod(shape))[:, None] * item.itemsize + slot_of_bytes(item)).ravel()
    if not layout.fields:
        return np.zeros(layout.itemsize, np.int64)
    slots = np.arange(layout.itemsize)
    for field_type, offset, *_ in layout.fields.values():
        slots[offset : offset + field_type.itemsize] = offset + slot_of_bytes(field_type)
    return slots


# Compiled games -------------------------------------------------------------------------------------------------------
class RecordMemory:
    """The table record of a compiled game."""

    def __init__(self, game: Game, personas: Sequence[Persona]) -> None:
        """Lay out the record; personas: the line-up of the table."""
        self.game, self.personas = game, personas
        self.slots = slot_of_bytes(game.table)
        table: Any = game.table  # numpy's type says less than is used here
        rules, persona = table["rules"], table["lineup"].subdtype[0]
        self.layout = {
            "table": table.itemsize,
            "seats": [table.fields["seats"][1], table["seats"].itemsize],
            **{name: self._place("seating", name) for name in ("kind", "places", "n_places")},
            "by_count": [],
            "mistakes": [table.fields["lineup"][1] + persona.fields["mistakes"][1], persona["mistakes"].itemsize],
            "persona": persona.itemsize,
            "rules": {name: self._items("rules", name) for name in rules.names},
        }

    def content(self, rules: Mapping[str, Any], players: int, parts: Parts) -> bytes:
        """Return the record as bytes: see `TableMemory`."""
        record_ = self.game.lay_table(rules, players, parts, self.personas)
        record_.game_number = NOT_BEGUN
        memory = bytearray(np.asarray(record_).tobytes())
        view = np.frombuffer(memory, self.game.table)  # a view: copying a record would lose its padding
        for name in self.game.derived:
            view[name] = 0
        view["seating"]["places"] = view["seating"]["n_places"] = 0
        return bytes(memory)

    def _place(self, field: str, name: str) -> Place:
        """Return the place of a field within another one; of an array that of its first item."""
        table: Any = self.game.table
        kind, at = table.fields[field]
        return [at + kind.fields[name][1], kind[name].base.itemsize]

    def _items(self, field: str, name: str) -> list[list[Place]]:
        """Return the only place of each number in a field within another one."""
        at, size = self._place(field, name)
        table: Any = self.game.table
        return [[[at + k * size, size]] for k in range(math.prod(table[field][name].shape))]


# Games of plain files -------------------------------------------------------------------------------------------------
class BlockMemory:
    """The block of a plain file's game, up to the memory for its lists, which is empty before a game."""

    def __init__(self, lowered: LoweredGame, personas: Sequence[Persona], parts: Parts) -> None:
        """Lay out the block; personas: the line-up of the table; parts: of the base."""
        self.lowered, self.personas = lowered, personas
        names, habits = lowered.constants, lowered.constants["LINE_UP_SIZE"]
        self.size = names["SPACE"]
        self.slots = np.arange(self.size * WORD_BYTES) // WORD_BYTES * WORD_BYTES
        ranked = range(seating.MAX_RANKED + 1)
        self.layout = {
            "table": lowered.layout.size * WORD_BYTES,
            "seats": word_place(block.SEATS),
            "kind": word_place(block.SEATING),
            "places": word_place(block.PLACES),
            "n_places": word_place(block.SEATED),
            "by_count": [
                [word_place(block.ORDERS), [seating.ORDERS[count] for count in ranked]],
                [word_place(block.STEP), [seating.STEPS[count] for count in ranked]],
            ],
            "mistakes": word_place(names["LINE_UP"] + 1),
            "persona": habits * WORD_BYTES,
            "rules": {knob.name: self._items(knob) for knob in lowered.game.knobs if not isinstance(knob, TableKnob)},
            "results": results_layout(lowered, lowered.game.row_layout(parts)),
        }

    def content(self, rules: Mapping[str, Any], players: int, parts: Parts) -> bytes:
        """Return the block as bytes: see `TableMemory`."""
        try:
            words = self.lowered.block_for(self.lowered.game.lay_table(rules, players, parts, self.personas))
        except NotCompilable as error:
            raise RefusedError(f"a page can't play this ({error}); the command can") from None
        words[[block.SEATED, block.ORDERS, block.STEP]] = 0
        words[block.PLACES : block.PLACES + seating.MAX_PLACES] = 0
        return words[: self.size].tobytes()

    def _items(self, knob: Knob) -> list[list[Place]]:
        """Return the places of each number of a knob; [] where its words are no numbers, so that they are looked up."""
        names, program = self.lowered.constants, self.lowered.layout.program
        if isinstance(knob, Numbers) and knob.name in program.knob_rows:
            row = names.get(program.region(program.knob_rows[knob.name]).name)
            return [] if row is None else [[word_place(row + 2 + k)] for k in range(knob.length)]
        words = [names[f"KNOB_{knob.name}"]] if f"KNOB_{knob.name}" in names else []
        if knob.name == "max_rounds":
            words.append(block.MAX_ROUNDS)
        return [[word_place(word) for word in words]] if isinstance(knob, Number | Flag) else []


def word_place(word: int) -> Place:
    """Return the place of a word of a block."""
    return [word * WORD_BYTES, WORD_BYTES]


def results_layout(lowered: LoweredGame, rows: Any) -> dict[str, Any]:
    """Return how the figures of a game become a RESULT row, as `LoweredGame.rows` makes it.

    from: the word of a game's figures; to: the column of a row, int32[words]; seat: the row has the number only if
    somebody plays there.
    """
    names, game = lowered.constants, lowered.game
    nodes = range(len(game.nodes))
    flags = {int(flag): flag_words(flag) for flag in ErrorFlag if flag}
    numbers = [
        *([names[f"O_{name.upper()}"], getattr(ROW, name), 0] for name in COUNTS),
        *([names["O_DECISIONS"] + k, ROW.node_decisions + k, 0] for k in nodes),
        *([names["O_OPTIONS"] + k, ROW.node_options + k, 0] for k in nodes),
        *([names["O_SCORE"] + k, ROW.score + k, k] for k in range(MAX_SEATS)),
        *([names["O_ENTRY"] + k, ROW.entry + k, k] for k in range(MAX_SEATS)),
        *([names["O_SIDE"] + k, ROW.side + k, k] for k in range(MAX_SEATS)),
    ]
    more = rows.fields["more_parts"] if "more_parts" in rows.fields else (rows["parts"], 0)
    return {
        "size": lowered.figures_size,
        "error": names["O_ERROR"],
        "lines": names["O_LINES"],
        "numbers": numbers,
        "sums": [
            [ROW.decisions, [names["O_DECISIONS"] + k for k in range(MAX_NODES)]],
            [ROW.options, [names["O_OPTIONS"] + k for k in range(MAX_NODES)]],
        ],
        "winners": [names["O_WINNERS"], ROW.winners],
        "sides": SIDES.index(game.sides),
        "course": COURSE.itemsize,
        "extras": [[names["O_EXTRAS"] + k, ROW.extras + k] for k in range(len(game.extras))],
        "no_extra": str(UNDEFINED_WORD),
        "undefined": UNDEFINED,
        "parts": {
            "from": names["O_PARTS"],
            "words": lowered.layout.part_words,
            "to": ROW.parts,
            "more": more[1] // 4,
            "more_words": rows["more_parts"].shape[-1] if "more_parts" in rows.fields else 0,
        },
        "game_number": ROW.game_number,
        "seats": ROW.seats,
        "one_loses": int(game.one_loses),
        "flags": flags,
    }


def flag_words(flag: ErrorFlag) -> str:
    """Return why a game was stopped in a page, and what to do."""
    if flag in WIDENED:
        return "it needs more memory than a page gives it; `balancer run` plays it"
    return f"the rules fail ({flag.name.lower().replace('_', ' ')}); `balancer run` names the line"
