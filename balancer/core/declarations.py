"""Declarations of a game: habits and personas, nodes, endings and extras, each with its number.

`numbered` assigns the numbers to entries of one kind: rules use the names (``NODE.TAKE``), everything else reads the
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
PLACE = re.compile(r"-?[0-9]+|[a-z0-9][a-z0-9_]*")  # a place of a tally in the name of its extra
NOBODY, BASE, EVERYBODY = "nobody", "base", "everybody"  # opponents as imagined by thinkers, see `Persona.knows`

SEATINGS = {  # values of `seating:`, with their meanings
    "rotate": "everybody sits in every seat and next to everybody: all circular orders of the line-up in turn",
    "in_order": "the line-up moves on by one seat per game, neighbours stay the same",
    "fixed": "everybody keeps their seat",
}

EXPECTED_MISTAKES = 50  # per 1000 decisions of imagined players, so that no gain rests on predicting them exactly
TO_THE_END = 0  # a number of rounds that means: trial games end with the game

NAME_RULE = "lower-case letters, digits and _, a letter first"


@dataclass(frozen=True)
class Habit:
    """A weight that shapes a persona: a whole number that designers understand and may set in YAML."""

    name: str
    default: int
    low: int
    high: int
    meaning: str


@dataclass(frozen=True)
class Persona:
    """A scripted player.

    The fields from `search` on are those of a player who thinks ahead (core/thinking/search.py).
    """

    name: str
    claim: str  # how it plays, in one sentence
    habits: Mapping[str, int] = field(default_factory=dict)  # that differ from their defaults
    mistakes: int = 0  # random decisions per thousand
    at_random: bool = False  # appraises nothing, takes any option with equal probability
    search: int = 0  # trial games per decision; 0: it does not think ahead
    plies: int = 1  # decisions ahead: with 2, an option counts what it brings after the best answer to it
    knows: str = (
        NOBODY  # its opponents in trial games: NOBODY: any personas; BASE: like itself; EVERYBODY: the real ones
    )
    nodes: tuple[str, ...] = ()  # names of the nodes at which it thinks ahead; (): all
    until: int = TO_THE_END  # rounds after which its trial games end
    is_choosy: bool = False  # thinks ahead only where that may pay
    expect_mistakes: int = 0  # mistakes per thousand decisions of the imagined players


def expert(
    personas: Iterable[Persona], name: str, search: int, until: int = TO_THE_END, nodes: tuple[str, ...] = ()
) -> Persona:
    """Return a game's expert: the named persona with a search, among players like it who make some mistakes."""
    base = next(persona for persona in personas if persona.name == name)
    end = f", {plural(until, 'round')} each" if until else ""
    trials = f"{search} trial games per decision{end}"
    claim = f"Plays like {base.name}, but searches: {trials}, assuming the others play like {base.name}."
    fast = Persona("expert", claim, base.habits, search=search, knows=BASE, nodes=nodes, until=until)
    return replace(fast, is_choosy=True, expect_mistakes=EXPECTED_MISTAKES)


@dataclass(frozen=True)
class Node:
    """A node of a game at which a seat decides."""

    name: str
    who: str  # decides, in words
    options: str  # in words


@dataclass(frozen=True)
class Ending:
    """A way a game may end."""

    name: str
    meaning: str
    phrase: str = ""  # of sentences about such games: `are won at once`; '': `end by 'NAME'`


@dataclass(frozen=True)
class Extra:
    """A figure of the game's own, one per game: ``table.extras[EXTRA.<NAME>]``, whole numbers of 1 / `unit`.

    An undefined extra starts every game as UNDEFINED and stays so unless the rules set it; others start at 0.
    """

    name: str
    meaning: str  # of an undefined extra with the games in which it is defined
    measure: str  # the unit in words: 'contests', 'share', 'points' ...
    unit: int = 1
    undefined: bool = False
    # An extra of the same measure and unit that is always defined; where this one is defined, the two are equal.  The
    # figure is then the mean of `against` in these games minus its mean in all other games.
    against: str = ""
    title: str = ""  # label on pages and terminals; '': its name without underscores
    group: str = ""  # of a tally by place: its name; the extra counts one place, and is called GROUP.PLACE


@dataclass(frozen=True)
class Quantity:
    """A quantity of a position that may be worth points: ``values[QUANTITY.<NAME>]`` in the hook `quantities`."""

    name: str
    meaning: str  # of one unit: 'an ingredient in hand, salt apart'


@dataclass(frozen=True)
class Whole:
    """Extras that add up to one figure, such as a score; pages stack them in a chart."""

    title: str
    meaning: str
    parts: Mapping[str, str]  # labels in the chart by names of extras, which have one measure


def numbered(*entries: Any) -> Any:
    """Return the numbers of declared entries of one kind: a named tuple NAME -> number, with the `entries`.

    Numbers count from 0, those of endings from FIRST_ENDING.  Raises ValueError for a name that is invalid or repeated.
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
