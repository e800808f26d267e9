"""What things are called in sentences about Festo!."""

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
    """Things in a row; "nothing" where there are none."""
    return ", ".join(words) or "nothing"


def pack_words(pack: Any) -> str:
    """The ingredients of a pack: "2 meat, 1 salt"."""
    numbers = [(int(amount(pack, kind)), KINDS[kind]) for kind in range(N_KINDS)]
    return listed([f"{number} {kind}" for number, kind in numbers if number])


def event_words(table: Any, number: int) -> str:
    """What an event does."""
    card = table.events[number]
    return f"{EFFECTS[card.effect - 1]} {card.amount}"


def division_words(division: int) -> str:
    """Where a planner's helpers go, and how many it keeps."""
    helpers = [division >> 8 * target & 0xFF for target in range(N_PLACES + 1)]
    sent = [f"{number} to {name}" for name, number in zip(NAMES, helpers, strict=False) if number]
    return ", ".join([*sent, f"keeping {helpers[N_PLACES]}"] if helpers[N_PLACES] else sent) or "nothing"


def places_words(places: Any) -> str:
    """Return the characters in a set."""
    return listed([NAMES[place] for place in range(N_COLOURS) if bits.has(places, place)])
