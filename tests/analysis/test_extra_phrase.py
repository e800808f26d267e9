"""Phrases of a game's own figures: singular subjects that a sentence can begin with."""

import re

import pytest

from balancer import games
from balancer.analysis.estimates.metric_names import MAX_LETTERS, subject_of


@pytest.mark.parametrize(
    ("meaning", "measure", "subject"),
    [
        ("Contests held.", "contests", "the number of contests held"),
        ("Wild cards in gardens, all players together.", "cards", "the number of wild cards in gardens"),
        ("GOOD NIGHT tokens given.", "tokens", "the number of GOOD NIGHT tokens given"),
        ("Absolute majorities that count.", "", "the number of absolute majorities that count"),
        ("Share of the winners who pay; games that somebody won.", "share", "the share of the winners who pay"),
        ("Whether seat 2 began; games only.", "share", "the share of games in which seat 2 began"),
        ("The bar's total at the end, mean of the shifts.", "points", "the bar's total at the end"),
        ("How often Death changed hands.", "times", "how often Death changed hands"),
        ("Tipsiness at the end.", "tipsiness", "the tipsiness at the end"),
        ("Winning bid (the goal), mean of the shifts.", "points", "the winning bid"),
        ("", "", ""),
        ("A " + "very " * 30 + "long beginning.", "", ""),
    ],
)
def test_a_meaning_becomes_a_subject(meaning, measure, subject):
    """Up to its first comma, colon, semicolon or bracket."""
    assert subject_of(meaning, measure) == subject


def test_a_difference_keeps_what_it_is_compared_with():
    """Else it would read as the figure itself."""
    meaning = "Mean score in games with an event x, against games without one."
    assert (
        subject_of(meaning, "points", compared=True)
        == "the mean score in games with an event x, against games without one"
    )


@pytest.mark.parametrize("name", games.names())
def test_every_figure_of_a_shipped_game_has_a_phrase(name):
    """Which differs from those of all others, so that no two sentences read alike."""
    found = {
        one.name: subject_of(one.meaning, one.measure, compared=bool(one.against)) for one in games.load(name).extras
    }
    assert len(set(found.values())) == len(found)
    for text in found.values():
        assert re.fullmatch(r"(the|how often) [^;(:.]+", text), text
        assert len(text) <= MAX_LETTERS + len("the number of ")
