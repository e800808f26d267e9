"""Games of random players and of the line-up with every number of players: errors, endings, decisions, replays."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from balancer.core.authoring import row_checks
from balancer.core.game import Game
from balancer.core.result_row import means_of_sides
from balancer.core.rule_errors import RuleError
from balancer.core.table import UNFINISHED
from balancer.questions.tryout import leaks, other_dice
from balancer.questions.tryout.finding import LOOK, OK, WRONG, TryoutFinding
from balancer.questions.tryout.settings import Settings, rows, rows_within
from balancer.sides import RIVALS, TEAMS
from balancer.simulation.experiments.observed_games import ObservedGames
from balancer.simulation.jobs import CellJob
from balancer.wording import plural

GAMES, SECONDS = 400, 0.6  # games of each setting at most; processor seconds for all settings of a line-up
LOOKS, LOOK_TRIALS = 2, 2  # looks at a game, and trial games of each seat there
REPLAYS = 30  # games that are replayed, to see the same results
MOSTLY = 0.5  # a higher share of unfinished games is reported as an error


@dataclass
class CourseNotes:
    """Counts over all settings of a line-up: games by ending, decisions by node."""

    endings: Counter[str] = field(default_factory=Counter)
    decisions: Counter[str] = field(default_factory=Counter)
    forced: int = 0
    winnerless: int = 0

    def add(self, settings: Settings, played: Any) -> None:
        """Add the rows of a setting."""
        game = settings.game
        self.endings.update(game.endings_by_number[int(number)] for number in played["ending"])
        self.forced += int(played["forced"].sum())
        ended = played["ending"] != UNFINISHED
        self.winnerless += int((ended & (played["winners"] == 0)).sum())
        for number, node in enumerate(game.nodes):
            self.decisions[node.name] += int(played["node_decisions"][:, number].sum())

    @property
    def games(self) -> int:
        """The number of games added."""
        return self.endings.total()


def play_all_counts(
    settings: Settings, name: str, lineup: tuple[str, ...], course: CourseNotes
) -> Iterator[TryoutFinding]:
    """Play a line-up with every number of players, and count what happens; the first error ends it."""
    game = settings.game
    counts = len(game.player_counts)
    for players in game.player_counts:
        if game.problems(settings.cell(lineup, players).rules, players, None):
            continue
        try:
            course.add(settings, rows_within(settings.cell(lineup, players), GAMES, SECONDS / counts))
        except RuleError as error:
            yield TryoutFinding(WRONG, "course", f"{name}, {plural(players, 'player')}: {error}")
            return
    cut, ended = course.endings["unfinished"], course.games
    endings = ", ".join(f"{ending} {number}" for ending, number in course.endings.most_common())
    sentence = f"{name}: {plural(ended, 'game')} with {seats_in_words(game)}; {endings}"
    if not cut:
        yield TryoutFinding(OK, "course", sentence)
        return
    most = settings.scenario.base.rules["max_rounds"]
    cause = f"{plural(cut, 'game')} had no end after {most} rounds (max_rounds)"
    yield TryoutFinding(WRONG if cut > MOSTLY * ended else LOOK, "course", f"{sentence}; {cause}")


def seats_in_words(game: Game) -> str:
    """Return how many may play: ``2 to 5 players``, ``2, 4, 6 players``, ``1 player``."""
    if game.least_players == game.most_players:
        return plural(game.most_players, "player")
    return f"{game.player_words.replace('..', ' to ')} players"


def courses(settings: Settings) -> Iterator[TryoutFinding]:
    """Play random players and the line-up with every number of players; yield errors, and what never happened."""
    random, own = CourseNotes(), CourseNotes()
    yield from play_all_counts(settings, "random players", ("random",), random)
    game = settings.game
    if random.games:
        yield from play_all_counts(settings, "the line-up", settings.lineup, own)
    if not own.games:
        return
    for ending in game.endings:
        if not random.endings[ending.name] + own.endings[ending.name]:
            sentence = f"no game ended by {ending.name}, in {random.games + own.games} games by the printed rules"
            yield TryoutFinding(LOOK, "ending", sentence)
    for node in game.nodes:
        if not random.decisions[node.name] + own.decisions[node.name]:
            yield TryoutFinding(LOOK, "decision", f"{node.name}: by the printed rules nobody ever has two options")
    winnerless, games = random.winnerless + own.winnerless, random.games + own.games
    if winnerless and (game.sides in {RIVALS, TEAMS} or winnerless == games):  # others lose to the game, or to the bank
        yield TryoutFinding(LOOK, "winners", f"nobody wins {winnerless} of {games} games that ended")


def looked_on(settings: Settings) -> Iterator[TryoutFinding]:
    """Look on at a game as `chances` does: before the setup and at some rounds, what is hidden dealt again."""
    if not settings.game.is_plain:
        return
    games = ObservedGames.of(mixed(settings), LOOK_TRIALS, aim=settings.scenario.base.aim)
    seed, rounds = games.job.cell.seed, int(games.job.play(0, 1)[0].rounds)
    try:
        games.observer.observe(seed, 0, LOOK_TRIALS, max(1, rounds // LOOKS))
    except RuleError as error:
        yield TryoutFinding(WRONG, "chances", f"what `balancer chances` and thinkers play: {error}")


def declared(settings: Settings) -> Iterator[TryoutFinding]:
    """Yield what a game declares, and what it lacks."""
    game = settings.game
    knobs = [knob.name for knob in game.knobs if knob.name != "max_rounds"]
    kinds = {
        "decisions": [node.name for node in game.nodes],
        "rules": knobs,
        "endings": [ending.name for ending in game.endings],
        "figures": list(dict.fromkeys(extra.group or extra.name for extra in game.extras)),
        "personas": list(settings.thinking),
    }
    names_by_kind = "; ".join(f"{kind}: {', '.join(names) or 'none'}" for kind, names in kinds.items())
    yield TryoutFinding(OK, "game", f"{game.title}, {seats_in_words(game)}; {names_by_kind}")
    if not game.nodes:
        sentence = "a game of chance: nobody decides anything; if players choose, write player.choose in the rules"
        yield TryoutFinding(LOOK, "decision", sentence)
    if not game.endings:
        yield TryoutFinding(WRONG, "ending", "no ending is declared, so only max_rounds ends a game")
    if game.is_plain:
        from balancer.questions.tryout.plain_watcher import methods, reads

        yield from methods(game)
        yield from reads(game)
        yield from other_dice.named(game)
    if game.nodes and not settings.thinking:
        yield TryoutFinding(LOOK, "persona", "there is no persona: everybody plays at random")


def mixed(settings: Settings) -> Any:
    """Return the setting whose line-up is the scenario's, all thinking personas and a random player."""
    return settings.cell((*settings.lineup, *settings.thinking, "random"))


