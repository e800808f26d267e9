"""Narration of one game: the simulated rules play it as plain Python, and a narrator collects its steps.

The narrator listens to sentences of the rules, to the options weighed (both core/events.py), and to every choice (the
game's `choose_<node>` functions).
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import types
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from balancer.core import events
from balancer.core.authoring.game_checks import NARRATION, hook_of
from balancer.core.events import Listener
from balancer.core.jit import PLAIN
from balancer.core.rule_errors import RuleError, author_folder, place_of
from balancer.core.tallies.tally import Tally
from balancer.core.thinking import forcing
from balancer.core.thinking.search import MILLION
from balancer.narration import steps as kinds
from balancer.narration import worker
from balancer.narration.narrated import Narration
from balancer.narration.review import Review
from balancer.narration.seat_view import SeatView
from balancer.narration.teller import Teller, header
from balancer.simulation.backends.backend import ranges
from balancer.simulation.jobs import CellJob

if TYPE_CHECKING:
    from balancer.core.game import Game
    from balancer.scenario.plan import Cell


def words_of(game: Game) -> Any:
    """Return a game's functions `setup_words`, `option_words`, `standing_words`, and others of its narration."""
    name = f"{game.package.__name__}.{NARRATION}"
    if importlib.util.find_spec(name) is not None:
        return importlib.import_module(name)
    return types.SimpleNamespace(
        setup_words=lambda _: [],
        option_words=lambda _table, _seat, _node, option: f"option {option}",
        standing_words=lambda table: standing_words(game, table),
    )


def standing_words(game: Game, table: Any) -> list[str]:
    """Return ``seat 2 17`` for every seat."""
    standing_of = hook_of(game.package.__name__, "standing_of")
    return [f"seat {seat + 1} {standing_of(table, seat)}" for seat in range(table.seats)]


BEST_OPTIONS = 4  # number of options listed at a decision, best first


class Weighed(NamedTuple):
    """An option and its appraisal."""

    value: int
    option: int


