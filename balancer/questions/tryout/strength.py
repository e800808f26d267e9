"""Each persona among random players: figures of a persona that plays no better than random mean little."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from balancer.core.rule_errors import RuleError
from balancer.players import among_random
from balancer.players.among_random import RANDOM, PlayedAmongRandom, ShareAmongRandom
from balancer.players.stakes import Stakes
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
        setting = settings.cell([name])
        stakes = Stakes.of(game, setting)
        cells = among_random.cells_of(setting, name, persona, game.persona(RANDOM), stakes)
        try:
            if random_rows is None:
                everybody = {RANDOM: game.persona(RANDOM)}
                random_only = dataclasses.replace(cells[0], lineup=(RANDOM,), personas=everybody)
                random_rows = rows_within(random_only, GAMES // len(cells), SECONDS / len(cells))
            rows = [rows_within(cell, len(random_rows), SECONDS / len(cells)) for cell in cells]
        except RuleError as error:
            yield TryoutFinding(WRONG, "persona", f"{name} among random players: {error}")
            return
        played = [
            PlayedAmongRandom(CellJob.of(cell), own, random_rows[: len(own)])
            for cell, own in zip(cells, rows, strict=True)
        ]
        family = len(settings.thinking)
        result = among_random.share_among_random(played, name, CONFIDENCE, family)
        sentence = words(result, result.share.games or 0, stakes)
        yield TryoutFinding(OK if result.better else LOOK, "persona", sentence)


def words(result: ShareAmongRandom, games: int, stakes: Stakes) -> str:
    """Return ``trader wins 22% (18 to 27%) of 400 games among random players; a random player there 25%: …``."""
    value, low, high = (f"{end:.0%}" if stakes.is_share else f"{end:.2f}" for end in result.share.ends)
    random = f"{result.random.value:.0%}" if stakes.is_share else f"{result.random.value:.2f} {stakes.unit}"
    random += stakes.order
    verdict = "" if result.better else ": no better than random" if result.worse else ": perhaps no better than random"
    of_games = f"of {games} games" if stakes.is_share else f"{stakes.unit} in {games} games"
    others, seats = (" among random players", " in the same seats") if stakes.players > 1 else ("", "")
    if stakes.team_of_seats:
        others, seats = " as a team among teams of random players", " there"
    if stakes.together and stakes.players > 1:
        what = "the table wins" if stakes.is_share else "a player scores"
        sentence = f"{what} {value} ({low} to {high}) {of_games} with only {result.persona} players"
        return f"{sentence}; with only random players {random}{verdict}"
    verb = "does not lose" if stakes.one_loses else stakes.verb
    return (
        f"{result.persona} {verb} {value} ({low} to {high}) {of_games}{others}; a random player{seats} "
        f"{'wins' if stakes.is_share else 'scores'} {random}{verdict}"
    )
