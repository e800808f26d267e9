"""The course of one game: dice, decisions counted, rounds, standings; what a designer's class need not know."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from balancer.core.dice import CHANCE, SETUP
from balancer.core.table import RUNNING, UNFINISHED
from balancer.plain.dice import Dice
from balancer.plain.errors import PlainError
from balancer.wording import hint
from balancer.wording import listed as in_words

Game = Any  # of game.py, which stands above this file: a game calls its course, as its players (player.py) do
Player = Any

MAX_TURNS = 65_536  # turns of a round with more are reported as an endless loop

MAX_DECISIONS = 100_000  # the same of decisions, of forced choices, and of lines said

RUNS_ON = "the code runs on after self.end, so write return after it"  # advice where that goes wrong


class Listener:
    """A receiver of a game's events while it is played; its methods do nothing unless they are overridden."""

    def on_round(self, game: Game) -> None:
        """Receive the beginning of a round."""

    def on_turn(self, game: Game) -> None:
        """Receive the beginning of a turn."""

    def on_idle(self, game: Game) -> None:
        """Receive the end of a turn in which nothing happened, so that it does not count."""

    def on_say(self, game: Game, text: str, seen_by: Any, instead: str) -> None:
        """Receive a line of the rules that the players `seen_by` see (None: everybody); all others see `instead`."""

    def on_dice(self, game: Game, value: int, low: int, high: int) -> None:
        """Receive a number that the dice of chance gave, from low to high."""

    def on_forced(self, player: Player, decision: str, option: Any) -> None:
        """Receive a choice among one option, which is no decision."""

    def on_choice(
        self, player: Player, decision: str, options: list[Any], place: int, values: list[Any] | None
    ) -> None:
        """Receive a choice: the option's place, and the values of all options (None where the dice decided)."""

    def on_ended_again(self, game: Game, first: str, then: str) -> None:
        """Receive another call of `end` in a game that has ended: its ending takes the place of the first."""

    def on_standings(self, game: Game, line: list[int]) -> None:
        """Receive the standings after a round, seat by seat."""


class Director(Protocol):
    """Decides in place of those who play, or looks on while they do."""

    def decide(self, player: Player, node: int, options: list[Any], number: int) -> int:
        """Return the place of the option to take at decision `number`; `player.decided` makes the persona's choice."""

    def together(self, course: Course, options: dict[Player, list[Any]]) -> None:
        """Players are about to choose from these options, none knowing what the others choose."""


