"""What is said where a better player beats the table, and among tuned players."""

import dataclasses
import json

import pytest

from balancer.questions.sweep.report import SweepReport
from balancer.reporting.document.html import to_html
from balancer.reporting.numbers import SHARE, VALUE, text
from balancer.simulation.manifest import Manifest
from tests.reporting.made import headline, kept
from tests.reporting.test_robustness import SAME, THRESHOLDS, cells


@pytest.fixture(autouse=True)
def undrawn(monkeypatch):
    """Charts are made but not drawn, which takes seconds."""
    monkeypatch.setattr("balancer.reporting.drawing.svg.Drawing.svg", lambda _: '<svg viewBox="0 0 10 10"></svg>')


def record_of(cell, share, *, by="", mixture=None, tuned=()):
    """Return the record of a cell; mixture: None where its table is not beaten."""
    content = {"cell": cell, "by": by, "base": "racer", "share": share, "share_se": 0.002, "fair": 0.25}
    if mixture is None:
        return {**content, "beaten": False}
    return {**content, "beaten": True, "mixture": mixture, "tuned": {name: {"greed": 1} for name in tuned}}


BEATEN = record_of(0, 0.341, mixture={"builder": 0.2, "racer_tuned": 0.8}, tuned=["racer_tuned"])
KNOWN = record_of(1, 0.30, by="builder", mixture={"builder": 1.0})
HOLDS = record_of(2, 0.251, by="builder")


def report(records, tuned, tables=None, wanted=("ending_share.instant", "rounds", "persona_win_rate.builder"), **more):
    """Return a sweep whose cells were tested; tuned: the results of those that are beaten."""
    wishes = {"headline": [headline(name) for name in wanted], "margins": {"rounds": 0.25}, **more}
    made = {**kept({"rules.win_threshold": THRESHOLDS}, **wishes), "retuned": {"tested": records, "cells": []}}
    others = [cell for table in (tables or {}).values() for cell in table]
    if tables:
        made["tables"] = {"names": list(tables), "games": 10_000}
    return SweepReport(Manifest.from_json(made), SAME, others, tuned)


def test_a_tuned_player_beats_the_table_and_changes_the_headline():
    """The cell of threshold 14 ends at once in most games; its tuned players play as if it were 22."""
    found = report([BEATEN], cells(22, 22, 22)[:1]).retuned

    (sentence,) = found.sentences
    assert sentence.startswith(
        "At win_threshold 14: a tuned player (habits near racer) beats the line-up by 9.1 ± 0.4 pp: it wins 34.1% of "
        "the games; an equal share is 25.0%. Among tuned players (racer_tuned 80%, builder 20%) endings: instant "
    )
    instant = found.places[0].changes[0]
    assert instant.differs
    assert instant.as_set_up.value > instant.tuned.value
    tuned, as_set_up = (text(figure, SHARE, VALUE) for figure in (instant.tuned, instant.as_set_up))
    assert f"endings: instant {tuned} instead of {as_set_up}" in sentence
    assert "builder" not in {change.label for change in found.places[0].changes}, "the line-up is another"


def test_what_stays_the_same_is_said():
    found = report([KNOWN], SAME[1:2]).retuned

    (sentence,) = found.sentences
    assert sentence == (
        "At win_threshold 18: builder beats the line-up by 5.0 ± 0.4 pp: it wins 30.0% of the games; an equal share is "
        "25.0%. Among the mixture that adapting players reach there (builder 100%; nobody tuned) the headline figures "
        "are the same: endings: instant and rounds."
    )


def test_a_table_that_nobody_beats():
    found = report([HOLDS], []).retuned

    (sentence,) = found.sentences
    assert sentence == (
        "At win_threshold 22: no player was found that beats the line-up; the best, builder, gets 0.1 ± 0.4 pp over an "
        "equal share."
    )
    assert found.summary == "No player was found that beats the line-up, in 1 setting where habits were searched for."


def test_the_most_beaten_cell_comes_first():
    found = report([HOLDS, KNOWN, BEATEN], [SAME[1], cells(22, 22, 22)[0]]).retuned

    assert [sentence.partition(":")[0] for sentence in found.sentences] == [
        "At win_threshold 14",
        "At win_threshold 18",
    ]
    assert found.summary == "A better player beats the line-up in 2 of 3 settings where habits were searched for."


def test_page_json_and_table_say_the_same():
    one = report([BEATEN, KNOWN, HOLDS], [cells(22, 22, 22)[0], SAME[1]])

    html = to_html(one.document())
    assert '<h2 id="tuned-title">Tuned players</h2>' in html
    assert one.retuned.summary in html
    content = json.loads(json.dumps(one.players_json))["retuned"]
    assert [place["beaten"] for place in content["cells"]] == [True, True, False]
    assert content["cells"][0]["tuned"] == {"racer_tuned": {"greed": 1}}
    assert [place["cell"] for place in content["cells"]] == [1, 2, 3]
    rows = one.retuned.rows()
    assert [(row["cell"], row["beaten"], row.get("figure")) for row in rows] == [
        (1, True, "endings: instant"), (1, True, "rounds"),
        (2, True, "endings: instant"), (2, True, "rounds"), (3, False, None),
    ]  # fmt: skip
    assert [row["differs"] for row in rows[2:4]] == [False, False]


def test_tuned_players_are_another_table_of_the_robustness():
    one = report([KNOWN, BEATEN, HOLDS], [SAME[1], cells(22, 22, 22)[0]], tables={"builder": SAME})

    found = one.robustness
    assert [table.words for table in found.tables] == ["builder alone", "tuned players"]
    change = next(c for c in found.conclusions if c.kind == "change" and c.label.startswith("endings: instant"))
    assert change.differing == ("tuned players",), "14 is played as if it were 22, and 22 stays as set up"
    value = next(c for c in found.conclusions if c.kind == "value")
    assert set(value.by_table) == {"builder alone", "tuned players"}


def test_tuned_players_say_nothing_about_an_axis_whose_ends_were_not_tested():
    one = report([KNOWN, HOLDS], [SAME[1]], tables={"builder": SAME})

    changes = [c for c in one.robustness.conclusions if c.kind == "change"]
    assert changes
    assert all(set(c.by_table) == {"builder alone"} for c in changes)


def test_without_a_search_nothing_is_said():
    searched = report([], [])
    one = dataclasses.replace(searched, manifest=dataclasses.replace(searched.manifest, facts={}))

    assert one.retuned is None
    assert one.players_json == {}
    assert 'id="tuned"' not in to_html(one.document())
