"""Even seats: the check that a seek then keeps, and what may change where nobody says."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from balancer.analysis.estimate import Estimate
from balancer.analysis.figure_ref import FigureRef
from balancer.checks.claims import measured
from balancer.core.knobs import HEAD_START, Numbers
from balancer.players.among_random import RANDOM
from balancer.players.ladder import RUNGS
from balancer.players.other_line_ups import seated
from balancer.questions.seek.candidates import Candidate, SearchSpace
from balancer.questions.seek.contender import Contender
from balancer.questions.seek.race import SeekResult
from balancer.scenario import plan
from balancer.scenario.errors import Fault, ScenarioError
from balancer.scenario.literals import amount, sentence
from balancer.scenario.question import Check
from balancer.scenario.reading import MAX_CELLS
from balancer.scenario.resolved import Scenario
from balancer.simulation.jobs import CellJob
from balancer.simulation.runner import Runner
from balancer.wording import singular

SPREAD = FigureRef("seat_spread")  # win rate of the best seat less that of the worst
WITHIN = "1pp"  # the spread that counts as even by default


WEAKER = {"random": "random players", "15% mistakes": "the same players with 15% mistakes"}
"""Rungs of the ladder at which a change is looked at once more, and how sentences call them."""

MOST_AMOUNTS = 5  # head starts of one seat that are tried: of a wider range so many at even distances


def evened(scenario: Scenario, within: str | float = WITHIN) -> Scenario:
    """Return the scenario with one check: the seats' win rates lie within a spread of each other; ScenarioError."""
    wanted = _spread(within)
    return dataclasses.replace(scenario, checks=(Check("", SPREAD, high=wanted),))


def _spread(within: str | float) -> float:
    try:
        wanted = amount(within).value
    except ValueError:
        wanted = -1.0
    if not 0 < wanted < 1:
        allowed = "allowed: a spread of win rates above 0, such as 1pp or 0.5pp"
        raise ScenarioError([Fault("--within", sentence(f"{within} is no such spread", allowed))])
    return wanted


def head_starts(scenario: Scenario) -> dict[str, list[tuple[int, ...]]] | None:
    """Return the head starts to try by the name of their knob; None: the game has none, or the scenario has a sweep.

    ScenarioError where it has neither.
    """
    knob = next((one for one in scenario.game.knobs if isinstance(one, Numbers) and one.name == HEAD_START), None)
    if knob is not None:
        return {HEAD_START: list(itertools.islice(_compensations(knob, scenario.base.players), MAX_CELLS))}
    if scenario.axes:
        return None
    wrong = f"{scenario.game.title} has no knob {HEAD_START}, and the scenario has no sweep"
    hint = "name a rule that may even the seats: --knob NAME, --knob NAME=VALUES"
    raise ScenarioError([Fault("--even-seats", sentence(wrong, hint))])


def _compensations(knob: Numbers, seats: int) -> Iterator[tuple[int, ...]]:
    """Head starts of one seat, of two ..., never of all, for they would cancel out; all of a few before more."""
    for number in range(1, seats):
        step = -(-knob.high // MOST_AMOUNTS)
        amounts = itertools.product(range(step, knob.high + 1, step), repeat=number)
        for given in sorted(amounts, key=sum):
            for those in itertools.combinations(range(seats), number):
                starts = dict(zip(those, given, strict=True))
                yield tuple(starts.get(seat, 0) for seat in range(knob.length))


def by_need(space: SearchSpace, wins: Sequence[int]) -> SearchSpace:
    """Return the head starts that give no seat more than one that wins less often; wins: by seat, at the base rules."""
    order = sorted(range(len(wins)), key=wins.__getitem__, reverse=True)

    def fits(candidate: Candidate) -> bool:
        given = [candidate.changed[f"rules.{HEAD_START}"][seat] for seat in order]
        return given == sorted(given)

    return dataclasses.replace(space, candidates=tuple(filter(fits, space.candidates)))


def evenest(found: SeekResult) -> Contender | None:
    """Return the change found; where none passes, the one whose seats lie closest together as far as is known.

    None: nothing is known, or the base rules are more even than that.
    """
    known = [one for one in (found.base, *found.contenders) if one.final_results]
    best = found.chosen[0] if found.chosen else min(known, key=_widest, default=None)
    return None if best is found.base else best


def _widest(one: Contender) -> float:
    high = one.final_results[0].now.high
    return 1.0 if high is None else high


class Weaker(NamedTuple):
    """The spread where the same line-up plays worse, by the base rules and with a change; players: how they play."""

    players: str
    before: Estimate
    after: Estimate


def among_weaker(found: SeekResult, change: Contender, runner: Runner, games: int) -> list[Weaker]:
    """Return the spread on rungs of the ladder of skill below the line-up: it holds with the confidence of the seek."""
    scenario, random = found.scenario, found.scenario.game.persona(RANDOM)
    sides = [plan.cell_of(scenario, setting, {}) for setting in (scenario.base, change.candidate.setting)]
    lineup = [sides[0].personas[name] for name in sides[0].lineup]
    if all(one.at_random for one in lineup):
        return []
    tables = {rung.name: [rung.player(one, random) for one in lineup] for rung in RUNGS if rung.name in WEAKER}
    jobs = [
        CellJob.of(seated(side, name, [one.name for one in players], {one.name: one for one in players}, games))
        for name, players in tables.items()
        for side in sides
    ]
    confidence = 1 - (1 - found.confidence) / len(jobs)
    spreads = [measured(one, SPREAD, confidence) for one in runner.play(jobs)]
    return [Weaker(WEAKER[name], *spreads[2 * k : 2 * k + 2]) for k, name in enumerate(tables)]


def words(starts: Sequence[int], knob: Numbers) -> str:
    """`seat 2 +1 card, seat 4 +2 cards`, without a unit where the game declares none."""
    sign, units = "−" if knob.fewer else "+", {1: singular(knob.things)}
    given = [f"seat {seat} {sign}{n} {units.get(n, knob.things)}" for seat, n in enumerate(starts, 1) if n]
    return ", ".join(map(str.rstrip, given))
