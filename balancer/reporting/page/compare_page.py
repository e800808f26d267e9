"""The page of a comparison: one HTML file that works offline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from balancer.analysis.comparison import fair
from balancer.analysis.effect import Effect
from balancer.analysis.verdicts import UNDECIDED
from balancer.reporting import numbers
from balancer.reporting.axis import seated_words, shown
from balancer.reporting.document.model import (
    Block,
    Code,
    Column,
    Details,
    Document,
    Finding,
    Glossary,
    Heading,
    Item,
    Matrix,
    NamedFile,
    Row,
    Section,
    Sentences,
    Table,
    Text,
    Word,
    chart,
    link,
)
from balancer.reporting.document.parts import footer, reproduce
from balancer.reporting.drawing import charts
from balancer.reporting.findings.effect_words import figure_words
from balancer.reporting.findings.variant import (
    divergence_words,
    findings,
    games_words,
    headline,
    most_certain,
    unchanged,
)
from balancer.reporting.page import glance, robustness_section
from balancer.reporting.reports import compare_report
from balancer.reporting.reports.compare_report import Compared

COLUMNS = (
    Column("figure"),
    Column("base", "under the base rules", number=True),
    Column("variant", "under the variant's rules", number=True),
    Column("change", "variant minus base, ± half its interval", number=True),
    Column("verdict", "what the interval shows; see the glossary below"),
    Column("same within", "the margin: a difference that counts as none (report: margins)", number=True),
    Column("games saved", "how many times more games it would take without pairs", number=True),
)

WORDS = {
    "pair": "the same game number under both rules: the same deal, the same dice for the same purpose, the same seats",
    "change ±": "variant minus base, from pairs, with half of its interval, or its ends where it is asymmetric",
    "games saved": (
        "variance of the change without pairs / with pairs (variance-reduction factor): near 1 where games diverge "
        "early, higher the longer they stay identical"
    ),
}


@dataclass
class ComparePage:
    """Makes the page of a comparison."""

    report: Compared
    files: Sequence[NamedFile] = ()

    def page(self) -> Document:
        """The whole page."""
        report, manifest = self.report, self.report.manifest
        words = [Word(title, meaning) for title, meaning in {**compare_report.MEANINGS, **WORDS}.items()]
        sections = [
            self._answer(),
            *(self._variant(number) for number in range(len(report.pairs))),
            self._basis(),
            reproduce(manifest, self.files),
            Section("glossary", "What the words mean", [Glossary(words)], "Words"),
        ]
        games = numbers.short_count(2 * sum(pair.games for pair in report.pairs))
        return Document(
            report.question.title,
            sections,
            kicker=report.card.title or report.pairs[0].base.title,
            about="a comparison, game by game on the same dice",
            name=f"{report.question.title}: base and variants",
            description=f"{report.pairs[0].name}: {headline(report.effects[0])}",
            facts=self._facts(),
            footer=footer(manifest.versions.get("balancer", ""), games),
            scripts=["page.js"],
        )

    # Head -------------------------------------------------------------------------------------------------------------
    def _facts(self) -> list[str]:
        base = self.report.pairs[0].base
        many = numbers.counts(pair.games for pair in self.report.pairs)
        each = f" with each of {len(self.report.pairs)} variants" if len(self.report.pairs) > 1 else ""
        return [
            f"{base.players} players",
            seated_words(base),
            f"{many} pairs of games{each}",
            f"seed {base.seed}",
            f"{numbers.confidence(self.report.confidence)} intervals",
        ]

    def _confidence_note(self) -> str:
        sure = numbers.confidence(self.report.confidence)
        looks = max((int(p.precision["looks"]) for p in self.report.pairs if p.precision), default=0)
        looked = f" They account for {looks} looks at the games." if looks > 1 else ""
        return (
            f"± reaches to the farther end of an interval. The intervals of all changes in a variant's main table hold "
            f"simultaneously with a confidence of {sure}, and so do those of its other metrics.{looked}"
        )

    # Variants ---------------------------------------------------------------------------------------------------------
    def _answer(self) -> Section:
        found = [self._finding(number) for number in range(len(self.report.pairs))]
        note = Text(self._confidence_note(), "note")
        return Section("answer", "The answer", [*self._glance(), *found, note])

    def _finding(self, number: int) -> Finding:
        report, known = self.report, self.report.effects[number]
        return Finding(
            link(f"#variant-{number + 1}", report.pairs[number].name),
            headline(known),
            findings([one for one in known if one.main], most_certain(known)),
            report.changes_words(number),
        )

    def _variant(self, number: int) -> Section:
        report, pair = self.report, self.report.pairs[number]
        main, others = ([one for one in report.effects[number] if one.main == wanted] for wanted in (True, False))
        games = [*games_words(pair, report.confidence), *compare_report.not_compared(report, pair)]
        folded = f"All other metrics, {len(others)} figures"
        items = [
            Text(f"Changed: {report.changes_words(number)}", "note"),
            self._block(number, main),
            *self._elsewhere(number),
            _table("All other metrics", others, folded),
            Heading("Game by game"),
            Sentences(games),
            *self._divergence(number),
        ]
        return Section(f"variant-{number + 1}", pair.name, items)

    def _divergence(self, number: int) -> list[Item]:
        """Where the first pair of games parts, both narrated from there, and the commands that narrate them whole."""
        known, words = self.report.pairs[number].divergence, divergence_words(self.report.pairs[number])
        if not known or not words:
            return []
        narrated = [
            Details(f"{side}, from there", [Code("\n".join(known[side]))])
            for side in ("base", "variant")
            if known.get(side)
        ]
        commands = map(Code, self.report.trace_commands(number, known["game"]))
        return [Text(words[0]), Sentences(words[1:]), *narrated, *commands]

    def _elsewhere(self, number: int) -> list[Block]:
        """The effects at tables of other players."""
        found = self.report.elsewhere(number)
        if found is None or not found.conclusions:
            return []
        own, others = "change as set up", "competent tables"
        table = robustness_section.table("Changes at other tables", found.conclusions, own, others)
        return [Block("Among other players", found.note, (), [table], wide=True)]

    def _block(self, number: int, main: Sequence[Effect]) -> Block:
        drawn = []
        for place, (unit, rows) in enumerate(_charted(main)):
            name = f"variant-{number + 1}-changes-{place + 1}"
            across = "change in percentage points" if unit == numbers.DIFFERENCE else f"change in {unit or 'value'}"
            title = f"{across}: {self.report.pairs[number].name}"
            drawn.append(chart(name, title, charts.forest, _frame(rows), unit=unit, across=across))
        said = "A dot with its interval for each figure, hollow where undecided; the band is the margin."
        return Block("What changed", said, drawn, [_table("Main figures", main)], wide=True)

    def _glance(self) -> list[Item]:
        """One row per variant: the change of each main figure that some variant changes, coloured by its verdict."""
        by_ref = [{fair(one.ref): one for one in known if one.main} for known in self.report.effects]
        every = {ref: one for known in reversed(by_ref) for ref, one in known.items()}
        refs = list(dict.fromkeys(ref for known in by_ref for ref in known))
        same = [ref for ref in refs if all(unchanged(known[ref]) for known in by_ref if ref in known)]
        changed = [ref for ref in refs if ref not in same]
        shown_, left = changed[: glance.MAX_FIGURES], changed[glance.MAX_FIGURES :]
        rows = [
            (pair.name, f"#variant-{number + 1}", [glance.mark(by_ref[number].get(ref)) for ref in shown_])
            for number, pair in enumerate(self.report.pairs)
        ]
        columns, kept, below = ([glance.heading(every[ref]) for ref in group] for group in (shown_, same, left))
        note = glance.LEGEND
        note += f" No change seen in any variant: {', '.join(kept)}." if kept else ""
        note += f" Further below: {', '.join(below)}." if below else ""
        caption = "Changes against the base rules, at a glance"
        return [Matrix(caption, caption, "variant", columns, rows, css="glance"), Text(note, "note")]

    # Basis ------------------------------------------------------------------------------------------------------------
    def _basis(self) -> Section:
        rules = self._rules()
        items = [
            Heading("Who played"),
            Text(self._seating()),
            self._personas(),
            Heading("The game as simulated"),
            Text(self.report.card.summary),
            Details(f"All rules, {len(rules.rows)} knobs", [rules]),
        ]
        return Section("basis", "What this rests on", items)

    def _seating(self) -> str:
        base = self.report.pairs[0].base
        seating = f"Base: {seated_words(base)}."
        for pair in self.report.pairs:
            if seated_words(pair.variant) != seated_words(base):
                seating += f" {pair.name}: {seated_words(pair.variant)}."
        return seating

    def _personas(self) -> Table:
        sides = [side for pair in self.report.pairs for side in (pair.base, pair.variant)]
        claims = {name: persona["claim"] for cell in sides for name, persona in cell.personas.items()}
        rows = [Row([name, claim]) for name, claim in claims.items()]
        return Table("Personas", [Column("persona"), Column("how it plays", prose=True)], rows)

    def _rules(self) -> Table:
        base = self.report.pairs[0].base.rules
        cells = [pair.variant.rules for pair in self.report.pairs]
        columns = [Column("rule"), Column("base"), *(Column(pair.name) for pair in self.report.pairs)]
        rows = [
            Row(
                [name, shown(value), *("" if rules[name] == value else shown(rules[name]) for rules in cells)],
                marked=any(rules[name] != value for rules in cells),
            )
            for name, value in base.items()
        ]
        return Table("Rules; a variant's where they differ", columns, rows)


# Tables and charts ----------------------------------------------------------------------------------------------------
def _table(caption: str, known: Sequence[Effect], folded: str = "") -> Table:
    rows = [Row([*compare_report.row(one), _margin(one), compare_report.gain_words(one.gain)]) for one in known]
    return Table(caption, COLUMNS, rows, folded)


def _margin(one: Effect) -> str:
    if one.margin is None:
        return ""
    return numbers.PLUS_MINUS + numbers.amount(one.margin, numbers.unit_of(one.unit))


def _charted(known: Sequence[Effect]) -> list[tuple[str, list[Effect]]]:
    """Figures with an interval by chart: one per unit, and one for the seats, which change by similar amounts."""
    drawn = [one for one in known if one.low is not None and one.high is not None]
    charts_: dict[tuple[str, bool], list[Effect]] = {}
    for one in drawn:
        charts_.setdefault((numbers.unit_of(one.unit), one.offer.metric.of == "seat"), []).append(one)
    return [(unit, rows) for (unit, _), rows in charts_.items()]


def _frame(rows: Sequence[Effect]) -> Any:
    import pandas as pd

    rows_ = [(figure_words(one), one.value, one.low, one.high, one.margin, one.verdict != UNDECIDED) for one in rows]
    return pd.DataFrame(rows_, columns=["label", "value", "low", "high", "margin", "decided"])
