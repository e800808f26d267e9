"""Each persona among random players: one that plays no better than dice makes figures about nobody."""

from __future__ import annotations

from collections.abc import Iterator

from balancer.core.rule_errors import RuleError
from balancer.players import among_random
from balancer.players.among_random import Among
from balancer.questions.tryout.finding import LOOK, OK, WRONG, TryoutFinding
from balancer.questions.tryout.tables import Tables, rows_within
from balancer.simulation.jobs import CellJob

GAMES, SECONDS = 10_000, 0.3  # games of each persona at most; seconds after which no more are begun

CONFIDENCE = 0.95


def strengths(tables: Tables) -> Iterator[TryoutFinding]:
    """Try whether each persona beats random players at the usual number of seats."""
    game = tables.game
    for name, persona in tables.thinking.items():
        cell = among_random.cell_of(tables.cell([name]), name, persona, game.persona(among_random.RANDOM))
        job = CellJob.of(cell)
        try:
            played = rows_within(cell, GAMES, SECONDS)
        except RuleError as error:
            yield TryoutFinding(WRONG, "persona", f"{name} among random players: {error}")
            return
        one = among_random.among(job, job.empty_tally().reduced(played), CONFIDENCE, len(tables.thinking))
        yield TryoutFinding(OK if one.better else LOOK, "persona", words(one, len(played), one_loses=game.one_loses))


def words(one: Among, games: int, *, one_loses: bool) -> str:
    """``trader wins 22% (18..27%) of 400 games against random players; 25% is fair: no better than they``."""
    verb = "does not lose" if one_loses else "wins"
    said = f"{one.persona} {verb} {one.share.value:.0%} ({one.share.low:.0%}..{one.share.high:.0%}) of {games} games"
    verdict = "" if one.better else ": no better than they" if one.worse else ": perhaps no better than they"
    return f"{said} against random players; {one.fair:.0%} is fair{verdict}"
