"""Names of abilities and dishes in sentences about Festo!."""

from __future__ import annotations

from typing import Any

from balancer.games.festo.abilities import (
    DWARF_VP,
    SHELF,
    SKIP,
    dwarf_discs,
    elf_first,
    elf_given,
    elf_second,
    troll_colour,
    troll_source,
    troll_target,
)
from balancer.games.festo.components import COLOURS, N_COLOURS, ROW_TYPES
from balancer.games.festo.costs import (
    COOK,
    EXTRA_ON_OTHER,
    MAIN_DISH,
    NO_OTHER,
    PASS,
    ROAST_DISH,
    dish_of,
    kind_paid,
    need_of,
    payment,
    slot_called,
    way_of,
)
from balancer.games.festo.packs import amount
from balancer.games.festo.table import COLUMNS, N_SLOTS, PLACE
from balancer.games.festo.words import KINDS, NAMES, pack_words


def dish_words(table: Any, dish: int) -> str:
    """Return a dish on the table in words."""
    if dish == ROAST_DISH:
        return "a roast"
    if dish == MAIN_DISH:
        return "a main course"
    kind = table.kinds[table.dish_at[dish]]
    cost = f"{kind.main_amount}+{kind.other_amount}"
    return (
        f"the {COLOURS[kind.colour]} {ROW_TYPES[dish // COLUMNS]} ({cost}, {kind.vp} VP, column {dish % COLUMNS + 1})"
    )


def ability_words(table: Any, place: int, option: int) -> str:
    """Return an option of a character's ability in words."""
    if option == SKIP:
        return "no ability"
    if place == PLACE.TROLL:
        return troll_words(option)
    if place == PLACE.PIXIES:
        return f"the helper goes to {NAMES[option]}"
    if place == PLACE.ORC:
        return f"reserve {dish_words(table, option - 1)}"
    if place == PLACE.MAGICIAN:
        return "take salt"
    if place == PLACE.ELF:
        return f"give {KINDS[elf_given(option)]} for {COLOURS[elf_first(option)]} and {COLOURS[elf_second(option)]}"
    return dwarf_words(option)


def troll_words(option: int) -> str:
    """Return a move of the Troll in words."""
    source, target = (
        "the grocery store" if place == SHELF else f"{NAMES[place]}'s market"
        for place in (troll_source(option), troll_target(option))
    )
    return f"{COLOURS[troll_colour(option)]} from {source} to {target}"


def dwarf_words(option: int) -> str:
    """Return an option of the Dwarf's ability in words: places of discs, or victory points."""
    if option == DWARF_VP:
        return "take victory points"
    discs = dwarf_discs(option)
    places = [NAMES[place] for place in range(N_COLOURS) for _ in range(int(amount(discs, place)))]
    return f"special discs to {' and '.join(places)}"


def cook_words(table: Any, seat: int, option: int) -> str:
    """Return an option of node `cook` in words: a dish and its price, a helper called back, or passing."""
    if option == PASS:
        return "pass"
    if option < COOK:
        return f"call the helper back from {dish_words(table, slot_called(option))} for 1 {KINDS[kind_paid(option)]}"
    dish, way = dish_of(option), way_of(option)
    paid = payment(table.players[seat].hand, need_of(table, seat, dish, way))
    return f"{dish_words(table, dish)} for {pack_words(paid)}{way_words(dish, way)}"


def way_words(dish: int, way: int) -> str:
    """Return the other colour chosen in words, because salt in the price may hide it."""
    if dish >= N_SLOTS or way % EXTRA_ON_OTHER == NO_OTHER:
        return ""
    extra = ", the extra on it" if way >= EXTRA_ON_OTHER else ""
    return f" (other colour {COLOURS[way % EXTRA_ON_OTHER]}{extra})"
