"""The page's figures are those of `balancer.analysis`: value by value on thousands of made-up tallies, by node."""

import dataclasses
import json
import math
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from balancer.analysis.comparisons.differences import difference
from balancer.analysis.estimates import metrics
from balancer.analysis.estimates.catalogue import CATALOGUE
from balancer.analysis.estimates.metric_names import Offer
from balancer.checks.deciding import looks
from balancer.reporting.page import play
from balancer.reporting.page.play.panel_data import metric_of
from balancer.sides import BANK, DECLARED
from tests.analysis.paired import copying
from tests.analysis.worlds import UNIT, Games

SCRIPTS = [Path(play.__file__).with_name(name) for name in ("special.js", "intervals.js", "figures.js")]
READER = Path(__file__).with_name("figures_of.js")

WORLDS = 100
CLOSE = 1e-9
"""Of the ends of intervals; values are the same to the last digit."""

FIGURES = [
    ("seat_win_rate", "1", ""),
    ("player_win_rate", "", ""),
    ("seat_advantage", "2", ""),
    ("seat_spread", "", ""),
    ("balance", "", ""),
    ("first_player_fairness", "", ""),
    ("persona_win_rate", "calm", ""),
    ("persona_lift", "bully", ""),
    ("part_lift", "Stein", ""),
    ("rounds", "", ""),
    ("rounds", "", "p90"),
    ("turns", "", "median"),
    ("minutes", "", ""),
    ("branching", "", ""),
    ("forced_share", "", ""),
    ("node_decisions", "take", ""),
    ("node_options", "take", ""),
    ("ending_share", "unfinished", ""),
    ("score", "1", ""),
    ("comeback_rate", "", ""),
    ("runaway_index", "50", ""),
    ("starter_win_rate", "", ""),
    ("starter_advantage", "", ""),
    ("tie_rate", "", ""),
]
APART = ("ending_share", "tie_rate", "comeback_rate", "runaway_index")
"""Made-up pairs have no endings and no leaders; differences of quantiles ignore the pairing."""
PACE = 12.0


LOOKS = """
const text = process.argv.slice(1).map((path) => require("fs").readFileSync(path, "utf8")).join("\\n");
const { intervals } = new Function(`${text}; return { intervals };`)();
console.log(JSON.stringify([1, 3, 999, 2000, 3200, 20000, 77777].map((games) => {
  const looks = intervals.looks(games);
  return [games, looks, looks.map((_, k) => intervals.spent(games, k + 1))];
})));
"""


def test_looks_spend_the_error_once():
    """All looks together spend no more than the error; those that Python has, too, what Python's spend."""
    program = shutil.which("node")
    if not program:
        pytest.skip("no node is installed: the page's looks were not held against Python's")
    done = subprocess.run([program, "-e", LOOKS, *map(str, SCRIPTS)], capture_output=True, text=True, check=True)
    for games, found, spent in json.loads(done.stdout):
        usual = looks(games, games)
        early = len(found) - len(usual)
        assert found[early:] == usual
        assert all(50 <= look < usual[0] for look in found[:early])
        assert spent[early:] == pytest.approx([1 / (k * (k + 1)) for k in range(1, len(usual) + 1)])
        assert sum(spent) == pytest.approx(1) if early else sum(spent) < 1
        assert early == {3200: 1, 20_000: 2, 77_777: 2}.get(games, 0)


