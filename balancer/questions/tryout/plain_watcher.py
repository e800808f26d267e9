"""Choices of plain games, watched to see whether they use hidden information or change the game."""

from __future__ import annotations

import ast
import functools
import pathlib
import sys
from collections import Counter, deque
from enum import Enum
from typing import TYPE_CHECKING, Any

from balancer.core.dice import CHANCE
from balancer.plain.course import Listener
from balancer.plain.dealing import deal_anew
from balancer.plain.declared import PlaceCounts
from balancer.plain.dice import Dice
from balancer.plain.game import Game
from balancer.plain.loading.reading import codes_in
from balancer.plain.pile import mixed_piles, named_piles, piles_in
from balancer.plain.player import valued
from balancer.plain.words import contents_of, in_words
from balancer.questions.tryout.finding import LOOK, TryoutFinding
from balancer.questions.tryout.watcher import MAX_KINDS, FaultyChoice, Seen, persona_at
from balancer.wording import hint

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from balancer.plain.course import Course
    from balancer.plain.lane import PlainGame
    from balancer.plain.player import Method, Player

PACKAGE = str(pathlib.Path(__file__).parents[2])  # the engine, whose lines are no rules

UNSEEN = "unseen"  # fault of a choice: it depends on hidden information
TWICE = "twice"  # fault: it differs when it is asked again
CHANGED = "meddles"  # fault: it changes the game

# Functions that look at files without opening them: no audit event reports them, so what they return can't be kept.
ASKS = ("exists", "is_file", "is_dir", "isfile", "isdir", "getmtime", "getsize")

DEALS = 8  # deals of a decision after which a pile that holds the same still counts as one that holds nothing else

DEAL_SEED = 99  # seed of the dice that redeal everything hidden


class PlainOnlooker(Listener):
    """A director of plain games that examines decisions of thinking personas before they are made."""

    def __init__(self, game: PlainGame, limits: Mapping[str, int]) -> None:
        """Examine a number of choices per node, and count the options of all."""
        self.game, self.limits = game, limits
        self.code = game.made_of.code if game.made_of else None
        self.names = [node.name for node in game.nodes]
        self.seen = dict.fromkeys(self.names, 0)
        self.redealt = dict.fromkeys(self.names, 0)
        self.lineup: Sequence[str] = ()  # names of the personas at the table
        self.wrong: dict[str, dict[str, list[FaultyChoice]]] = {kind: {} for kind in (UNSEEN, TWICE, CHANGED)}
        self.options: dict[str, dict[str, Seen]] = {name: {} for name in self.names}
        self.visits = dict.fromkeys(self.names, 0)
        self.replaceable: dict[str, bool] = {}  # by hidden pile: whether other cards may lie in it
        self.reordered: dict[str, bool] = {}  # by hidden pile: whether the same cards may lie there in another order
        self.number = 0
        self.order: list[Player] = []  # of turns, when the round began
        self.replaced: dict[str, str] = {}  # pairs of endings of which the second took the place: where it first did
        self.turned = ""  # where the rules first changed it within a round
        self.dice = Dice(DEAL_SEED, 0)
        self.dice.go_to(CHANCE, 0)

    def on_round(self, game: Game) -> None:
        """Remember the order of turns (`Listener`)."""
        self.order = list(game.players)

    def on_turn(self, game: Game) -> None:
        """Note the turn after which the order is no longer that of the round."""
        if not self.turned and type(game).round is Game.round and list(game.players) != self.order:
            self.turned = f"game {self.number}, round {game.rounds}, turn {game.turns}"

    def on_ended_again(self, game: Game, first: str, then: str) -> None:
        """Note where rules end a game that had ended otherwise (`Listener`)."""
        if first != then:
            frame = sys._getframe()  # noqa: SLF001  the lines of the rules that are being played
            while frame.f_back and frame.f_code.co_filename.startswith(PACKAGE):
                frame = frame.f_back
            line = f"{pathlib.Path(frame.f_code.co_filename).name}, line {frame.f_lineno}: "
            where = f"{line}game {self.number}, round {game.rounds}, turn {game.turns}"
            self.replaced.setdefault(f'self.end("{first}"), then self.end("{then}")', where)

    def together(self, course: Course, options: Any) -> None:
        """Do nothing: simultaneous choices are examined one by one in `decide`."""

    def decide(self, player: Player, node: int, options: list[Any], number: int) -> int:
        """Examine a decision, then return the place of the option that the persona takes."""
        del number
        method, name = player._methods[node], self.names[node]  # noqa: SLF001  of the same lane
        self.note_piles(player, name)
        if method is not None and self.seen[name] < self.limits.get(name, 0):
            self.look(player, method, name, options)
        place = player.decided(node, options)
        if method is not None:
            self.count(name, options, place)
        return place

    def look(self, player: Player, method: Method, name: str, options: list[Any]) -> None:
        """Ask a persona for the values of all options: once, again, and after redealing everything hidden from it."""
        course = player._course  # noqa: SLF001
        game, where = course.game, self.where(player)
        piles = piles_in([game, *course.seats])
        listener, course.listener = course.listener, None
        before = state(course)
        values = valued(course, method, player, options)
        if state(course) != before:
            self.wrong[CHANGED].setdefault(name, []).append(where)
        elif [method(game, player, option) for option in options] != values:
            self.wrong[TWICE].setdefault(name, []).append(where)
        else:
            dealt = [list(pile) for pile in piles]
            deal_anew(piles, player, self.dice, CHANCE)
            course.mixed = functools.partial(mixed_piles, game, course.seats, player)
            self.redealt[name] += dealt != [list(pile) for pile in piles]
            if [method(game, player, option) for option in options] != values:
                self.wrong[UNSEEN].setdefault(name, []).append(where)
            for pile, cards in zip(piles, dealt, strict=True):
                pile[:] = cards
            course.mixed = None
        course.listener = listener
        self.seen[name] += 1

    def note_piles(self, player: Player, decision: str) -> None:
        """Note which hidden piles may hold anything other than they do, as far as a player knows."""
        if self.visits[decision] >= self.limits.get(decision, 0):
            return
        self.visits[decision] += 1
        course = player._course  # noqa: SLF001
        named = [
            (name, pile, list(pile))
            for name, pile in named_piles(course.game, course.seats)
            if pile and not pile.is_seen_by(player)
        ]
        for name, *_ in named:
            self.replaceable.setdefault(name, False)
            self.reordered.setdefault(name, False)
        for _ in range(0 if all(self.replaceable[name] for name, *_ in named) else DEALS):
            deal_anew([pile for _, pile, _ in named], player, self.dice, CHANCE)
            for name, pile, cards in named:
                # The order of a hand that its owner sees tells nothing.
                others = list(pile) != cards if pile.seen_by is None else _counted(pile) != _counted(cards)
                self.replaceable[name] |= others
                self.reordered[name] |= list(pile) != cards
        for _, pile, cards in named:
            pile[:] = cards

    def where(self, player: Player) -> FaultyChoice:
        """Return the place of a decision, as in ``game 8, round 6, turn 26, seat 3``, and the persona that makes it."""
        course = player._course  # noqa: SLF001
        where = f"game {self.number}, round {course.rounds}, turn {course.turns}, {player}"
        return where, persona_at(self.lineup, course.entry[player.seat])

    def count(self, name: str, options: list[Any], place: int) -> None:
        """Count the options that were offered and taken."""
        kinds, taken = self.options[name], in_words(options[place])
        for words in dict.fromkeys(map(in_words, options)):
            if words not in kinds and len(kinds) <= MAX_KINDS:
                kinds[words] = Seen(words)
            if words in kinds:
                kinds[words].offered += 1
                kinds[words].taken += words == taken

    def counts(self) -> dict[str, Any]:
        """Return all counts, under the keys of `Onlooker.counts`."""
        options = {name: [list(vars(seen).values()) for seen in kinds.values()] for name, kinds in self.options.items()}
        changed = {name: self.wrong[UNSEEN].get(name, []) for name in self.names}
        return {
            "seen": self.seen,
            "redealt": self.redealt,
            "changed": changed,
            "options": options,
            TWICE: self.wrong[TWICE],
            CHANGED: self.wrong[CHANGED],
            "turned": self.turned,
            "replaced": self.replaced,
            "replaceable": self.replaceable,
            "reordered": self.reordered,
            "shuffles": any("shuffle" in code.co_names for code in codes_in(self.game.definition, self.code)),
        }


