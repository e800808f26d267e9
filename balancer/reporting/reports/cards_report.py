"""The results of `balancer cards`: what each part is worth to who has it."""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from balancer.analysis import worth
from balancer.analysis.figure import Figure
from balancer.analysis.results import WorthResult
from balancer.analysis.sheet import Sheet, column, number
from balancer.analysis.worth import Taken
from balancer.reporting import numbers
from balancer.reporting.console import Console
from balancer.reporting.numbers import CHANGE, MINUS, NARROW, SHARE, text
from balancer.reporting.report import ScenarioReport
from balancer.wording import listed, plural

if TYPE_CHECKING:
    import pandas as pd

MARGIN = 0.005
"""A part whose worth is known to be less than this, either way, does nothing."""

DEALT, BLANK, POINT, HELD = "dealt", "blank_held", "point_held", "held"
"""What is reported of a part: as dealt; what a blank in its place takes away; a point on it; raw lift."""

MAX_NAMED = 6
"""Parts named in a sentence."""

MAX_PRINTED = 64  # rows of a table on a terminal


@dataclass(frozen=True)
class PartWorth:
    """One part; varied: the range of its points, one less to one more, as far as its table allows.

    too_much: its worth as dealt in points, and the half-width of that.
    """

    part: str
    copies: int | None
    points: int | None
    axis: str | None
    varied: tuple[int, int] | None
    times_dealt: float | None
    times_held: float | None
    dealt: Figure | None
    blank: Figure | None
    point: Figure | None
    held: Figure | None
    too_much: tuple[float, float] | None
    taken: tuple[Taken, ...]

    def at(self, node: str) -> Taken | None:
        """How often it was taken at a node; None where it was never offered there."""
        return next((one for one in self.taken if one.node == node), None)


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
"""The table of what parts are worth."""

