"""One game told in words, from the rules that are simulated, run as plain Python.

Everything said comes from listening: to the events the rules emit (core/events.py), the options weighed among them,
and to every choice (the room's `choose_<node>` functions).
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from balancer.core import events
from balancer.core.compile import PLAIN
from balancer.core.result_row import CREDIT
from balancer.core.rule_errors import RuleError, place_of, room_of
from balancer.core.tally import Tally

if TYPE_CHECKING:
    from balancer.core.game import Game
    from balancer.simulation.jobs import CellJob

SHOWN = 4
"""How many of the options weighed are told, the best first."""

MOST_LINES = 400
"""Of a game that went wrong: the first and the last of them."""


class Weighed(NamedTuple):
    """An option and its appraisal."""

    value: int
    option: int


class Teller:
    """Listens to one table and keeps what it hears as lines of text."""

    def __init__(self, game: Game, table: Any, lineup: list[str], shown: int | None = SHOWN) -> None:
        """Listen to `table` of `game`; `lineup` names its personas; shown: how many options are told, None for all."""
        self.game, self.table, self.lineup, self.shown = game, table, lineup, shown
        self.words = importlib.import_module(f"{game.room.__name__}.narration")
        self.lines: list[str] = []
        self.weighed: list[Weighed] = []
        self.options = 0
        self.begun = self.laid = False
        self.rounds_told = 0

    # Who and where --------------------------------------------------------------------------------------------------
    def persona(self, seat: int) -> str:
        """The persona that plays a seat in this game."""
        return self.lineup[int(self.table.entry[seat])]

    def seat(self, seat: int) -> str:
        """A seat in words, counted from 1."""
        return f"seat {seat + 1} ({self.persona(seat)})"

    def say(self, line: str, indent: int = 1) -> None:
        """One more line."""
        self.lines.append("  " * indent + line)

    # What is heard --------------------------------------------------------------------------------------------------
    def hear(self, table: Any, event: int, a: int, b: int, c: int) -> None:
        """An event of the rules."""
        if event == events.TURN_BEGINS:
            self.lay()
            self.head()
            self.say(f"turn {table.turn}")
        elif event == events.NODE_REACHED:
            self.counted(c)
        elif event in (events.OPTION_APPRAISED, events.SET_APPRAISED):
            self.weighed += [Weighed(value, option) for option, value in events.appraised(event, a, b)]
        elif event == events.STANDINGS_RECORDED:
            self.head()
            self.say(f"standings after round {table.standings}")
            for line in self.words.standing_words(table):
                self.say(line, 2)
        else:
            told = self.words.event_words(table, event, a, b, c)
            if told:
                self.head()
                self.say(told, 2)

    def head(self) -> None:
        """Say where the game is before the first thing that happens there: in the setup, or in a round."""
        if not self.begun:
            self.begun = True
            self.lines.append("Setup")
        if self.table.rounds != self.rounds_told:
            self.lay()
            self.rounds_told = self.table.rounds
            self.lines.append(f"Round {self.table.rounds}")

    def lay(self) -> None:
        """The table as it lies when the setup is over: when the first round has begun, the first turn, or the end."""
        if not self.laid:
            self.laid = True
            if not self.begun:
                self.begun = True
                self.lines.append("Setup")
            for line in self.words.setup_words(self.table):
                self.say(line)

    def counted(self, options: int) -> None:
        """A node with so many options is asked."""
        self.weighed, self.options = [], options

    def decided(self, seat: int, node: int, option: int) -> None:
        """A choice is made."""
        if self.options == 1:
            return  # a node with one option is no decision
        self.head()
        name = self.game.nodes[node].name
        self.say(f"{self.seat(seat)} – {name}: {self.option(seat, node, option)}{self.by_lot(seat)}", 2)
        if not self.alike:
            self.best(seat, node, option)

    def best(self, seat: int, node: int, option: int) -> None:
        """The best of the options weighed, with their values; the one chosen is marked and stands before its equals."""
        best = sorted(self.weighed, key=lambda weighed: (-weighed.value, weighed.option != option, weighed.option))
        for weighed in best[: self.shown]:
            mark = ">" if weighed.option == option else " "
            self.say(f"{mark} {weighed.value:>8}  {self.option(seat, node, weighed.option)}", 4)
        left = [f"{len(best) - self.shown} more"] if self.shown is not None and len(best) > self.shown else []
        left += [f"{self.passed_over} not weighed"] if self.passed_over else []
        if left:
            self.say(f"  {'':8}  … {', '.join(left)}", 4)

    def option(self, seat: int, node: int, option: int) -> str:
        """An option in words."""
        return str(self.words.option_words(self.table, seat, node, option))

    @property
    def alike(self) -> bool:
        """Whether all options weighed, if any, came to the same value."""
        return len({weighed.value for weighed in self.weighed}) < 2  # noqa: PLR2004 - none or one

    @property
    def passed_over(self) -> int:
        """How many options the persona did not even weigh."""
        return self.options - len(self.weighed)

    def by_lot(self, seat: int) -> str:
        """That the dice decided, and why, or that nothing else was weighed; '' where values decided."""
        if not self.alike:
            return ""
        if len(self.weighed) == 1:
            return f"  (the only one of {self.options} options weighed)"
        if self.weighed:
            which = f"the {len(self.weighed)} weighed of" if self.passed_over else "all"
            return f"  ({which} {self.options} options alike, at {self.weighed[0].value})"
        at_random = self.table.lineup[self.table.entry[seat]].at_random
        return f"  ({'at random' if at_random else 'a mistake: at random'}, 1 of {self.options})"

    # The end --------------------------------------------------------------------------------------------------------
    def result(self, row: Any) -> None:
        """How the game ended."""
        self.lay()
        ending = self.game.endings_by_number[row.ending]
        winners = [seat for seat in range(self.table.seats) if row.winners >> seat & 1]
        self.lines.append(f"End: {ending} after {row.turns} turns, {row.rounds} rounds, {row.decisions} decisions")
        for seat in range(self.table.seats):
            share = CREDIT // len(winners) / CREDIT if seat in winners else 0
            score = row.score[seat] / self.game.score_unit
            self.say(f"{self.seat(seat)}: score {score:g}, win share {share:.3g}")
        if not winners:
            self.say("nobody wins")


def listening(teller: Teller, room: Any) -> None:
    """Let the teller hear events and choices from now on (this process tells one game and ends)."""
    events.listen(teller.hear)
    moves = importlib.import_module(f"{room.__name__}.decisions")
    for number, node in enumerate(teller.game.nodes):
        name = f"choose_{node.name}"
        setattr(moves, name, heard_choice(teller, number, getattr(moves, name)))


def heard_choice(teller: Teller, node: int, choose: Callable[..., int]) -> Callable[..., int]:
    """The same choice, told."""

    @functools.wraps(choose)
    def heard(table: Any, seat: int, *others: Any) -> int:
        option = choose(table, seat, *others)
        teller.decided(seat, node, option)
        return option

    return heard


def tell(player: CellJob, game_number: int, *, all_options: bool = False) -> Iterator[str]:
    """The lines of game number `game_number` of a cell.

    all_options: all options weighed are told, not the best few.
    RuleError, KeyboardInterrupt: the rules went wrong, or on without end; what happened until then has been told.
    RuntimeError: rule code is compiled in this process, so nothing could be heard (set NUMBA_DISABLE_JIT=1 before the
    first import of numba).
    """
    if not PLAIN:
        message = "a game can be told only where rules run as plain Python (NUMBA_DISABLE_JIT=1)"
        raise RuntimeError(message)
    game, cell = player.game, player.cell
    table = player.new_table()
    teller = Teller(game, table, list(cell.lineup), None if all_options else SHOWN)
    if hasattr(teller.words, "know_parts"):  # a room that calls its parts by their names
        teller.words.know_parts(player.parts)
    listening(teller, game.room)
    wrong: BaseException | None = None
    try:
        row = game.play(table, game.history(cell.rules), cell.seed, game_number, 1)
        Tally(game, cell.players, cell.lineup).reduced(row)
        teller.result(row[0])
    except (RuleError, KeyboardInterrupt) as error:
        wrong = error
    yield f"{game.title}, game {game_number} of seed {cell.seed}, {cell.players} players"
    yield from (f"  {name}: {value}" for name, value in cell.rules.items() if value != game.defaults[name])
    yield from (
        f"  seat {seat + 1}{' (starts)' if seat == 0 else ''}: {teller.persona(seat)}" for seat in range(cell.players)
    )
    yield from teller.lines if wrong is None else shortened(teller.lines)
    if wrong:
        if isinstance(wrong, KeyboardInterrupt):
            yield f"broken off{place_of(room_of(game.folder), wrong)}"
        raise wrong


def shortened(lines: list[str]) -> Iterator[str]:
    """All lines, or the first and the last of very many."""
    half = MOST_LINES // 2
    if len(lines) <= MOST_LINES:
        yield from lines
        return
    yield from lines[:half]
    yield f"… {len(lines) - 2 * half} lines left out"
    yield from lines[-half:]
