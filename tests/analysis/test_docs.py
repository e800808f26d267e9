"""docs/metrics.md says what the catalogue says."""

from balancer.analysis.comparisons.differences import DIFFERENCES
from balancer.analysis.estimates.catalogue import CATALOGUE
from balancer.analysis.estimates.estimators import ESTIMATORS
from balancer.analysis.estimates.metric import STATISTICS, Kind
from docs import make_metrics


def test_the_page_is_up_to_date():
    """If this fails: python docs/make_metrics.py."""
    assert make_metrics.PAGE.read_text(encoding="utf-8") == make_metrics.page()


def test_every_kind_of_metric_has_its_functions_and_no_other():
    known = {metric.kind for metric in CATALOGUE.values() if metric.assessed} | {Kind.EFFECT}  # of a game's own figures
    assert known == set(ESTIMATORS) == set(DIFFERENCES)
    assert {metric.kind for metric in CATALOGUE.values() if not metric.assessed} == {Kind.NONE}


def test_every_statistic_is_explained():
    assert {stat for metric in CATALOGUE.values() for stat in metric.stats_offered} == set(STATISTICS)
    assert all(metric.stat in metric.stats for metric in CATALOGUE.values())
