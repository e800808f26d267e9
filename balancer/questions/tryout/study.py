"""The trials of `balancer try`, in order; each yields its findings."""

from __future__ import annotations

import os
import pathlib
import time
from collections.abc import Callable, Iterator

from balancer.compiler.choice import OFF, chosen
from balancer.compiler.reach import ranges, unreached_lines
from balancer.core.authoring import rule_lint
from balancer.core.game import Game
from balancer.core.rule_errors import RuleError
from balancer.plain.lane import PlainGame
from balancer.questions import own_games
from balancer.questions.tryout import card_tables, course, effects, strength
from balancer.questions.tryout.against import against
from balancer.questions.tryout.finding import LOOK, OK, WRONG, TryoutFinding
from balancer.questions.tryout.report import Tryout
from balancer.questions.tryout.settings import Settings
from balancer.questions.tryout.watching import Watching
from balancer.scenario.resolved import Scenario
from balancer.simulation.dry_run import dry_run, needs_dry_run
from balancer.wording import listed

MAX_RANGES = 8  # ranges of lines that a finding names
Show = Callable[[TryoutFinding], None]  # receives each finding as it is made


def try_out(scenario: Scenario, show: Show = lambda _: None) -> Tryout:
    """Try out the game of a scenario with its base rules, its personas and its line-up."""
    tryout = _collected(scenario.game, findings(Settings(scenario)), show)
    if not tryout.wrong:
        own_games.mark(scenario.game)
    return tryout


def try_against(scenario: Scenario, other: Scenario, show: Show = lambda _: None) -> Tryout:
    """Compare the games of two scenarios on the same dice, by what both have."""
    return _collected(scenario.game, against(Settings(scenario), Settings(other)), show)


def _collected(game: Game, stream: Iterator[TryoutFinding], show: Show) -> Tryout:
    """Collect findings, and show each as soon as it is there; paths of files are relative to this folder."""
    began, here = time.perf_counter(), f"{pathlib.Path.cwd()}{os.sep}"
    shown = []
    for finding in stream:
        shown.append(finding._replace(sentence=finding.sentence.replace(here, "")))
        show(shown[-1])
    return Tryout(game.name, game.title, shown, time.perf_counter() - began)


def findings(settings: Settings) -> Iterator[TryoutFinding]:
    """Yield the findings of all trials; an error of the rules ends them, as every further trial would repeat it."""
    declared = list(course.declared(settings))
    yield from declared
    if any(finding.mark == WRONG for finding in declared):
        return
    yield from card_tables.findings(settings)
    watching = Watching(settings)
    try:
        for trial in (
            dry,
            course.courses,
            course.again,
            course.looked_on,
            course.standings,
            effects.knobs,
            effects.habits,
            strength.strengths,
            compiling,
        ):
            failed = False
            for finding in trial(settings):
                failed |= finding.mark == WRONG and finding.about in {"course", "dry run"}
                yield finding
            if failed:
                return
        yield from watching.findings()
    finally:
        watching.stop()


def dry(settings: Settings) -> Iterator[TryoutFinding]:
    """Run compiled rules from outside as plain Python once, and yield their errors with their lines."""
    if not needs_dry_run(settings.game.name):
        return
    for fault in rule_lint.faults(settings.game.folder):
        yield TryoutFinding(WRONG, "dry run", fault)
    try:
        dry_run([settings.cell(settings.lineup), settings.cell(["random"])])
    except RuleError as error:
        yield TryoutFinding(WRONG, "dry run", str(error))


def compiling(settings: Settings) -> Iterator[TryoutFinding]:
    """Yield what prevents compiling, or the lines that no compared game has reached."""
    game = settings.game
    if not isinstance(game, PlainGame) or game.engine is None or chosen() == OFF:
        return
    if not game.is_fast:
        yield TryoutFinding(
            LOOK, "compiled", f"the game is not compiled, but played as plain Python: {game.engine.obstacle}"
        )
        return
    unreached = unreached_lines(game)
    by_values = [f"{_in_words(lines)} ({value})" for value, lines in unreached.by_values.items()]
    others = f"{listed(by_values)}: only these values reach them, and they are compared where they are played"
    if unreached.never:
        sentence = f"the game can be compiled, but none of the compared games reached {_in_words(unreached.never)}"
        others = f"; nor {others}" if by_values else ""
        yield TryoutFinding(LOOK, "compiled", f"{sentence}: write a test that does{others}")
        return
    but = f" but {others}" if by_values else ""
    yield TryoutFinding(OK, "compiled", f"the game can be compiled; the compared games ran every line{but}")


def _in_words(lines: list[int]) -> str:
    """Return `line 12`, `lines 14-17 and 20`; of many, the first."""
    named = list(ranges(lines))
    more = [f"{len(named) - MAX_RANGES} more places"] if len(named) > MAX_RANGES else []
    noun = "line" if len(named) == 1 and named[0].isdecimal() else "lines"
    return f"{noun} {listed([*named[:MAX_RANGES], *more])}"
