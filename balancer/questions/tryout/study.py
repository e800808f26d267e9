"""Trying a game out: all trials in turn, each a few sentences."""

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
from balancer.questions.tryout.tables import Tables
from balancer.questions.tryout.watching import Watching
from balancer.scenario.resolved import Scenario
from balancer.simulation.dry_run import dry_run, needs_dry_run
from balancer.wording import listed

MAX_RANGES = 8  # ranges of lines that are named
Show = Callable[[TryoutFinding], None]  # receives each finding as it is made


def try_out(scenario: Scenario, show: Show = lambda _: None) -> Tryout:
    """Try out the game of a scenario, by its base rules, its personas and line-up among them."""
    made = _collected(scenario.game, findings(Tables(scenario)), show)
    if not made.wrong:
        own_games.mark(scenario.game)
    return made


def try_against(scenario: Scenario, other: Scenario, show: Show = lambda _: None) -> Tryout:
    """Play the games of two scenarios on the same dice, by what both have."""
    return _collected(scenario.game, against(Tables(scenario), Tables(other)), show)


def _collected(game: Game, found: Iterator[TryoutFinding], show: Show) -> Tryout:
    """All that is found, shown while it is; files are named as seen from here."""
    began, here = time.perf_counter(), f"{pathlib.Path.cwd()}{os.sep}"
    made = []
    for one in found:
        made.append(one._replace(sentence=one.sentence.replace(here, "")))
        show(made[-1])
    return Tryout(game.name, game.title, made, time.perf_counter() - began)


def findings(tables: Tables) -> Iterator[TryoutFinding]:
    """Everything that is found; an error of the rules ends it, for it would be found again and again."""
    wrong = list(course.declared(tables))
    yield from wrong
    if any(one.mark == WRONG for one in wrong):
        return
    yield from card_tables.findings(tables)
    watching = Watching(tables)
    try:
        for trial in (
            dry,
            course.courses,
            course.again,
            course.standings,
            effects.knobs,
            effects.habits,
            strength.strengths,
            compiling,
        ):
            failed = False
            for one in trial(tables):
                failed |= one.mark == WRONG and one.about in {"course", "dry run"}
                yield one
            if failed:
                return
        yield from watching.findings()
    finally:
        watching.stop()


def dry(tables: Tables) -> Iterator[TryoutFinding]:
    """Compiled rules from outside, before they are compiled: errors with their lines."""
    if not needs_dry_run(tables.game.name):
        return
    for fault in rule_lint.faults(tables.game.folder):
        yield TryoutFinding(WRONG, "dry run", fault)
    try:
        dry_run([tables.cell(tables.lineup), tables.cell(["random"])])
    except RuleError as error:
        yield TryoutFinding(WRONG, "dry run", str(error))


def compiling(tables: Tables) -> Iterator[TryoutFinding]:
    """Yield what prevents compiling; else the lines that no observed game has reached."""
    game = tables.game
    if not isinstance(game, PlainGame) or game.engine is None or chosen() == OFF:
        return
    if not game.is_fast:
        yield TryoutFinding(LOOK, "compiled", f"it is not compiled; plain Python plays it: {game.engine.obstacle}")
        return
    named = list(ranges(unreached_lines(game)))
    if not named:
        yield TryoutFinding(OK, "compiled", "it can be compiled; games that are compared reach every line")
        return
    more = [f"{len(named) - MAX_RANGES} more places"] if len(named) > MAX_RANGES else []
    lines = "line" if len(named) == 1 and named[0].isdecimal() else "lines"
    sentence = f"it can be compiled, but no game that was played for it has reached {lines} "
    yield TryoutFinding(
        LOOK, "compiled", f"{sentence}{listed([*named[:MAX_RANGES], *more])}: a test of these is worth writing"
    )
