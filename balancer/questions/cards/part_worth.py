"""What is known of a part, as tables have it, and the ways in which its worth is found out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from balancer.analysis.figure import Figure
from balancer.analysis.sheet import Sheet, column, number
from balancer.analysis.worth import Taken
from balancer.reporting.numbers import CHANGE, SHARE, text

MARGIN = 0.005  # a part whose interval lies within ± this does nothing


@dataclass(frozen=True)
class PartWorth:
    """What is known of one part."""

    part: str
    copies: int | None
    points: int | None
    axis: str | None
    varied: tuple[int, int] | None  # its points, one less to one more, as far as its table allows
    times_dealt: float | None
    times_held: float | None
    dealt: Figure | None
    blank: Figure | None
    point: Figure | None
    held: Figure | None
    too_much: tuple[float, float] | None  # its worth as dealt in points, and the half-width of that
    taken: tuple[Taken, ...]

    def at(self, node: str) -> Taken | None:
        """Return how often it was taken at a node; None where it was never offered there."""
        return next((one for one in self.taken if one.node == node), None)


def _of(name: str, end: str) -> Callable[[PartWorth], Any]:
    return lambda row: getattr(getattr(row, name), end, None)


def _figure(name: str, meaning: str) -> list[Any]:
    return [
        number(name, meaning, _of(name, "value")),
        number(f"{name}_low", f"lower end of the interval of {name}", _of(name, "low")),
        number(f"{name}_high", f"upper end of the interval of {name}", _of(name, "high")),
    ]


CARDS = Sheet(  # what parts are worth
    "cards",
    "one row per part: what it is worth to who has it",
    [
        column("part", "the part (card, tile …) by name"),
        number("copies", "copies of it, as its component table says"),
        number("points", "points printed on it"),
        column("axis", "the name by which a sweep varies these points"),
        number("times_dealt", "share of all seats to which chance gave it"),
        number("times_held", "share of all seats that had it at the end, as the game counts parts"),
        *_figure(
            "dealt", "as dealt: share of the wins of seats to which chance gave it, less those seats' usual share"
        ),
        *_figure("blank", "wins that seats with it would lose if it were blank and nobody knew: same dice and beliefs"),
        *_figure("point", "wins that seats with it would gain by one point more on it, if nobody knew"),
        *_figure("held", "raw lift: wins of seats that had it, less the usual share; has choices in it, no effect"),
        number("too_much", "its worth as dealt, in points of it", lambda row: row.too_much and row.too_much[0]),
        number("too_much_half_width", "half the width of its interval", lambda row: row.too_much and row.too_much[1]),
    ],
)

TAKEN = Sheet(  # how often parts are taken
    "taken",
    "one row per part and decision at which it was offered",
    [
        column("part", "the part (card, tile …) by name", lambda row: row[0]),
        column("node", "the decision", lambda row: row[1].node),
        number(
            "offered", "how often it was offered there in a game, to all seats together", lambda row: row[1].offered
        ),
        number("taken", "the share of these times that it was taken", lambda row: row[1].share.value),
        number("taken_low", "lower end of the interval of taken", lambda row: row[1].share.low),
        number("taken_high", "upper end of the interval of taken", lambda row: row[1].share.high),
    ],
)


# Ways of finding out --------------------------------------------------------------------------------------------------
def worth_text(worth: Figure | None) -> str:
    """Return a worth as a difference: `+17 ± 7 pp`; '' where it is not known."""
    return text(worth, SHARE, CHANGE) if worth else ""


def _too_much(row: PartWorth) -> str:
    """Return by how many points it is too strong: ` (about 0.8 ± 0.3 points too much)`; '' where that is not known."""
    if row.too_much is None or abs(row.too_much[0]) <= row.too_much[1]:
        return ""
    value, half = row.too_much
    return f" (about {abs(value):.1f} ± {half:.1f} points too {'much' if value > 0 else 'little'})"


def _per_point(row: PartWorth) -> str:
    """Return what a point on it is worth; '' where that is not known."""
    return f" (a point on it {worth_text(row.point)})" if row.point and row.point.certain else ""


@dataclass(frozen=True)
class Way:
    """A way of finding out what parts are worth, and how sentences and charts speak of it."""

    name: str
    short: str
    how: str
    whom: str
    figure: Callable[[PartWorth], Figure | None]
    more: Callable[[PartWorth], str]
    across: str
    meaning: str


BY_DEALING = Way(
    "dealt",
    "As dealt",
    "As dealt ({when})",
    "this much more is won by players who are given",
    lambda row: row.dealt,
    _too_much,
    "wins more",
    "Win rate of the seats to which chance gave it ({when}), less the usual: no choice is in it.",
)
BY_BLANKING = Way(
    "blank",
    "Made blank",
    "Made blank without anybody knowing",
    "this much of the wins is lost to players who have",
    lambda row: row.blank,
    _per_point,
    "wins lost without it",
    "Every game is played again with the part blank, on the same dice, by players who go on believing what is printed.",
)
WAYS = (BY_DEALING, BY_BLANKING)