def _counted(cards: list[Any]) -> Counter[str]:
    return Counter(map(in_words, cards))


def state(course: Course) -> list[Any]:
    """Return everything that rules keep, and the dice, for comparison; objects count by their attributes."""
    owners = (course.game, *course.seats)
    parts: list[Any] = [list(course.dice.place), course.ending, course.rounds, course.turns, course.number]
    left = [each for owner in owners for named in vars(owner).items() if named[0][0] != "_" for each in named]
    visited = set(map(id, owners))
    while left:
        value = left.pop()
        items = _items_in(value)
        if items is None:
            parts.append(repr(value))
        elif id(value) in visited:
            parts.append(id(value))
        else:
            visited.add(id(value))
            parts.append((type(value).__name__, len(items)))
            left += items
    return [*parts, course.forced]


def _items_in(value: Any) -> list[Any] | None:
    """Return what a container or an object of the rules holds; None: it is a value, or belongs to the engine."""
    if isinstance(value, dict):
        return [each for item in value.items() for each in item]
    if isinstance(value, list | tuple | set | frozenset | deque | PlaceCounts):
        return list(value)
    if callable(value) or isinstance(value, Enum) or type(value).__module__.startswith("balancer."):
        return None
    return [each for named in contents_of(value) for each in named] or None


def methods(game: Any) -> Iterator[TryoutFinding]:
    """Yield decisions for which a persona has no method, with a method of its own that may be misspelt."""
    names = [node.name for node in game.nodes]
    for persona in game.persona_classes.classes:
        own = [name for name in dir(persona) if name[0] != "_" and callable(getattr(persona, name))]
        for name in names:
            if name not in own:
                near = hint(name, [other for other in own if other not in names])
                sentence = f"{persona.__name__} has no method {name}, so it decides that at random{near}"
                yield TryoutFinding(LOOK, "persona", sentence)


def reads(game: Any) -> Iterator[TryoutFinding]:
    """Yield what a game has read from outside while it was loaded."""
    if game.made_of is None:
        return
    for sentence in game.made_of.belongings.told():
        yield TryoutFinding(LOOK, "file", sentence)
    for path, content in game.made_of.belongings.kept.items():
        calls = [each for each in ast.walk(ast.parse(content)) if isinstance(each, ast.Call)]
        asking = [call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr in ASKS]
        for call in asking[:1]:
            name = call.func.attr  # type: ignore[attr-defined]  # of an attribute
            sentence = f"{path}, line {call.lineno} asks about a file with {name}, and the answer can't be recorded"
            yield TryoutFinding(
                LOOK, "file", f"{sentence}; open it at the top of the file, and catch FileNotFoundError"
            )
