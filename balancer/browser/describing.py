"""Description of a game for the engine in the browser: names, knobs and memory layout, as plain values for JSON.

Sums are described by the declaration that Python uses (`Tally.places`): each has the numbers of its words.
"""

from __future__ import annotations

import base64
import contextlib
import dataclasses
import hashlib
import json
from typing import Any

import numpy as np

from balancer.browser.preparing import Preparation, without_derived
from balancer.core.cache import kernel_cache, sources
from balancer.core.component_table import NAME
from balancer.core.declarations import SEATINGS
from balancer.core.dice import MAX_SEATS
from balancer.core.game import NO_PARTS, Game, Persona
from balancer.core.knobs import Choice, Flag, Knob, Number, Numbers, Several, TableKnob
from balancer.core.part_sets import part_words
from balancer.core.result_row import CREDIT, LARGEST, RESULT
from balancer.core.rule_errors import NOT_BEGUN
from balancer.core.table import MAX_LINEUP, UNDEFINED, UNFINISHED
from balancer.core.tallies.layout import (
    BINS,
    H_MARGIN,
    H_WINNER_SCORE,
    N_HISTOGRAMS,
    WORDS,
    figures_of,
    tally_record,
)
from balancer.core.tallies.reduction import SLOTS
from balancer.core.tallies.tally import Tally
from balancer.scenario import plan
from balancer.scenario.resolved import Scenario
from balancer.simulation.jobs import CellJob

KINDS = {Number: "number", Choice: "choice", Flag: "flag", Numbers: "numbers", Several: "several", TableKnob: "table"}

TABULATORS = ("balancer.browser.preparing", "balancer.browser.inputs")  # modules that try out the rules

# stands for the name of the persona with this number in the line-up, in names of sums
PLACE_OF_PERSONA = "#{}"


def description_of(scenario: Scenario, step: Any = contextlib.nullcontext) -> dict[str, Any]:
    """Return all that the engine and its panel need of the game and base setting; step: `browser.Step`."""
    job = CellJob.of(plan.base_cell(scenario))
    game, base = job.game, scenario.base
    personas = [persona for persona in base.personas.values() if not persona.search]
    table = game.lay_table(base.rules, base.players, job.parts, personas)
    table.game_number = NOT_BEGUN
    parts = components(job, scenario)
    return {
        "game": game.name,
        "title": game.title,
        "players": {"least": game.least_players, "most": game.most_players, "usual": game.usual_players},
        "base": {
            "rules": {knob.name: base.rules[knob.name] for knob in game.knobs},
            "parts": {f"{name}.{column}": value for (_, name, column), value in base.figures.items()},
            "players": base.players,
            "lineup": list(base.lineup),
            "seating": base.seating,
            "seed": scenario.seed,
        },
        "knobs": [knob_dict(knob) for knob in game.knobs],
        "personas": [persona_dict(persona) for persona in personas],
        "components": parts,
        "endings": game.ending_phrases,
        "score_meaning": game.score_words,
        "score_order": game.score_order,
        "parts": list(job.parts.names),
        "layout": layout(game),
        "preparation": preparation(job, scenario, personas, parts, step),
        "tally": tally_layout(game, len(personas), list(job.parts.names)),
        "table": base64.b64encode(without_derived(game, table)).decode(),
    }


def preparation(job: CellJob, scenario: Scenario, personas: list[Persona], parts: Any, step: Any) -> dict[str, Any]:
    """Return the lookup tables of `preparing`; they are stored next to compiled rules, under all that decides them."""
    game, base = job.game, scenario.base
    decides = [game.sources, sources.of_modules(*TABULATORS), base.players, base.rules, personas, parts]
    name = hashlib.sha256(repr(decides).encode()).hexdigest()[:32]
    path = kernel_cache.kernel_folder() / f"{kernel_cache.PAGE}{game.name}-{name}.json"
    text = kernel_cache.read(path)
    if text is None:
        with step(f"trying out the rules of {game.title}: some seconds, once"):
            text = json.dumps(Preparation(game, base, job.parts, personas).to_dict()).encode()
        kernel_cache.write(path, text)
    tables: dict[str, Any] = json.loads(text)
    return tables


