"""What a game declares once: habits and personas, nodes, endings and extras, each with its number.

`numbered` gives the entries of one kind their numbers: rules use the names (``NODE.TAKE``), everything else reads the
entries (``NODE.entries``)::

    NODE = numbered(
        Node("take", "active player", "each pile"),
        Node("contest", "active player", "none; each opponent"),
    )
"""

from __future__ import annotations

import collections
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from balancer.wording import plural

FIRST_ENDING = 2  # number of a game's first own ending; 0 is RUNNING, 1 UNFINISHED
NAME = re.compile(r"[a-z][a-z0-9_]*")  # a name as scenarios write it: of a game, a knob, a persona, a habit ...
NOBODY, BASE, EVERYBODY = "nobody", "base", "everybody"  # opponents as assumed: any persona, the base, their own

SEATINGS = {  # values of `seating:`, and what they mean
    "rotate": "everybody sits in every seat and beside everybody: all circular orders of the line-up in turn",
    "in_order": "the line-up moves on by one seat per game, neighbours stay the same",
    "fixed": "everybody keeps their seat",
}

EXPECTED_MISTAKES = 50  # per 1000 decisions, expected of others: no gain rests on foretelling them exactly
TO_THE_END = 0  # in place of a number of rounds: trial games end with the game

NAME_RULE = "lower-case letters, digits and _, a letter first"


@dataclass(frozen=True)
class Habit:
    """A weight that shapes a persona: a whole number a designer understands and may set in YAML."""

    name: str
    default: int
    low: int
    high: int
    meaning: str


@dataclass(frozen=True)
class Persona:
    """A scripted player: one plain claim, habits that differ from their defaults, mistakes per mille.

    at_random: appraises nothing, takes any option with equal chance.
    search: trial games per decision of a player who thinks ahead (core/thinking/search.py); 0: it does not.  knows: how
    it expects its opponents to play, NOBODY, BASE or EVERYBODY; nodes: the names of those at which it thinks, () for
    all; until: rounds after which its trial games end, or TO_THE_END; is_choosy: thinks only where that may pay;
    expect_mistakes: of a thousand decisions of those whom it imagines.
    """

    name: str
    claim: str
    habits: Mapping[str, int] = field(default_factory=dict)
    mistakes: int = 0
    at_random: bool = False
    search: int = 0
    knows: str = NOBODY
    nodes: tuple[str, ...] = ()
    until: int = TO_THE_END
    is_choosy: bool = False
    expect_mistakes: int = 0


def expert(
    personas: Iterable[Persona], name: str, search: int, until: int = TO_THE_END, nodes: tuple[str, ...] = ()
) -> Persona:
    """A game's expert: that persona, thinking ahead where it may pay, among players like it who err at times."""
    base = next(persona for persona in personas if persona.name == name)
    end = f", each of {plural(until, 'round')}" if until else ""
    claim = f"Thinks ahead as {base.name}, {search} trial games a decision{end}, and takes the others for its like."
    fast = Persona("expert", claim, base.habits, search=search, knows=BASE, nodes=nodes, until=until)
    return replace(fast, is_choosy=True, expect_mistakes=EXPECTED_MISTAKES)


@dataclass(frozen=True)
class Node:
    """A decision node: its name, who decides, among what."""

    name: str
    who: str
    options: str


@dataclass(frozen=True)
class Ending:
    """A way a game may end; phrase: what sentences say of such games (`are won at once`), '' for `end by 'NAME'`."""

    name: str
    meaning: str
    phrase: str = ""


@dataclass(frozen=True)
class Extra:
    """A figure of the game's own, one per game: ``table.extras[EXTRA.<NAME>]``, whole numbers of 1 / `unit`.

    measure: what one of it is ('contests', 'share', 'points' ...).
    title: its label on pages and terminals, '' for its name without underscores.
    undefined: it starts every game as UNDEFINED and stays so unless the rules set it; otherwise it starts at 0.  The
    meaning says in which games it is defined.
    against: an extra of the same measure and unit that every game has, and that this one equals where it is defined:
    the figure is then by how much its mean is higher in these games than in all others.
    """

    name: str
    meaning: str
    measure: str
    unit: int = 1
    undefined: bool = False
    against: str = ""
    title: str = ""


@dataclass(frozen=True)
class Quantity:
    """What of a position may be worth points: ``values[QUANTITY.<NAME>]`` in the hook `quantities`, a whole number.

    meaning: what one of it is ('an ingredient in hand, salt apart').
    """

    name: str
    meaning: str


@dataclass(frozen=True)
class Whole:
    """Extras that add up to one figure: what a score is made of.  Pages stack them in a chart.

    parts: names of extras of one measure, each with its label there.
    """

    title: str
    meaning: str
    parts: Mapping[str, str]


def numbered(*entries: Any) -> Any:
    """Number declared entries of one kind: a named tuple of numbers, NAME -> number, with the `entries` themselves.

    Numbers count from 0, those of endings from FIRST_ENDING.  ValueError: a name that is none, or appears twice.
    """
    names = [entry.name for entry in entries]
    for name in names:
        if not NAME.fullmatch(name):
            raise ValueError(f"{name!r} is not a name; allowed: {NAME_RULE}")
        if names.count(name) > 1:
            raise ValueError(f"{name} is declared twice")
    kind = type(entries[0]).__name__ if entries else "Numbers"
    numbers = collections.namedtuple(kind, [name.upper() for name in names])  # type: ignore[misc]  # noqa: PYI024  made of data
    numbers.entries = entries  # type: ignore[attr-defined]
    first = FIRST_ENDING if entries and isinstance(entries[0], Ending) else 0
    return numbers(*range(first, first + len(entries)))
