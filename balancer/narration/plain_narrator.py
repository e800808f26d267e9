"""The narrator of a game of plain Python: what its rules say, choices, and what lies on the table, by attributes.

A seat sees its own decisions and the piles that it may see; of other piles the number of cards is given.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from balancer.core.dice import CHANCE
from balancer.core.rule_errors import RuleError, place_of
from balancer.core.table import UNDEFINED
from balancer.core.thinking.search import MILLION
from balancer.narration import steps as kinds
from balancer.narration.narrated import Narration
from balancer.narration.seat_view import LEFT_OUT, WORLDS
from balancer.narration.teller import Teller, header
from balancer.plain.course import Course, Listener
from balancer.plain.dealing import deal_anew
from balancer.plain.declared import Card
from balancer.plain.dice import Dice
from balancer.plain.errors import PlainError
from balancer.plain.game import Game
from balancer.plain.pile import Pile, piles_in
from balancer.plain.player import Odds
from balancer.plain.rows import rows_of
from balancer.plain.watch import watched
from balancer.plain.words import in_words, without_addresses
from balancer.wording import bare

if TYPE_CHECKING:
    from balancer.narration.review import Review
    from balancer.plain.player import Player
    from balancer.simulation.jobs import CellJob

Value = TypeVar("Value")

LONG_PILE = 24  # the cards of a larger pile are counted, not listed


class Forced:
    """A director that leaves dice and personas as they are, and makes the choices of thinkers."""

    def __init__(self, options: dict[int, int]) -> None:
        """Prepare; options: by number of the decision."""
        self.options = options

    def decide(self, player: Player, node: int, options: list[Any], number: int) -> int:
        """Return the thinker's option, or the player's own decision."""
        return self.options.get(number, player.decided(node, options))

    def together(self, course: Course, options: dict[Player, list[Any]]) -> None:
        """Leave simultaneous decisions as they are."""


class PlainNarrator(Teller, Listener):
    """Listener to the course of one game, which collects steps."""

    def __init__(
        self,
        job: CellJob,
        course: Course,
        listed: int | None,
        gains: dict[int, float],
        viewer: int | None,
        *,
        states: bool,
    ) -> None:
        """Listen to a course; states: with the table after each turn; the other arguments are those of `Teller`."""
        super().__init__(job.game, _Table(course, job.cell.players), list(job.cell.lineup), listed, gains, viewer)
        self.course, self.states = course, states
        extras = {extra.name for extra in job.game.extras}
        tallies = {extra.group for extra in job.game.extras}
        self.not_shown = {"players", *job.game.defaults, *extras, *tallies}
        self.thrown: list[tuple[int, int, int]] = []  # value, lowest, highest of dice that are not narrated yet
        self.common: dict[str, str] = {}  # words on what is common, as narrated last
        self.before_seat = (0, 0, "")  # seat, turn and words of the last line about a seat
        self.picture = ""
        self.by_score = type(course.game).winners is Game.winners

    # The table ------------------------------------------------------------------------------------------------------
    def layout(self) -> list[str]:
        """Return a line on what is common, and one per player."""
        self.common = self.attributes(self.course.game)
        return self.state()

    def state(self) -> list[str]:
        """Return a line on what is common now, and one per player."""
        by_player = [(str(player), _joined(self.attributes(player))) for player in self.course.seats]
        common = _joined(self.attributes(self.course.game))
        return [*([common] if common else []), *(f"{player}: {words}" for player, words in by_player if words)]

    def attributes(self, owner: Any) -> dict[str, str]:
        """Return the attributes that the rules have set on the game or a player, in words."""
        own = {name: value for name, value in vars(owner).items() if not name.startswith("_")}
        hidden = self.not_shown if owner is self.course.game else {"seat"}
        return {name: self.shown(value) for name, value in own.items() if name not in hidden}

    def add_table(self, player: Player) -> None:
        """Add what lies before the player who decides, and what is common and has changed, unless a line said so."""
        common = {} if self.picture else self.attributes(self.course.game)
        changed = {name: words for name, words in common.items() if words != self.common.get(name)}
        self.common |= changed
        line = player.seat, self.turn, _joined(self.attributes(player))
        if changed:
            self.add(kinds.TABLE, f"table: {_joined(changed)}")
        if line[-1] and line != self.before_seat:
            self.add(kinds.TABLE, f"{player} has {line[-1]}", seat=player.seat)
        self.before_seat = line

    def add_dice(self) -> None:
        """Add the dice thrown since the last step; a seat sees none where a hidden pile may hold what they gave."""
        thrown, self.thrown = self.thrown, []
        if self.viewer is not None:
            me, piles = self.course.seats[self.viewer], piles_in((self.course.game, *self.course.seats))
            if any(not isinstance(card, Card) for pile in piles if not pile.is_seen_by(me) for card in pile):
                return
        for (low, high), dice in itertools.groupby(thrown, key=lambda die: die[1:]):
            values = [str(value) for value, _, _ in dice]
            words = f"{'die' if len(values) == 1 else 'dice'}: {', '.join(values)}"
            self.add(kinds.DICE, words, reason=f"{low} to {high}")

    def add_picture(self) -> None:
        """Add the board as text if it has changed, and the viewer sees all that it shows."""
        game = self.course.game
        text = game.picture()
        if not isinstance(text, str):
            raise PlainError(f"picture returns {text!r}; it must return text", "picture")
        board = without_addresses(text)
        if board != self.picture and all(other == text for other in self.redealt(game.picture)):
            self.picture = board
            self.add(kinds.PICTURE, board.strip("\n"))

    def add_thrown_and_picture(self) -> None:
        """Add what the turn that ends here has changed."""
        self.add_dice()
        if self.set_up:
            self.add_picture()
            if self.states:
                for line in self.state():
                    self.add(kinds.STATE, line)

    def describe_setup(self) -> None:
        """Add the dice of the setup, the table and its picture, once."""
        if not self.set_up:
            self.add_dice()
            super().describe_setup()
            self.add_picture()

    def shown(self, value: Any) -> str:
        """Return a value in words, as the viewer sees it."""
        return in_words(value, self.shown_of_pile)

    def shown_of_pile(self, pile: Pile) -> str:
        """Return the cards of a pile, or how many there are if they are many or the viewer does not see them."""
        is_seen = self.viewer is None or pile.is_seen_by(self.course.seats[self.viewer])
        return in_words(list(pile)) if is_seen and len(pile) <= LONG_PILE else f"{len(pile)} cards"

    # Methods of `plain.course.Listener` -----------------------------------------------------------------------------
    def on_round(self, game: Game) -> None:
        """Add the heading of a round."""
        del game
        self.add_thrown_and_picture()
        self.add_heading()

    def on_dice(self, game: Game, value: int, low: int, high: int) -> None:
        """Note a die, which the next step shows."""
        del game
        self.add_heading()
        self.thrown.append((value, low, high))

    def on_forced(self, player: Player, decision: str, option: Any) -> None:
        """Add a choice among one option."""
        if self.viewer in {None, player.seat}:
            self.add_heading()
            self.add_dice()
            seat, actor = player.seat, self.seat(player.seat)
            reason = "the only option"
            self.add(kinds.FORCED, in_words(option), seat=seat, node=decision, who=actor, reason=reason)

    def on_turn(self, game: Game) -> None:
        """Add the heading of a turn."""
        self.add_thrown_and_picture()
        self.add_heading()
        self.turn = game.turns
        self.add(kinds.TURN, f"turn {game.turns}")

    def on_idle(self, game: Game) -> None:
        """Remove the heading of a turn in which nothing happened."""
        if self.steps[-1].kind == kinds.TURN:
            self.steps.pop()
        self.turn = game.turns

    def on_say(self, game: Game, text: str, seen_by: Any, instead: str) -> None:
        """Add the text, or what the viewer sees instead of it."""
        del game
        if self.viewer is not None and seen_by is not None:
            me = self.course.seats[self.viewer]
            text = text if Pile(seen_by=seen_by).is_seen_by(me) else instead
        if text:
            self.add_heading()
            self.add_dice()
            self.add(kinds.EVENT, without_addresses(text))

    def on_choice(
        self, player: Player, decision: str, options: list[Any], place: int, values: list[Any] | None
    ) -> None:
        """Add a decision, the options weighed and what it lost."""
        if self.viewer is not None and player.seat != self.viewer:
            return
        self.add_heading()
        self.add_dice()
        self.add_table(player)
        equal = values is None or all(value == values[0] for value in values)
        trial = self.trial_reason(self.course.number - 1)
        if trial or not equal:
            reason = trial or ("drawn by odds" if isinstance(values, Odds) else "")
        elif values is None or isinstance(values, Odds):
            reason = f"at random, 1 of {len(options)}"
        else:
            reason = f"all {len(options)} options alike, at {bare(values[0])}"
        text, actor = in_words(options[place]), self.seat(player.seat)
        self.add(kinds.DECISION, text, seat=player.seat, node=decision, who=actor, reason=reason)
        if values is not None and not equal and not trial:
            self.best(options, place, values)
        number, chance = self.course.number - 1, not trial and (equal or isinstance(values, Odds))
        if lost := self.blunder(number, lambda k: k == place, lambda k: in_words(options[k]), by_dice=chance):
            self.add(kinds.FLAG, lost)

    def best(self, options: list[Any], place: int, values: list[Any]) -> None:
        """Add the best options with their values; the chosen one is marked and precedes its equals."""
        ranked = sorted(range(len(options)), key=lambda k: (-values[k], k != place, k))
        for k in ranked[: self.listed]:
            value = f"{values.shares[k]:>8.1%}" if isinstance(values, Odds) else f"{values[k]:>8g}"
            self.add(kinds.OPTION, f"{'>' if k == place else ' '} {value}  {in_words(options[k])}")
        if self.listed is not None and len(ranked) > self.listed:
            self.add(kinds.OPTION, f"  {'':8}  … {len(ranked) - self.listed} more")

    def on_standings(self, game: Game, line: list[int]) -> None:
        """Add the standings after a round."""
        self.add_thrown_and_picture()
        self.add_heading()
        standings = self.visible_standings(game, line)
        if len(standings) == 1:
            self.add(kinds.STANDINGS, f"standing after round {game.rounds}: {standings[0]}")
        else:
            self.add(kinds.STANDINGS, f"standings after round {game.rounds}")
            self.add(kinds.STANDING, ", ".join(f"seat {seat} {value}" for seat, value in enumerate(standings, 1)))
        if chances := self.chances(game.rounds):
            self.add(kinds.STANDING, chances)

    def visible_standings(self, game: Game, line: list[int]) -> list[Any]:
        """Return the standings without those that differ when the unseen cards are redealt."""
        worlds = self.redealt(lambda: [game.standing(player) for player in self.course.seats])
        return [value if all(world[seat] == value for world in worlds) else LEFT_OUT for seat, value in enumerate(line)]

    def redealt(self, read: Callable[[], Value]) -> list[Value]:
        """Return what is read in worlds that the viewer can't distinguish from this one; [] if all is narrated."""
        if self.viewer is None:
            return []
        seats = self.course.seats
        me, piles, dice = seats[self.viewer], piles_in((self.course.game, *seats)), Dice(0, self.course.rounds)
        dice.go_to(CHANCE, 0)
        before, values = [list(pile) for pile in piles], []
        for _ in range(WORLDS):
            deal_anew(piles, me, dice, CHANCE)
            values.append(read())
        for pile, cards in zip(piles, before, strict=True):
            pile[:] = cards
        return values

    def on_end(self, row: Any) -> None:
        """Add how the game ended, and the figures of its own that are not 0."""
        self.add_thrown_and_picture()
        super().on_end(row)
        figures: dict[str, list[str]] = {}
        for extra, value in zip(self.game.extras, row.extras, strict=False):
            if value not in {0, UNDEFINED}:
                place = extra.name.removeprefix(extra.group).removeprefix(".") if extra.group else ""
                figures.setdefault(extra.group or extra.name, []).append(f"{place} {bare(value / extra.unit)}".strip())
        for name, values in figures.items():
            self.add(kinds.SCORE, f"{name.replace('_', ' ')}: {', '.join(values)}")