TAKEN = Sheet(
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
"""The table of how often parts are taken."""


@dataclass(frozen=True)
class CardsReport(ScenarioReport):
    """Manifest and result."""

    result: WorthResult

    @property
    def dealt_when(self) -> str:
        """What chance gives to seats before the first choice; '' if nothing."""
        return str(self.manifest.facts["dealt_when"])

    @functools.cached_property
    def parts(self) -> list[PartWorth]:
        """Every part, the one worth most first."""
        rows = [self._part(name, known) for name, known in self.manifest.part("named").items()]
        return sorted(rows, key=lambda row: -_value(_main(row)))

    @property
    def taken(self) -> list[tuple[str, Taken]]:
        """Every part with every node at which it was offered."""
        return [(row.part, found) for row in self.parts for found in row.taken]

    @functools.cached_property
    def nodes(self) -> list[str]:
        """The nodes at which parts were offered."""
        return [node for node in self.manifest.facts["offered_at"] if any(row.at(node) for row in self.parts)]

    def _part(self, part: str, known: Any) -> PartWorth:
        confidence, result = self.spec.confidence, self.result

        def lift(name: str) -> Figure | None:
            return worth.lift(result, f"{name}.{part}", confidence, self._family(name))

        def gain(name: str) -> Figure | None:
            return worth.gain(result, f"{name}.{part}", confidence, self._family(name))

        dealt = lift(DEALT)
        return PartWorth(
            part,
            known.get("copies"),
            known.get("points"),
            known.get("axis"),
            (tuple(known["varied"]) if "varied" in known else None),
            worth.share(result, f"dealt.{part}"),
            worth.share(result, f"held.{part}"),
            dealt,
            gain(BLANK),
            gain(POINT),
            lift(HELD),
            worth.in_points(dealt, gain("point_dealt")),
            tuple(
                found
                for node in self.manifest.facts["offered_at"]
                if (found := worth.taken(result, node, part, confidence, self._family(f"taken_{node}")))
            ),
        )

    def _family(self, name: str) -> int:
        """How many parts have a figure of that kind."""
        return max(1, self._families[name])

    @functools.cached_property
    def _families(self) -> Counter[str]:
        kinds = (key.partition(".") for key, sums in self.result.sums.items() if len(sums) > 1 and sums[1] > 0)
        return Counter(kind for kind, dot, _ in kinds if dot)

    # Sentences --------------------------------------------------------------------------------------------------------
    @property
    def sentences(self) -> list[str]:
        """The answer, beginning with a way that found something, then what could not be found out, and why."""
        ways = sorted(WAYS, key=lambda way: not any(worth.certain for row in self.parts if (worth := way.figure(row))))
        made = [sentence for way in ways for sentence in self._told(way)]
        if not self.dealt_when:
            made.append(
                f"{self.card.title} deals no parts to seats before the first choice, so none has a worth as dealt."
            )
        if why := self.manifest.facts["why_not"]:
            made.append(f"Nothing was knocked out: {why}.")
        if not any(row.dealt or row.blank for row in self.parts):
            made.append(
                "Raw lift alone is left: who had a part won more or less often, which is no effect of the part."
            )
        made += [self._chosen(node) for node in self.nodes]
        if self.manifest.facts["not_counted"]:
            made.append("What is offered and taken is counted only where nobody thinks ahead.")
        return made

    def _chosen(self, node: str) -> str:
        """Which parts were taken most and least often when they were offered at a node."""
        found = {row.part: taken for row in self.parts if (taken := row.at(node))}
        ranked = sorted(found, key=lambda part: -found[part].share.value)
        how_often = {part: f"{text(one.share, SHARE)} of {_offers(one)} times a game" for part, one in found.items()}
        if len(ranked) == 1:
            return f"Offered at {node}, {ranked[0]} is taken {how_often[ranked[0]]}."
        never = [part for part in ranked if not found[part].share.value]
        first, last = (f"{part} ({how_often[part]})" for part in (ranked[0], ranked[-1]))
        if never:
            last = f"{listed(never) if len(never) <= MAX_NAMED else plural(len(never), 'part')} (not once)"
        return f"Of the parts offered at {node}, most often taken is {first}, least often {last}."

    def _told(self, way: Way) -> list[str]:
        """What one way of finding out says: the extremes, what does nothing, what is not known."""
        found = {row: worth for row in self.parts if (worth := way.figure(row))}
        if not found:
            return []
        how = way.how.format(when=self.dealt_when)
        sure = sorted((row for row in found if found[row].certain), key=lambda row: -found[row].value)
        if not sure:
            widest = max(max(one.high, -one.low) for one in found.values())
            return [f"{how}, no part is known to make a difference; none makes one of more than {_pp(widest)}."]
        named = [f"{row.part} {_text(found[row])}{way.more(row)}" for row in dict.fromkeys((sure[0], sure[-1]))]
        made = [f"{how}, {way.whom}: {', '.join(named)}."]
        nothing = [row.part for row in found if found[row].within(MARGIN)]
        if nothing:
            those = f": {listed(nothing)}" if len(nothing) <= MAX_NAMED else ""
            parts = plural(len(found), "part")
            made.append(f"{way.short}, {len(nothing)} of {parts} do nothing, {_pp(MARGIN)} at most either way{those}.")
        unknown = sum(not (one.certain or one.within(MARGIN)) for one in found.values())
        if unknown:
            made.append(
                f"{way.short}, {plural(unknown, 'part')} may or may not make a difference: more games (--games) tell."
            )
        return made

    @property
    def played_words(self) -> str:
        """What was played, and the confidence of the intervals."""
        base = self.question.base
        sure = numbers.plain(self.spec.confidence, SHARE, 0)
        several = len(self.parts) > 1
        hold = f"intervals of all {len(self.parts)} parts hold simultaneously" if several else "interval holds"
        return (
            f"{self.card.title}, {base.players} players, {numbers.count(self.result.games)} games, seed "
            f"{self.question.seed}; in each column, the {hold} with {sure} confidence"
        )

    # For programs -----------------------------------------------------------------------------------------------------
    def frame(self) -> pd.DataFrame:
        """Every part as cards.csv has it."""
        return CARDS.frame(self.parts)

    def to_json(self) -> dict[str, Any]:
        """The content of `balancer cards --json`."""
        return {
            "answer": self.sentences,
            "games": self.result.games,
            "confidence": self.spec.confidence,
            "margin": MARGIN,
            "dealt_when": self.dealt_when,
            "not_knocked_out": self.manifest.facts["why_not"],
            "cards": [CARDS.row(one) for one in self.parts],
            "taken": [TAKEN.row(one) for one in self.taken],
        }

    def show(self, console: Console) -> None:
        """Print the answer and every part."""
        console.title(self.question.title)
        console.paragraph(self.played_words)
        console.paragraph("")
        for sentence in self.sentences:
            console.paragraph(sentence)
        columns = [one for one in COLUMNS if any(one[1](row) for row in self.parts)]
        rows = [[row.part, *(read(row) for _, read in columns)] for row in self.parts]
        console.paragraph("")
        console.paragraph("Wins in percentage points; raw lift, of who had the part at the end, has choices in it.")
        _print_ends(console, ["part", *(heading for heading, _ in columns)], rows)
        if self.nodes:
            console.paragraph("")
            console.paragraph(TAKEN_MEANING)
            _print_ends(console, *self.taken_table(with_offers=len(self.nodes) == 1))

    def taken_table(self, *, with_offers: bool) -> tuple[list[str], list[list[str]]]:
        """Headings and cells of what is taken at each node; with_offers: and how often it is offered."""
        reads = [(": offered", _offers), (": taken", _share)] if with_offers else [("", _share)]
        columns = [(f"{node}{heading}", node, read) for node in self.nodes for heading, read in reads]
        rows = [[row.part, *(read(row.at(node)) for _, node, read in columns)] for row in self.parts if row.taken]
        return ["part", *(heading for heading, _, _ in columns)], rows


TAKEN_MEANING = "Per cent of the times it was offered at a decision that it was taken; offered: how often, in a game."
"""What the figures of the second table are."""


def _print_ends(console: Console, headings: list[str], rows: list[list[str]]) -> None:
    """Print a table, of very many rows the first and the last."""
    half = MAX_PRINTED // 2
    if len(rows) > MAX_PRINTED:
        console.paragraph(f"The first {half} and the last {half} of {len(rows)}; the page and --json have all.")
        rows = rows[:half] + rows[-half:]
    console.figures(headings, rows)


def _offers(found: Taken | None) -> str:
    return numbers.amount(found.offered) if found else ""


def _share(found: Taken | None) -> str:
    return text(found.share, SHARE, NARROW) if found else ""


def _text(found: Figure | None) -> str:
    return text(found, SHARE, CHANGE) if found else ""


def _short(found: Figure | None) -> str:
    return text(found, SHARE, NARROW) if found else ""


def _pp(share: float) -> str:
    """A share as percentage points."""
    return f"{numbers.plain(share, SHARE, 1).removesuffix('%')} pp"


def _value(found: Figure | None) -> float:
    return -math.inf if found is None else found.value


def _main(row: PartWorth) -> Figure | None:
    """The figure by which parts are sorted: the one that is known best."""
    return row.blank or row.dealt or row.held


def _too_much(row: PartWorth) -> str:
    """How many points that is: `, about 0.8 points too much`."""
    if row.too_much is None or abs(row.too_much[0]) <= row.too_much[1]:
        return ""
    value, half = row.too_much
    return f" (about {abs(value):.1f} ± {half:.1f} points too {'much' if value > 0 else 'little'})"


def _per_point(row: PartWorth) -> str:
    """What a point on it is worth."""
    return f" (a point on it {_text(row.point)})" if row.point and row.point.certain else ""


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


FIGURES: dict[str, Callable[[PartWorth], Figure | None]] = {
    "as dealt": lambda row: row.dealt,
    "not blank": lambda row: row.blank,
    "a point": lambda row: row.point,
    "raw lift": lambda row: row.held,
}
"""The worths among the columns."""

COLUMNS: list[tuple[str, Callable[[PartWorth], str]]] = [
    ("copies", lambda row: "" if row.copies is None else str(row.copies)),
    ("points", lambda row: "" if row.points is None else str(row.points).replace("-", MINUS)),
    ("as dealt", lambda row: _short(row.dealt)),
    ("not blank", lambda row: _short(row.blank)),
    ("a point", lambda row: _short(row.point)),
    ("raw lift", lambda row: _short(row.held)),
]
"""The columns on the terminal and the page."""

MEANINGS = {
    "as dealt": "share of the wins of seats to which chance gave it, less their usual share",
    "not blank": "wins that seats with it would lose if it were blank and nobody knew",
    "a point": "wins that seats with it would gain by one point more on it, if nobody knew",
    "raw lift": "wins of seats that had it at the end, less the usual share: choices are in it, no effect",
}
