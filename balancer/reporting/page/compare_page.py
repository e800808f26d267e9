"""The page of a comparison: one HTML file that works offline."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from balancer.analysis.comparison import Effect
from balancer.analysis.verdicts import EQUIVALENT, UNDECIDED
from balancer.reporting import numbers
from balancer.reporting.axis import shown
from balancer.reporting.findings.effect_words import change_words, figure_words, value_words
from balancer.reporting.page.drawing import charts
from balancer.reporting.page.page_model import Block, Chart, Column, Row, Table, chart
from balancer.reporting.page.run_page import NamedFile, asset, environment
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
    """A comparison ready to be written: its HTML and the charts in it."""

    report: Compared
    files: Sequence[NamedFile] = ()
    charts: list[Chart] = field(default_factory=list)

    def html(self) -> str:
        """The whole page."""
        template = environment().get_template("compare.html.j2")
        text = template.render(page=self._values(), css=asset("page.css"))
        return re.sub(r"\n(?:[ \t]*\n)+", "\n", text)

    def _values(self) -> dict[str, Any]:
        report, manifest = self.report, self.report.manifest
        variants = [self._variant(number) for number in range(len(report.pairs))]
        sections = [{"id": "answer", "title": "The answer"}]
        sections += [{"id": variant["id"], "title": variant["name"]} for variant in variants]
        sections += [
            {"id": "basis", "title": "What this rests on"},
            {"id": "reproduce", "title": "Reproduce it"},
            {"id": "glossary", "title": "Words"},
        ]
        return {
            "title": report.question.title,
            "game_title": report.card.title or report.pairs[0].base.title,
            "facts": self._facts(),
            "sections": sections,
            "variants": variants,
            "glance": self._glance(),
            "answer": [
                f"{pair.name}: {compare_report.headline(known)}"
                for pair, known in zip(report.pairs, report.effects, strict=True)
            ],
            "confidence_note": self._confidence_note(),
            "seating": self._seating(),
            "personas": self._personas(),
            "summary": report.card.summary,
            "rules": self._rules(),
            "command": manifest.command,
            "scenario_text": (manifest.scenario_text or "").rstrip(),
            "scenario_file": manifest.scenario_file or "",
            "files": self.files,
            "glossary": [
                {"title": title, "meaning": meaning} for title, meaning in {**compare_report.MEANINGS, **WORDS}.items()
            ],
            "version": manifest.versions.get("balancer", ""),
            "games_total": numbers.short_count(2 * sum(pair.games for pair in report.pairs)),
        }

    # Head -------------------------------------------------------------------------------------------------------------
    def _facts(self) -> list[str]:
        base = self.report.pairs[0].base
        games = sorted({pair.games for pair in self.report.pairs})
        many = numbers.count(games[0]) + (f" to {numbers.count(games[-1])}" if len(games) > 1 else "")
        each = f" with each of {len(self.report.pairs)} variants" if len(self.report.pairs) > 1 else ""
        return [
            f"{base.players} players",
            compare_report.seated_words(base),
            f"{many} pairs of games{each}",
            f"seed {base.seed}",
            f"{numbers.plain(self.report.confidence, numbers.SHARE, 0)} intervals",
        ]

    def _confidence_note(self) -> str:
        sure = numbers.plain(self.report.confidence, numbers.SHARE, 0)
        looks = max((int(p.precision["looks"]) for p in self.report.pairs if p.precision), default=0)
        looked = f" They account for {looks} looks at the games." if looks > 1 else ""
        return (
            f"± is half the width of an interval. The intervals of all changes in a variant's main table hold "
            f"simultaneously with a confidence of {sure}, and so do those of its other metrics.{looked}"
        )

    # Variants ---------------------------------------------------------------------------------------------------------
    def _variant(self, number: int) -> dict[str, Any]:
        report, pair = self.report, self.report.pairs[number]
        known = report.effects[number]
        main, others = ([one for one in known if one.main == wanted] for wanted in (True, False))
        divergence = pair.divergence or {}
        game = divergence.get("game")
        return {
            "id": f"variant-{number + 1}",
            "name": pair.name,
            "changes": report.changes_words(number),
            "lead": compare_report.headline(known),
            "findings": findings(main, compare_report.most_certain(known)),
            "blocks": [self._block(number, main), *self._elsewhere(number)],
            "others": _table("All other metrics", others),
            "games": [*compare_report.games_words(pair, report.confidence), *compare_report.not_compared(report, pair)],
            "divergence": compare_report.divergence_words(pair),
            "narrations": [
                {"title": f"{side}, from there", "text": "\n".join(divergence[side])}
                for side in ("base", "variant")
                if divergence.get(side)
            ],
            "commands": [] if game is None else report.trace_commands(number, game),
        }

    def _elsewhere(self, number: int) -> list[Block]:
        """The effects at tables of other players."""
        found = self.report.elsewhere(number)
        if found is None or not (found.conclusions or found.unclear):
            return []
        rows = [
            Row([one.label, one.as_set_up.short, *(end.value_text for end in one.ends), one.verdict, one.where])
            for one in found.conclusions
        ]
        columns = [
            Column("figure"),
            Column("change as set up", "± is about dice", number=True),
            Column("lowest", "over the competent tables: about people", number=True),
            Column("highest", "over the competent tables: about people", number=True),
            Column("verdict"),
            Column("where", prose=True),
        ]
        tables = [Table("Changes at other tables", columns, rows)] if rows else []
        return [Block("Among other players", " ".join([found.note, *found.open_sentence]), (), tables, wide=True)]

    def _block(self, number: int, main: Sequence[Effect]) -> Block:
        drawn = []
        for place, (unit, rows) in enumerate(_charted(main)):
            name = f"variant-{number + 1}-changes-{place + 1}"
            across = "change in percentage points" if unit == numbers.DIFFERENCE else f"change in {unit or 'value'}"
            drawn.append(chart(name, across, charts.forest, _frame(rows), unit=unit, across=across))
        self.charts += drawn
        said = "A dot with its interval for each figure, hollow where undecided; the band is the margin."
        return Block("What changed", said, drawn, [_table("Main figures", main)], wide=True)

    def _glance(self) -> dict[str, Any]:
        """One row per variant: the change of each main figure that all have, coloured by its verdict.

        same: figures that no variant changes, for which there is no column; below: those for which there is no room.
        """
        names = [one.name for one in self.report.effects[0] if one.main]
        by_name = [{one.name: one for one in known} for known in self.report.effects]
        common = [name for name in names if all(name in known for known in by_name)]
        same = [name for name in common if all(_is_unchanged(known[name]) for known in by_name)]
        changed = [name for name in common if name not in same]
        common, left = changed[:MAX_GLANCE], changed[MAX_GLANCE:]
        rows = [
            (pair.name, f"#variant-{number + 1}", [_glance_cell(by_name[number][name]) for name in common])
            for number, pair in enumerate(self.report.pairs)
        ]
        columns, unchanged, below = (
            [_short_words(by_name[0][name]) for name in group] for group in (common, same, left)
        )
        return {"columns": columns, "rows": rows, "same": ", ".join(unchanged), "below": ", ".join(below)}

    # Basis ------------------------------------------------------------------------------------------------------------
    def _seating(self) -> str:
        base = self.report.pairs[0].base
        seating = f"Base: {compare_report.seated_words(base)}."
        for pair in self.report.pairs:
            if compare_report.seated_words(pair.variant) != compare_report.seated_words(base):
                seating += f" {pair.name}: {compare_report.seated_words(pair.variant)}."
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


# Words ----------------------------------------------------------------------------------------------------------------
def findings(main: Sequence[Effect], others: Sequence[Effect]) -> list[str]:
    """The main figures that changed, one sentence each; then what is equivalent, and the most certain other changes."""
    moved = [one for one in main if one.verdict not in {EQUIVALENT, UNDECIDED} and one.difference.value is not None]
    sentences = [_sentence(one) for one in moved]
    unseen = [figure_words(one) for one in main if _is_unchanged(one)]
    same = [figure_words(one) for one in main if one.verdict == EQUIVALENT and figure_words(one) not in unseen]
    sentences += [f"Changed by less than matters: {', '.join(same)}."] if same else []
    sentences += [f"No change seen: {', '.join(unseen)}."] if unseen else []
    if others:
        named = [f"{figure_words(one)} {change_words(one.difference)}" for one in others[:3]]
        sentences.append(f"Other metrics that changed: {'; '.join(named)}.")
    return sentences


def _is_unchanged(one: Effect) -> bool:
    return compare_report.verdict_words(one) == compare_report.NOT_SEEN


def _sentence(one: Effect) -> str:
    found = one.difference
    base, variant = (value_words(found, side.value) for side in (found.base, found.variant))
    verdict = f" ({one.verdict})" if one.better else ""
    return f"{figure_words(one)}: {base} → {variant}, {change_words(found)}{verdict}."


MAX_GLANCE = 8
"""Figures in the table of all variants: as many as fit on a page 1280 pixels wide."""

_SYMBOLS = {"better": "▲", "worse": "▼", "moved": "◆", "equivalent": "=", "undecided": "?"}
_CLASSES = {"better": "pass", "worse": "bad", "moved": "moved", "equivalent": "fail", "undecided": "open"}


def _glance_cell(one: Effect) -> dict[str, str]:
    if one.difference.value is None:
        return {"class": "", "symbol": "", "text": numbers.NO_VALUE, "title": "not defined"}
    title = f"{figure_words(one)}: {compare_report.verdict_words(one)}"
    symbol, named = _SYMBOLS[one.verdict], _CLASSES[one.verdict]
    return {"class": named, "symbol": symbol, "text": change_words(one.difference), "title": title}


def _short_words(one: Effect) -> str:
    """A figure in the head of a narrow table: `seat 1`, `instant`."""
    if one.offer.metric.of == "seat" and one.ref.of:
        return f"seat {one.ref.of}"
    return one.ref.of or figure_words(one)


# Tables and charts ----------------------------------------------------------------------------------------------------
def _table(caption: str, known: Sequence[Effect]) -> Table:
    rows = [
        Row([*compare_report.row(one), _margin(one), compare_report.gain_words(one.difference.gain)]) for one in known
    ]
    return Table(caption, COLUMNS, rows)


def _margin(one: Effect) -> str:
    if one.margin is None:
        return ""
    return numbers.PLUS_MINUS + numbers.amount(one.margin, numbers.unit_of(one.difference.unit))


def _charted(known: Sequence[Effect]) -> list[tuple[str, list[Effect]]]:
    """Figures with an interval by chart: one per unit, and one for the seats, which change by similar amounts."""
    drawn = [one for one in known if one.difference.low is not None and one.difference.high is not None]
    charts_: dict[tuple[str, bool], list[Effect]] = {}
    for one in drawn:
        charts_.setdefault((numbers.unit_of(one.difference.unit), one.offer.metric.of == "seat"), []).append(one)
    return [(unit, rows) for (unit, _), rows in charts_.items()]


def _frame(rows: Sequence[Effect]) -> Any:
    import pandas as pd

    rows_ = [
        (
            figure_words(one),
            one.difference.value,
            one.difference.low,
            one.difference.high,
            one.margin,
            one.verdict != UNDECIDED,
        )
        for one in rows
    ]
    return pd.DataFrame(rows_, columns=["label", "value", "low", "high", "margin", "decided"])
