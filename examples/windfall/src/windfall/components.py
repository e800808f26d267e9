"""The fruit cards: reads and checks a component table (rulebook.md, § Parts)."""

from __future__ import annotations

import hashlib
import pathlib
from typing import NamedTuple

from balancer.core.component_table import Column, Mistake, TableError, read_table
from balancer.core.game import Parts

MAX_KINDS = 12
MAX_FRUIT = 128

OWN_TABLE = pathlib.Path(__file__).parent / "components.csv"

COLUMNS = (
    Column("name", "kind of fruit; the lift of wishing for it is reported"),
    Column("value", "points a card", low=0, high=99),
    Column("count", "cards of this kind", low=1, high=MAX_FRUIT),
)


class Kind(NamedTuple):
    """A kind of fruit."""

    value: int
    copies: int


def read_parts(path: pathlib.Path | None) -> Parts:
    """The kinds of a component table, the game's own if path is None; TableError with every mistake, OSError."""
    path = OWN_TABLE if path is None else path
    rows = read_table(path, COLUMNS)
    names = [row["name"] for _, row in rows]
    mistakes = [
        Mistake(line, 1, f"{row['name']} stands twice")
        for place, (line, row) in enumerate(rows)
        if row["name"] in names[:place]
    ]
    last = rows[-1][0]
    if len(rows) > MAX_KINDS:
        mistakes.append(Mistake(last, 1, f"{len(rows)} kinds; at most {MAX_KINDS}"))
    if sum(row["count"] for _, row in rows) > MAX_FRUIT:
        mistakes.append(Mistake(last, 1, f"more than {MAX_FRUIT} cards in all"))
    if mistakes:
        raise TableError(path, mistakes)
    kinds = tuple(Kind(row["value"], row["count"]) for _, row in rows)
    digest = hashlib.sha256(repr((names, kinds)).encode()).hexdigest()[:16]
    return Parts(names=tuple(names), data=kinds, digest=digest, path=path)
