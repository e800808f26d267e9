"""The page of `balancer sensitivity`: a tornado chart per figure and every change in a table."""

from __future__ import annotations

from collections.abc import Sequence

from balancer.reporting.findings.effect_words import figure_words
from balancer.reporting.page.drawing import tornado
from balancer.reporting.page.page_model import Block, Sentences, Text
from balancer.reporting.page.skeleton import NamedFile, Page, Section, footer, reproduce
from balancer.reporting.reports.compare_report import seated_words
from balancer.reporting.reports.sensitivity_report import Sensitivity
from balancer.wording import capital


def page(report: Sensitivity, files: Sequence[NamedFile]) -> Page:
    """The whole page."""
    manifest, base = report.manifest, report.pairs[0].base
    blocks = [_block(report, number, figure) for number, figure in enumerate(report.changes.figures)]
    sections = [
        Section("answer", "The answer", [Text(report.sentences[0], "verdict"), Sentences(report.sentences[1:])]),
        Section("figures", "Figure by figure", blocks),
        reproduce(manifest, files, report.card.summary),
    ]
    return Page(
        f"{report.question.title}: every rule by itself",
        sections,
        kicker=report.card.title or base.title,
        about="what every rule changes by itself",
        description=report.sentences[0],
        facts=[report.played_words, seated_words(base)],
        footer=footer(manifest.versions.get("balancer", "")),
        navigation=False,
    )


def _block(report: Sensitivity, number: int, figure: str) -> Block:
    name = capital(figure_words(report.changes.ranked(figure)[0]))
    drawn, table = tornado.of_changes(f"tornado-{number}", report.changes, [figure])
    return Block(name, "", drawn, [table])
