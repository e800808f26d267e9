"""The dishes and the events: read from the component tables and checked (rulebook.md, § Parts)."""

from __future__ import annotations

import collections
from collections.abc import Iterator
from typing import Any, NamedTuple

from balancer.core.component_table import ComponentColumn, ComponentTable, Row
from balancer.games.festo.knobs import EFFECTS

MAX_KINDS = 48  # rows of the table of dishes
MAX_PILE = 60  # cards of one type
MAX_EVENTS = 40

COLOURS = ("meat", "honey", "spices", "mushrooms", "fruit", "potatoes")
ROW_TYPES = ("drink", "appetiser", "dessert", "side")
TYPES = (*ROW_TYPES, "roast", "main")
ANY, EACH = "any", "each"
N_COLOURS = len(COLOURS)
N_ROWS = len(ROW_TYPES)
N_TYPES = len(TYPES)


_EFFECT_NAMES = ["NO_EVENT", *(name.upper() for name in EFFECTS)]
# effects of events (§ Events), by number; NO_EVENT is a round without one
EFFECT: Any = collections.namedtuple("Effect", _EFFECT_NAMES)(*range(len(_EFFECT_NAMES)))  # noqa: PYI024  made of data


class Dish(NamedTuple):
    """One kind of dish: a row of the table."""

    name: int  # number of the name
    type: int
    colour: int  # number; 0 for roast and main course
    main: int
    other: int
    vp: int
    copies: int


class EventCard(NamedTuple):
    """One event: a row of the table."""

    name: str
    effect: int
    amount: int


def name_of(row: dict[str, Any]) -> str:
    """Return the name of a dish: ``meat drink``, ``roast``, ``main course``."""
    if row["type"] in ROW_TYPES:
        return f"{row['color']} {row['type']}"
    return "roast" if row["type"] == "roast" else "main course"


def events_of(rows: list[Row]) -> tuple[tuple[str, ...], tuple[EventCard, ...]]:
    """Return no names of parts, because nobody owns an event, and the events of the rows."""
    return (), tuple(EventCard(row["name"], 1 + EFFECTS.index(row["effect"]), row["amount"]) for row in rows)


def dishes_of(rows: list[Row]) -> tuple[tuple[str, ...], tuple[Dish, ...]]:
    """Return the names of dishes, and the kinds of dish that the rows stand for."""
    names = tuple(dict.fromkeys(name_of(row) for row in rows))
    dishes = tuple(
        Dish(
            name=names.index(name_of(row)),
            type=TYPES.index(row["type"]),
            colour=COLOURS.index(row["color"]) if row["color"] in COLOURS else 0,
            main=row["main"],
            other=row["other"],
            vp=row["vp"],
            copies=row["count"],
        )
        for row in rows
    )
    return names, dishes


def _row_errors(row: Row) -> Iterator[str]:
    """Yield an error for each thing that is wrong with a row as a whole."""
    allowed = {"roast": (ANY,), "main": (EACH,)}.get(row["type"], COLOURS)
    if row["color"] not in allowed:
        yield f"a {row['type']} has the color {row['color']!r}; allowed: {', '.join(allowed)}"
    if row["type"] not in ROW_TYPES and row["other"]:
        yield f"a {row['type']} needs no other colour: other is {row['other']}, not 0"


def _table_errors(rows: list[Row]) -> Iterator[str]:
    """Yield an error for each thing that is wrong with the table as a whole."""
    for kind in TYPES:
        of_type = [row["count"] for row in rows if row["type"] == kind]
        if kind not in ROW_TYPES and len(of_type) > 1:
            yield f"{len(of_type)} rows of type {kind}: all of them are alike, so one row is enough"
        if sum(of_type) > MAX_PILE:
            yield f"{sum(of_type)} dishes of type {kind}; at most {MAX_PILE}"
    if not any(row["count"] for row in rows):
        yield "no dish at all: every count is 0"


DISHES = ComponentTable(
    columns=(
        ComponentColumn(
            "type",
            "drinks, appetisers, desserts and side dishes lie in rows; one row of roasts and of mains",
            choices=TYPES,
        ),
        ComponentColumn(
            "color", "of the main ingredient; any for a roast, each for a main", choices=(*COLOURS, ANY, EACH)
        ),
        ComponentColumn("main", "ingredients of that colour (roast: of one colour; main: of each)", low=0, high=9),
        ComponentColumn("other", "ingredients of exactly one other colour", low=0, high=9),
        ComponentColumn("vp", "victory points", low=0, high=99),
        ComponentColumn("count", "copies of this row", low=0, high=20),
    ),
    build=dishes_of,
    unique=("type", "color", "main", "other", "vp"),
    max_rows=MAX_KINDS,
    copies="count",
    max_copies=MAX_PILE * len(TYPES),
    called=name_of,
    points="vp",
    blank={"vp": 0},
    row_errors=_row_errors,
    table_errors=_table_errors,
)

EVENTS = ComponentTable(
    file="events.csv",
    columns=(
        ComponentColumn("name", "name of the event"),
        ComponentColumn("effect", "what it does", choices=EFFECTS),
        ComponentColumn("amount", "how much of it, where that says something", low=0, high=9),
        ComponentColumn("text", "the same in words", may_be_empty=True),
    ),
    build=events_of,
    max_rows=MAX_EVENTS,
)

COMPONENTS = {"dishes": DISHES, "events_table": EVENTS}  # by the knobs that name them
