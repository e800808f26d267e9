"""Games of random players and of the line-up at every number of players: errors, endings, decisions, the same again."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from balancer.core.authoring import row_checks
from balancer.core.game import Game
from balancer.core.rule_errors import RuleError
from balancer.core.table import UNFINISHED
from balancer.questions.tryout import other_dice
from balancer.questions.tryout.finding import LOOK, OK, WRONG, TryoutFinding
from balancer.questions.tryout.tables import Tables, rows, rows_within
from balancer.simulation.jobs import CellJob
from balancer.wording import plural

GAMES, SECONDS = 400, 0.6  # games at each table at most; processor seconds for all tables of a line-up
AGAIN = 30  # games that are played again to see the same results
MOSTLY = 0.5  # a higher share of unfinished games is reported as an error


@dataclass
class CourseNotes:
    """Counts of all tables of a kind: games by ending, decisions and their options by node."""

    endings: Counter[str] = field(default_factory=Counter)
    decisions: Counter[str] = field(default_factory=Counter)
    forced: int = 0
    winnerless: int = 0

    def add(self, tables: Tables, played: Any) -> None:
        """Add the rows of a table."""
        game = tables.game
        self.endings.update(game.endings_by_number[int(number)] for number in played["ending"])
        self.forced += int(played["forced"].sum())
        ended = played["ending"] != UNFINISHED
        self.winnerless += int((ended & (played["winners"] == 0)).sum())
        for number, node in enumerate(game.nodes):
            self.decisions[node.name] += int(played["node_decisions"][:, number].sum())

    @property
    def games(self) -> int:
        """The number of games."""
        return self.endings.total()


def at_all_tables(tables: Tables, who: str, lineup: tuple[str, ...], course: CourseNotes) -> Iterator[TryoutFinding]:
    """Games at every number of players; the first error ends them."""
    game = tables.game
    counts = len(game.player_counts)
    for players in game.player_counts:
        if game.problems(tables.cell(lineup, players).rules, players, None):
            continue
        try:
            course.add(tables, rows_within(tables.cell(lineup, players), GAMES, SECONDS / counts))
        except RuleError as error:
            yield TryoutFinding(WRONG, "course", f"{who}, {players} players: {error}")
            return
    cut, ended = course.endings["unfinished"], course.games
    said = ", ".join(f"{name} {number}" for name, number in course.endings.most_common())
    sentence = f"{who}: {plural(ended, 'game')} at {seats_in_words(game)} players; {said}"
    if not cut:
        yield TryoutFinding(OK, "course", sentence)
        return
    most = tables.scenario.base.rules["max_rounds"]
    cause = f"{plural(cut, 'game')} had no end after {most} rounds (max_rounds)"
    yield TryoutFinding(WRONG if cut > MOSTLY * ended else LOOK, "course", f"{sentence}; {cause}")


def seats_in_words(game: Game) -> str:
    """Return how many may play: ``2 to 5``, ``2, 4, 6``."""
    return game.player_words.replace("..", " to ")


def courses(tables: Tables) -> Iterator[TryoutFinding]:
    """Random players and the line-up at all tables, and what never happened there."""
    random, own = CourseNotes(), CourseNotes()
    yield from at_all_tables(tables, "random players", ("random",), random)
    game = tables.game
    if random.games:
        yield from at_all_tables(tables, "the line-up", tables.lineup, own)
    if not own.games:
        return
    for ending in game.endings:
        if not random.endings[ending.name] + own.endings[ending.name]:
            sentence = f"no game ended by {ending.name}, in {random.games + own.games} games by the printed rules"
            yield TryoutFinding(LOOK, "ending", sentence)
    for node in game.nodes:
        if not random.decisions[node.name] + own.decisions[node.name]:
            yield TryoutFinding(LOOK, "decision", f"{node.name}: by the printed rules nobody ever has two options")
    if random.winnerless + own.winnerless:
        sentence = f"nobody wins {random.winnerless + own.winnerless} of {random.games + own.games} games that ended"
        yield TryoutFinding(LOOK, "winners", sentence)


def declared(tables: Tables) -> Iterator[TryoutFinding]:
    """Yield what the game consists of, and what it lacks."""
    game = tables.game
    knobs = [knob.name for knob in game.knobs if knob.name != "max_rounds"]
    kinds = {
        "decisions": [node.name for node in game.nodes],
        "rules to turn": knobs,
        "endings": [ending.name for ending in game.endings],
        "figures": [extra.name for extra in game.extras],
        "personas": list(tables.thinking),
    }
    said = "; ".join(f"{kind}: {', '.join(names) or 'none'}" for kind, names in kinds.items())
    yield TryoutFinding(OK, "game", f"{game.title}, {seats_in_words(game)} players; {said}")
    if not game.nodes:
        sentence = "nobody decides anything: a game of chance; if players choose, write player.choose in the rules"
        yield TryoutFinding(LOOK, "decision", sentence)
    if not game.endings:
        yield TryoutFinding(WRONG, "ending", "no ending is declared, so only max_rounds ends a game")
    if game.is_plain:
        from balancer.questions.tryout.plain_watcher import methods, reads

        yield from methods(game)
        yield from reads(game)
        yield from other_dice.named(game)
    if game.nodes and not tables.thinking:
        yield TryoutFinding(LOOK, "persona", "there is no persona: everybody plays at random")


def mixed(tables: Tables) -> Any:
    """Return the table at which everybody sits."""
    return tables.cell((*tables.lineup, *tables.thinking, "random"))


def again(tables: Tables) -> Iterator[TryoutFinding]:
    """Play the same games twice, the second time backwards and one by one, at a table of their own."""
    with other_dice.watched() as thrown:
        first = rows_within(mixed(tables), AGAIN, SECONDS)
        job = CellJob.of(mixed(tables))
        backwards = [job.play(number, 1) for number in range(len(first) - 1, -1, -1)]
    if thrown and tables.game.is_plain:
        sentence = f"the rules throw the dice of {' and '.join(thrown)}, not those of the game"
        yield TryoutFinding(WRONG, "again", f"{sentence}; {other_dice.INSTEAD['random']}")
    differs = row_checks.difference(tables.game, first, np.concatenate(backwards[::-1]))
    if differs:
        sentence = f"{differs}: another course when the same game is played again"
        yield TryoutFinding(WRONG, "again", f"{sentence}; the rules use `random` or `time`, or keep something {KEPT}")
        return
    yield TryoutFinding(OK, "again", f"the same {plural(len(first), 'game')} when played again, in another order")


KEPT = "outside the game's own state"


def standings(tables: Tables) -> Iterator[TryoutFinding]:
    """Try whether winners have the highest standing at the end: all that is told of a game's course rests on it."""
    game, job = tables.game, CellJob.of(mixed(tables))
    judged, behind, lowest, end = 0, list[int](), 0, time.process_time() + SECONDS
    for number in range(GAMES):
        row, line = job.play_with_standings(number)
        winners = row_checks.winners_of(row)
        others = [seat for seat in range(tables.players) if seat not in winners]
        if not winners or not others or not len(line):
            continue
        judged += 1
        # Of several winners the best is compared; where one loses, the loser with the last of the others.
        first = min if game.one_loses else max
        if first(line[-1][seat] for seat in winners) < first(line[-1][seat] for seat in others):
            behind.append(number)
            lowest += min(row.score[seat] for seat in winners) < min(row.score[seat] for seat in others)
        if time.process_time() > end:
            break
    if len(behind) <= MOSTLY * judged:
        return
    write = "standing(self, player)" if game.is_plain else "standing_of(table, seat)"
    mend = f"write {write}: how far ahead a player is, higher for who is nearer to winning"
    if lowest > MOSTLY * len(behind) and not game.lowest_wins:
        mend = f"if the lowest score wins, write `lowest_wins = True` in {'the class' if game.is_plain else 'GAME'}"
        mend += "" if game.is_plain else f", and {write} as minus the score"
    who = "who loses is not last" if game.one_loses else "who wins is not first"
    sentence = f"{who} by the standings at the end of {len(behind)} of {plural(judged, 'game')} (game {behind[0]})"
    yield TryoutFinding(WRONG, "standing", f"{sentence}, so what is told of leads and comebacks is wrong; {mend}")


def elsewhere(tables: Tables, found: Any) -> Iterator[TryoutFinding]:
    """Play the same games in another process, and compare their rows with `found`."""
    here = rows(mixed(tables), 0, len(found))
    differs = row_checks.difference(tables.game, here, found)
    if differs:
        why = "does a list of options come from a set, or from the hash of a text? write sorted(...)"
        yield TryoutFinding(WRONG, "again", f"{differs}: another course in another process; {why}")
        return
    yield TryoutFinding(OK, "again", f"the same {plural(len(here), 'game')} in another process")
