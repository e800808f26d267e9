"""What a page looks up in place of `prepare` and `check` is what these do."""

import dataclasses
import random

import numpy as np
import pytest

from balancer import games
from balancer.browser import inputs
from balancer.browser.preparing import Preparation
from balancer.browser.table_memory import RecordMemory
from balancer.core.rule_errors import NOT_BEGUN
from balancer.core.text_table import TableError
from balancer.scenario import plan
from balancer.scenario.load import load
from balancer.simulation.jobs import CellJob, parts_of


@pytest.fixture(
    scope="module", params=["black_death", "oktoberfest", pytest.param("bartender", marks=pytest.mark.verify)]
)
def prepared(request):
    """Return what is known of the preparation of a game as printed."""
    scenario = load(request.param)
    job = CellJob.of(plan.base_cell(scenario))
    personas = [persona for persona in scenario.base.personas.values() if not persona.search]
    return Preparation(job.game, scenario.base, job.parts, RecordMemory(job.game, personas))


def made(prepared, choice):
    """Return what Python makes of a setting, from its files on: the table; None where it is refused."""
    game, base = games.load(prepared.game.name), prepared.base
    players, rules, figures = inputs.changed(
        base, {prepared.inputs[k]: prepared.inputs[k].values[v] for k, v in choice}
    )
    try:
        parts = parts_of(game.name, base.table_files, figures)
    except TableError:
        return None
    if game.problems(rules, players, parts):
        return None
    table = game.lay_table(rules, players, parts, prepared.memory.personas)
    table.game_number = NOT_BEGUN
    table.seating.places[:] = table.seating.n_places = 0  # the page knows who plays
    return np.asarray(table).tobytes()


def played(prepared, choice):
    """Return what a page makes of it: bytes looked up, then what the game derives from them."""
    game = games.load(prepared.game.name)
    if prepared.predicted_refusal(dict(choice)):
        return None
    table = np.frombuffer(bytearray(prepared.predicted(dict(choice)).tobytes()), game.table)[0]
    if game.derive:
        game.derive(table)
    return table.tobytes()


def wrong(prepared, settings, seed):
    """Return how many random settings the page predicts wrongly, of knobs and figures, and how many are played."""
    dice, found, games_played = random.Random(seed), 0, 0
    for _ in range(settings):
        chosen = dice.sample(range(len(prepared.inputs)), dice.randint(1, min(9, len(prepared.inputs))))
        choice = [(k, dice.randrange(len(prepared.inputs[k].values))) for k in chosen]
        theirs = made(prepared, choice)
        found += theirs != played(prepared, choice)
        games_played += theirs is not None
    return found, games_played


def test_settings_at_random_are_foretold(prepared):
    """Byte by byte, on dice that were not used to learn; refusals, too."""
    found, settings = wrong(prepared, 150, 5)
    assert found == 0
    assert settings > 40


def test_a_wrong_byte_is_found(prepared):
    """Of one value of the last input that shapes the table: a knob, or a figure of a card."""
    last = max(k for byte in prepared.looked_up for k in prepared.dependencies[byte])
    at = next(byte for byte in prepared.looked_up if last in prepared.dependencies[byte])
    values = prepared.inputs[last]
    place = next(k for k in range(len(values.values)) if k != values.base and not prepared.outcome({last: k}).refusal)
    laid, table = prepared.outcome({last: place}), prepared.outcome({last: place}).table.copy()
    assert made(prepared, [(last, place)]) == played(prepared, [(last, place)])
    table[at] ^= 1
    prepared.outcomes[(last, place),] = dataclasses.replace(laid, table=table)
    assert made(prepared, [(last, place)]) != played(prepared, [(last, place)])
    prepared.outcomes[(last, place),] = laid


def test_tables_are_as_small_as_they_may_be(prepared):
    """What a page writes by itself is not looked up, and what depends on nothing is kept once."""
    known = prepared.to_dict()
    assert sum(len(image["contents"]) for image in known["images"]) < 700
    for image in known["images"]:
        assert all(0 <= number < len(image["contents"]) for number in image["of"].values())
        assert "" in image["of"]


def test_a_choice_of_a_knob_of_several():
    """In the order of the choices, whatever the knob was."""
    every = ("a", "b", "c")
    assert inputs.with_member("all", "b", every, present=False) == ["a", "c"]
    assert inputs.with_member("none", "b", every, present=True) == ["b"]
    assert inputs.with_member(["c"], "a", every, present=True) == ["a", "c"]
