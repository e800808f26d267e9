"""What a check plays, by name."""

from balancer.checks.claims import check_claims
from balancer.scenario.load import load
from balancer.shell.progress import described


def test_a_pair_is_named_after_its_variant():
    """Once: a place is `variant ales`, and a plan writes `variant` before the name."""
    claims = [claim for claim in check_claims(load("scenarios/biergarten.yaml")) if claim.against]
    assert claims
    for claim in claims:
        assert claim.setting.name == "variant ales"
        assert described(claim.job.cells[1]) == "variant ales"
