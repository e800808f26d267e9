"""Even seats: the check that replaces all others with --even-seats, and the head starts that may change."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from balancer.analysis.estimates.estimate import Estimate
from balancer.analysis.figure_ref import FigureRef
from balancer.checks.claims import measured
from balancer.core.knobs import HEAD_START, Numbers
from balancer.players.among_random import RANDOM
from balancer.players.ladder import SKILL_LEVELS
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


# weaker levels of skill at which the change is played again, in words
WEAKER = {"random": "random players", "15% mistakes": "the same players with 15% mistakes"}

MAX_AMOUNTS = 5  # head starts of one seat to try; a wider range is divided evenly


def evened(scenario: Scenario, within: str | float = WITHIN) -> Scenario:
    """Return the scenario with one check only: a spread of the seats' win rates of at most `within`; ScenarioError."""
    spread = _spread(within)
    return dataclasses.replace(scenario, checks=(Check("", SPREAD, high=spread),))


def _spread(within: str | float) -> float:
    try:
        spread = amount(within).value
    except ValueError:
        spread = -1.0
    if not 0 < spread < 1:
        allowed = "allowed: a spread of win rates above 0, such as 1pp or 0.5pp"
        raise ScenarioError([Fault("--within", sentence(f"{within} is not a spread that seats can have", allowed))])
    return spread


def head_starts(scenario: Scenario) -> dict[str, list[tuple[int, ...]]] | None:
    """Return the head starts to try, by the name of their knob; None if the game has none but the scenario has a sweep.

    ScenarioError: it has neither.
    """
    for knob in scenario.game.knobs:
        if isinstance(knob, Numbers) and knob.name == HEAD_START:
            return {HEAD_START: list(itertools.islice(_compensations(knob, scenario.base.players), MAX_CELLS))}
    if scenario.axes:
        return None
    wrong = f"{scenario.game.title} has no knob {HEAD_START}, and the scenario has no sweep"
    hint = "name a rule that may even the seats: --knob NAME, --knob NAME=VALUES"
    raise ScenarioError([Fault("--even-seats", sentence(wrong, hint))])


def _compensations(knob: Numbers, seats: int) -> Iterator[tuple[int, ...]]:
    """Yield head starts of one seat, then of two, and so on; among as many seats the smallest sum first.

    Head starts of all seats would cancel out, so one seat never has any.
    """
    for number in range(1, seats):
        step = -(-knob.high // MAX_AMOUNTS)
        amounts = itertools.product(range(step, knob.high + 1, step), repeat=number)
        for given in sorted(amounts, key=sum):
            for receivers in itertools.combinations(range(seats), number):
                starts = dict(zip(receivers, given, strict=True))
                yield tuple(starts.get(seat, 0) for seat in range(knob.length))


def by_need(space: SearchSpace, wins: Sequence[int]) -> SearchSpace:
    """Drop head starts that give a seat more than one that wins less often.  wins: by seat, with the base rules."""
    order = sorted(range(len(wins)), key=wins.__getitem__, reverse=True)

    def fits(candidate: Candidate) -> bool:
        given = [candidate.changed[f"rules.{HEAD_START}"][seat] for seat in order]
        return given == sorted(given)

    return dataclasses.replace(space, candidates=tuple(filter(fits, space.candidates)))


def evenest(result: SeekResult) -> Contender | None:
    """Return the change found; if none passes, the candidate whose spread has the lowest upper bound.

    None: nothing was judged, or the base rules have the lowest bound.
    """
    judged = [contender for contender in (result.base, *result.contenders) if contender.final_results]

    def upper_bound(contender: Contender) -> float:
        high = contender.final_results[0].now.high
        return 1.0 if high is None else high

    best = result.chosen[0] if result.chosen else min(judged, key=upper_bound, default=None)
    return None if best is result.base else best


class Weaker(NamedTuple):
    """The spread of seats among weaker players, with the base rules and with the change."""

    players: str  # in words
    before: Estimate
    after: Estimate


def among_weaker(result: SeekResult, change: Contender, runner: Runner, games: int) -> list[Weaker]:
    """Return the spreads at the levels of skill below the line-up; [] if the line-up plays at random.

    Their intervals have the simultaneous confidence of the seek.
    """
    scenario, random = result.scenario, result.scenario.game.persona(RANDOM)
    sides = [plan.cell_of(scenario, setting, {}) for setting in (scenario.base, change.candidate.setting)]
    lineup = [sides[0].personas[name] for name in sides[0].lineup]
    if all(player.at_random for player in lineup):
        return []
    line_ups = {
        level.name: [level.player(player, random) for player in lineup]
        for level in SKILL_LEVELS
        if level.name in WEAKER
    }
    jobs = [
        CellJob.of(seated(side, level, [player.name for player in players], {p.name: p for p in players}, games))
        for level, players in line_ups.items()
        for side in sides
    ]
    confidence = 1 - (1 - result.confidence) / len(jobs)
    spreads = [measured(result, SPREAD, confidence) for result in runner.play(jobs)]
    return [Weaker(WEAKER[level], *spreads[2 * k : 2 * k + 2]) for k, level in enumerate(line_ups)]


def words(starts: Sequence[int], knob: Numbers) -> str:
    """Return head starts in words: `seat 2 +1 card, seat 4 +2 cards`; no unit if the game declares none."""
    sign, units = "−" if knob.fewer else "+", {1: singular(knob.things)}
    given = [f"seat {seat} {sign}{n} {units.get(n, knob.things)}" for seat, n in enumerate(starts, 1) if n]
    return ", ".join(map(str.rstrip, given))
