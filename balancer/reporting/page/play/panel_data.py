"""The data of the panel in addition to the engine: figures with their words, checks, margins, the base setting."""

from __future__ import annotations

import dataclasses
import pathlib
from collections.abc import Iterable, Mapping
from typing import Any

from balancer.analysis.comparisons.comparison import FAIR_OF
from balancer.analysis.estimates import metric as lines
from balancer.analysis.estimates.metric_names import Offer, UnknownNameError, names_for, parse, usual_headline
from balancer.analysis.figure_ref import FigureRef
from balancer.core.dice import MAX_SEATS
from balancer.core.game import Game, Persona
from balancer.reporting import phrases
from balancer.scenario.check_spec import described
from balancer.scenario.question import Check, plain
from balancer.scenario.resolved import Scenario
from balancer.scenario.setting import figures_dict, thinker_dict
from balancer.sides import TEAMS

GAMES = 20_000  # games that a page plays of a setting, unless the scenario sets a maximum

ALWAYS = ("seat_win_rate", "persona_win_rate", "ending_share", "rounds", "turns", "decisions")
WHERE_ONE_LOSES = ("seat_loss_rate", "persona_loss_rate", *ALWAYS[2:])  # figures of every game, below the headline

LINES = {  # the lines from quantities to metrics, as figures.js calls them
    lines.ITSELF: "itself",
    lines.ABOVE_FAIR: "above fair",
    lines.FROM_FAIR_TO_ONE: "from fair to one",
    lines.COMPLEMENT: "complement",
    lines.LOSSES: "losses",
    lines.MINUTES: "minutes",
}


def data_of(scenario: Scenario) -> dict[str, Any]:
    """Return all that panel.js reads in addition to the description of the engine, as plain values."""
    game, report = scenario.game, scenario.report
    base = scenario.base
    # All seats, teams and personas that the game may have: the page may set any of them.
    scope = described(game, game.most_players, [*base.personas], game.read_parts().names)
    teams = tuple(map(str, range(MAX_SEATS))) if game.sides == TEAMS else scope.teams
    offers = names_for(dataclasses.replace(scope, teams=teams))
    usual = usual_headline(base.lineup, base.players, one_loses=game.one_loses, sides=game.sides, aim=base.aim)
    headline = [*report.headline] or usual
    shown = list(WHERE_ONE_LOSES if game.one_loses else ALWAYS)
    judged = [check for check in scenario.checks if not check.left_out]
    main = [*headline, FigureRef(shown[0]), *_named(offers, [*report.better, *report.margins])]
    names = [*(ref.metric for ref in main), *shown, *(check.figure.metric for check in judged)]
    return {
        **_command(scenario),
        "header": header_of(scenario),
        "game_file": pathlib.PurePath(game.target).name if game.is_plain else "",
        "games": min(scenario.games or GAMES, GAMES),
        "seed": scenario.seed,
        "confidence": report.confidence,
        "pace": report.seconds_per_decision,
        "one_loses": game.one_loses,
        "sides": game.sides,
        "aim": base.aim,
        "base": base_of(scenario),
        "at_random": [name for name, persona in scenario.base.personas.items() if persona.at_random],
        "headline": [
            # the subject of sentences, where the statistic is not the metric's usual one
            ref.to_json()
            | ({"phrase": phrases.phrase(offers[ref.metric], ref, one_loses=game.one_loses)} if ref.stat else {})
            for ref in headline
        ],
        "main": [ref.to_json() for ref in dict.fromkeys(main)],
        "shown": shown,
        "better": dict(report.better),
        "margins": dict(report.margins),
        "metrics": {name: metric_of(offers[name], one_loses=game.one_loses) for name in dict.fromkeys(names)},
        "fair": {name: metric_of(offers[other], one_loses=game.one_loses) for name, other in FAIR_OF.items()},
        "checks": [_check(check) for check in judged],
        "left_out": [
            f"{check.name or check.figure.name}: {check.left_out}" for check in scenario.checks if check.left_out
        ],
    }


def base_of(scenario: Scenario) -> dict[str, Any]:
    """Return the base setting, as the engine plays it."""
    base = scenario.base
    parts = figures_dict(base.figures)
    return {
        "rules": plain(base.rules),
        "parts": {f"{name}.{column}": value for name, figures in parts.items() for column, value in figures.items()},
        "players": base.players,
        "lineup": list(base.lineup),
        "seating": base.seating,
        "mistakes": None,
    }


