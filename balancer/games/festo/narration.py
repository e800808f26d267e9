"""Festo! in words, for `balancer trace`.  Seats and columns are counted from 1."""

from __future__ import annotations

from typing import Any

from balancer.core import bits
from balancer.games.festo.abilities import (
    DWARF_VP,
    SHELF,
    SKIP,
    dwarf_discs,
    elf_given,
    elf_one,
    elf_other,
    troll_colour,
    troll_source,
    troll_target,
)
from balancer.games.festo.appraisal import KEEP_REST
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
from balancer.games.festo.knobs import EFFECTS
from balancer.games.festo.packs import amount
from balancer.games.festo.planning import VP
from balancer.games.festo.rules import standing_of
from balancer.games.festo.table import COLUMNS, EVENT, N_KINDS, N_PLACES, N_SLOTS, NODE, PLACE

KINDS = (*COLOURS, "salt")
NAMES = ("the Troll", "the Pixies", "the Orc", "the Magician", "the Elf", "the Dwarf", "the Grocer")
SOURCES = ("the Dwarf's ability", "the event", "magical dishes")


def seat_words(seat: int) -> str:
    """A seat as people count."""
    return f"seat {seat + 1}"


def listed(words: list[str]) -> str:
    """Things in a row; "nothing" where there are none."""
    return ", ".join(words) or "nothing"


def pack_words(pack: Any) -> str:
    """The ingredients of a pack: "2 meat, 1 salt"."""
    numbers = [(int(amount(pack, kind)), KINDS[kind]) for kind in range(N_KINDS)]
    return listed([f"{number} {kind}" for number, kind in numbers if number])


def dish_words(table: Any, dish: int) -> str:
    """A dish on the table."""
    if dish == ROAST_DISH:
        return "a roast"
    if dish == MAIN_DISH:
        return "a main course"
    kind = table.kinds[table.dish_at[dish]]
    cost = f"{kind.main_amount}+{kind.other_amount}"
    return (
        f"the {COLOURS[kind.colour]} {ROW_TYPES[dish // COLUMNS]} ({cost}, {kind.vp} VP, column {dish % COLUMNS + 1})"
    )


def event_of_round(table: Any, number: int) -> str:
    """What an event does."""
    card = table.events[number]
    return f"{EFFECTS[card.effect - 1]} {card.amount}"


def row_words(table: Any) -> list[str]:
    """The dishes face up, row by row."""
    rows = []
    for row, name in enumerate(ROW_TYPES):
        slots = [slot for slot in range(COLUMNS * row, COLUMNS * (row + 1)) if bits.has(table.face_up, slot)]
        rows.append(f"{name}s: {listed([COLOURS[table.kinds[table.dish_at[slot]].colour] for slot in slots])}")
    return rows


def setup_words(table: Any) -> list[str]:
    """How the table looks before the first round."""
    return [f"supplies: {pack_words(table.supply)}", *row_words(table)]


# Options
def option_words(table: Any, seat: int, node: int, option: int) -> str:
    """What an option of a decision node means."""
    if node == NODE.START_PLAYER:
        return f"{seat_words(option)} starts"
    if node == NODE.MORNING:
        return "keep the rest for the afternoon" if option == KEEP_REST else NAMES[option - 1]
    if node == NODE.AFTERNOON:
        return NAMES[option]
    if node == NODE.TAKE_ALL:
        return "take the whole market" if option else "leave the market"
    if node in {NODE.TAKE, NODE.GROCER}:
        return COLOURS[option]
    if node == NODE.COOK:
        return cook_words(table, seat, option)
    return ability_words(table, place_of_ability(table, seat), option)


def place_of_ability(table: Any, seat: int) -> int:
    """The character at which a seat is acting: the first from the left at which anybody stands."""
    crowded = [place for place in range(N_PLACES) if int(amount(table.crowd[place], seat))]
    return next((place for place in range(N_PLACES) if int(table.crowd[place])), crowded[0] if crowded else 0)


def ability_words(table: Any, place: int, option: int) -> str:
    """What a helper does at a character."""
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
        return f"give {KINDS[elf_given(option)]} for {COLOURS[elf_one(option)]} and {COLOURS[elf_other(option)]}"
    return dwarf_words(option)


def troll_words(option: int) -> str:
    """A move of the Troll."""
    source, target = (
        "the grocery store" if place == SHELF else f"{NAMES[place]}'s market"
        for place in (troll_source(option), troll_target(option))
    )
    return f"{COLOURS[troll_colour(option)]} from {source} to {target}"


