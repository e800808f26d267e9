"""Each persona among random players: figures of a persona that plays no better than random mean little."""

from __future__ import annotations

from collections.abc import Iterator

from balancer.core.rule_errors import RuleError
from balancer.players import among_random
from balancer.players.among_random import ShareAmongRandom
from balancer.questions.tryout.finding import LOOK, OK, WRONG, TryoutFinding
from balancer.questions.tryout.settings import Settings, rows_within
from balancer.simulation.jobs import CellJob

GAMES, SECONDS = 10_000, 0.3  # games of each persona at most; seconds after which no more are begun

CONFIDENCE = 0.95


def strengths(settings: Settings) -> Iterator[TryoutFinding]:
    """Check that each persona beats random players, with the usual number of players."""
    game = settings.game
    for name, persona in settings.thinking.items():
        cell = among_random.cell_of(settings.cell([name]), name, persona, game.persona(among_random.RANDOM))
        job = CellJob.of(cell)
        try:
            played = rows_within(cell, GAMES, SECONDS)
        except RuleError as error:
            yield TryoutFinding(WRONG, "persona", f"{name} among random players: {error}")
            return
        result = among_random.share_among_random(
            job, job.empty_tally().reduced(played), CONFIDENCE, len(settings.thinking)
        )
        sentence = words(result, len(played), one_loses=game.one_loses)
        yield TryoutFinding(OK if result.better else LOOK, "persona", sentence)


def words(result: ShareAmongRandom, games: int, *, one_loses: bool) -> str:
    """Return ``trader wins 22% (18 to 27%) of 400 games against random players, where an equal share is 25%: …``."""
    share = f"{result.share.value:.0%} ({result.share.low:.0%} to {result.share.high:.0%}) of {games} games"
    verdict = "" if result.better else ": no better than random" if result.worse else ": perhaps no better than random"
    verb = "does not lose" if one_loses else "wins"
    equal = f"where an equal share is {result.fair:.0%}"
    return f"{result.persona} {verb} {share} against random players, {equal}{verdict}"
