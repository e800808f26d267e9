"""Names of places and ingredients in sentences about Festo!."""

from __future__ import annotations

from typing import Any

from balancer.core import bits
from balancer.games.festo.components import COLOURS, N_COLOURS
from balancer.games.festo.knobs import EFFECTS
from balancer.games.festo.packs import amount
from balancer.games.festo.table import N_KINDS, N_PLACES

KINDS = (*COLOURS, "salt")
NAMES = ("the Troll", "the Pixies", "the Orc", "the Magician", "the Elf", "the Dwarf", "the Grocer")
SOURCES = ("the Dwarf's ability", "the event", "magical dishes")


def listed(words: list[str]) -> str:
    """Return things in a row; "nothing" if there are none."""
    return ", ".join(words) or "nothing"


def pack_words(pack: Any) -> str:
    """Return the ingredients of a pack: "2 meat, 1 salt"."""
    numbers = [(int(amount(pack, kind)), KINDS[kind]) for kind in range(N_KINDS)]
    return listed([f"{number} {kind}" for number, kind in numbers if number])


def event_words(table: Any, number: int) -> str:
    """Return the effect of an event in words."""
    card = table.events[number]
    return f"{EFFECTS[card.effect - 1]} {card.amount}"


def division_words(division: int) -> str:
    """Return a division of helpers in words: how many go where, and how many are kept."""
    helpers = [division >> 8 * target & 0xFF for target in range(N_PLACES + 1)]
    sent = [f"{number} to {name}" for name, number in zip(NAMES, helpers, strict=False) if number]
    return ", ".join([*sent, f"keeping {helpers[N_PLACES]}"] if helpers[N_PLACES] else sent) or "nothing"


def places_words(places: Any) -> str:
    """Return the characters in a set."""
    return listed([NAMES[place] for place in range(N_COLOURS) if bits.has(places, place)])
