"""`balancer check` in lines: failures first, every count and number that of the results."""

import dataclasses
import re
from types import SimpleNamespace
from typing import Any

import pytest

from balancer.analysis.estimates.estimate import Estimate
from balancer.analysis.estimates.metrics import estimate
from balancer.analysis.intervals.elementary import Interval
from balancer.analysis.verdicts import FAIL, NEW, PASS, UNDECIDED, verdict
from balancer.checks import claims
from balancer.checks.judge import Outcome, Result
from balancer.questions import check_results
from balancer.questions.check import lines as check_lines
from balancer.questions.check.report import document_of
from balancer.questions.check_results import spread_words
from balancer.reporting import numbers
from balancer.reporting.document.html import to_html
from balancer.reporting.document.markdown import safe, to_markdown
from balancer.reporting.page.bullet import bullet
from balancer.scenario.load import from_dict
from tests.analysis.sample import sample_cell

SCENARIO = from_dict({
    "title": "Death and seats",
    "game": "black_death",
    "sweep": {"axes": {"players": [3, 4, 5, 6]}},
    "checks": [
        {"metric": "rounds", "stat": "p90", "at_most": 16, "cells": "all"},
        {"metric": "turns", "at_most": 40},
        {"metric": "seat_loss_rate", "each": "seat", "between": ["20%", "30%"]},
    ],
})  # fmt: skip


def outcome(rounds=(12, 12, 12, 12), turns=(30, 2), seats=(0.25, 0.25, 0.25, 0.25)):
    """Return an outcome with these values; rounds exact, turns (value, half-width), seats ± 2 pp; 1000 games."""
    values = iter([*((value, 0.0) for value in rounds), turns, *((value, 0.02) for value in seats)])
    results = []
    for claim in claims.check_claims(SCENARIO):
        value, half = next(values)
        now = Estimate(value, None, value - half, value + half, 1000, claim.unit)
        results.append(Result(claim, verdict((now.low, now.high), claim.bound), now, 0.99, 1, 1000))
    cells: Any = (SimpleNamespace(games=1000),)
    return Outcome(SCENARIO, None, tuple(results), (), (), cells, (), 0.95, 1.0)


def test_one_line_per_check_failures_first():
    """With the number that pass; what fails or is undecided is named below, with its place and value."""
    found = outcome(rounds=(12, 17, 12, 18), turns=(39, 2))
    lines = check_lines.lines(found)
    assert [line.verdict for line in lines] == [FAIL, UNDECIDED, PASS]
    assert lines[0].text.endswith("at most 16: 2 of 4 pass")
    assert [("players 4" in one, "players 6" in one) for one in lines[0].below] == [(True, False), (False, True)]
    assert all(one.startswith("FAIL ") for one in lines[0].below)
    assert "17" in lines[0].below[0]
    assert lines[2].text.endswith("20 to 30%: 4 of 4 pass")
    assert lines[2].below == []


def test_what_is_undecided_says_how_many_games_would_do():
    """39 ± 2 against 40 at 99 %: after 42 times the games, six looks later, ± 0.43 around 39 with an error of 0.77.

    So it is decided below 39.57 or above 40.43: 0.77 + 0.03.
    """
    found = outcome(turns=(39, 2))
    line = next(line for line in check_lines.lines(found) if line.verdict == UNDECIDED)
    assert line.text.endswith("about 42\N{NARROW NO-BREAK SPACE}000 games would decide, with 80% probability")
    assert (
        "1 undecided (about 42\N{NARROW NO-BREAK SPACE}000 games per setting would decide, with 80% probability)"
        in check_lines.summary(found)
    )


