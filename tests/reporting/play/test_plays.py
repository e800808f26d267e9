"""The page with the engine that people get: its figures are those of the same games played here."""

import dataclasses
import json
import math
import pathlib
import time
from typing import Any
from urllib.parse import urlencode

import pytest

from balancer.analysis.comparisons.comparison import main_effects
from balancer.analysis.estimates import metrics
from balancer.analysis.estimates.metric_names import names_for, parse
from balancer.compiler.choice import AUTO, VARIABLE
from balancer.reporting.document.html import to_html
from balancer.reporting.page.play import play_section
from balancer.scenario import plan
from balancer.scenario.load import load
from balancer.simulation.backends.threads import threads
from balancer.simulation.jobs import PairJob
from balancer.simulation.runner import Runner
from balancer.simulation.stopping import FixedGames
from tests.reporting.test_browser import complaints

pytestmark = pytest.mark.browser

GAMES, LOOKS = 800, 5
CLOSE = 1e-9

ROOT = pathlib.Path(__file__).parents[3]

SETTINGS: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = {
    "oktoberfest": (
        {"lineup": ["careful"], "report": {"headline": ["ending_share.instant", "seat_spread", "rounds"]}},
        {"rules": {"win_threshold": 15}, "parts": {"Stein": {"value": 6}, "Pretzel": {"banked": 0}}},
        {"win_threshold": 15, "parts.Stein.value": 6, "parts.Pretzel.banked": 0},
    ),
    "black_death": (
        {"players": 4, "lineup": ["middler", "baiter", "reader", "even"], "report": {"margins": {"turns": 0.5}}},
        {"players": 4, "lineup": ["reader", "even"], "rules": {"order": "draw"}},
        {"order": "draw", "lineup": ["reader", "even"]},
    ),
    "first_orchard": (  # a plain file: all win together
        {"game": str(ROOT / "examples/public/first_orchard.py"), "players": 3},
        {"rules": {"steps": 7, "fruits": 3}},
        {"steps": 7, "fruits": 3},
    ),
    "twenty_one": (  # a plain file: each for points, against a bank
        {"game": str(ROOT / "tests/compiler/corpus/twenty_one.py"), "players": 3},
        {"rules": {"stands": 18}},
        {"stands": 18},
    ),
    "partners": (  # a plain file: a rule makes a third team
        {"game": str(ROOT / "tests/compiler/corpus/partners.py")},
        {"rules": {"teams": 3}},
        {"teams": 3},
    ),
    "shit_head": (
        {"lineup": ["low_first", "shrewd", "random"], "players": 3},
        {"rules": {"hand": 4, "four_burns": False, "fool": "none"}},
        {"hand": 4, "four_burns": False, "fool": "none"},
    ),
    "devils_tarok": (
        {"lineup": ["counter", "miser"]},
        {"rules": {"hand_size": 5, "trumps": "majors", "points_devil": 40}},
        {"hand_size": 5, "trumps": "majors", "points_devil": 40},
    ),
    "bartender": (
        {"lineup": ["careful", "schemer", "random"]},
        {"rules": {"hours": 5, "auction": "secret"}},
        {"hours": 5, "auction": "secret"},
    ),
    "biergarten": (
        {"lineup": ["tidy", "thief"], "players": 2},
        {"rules": {"end_at": 20, "rearrange": "swap"}},
        {"end_at": 20, "rearrange": "swap"},
    ),
    "festo": (
        {"lineup": ["chef", "wizard"]},
        {"rules": {"stock": 12, "take_all": False, "market_max": 6, "abilities": ["orc", "elf"]}},
        {"stock": 12, "take_all": False, "market_max": 6, "abilities": ["orc", "elf"]},
    ),
}
"""Game -> base, what a variant changes in it, and the same as a link says it."""

FIGURES = """
const shown = [...document.querySelectorAll("[data-figure]")];
return Object.fromEntries(shown.map((one) => [one.dataset.figure, JSON.parse(one.dataset.exact)]));
"""
DONE = """
const done = arguments[0];
const look = () => document.querySelector(".results h3") && !document.querySelector(".stale") &&
  document.querySelector(".state .copy").disabled ? done() : setTimeout(look, 5);
look();
"""


