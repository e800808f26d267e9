"""The report of `balancer cards`: what each part is worth to who has it, and how often it is taken."""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import escape

from balancer.analysis import worth
from balancer.analysis.figure import Figure
from balancer.analysis.results import WorthResult
from balancer.analysis.worth import Taken
from balancer.questions.cards.part_worth import CARDS, MARGIN, TAKEN, WAYS, PartWorth, Way, worth_text
from balancer.reporting import numbers
from balancer.reporting.document.model import (
    Block,
    Document,
    Item,
    Rich,
    Section,
    Table,
    TableColumn,
    TableRow,
    Text,
    chart,
)
from balancer.reporting.document.parts import answer_section, footer, reproduced
from balancer.reporting.drawing import charts
from balancer.reporting.numbers import DIFFERENCE, MINUS, NARROW, SHARE, text
from balancer.reporting.page.bullet import bullet
from balancer.reporting.report import ScenarioReport, TableRows
from balancer.wording import listed, plural

DEALT, BLANK, POINT, HELD = "dealt", "blank_held", "point_held", "held"
"""What is reported of a part: as dealt; what a blank in its place takes away; a point on it; raw lift."""

MAX_NAMED = 6  # parts named in a sentence
MAX_DRAWN = 24  # parts in a chart: the first and the last of the ranking; the table has all
MAX_OPEN = 64  # rows of a table that is not folded, or not cut where there is little room

