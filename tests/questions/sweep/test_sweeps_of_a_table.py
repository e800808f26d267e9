"""Sweeps of a game that all win or lose together, down to a single player."""

import pytest

import balancer
from balancer.core.jit import PLAIN
from balancer.reporting.document.html import to_html
from tests.players.chain import Chain


@pytest.mark.skipif(PLAIN, reason="as plain Python nobody is judged")
def test_a_single_player_has_no_duels() -> None:
    """Who is competent is judged at both ends of an axis; alone there are no guests and no hosts."""
    question = {"game": Chain, "sweep": {"axes": {"players": [1, 2]}}, "report": {"robustness": "personas"}}
    report = balancer.sweep(question, games=20, jobs=1).report

    judged = {"base": report.manifest.part("tables")} | {
        end["cell"]: end for end in report.manifest.part("tables")["ends"]
    }
    assert len(report.cells) == 3, "both, and the base with its three players"
    assert [found["competence"]["careful"]["competent"] for found in judged.values()] == [True] * 3


def test_the_win_rate_of_the_table_is_drawn_over_two_axes() -> None:
    """One item, `the table`, whose lines are the values of the second axis."""
    question = {
        "game": Chain,
        "sweep": {"axes": {"players": [2, 3], "rules.max_rounds": [5, 9]}},
        "report": {"headline": ["win_rate", "rounds"], "robustness": "off"},
    }
    page = to_html(balancer.sweep(question, games=20, jobs=1).report.document())

    assert "win rate of the table" in page
