"""What the interval of a difference says; equivalence is a finding of its own."""

import numpy as np
import pytest
from statsmodels.stats.weightstats import ttost_paired

from balancer.analysis.intervals.elementary import critical_t
from balancer.analysis.verdicts import EFFECTS, effect, equivalent


@pytest.mark.parametrize(
    ("low", "high", "margin", "better", "expected"),
    [
        (0.1, 0.3, None, "", "moved"),
        (0.1, 0.3, None, "higher", "better"),
        (0.1, 0.3, None, "lower", "worse"),
        (-0.3, -0.1, None, "lower", "better"),
        (-0.3, -0.1, 0.05, "higher", "worse"),
        (-0.1, 0.3, None, "higher", "undecided"),
        (-0.1, 0.3, 0.2, "", "undecided"),
        (-0.1, 0.3, 0.3, "", "equivalent"),
        (0.1, 0.3, 0.3, "higher", "equivalent"),  # sure, and too small to matter
        (0.1, 0.4, 0.3, "higher", "better"),
        (0.0, 0.4, None, "", "undecided"),
        (0.0, 0.0, None, "", "undecided"),
        (0.0, 0.0, 0.1, "", "equivalent"),
        (None, 0.3, 0.5, "", "undecided"),
        (0.1, None, 0.5, "", "moved"),
        (None, -0.1, 0.5, "lower", "better"),
        (None, None, 0.5, "", "undecided"),
    ],
)
def test_effect(low, high, margin, better, expected):
    assert expected in EFFECTS
    assert effect((low, high), margin=margin, better=better) == expected


def test_equivalence_is_tost_at_half_the_error():
    rng = np.random.default_rng(1)
    found = []
    for shift in (0.0, 0.05, 0.12, 0.3):
        base = rng.normal(size=300)
        variant = base + rng.normal(shift, 0.5, 300)
        moved = variant - base
        p, _, _ = ttost_paired(variant, base, -0.15, 0.15)
        half = critical_t(0.90, 299) * moved.std(ddof=1) / np.sqrt(300)
        found.append(equivalent((moved.mean() - half, moved.mean() + half), 0.15))
        assert found[-1] == (p <= 0.05)
    assert set(found) == {True, False}
