"""A page plays games of plain files: its sums are those of plain Python and of compiled games."""

import json
import pathlib
import random
import re

import pytest

from balancer import browser as page_engine
from balancer.compiler.choice import AUTO, VARIABLE
from balancer.reporting.document.html import to_html
from balancer.reporting.page.play import play_section
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


EMPTY = b"\0asm\1\0\0\0"
NEEDS_MORE = EMPTY + b"\x01\x04\x01\x60\0\0" + b"\x02\x0f\x01\x03env\x07missing\0\0"  # imports a function
"""Modules of rules that can't be loaded."""

REFUSED = """
const done = arguments[0], place = document.querySelector("#play-panel > .refusal");
const look = () => place.hidden ? setTimeout(look, 20) :
  done([place.textContent, [...document.querySelectorAll(".state button")].at(-1).checkVisibility()]);
look();
"""


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


@pytest.mark.parametrize(
    ("module", "line", "says"),
    [
        (
            None,
            ("exports.play_games(table,", "exports.play_games(0x7ffffff0,"),
            r"games \d+ to \d+: .*memory access.*rules stop",
        ),
        (NEEDS_MORE, ("", ""), r"the compiled rules can't be loaded: .*Import"),
        (EMPTY + b"\x01", ("", ""), r"this browser can't play: .*WebAssembly"),
    ],
    ids=["trap", "not loaded", "not compiled"],
)
def test_a_page_says_why_its_rules_do_not_play(module, line, says, browser, tmp_path):
    """Rules that stop, rules that can't be loaded: the reason stands on the page, with a button that tries again."""
    scenario = load(str(ROOT / FILES[0]))
    sums, rules = page_engine.modules_of(scenario)
    scripts = page_engine.scripts()
    assert line[0] in scripts["worker"]
    engine = play_section.PageEngine(
        page_engine.description_of(scenario),
        [sums, module or rules],
        scripts["engine"],
        scripts["worker"].replace(*line) if line[0] else scripts["worker"],
    )
    path = tmp_path / "page.html"
    path.write_text(to_html(play_section.page(scenario, engine, "0.1.0")), encoding="utf-8")
    browser.get("about:blank")
    browser.get(path.as_uri())
    browser.set_script_timeout(30)
    reason, may_try_again = browser.execute_async_script(REFUSED)
    assert re.match(f"Not played: .*{says}", reason), reason
    assert may_try_again