def test_a_figure_that_moved_has_one_line_with_the_place_where_it_moved_most():
    """Twenty-five places took six lines each."""
    drifts = [
        dataclasses.replace(result, claim=dataclasses.replace(result.claim, where=claims.BASELINE), paired=change,
                            drift=Interval(change - 1, change + 1), verdict=UNDECIDED)
        for result, change in zip(outcome(rounds=(12, 12, 15, 12)).results[:4], (0.5, 1.0, -3.0, 0.0), strict=True)
    ]  # fmt: skip
    (line,) = check_lines.drift_lines(drifts)
    assert line.startswith("undecided rounds (p90): 15, −3.0 ± 1.0")
    assert line.endswith("players 5; largest change among 4 settings")


def test_a_summary_says_who_plays_before_the_verdicts():
    text = to_markdown(document_of(outcome(), "All are weak.", ["A slip <costs> much."]))
    assert text.index("**All are weak.**") < text.index("- A slip") < text.index("### Checks")
    assert "<costs>" not in text


def test_no_name_that_a_designer_gives_is_read_as_markdown():
    """Of a file, a title, a variant whose figures are not accepted yet; a backslash does not undo the escape."""
    given = "\\<img src=x onerror=alert(1) _> & [a](b)"
    found = outcome()
    first = found.results[0].claim
    setting = dataclasses.replace(first.setting, name=f"variant {given}")
    new = dataclasses.replace(
        found.results[0], claim=dataclasses.replace(first, setting=setting, where=claims.BASELINE), verdict=NEW
    )
    scenario = dataclasses.replace(SCENARIO, name=given, title=given)
    judged = dataclasses.replace(found, scenario=scenario, results=(*found.results, new))
    text = to_markdown(document_of(judged))

    written = safe(given)
    assert written == r"\\\<img src=x onerror=alert(1) \_\> \& \[a\](b)"
    assert text.count(written) == text.count("onerror") == 3
    assert f"## {written}: {written}\n" in text


@pytest.mark.parametrize("bad", [0, 1, 3])
def test_the_summary_counts_every_figure(bad):
    """Fails, undecided ones and passes add up."""
    found = outcome(rounds=tuple([17] * bad + [12] * (4 - bad)))
    text = check_lines.summary(found)
    if not bad:
        assert text == "All 9 figures pass"
        return
    assert text.startswith(f"FAIL: {bad} of 9 figures fail (rounds.p90, all settings)")
    assert text.endswith(f"{9 - bad} pass")


def test_the_page_has_every_figure_with_its_bullet():
    """Each with its verdict and bound; failing checks lie open."""
    html = to_html(document_of(outcome(rounds=(12, 17, 12, 12))))
    assert html.count('class="bullet"') == 9
    assert html.count('<details class="more" open>') == 1
    assert "FAIL: 1 of 9 figures fail" in re.findall(r'name="description" content="([^"]*)"', html)[0]


def test_a_drawing_puts_the_dot_where_the_value_is():
    """Inside the band if it keeps the bound, outside if not."""

    def places(value, bound):
        svg = bullet(value, (value - 0.1, value + 0.1), bound)
        x, width = (float(re.findall(rf'<rect[^>]* {name}="([\d.]+)"', svg)[0]) for name in ("x", "width"))
        return x, x + width, float(re.findall(r'cx="([\d.]+)"', svg)[0])

    left, right, dot = places(1.5, (1.0, 2.0))
    assert left < dot < right
    left, right, dot = places(2.5, (1.0, 2.0))
    assert dot > right
    left, _, dot = places(0.5, (1.0, None))
    assert dot < left
    assert bullet(None, (None, None), (0, 1)) == ""


def at_tables(**values):
    """Return the check of turns at other tables: value ± 2."""
    (claim,) = [claim for claim in claims.check_claims(SCENARIO) if claim.check == "turns"]
    made = []
    for name, value in values.items():
        now = Estimate(value, None, value - 2, value + 2, 1000, claim.unit)
        at = dataclasses.replace(claim, table=f"{name} alone")
        made.append(Result(at, verdict((now.low, now.high), claim.bound), now, 0.99, 1, 1000))
    return tuple(made)