def _printed(game: Game) -> dict[str, Any]:
    """Return the setting of `balancer run GAME`."""
    return {
        "rules": plain(game.defaults),
        "parts": {},
        "players": game.usual_players,
        "lineup": list(game.lineup),
        "seating": "rotate",
        "mistakes": None,
    }


def _command(scenario: Scenario) -> dict[str, Any]:
    """Return the argument of `balancer run` that plays games of the page, and the setting that it starts from.

    That is the scenario; or only the game if the scenario plays until decided, without tables or personas of its own.
    """
    game, base = scenario.game, scenario.base
    own = base.table_files or any(base.personas[name] not in game.personas for name in base.lineup)
    if scenario.file is None or (scenario.until_decided and not own):
        return {"target": game.target, "from": _printed(game)}
    return {"target": scenario.file.as_posix(), "from": {**base_of(scenario)}}


def header_of(scenario: Scenario) -> dict[str, Any]:
    """Return the scenario without checks, variants and sweep, key by key: the base of a saved variant."""
    game, base, report = scenario.game, scenario.base, scenario.report
    changed = {name: value for name, value in plain(base.rules).items() if value != plain(game.defaults)[name]}
    own = {name: base.personas[name] for name in base.lineup if base.personas[name] not in game.personas}
    settings = {
        "confidence": report.confidence,
        "headline": [ref.name for ref in report.headline],
        "better": dict(report.better),
        "margins": dict(report.margins),
        "seconds_per_decision": report.seconds_per_decision,
    }
    header = {
        "version": 1,
        "title": scenario.title,
        "game": pathlib.PurePath(game.target).name,  # a plain game lies next to the file
        "players": base.players,
        "lineup": list(base.lineup),
        "seating": base.seating,
        "personas": {name: _persona(game, persona) for name, persona in own.items()},
        "rules": changed,
        "parts": figures_dict(base.figures),
        "report": {name: value for name, value in settings.items() if value},
    }
    return {name: value for name, value in header.items() if value}


def _persona(game: Game, persona: Persona) -> dict[str, Any]:
    """Return a scenario's own persona with every habit, so that its base does not matter."""
    base = next(
        persona_of_game.name for persona_of_game in game.personas if persona_of_game.at_random == persona.at_random
    )
    habits = {habit.name: persona.habits.get(habit.name, habit.default) for habit in game.habits}
    return {"base": base, "habits": habits, "mistakes": persona.mistakes, **thinker_dict(persona)}


def metric_of(offer: Offer, *, one_loses: bool = False) -> dict[str, Any]:
    """Return a metric as figures.js reads it, with the words that the panel shows."""
    metric = offer.metric
    fields = ("name", "unit", "min_players", "undefined", "of", "stat", "histogram", "member_prefix", "limits", "leads")
    plainly = {name: plain(getattr(metric, name)) for name in fields}
    limits = metric.limits and [metric.limits[0], None if metric.limits[1] == float("inf") else metric.limits[1]]
    return {
        **plainly,
        "limits": limits,
        "kind": str(metric.kind),
        "line": LINES[metric.line],
        "quantity": _quantity(metric.quantity),
        "whole": _quantity(metric.whole),
        "per_item": metric.per_item,
        "title": metric.title,
        "meaning": offer.meaning,
        "reason": offer.reason,
        "items": list(offer.of) if metric.of not in {"seat", "persona"} else [],
        "labels": {item: phrases.item(offer, item) for item in offer.of},
        "phrases": {
            item: phrases.phrase(offer, FigureRef(metric.name, item), one_loses=one_loses) for item in ("", *offer.of)
        },
    }


def _quantity(quantity: Any) -> dict[str, str] | None:
    return None if quantity is None else {"group": str(quantity.group), "member": quantity.member}


def _named(offers: Mapping[str, Offer], dotted: Iterable[str]) -> list[FigureRef]:
    refs = []
    for name in dotted:
        try:
            refs.append(parse(offers, name))
        except UnknownNameError:
            continue  # of a persona that the scenario itself names
    return refs


def _check(check: Check) -> dict[str, Any]:
    """Return a check; its `cells`: the axis values that it applies to, None for all."""
    return {
        "given_name": check.name,
        "figure": check.figure.to_json(),
        "each": check.each,
        "low": check.low,
        "high": check.high,
        "cells": plain(check.cells) or None,
        "robust": check.robust,
    }
