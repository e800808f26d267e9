"""Changes at a glance: a matrix of what each change does to each figure, coloured by its verdict."""

from __future__ import annotations

from balancer.analysis.effect import Effect
from balancer.reporting import numbers
from balancer.reporting.document.model import Mark
from balancer.reporting.findings.effect_words import change_words, figure_words
from balancer.reporting.findings.variant import verdict_words

MAX_FIGURES = 8  # columns that fit on a page 1280 pixels wide

LEGEND = "▲ better, ▼ worse, ◆ changed, = no change that matters, ? undecided: more games may tell."

_SYMBOLS = {"better": "▲", "worse": "▼", "moved": "◆", "equivalent": "=", "undecided": "?"}
_CLASSES = {"better": "pass", "worse": "bad", "moved": "moved", "equivalent": "fail", "undecided": "open"}


def mark(one: Effect | None) -> Mark:
    """What a change does to a figure: symbol, size and verdict."""
    if one is None or one.value is None:
        return Mark("", numbers.NO_VALUE, "", "not defined")
    title = f"{figure_words(one)}: {verdict_words(one)}"
    return Mark(_SYMBOLS[one.verdict], change_words(one), _CLASSES[one.verdict], title)


def heading(one: Effect) -> str:
    """A figure in the head of a narrow table: `seat 1`, `instant`."""
    if one.offer.metric.of == "seat" and one.ref.of:
        return f"seat {one.ref.of}"
    return one.ref.of or figure_words(one)
