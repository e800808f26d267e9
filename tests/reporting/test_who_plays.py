"""Weak players come first: before any sentence on checks, at the terminal, on the page and in JSON."""

import pathlib
import re

import pytest

from balancer.reporting import numbers
from balancer.reporting.console import Console
from balancer.reporting.document.html import to_html
from balancer.reporting.document.parts import habits_words
from balancer.reporting.document.terminal import print_document
from balancer.scenario.load import load
from tests.analysis.sample import LINEUP
from tests.reporting.test_robustness import OTHER, SAME, report

WEAK = {"payoff": 0.1, "low": 0.05, "high": 0.15, "competent": False, "own_table_holds": False}
GOOD = {"payoff": 0.6, "low": 0.5, "high": 0.7, "competent": True, "own_table_holds": True}
IN_PLACE = {"persona": "careful", "value": 0.68, "low": 0.65, "high": 0.71, "games": 1000}
FAIR = {False: 25.0, True: 75.0}
"""Per cent that equals win, or are safe in where one loses, at the usual four players."""

SCENARIOS = sorted(pathlib.Path("scenarios").glob("*.yaml"))


@pytest.fixture(autouse=True)
def undrawn(monkeypatch):
    """Charts are made but not drawn, which takes seconds."""
    monkeypatch.setattr("balancer.reporting.drawing.svg.Drawing.svg", lambda _: '<svg viewBox="0 0 10 10"></svg>')


def played(*good, table=OTHER, in_place=IN_PLACE, wanted=("ending_share.instant", "rounds"), counterparts=None):
    """Return a sweep of whose personas only these are competent; `careful` is not in its line-up."""
    competence = {**dict.fromkeys(LINEUP, WEAK), **dict.fromkeys(good, GOOD)}
    made = report({**dict.fromkeys(LINEUP, SAME), "careful": table}, competence, wanted)
    more = {"in_place": in_place, "counterparts": counterparts}
    made.manifest.facts["tables"] |= {"mixture": {"careful": 1.0}} | {k: one for k, one in more.items() if one}
    return made


def test_weak_players_are_said_before_any_check():
    made = played("careful")
    who, among, _, verdict, *_ = made.answer()

    assert who == (
        "All 4 players of this line-up are weak: careful in one seat wins 68% ± 3 pp of the games; "
        "an equal share is 25%."
    )
    assert among.startswith("Among 4 careful players the share of games that end by 'instant' is ")
    assert "(among these players)" in verdict
    assert made.description == made.to_json()["answer"][0] == who
    assert made.to_json()["answer"][2] == verdict
    text = _terminal(made)
    assert text.index("All 4 players") < text.index("check")
    html = to_html(made.document()).replace("\N{NO-BREAK SPACE}", " ")
    page = html.partition("<main")[2] or html.partition("<body")[2]
    assert page.index("All 4 players of this line-up") < page.index("(among these players)")
    assert 'class="verdict weak"' in page


def test_the_figure_is_that_of_the_good_table():
    made = played("careful")
    figure = made.headline[0].read(made.reader, OTHER, made.reader.confidence)[""][made.sweep.base]

    assert f"by 'instant' is {numbers.text(figure, numbers.SHARE)}" in made.answer()[1]
    assert "; here it is" not in played("careful", table=SAME).answer()[1], "the same is said once"


def test_checks_are_judged_among_good_players_too():
    made = played("careful")
    html = to_html(made.document()).replace("\N{NO-BREAK SPACE}", " ")

    assert made.weak.verdicts.found.verdicts != made.verdicts.found.verdicts
    assert made.weak.verdict in html
    assert made.weak.verdict.startswith("Among careful players ")
    assert html.count('<table class="matrix') == 2
    assert "Among careful players" in _terminal(made)


