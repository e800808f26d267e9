"""Each persona among random players: figures of a persona that plays no better than random mean little."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from balancer.core.rule_errors import RuleError
from balancer.players import among_random
from balancer.players.among_random import RANDOM, ShareAmongRandom
from balancer.questions.tryout.finding import LOOK, OK, WRONG, TryoutFinding
from balancer.questions.tryout.settings import Settings, rows_within
from balancer.simulation.jobs import CellJob

GAMES, SECONDS = 10_000, 0.3  # games of each persona at most; seconds after which no more are begun

CONFIDENCE = 0.95


def strengths(settings: Settings) -> Iterator[TryoutFinding]:
    """Check that each persona gets more than random players in the same seats, with the usual number of players."""
    game, random_rows = settings.game, None
    if not game.nodes:  # a game of chance, in which nobody plays better or worse
        return
    for name, persona in settings.thinking.items():
        cell = among_random.cell_of(settings.cell([name]), name, persona, game.persona(RANDOM))
        try:
            if random_rows is None:
                everybody = {RANDOM: game.persona(RANDOM)}
                random_rows = rows_within(
                    dataclasses.replace(cell, lineup=(RANDOM,), personas=everybody), GAMES, SECONDS
                )
            rows = rows_within(cell, len(random_rows), SECONDS)
        except RuleError as error:
            yield TryoutFinding(WRONG, "persona", f"{name} among random players: {error}")
            return
        family = len(settings.thinking)
        result = among_random.share_among_random(CellJob.of(cell), rows, random_rows[: len(rows)], CONFIDENCE, family)
        sentence = words(result, len(rows), one_loses=game.one_loses)
        yield TryoutFinding(OK if result.better else LOOK, "persona", sentence)


def words(result: ShareAmongRandom, games: int, *, one_loses: bool) -> str:
    """Return ``trader wins 22% (18 to 27%) of 400 games among random players; a random player there 25%: …``."""
    share = f"{result.share.value:.0%} ({result.share.low:.0%} to {result.share.high:.0%}) of {games} games"
    verdict = "" if result.better else ": no better than random" if result.worse else ": perhaps no better than random"
    verb = "does not lose" if one_loses else "wins"
    return (
        f"{result.persona} {verb} {share} among random players; a random player in the same seats wins "
        f"{result.random.value:.0%}{verdict}"
    )