class Narrator(Teller, Listener):
    """Listener at one table, which collects steps."""

    def __init__(
        self,
        game: Game,
        table: Any,
        lineup: list[str],
        listed: int | None = BEST_OPTIONS,
        gains: Mapping[int, float] | None = None,
        viewer: int | None = None,
    ) -> None:
        """Listen to `table` of `game`; `lineup` names its personas.

        listed: options per decision, None for all; gains: by number of the decision, the mean gain in share of the win
        that trial games promised; viewer: narrate what this seat sees, None: everything.
        """
        super().__init__(game, table, lineup, listed, gains, viewer)
        self.words = words_of(game)
        self.view = None if viewer is None else SeatView(game, viewer)
        self.weighed: list[Weighed] = []
        self.options = 0

    # Methods of `core.events.Listener` --------------------------------------------------------------------------------
    def on_say(self, text: str, seen_by: Sequence[int] | None, instead: str) -> None:
        """Add the text, or what the viewer sees instead of it."""
        seen = text if self.viewer is None or seen_by is None or self.viewer in seen_by else instead
        if seen:
            self.add_heading()
            self.add(kinds.EVENT, seen)

    def on_turn(self, table: Any) -> None:
        """Add the heading of a turn."""
        self.describe_setup()
        self.add_heading()
        self.turn = int(table.turn)
        self.add(kinds.TURN, f"turn {table.turn}")

    def on_node(self, table: Any, seat: int, node: int, options: int) -> None:
        """Forget the options of the previous decision."""
        del table, seat, node
        self.weighed, self.options = [], options

    def on_appraised(self, options: Sequence[int], value: int) -> None:
        """Note the options weighed, with their value."""
        self.weighed += [Weighed(value, option) for option in options]

    def on_standings(self, table: Any) -> None:
        """Add the standings of a round."""
        self.add_heading()
        self.add(kinds.STANDINGS, f"standings after round {table.standings}")
        for line in [*self.lines(self.words.standing_words), self.chances(int(table.rounds))]:
            if line:
                self.add(kinds.STANDING, line)

    def layout(self) -> Sequence[str]:
        """Return lines that describe the table once it is set up."""
        return self.lines(self.words.setup_words)

    def lines(self, words: Callable[[Any], Sequence[str]]) -> Sequence[str]:
        """Return lines about the table, without what the viewer can't see."""
        return self.view.lines(self.table, words) if self.view else words(self.table)

    # Decisions --------------------------------------------------------------------------------------------------------
    def on_choice(self, seat: int, node: int, option: int, by_number: Callable[[int], int] = int) -> None:
        """Add a decision, unless it had one option or another seat made it: the viewer then sees only the outcome.

        by_number: maps a number, in the game's listing order, to its option.
        """
        if self.options == 1 or (self.view and seat != self.view.seat):
            return
        if self.gains and int(self.table.decision.number) - 1 in self.gains:
            self.weighed = []  # the persona weighed them, but trial games decided otherwise
        self.add_heading()
        name, text = self.game.nodes[node].name, self.option(seat, node, option)
        self.add(kinds.DECISION, text, seat=int(seat), node=name, who=self.seat(seat), reason=self.reason(seat))
        if not self.equal:
            self.add_best(seat, node, option)
        if self.review:
            number = int(self.table.decision.number) - 1
            lost = self.blunder(
                number,
                lambda k: by_number(k) == option,
                lambda k: self.option(seat, node, by_number(k)),
                by_dice=self.equal,
            )
            self.add(kinds.FLAG, lost) if lost else None

    def add_best(self, seat: int, node: int, option: int) -> None:
        """Add the best options weighed, with their values; the chosen one is marked and comes first among ties."""
        best = sorted(self.weighed, key=lambda weighed: (-weighed.value, weighed.option != option, weighed.option))
        for weighed in best[: self.listed]:
            mark = ">" if weighed.option == option else " "
            self.add(kinds.OPTION, f"{mark} {weighed.value:>8}  {self.option(seat, node, weighed.option)}")
        left = [f"{len(best) - self.listed} more"] if self.listed is not None and len(best) > self.listed else []
        left += [f"{self.not_weighed} not weighed"] if self.not_weighed else []
        if left:
            self.add(kinds.OPTION, f"  {'':8}  … {', '.join(left)}")

    def option(self, seat: int, node: int, option: int) -> str:
        """Return an option in words."""

        def words(table: Any) -> str:
            return str(self.words.option_words(table, seat, node, option))

        return self.view.line(self.table, words) if self.view else words(self.table)

    @property
    def equal(self) -> bool:
        """Whether all options weighed, if any, have the same value."""
        return len({weighed.value for weighed in self.weighed}) < 2  # noqa: PLR2004 - none or one

    @property
    def not_weighed(self) -> int:
        """Number of options that the persona did not weigh."""
        return self.options - len(self.weighed)

    def reason(self, seat: int) -> str:
        """Return why chance decided, or that only one option was weighed; '' if values decided."""
        if not self.equal:
            return ""
        if self.gains and (trial := self.trial_reason(int(self.table.decision.number) - 1)):
            return trial
        if len(self.weighed) == 1:
            return f"the only one of {self.options} options weighed"
        if self.weighed:
            which = f"the {len(self.weighed)} weighed of" if self.not_weighed else "all"
            return f"{which} {self.options} options alike, at {self.weighed[0].value}"
        at_random = self.table.lineup[self.table.entry[seat]].at_random
        return f"{'at random' if at_random else 'a mistake: at random'}, 1 of {self.options}"


def listen(narrator: Narrator, package: Any) -> None:
    """Report events and choices to the narrator from now on (this process narrates one game and ends)."""
    events.listen(narrator)
    decisions = importlib.import_module(f"{package.__name__}.decisions")
    for number, node in enumerate(narrator.game.nodes):
        name = f"choose_{node.name}"
        setattr(decisions, name, reported_choice(narrator, number, getattr(decisions, name)))


def reported_choice(narrator: Narrator, node: int, choose: Callable[..., int]) -> Callable[..., int]:
    """Return a function that makes the same choice and reports it to the narrator."""

    @functools.wraps(choose)
    def reported(table: Any, seat: int, *others: Any) -> int:
        option = choose(table, seat, *others)

        def by_number(k: int) -> int:
            table.decision.again = 1 + k  # `decision.resolve` then returns option k and weighs nothing
            return choose(table, seat, *others)

        narrator.on_choice(seat, node, option, by_number)
        return option

    return reported


