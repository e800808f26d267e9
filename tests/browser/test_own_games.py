"""A page plays games of plain files: its sums are those of plain Python and of compiled games."""

import json
import pathlib
import random

import pytest

from balancer.compiler.choice import AUTO, VARIABLE
from balancer.scenario.load import load
from tests.browser.test_same_sums import asked, differences, drawn, played, problems

pytestmark = pytest.mark.browser

ROOT = pathlib.Path(__file__).parents[2]
CORPUS = "tests/compiler/corpus"
SETTINGS = 8  # of a game, drawn at random

FILES = [
    "examples/take_or_pay.py",
    "examples/estate_sale.py",
]
OTHERS = [
    *(f"examples/{name}.py" for name in ("goofspiel", "oh_hell", "plain_black_death", "plain_windfall")),
    *(f"{CORPUS}/{name}.py" for name in ("dice_draft", "little_deck", "meadows", "mancala", "passing")),
    *(f"{CORPUS}/{name}.py" for name in ("partners", "relay", "rescue", "roll_and_write", "twenty_one")),
]
EVERY = [*FILES, *(pytest.param(file, marks=pytest.mark.verify) for file in OTHERS)]


@pytest.fixture(autouse=True)
def compiling(monkeypatch):
    """Own games may be compiled."""
    monkeypatch.setenv(VARIABLE, AUTO)


@pytest.mark.parametrize("file", EVERY, ids=lambda file: pathlib.Path(file).stem)
def test_sums_are_those_of_python(file, opened):
    """Settings at random in one browser: knobs, players, line-ups, mistakes, figures of cards, seeds."""
    scenario = load(str(ROOT / file))
    dice = random.Random(f"{file} 52")
    settings = [asked(scenario, setting) for setting in ({}, *(drawn(scenario, dice) for _ in range(SETTINGS)))]
    compared = 0
    for setting, answer in zip(settings, opened(scenario)(settings), strict=True):
        if "refusal" in answer:
            assert problems(scenario, setting) or "can't be" in answer["refusal"], (setting, answer)
            continue
        assert not answer.get("error"), (setting, answer["error"])
        wanted = played(scenario, setting)
        assert differences(wanted, {key: answer[key] for key in wanted}) == [], json.dumps(setting)
        compared += 1
    assert compared > SETTINGS // 2
