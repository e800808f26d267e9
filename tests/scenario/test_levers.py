"""What may be turned in a setting: one class for each kind."""

import dataclasses
import shlex

import pytest

from balancer.questions.seek.candidates import space_of
from balancer.scenario import levers, plan
from balancer.scenario.errors import ScenarioError
from balancer.scenario.levers import differing, named
from balancer.scenario.load import Overrides, from_dict, load


@dataclasses.dataclass(frozen=True)
class EverybodysMistakes(levers.Lever):
    """A made-up seventh kind: the mistakes of all personas at once."""

    key = "mistakes"
    in_document = False

    def get(self, setting, _):
        return min(persona.mistakes for persona in setting.seated.values())

    def set(self, setting, value, _):
        clumsy = {name: dataclasses.replace(one, mistakes=value) for name, one in setting.personas.items()}
        return dataclasses.replace(setting, personas=clumsy)

    def check(self, value, path, resolver, personas):
        return levers.HabitLever("all", "mistakes").check(value, path, resolver, personas)

    def limits(self, _):
        return 0, 3


def test_a_new_kind_of_axis_is_one_class(monkeypatch):
    monkeypatch.setattr(levers, "KINDS", (*levers.KINDS, EverybodysMistakes))
    monkeypatch.setattr("balancer.scenario.resolve.KINDS", levers.KINDS)
    scenario = {"game": "black_death", "lineup": ["even", "middler"], "sweep": {"axes": {"mistakes": [0, 70]}}}
    found = from_dict(scenario)
    cells = plan.cells(found)

    assert [[one.mistakes for one in cell.personas.values()] for cell in cells] == [[0, 0], [70, 70]]
    assert plan.cell_name(cells[1]) == "mistakes 70"
    assert named("mistakes").option(70) == ["--set", "mistakes=70"]
    assert load("black_death", Overrides(sets=("mistakes=70",))).base.personas["even"].mistakes == 70
    assert [one.name for one in space_of(found).candidates] == ["mistakes 70"]
    assert len(space_of(found, ["mistakes=0..3"]).candidates) == 3
    with pytest.raises(ScenarioError, match=r"mistakes: 2000 is out of range; allowed: 0\.\.1_000"):
        load("black_death", Overrides(sets=("mistakes=2000",)))
    with pytest.raises(ScenarioError, match=r"unknown axis 'mistaks'.*did you mean mistakes\?"):
        from_dict({**scenario, "sweep": {"axes": {"mistaks": [1]}}})


@pytest.mark.parametrize(
    ("name", "label", "option"),
    [
        ("rules.ranks", "ranks", "--set ranks=12"),
        ("players", "players", "--players 12"),
        ("parts.Small Stein.value", "Small Stein's value", "--set 'parts.Small Stein.value=12'"),
        ("parts.Yog.0.value", "Yog.0's value", "--set parts.Yog.0.value=12"),
        ("parts.Mining Corp..value", "Mining Corp.'s value", "--set 'parts.Mining Corp..value=12'"),
        ("parts.dr.no.value", "dr.no's value", "--set parts.dr.no.value=12"),
        ("personas.timid.habits.margin", "timid's margin", "--set personas.timid.habits.margin=12"),
        ("personas.timid.mistakes", "timid's mistakes", "--set personas.timid.mistakes=12"),
    ],
)
def test_a_lever_has_its_name_a_label_and_an_option(name, label, option):
    assert (named(name).name, named(name).label, shlex.join(named(name).option(12))) == (name, label, option)


@pytest.mark.parametrize("name", ["personas", "parts", "rules", "personas.", "personas.bully", "parts.x", "x and y"])
def test_what_is_no_lever_is_refused_as_it_was_written(name):
    with pytest.raises(ScenarioError, match=f"'{name}'"):
        from_dict({"game": "oktoberfest", "sweep": {"axes": {name: [1]}}})


def test_a_figure_that_only_one_of_two_settings_changes_differs_from_the_printed_one():
    one, two = (
        from_dict({"game": "oktoberfest", **more}).question.base for more in ({"parts": {"Stein": {"value": 6}}}, {})
    )

    assert differing(one, two) == {"parts.Stein.value": [6, "as printed"]}


def test_a_persona_that_begins_to_think_ahead_differs():
    found = from_dict({"game": "black_death", "variants": {"v": {"personas": {"even": {"search": 50}}}}}).question

    assert differing(found.base, found.variants["v"]) == {"personas.even.search": [0, 50]}


def test_the_name_of_a_card_may_stand_in_quotation_marks():
    assert named('parts."Yog.0".value') == named("parts.Yog.0.value")


def test_an_axis_may_name_the_table_of_a_figure():
    axes = {"parts.events_table.Generous Merchants.amount": [1, 2]}
    question = from_dict({"game": "festo", "sweep": {"axes": axes}}).question

    assert named(*axes).plain(question.base) == question.base.parts["Generous Merchants"]["amount"]
    assert named(*axes).label == "Generous Merchants's amount"