@pytest.fixture(scope="module")
def node():
    """Run node: (metrics, questions) -> answers."""
    program = shutil.which("node")
    if not program:
        pytest.skip("no node is installed: the page's figures were not held against Python's")

    def ask(questions):
        known = {metric.name: metric_of(Offer(metric, metric.meaning)) for metric in CATALOGUE.values()}
        text = json.dumps({"metrics": known, "questions": questions})
        done = subprocess.run([program, READER, *SCRIPTS], input=text, text=True, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return ask


def world(rng, players, one_loses):
    """Return a world of random chances, lengths and ratios."""
    chances = rng.dirichlet(np.full(players, rng.choice([0.2, 3.0, 50.0])))
    ties, length, rare = rng.choice([0, 0.2]), rng.integers(1, 40), rng.choice([0, 0.01, 0.3])
    cut_off, often_alike = rng.choice([0, 0.03, 0.5]), rng.random() < 0.5

    def draw(rng, games):
        won = np.eye(players, dtype=np.int64)[rng.choice(players, games, p=chances)]
        tied = rng.random(games) < ties
        won[tied] = 1
        if one_loses:
            won = 1 - won
        ended = rng.random(games) >= cut_off
        won *= ended[:, None]
        credit = won * UNIT // np.maximum(1, won.sum(axis=1, keepdims=True))
        rounds = np.where(rng.random(games) < rare, 1, length + rng.integers(0, 4, games))
        decisions = rounds * players + rng.integers(0, 3, games)
        options = decisions + rng.binomial(decisions, 0.4)
        bullies = np.ones(games, np.int64) if often_alike else rng.integers(0, players + 1, games)
        all_won = credit.any(axis=1) * UNIT
        mine = np.minimum(all_won, bullies * UNIT // players)
        begun = credit[np.arange(games), rng.integers(0, players, games)]
        ratios = {
            "starter": (begun, np.ones(games, np.int64)),
            "persona.bully": (mine, bullies),
            "persona.calm": (all_won - mine, players - bullies),
            "part.Stein": (mine, bullies),
            "branching": (options, decisions),
            "forced_share": (rng.binomial(decisions, rng.choice([0, 0.5, 1])), decisions),
            "node.take": (options, decisions),
        }
        values = {"rounds": rounds, "turns": rounds * players, "decisions": decisions}
        scores = rng.integers(-5, 60, (games, players))
        comebacks = (rng.random(games) < rare).astype(np.int64)
        return Games(credit, ratios, values, scores, comebacks, one_loses)

    return draw


def cell(result):
    """Return a cell as figures.js reads it."""
    return {
        "players": result.players,
        "personas": list(result.personas),
        "oneLoses": result.one_loses,
        "pace": PACE,
        "tally": result.tally,
    }


def begun_and_led(rng, side):
    """Return a cell whose rules say who begins; at each quarter somebody led in some games, and won some of these."""
    lead = side.tally["lead"]
    lead["led"] = [int(rng.integers(0, lead["games"] + 1)) for _ in lead["led"]]
    lead["runaway"] = [int(rng.integers(0, led + 1)) for led in lead["led"]]
    return dataclasses.replace(side, starter=DECLARED)


def pairs():
    """Made-up pairs of cells, a fixed number of them."""
    rng = np.random.default_rng(20261123)
    for number in range(WORLDS):
        players, one_loses = int(rng.integers(2, 8)), bool(rng.random() < 0.3)
        both = [world(rng, players, one_loses) for _ in range(2)]
        made = copying(both[0], both[1], float(rng.choice([0.0, 0.7, 1.0])))(rng, int(10 ** rng.uniform(0.5, 3.6)))
        made.pairs["joint"].clear()  # pairs of values are not counted in a page, nor in a sweep
        sides = {name: begun_and_led(rng, getattr(made, name)) for name in ("base", "variant")}
        if number % 5 == 0:  # each seat by itself against a bank
            sides = {name: dataclasses.replace(side, sides=BANK) for name, side in sides.items()}
        made = dataclasses.replace(made, **sides)
        confidence = float(rng.choice([0.95, 0.99, 0.9975]))
        yield made, confidence


def finite(value):
    """Return a value that JSON has."""
    return None if value is None or not math.isfinite(value) else float(value)


def same(ours, theirs, digits):
    """Return whether two numbers are the same, or both are missing."""
    return (ours is None and theirs is None) or (
        None not in (ours, theirs) and math.isclose(ours, theirs, rel_tol=digits, abs_tol=digits)
    )


def test_figures_of_settings_are_those_of_python(node):
    """Values to the last digit, intervals to nine, whatever is rare, tied or undefined."""
    questions, wanted = [], []
    for pair, confidence in pairs():
        side = pair.variant
        for metric, of, stat in FIGURES:
            known = metrics.estimate(
                side, metric, of=of or None, stat=stat or None, confidence=confidence, seconds_per_decision=PACE
            )
            if known.note.startswith("not assessed"):
                continue  # the panel is given the reason instead
            family = len(metrics.find_metric(metrics.names_for(side), metric).of) if of else 1
            questions.append([cell(side), metric, of, stat, confidence, max(1, family)])
            wanted.append([known.value, known.low, known.high])
    check(questions, wanted, node(questions))


def test_differences_over_pairs_are_those_of_python(node):
    """The same of differences, from the sums that sweeps keep."""
    questions, wanted = [], []
    for pair, confidence in pairs():
        sides = {"base": cell(pair.base), "variant": cell(pair.variant), "link": pair.pairs}
        for metric, of, stat in FIGURES:
            if stat or metric in APART:
                continue
            known = difference(pair, metric, of=of or None, confidence=confidence, family=3, seconds_per_decision=PACE)
            if known.base.note.startswith("not assessed"):
                continue
            questions.append([sides, metric, of, stat, confidence, 3])
            wanted.append([known.value, known.low, known.high])
    check(questions, wanted, node(questions))


def check(questions, wanted, found):
    """Compare every answer with Python's."""
    wrong = [
        (question[1:], question[0].get("link", {}).get("games"), ours, theirs)
        for question, ours, theirs in zip(questions, wanted, found, strict=True)
        if not all(same(finite(a), b, CLOSE) for a, b in zip(ours, theirs[:3], strict=True))
    ]
    assert wrong == [], f"{len(wrong)} of {len(questions)}"
    exact = [a[0] == b[0] for a, b in zip(wanted, found, strict=True) if a[0] is not None]
    assert len(exact) > WORLDS * 10
    assert sum(exact) / len(exact) > 0.999
