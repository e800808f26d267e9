"""Reservations of a lead: what is otherwise among the best players than with the scenario's line-up.

The lead of an answer speaks of the scenario's line-up.  Where the same figure, the same change or the same checks
certainly differ among the best players, the lead says so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from balancer.analysis.conclusions.sameness import AmongBest
from balancer.analysis.verdicts import FAIL
from balancer.checks.cell_verdicts import judge_cells, offer_in
from balancer.players.other_line_ups import ALONE
from balancer.reporting import numbers
from balancer.reporting.findings.axis_line import AxisStep
from balancer.reporting.findings.effect_words import JudgedFigure
from balancer.reporting.findings.robustness import OtherLineUp, Robustness
from balancer.reporting.findings.verdict_answer import VerdictAnswer, where
from balancer.reporting.numbers import CHANGE, LONG, text
from balancer.wording import listed, plural

MAX_NAMED = 3  # line-ups that a reservation names
MAX_MISSING = 2  # groups of line-ups that fail checks in the same settings
PLUS_ZERO = re.compile(r"^\+(?=0(\.0+)? )")


def of_change(robustness: Robustness | None, number: int, step: AxisStep | None) -> str:
    """Say how the change that a lead is about differs among the best players; '' where it does not, or is unknown."""
    fact = robustness.among_best(number, step) if robustness and step else None
    if robustness is None or step is None or fact is None:
        return ""
    return change_words(fact, robustness.reading.headline[number].unit, step)


def change_words(fact: AmongBest, unit: str, step: AxisStep) -> str:
    """Put it into words: `not among the best players (+4 ± 2 turns when all seats play shrewd)`.

    '' where the change has the same direction and about the same size with all line-ups of the best.
    """
    direction = fact.own.direction
    against = [name for name in fact.differing if fact.best[name].direction != direction]
    other = [name for name in fact.differing if name not in against and not fact.is_alike(name)]
    named = _named(fact, [*against, *other], numbers.as_difference(unit))
    if not step.is_signed:
        named = named.replace("+", "")
    if against and not direction:
        return f"among the best players it does change ({named})"
    if against:
        return f"not among {'' if len(against) == len(fact.best) else 'all of '}the best players ({named})"
    return f"among the best players the {'change' if step.is_signed else 'difference'} is {named}" if other else ""


def _named(fact: AmongBest, names: Sequence[str], unit: str, form: numbers.Form = CHANGE) -> str:
    """List figures by line-up: `+4 ± 2 turns when all seats play shrewd; 1 ± 3 turns when they play burner`."""
    verbs = ["when all seats play", *["when they play"] * len(names)]
    words = [
        f"{PLUS_ZERO.sub('', text(fact.best[name], unit, form))} {verb} {name.removesuffix(ALONE)}"
        for verb, name in zip(verbs, names, strict=False)
    ]
    more = [f"{len(words) - MAX_NAMED} more differ, too"] if len(words) > MAX_NAMED else []
    return "; ".join([*words[:MAX_NAMED], *more])


def of_value(robustness: Robustness | None, number: int) -> str:
    """Say how a figure under the base rules differs among the best players; '' where it does not, or is unknown."""
    fact = robustness.among_best(number, None) if robustness else None
    if robustness is None or fact is None or not fact.differing:
        return ""
    return (
        f"among the best players it is {_named(fact, fact.differing, robustness.reading.headline[number].unit, LONG)}"
    )


def of_checks(robustness: Robustness | None, verdicts: VerdictAnswer) -> str:
    """Say where checks that pass with the scenario's line-up certainly fail among the best players; '' if nowhere."""
    if robustness is None or not verdicts.passed:
        return ""
    missing = {best.name: _misses(robustness, best, verdicts.passed) for best in robustness.best}
    by_cells: dict[tuple[int, ...], list[str]] = {}
    for name, misses in missing.items():
        if misses:
            by_cells.setdefault(tuple(misses), []).append(name)
    if not by_cells:
        return ""
    clauses = [
        f"{_failing(verdicts, cells)} when all seats play {listed(names, last='or')} ({missing[names[0]][cells[0]]})"
        for cells, names in by_cells.items()
    ]
    more = sum(len(names) for names in list(by_cells.values())[MAX_MISSING:])
    beyond = [f"also with {plural(more, 'more line-up')}"] if more else []
    return f"but among the best players a check fails {'; '.join([*clauses[:MAX_MISSING], *beyond])}"


def _failing(verdicts: VerdictAnswer, cells: Sequence[int]) -> str:
    if len(cells) == len(verdicts.passed):
        return "there" if len(cells) == 1 else "in each of these settings"
    if len(cells) == 1:
        return verdicts.sweep.phrase(cells[0])
    return where(verdicts.sweep, cells) if len(cells) < MAX_NAMED else f"in {len(cells)} of these settings"


def _misses(robustness: Robustness, line_up: OtherLineUp, cells: Sequence[int]) -> dict[int, str]:
    """Return how a line-up misses checks, by cells where it certainly fails; without checks of personas."""
    reading = robustness.reading
    played = [cell for cell in cells if line_up.played is None or cell in line_up.played]
    checks = [check for check in reading.question.checks if not robustness.of_personas(check)]
    results = [line_up.cells[cell] for cell in played]
    misses: dict[int, str] = {}
    for verdict in judge_cells(checks, results, reading.spec).verdicts:
        if verdict.verdict == FAIL and not verdict.unseen:
            offer = offer_in(results[verdict.cell], verdict.figure.metric)
            judged = JudgedFigure(verdict.figure, offer, verdict.now, verdict.bound, verdict.verdict)
            misses.setdefault(played[verdict.cell], judged.miss)
    return misses
