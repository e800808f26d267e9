"""Changes at a glance: a matrix of the effect of each change on each figure, coloured by verdict."""

from __future__ import annotations

from balancer.analysis.comparisons.effect import Effect
from balancer.reporting import numbers
from balancer.reporting.document.model import Mark
from balancer.reporting.findings.effect_words import change_words, figure_words
from balancer.reporting.findings.variant import has_too_few_games, verdict_words

MAX_FIGURES = 8  # columns that fit on a page 1280 pixels wide

LEGEND = "▲ better, ▼ worse, ◆ changed, = no change that matters, ? undecided: too few games to tell."

_SYMBOLS = {"better": "▲", "worse": "▼", "moved": "◆", "equivalent": "=", "undecided": "?"}
_CLASSES = {"better": "pass", "worse": "bad", "moved": "moved", "equivalent": "fail", "undecided": "open"}


def mark(effect: Effect | None) -> Mark:
    """Return the mark of an effect: symbol, size and verdict."""
    if effect is None or effect.value is None or has_too_few_games(effect):
        return Mark("", numbers.NO_VALUE, "", "not defined")
    title = f"{figure_words(effect)}: {verdict_words(effect)}"
    return Mark(_SYMBOLS[effect.verdict], change_words(effect), _CLASSES[effect.verdict], title)


def heading(effect: Effect) -> str:
    """Return a figure as the heading of a narrow column: `seat 1`, `instant`."""
    if effect.offer.metric.of == "seat" and effect.ref.of:
        return f"seat {effect.ref.of}"
    return effect.ref.of or figure_words(effect)