@pytest.mark.parametrize(
    ("tables", "words"),
    [
        ({"even": 30, "reader": 31}, "; passes with all 2 other line-ups"),
        ({"even": 30}, "; passes with the other line-up"),
        ({"even": 30, "edger": 50}, "; passes with 1 of 2 other line-ups; fails with: all seats edger (50)"),
        (
            {"even": 39, "edger": 50},
            (
                "; passes with 0 of 2 other line-ups; fails with: all seats edger (50); "
                "undecided with: all seats even (39)"
            ),
        ),
    ],
)
def test_a_line_says_at_which_other_tables_the_check_holds(tables, words):
    judged = dataclasses.replace(outcome(), elsewhere=at_tables(**tables))
    (line,) = [line for line in check_lines.lines(judged) if line.name == "turns"]
    assert line.text.endswith(words)
    assert line.verdict == PASS, "nothing is demanded of other players"
    assert check_lines.summary(judged) == check_lines.summary(outcome())
    assert check_results.to_json([judged])["scenarios"][0]["elsewhere"][0]["table"] == "even alone"
    assert safe(check_lines.elsewhere_words(line.reported)) in to_markdown(document_of(judged))
    assert "other line-up" not in to_markdown(document_of(outcome()))
    html = to_html(document_of(judged))
    assert html.count("for information: it need not pass with other line-ups") == len(tables)


def test_a_check_that_must_be_robust_fails_where_one_table_fails():
    found = outcome()
    demanded = dataclasses.replace(found, results=(*found.results, *at_tables(even=30, edger=50)))
    line = check_lines.lines(demanded)[0]
    assert (line.name, line.verdict) == ("turns", FAIL)
    assert line.text == (
        "turns at most 40: 30 (28 to 32); must be robust: passes with 1 of 2 other line-ups; "
        "fails with: all seats edger (50)"
    )
    assert line.below == []
    assert check_lines.summary(demanded).startswith("FAIL: 1 of 11 figures fail (turns)")


def test_a_check_of_several_figures_holds_where_all_of_them_do():
    claim = next(claim for claim in claims.check_claims(SCENARIO) if claim.check.startswith("seat_loss_rate"))
    made = []
    for name, values in {"even alone": (0.25, 0.25), "edger alone": (0.25, 0.5)}.items():
        for value in values:
            now = Estimate(value, None, value - 0.01, value + 0.01, 1000, claim.unit)
            at = dataclasses.replace(claim, table=name)
            made.append(Result(at, verdict((now.low, now.high), claim.bound), now, 0.99, 1, 1000))
    assert check_lines.elsewhere_words(made) == "passes with 1 of 2 other line-ups; fails with: all seats edger"


def test_an_interval_never_reads_like_the_bound_that_it_crosses():
    """-5.2 to -0.7 pp against -5 to 5: whole numbers would read as if it lay within."""
    ends, bound = (-0.052, -0.007), (-0.05, 0.05)
    assert spread_words(-0.029, ends, numbers.DIFFERENCE) == "\u22123 pp (\u22125 to \u22121)"
    assert spread_words(-0.029, ends, numbers.DIFFERENCE, bound) == "\u22122.9 pp (\u22125.2 to \u22120.7)"
    assert spread_words(-0.029, (-0.05, -0.008), numbers.DIFFERENCE, bound).startswith("\u22123 pp (\u22125 to"), (
        "on it"
    )


def test_a_check_on_the_spread_names_its_seats():
    """The best and the worst seat of the base rules, as the metric has their rates."""
    cell = sample_cell(games=400)
    rates = {seat: estimate(cell, "seat_win_rate", of=seat).value or 0.0 for seat in range(1, cell.players + 1)}
    first, last = max(rates, key=lambda seat: rates[seat]), min(rates, key=lambda seat: rates[seat])

    words = check_lines.seats_words(cell, 0.95)
    assert words.startswith(f"seat {first} wins ")
    assert f", seat {last} " in words
    assert f"{100 * rates[first]:.0f}%" in words
