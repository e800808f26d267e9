"""What a page looks up in place of `prepare` and `check` is what these do."""

import random

import numpy as np
import pytest

from balancer.browser import inputs
from balancer.browser.preparing import Preparation
from balancer.scenario import plan
from balancer.scenario.load import load
from balancer.simulation.jobs import CellJob


@pytest.fixture(scope="module", params=["black_death", "oktoberfest"])
def prepared(request):
    """What is known of the preparation of a game as printed."""
    scenario = load(request.param)
    job = CellJob.of(plan.base_cell(scenario))
    personas = [persona for persona in scenario.base.personas.values() if not persona.search]
    return Preparation(job.game, scenario.base, job.parts, personas)


def test_settings_at_random_are_foretold(prepared):
    """Byte by byte, on dice that were not used to learn; refusals, too."""
    dice, refused, played = random.Random(5), 0, 0
    for _ in range(150):
        chosen = dice.sample(range(len(prepared.inputs)), dice.randint(1, 5))
        choice = {k: dice.randrange(len(prepared.inputs[k].values)) for k in chosen}
        laid = prepared.laid(choice)
        foretold = prepared.laid({k: v for k, v in choice.items() if k in prepared.refused_by})
        assert laid.refusal == foretold.refusal
        refused += bool(laid.refusal)
        if not laid.refusal:
            played += 1
            assert np.array_equal(prepared.foretold(choice), laid.table)
    assert played > 50


def test_tables_are_as_small_as_they_may_be(prepared):
    """What a page writes by itself is not looked up, and what depends on nothing is kept once."""
    known = prepared.to_dict()
    assert sum(len(image["contents"]) for image in known["images"]) < 400
    for image in known["images"]:
        assert all(0 <= number < len(image["contents"]) for number in image["of"].values())
        assert "" in image["of"]


def test_a_choice_of_a_knob_of_several():
    """In the order of the choices, whatever the knob was."""
    every = ("a", "b", "c")
    assert inputs.with_member("all", "b", every, wanted=False) == ["a", "c"]
    assert inputs.with_member("none", "b", every, wanted=True) == ["b"]
    assert inputs.with_member(["c"], "a", every, wanted=True) == ["a", "c"]