def again(settings: Settings) -> Iterator[TryoutFinding]:
    """Play the same games twice, the second time one by one and backwards, and compare them."""
    before = leaks.state_outside(settings.game)
    with other_dice.watched() as thrown:
        first = rows_within(mixed(settings), REPLAYS, SECONDS)
        job = CellJob.of(mixed(settings))
        backwards = [job.play(number, 1) for number in range(len(first) - 1, -1, -1)]
    for sentence in leaks.leaked(settings.game, before):
        yield TryoutFinding(LOOK, "again", sentence)
    if thrown and settings.game.is_plain:
        sentence = f"the rules throw the dice of {' and '.join(thrown)}, not those of the game"
        yield TryoutFinding(WRONG, "again", f"{sentence}; {other_dice.INSTEAD['random']}")
    differs = row_checks.difference(settings.game, first, np.concatenate(backwards[::-1]))
    if differs:
        sentence = f"{differs}: another course when the same game is played again"
        yield TryoutFinding(WRONG, "again", f"{sentence}; the rules use `random` or `time`, or keep something {KEPT}")
        return
    yield TryoutFinding(OK, "again", f"the same {plural(len(first), 'game')} when played again, in another order")


KEPT = "outside the game's own state"


def standings(settings: Settings) -> Iterator[TryoutFinding]:
    """Check that winners have the highest standing at the end, on which all figures of leads and comebacks rest."""
    game, job = settings.game, CellJob.of(mixed(settings))
    judged, behind, lowest, end = 0, list[int](), 0, time.process_time() + SECONDS
    for number in range(GAMES if game.sides in {RIVALS, TEAMS} else 0):  # otherwise nobody is ahead of anybody
        row, line = job.play_with_standings(number)
        winners = row_checks.winners_of(row)
        others = [seat for seat in range(settings.players) if seat not in winners]
        if not winners or not others or not len(line):
            continue
        judged += 1
        # Of several winners the best is compared; where one loses, the loser with the last of the others.
        first = min if game.one_loses else max
        standing, score = (means_of_sides(row, values) for values in (line[-1], row.score))
        if first(standing[seat] for seat in winners) < first(standing[seat] for seat in others):
            behind.append(number)
            lowest += min(score[seat] for seat in winners) < min(score[seat] for seat in others)
        if time.process_time() > end:
            break
    if len(behind) <= MOSTLY * judged:
        return
    write = "standing(self, player)" if game.is_plain else "standing_of(table, seat)"
    mend = f"write {write}: how far ahead a player is, higher for a player nearer to winning"
    if lowest > MOSTLY * len(behind) and not game.lowest_wins:
        mend = f"if the lowest score wins, write `lowest_wins = True` in {'the class' if game.is_plain else 'GAME'}"
        mend += "" if game.is_plain else f", and {write} as minus the score"
    fault = "the loser is not last" if game.one_loses else "the winner is not first"
    sentence = f"{fault} by the standings at the end of {len(behind)} of {plural(judged, 'game')} (game {behind[0]})"
    yield TryoutFinding(WRONG, "standing", f"{sentence}, so figures of leads and comebacks are wrong; {mend}")


def elsewhere(settings: Settings, theirs: Any) -> Iterator[TryoutFinding]:
    """Compare rows of games played in another process with those of the same games played here."""
    here = rows(mixed(settings), 0, len(theirs))
    differs = row_checks.difference(settings.game, here, theirs)
    if differs:
        why = "does a list of options come from a set, or from the hash of a text? write sorted(...)"
        yield TryoutFinding(WRONG, "again", f"{differs}: another course in another process; {why}")
        return
    yield TryoutFinding(OK, "again", f"the same {plural(len(here), 'game')} in another process")