class _Table:
    """The attributes of a table that a `Teller` reads."""

    def __init__(self, course: Course, seats: int) -> None:
        self.course, self.seats = course, seats

    @property
    def rounds(self) -> int:
        return self.course.rounds

    @property
    def entry(self) -> list[int]:
        return self.course.entry


def _joined(attributes: dict[str, str]) -> str:
    return "; ".join(f"{name.replace('_', ' ')} {words}" for name, words in attributes.items())


def narrate_plain(
    job: CellJob,
    number: int,
    *,
    listed: int | None,
    viewer: int | None,
    review: Review | None,
    forced: bool,
    states: bool,
) -> Narration:
    """Narrate game `number` of a cell; the arguments are those of `narrate.narrate`."""
    game: Any = job.game
    cell, table = job.cell, job.new_table()
    deviating = job.deviations(number) if cell.has_thinkers else []
    course = table.course = game.begun(table, cell.seed, number)
    narrator = PlainNarrator(
        job, course, listed, {at: gain / MILLION for at, _, gain in deviating}, viewer, states=states
    )
    narrator.review = review
    course.listener = narrator
    course.director = Forced({at: option for at, option, _ in deviating}) if deviating else None
    outcome, error, place = "", None, ""
    try:
        with watched(table):
            figures = game.finished(table, course, cell.seed, number)
        row = rows_of([figures], number, table, game)[0]
        narrator.on_end(row)
        outcome = narrator.outcome(row) if viewer is None else ""
    except (RuleError, KeyboardInterrupt) as stopped:
        error, place = stopped, place_of(None, stopped)
    steps = narrator.steps if forced else list(kinds.without_forced(narrator.steps))
    return Narration(outcome, header(job, number, narrator, viewer), steps, error, place, review, viewer)