def dwarf_words(option: int) -> str:
    """Discs of the Dwarf's ability, or its victory points."""
    if option == DWARF_VP:
        return "take victory points"
    discs = dwarf_discs(option)
    places = [NAMES[place] for place in range(N_COLOURS) for _ in range(int(amount(discs, place)))]
    return f"special discs to {' and '.join(places)}"


def cook_words(table: Any, seat: int, option: int) -> str:
    """A dish and its price, a helper called back, or passing."""
    if option == PASS:
        return "pass"
    if option < COOK:
        return f"call the helper back from {dish_words(table, slot_called(option))} for 1 {KINDS[kind_paid(option)]}"
    dish, way = dish_of(option), way_of(option)
    paid = payment(table.players[seat].hand, need_of(table, seat, dish, way))
    return f"{dish_words(table, dish)} for {pack_words(paid)}{way_words(dish, way)}"


def way_words(dish: int, way: int) -> str:
    """The other colour chosen, where salt may hide it."""
    if dish >= N_SLOTS or way % EXTRA_ON_OTHER == NO_OTHER:
        return ""
    extra = ", the extra on it" if way >= EXTRA_ON_OTHER else ""
    return f" (other colour {COLOURS[way % EXTRA_ON_OTHER]}{extra})"


# Events
def event_words(table: Any, event: int, a: int, b: int, c: int) -> str | None:
    """What happened, as a sentence; None: not worth a line."""
    if event == EVENT.TURNS_UP:
        return f"event: {event_of_round(table, a)}"
    if event == EVENT.CLOSES:
        closed = [NAMES[place] for place in range(N_COLOURS) if bits.has(a, place)]
        return f"{'afternoon' if b else 'morning'}: closed are {listed(closed)}"
    if event == EVENT.USES:
        return f"{seat_words(a)} at {NAMES[b]}: {ability_words(table, b, c)}"
    if event == EVENT.COOKS:
        return f"{seat_words(a)} cooks {cook_words(table, a, b)}"
    if event == EVENT.CALLS_BACK:
        return f"{seat_words(a)} calls the helper back from {dish_words(table, b)} for 1 {KINDS[c]}"
    if event in {EVENT.PLANS, EVENT.PLANS_NOT}:
        plans = f"{seat_words(a)} plans" if event == EVENT.PLANS else "rather than"
        return f"{plans} {division_words(b)}: {c / VP:.1f} VP"
    if event == EVENT.EARNS:
        return f"{seat_words(a)} earns {b} VP by {SOURCES[c]}"
    return plain_event_words(event, a, b, c)


def division_words(division: int) -> str:
    """Where a planner's helpers go, and how many it keeps."""
    helpers = [division >> 8 * target & 0xFF for target in range(N_PLACES + 1)]
    sent = [f"{number} to {name}" for name, number in zip(NAMES, helpers, strict=False) if number]
    return ", ".join([*sent, f"keeping {helpers[N_PLACES]}"] if helpers[N_PLACES] else sent) or "nothing"


def plain_event_words(event: int, a: int, b: int, c: int) -> str | None:
    """Events that need no look at the table."""
    return {
        EVENT.TAKES_CARD: lambda: f"the start card goes to {seat_words(a)}",
        EVENT.PLACES: lambda: f"{seat_words(a)} places a helper at {NAMES[b]}",
        EVENT.KEEPS_REST: lambda: f"{seat_words(a)} keeps {b} for the afternoon",
        EVENT.TAKES_ALL: lambda: f"{seat_words(a)} takes the whole market of {NAMES[b]}: {c}",
        EVENT.RECEIVES: lambda: f"{seat_words(a)} receives {c % 64} {KINDS[c // 64]} at {NAMES[b]}",
        EVENT.PASSES: lambda: f"{seat_words(a)} passes",
        EVENT.SALTED: lambda: f"{seat_words(a)} takes {b} salt",
        EVENT.ENDS: lambda: f"the last round is over; the highest score is {a}",
    }[event]()


# Standings
def hidden_words(table: Any, event: int, a: int, b: int, c: int) -> tuple[tuple[int, ...], str] | None:
    """None: everything lies open, but for what a player plans."""
    return ((a,), "") if event in {EVENT.PLANS, EVENT.PLANS_NOT} else None


def standing_words(table: Any) -> list[str]:
    """What everybody has, one line per seat."""
    return [player_words(table, seat) for seat in range(table.seats)]


def player_words(table: Any, seat: int) -> str:
    """One player: victory points by source, dishes, ingredients."""
    player = table.players[seat]
    tokens = sum(player.vp_tokens)
    return (
        f"{seat_words(seat)}: {standing_of(table, seat)} VP (dishes {player.vp_dishes}, sets {player.vp_sets}, "
        f"tokens {tokens}); {player.n_dishes} dishes; holds {pack_words(player.hand)}"
    )
