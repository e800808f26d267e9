"""The fruit cards: what a row of components.csv says (rulebook.md, § Parts)."""

from typing import NamedTuple

from balancer.core.component_table import ComponentColumn, ComponentTable, Row

MAX_KINDS = 12
MAX_FRUIT = 128


class Kind(NamedTuple):
    """A kind of fruit."""

    value: int
    copies: int


def kinds_of(rows: list[Row]) -> tuple[list[str], list[Kind]]:
    """Names of the kinds, and what `prepare` needs of them."""
    return [row["name"] for row in rows], [Kind(row["value"], row["count"]) for row in rows]


COMPONENTS = ComponentTable(
    columns=(
        ComponentColumn("name", "kind of fruit; the lift of wishing for it is reported"),
        ComponentColumn("value", "points per card", low=0, high=99),
        ComponentColumn("count", "cards of this kind", low=1, high=MAX_FRUIT),
    ),
    build=kinds_of,
    unique=("name",),
    max_rows=MAX_KINDS,
    copies="count",
    points="value",
    blank={"value": 0},
    max_copies=MAX_FRUIT,
)