def narrate(
    job: CellJob,
    game_number: int,
    *,
    all_options: bool = False,
    viewer: int | None = None,
    review: Review | None = None,
    forced: bool = False,
    states: bool = False,
) -> Narration:
    """Narrate the game `game_number` of a cell.

    forced: narrate all choices among one option, states: the table after each turn (both of plain games); all_options:
    list all options weighed, not only the best; viewer: what this seat sees (from 0), None for all; review: chances to
    show in addition.  Errors of the rules and Ctrl-C end it early and are stored in its `error`.
    RuntimeError: rules are compiled in this process, so they report nothing (set NUMBA_DISABLE_JIT=1 before the first
    import of numba).
    """
    if job.game.is_plain:
        from balancer.narration.plain_narrator import narrate_plain

        listed = None if all_options else BEST_OPTIONS
        return narrate_plain(
            job, game_number, listed=listed, viewer=viewer, review=review, forced=forced, states=states
        )
    if not PLAIN:
        message = "a game can be narrated only where rules run as plain Python (NUMBA_DISABLE_JIT=1)"
        raise RuntimeError(message)
    game, cell = job.game, job.cell
    table = job.new_table()
    deviating = deviations(job, game_number)
    plan = forcing.plan_of([(number, option) for number, option, _ in deviating])
    forcing.follow(table, plan)
    gains = {number: gain / MILLION for number, _, gain in deviating}
    narrator = Narrator(game, table, list(cell.lineup), None if all_options else BEST_OPTIONS, gains, viewer)
    narrator.review = review
    if hasattr(narrator.words, "know_parts"):  # its sentences need the names of parts
        narrator.words.know_parts(job.parts)
    listen(narrator, game.package)
    outcome, error, place = "", None, ""
    try:
        row = game.play(table, game.history(cell.rules), cell.seed, game_number, 1)
        Tally(game, cell.players, cell.lineup).reduced(row)
        narrator.on_end(row[0])
        outcome = narrator.outcome(row[0]) if viewer is None else ""
    except (RuleError, KeyboardInterrupt) as stopped:
        error, place = stopped, place_of(author_folder(game.folder), stopped)
    return Narration(outcome, header(job, game_number, narrator, viewer), narrator.steps, error, place, review, viewer)


def deviations(job: CellJob, game_number: int) -> Sequence[tuple[int, int, int]]:
    """Return the decisions in which thinkers deviate from their personas: number, option, gain in millionths.

    Compiled rules search for them: trial games in plain Python take minutes.  RuntimeError: the search failed.
    """
    if not job.cell.has_thinkers:
        return []
    try:
        (records,) = worker.ask([(deviations_of, job.cell, (game_number,))], plain=False, seconds=None)
    except worker.WorkerError as error:
        message = f"the search by personas that think ahead failed: {error}"
        raise RuntimeError(message) from None
    return [(number, option, gain) for number, option, gain in records]


# Tasks of worker.py ---------------------------------------------------------------------------------------------------
def steps_of(cell: Cell, number: int) -> list[tuple[Any, ...]]:
    """Return the steps of a game; RuleError if the rules fail."""
    narration = narrate(CellJob.of(cell), number, forced=True, states=True)
    if narration.error is not None:
        raise narration.error
    return [tuple(step) for step in narration.steps]


def lines_of(
    cell: Cell,
    number: int,
    all_options: bool,  # noqa: FBT001
    brief: bool,  # noqa: FBT001
    viewer: int | None,
    review: Review | None,
) -> list[str]:
    """Return the lines of a game; viewer: as this seat sees it; review: with these chances."""
    narration = narrate(CellJob.of(cell), number, all_options=all_options, viewer=viewer, review=review)
    return list(narration.lines(brief=brief))


def deviations_of(cell: Cell, number: int) -> list[tuple[int, int, int]]:
    """Return the decisions of a game in which thinkers deviate from their personas (`Thinkers.forced`)."""
    return CellJob.of(cell).deviations(number)


def first_ending(cell: Cell, ending: str, first: int, end: int) -> int | None:
    """Return the number of the first game of first .. end-1 with this ending; None if none has it."""
    job: Any = CellJob.of(cell)
    if job.game.is_plain and not cell.has_thinkers:
        number: int | None = job.game.first_ending(job.new_table(), cell.seed, ending, first, end)
        return number
    code = job.game.endings_by_number.index(ending)
    for start, count in ranges(first, end, 512):
        positions = np.flatnonzero(np.asarray(job.play(start, count)["ending"]) == code)
        if len(positions):
            return start + int(positions[0])
    return None
