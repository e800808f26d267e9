"""The page of `balancer sensitivity`: all changes at a glance, then a tornado chart per figure and its table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from balancer.analysis.verdicts import EQUIVALENT
from balancer.reporting.document.model import Block, Document, Item, Matrix, NamedFile, Section, Sentences, Text
from balancer.reporting.document.parts import footer, reproduce
from balancer.reporting.findings.effect_words import figure_words
from balancer.reporting.findings.single_changes import KnobEffect
from balancer.reporting.page import glance, tornado
from balancer.reporting.reports.compare_report import seated_words
from balancer.reporting.reports.sensitivity_report import Sensitivity
from balancer.wording import capital, plural


def page(report: Sensitivity, files: Sequence[NamedFile]) -> Document:
    """The whole page."""
    manifest, base = report.manifest, report.pairs[0].base
    blocks = [_block(report, number, figure) for number, figure in enumerate(report.changes.figures)]
    sections = [
        Section("answer", "The answer", [Text(report.sentences[0], "verdict"), Sentences(report.sentences[1:])]),
        Section("glance", "Rules and figures", _glance(report)),
        Section("figures", "Figure by figure", blocks),
        reproduce(manifest, files, report.card.summary),
    ]
    return Document(
        f"{report.question.title}: every rule by itself",
        sections,
        kicker=report.card.title or base.title,
        about="what every rule changes by itself",
        description=report.sentences[0],
        facts=[report.played_words, seated_words(base)],
        footer=footer(manifest.versions.get("balancer", "")),
        scripts=["page.js"],
    )


def _glance(report: Sensitivity) -> list[Item]:
    """A row per change that moves a figure for certain, the largest first: by margins, of all its figures."""
    changes, figures = report.changes, report.changes.figures[: glance.MAX_FIGURES]
    by_change: dict[tuple[str, str], dict[str, KnobEffect]] = {}
    for one in changes.effects:
        by_change.setdefault((one.rule.knob, one.rule.value), {})[one.name] = one
    moving = {change: known for change, known in by_change.items() if any(map(_matters, known.values()))}
    ranked = sorted(moving, key=lambda change: -max(map(_weight, moving[change].values())))
    rows = [
        (_label(moving[change]), "", [glance.mark(moving[change].get(figure)) for figure in figures])
        for change in ranked
    ]
    if not rows:
        return []
    columns = [glance.heading(changes.ranked(figure)[0]) for figure in figures]
    left = len(by_change) - len(rows)
    note = f"{glance.LEGEND} {plural(left, 'other change')} moved none of them for certain." if left else glance.LEGEND
    caption = "What each change of one rule does"
    return [Matrix(caption, caption, "rule", columns, rows, css="glance"), Text(note, "note")]


def _label(effects: Mapping[str, KnobEffect]) -> str:
    """The change in words: `1 card removed`."""
    return next(iter(effects.values())).rule.label


def _matters(one: KnobEffect) -> bool:
    return one.certain and one.verdict != EQUIVALENT


def _weight(one: KnobEffect) -> float:
    """A change in margins of its figure; 0 where it is not certain."""
    return one.size / one.margin if _matters(one) and one.margin else 0.0


def _block(report: Sensitivity, number: int, figure: str) -> Block:
    name = capital(figure_words(report.changes.ranked(figure)[0]))
    drawn, table = tornado.of_changes(f"tornado-{number}", report.changes, [figure])
    return Block(name, "", drawn, [table])
