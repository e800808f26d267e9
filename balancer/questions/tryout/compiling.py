"""Whether a plain file can be compiled, and where nobody has seen that the compiled game is equal to it."""

from __future__ import annotations

from collections.abc import Iterator

from balancer.compiler.choice import OFF, chosen
from balancer.compiler.reach import ranges, unreached_lines
from balancer.plain.lane import PlainGame
from balancer.questions.tryout.finding import LOOK, OK, Finding
from balancer.questions.tryout.tables import Tables
from balancer.wording import listed

MAX_RANGES = 8  # that are named


def compiling(tables: Tables) -> Iterator[Finding]:
    """Yield what prevents compiling; else the lines that no observed game has reached."""
    game = tables.game
    if not isinstance(game, PlainGame) or game.engine is None or chosen() == OFF:
        return
    if not game.is_fast:
        yield Finding(LOOK, "compiled", f"it is not compiled; plain Python plays it: {game.engine.obstacle}")
        return
    named = list(ranges(unreached_lines(game)))
    if not named:
        yield Finding(OK, "compiled", "it can be compiled; games that are compared reach every line")
        return
    more = [f"{len(named) - MAX_RANGES} more places"] if len(named) > MAX_RANGES else []
    lines = "line" if len(named) == 1 and named[0].isdecimal() else "lines"
    sentence = f"it can be compiled, but no game that was played for it has reached {lines} "
    yield Finding(
        LOOK, "compiled", f"{sentence}{listed([*named[:MAX_RANGES], *more])}: a test of these is worth writing"
    )
