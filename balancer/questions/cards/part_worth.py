"""The measured worth of a card (of any part of a game), the tables of it, and the two ways of measuring it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from balancer.analysis.figure import Figure
from balancer.analysis.play.worth import Taken
from balancer.analysis.sheet import Sheet, column, number
from balancer.reporting.numbers import CELL, CHANGE, DIFFERENCE, text
from balancer.sides import POINTS


@dataclass(frozen=True)
class PartWorth:
    """The measured worth of one card; None where something could not be measured."""

    part: str  # its name
    copies: int | None
    points: int | None  # printed on it
    axis: str | None  # the name by which a sweep varies these points
    varied: tuple[int, int] | None  # its points, one less to one more, as far as its table allows
    times_dealt: float | None  # share of all seats to which chance gave it
    times_held: float | None  # share of all seats that had it at the end
    dealt: Figure | None  # change of the win rate (or score) of a seat to which chance gives it
    blank: Figure | None  # loss of its holders' win rate (or score) if it is secretly blank
    point: Figure | None  # gain of its holders' win rate (or score) by a secret point more
    held: Figure | None  # raw lift of the seats that had it at the end, no effect
    too_much: tuple[float, float] | None  # its worth as dealt in points, and the half-width of that
    taken: tuple[Taken, ...]  # how often it was taken, by decision
    unit: str = DIFFERENCE  # of its worth; POINTS where these are played for

    def at(self, node: str) -> Taken | None:
        """Return how often it was taken at a node; None where it was never on offer there."""
        return next((taken for taken in self.taken if taken.node == node), None)


def _of(name: str, end: str) -> Callable[[PartWorth], Any]:
    return lambda row: getattr(getattr(row, name), end, None)


def _figure(name: str, meaning: str) -> list[Any]:
    return [
        number(name, meaning, _of(name, "value")),
        number(f"{name}_low", f"lower end of the interval of {name}", _of(name, "low")),
        number(f"{name}_high", f"upper end of the interval of {name}", _of(name, "high")),
    ]


CARDS = Sheet(
    "cards",
    "one row per card: its worth to its holder",
    [
        column("part", "the card (tile, part …) by name"),
        number("copies", "copies of it, as its component table says"),
        number("points", "points printed on it"),
        column("axis", "the name by which a sweep varies these points"),
        number("times_dealt", "share of all seats to which chance gave it"),
        number("times_held", "share of all seats that had it at the end, as the game counts its parts"),
        *_figure(
            "dealt",
            "as dealt: win rate (score, where points are played for) of the seats to which chance gave it, less the "
            "usual one of these seats",
        ),
        *_figure("blank", "win rate (or score) that its holders lose if it is secretly blank: same dice, same beliefs"),
        *_figure("point", "win rate (or score) that its holders gain by one more point on it, if nobody knows"),
        *_figure(
            "held",
            "raw lift: win rate (or score) of its holders at the end, less the usual one; no effect, for they chose it",
        ),
        number("too_much", "its worth as dealt, in points of it", lambda row: row.too_much and row.too_much[0]),
        number("too_much_half_width", "half the width of its interval", lambda row: row.too_much and row.too_much[1]),
    ],
)

TAKEN = Sheet(
    "taken",
    "one row per card and decision at which it was offered",
    [
        column("part", "the card (tile, part …) by name", lambda row: row[0]),
        column("node", "the decision", lambda row: row[1].node),
        number(
            "offered", "how often it is on offer there in a game, to all seats together", lambda row: row[1].offered
        ),
        number("taken", "the share of these times that it is taken", lambda row: row[1].share.value),
        number("taken_low", "lower end of the interval of taken", lambda row: row[1].share.low),
        number("taken_high", "upper end of the interval of taken", lambda row: row[1].share.high),
    ],
)


# Ways of measuring ----------------------------------------------------------------------------------------------------
def _dealt_words(row: PartWorth) -> str:
    """Return `+2.7 ± 1.0 pp (about 0.9 ± 0.4 points too strong)`; the points only where they are clearly not 0."""
    words = text(row.dealt, row.unit, CHANGE) if row.dealt else ""
    if row.too_much is None or abs(row.too_much[0]) <= row.too_much[1]:
        return words
    value, half = row.too_much
    return f"{words} (about {abs(value):.1f} ± {half:.1f} points too {'strong' if value > 0 else 'weak'})"


def _blank_words(row: PartWorth) -> str:
    words = text(row.blank, row.unit, CELL) if row.blank else ""
    return f"{words} {row.unit}" if row.unit == POINTS else words


@dataclass(frozen=True)
class Way:
    """A way of measuring what cards are worth, and the words of sentences and charts for it.

    In these words {when} is the moment of dealing, and {rate} what is played for: `win rate` or `score`.
    """

    name: str  # of its chart
    short: str  # begins a sentence, and is a heading
    how: str  # begins a sentence about all cards
    effect: str  # names the figure in a sentence, before the cards
    figure: Callable[[PartWorth], Figure | None]
    words: Callable[[PartWorth], str]  # the figure of a card in that sentence
    across: str  # of the chart's axis
    meaning: str


BY_DEALING = Way(
    "dealt",
    "As dealt",
    "As dealt ({when})",
    "Being dealt the card ({when}) changes a player's {rate}",
    lambda row: row.dealt,
    _dealt_words,
    "change of the {rate}",
    "The {rate} of the seats to which chance gave the card ({when}), less their usual one: no choice is in it.",
)
BY_BLANKING = Way(
    "blank",
    "Made blank",
    "Made blank secretly",
    "{Rate} lost if the card is secretly blank",
    lambda row: row.blank,
    _blank_words,
    "{rate} lost",
    "Every game is replayed on the same dice with the card blank, by players who still believe the printed values.",
)
WAYS = (BY_DEALING, BY_BLANKING)
