"""The cards: reading and checking a component table (rulebook.md, § Parts)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from balancer.core.component_table import ComponentColumn, ComponentTable, Row
from balancer.wording import hint

MAX_CARDS = 128
MAX_KINDS = 64  # names; a set of names is one word
MAX_COPIES = 100  # players count them in a byte
MAX_TAGS = MAX_KINDS + 1  # a tag per name, and none
MAX_NAME = 40  # characters
MAX_VALUE = 50  # of a patron, either sign
MAX_MOD = 5
MAX_AMOUNT = 50


class CardEffect(NamedTuple):
    """Numbers of the effects (§ Parts)."""

    NONE: int = 0
    DRAW: int = 1
    DISCARD: int = 2
    STEAL: int = 3
    EJECT: int = 4
    CHEER: int = 5
    LOCKOUT: int = 6
    ENCORE: int = 7
    HOURS: int = 8
    SWAP: int = 9
    NO_REVEAL: int = 10
    GOAL: int = 11
    PROTECT: int = 12
    SILENCE: int = 13


EFFECT = CardEffect()
EFFECT_NAMES = tuple(name.lower() for name in CardEffect._fields)
AT_HANDS = (EFFECT.DISCARD, EFFECT.STEAL, EFFECT.SWAP)  # effects aimed at an opponent
COUNTED = (EFFECT.DRAW, EFFECT.DISCARD, EFFECT.STEAL)  # effects whose amount is a number of cards
NO_TAG = 0


class CardKind(NamedTuple):
    """Facts about all cards of one name."""

    name: str
    cards: int
    is_patron: bool
    value: int
    tag: int
    mod_tag: int
    mod: int
    effect: int
    amount: int


def kinds_of(rows: list[Row]) -> tuple[tuple[str, ...], tuple[CardKind, ...]]:
    """Return the names, and the kind of the cards of each name."""
    tags = ["", *dict.fromkeys(row["tag"] for row in rows if row["tag"])]
    kinds = tuple(
        CardKind(
            row["name"],
            row["count"],
            row["class"] == "patron",
            row["value"] or 0,
            tags.index(row["tag"]),
            tags.index(row["mod_tag"]),
            row["mod"] or 0,
            EFFECT_NAMES.index(row["effect"]),
            row["amount"] or 0,
        )
        for row in rows
    )
    return tuple(kind.name for kind in kinds), kinds


def _row_errors(row: Row) -> Iterator[str]:
    """Yield cells that a patron needs, that a scheme cannot have, or that an effect cannot use."""
    if len(row["name"]) > MAX_NAME:
        yield f"name of {len(row['name'])} characters; at most {MAX_NAME}"
    if row["class"] == "patron" and row["value"] is None:
        yield "value is empty; a patron needs one"
    if row["class"] == "scheme":
        given = [name for name in ("value", "tag", "mod_tag", "mod") if row[name]]
        yield from (f"{name} of a scheme; only patrons have one: empty the cell" for name in given)
    if row["mod"] and not row["mod_tag"]:
        yield f"mod {row['mod']} without a mod_tag; name the tag that it counts"
    if (row["amount"] or 0) < 0 and EFFECT_NAMES.index(row["effect"]) in COUNTED:
        yield f"amount {row['amount']}: {row['effect']} needs a number of cards, 0 or more"


def _table_errors(rows: list[Row]) -> Iterator[str | tuple[int, str]]:
    """Yield tags that are counted but no patron has."""
    tags = list(dict.fromkeys(row["tag"] for row in rows if row["tag"]))
    for number, row in enumerate(rows):
        if row["mod_tag"] and row["mod_tag"] not in tags:
            yield (
                number,
                f"no patron has the tag {row['mod_tag']!r}{hint(row['mod_tag'], tags)}; add it or empty the cell",
            )


COMPONENTS = ComponentTable(
    columns=(
        ComponentColumn(
            "class", "patrons stay in the bar and count; schemes only have an effect", choices=("patron", "scheme")
        ),
        ComponentColumn("name", f"name of the card, at most {MAX_NAME} characters; its lift is reported"),
        ComponentColumn("count", "copies of this row", low=0, high=MAX_COPIES),
        ComponentColumn(
            "value",
            "points of a patron at the end of the shift; empty for a scheme",
            low=-MAX_VALUE,
            high=MAX_VALUE,
            may_be_empty=True,
        ),
        ComponentColumn("tag", "what a patron is to the mod_tag of others; may be empty", may_be_empty=True),
        ComponentColumn(
            "mod_tag", "the patron's value changes for each other patron in the bar with this tag", may_be_empty=True
        ),
        ComponentColumn(
            "mod", "change of the value for each such patron", low=-MAX_MOD, high=MAX_MOD, may_be_empty=True
        ),
        ComponentColumn("effect", "what happens when the card is played from a hand", choices=EFFECT_NAMES),
        ComponentColumn(
            "amount",
            "how much or how many; ignored where the effect has no amount",
            low=-MAX_AMOUNT,
            high=MAX_AMOUNT,
            may_be_empty=True,
        ),
    ),
    build=kinds_of,
    unique=("name",),
    max_rows=MAX_KINDS,
    copies="count",
    points="value",
    blank={"value": 0, "mod": 0, "effect": EFFECT_NAMES[0]},
    max_copies=MAX_CARDS,
    row_errors=_row_errors,
    table_errors=_table_errors,
)