class Course:
    """One game while it is played."""

    __slots__ = (
        *(
            "dice",
            "director",
            "ending",
            "endings",
            "entry",
            "forced",
            "game",
            "kinds",
            "listener",
            "mixed",
            "most_decisions",
        ),
        *("most_forced", "most_said", "most_turns", "node_decisions", "node_options", "nodes", "number", "rounds"),
        *("said", "seats", "standings", "stream", "turns", "weighed"),
    )

    def __init__(self, game: Game, seed: int, number: int, nodes: dict[str, int], endings: dict[str, int]) -> None:
        """Begin game `number` of a seed; nodes, endings: numbers by name."""
        self.game, self.nodes, self.endings = game, nodes, endings
        self.dice = Dice(seed, number)
        self.dice.go_to(SETUP, 0)
        self.dice.go_to(CHANCE, 0)
        self.stream, self.ending = SETUP, RUNNING
        self.number = self.forced = self.rounds = self.said = self.turns = 0
        self.allow_another_round()
        self.node_decisions, self.node_options = [0] * len(nodes), [0] * len(nodes)
        self.standings: list[list[Any]] = []
        self.entry: list[int] = []
        self.seats: list[Player] = []  # by seat, whatever the rules make of `game.players`, the order of turns
        self.weighed: list[Any] | None = None
        self.kinds: list[int] | None = None  # of the options that are chosen from: how many there are of each kind
        self.listener: Listener | None = None
        self.director: Director | None = None
        self.mixed: Callable[[], str] | None = None  # in a trial game: says which piles were redealt as one

    def play(self, most: int) -> None:
        """Play to the end, or for at most `max_rounds` rounds."""
        game, listener = self.game, self.listener
        game.setup()
        self.check_players()
        self.stream = CHANCE
        standing, seats = game.standing, self.seats
        while self.ending == RUNNING:
            if self.rounds >= most:
                self.ending = UNFINISHED
                return
            self.rounds += 1
            self.allow_another_round()
            if listener:
                listener.on_round(game)
            try:
                game.round()
            except Exception as error:
                if self.ending != RUNNING:
                    error.add_note(f"the game had ended by {self.ending_name!r}: {RUNS_ON}")
                if self.mixed and (words := self.mixed()):
                    error.add_note(words)
                raise
            self.check_players()
            line = [standing(player) for player in seats]
            self.standings.append(line)
            if listener:
                listener.on_standings(game, line)
            if self.ending == RUNNING and (name := game.finished()):
                self.end(name)

    def allow_another_round(self) -> None:
        """Set the limits of a round: what goes beyond them has no end."""
        self.most_turns, self.most_decisions = self.turns + MAX_TURNS, self.number + MAX_DECISIONS
        self.most_forced, self.most_said = self.forced + MAX_DECISIONS, self.said + MAX_DECISIONS

    # Players --------------------------------------------------------------------------------------------------------
    def check_players(self) -> None:
        """Raise PlainError unless the list of players holds everybody once, in whatever order."""
        players: Any = self.game.players
        if players == self.seats:
            return
        if not isinstance(players, list | tuple):
            raise PlainError(f"self.players is {players!r}; it must be a list of all players", "players")
        lost = [str(player) for player in self.seats if player not in players]
        others = [str(player) for player in players if player not in self.seats or players.count(player) > 1]
        if lost or others:
            wrong = f"has lost {in_words(lost)}" if lost else f"holds {in_words(list(dict.fromkeys(others)))} too often"
            raise PlainError(
                f"self.players {wrong}: it is the order of turns and must hold every player once; who is out of the "
                "game takes no turn where the rules set `player.out = True`; keep other orders in a list of your own",
                "players",
            )

    def place_of(self, seat: int) -> int:
        """Return the place of a seat in the order of turns as it is now; PlainError: it has none."""
        players = self.game.players
        if seat < len(players) and players[seat].seat == seat:
            return seat
        for place, player in enumerate(players):
            if player.seat == seat:
                return place
        raise PlainError(f"{self.seats[seat]} is not in self.players, so it has no neighbour; who is out stays there")

    # Turns ----------------------------------------------------------------------------------------------------------
    def begin_turn(self) -> None:
        """Count a turn and address the dice of chance by it."""
        self.turns += 1
        if self.turns > self.most_turns:
            raise PlainError("turns without end in one round: does a loop never stop?")
        self.dice.go_to(CHANCE, self.turns)
        if self.listener:
            self.listener.on_turn(self.game)

    def end(self, name: str) -> None:
        """End the game by one of its endings; in a game that has ended already, the first ending stays."""
        if name not in self.endings:
            near = hint(str(name), list(self.endings))
            raise PlainError(f"there is no ending {name!r}; declare {name} = ending(...) in the class{near}")
        if self.ending == RUNNING:
            self.ending = self.endings[name]
        elif self.listener:
            self.listener.on_ended_again(self.game, self.ending_name, name)

    @property
    def ending_name(self) -> str:
        """The name of the ending if the game has ended; '' if it goes on."""
        return next((name for name, number in self.endings.items() if number == self.ending), "")

    def unknown_decision(self, decision: Any) -> PlainError:
        """Return the error message for a decision name that the rules do not declare."""
        near = hint(str(decision), list(self.nodes))
        return PlainError(
            f"there is no decision {decision!r}: its name must stand in the call, as in choose('bid', ...){near}"
        )


def checked_kinds(decision: str, kinds: Any, count: int) -> list[int]:
    """Return how many options there are of each kind.  PlainError: these are not `count` in all."""
    sizes: list[Any] = list(kinds) if isinstance(kinds, list | tuple) else [None]
    if not all(isinstance(size, int) and size >= 0 for size in sizes) or sum(sizes) != count:
        raise PlainError(
            f"{decision}: kinds={kinds!r} with {count} options; write how many options there are of each kind, in the "
            "order of the options: choose('act', moves + builds, kinds=[len(moves), len(builds)])"
        )
    return sizes


def listed(decision: str, options: Any) -> list[Any]:
    """Return the options of a decision as a list; PlainError where they are in no fixed order."""
    if isinstance(options, set | frozenset):
        raise PlainError(f"{decision}: the options are a set, which has no fixed order; write sorted(...)")
    if isinstance(options, str):
        raise PlainError(f"{decision}: the options are a text; write a list of options, as in [{options!r}]")
    try:
        return list(options)
    except TypeError:
        raise PlainError(f"{decision}: the options are {options!r}; write a list of options") from None