TAKEN_MEANING = "Per cent of the times it was offered at a decision that it was taken; offered: how often, in a game."
"""The meaning of the figures of the second table."""


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
        return max(1, self._families[name])

    @functools.cached_property
    def _families(self) -> Counter[str]:
        kinds = (key.partition(".") for key, sums in self.result.sums.items() if len(sums) > 1 and sums[1] > 0)
        return Counter(kind for kind, dot, _ in kinds if dot)

    # Sentences --------------------------------------------------------------------------------------------------------
    def answer(self) -> list[str]:
        """Return what ways of finding out say, one that found something first, then what could not be found out."""
        ways = sorted(WAYS, key=lambda way: not any(worth.certain for row in self.parts if (worth := way.figure(row))))
        sentences = [sentence for way in ways for sentence in self._told(way)]
        if not self.dealt_when:
            sentences.append(
                f"{self.card.title} deals no parts to seats before the first choice, so none has a worth as dealt."
            )
        if why := self.manifest.facts["why_not"]:
            sentences.append(f"Nothing was knocked out: {why}.")
        if not any(row.dealt or row.blank for row in self.parts):
            sentences.append(
                "Raw lift alone is left: who had a part won more or less often, which is no effect of the part."
            )
        sentences += [self._chosen(node) for node in self.nodes]
        if self.manifest.facts["not_counted"]:
            sentences.append("What is offered and taken is counted only where nobody thinks ahead.")
        return sentences

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
        named = [f"{row.part} {worth_text(found[row])}{way.more(row)}" for row in dict.fromkeys((sure[0], sure[-1]))]
        sentences = [f"{how}, {way.whom}: {', '.join(named)}."]
        nothing = [row.part for row in found if found[row].within(MARGIN)]
        if nothing:
            those = f": {listed(nothing)}" if len(nothing) <= MAX_NAMED else ""
            parts = plural(len(found), "part")
            sentences.append(
                f"{way.short}, {len(nothing)} of {parts} do nothing, {_pp(MARGIN)} at most either way{those}."
            )
        unknown = sum(not (one.certain or one.within(MARGIN)) for one in found.values())
        if unknown:
            sentences.append(
                f"{way.short}, {plural(unknown, 'part')} may or may not make a difference: more games (--games) tell."
            )
        return sentences

    # For people -------------------------------------------------------------------------------------------------------
    def document(self) -> Document:
        """Return what people read."""
        sentences = self.answer()
        return Document(
            f"{self.question.title}: cards",
            [
                answer_section(sentences),
                Section("worth", "What each part is worth", list(self._drawn()), brief=False),
                Section("parts", "Every part", [self._parts_table()]),
                Section("taken", "Offered and taken", self._taken_table()),
                reproduced(self.manifest, [CARDS, TAKEN]),
            ],
            kicker=self.card.title,
            about="what each card is worth to who has it",
            description=sentences[0],
            facts=self._facts(),
            footer=footer(self.manifest.versions.get("balancer", "")),
            scripts=["page.js"],
        )

    def _facts(self) -> list[str]:
        sure = numbers.plain(self.spec.confidence, SHARE, 0)
        several = len(self.parts) > 1
        hold = f"intervals of all {len(self.parts)} parts hold simultaneously" if several else "interval holds"
        return [
            f"{self.question.base.players} players",
            f"{numbers.count(self.result.games)} games",
            f"seed {self.question.seed}",
            f"in each column, the {hold} with {sure} confidence",
        ]

    def _drawn(self) -> Iterator[Block]:
        """Yield what each way of finding out says of each part, the one worth most first."""
        for way in WAYS:
            ranked = [(row, worth) for row in self.parts if (worth := way.figure(row))]
            ranked.sort(key=lambda pair: -pair[1].value)
            drawn = ranked if len(ranked) <= MAX_DRAWN else [*ranked[: MAX_DRAWN // 2], *ranked[-MAX_DRAWN // 2 :]]
            if not drawn:
                continue
            left = (
                f"; {MAX_DRAWN} of {len(ranked)} parts, the highest and the lowest" if len(drawn) < len(ranked) else ""
            )
            picture = chart(
                way.name,
                f"{way.short.lower()}: worth of each part, with intervals{left}",
                charts.forest,
                _frame([(row.part, *worth.ends, MARGIN, worth.certain) for row, worth in drawn]),
                unit=DIFFERENCE,
                across=way.across,
                caption="Filled: it makes a difference. The band: too little to matter.",
            )
            yield Block(way.short, way.meaning.format(when=self.dealt_when), [picture])

    def _parts_table(self) -> Table:
        """Return all that is known of each part; the worths of a column are drawn on one scale."""
        shown = [column for column in COLUMNS if any(column.text(row) for row in self.parts)]
        columns = [TableColumn("part"), *(TableColumn(column.heading, column.meaning, number=True) for column in shown)]
        cells = [[row.part for row in self.parts], *(column.cells(self.parts) for column in shown)]
        if any(row.varied for row in self.parts):
            columns.append(TableColumn("to vary it", "under axes: of the sweep: of a scenario", brief=False))
            cells.append([_axis(row) if row.varied else "" for row in self.parts])
        rows = [TableRow(row) for row in zip(*cells, strict=True)]
        caption = "Wins in percentage points; raw lift, of who had the part at the end, has choices in it"
        return Table(caption, columns, rows, folded=_folded(rows), most=MAX_OPEN, both_ends=True)

    def _taken_table(self) -> list[Item]:
        """Return how often each part was offered, and taken, at each decision."""
        if not self.nodes:
            return []
        single = len(self.nodes) == 1
        columns = [TableColumn("part")]
        for node in self.nodes:
            columns += [
                TableColumn(f"{node}: offered", number=True, brief=single),
                TableColumn(f"{node}: taken", number=True),
            ]
        rows = [
            TableRow(
                [row.part, *(cell for node in self.nodes for cell in (_offers(row.at(node)), _share(row.at(node))))]
            )
            for row in self.parts
            if row.taken
        ]
        table = Table("Taken in per cent", columns, rows, folded=_folded(rows), most=MAX_OPEN, both_ends=True)
        return [Text(TAKEN_MEANING, "note"), table]

    # For programs -----------------------------------------------------------------------------------------------------
    def tables(self) -> list[TableRows]:
        """Return what programs read."""
        return [(CARDS, self.parts), (TAKEN, self.taken)]

    def to_json(self) -> dict[str, Any]:
        """Return the content of `balancer cards --json`."""
        return {
            "answer": self.answer(),
            "games": self.result.games,
            "confidence": self.spec.confidence,
            "margin": MARGIN,
            "dealt_when": self.dealt_when,
            "not_knocked_out": self.manifest.facts["why_not"],
            "cards": [CARDS.row(one) for one in self.parts],
            "taken": [TAKEN.row(one) for one in self.taken],
        }


# Cells of tables ------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class PartColumn:
    """A column of the table of parts; figure: reads the worth that is drawn beside its text."""

    heading: str
    text: Callable[[PartWorth], str]
    meaning: str = ""
    figure: Callable[[PartWorth], Figure | None] = lambda _: None

    @classmethod
    def of_worth(cls, heading: str, name: str, meaning: str) -> PartColumn:
        """Return the column of a worth, an attribute of `PartWorth`."""

        def figure(row: PartWorth) -> Figure | None:
            worth: Figure | None = getattr(row, name)
            return worth

        return cls(heading, lambda row: text(found, SHARE, NARROW) if (found := figure(row)) else "", meaning, figure)

    def cells(self, rows: Sequence[PartWorth]) -> list[str]:
        """Return the cell of each part; worths are coloured by the side of the usual on which they are known to be."""
        scale = [end for row in rows if (worth := self.figure(row)) for end in (worth.low, worth.high)]
        return [self._cell(row, scale) for row in rows]

    def _cell(self, row: PartWorth, scale: Sequence[float]) -> str:
        worth = self.figure(row)
        if worth is None:
            return self.text(row)
        side = "more" if worth.low > 0 else "less" if worth.high < 0 else "either"
        ends = (worth.low, worth.high)
        drawn = bullet(worth.value, ends, (-MARGIN, MARGIN), label=row.part, scale=scale, css=f"cell {side}")
        return Rich(self.text(row), escape(self.text(row)) + drawn)


COLUMNS = [
    PartColumn("copies", lambda row: "" if row.copies is None else str(row.copies)),
    PartColumn("points", lambda row: "" if row.points is None else str(row.points).replace("-", MINUS)),
    PartColumn.of_worth(
        "as dealt", "dealt", "share of the wins of seats to which chance gave it, less their usual share"
    ),
    PartColumn.of_worth("not blank", "blank", "wins that seats with it would lose if it were blank and nobody knew"),
    PartColumn.of_worth("a point", "point", "wins that seats with it would gain by a point more on it, if nobody knew"),
    PartColumn.of_worth(
        "raw lift", "held", "wins of seats that had it at the end, less the usual share: choices are in it, no effect"
    ),
]


def _folded(rows: Sequence[TableRow]) -> str:
    """Return the label under which a very long table is folded; '' for one that stays open."""
    return f"All {len(rows)} parts" if len(rows) > MAX_OPEN else ""


def _axis(row: PartWorth) -> str:
    """Return the axis of a sweep over a part's points, from one less to one more as far as its table allows."""
    low, high = row.varied or (0, 0)
    words = f"{row.axis}: {{from: {low}, to: {high}}}"
    return Rich(words, f"<code>{escape(words)}</code>")


def _frame(rows: Sequence[tuple[Any, ...]]) -> Any:
    import pandas as pd

    return pd.DataFrame(rows, columns=["label", "value", "low", "high", "margin", "decided"])


def _offers(taken: Taken | None) -> str:
    return numbers.amount(taken.offered) if taken else ""


def _share(taken: Taken | None) -> str:
    return text(taken.share, SHARE, NARROW) if taken else ""


def _pp(share: float) -> str:
    return f"{numbers.plain(share, SHARE, 1).removesuffix('%')} pp"


def _value(worth: Figure | None) -> float:
    return -math.inf if worth is None else worth.value


def _main(row: PartWorth) -> Figure | None:
    """Return the figure by which parts are sorted: the one that is known best."""
    return row.blank or row.dealt or row.held
