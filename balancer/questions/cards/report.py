"""The report of `balancer cards`: the worth of each card to its holder, and how often it is taken."""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import escape

from balancer.analysis.figure import Figure
from balancer.analysis.play import worth
from balancer.analysis.play.worth import Taken
from balancer.analysis.results import WorthResult
from balancer.questions.cards.part_worth import CARDS, TAKEN, WAYS, PartWorth, Way
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
    chart,
)
from balancer.reporting.document.parts import answer_section, footer, reproduced
from balancer.reporting.drawing import charts
from balancer.reporting.numbers import DIFFERENCE, MINUS, NARROW, SHARE, text
from balancer.reporting.page.bullet import bullet
from balancer.reporting.report import ScenarioReport, TableRows
from balancer.sides import POINTS, SCORE
from balancer.wording import capital, listed, plural, titled

DEALT, BLANK, POINT, HELD = "dealt", "blank_held", "point_held", "held"  # names of the sums of each worth

MAX_NAMED = 6  # cards named in a sentence
MAX_DRAWN = 24  # cards in a chart: the first and the last of the ranking; the table has all
MAX_OPEN = 64  # rows of a table that is not folded, or not cut where there is little room

TAKEN_MEANING = "Taken: % of the times it was on offer; offered: times per game."


@dataclass(frozen=True)
class CardsReport(ScenarioReport):
    """The worth of each card, of one result."""

    result: WorthResult

    @property
    def dealt_when(self) -> str:
        """The moment at which chance deals cards before any choice: `in the opening hand`; '' if it deals none."""
        return str(self.manifest.facts["dealt_when"])

    @functools.cached_property
    def margin(self) -> float:
        """The worth within which a card does nothing."""
        return worth.margin(self.result)

    @property
    def is_scored(self) -> bool:
        """Whether points are played for."""
        return self.result.aim == SCORE

    @property
    def unit(self) -> str:
        """The unit of worths: DIFFERENCE of shares, or POINTS."""
        return POINTS if self.is_scored else DIFFERENCE

    def _words(self, template: str) -> str:
        """Return words of a way of measuring."""
        rate = "score" if self.is_scored else "win rate"
        return template.format(when=self.dealt_when, rate=rate, Rate=capital(rate))

    def _size(self, worth: float) -> str:
        """Return a size in words: `0.5 pp`, `0.2 points`."""
        return numbers.plain(worth, DIFFERENCE, 1) if not self.is_scored else numbers.amount(worth, POINTS)

    @property
    def _sign(self) -> int:
        """1, or -1 for scores where the lowest is best, so that the card that helps most comes first."""
        return -1 if self.is_scored and self.manifest.facts.get("lowest_wins") else 1

    @functools.cached_property
    def parts(self) -> list[PartWorth]:
        """Every card, the one that is worth most first."""
        rows = [self._part(name, facts) for name, facts in self.manifest.part("named").items()]

        def worth_most(row: PartWorth) -> float:
            worth = row.blank or row.dealt or row.held  # the one that is measured best
            return -math.inf if worth is None else self._sign * worth.value

        return sorted(rows, key=worth_most, reverse=True)

    @property
    def taken(self) -> list[tuple[str, Taken]]:
        """Every card with every node at which it was offered."""
        return [(row.part, taken) for row in self.parts for taken in row.taken]

    @functools.cached_property
    def nodes(self) -> list[str]:
        """The nodes at which cards were offered."""
        return [node for node in self.manifest.facts["offered_at"] if any(row.at(node) for row in self.parts)]

    def _part(self, part: str, facts: Mapping[str, Any]) -> PartWorth:
        confidence, result = self.spec.confidence, self.result

        def lift(name: str) -> Figure | None:
            return worth.lift(result, f"{name}.{part}", confidence, self._family(name))

        def gain(name: str) -> Figure | None:
            return worth.gain(result, f"{name}.{part}", confidence, self._family(name))

        dealt = lift(DEALT)
        return PartWorth(
            part,
            facts.get("copies"),
            facts.get("points"),
            facts.get("axis"),
            (tuple(facts["varied"]) if "varied" in facts else None),
            worth.share(result, f"dealt.{part}"),
            worth.share(result, f"held.{part}"),
            dealt,
            gain(BLANK),
            gain(POINT),
            lift(HELD),
            worth.in_points(dealt, gain("point_dealt")),
            tuple(
                taken
                for node in self.manifest.facts["offered_at"]
                if (taken := worth.taken(result, node, part, confidence, self._family(f"taken_{node}")))
            ),
            self.unit,
        )

    def _family(self, name: str) -> int:
        return max(1, self._families[name])

    @functools.cached_property
    def _families(self) -> Counter[str]:
        """The number of cards with a value, by kind of worth: the number of simultaneous intervals."""
        kinds = (key.partition(".") for key, sums in self.result.sums.items() if len(sums) > 1 and sums[1] > 0)
        return Counter(kind for kind, dot, _ in kinds if dot)

    # Sentences --------------------------------------------------------------------------------------------------------
    def answer(self) -> list[str]:
        """Return what was measured, first the way that shows an effect, then what could not be measured."""
        ways = sorted(WAYS, key=lambda way: not any(worth.certain for row in self.parts if (worth := way.figure(row))))
        sentences = [sentence for way in ways for sentence in self._way_sentences(way)]
        if not self.dealt_when:
            sentences.append(
                f"{self.card.title} deals no cards to seats before the first choice, so no card has a worth as dealt."
            )
        if why := self.manifest.facts["why_not"]:
            sentences.append(f"No card was tested by making it blank: {why}.")
        if not any(row.dealt or row.blank for row in self.parts):
            raw = "what seats with a card scored" if self.is_scored else "how often seats with a card won"
            sentences.append(
                f"Only raw lift is left: {raw}. It also reflects players' choices, so it is not the effect of the card."
            )
        sentences += [
            choice_sentence(node, {row.part: taken for row in self.parts if (taken := row.at(node))})
            for node in self.nodes
        ]
        if self.manifest.facts["not_counted"]:
            sentences.append("Offers are counted only where no player thinks ahead.")
        return sentences

    def _way_sentences(self, way: Way) -> list[str]:
        """Return what one way of measuring shows: the extremes, what does nothing, what is undecided."""
        worths = {row: worth for row in self.parts if (worth := way.figure(row))}
        if not worths:
            return []
        clear = sorted((row for row in worths if worths[row].certain), key=lambda row: -self._sign * worths[row].value)
        if not clear:
            how, widest = self._words(way.how), max(max(w.high, -w.low) for w in worths.values())
            possible = f"too few games to rule out differences of up to {self._size(widest)}"
            return [f"{how}, no card clearly makes a difference: {possible}."]
        first, last = (f"{row.part} {way.words(row)}" for row in (clear[0], clear[-1]))
        unclear, last_unclear = (not_told_apart(row, worths) for row in (clear[0], clear[-1]))
        extremes = f"{first}{unclear}"
        if len(clear) > 1:
            compared = str(len(worths)) if len(clear) == len(worths) else f"the {len(clear)} clear ones"
            most, least = ("most", "least") if self._sign > 0 else ("lowest", "highest")
            extremes = f"{first}, the {most} of {compared}{unclear}; the {least}: {last}{last_unclear}"
        sentences = [f"{self._words(way.effect)}: {extremes}."]
        nothing = [row.part for row, worth in worths.items() if worth.within(self.margin)]
        if nothing:
            names = f": {listed(nothing)}" if len(nothing) <= MAX_NAMED else ""
            cards = f"{len(nothing)} of {plural(len(worths), 'card')}"
            sentences.append(f"{way.short}, {cards} do nothing (at most {self._size(self.margin)} either way){names}.")
        undecided = sum(not (worth.certain or worth.within(self.margin)) for worth in worths.values())
        if undecided:
            cards = plural(undecided, "card")
            sentences.append(f"{way.short}, undecided for {cards}: too few games to tell (raise --games).")
        return sentences

    # For people -------------------------------------------------------------------------------------------------------
    def document(self) -> Document:
        """Return the document for terminal, page and Markdown."""
        sentences = self.answer()
        return Document(
            titled(self.question.title, "cards"),
            [
                answer_section(sentences),
                Section("worth", "What each card is worth", list(self._drawn()), brief=False),
                Section("parts", "Every card", [self._parts_table()]),
                Section("taken", "Offered and taken", self._taken_table()),
                reproduced(self.manifest, [CARDS, TAKEN]),
            ],
            kicker=self.card.title,
            about="what each card is worth to its holder",
            description=sentences[0],
            facts=self._facts(),
            footer=footer(self.manifest.versions.get("balancer", "")),
            scripts=["page.js"],
        )

    def _facts(self) -> list[str]:
        sure = numbers.plain(self.spec.confidence, SHARE, 0)
        several = len(self.parts) > 1
        intervals = f"intervals of all {len(self.parts)} cards are simultaneous" if several else "interval is"
        return [
            plural(self.question.base.players, "player"),
            *([f"a score is: {self.manifest.facts['score_meaning']}"] if self.is_scored else []),
            f"{numbers.count(self.result.games)} games",
            f"seed {self.question.seed}",
            f"in each column, the {intervals} at {sure} confidence",
        ]

    def _drawn(self) -> Iterator[Block]:
        """Yield a chart for each way of measuring, the card that is worth most first."""
        import pandas as pd

        for way in WAYS:
            ranked = [(row, worth) for row in self.parts if (worth := way.figure(row))]
            ranked.sort(key=lambda pair: -self._sign * pair[1].value)
            shown = ranked if len(ranked) <= MAX_DRAWN else [*ranked[: MAX_DRAWN // 2], *ranked[-MAX_DRAWN // 2 :]]
            if not shown:
                continue
            cut = (
                f"; {MAX_DRAWN} of {len(ranked)} cards, the highest and the lowest" if len(shown) < len(ranked) else ""
            )
            rows = [(row.part, *worth.ends, self.margin, worth.certain) for row, worth in shown]
            picture = chart(
                way.name,
                f"{way.short.lower()}: worth of each card, with intervals{cut}",
                charts.forest,
                pd.DataFrame(rows, columns=["label", "value", "low", "high", "margin", "decided"]),
                unit=self.unit,
                across=self._words(way.across),
                caption="Filled: a clear difference. Band: too small to matter.",
            )
            yield Block(way.short, self._words(way.meaning), [picture])

    def _parts_table(self) -> Table:
        """Return the table of all cards; the worths of a column are drawn on one scale."""
        every = columns_of(self.unit, self.margin, "score" if self.is_scored else "win rate")
        shown = [column for column in every if any(column.text(row) for row in self.parts)]
        columns = [TableColumn("card"), *(TableColumn(column.heading, column.meaning, number=True) for column in shown)]
        cells = [[row.part for row in self.parts], *(column.cells(self.parts) for column in shown)]
        if any(row.varied for row in self.parts):
            columns.append(TableColumn("to vary it", "a line under sweep: axes: of a scenario", brief=False))
            axes = [
                f"{row.axis}: {{from: {row.varied[0]}, to: {row.varied[1]}}}" if row.varied else ""
                for row in self.parts
            ]
            cells.append([Rich(axis, f"<code>{escape(axis)}</code>") if axis else "" for axis in axes])
        rows = [TableRow(row) for row in zip(*cells, strict=True)]
        changes = "Changes in score, in points" if self.is_scored else "Changes in win rate, in pp"
        caption = f"{changes}. Raw lift (seats holding the card at the end) also reflects players' choices"
        return Table(caption, columns, rows, folded=_folded(rows), most=MAX_OPEN, both_ends=True)

    def _taken_table(self) -> list[Item]:
        """Return how often each card was offered, and taken, at each decision."""
        if not self.nodes:
            return []
        single = len(self.nodes) == 1
        columns = [TableColumn("card")]
        for node in self.nodes:
            columns += [
                TableColumn(f"{node}: offered", number=True, brief=single),
                TableColumn(f"{node}: taken", number=True),
            ]
        rows = [
            TableRow(
                [
                    row.part,
                    *(
                        cell
                        for taken in map(row.at, self.nodes)
                        for cell in (_offers(taken), text(taken.share, SHARE, NARROW) if taken else "")
                    ),
                ]
            )
            for row in self.parts
            if row.taken
        ]
        table = Table(TAKEN_MEANING, columns, rows, folded=_folded(rows), most=MAX_OPEN, both_ends=True)
        return [table]

    # For programs -----------------------------------------------------------------------------------------------------
    def tables(self) -> list[TableRows]:
        """Return the tables, for CSV files and Python."""
        return [(CARDS, self.parts), (TAKEN, self.taken)]

    def to_json(self) -> dict[str, Any]:
        """Return the content of `balancer cards --json`."""
        return {
            "answer": self.answer(),
            "games": self.result.games,
            "confidence": self.spec.confidence,
            "margin": self.margin,
            "unit": self.unit,
            "dealt_when": self.dealt_when,
            "not_knocked_out": self.manifest.facts["why_not"],
            "cards": [CARDS.row(worth) for worth in self.parts],
            "taken": [TAKEN.row(taken) for taken in self.taken],
        }


# Cells of tables ------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class PartColumn:
    """A column of the table of cards; figure: reads the worth that is drawn next to its text."""

    heading: str
    text: Callable[[PartWorth], str]
    meaning: str = ""
    figure: Callable[[PartWorth], Figure | None] = lambda _: None
    margin: float = 0.0  # the band that is drawn

    @classmethod
    def of_worth(cls, heading: str, name: str, meaning: str, unit: str, margin: float) -> PartColumn:
        """Return the column of a worth, an attribute of `PartWorth`."""

        def figure(row: PartWorth) -> Figure | None:
            worth: Figure | None = getattr(row, name)
            return worth

        def words(row: PartWorth) -> str:
            value = figure(row)
            return text(value, unit, NARROW) if value else ""

        return cls(heading, words, meaning, figure, margin)

    def cells(self, rows: Sequence[PartWorth]) -> list[str]:
        """Return the cell of each card; a worth whose interval excludes 0 is coloured by its side."""
        scale = [end for row in rows if (worth := self.figure(row)) for end in (worth.low, worth.high)]
        return [self._cell(row, scale) for row in rows]

    def _cell(self, row: PartWorth, scale: Sequence[float]) -> str:
        worth = self.figure(row)
        if worth is None:
            return self.text(row)
        side = "more" if worth.low > 0 else "less" if worth.high < 0 else "either"
        ends = (worth.low, worth.high)
        mark = bullet(worth.value, ends, (-self.margin, self.margin), label=row.part, scale=scale, css=f"cell {side}")
        return Rich(self.text(row), escape(self.text(row)) + mark)


def columns_of(unit: str, margin: float, rate: str) -> list[PartColumn]:
    """Return the columns of the table of cards; rate: what is played for, `win rate` or `score`."""
    worths = {
        "dealt": ("as dealt", f"{rate} of the seats to which chance gave it, less their usual one"),
        "blank": ("loss if blank", f"{rate} that its holders lose if it is secretly blank"),
        "point": ("gain per point", f"{rate} that its holders gain by one more point, if nobody knows"),
        "held": ("raw lift", f"{rate} of its holders at the end, less the usual one: not an effect"),
    }
    return [
        PartColumn("copies", lambda row: "" if row.copies is None else str(row.copies)),
        PartColumn("points", lambda row: "" if row.points is None else str(row.points).replace("-", MINUS)),
        *(PartColumn.of_worth(head, name, meaning, unit, margin) for name, (head, meaning) in worths.items()),
    ]


def _folded(rows: Sequence[TableRow]) -> str:
    return f"All {len(rows)} cards" if len(rows) > MAX_OPEN else ""


def _offers(taken: Taken | None) -> str:
    return numbers.amount(taken.offered) if taken else ""


def choice_sentence(node: str, taken_at: Mapping[str, Taken]) -> str:
    """Return the cards chosen most and least readily at a node, if these certainly differ from all others."""
    shares = {part: taken.share for part, taken in taken_at.items()}
    ranked = sorted(shares, key=lambda part: -shares[part].value)
    how_often = {
        part: f"{text(shares[part], SHARE)} of the {_offers(taken_at[part])} times per game" for part in ranked
    }
    if len(ranked) == 1:
        return f"At {node}, {ranked[0]} is chosen in {how_often[ranked[0]]} it is on offer."
    top, bottom = ([part for part in ranked if shares[part].overlaps(shares[end])] for end in (ranked[0], ranked[-1]))
    never = [part for part in ranked if not shares[part].value]
    if len(top) == len(ranked):
        return f"Too few games to tell which card is chosen most readily at {node}."
    most = f"{ranked[0]} is chosen most readily ({how_often[ranked[0]]} it is on offer)"
    if len(top) > 1:
        share = f"{text(shares[top[0]], SHARE)} of the times that it is on offer, or about as often"
        most = f"one of {_some_cards(top)} is chosen most readily ({share})"
    if never:
        least = f"{_some_cards(never)} never"
    elif len(bottom) > 1:
        least = f"one of {_some_cards(bottom)} least ({text(shares[bottom[-1]], SHARE)}, or about as often)"
    else:
        least = f"{ranked[-1]} least ({how_often[ranked[-1]]})"
    return f"At {node}, {most}, {least}."


def _some_cards(names: Sequence[str]) -> str:
    """Name cards, or count them where they are many."""
    return listed(names) if len(names) <= MAX_NAMED else plural(len(names), "card")


def not_told_apart(row: PartWorth, worths: Mapping[PartWorth, Figure]) -> str:
    """Name the cards whose simultaneous intervals overlap that of a card, which is hence not known to be extreme."""
    worth = worths[row]
    others = [other.part for other, its in worths.items() if other is not row and worth.overlaps(its)]
    if not others:
        return ""
    named = listed(others) if len(others) <= MAX_NAMED else plural(len(others), "other card")
    return f" (too few games to tell it from {named})"
