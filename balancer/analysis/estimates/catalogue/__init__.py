"""Every metric by name: meaning for designers, definition, estimation, source.

Scenarios, tables, JSON, page, terminal and docs/metrics.md take names and words from here.
`metric_names` lists those that one game offers (its endings, parts, figures of its own ...).
"""

from __future__ import annotations

from balancer.analysis.estimates.catalogue import course, play, seats_and_personas
from balancer.analysis.estimates.metric import Metric

LENGTHS = ("rounds", "turns", "decisions", "minutes")  # the lengths of a game, in the order of tables

_METRICS = [*seats_and_personas.METRICS, *course.METRICS, *play.METRICS]

# all, in the order of docs/metrics.md
CATALOGUE: dict[str, Metric] = {metric.name: metric for metric in sorted(_METRICS, key=lambda metric: metric.number)}