def test_of_a_persona_it_is_said_what_its_habits_are_worth_among_good_players():
    rusher = {"persona": "careful", "habits": {"finish": 20}, "value": 0.209, "low": 0.18, "high": 0.238, "games": 900}
    made = played("careful", wanted=("persona_win_rate.rusher", "rounds"), counterparts={"rusher": rusher})
    sentence = (
        "Among 3 careful players, one careful with the habits of rusher (finish 20) wins 21% ± 3 pp of the games; "
        "an equal share is 25%."
    )

    assert made.answer()[1] == sentence
    assert made.robustness.counterparts == [sentence]
    assert sentence in to_html(made.document()).replace("\N{NO-BREAK SPACE}", " ")
    assert sentence in _terminal(made)
    assert made.players_json["robustness"]["counterparts"] == {"rusher": rusher}


def test_a_persona_of_a_class_of_its_own_is_named_by_its_methods():
    """The habit `style` chooses among classes of an own game; no file has it, so no reader can find it."""
    rusher = {"persona": "careful", "value": 0.209, "low": 0.18, "high": 0.238, "games": 900}
    for habits, words in (({"style": 2}, ""), ({"finish": 20, "style": 2}, " (finish 20)")):
        counterparts = {"rusher": {**rusher, "habits": habits}}
        made = played("careful", wanted=("persona_win_rate.rusher", "rounds"), counterparts=counterparts)
        clause = f"one rusher{words} wins 21% ± 3 pp"

        assert clause in made.robustness.counterparts[0]
    assert habits_words({"finish": 20, "style": 2}, {"finish": 5, "style": 0}) == "finish 20"
    assert habits_words({"finish": 5, "style": 2}, {"finish": 5, "style": 0}) == "the usual"


def test_line_ups_that_the_scenario_names_have_counterparts_without_being_judged():
    rusher = {"persona": "careful", "habits": {"finish": 20}, "value": 0.209, "low": 0.18, "high": 0.238, "games": 900}
    made = report({"careful": SAME}, wanted=("persona_win_rate.rusher", "rounds"))
    made.manifest.facts["tables"] = {"names": ["careful"], "games": 900}
    made.manifest.facts["ladder"] = {"counterparts": {"rusher": {**rusher, "fair": 0.25}}}

    among = "Among 3 careful players, one careful with the habits of rusher (finish 20) wins 21% ± 3 pp of the games"
    assert made.robustness.counterparts == [f"{among}; an equal share is 25%."]
    assert "; with the same habits among 3 careful players it is 21% ± 3 pp; an equal share is " in made.answer()[0]


def test_one_competent_player_is_enough():
    made = played("careful", LINEUP[0])

    assert made.weak is None
    assert not any("weak" in sentence or "among these" in sentence for sentence in made.answer())
    assert to_html(made.document()).count('<table class="matrix') == 1


def test_the_table_as_set_up_is_no_other_table_and_may_be_good():
    """Where all are alike their table is not played a second time: what is known of the persona still holds."""
    made = report({"careful": OTHER}, {**dict.fromkeys(LINEUP, GOOD), "careful": GOOD})

    assert made.weak is None
    assert {table.name for table in made.robustness.tables} == {"careful"}


def test_of_players_of_whom_nothing_is_known_nothing_is_said():
    made = report({"careful": OTHER}, {"careful": GOOD})

    assert made.weak is None


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_shipped_scenarios_are_played_by_somebody_who_can(path):
    """In docs/personas.md such a persona gets at least four fifths of an equal share against the equilibrium."""
    scenario = load(path)
    chapter = pathlib.Path("docs/personas.md").read_text(encoding="utf-8").partition(f"## {scenario.game.title}\n")[2]
    equilibrium = chapter.partition("wins against the mixture")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \|[^|]*\| ([\d.]+) \(", equilibrium, re.MULTILINE)
    wins = {name: float(share) for name, share in rows}

    assert any(wins.get(name, 0) >= 0.8 * FAIR[scenario.game.one_loses] for name in scenario.base.lineup)


def _terminal(made):
    console = Console()
    print_document(made.document(), console)
    return " ".join(console.text.getvalue().split())
