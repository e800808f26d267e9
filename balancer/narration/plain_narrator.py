"""The narrator of a game of plain Python: what its rules say, choices, and what lies on the table, by attributes.

A seat sees its own decisions and the piles that it may see; of other piles the number of cards is given.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from balancer.core.dice import CHANCE
from balancer.core.rule_errors import RuleError, place_of
from balancer.core.thinking.search import MILLION
from balancer.narration import steps as kinds
from balancer.narration.narrated import Narration
from balancer.narration.seat_view import LEFT_OUT, WORLDS
from balancer.narration.teller import Teller, header
from balancer.plain.course import Course, Listener
from balancer.plain.dealing import deal_anew
from balancer.plain.declared import Card
from balancer.plain.dice import Dice
from balancer.plain.pile import Pile, piles_in
from balancer.plain.player import Odds
from balancer.plain.rows import rows_of
from balancer.plain.watch import watched

if TYPE_CHECKING:
    from balancer.narration.review import Review
    from balancer.plain.game import Game
    from balancer.plain.player import Player
    from balancer.simulation.jobs import CellJob

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
        self, job: CellJob, course: Course, listed: int | None, gains: dict[int, float], viewer: int | None
    ) -> None:
        """Listen to a course; the arguments are those of `Teller`."""
        super().__init__(job.game, _Table(course, job.cell.players), list(job.cell.lineup), listed, gains, viewer)
        self.course = course
        extras = {extra.name for extra in job.game.extras}
        self.not_shown = {"players", *job.game.defaults, *extras}

    # The table ------------------------------------------------------------------------------------------------------
    def layout(self) -> list[str]:
        """Return a line on what is common, and one per player."""
        game = self.course.game
        by_player = [(str(player), self.attributes(player)) for player in self.course.seats]
        common = self.attributes(game)
        return [*([common] if common else []), *(f"{player}: {words}" for player, words in by_player if words)]

    def attributes(self, owner: Any) -> str:
        """Return the attributes that the rules have set on the game or a player, in words."""
        own = {name: value for name, value in vars(owner).items() if not name.startswith("_")}
        hidden = self.not_shown if owner is self.course.game else {"seat"}
        return "; ".join(f"{name.replace('_', ' ')} {self.shown(own[name])}" for name in own if name not in hidden)

    def shown(self, value: Any) -> str:
        """Return a value in words, as the viewer sees it."""
        if isinstance(value, Pile):
            seen = self.viewer is None or value.is_seen_by(self.course.seats[self.viewer])
            return in_words(list(value)) if seen and len(value) <= LONG_PILE else f"{len(value)} cards"
        if isinstance(value, dict):
            return ", ".join(f"{in_words(key)} {self.shown(each)}" for key, each in value.items()) or "nothing"
        if isinstance(value, list | tuple) and any(isinstance(each, Pile) for each in value):
            return ", ".join(map(self.shown, value))
        return in_words(value)

    # Methods of `plain.course.Listener` -----------------------------------------------------------------------------
    def on_round(self, game: Game) -> None:
        """Add the heading of a round."""
        del game
        self.add_heading()

    def on_turn(self, game: Game) -> None:
        """Add the heading of a turn."""
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
            self.add(kinds.EVENT, text)

    def on_choice(
        self, player: Player, decision: str, options: list[Any], place: int, values: list[Any] | None
    ) -> None:
        """Add a decision, the options weighed and what it lost."""
        if self.viewer is not None and player.seat != self.viewer:
            return
        self.add_heading()
        equal = values is None or all(value == values[0] for value in values)
        trial = self.trial_reason(self.course.number - 1)
        if trial or not equal:
            reason = trial or ("drawn by odds" if isinstance(values, Odds) else "")
        elif values is None or isinstance(values, Odds):
            reason = f"at random, 1 of {len(options)}"
        else:
            reason = f"all {len(options)} options alike, at {values[0]:g}"
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
        self.add_heading()
        self.add(kinds.STANDINGS, f"standings after round {game.rounds}")
        standings = self.visible_standings(game, line)
        self.add(kinds.STANDING, ", ".join(f"seat {seat} {value}" for seat, value in enumerate(standings, 1)))
        if chances := self.chances(game.rounds):
            self.add(kinds.STANDING, chances)

    def visible_standings(self, game: Game, line: list[int]) -> list[Any]:
        """Return the standings without those that differ when the unseen cards are redealt."""
        if self.viewer is None:
            return line
        seats = self.course.seats
        me, piles, dice = seats[self.viewer], piles_in((game, *seats)), Dice(0, self.course.rounds)
        dice.go_to(CHANCE, 0)
        before, visible = [list(pile) for pile in piles], list[Any](line)
        for _ in range(WORLDS):
            deal_anew(piles, me, dice, CHANCE)
            for player in seats:
                if game.standing(player) != line[player.seat]:
                    visible[player.seat] = LEFT_OUT
        for pile, cards in zip(piles, before, strict=True):
            pile[:] = cards
        return visible


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


def in_words(value: Any) -> str:
    """Return a value in words; equal things are counted."""
    if isinstance(value, dict):
        return ", ".join(f"{in_words(key)} {in_words(each)}" for key, each in value.items()) or "nothing"
    if isinstance(value, set | frozenset):
        value = sorted(value, key=str)
    if not isinstance(value, list | tuple):
        return str(value)
    words = [in_words(each) for each in value]
    if not any(isinstance(each, Card | str) for each in value):
        return ", ".join(words) or "nothing"
    counts = {word: words.count(word) for word in words}
    return ", ".join(word if n == 1 else f"{n} {word}" for word, n in counts.items()) or "nothing"


def narrate_plain(
    job: CellJob, number: int, *, listed: int | None, viewer: int | None, review: Review | None
) -> Narration:
    """Narrate game `number` of a cell; the arguments are those of `narrate.narrate`."""
    game: Any = job.game
    cell, table = job.cell, job.new_table()
    forced = job.deviations(number) if cell.has_thinkers else []
    course = table.course = game.begun(table, cell.seed, number)
    narrator = PlainNarrator(job, course, listed, {at: gain / MILLION for at, _, gain in forced}, viewer)
    narrator.review = review
    course.listener = narrator
    course.director = Forced({at: option for at, option, _ in forced}) if forced else None
    outcome, error, place = "", None, ""
    try:
        with watched(table):
            figures = game.finished(table, course, cell.seed, number)
        row = rows_of([figures], number, table, game)[0]
        narrator.on_end(row)
        outcome = narrator.outcome(row) if viewer is None else ""
    except (RuleError, KeyboardInterrupt) as stopped:
        error, place = stopped, place_of(None, stopped)
    return Narration(outcome, header(job, number, narrator, viewer), narrator.steps, error, place, review, viewer)
