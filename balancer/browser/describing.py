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

from balancer.browser.preparing import Preparation
from balancer.browser.table_memory import BlockMemory, RecordMemory, TableMemory
from balancer.compiler.lowering import LoweredGame
from balancer.core.cache import kernel_cache, sources
from balancer.core.component_table import NAME
from balancer.core.declarations import SEATINGS
from balancer.core.dice import MAX_SEATS
from balancer.core.game import Game, Parts, Persona
from balancer.core.knobs import Choice, Flag, Knob, Number, Numbers, Several, TableKnob
from balancer.core.part_sets import part_words
from balancer.core.result_row import CREDIT, LARGEST, RESULT
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
from balancer.plain.lane import PlainGame
from balancer.scenario import plan
from balancer.scenario.resolved import Scenario
from balancer.scenario.setting import Setting
from balancer.simulation.jobs import CellJob

KINDS = {Number: "number", Choice: "choice", Flag: "flag", Numbers: "numbers", Several: "several", TableKnob: "table"}

# modules that try out the rules
TABULATORS = ("balancer.browser.preparing", "balancer.browser.inputs", "balancer.browser.table_memory")

# stands for the name of the persona with this number in the line-up, in names of sums
PLACE_OF_PERSONA = "#{}"


def description_of(scenario: Scenario, step: Any = contextlib.nullcontext) -> dict[str, Any]:
    """Return all that the engine and its panel need of the game and base setting; step: `browser.Step`."""
    job = CellJob.of(plan.base_cell(scenario))
    game, base = job.game, scenario.base
    personas = [persona for persona in base.personas.values() if not persona.search]
    memory = memory_of(game, base, job.parts, personas)
    parts = components(job, scenario)
    return {
        "game": game.name,
        "title": game.title,
        "players": {
            "least": game.least_players,
            "most": game.most_players,
            "step": game.player_step,
            "words": game.player_words,
        },
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
        "layout": {**memory.layout, **layout(game.row_layout(job.parts))},
        "preparation": preparation(job, scenario, memory, parts, step),
        "tally": tally_layout(game, len(personas), list(job.parts.names)),
        "table": base64.b64encode(memory.content(base.rules, base.players, job.parts)).decode(),
    }


def lowered_of(scenario: Scenario) -> tuple[LoweredGame, int]:
    """Return a plain file's game as flat code, and the number of words of its sets of parts.  NotCompilable."""
    job, base = CellJob.of(plan.base_cell(scenario)), scenario.base
    personas = [persona for persona in base.personas.values() if not persona.search]
    game: Any = job.game
    table = game.lay_table(base.rules, base.players, job.parts, personas)
    return game.portable(table), part_words(len(job.parts.names))


def memory_of(game: Game, base: Setting, parts: Parts, personas: list[Persona]) -> TableMemory:
    """Return the memory that holds a setting for the rules of a game.  NotCompilable: a plain file's rules."""
    if not isinstance(game, PlainGame):
        return RecordMemory(game, personas)
    table = game.lay_table(base.rules, base.players, parts, personas)
    return BlockMemory(game.portable(table), personas, parts)


def preparation(job: CellJob, scenario: Scenario, memory: TableMemory, parts: Any, step: Any) -> dict[str, Any]:
    """Return the lookup tables of `preparing`; they are stored next to compiled rules, under all that decides them."""
    game, base = job.game, scenario.base
    if game.is_plain:  # nothing is derived from its rules, so that to try them out is quick
        return Preparation(game, base, job.parts, memory).to_dict()
    personas = [persona for persona in base.personas.values() if not persona.search]
    decides = [game.sources, sources.of_modules(*TABULATORS), base.players, base.rules, personas, parts]
    name = hashlib.sha256(repr(decides).encode()).hexdigest()[:32]
    path = kernel_cache.kernel_folder() / f"{kernel_cache.PAGE}{game.name}-{name}.json"
    text = kernel_cache.read(path)
    if text is None:
        with step(f"trying out the rules of {game.title}: some seconds, once"):
            text = json.dumps(Preparation(game, base, job.parts, memory).to_dict()).encode()
        kernel_cache.write(path, text)
    tables: dict[str, Any] = json.loads(text)
    return tables


# What a panel shows ---------------------------------------------------------------------------------------------------
def knob_dict(knob: Knob) -> dict[str, Any]:
    """Return a knob: its kind, and all that it declares."""
    only = {"only": list(knob.only)} if isinstance(knob, Number) else {}
    return {"kind": KINDS[type(knob)], "allowed": knob.allowed, **dataclasses.asdict(knob), **only}


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
def layout(rows: Any) -> dict[str, Any]:
    """Return the sizes of what the engine gives the rules, in bytes; rows: the layout of RESULT rows."""
    return {
        "most_lineup": MAX_LINEUP,
        "most_seats": MAX_SEATS,
        "seatings": list(SEATINGS),
        "row": rows.itemsize,
        "row_fields": {name: RESULT.fields[name][1] for name in ("winners", "ending", "score", "side")},
    }


def tally_layout(game: Game, personas: int, parts: list[str]) -> dict[str, Any]:
    """Return the layout of a TALLY for the most players; PLACE_OF_PERSONA stands for the personas' names."""
    names = [PLACE_OF_PERSONA.format(k) for k in range(personas)]
    tally = Tally(game, game.most_players, names, parts)
    nodes, extras = len(game.nodes), len(game.extras)
    figures = {n: figures_of(nodes, extras, n) for n in game.player_counts}
    return {
        "bytes": tally_record(part_words(len(parts) if game.is_plain else game.most_parts)).itemsize,
        "places": [
            [list(place.path), np.asarray(place.words).tolist(), list(place.names), np.asarray(place.per).tolist()]
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
