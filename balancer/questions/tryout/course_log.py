"""The log of one game, decision by decision and round by round, in the same words for compiled and plain games.

``python -m balancer.questions.tryout.course_log`` reads a setting and the number of a game from stdin, writes its log
as JSON; rules run as plain Python there.
"""

from __future__ import annotations

import json
import pickle
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from balancer.core import events
from balancer.core.authoring import plain_process
from balancer.questions.tryout.settings import packed, unpacked
from balancer.simulation.jobs import CellJob

if TYPE_CHECKING:
    from balancer.core.game import Game
    from balancer.scenario.plan import Cell


class LogEntry(NamedTuple):
    """An event of a game and its place: a decision among options, or the standings after a round."""

    round: int
    turn: int
    words: str


class LogError(Exception):
    """A log that can't be written; the message is the last line of the process that failed."""


def logs_of(cells: list[Cell], number: int) -> list[list[LogEntry]]:
    """Return the logs of one game under several settings; LogError."""
    jobs = [CellJob.of(cell) for cell in cells]
    return [log_of(job, number) if job.game.is_plain else compiled_log_of(job.cell, number) for job in jobs]


def compiled_log_of(cell: Cell, number: int) -> list[LogEntry]:
    """Return the log of a game of compiled rules, which run as plain Python in a process of their own; LogError."""
    process = plain_process.start("-m", "balancer.questions.tryout.course_log")
    out, errors = process.communicate(pickle.dumps((packed(cell), number)))
    if process.returncode:
        raise LogError(errors.decode(errors="replace").strip().rpartition("\n")[2])
    return [LogEntry(*entry) for entry in json.loads(out)]


class Log(events.Listener):
    """A listener that logs a game, plain or compiled."""

    def __init__(self, game: Game) -> None:
        """Begin an empty log of one game."""
        self.nodes = [node.name for node in game.nodes]
        self.entries: list[LogEntry] = []

    def decision(self, place: tuple[int, int], seat: int, node: str, options: int) -> None:
        """Log a decision among two options or more."""
        if options > 1:
            self.entries.append(LogEntry(*place, f"seat {seat + 1} decides {node} among {options} options"))

    def on_node(self, table: Any, seat: int, node: int, options: int) -> None:
        """Log a decision of compiled rules."""
        self.decision((int(table.rounds), int(table.turn)), int(seat), self.nodes[node], int(options))

    def together(self, course: Any, options: Any) -> None:
        """Do nothing: simultaneous decisions are logged one by one in `decide`."""

    def decide(self, player: Any, node: int, options: list[Any], number: int) -> int:
        """Log a decision of a plain game, and return the option's place (a `Director`)."""
        del number
        course = player._course  # noqa: SLF001  of that lane
        self.decision((course.rounds, course.turns), player.seat, self.nodes[node], len(options))
        place: int = player.decided(node, options)
        return place


def log_of(job: CellJob, number: int) -> list[LogEntry]:
    """Return the log of one game."""
    game, cell = job.game, job.cell
    table, history, log = job.new_table(), game.history(cell.rules), Log(game)
    if game.is_plain:
        table.director = log
        game.play(table, history, cell.seed, number, 1)
        lines = table.course.standings
    else:
        events.listen(log)
        row = game.play(table, history, cell.seed, number, 1)[0]
        lines = history[: row.rounds, : cell.players].tolist()
    standings = [
        LogEntry(place, LAST, f"the standings are {', '.join(map(str, line))}") for place, line in enumerate(lines, 1)
    ]
    return sorted([*log.entries, *standings], key=lambda entry: entry.round)


LAST = -1  # turn of the standings, at the end of a round


def main() -> None:
    """Read a request from stdin, write the log to stdout."""
    sent, number = pickle.loads(sys.stdin.buffer.read())  # noqa: S301  written by `logs_of`
    json.dump(log_of(unpacked(sent), number), sys.stdout)


if __name__ == "__main__":
    main()
