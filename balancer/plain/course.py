"""The course of one game: dice, decisions counted, rounds, standings; what a designer's class need not know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from balancer.core.dice import CHANCE, SETUP
from balancer.core.table import RUNNING, UNFINISHED
from balancer.plain.dice import Dice
from balancer.plain.errors import PlainError
from balancer.wording import hint

if TYPE_CHECKING:
    from balancer.plain.game import Game
    from balancer.plain.player import Player

MAX_TURNS = 65_536
"""Turns of one round after which they are without end."""

MAX_DECISIONS = 100_000
"""Decisions of one round after which they are without end."""


class Listener:
    """What is told of a game while it is played; it listens to nothing unless its methods are overridden."""

    def on_round(self, game: Game) -> None:
        """A round begins."""

    def on_turn(self, game: Game) -> None:
        """A turn begins."""

    def on_say(self, game: Game, text: str, seen_by: Any, instead: str) -> None:
        """The rules say something, which the players `seen_by` see (None: everybody), all others `instead`."""

    def on_choice(
        self, player: Player, decision: str, options: list[Any], place: int, values: list[Any] | None
    ) -> None:
        """A player has chosen an option by its place; values: of all options, None where the dice decided."""

    def on_standings(self, game: Game, line: list[int]) -> None:
        """A round is over."""


class Director(Protocol):
    """Decides in place of those who play, or looks on while they do."""

    def decide(self, player: Player, node: int, options: list[Any], number: int) -> int:
        """The place of the option to take at decision `number` of the game; `player.decided` says what it would do."""

    def together(self, course: Course, options: dict[Player, list[Any]]) -> None:
        """Players are about to choose from these options, none knowing what the others choose."""


class Course:
    """One game while it is played."""

    __slots__ = (
        *("dice", "director", "ending", "endings", "entry", "forced", "game", "listener", "most_decisions"),
        *("most_turns", "node_decisions", "node_options", "nodes", "number", "rounds", "standings", "stream"),
        *("turns", "weighed"),
    )

    def __init__(self, game: Game, seed: int, number: int, nodes: dict[str, int], endings: dict[str, int]) -> None:
        """Begin game `number` of a seed; nodes, endings: numbers by name."""
        self.game, self.nodes, self.endings = game, nodes, endings
        self.dice = Dice(seed, number)
        self.dice.go_to(SETUP, 0)
        self.dice.go_to(CHANCE, 0)
        self.stream, self.ending = SETUP, RUNNING
        self.number = self.forced = self.rounds = self.turns = 0
        self.most_turns, self.most_decisions = MAX_TURNS, MAX_DECISIONS
        self.node_decisions, self.node_options = [0] * len(nodes), [0] * len(nodes)
        self.standings: list[list[Any]] = []
        self.entry: list[int] = []
        self.weighed: list[Any] | None = None
        self.listener: Listener | None = None
        self.director: Director | None = None

    def play(self, most: int) -> None:
        """Play to the end, at most so many rounds."""
        game, listener = self.game, self.listener
        game.setup()
        self.stream = CHANCE
        standing, players = game.standing, game.players
        while self.ending == RUNNING:
            if self.rounds >= most:
                self.ending = UNFINISHED
                return
            self.rounds += 1
            self.most_turns, self.most_decisions = self.turns + MAX_TURNS, self.number + MAX_DECISIONS
            if listener:
                listener.on_round(game)
            game.round()
            line = [standing(player) for player in players]
            self.standings.append(line)
            if listener:
                listener.on_standings(game, line)
            if self.ending == RUNNING and (name := game.finished()):
                self.end(name)

    def begin_turn(self) -> None:
        """Count a turn and address the dice of chance by it."""
        self.turns += 1
        if self.turns > self.most_turns:
            raise PlainError("turns without end in one round: does a loop never stop?")
        self.dice.go_to(CHANCE, self.turns)
        if self.listener:
            self.listener.on_turn(self.game)

    def end(self, name: str) -> None:
        """The game is over."""
        if name not in self.endings:
            near = hint(str(name), list(self.endings))
            raise PlainError(f"there is no ending {name!r}; declare {name} = ending(...) in the class{near}")
        self.ending = self.endings[name]

    def unknown_decision(self, decision: Any) -> PlainError:
        """What is wrong with a decision of that name."""
        near = hint(str(decision), list(self.nodes))
        return PlainError(
            f"there is no decision {decision!r}: its name must stand in the call, as in choose('bid', ...){near}"
        )


def listed(decision: str, options: Any) -> list[Any]:
    """The options of a decision as a list; PlainError where they are in no fixed order."""
    if isinstance(options, set | frozenset):
        raise PlainError(f"{decision}: the options are a set, which has no fixed order; write sorted(...)")
    if isinstance(options, str):
        raise PlainError(f"{decision}: the options are a text; write a list of options, as in [{options!r}]")
    try:
        return list(options)
    except TypeError:
        raise PlainError(f"{decision}: the options are {options!r}; write a list of options") from None
