"""Whatever a page plays, its sums are those of Python: every whole number of both sides and of what connects them."""

import dataclasses
import json
import random
from typing import Any

import pytest

from balancer.browser import inputs
from balancer.core.text_table import TableError
from balancer.scenario import plan
from balancer.scenario.load import load
from balancer.simulation.backends.threads import threads
from balancer.simulation.jobs import CellJob, LinkJob
from balancer.simulation.runner import Runner
from balancer.simulation.stopping import FixedGames

pytestmark = pytest.mark.browser

GAMES = 200
DRAWN = 14
"""Settings of a game at random, beside those that are named."""

NAMED = {
    "black_death": [
        {"rules": {"order": "draw"}},
        {"players": 6, "lineup": ["random"]},
        {"players": 5, "lineup": ["even", "middler", "edger"]},
        {"players": 4, "lineup": ["even", "middler", "edger", "edger", "random"], "seating": "in_order"},
    ],
    "shit_head": [{"rules": {"fool": "none", "four_burns": False}}, {"players": 2, "mistakes": 200}],
    "devils_tarok": [{"rules": {"points_devil": 40, "max_rounds": 2}}, {"lineup": ["random"]}],
    "bartender": [{"rules": {"redraft": True}}, {"lineup": ["random"], "players": 3}],
    "oktoberfest": [{"rules": {"win_threshold": 15, "piles": 2}}, {"lineup": ["random", "careful"], "mistakes": 70}],
    "biergarten": [{"rules": {"end_at": 20}}, {"lineup": ["random"]}],
    "festo": [{"rules": {"events": False}}, {"rules": {"dice": 1, "salt": 2}, "players": 3}],
}
"""Game -> settings that have to be played, whatever is drawn."""

OWN: dict[str, dict[str, Any]] = {
    "oktoberfest": {"parts": {"Stein": {"value": 6}}, "personas": {"mine": {"base": "racer", "mistakes": 30}}},
    "bartender": {"rules": {"hours": 5}},
    "festo": {"lineup": ["random", "planner"]},
}
"""Game -> the base, where it is not the game as printed."""

EVERY = [pytest.param(name, marks=() if name == "black_death" else pytest.mark.verify) for name in NAMED]


def drawn(scenario, dice):
    """Return a setting of a page: other players, a line-up, some knobs, mistakes, dice."""
    base, game = scenario.base, scenario.game
    every = [one for one in inputs.inputs_of(game, base) if one.kind != "players"]
    chosen = dice.sample(every, min(dice.choice((0, 1, 1, 2, 3, 5)), len(every)))
    _, rules, figures = inputs.changed(base, {one: dice.choice(one.values) for one in chosen})
    rules["max_rounds"] = base.rules["max_rounds"]
    players = dice.randint(game.least_players, game.most_players)
    names = [name for name, persona in base.personas.items() if not persona.search]
    lineup = dice.choice((base.lineup, [dice.choice(names)], dice.choices(names, k=players), ["random"]))
    return {
        "rules": rules,
        "parts": {f"{name}.{column}": value for (_, name, column), value in figures.items()},
        "players": players,
        "lineup": list(lineup),
        "seating": dice.choice(("rotate", "rotate", "in_order", "fixed")),
        "mistakes": dice.choice((None, None, 0, 50)),
        "seed": dice.choice((1, 987_654_321)),
    }


def asked(scenario, setting):
    """Return a setting as the engine is asked for it, beside the base."""
    base = scenario.base
    rest = {"seating": base.seating, "lineup": list(base.lineup), "seed": scenario.seed, "players": base.players}
    whole = {**rest, "rules": {}, "parts": {}, "mistakes": None, **setting}
    return {**whole, "games": GAMES, "looks": [GAMES // 4, GAMES], "base": {"rules": {}}}


def cell(scenario, setting):
    """Return the same setting, to be played here."""
    base = scenario.base
    mistakes = setting["mistakes"]
    personas = {
        name: one if mistakes is None or one.at_random else dataclasses.replace(one, mistakes=mistakes)
        for name, one in base.personas.items()
    }
    own = {name: setting[name] for name in ("players", "seating")}
    rules = {**base.rules, **setting["rules"]}
    tables = {figure.name: figure.knob for figure in inputs.figures_of(scenario.game, base)}
    figures = {(tables[name], *name.rsplit(".", 1)): value for name, value in setting["parts"].items()}
    made = dataclasses.replace(
        base,
        **own,
        lineup=tuple(setting["lineup"]),
        rules=rules,
        personas=personas,
        figures={**base.figures, **figures},
    )
    return plan.base_cell(dataclasses.replace(scenario, base=made, seed=setting["seed"]))


def played(scenario, setting):
    """Return the sums of a setting, of the base and of what connects them, played here; as JSON has them."""
    base = plan.base_cell(dataclasses.replace(scenario, seed=setting["seed"]))
    sides = [CellJob.of(base), CellJob.of(cell(scenario, setting))]
    with threads(1) as pool:
        first, second, link = Runner(pool, None).play(sides, FixedGames(GAMES), links=[LinkJob("changed", *sides)])
    return json.loads(json.dumps({"base": first.tally, "tally": second.tally, "pairs": link.pairs}))


def problems(scenario, setting):
    """Return what Python refuses of a setting."""
    try:
        made = CellJob.of(cell(scenario, setting))
    except TableError as error:
        return [mistake.message for mistake in error.mistakes]
    return scenario.game.problems(made.cell.rules, made.cell.players, made.parts)


def differences(ours, theirs, where=""):
    """Return the places at which two records differ."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return [
            place
            for key in sorted({*ours, *theirs})
            for place in differences(ours.get(key), theirs.get(key), f"{where}.{key}")
        ]
    return [] if ours == theirs else [f"{where}: {ours} here, {theirs} there"]


@pytest.mark.parametrize("name", EVERY)
def test_sums_are_those_of_python(name, opened, tmp_path):
    """Several settings of a game in one browser; what is refused is refused by Python, or named as not tabulated."""
    file = tmp_path / "mine.yaml"
    file.write_text(json.dumps({"version": 1, "game": name, "seed": 5, **OWN.get(name, {})}), encoding="utf-8")
    scenario = load(str(file))
    dice = random.Random(f"{name} 31")
    settings = [asked(scenario, one) for one in (*NAMED[name], *(drawn(scenario, dice) for _ in range(DRAWN)))]
    answers = opened(scenario)(settings)
    compared = 0
    for setting, answer in zip(settings, answers, strict=True):
        if "refusal" in answer:
            if problems(scenario, setting):
                continue
            assert "can't be" in answer["refusal"], (setting, answer)
            continue
        assert not answer.get("error"), (setting, answer["error"])
        wanted = played(scenario, setting)
        found = {key: answer[key] for key in wanted}
        assert differences(wanted, found) == [], setting
        compared += 1
    assert compared >= len(NAMED[name]) + DRAWN // 3
