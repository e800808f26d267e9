"""A game of plain Python narrated: what its rules say, what is chosen, and what lies on the table, by the attributes.

A seat sees its own decisions and the piles it may see; of other piles it is said how many cards they hold.
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
from balancer.plain.rows import rows_of
from balancer.plain.watch import watched

if TYPE_CHECKING:
    from balancer.narration.review import Review
    from balancer.plain.game import Game
    from balancer.plain.player import Player
    from balancer.simulation.jobs import CellJob

LONG_PILE = 24  # cards of a pile that are counted, not listed


class Forced:
    """A director that lets the dice fall as they would, and takes what thinkers took."""

    def __init__(self, options: dict[int, int]) -> None:
        """Options by number of the decision."""
        self.options = options

    def decide(self, player: Player, node: int, options: list[Any], number: int) -> int:
        """See `plain.course.Director`."""
        return self.options.get(number, player.decided(node, options))

    def together(self, course: Course, options: dict[Player, list[Any]]) -> None:
        """See `plain.course.Director`."""


class PlainNarrator(Teller, Listener):
    """Listens to the course of one game."""

    def __init__(
        self, job: CellJob, course: Course, listed: int | None, gains: dict[int, float], viewer: int | None
    ) -> None:
        """See `Teller`; viewer: narrate what this seat sees."""
        super().__init__(job.game, _Table(course, job.cell.players), list(job.cell.lineup), listed, gains, viewer)
        self.course = course
        extras = {extra.name for extra in job.game.extras}
        self.not_laid = {"players", *job.game.defaults, *extras}

    # What lies there ------------------------------------------------------------------------------------------------
    def layout(self) -> list[str]:
        """A line of what is common, and one per player."""
        game = self.course.game
        found = [(str(player), self.laid(player)) for player in self.course.seats]
        common = self.laid(game)
        return [*([common] if common else []), *(f"{who}: {lies}" for who, lies in found if lies)]

    def laid(self, owner: Any) -> str:
        """The attributes that the rules have set on the game or a player."""
        own = {name: value for name, value in vars(owner).items() if not name.startswith("_")}
        hidden = self.not_laid if owner is self.course.game else {"seat"}
        return "; ".join(f"{name.replace('_', ' ')} {self.shown(own[name])}" for name in own if name not in hidden)

    def shown(self, value: Any) -> str:
        """A value as the viewer sees it."""
        if isinstance(value, Pile):
            seen = self.viewer is None or value.is_seen_by(self.course.seats[self.viewer])
            return in_words(list(value)) if seen and len(value) <= LONG_PILE else f"{len(value)} cards"
        if isinstance(value, dict):
            return ", ".join(f"{in_words(key)} {self.shown(each)}" for key, each in value.items()) or "nothing"
        if isinstance(value, list | tuple) and any(isinstance(each, Pile) for each in value):
            return ", ".join(map(self.shown, value))
        return in_words(value)

    # What happens: see `plain.course.Listener` ----------------------------------------------------------------------
    def on_round(self, game: Game) -> None:
        """A round begins."""
        del game
        self.add_heading()

    def on_turn(self, game: Game) -> None:
        """A turn begins."""
        self.add_heading()
        self.turn = game.turns
        self.add(kinds.TURN, f"turn {game.turns}")

    def on_idle(self, game: Game) -> None:
        """Nothing happened in the turn that is over: it is left out."""
        if self.steps[-1].kind == kinds.TURN:
            self.steps.pop()
        self.turn = game.turns

    def on_say(self, game: Game, text: str, seen_by: Any, instead: str) -> None:
        """The rules say something."""
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
        """A player has chosen."""
        if self.viewer is not None and player.seat != self.viewer:
            return
        self.add_heading()
        equal = values is None or all(value == values[0] for value in values)
        trial = self.trial_reason(self.course.number - 1)
        if trial or not equal:
            reason = trial
        elif values is None:
            reason = f"at random, 1 of {len(options)}"
        else:
            reason = f"all {len(options)} options alike, at {values[0]:g}"
        text, who = in_words(options[place]), self.seat(player.seat)
        self.add(kinds.DECISION, text, seat=player.seat, node=decision, who=who, reason=reason)
        if values is not None and not equal and not trial:
            self.best(options, place, values)
        number, chance = self.course.number - 1, equal and not trial
        if lost := self.blunder(number, lambda k: k == place, lambda k: in_words(options[k]), by_dice=chance):
            self.add(kinds.FLAG, lost)

    def best(self, options: list[Any], place: int, values: list[Any]) -> None:
        """The best options with their values; the one chosen is marked and precedes its equals."""
        ranked = sorted(range(len(options)), key=lambda k: (-values[k], k != place, k))
        for k in ranked[: self.listed]:
            self.add(kinds.OPTION, f"{'>' if k == place else ' '} {values[k]:>8g}  {in_words(options[k])}")
        if self.listed is not None and len(ranked) > self.listed:
            self.add(kinds.OPTION, f"  {'':8}  … {len(ranked) - self.listed} more")

    def on_standings(self, game: Game, line: list[int]) -> None:
        """A round is over."""
        self.add_heading()
        self.add(kinds.STANDINGS, f"standings after round {game.rounds}")
        known = self.known(game, line)
        self.add(kinds.STANDING, ", ".join(f"seat {seat} {value}" for seat, value in enumerate(known, 1)))
        if chances := self.chances(game.rounds):
            self.add(kinds.STANDING, chances)

    def known(self, game: Game, line: list[int]) -> list[Any]:
        """Standings as the viewer knows them: those that differ when the unseen cards are dealt anew are left out."""
        if self.viewer is None:
            return line
        seats = self.course.seats
        me, piles, dice = seats[self.viewer], piles_in((game, *seats)), Dice(0, self.course.rounds)
        dice.go_to(CHANCE, 0)
        before, known = [list(pile) for pile in piles], list[Any](line)
        for _ in range(WORLDS):
            deal_anew(piles, me, dice, CHANCE)
            for player in seats:
                if game.standing(player) != line[player.seat]:
                    known[player.seat] = LEFT_OUT
        for pile, cards in zip(piles, before, strict=True):
            pile[:] = cards
        return known


class _Table:
    """What a `Teller` reads of a table."""

    def __init__(self, course: Course, seats: int) -> None:
        self.course, self.seats = course, seats

    @property
    def rounds(self) -> int:
        return self.course.rounds

    @property
    def entry(self) -> list[int]:
        return self.course.entry


def in_words(value: Any) -> str:
    """A value in words: equal things are counted."""
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
    """Game `number` of a cell; see `narrate.narrate`."""
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
        row = rows_of([figures], number, table, one_loses=game.one_loses)[0]
        narrator.on_end(row)
        outcome = narrator.outcome(row) if viewer is None else ""
    except (RuleError, KeyboardInterrupt) as stopped:
        error, place = stopped, place_of(None, stopped)
    return Narration(outcome, header(job, number, narrator, viewer), narrator.steps, error, place, review, viewer)
