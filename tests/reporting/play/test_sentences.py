"""The sentences above the figures: what a change did, by how much, and whether that is more than its margin."""

import json
import pathlib
import shutil
import subprocess

import pytest

from balancer.reporting.page import play

SCRIPTS = [pathlib.Path(play.__file__).with_name(name) for name in ("wording.js", "sentences.js")]
READER = """
const text = process.argv.slice(1).map((path) => require("fs").readFileSync(path, "utf8")).join("\\n");
const { sentences } = new Function(`${text}; return { sentences };`)();
const asked = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(asked.map((situation) => sentences.about(situation).join(" "))));
"""

SEATS = {
    "title": "win rate by seat",
    "unit": "share",
    "stat": "value",
    "labels": {"1": "seat 1 (starts)", "2": "seat 2", "3": "seat 3"},
    "phrases": {"": "the win rate of each seat", "1": "the win rate of seat 1 (starts)", "2": "the win rate of seat 2"},
}
SIDES = {
    "title": "win rate",
    "unit": "share",
    "stat": "value",
    "labels": {"table": "the table", "1": "team 1", "2": "team 2"},
    "phrases": {"": "the win rate of each team", "table": "the win rate of the table", "1": "the win rate of team 1"},
}
SCORES = {
    "title": "score",
    "unit": "points",
    "stat": "mean",
    "labels": {"1": "seat 1"},
    "phrases": {"": "the final score", "1": "the final score of seat 1"},
}
ROUNDS = {
    "title": "rounds",
    "unit": "rounds",
    "stat": "mean",
    "labels": {},
    "phrases": {"": "the length of a game"},
}
METRICS = {"seat_win_rate": SEATS, "win_rate": SIDES, "score": SCORES, "rounds": ROUNDS}


def figure(value, half):
    """Return a figure with a symmetric interval."""
    return {"value": value, "low": value - half, "high": value + half, "note": ""}


def row(name, here, there=None, change=None, verdict=None, margin=0.01, **more):
    """Return a figure as the panel assesses it; name: METRIC or METRIC.ITEM."""
    metric, _, item = name.partition(".")
    unit = METRICS[metric]["unit"]
    found = {"ref": {"metric": metric, "of": item, "stat": ""}, "metric": METRICS[metric], "here": figure(*here)}
    if there:
        changed = {**figure(*change), "unit": "difference" if unit == "share" else unit}
        found |= {"there": figure(*there), "change": changed, "verdict": verdict, "margin": margin, "fair": False}
    return {**found, **more}


def situation(*headline, seats=(), equal=1 / 3, one_loses=False, base=False):
    """Return what the sentences are about."""
    return {"headline": headline, "seats": seats, "equal": equal, "oneLoses": one_loses, "isBase": base}


MORE = row("win_rate.table", (0.912, 0.005), (0.96, 0.004), (-0.048, 0.005), "moved")
PERHAPS = row("score.1", (3.2, 0.1), (3.18, 0.1), (0.02, 0.015), "better")
SAME = row("rounds", (5.01, 0.02), (5.0, 0.02), (0.01, 0.02), "equivalent", 0.1)
OPEN = row("seat_win_rate.1", (0.34, 0.02), (0.33, 0.02), (0.01, 0.03), "undecided")
SEAT = row("seat_win_rate.1", (0.40, 0.01), (0.34, 0.01), (0.06, 0.01), "moved")

CASES = [
    (
        situation(SAME, MORE),
        "The win rate of the table falls from 96.00% to 91.20%: −4.80 ± 0.50 pp, more than the margin of 1 pp.",
    ),
    (
        situation(PERHAPS),
        (
            "The final score of seat 1 rises from 3.18 to 3.20 points: +0.020 ± 0.015 points (better); "
            "too few games to tell whether that is more than the margin of 0.01 points."
        ),
    ),
    (
        situation(PERHAPS, MORE),  # what is more than its margin comes first
        "The win rate of the table falls from 96.00% to 91.20%: −4.80 ± 0.50 pp, more than the margin of 1 pp.",
    ),
    ({**situation(SAME), "alike": 2000, "games": 2000}, "All 2 000 games are the same as in the base, move by move."),
    (situation(SAME), "No headline figure changes by more than its margin."),
    (
        situation(SAME, OPEN),
        (
            "No headline figure clearly changes: too few games to tell whether the win rate of seat 1 (starts) changes "
            "by more than the margin of 1 pp, +1.0 ± 3.0 pp so far."
        ),
    ),
    (
        situation(SAME, seats=[SEAT]),
        (
            "No headline figure changes by more than its margin. Seat 1 (starts) is ahead: it wins 40.0% ± 1.0 pp "
            "of the games (+6.0 ± 1.0 pp), an equal share is 33.3%."
        ),
    ),
    (
        situation(SEAT, seats=[SEAT], one_loses=True),
        (
            "The win rate of seat 1 (starts) rises from 34.0% to 40.0%: +6.0 ± 1.0 pp, more than the margin of 1 pp. "
            "Seat 1 (starts) is behind: an equal share is 33.3%."
        ),
    ),
    (situation(base=True, seats=[row("seat_win_rate.2", (0.34, 0.02))]), "No seat is clearly ahead."),
    (
        situation(base=True, seats=[row("seat_win_rate.2", (0.3, 0.02))]),
        "Seat 2 is behind: it wins 30.0% ± 2.0 pp of the games, an equal share is 33.3%.",
    ),
    (
        situation(row("win_rate.1", (0.55, 0.02)), row("win_rate.2", (0.45, 0.02)), base=True),
        "The win rate of each team: team 1 55.0% ± 2.0 pp, team 2 45.0% ± 2.0 pp.",
    ),
    (situation(row("rounds", (1, 0)), base=True), "The length of a game is 1 round."),
    (situation(row("rounds", (5, 0)), base=True), "The length of a game is 5 rounds."),
    (  # a persona that the base does not have
        situation(row("win_rate.table", (0.9, 0.01))),
        "The win rate of the table is 90.0% ± 1.0 pp.",
    ),
]


def test_a_change_is_said_with_its_size_and_margin():
    """Of seats, sides and points; what is not clear is said to be so."""
    program = shutil.which("node")
    if not program:
        pytest.skip("no node is installed: the sentences of pages were not read")
    asked = json.dumps([asked for asked, _ in CASES])
    done = subprocess.run(
        [program, "-e", READER, *map(str, SCRIPTS)], input=asked, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [text for _, text in CASES]