# What a panel shows ---------------------------------------------------------------------------------------------------
def knob_dict(knob: Knob) -> dict[str, Any]:
    """Return a knob: its kind, and all that it declares."""
    return {"kind": KINDS[type(knob)], "allowed": knob.allowed, **dataclasses.asdict(knob)}


def persona_dict(persona: Persona) -> dict[str, Any]:
    """Return what a page shows of a persona in the line-up."""
    return {
        "name": persona.name,
        "claim": persona.claim,
        "at_random": persona.at_random,
        "mistakes": persona.mistakes,
    }


def components(job: CellJob, scenario: Scenario) -> list[dict[str, Any]]:
    """Return the component tables, row by row, with the scenario's own figures."""
    tables = []
    for knob, table in job.game.components.items():
        path = scenario.base.table_files.get(knob) or job.game.own_table(knob)
        changes = tuple((n, c, value) for (k, n, c), value in scenario.base.figures.items() if k == knob)
        rows = [{**row, NAME: table.called(row)} for _, row in table.lines(path, changes)]
        tables.append({"knob": knob, "columns": [dataclasses.asdict(column) for column in table.columns], "rows": rows})
    return tables


# What the engine needs ------------------------------------------------------------------------------------------------
def layout(game: Game) -> dict[str, Any]:
    """Return the offsets of what the engine writes into a table, and the sizes of what it gives the rules, in bytes."""
    table: Any = game.table  # numpy's type says less than is used here
    rules, persona = table["rules"], table["lineup"].subdtype[0]
    seating, seating_at = table.fields["seating"]
    knobs = [knob for knob in game.knobs if not isinstance(knob, TableKnob)]
    at = table.fields["rules"][1]
    return {
        **{name: table.fields[name][1] for name in ("seats", "lineup", "game_number")},
        **{name: seating_at + seating.fields[name][1] for name in ("kind", "places", "n_places")},
        "table": table.itemsize,
        "rules": {knob.name: at + rules.fields[knob.name][1] for knob in knobs},
        "persona": persona.itemsize,
        "mistakes": persona.fields["mistakes"][1],
        "most_lineup": MAX_LINEUP,
        "most_seats": MAX_SEATS,
        "seatings": list(SEATINGS),
        "row": game.row_layout(NO_PARTS).itemsize,
        "row_fields": {name: RESULT.fields[name][1] for name in ("winners", "ending", "score", "game_number")},
    }


def tally_layout(game: Game, personas: int, parts: list[str]) -> dict[str, Any]:
    """Return the layout of a TALLY for the most players; PLACE_OF_PERSONA stands for the personas' names."""
    names = [PLACE_OF_PERSONA.format(k) for k in range(personas)]
    tally = Tally(game, game.most_players, names, parts)
    nodes, extras = len(game.nodes), len(game.extras)
    figures = {n: figures_of(nodes, extras, n) for n in game.player_counts}
    return {
        "bytes": tally_record(part_words(game.most_parts)).itemsize,
        "places": [
            [list(place.path), np.asarray(place.words).tolist(), list(place.names), int(place.per)]
            for place in tally.places()
        ],
        "units": {name: unit for name, unit, _ in tally.moment_places()},
        "figures": {n: [lines.tolist() for lines in columns] for n, columns in figures.items()},
        "histograms": [list(binned) for binned in tally.binned],
        "bins": BINS,
        "slots": SLOTS,
        "n_histograms": N_HISTOGRAMS,
        "margin": H_MARGIN,
        "winner_score": H_WINNER_SCORE,
        "parts": len(parts),
        "undefined": UNDEFINED,
        "unfinished": UNFINISHED,
        "credit_unit": CREDIT,
        "credit": WORDS["credit"].tolist(),
        "largest": LARGEST,
    }
