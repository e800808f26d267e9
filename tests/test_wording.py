"""The parts of sentences that messages share."""

import pytest

from balancer.wording import bare, capital, did_you_mean, hint, listed, nearest, plural, printable, titled


@pytest.mark.parametrize(
    ("word", "expected"),
    [("fod", "food"), ("FOOD", "food"), ("win-threshold", "win_threshold"), ("zzz", ""), ("", ""), (7, "")],
)
def test_nearest_ignores_case_and_hyphens(word, expected):
    assert nearest(word, ["food", "drink", "win_threshold"]) == expected


def test_nearest_answers_with_the_allowed_spelling():
    assert nearest("beerhall", ["BeerHall"]) == "BeerHall"
    assert nearest(121, [120, 777]) == "120"
    assert not nearest("food", [])


def test_hints_are_empty_where_nothing_is_near():
    assert did_you_mean("fod", ["food"]) == "did you mean food?"
    assert hint("fod", ["food"]) == "; did you mean food?"
    assert not did_you_mean("zzz", ["food"])
    assert not hint("zzz", ["food"])


def test_plural_capital_and_lists():
    assert [plural(n, "check") for n in (0, 1, 2)] == ["0 checks", "1 check", "2 checks"]
    assert capital("the DJ") == "The DJ"
    assert not capital("")
    assert [listed(items) for items in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a and b", "a, b and c"]
    assert listed(["a", "b"], last="or") == "a or b"


def test_titles_and_numbers():
    assert titled("Kuhn poker", "cards") == "Kuhn poker: cards"
    assert titled("Does it pay?", "cards") == "Does it pay? Cards"
    assert [bare(value) for value in (-72.0, 0.25, 8)] == ["−72", "0.25", "8"]


def test_printable_keeps_letters_and_marks_the_rest():
    assert printable("Größe 🍺.yaml") == "Größe 🍺.yaml"
    assert printable("caf\udce9\x1b[31m\n\u202e.yaml") == "caf??[31m??.yaml"
