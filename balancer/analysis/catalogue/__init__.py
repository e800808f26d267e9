"""Every metric by name: what it means to a designer, how it is defined and estimated, where it comes from.

Scenarios, tables, JSON, page, terminal and docs/metrics.md take names and words from here.  Which of them a game offers
(its endings, parts, figures of its own ...) is in `balancer.analysis.metric_names`.
"""

from __future__ import annotations

from balancer.analysis.catalogue import course, play, scores, seats_and_personas, strategies
from balancer.analysis.metric import Metric

LENGTHS = ("rounds", "turns", "decisions", "minutes")  # the lengths of a game, in the order of tables

_METRICS = [*seats_and_personas.METRICS, *strategies.METRICS, *course.METRICS, *play.METRICS, *scores.METRICS]

CATALOGUE: dict[str, Metric] = {metric.name: metric for metric in sorted(_METRICS, key=lambda metric: metric.number)}
"""All metrics of this release in the order of docs/metrics.md."""