ROUTINE = ("black_death", "first_orchard")
OWN = ("first_orchard", "twenty_one", "partners")


@pytest.fixture(
    params=[pytest.param(name, marks=() if name in ROUTINE else pytest.mark.verify) for name in SETTINGS],
)
def asked(request, tmp_path, monkeypatch):
    """Return the scenario with the variant, and the link of the variant."""
    monkeypatch.setenv(VARIABLE, AUTO)
    base, variant, link = SETTINGS[request.param]
    file = tmp_path / "mine.yaml"
    text = {"game": request.param, "seed": 3, "games": GAMES, **base, "variants": {"changed": variant}}
    file.write_text(json.dumps(text), encoding="utf-8")
    words = {name: json.dumps(value) for name, value in link.items()}
    return load(str(file)), f"#play?{urlencode(words)}"


@pytest.fixture
def page(asked, browser, tmp_path):
    """Return the page of the variant, its games played."""
    scenario, link = asked
    path = tmp_path / "page.html"
    path.write_text(to_html(play_section.page(scenario, play_section.engine_of(scenario), "0.1.0")), encoding="utf-8")
    assert path.stat().st_size < 1_500_000
    browser.set_script_timeout(60)
    browser.get_log("browser")
    browser.get("about:blank")
    browser.get(path.as_uri() + link)
    browser.execute_async_script(DONE)
    return browser


def played(scenario):
    """Base and variant, played here: the pair as sweeps keep it."""
    cells = [plan.base_cell(scenario), plan.variant_cell(scenario, "changed")]
    with threads(1) as pool:
        (pair,) = Runner(pool, None).play(
            [PairJob.of("changed", cells[0], cells[1], scenario.report)], [FixedGames(GAMES)]
        )
    looked = {"wanted": None, "half_width": None, "looks": LOOKS, "reached": True}
    variant = dataclasses.replace(pair.variant, precision=looked)
    return dataclasses.replace(pair, variant=variant, precision=looked, pairs={**pair.pairs, "joint": {}})


def near(ours, theirs):
    """Return whether two numbers are the same, or both are missing."""
    return (ours is None and theirs is None) or math.isclose(ours, theirs, rel_tol=CLOSE, abs_tol=CLOSE)


def test_figures_are_those_of_the_games_played_here(page, asked):
    """Every value to the last digit, intervals, differences, verdicts of the headline; no request, no complaint."""
    scenario, _ = asked
    pair, shown = played(scenario), page.execute_script(FIGURES)
    assert len(shown) >= (6 if scenario.game.name in OWN else 10)
    offers = names_for(pair.variant)
    assert {f"win_rate.{team}" for team in pair.variant.teams} <= set(shown)
    for name, (here, _, _) in shown.items():
        ref = parse(offers, name)
        known = metrics.estimate(pair.variant, ref.metric, of=ref.of or None, stat=ref.stat or None)
        assert here[0] == known.value, name
        assert near(here[1], known.low), name
        assert near(here[2], known.high), name
    effects = {one.ref.name: one for one in main_effects(pair, scenario.report)}
    found = [name for name in effects if name in shown]
    assert found
    for name in found:
        one, (_, change, verdict) = effects[name], shown[name]
        assert near(change[0], one.value), name
        assert near(change[1], one.low), name
        assert near(change[2], one.high), name
        assert verdict == one.verdict, name
    assert (
        page.execute_script(
            "return performance.getEntriesByType('resource').filter((one) => !one.name.startsWith('blob:')).length"
        )
        == 0
    )
    assert complaints(page) == []


def test_a_knob_gives_figures_soon(page, asked):
    """Well within a second on the slowest machine."""
    scenario, _ = asked
    knob = next(iter(SETTINGS[scenario.game.name][2]))
    start = time.monotonic()
    page.execute_script(
        "const [id, value] = arguments, one = document.getElementById(id);"
        "one.value = value; one.dispatchEvent(new Event('change'))",
        f"play-{knob}",
        str(scenario.base.rules[knob]),
    )
    page.execute_async_script(DONE)
    assert time.monotonic() - start < 10
