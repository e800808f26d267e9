"""docs/metrics.md says what the catalogue says."""

from balancer.analysis.catalogue import CATALOGUE, STATISTICS
from balancer.analysis.estimators import ESTIMATORS
from docs import make_metrics


def test_the_page_is_up_to_date():
    """If this fails: python docs/make_metrics.py."""
    assert make_metrics.PAGE.read_text(encoding="utf-8") == make_metrics.page()


def test_every_metric_that_is_assessed_has_its_function_and_no_other():
    assert set(ESTIMATORS) == {metric.name for metric in CATALOGUE.values() if metric.assessed}


def test_every_statistic_is_explained():
    assert {stat for metric in CATALOGUE.values() for stat in metric.stats} == set(STATISTICS)
    assert all(metric.stat in metric.stats for metric in CATALOGUE.values())
