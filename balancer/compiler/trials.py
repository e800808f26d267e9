"""Trial games of thinkers as machine code: the same worlds, options and outcomes as plain Python's.

Plain Python plays the true game, while a block holds the game as it was at the beginning of the round.  A trial copies
the block, repeats the decisions of the round, and continues from the fork in a world of its own.  Which cards a player
sees is read from the true game, whose lists are found in the block along the same path of attributes and lists; so a
`Pile`'s own code need not be compiled.  Where piles restrict their cards (`only`), plain Python deals.
"""

from __future__ import annotations

import collections
import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from balancer.compiler import block
from balancer.compiler.classes import is_of, owner_of
from balancer.compiler.errors import NotCompilable
from balancer.compiler.kinds import DICT, Type
from balancer.compiler.layout import Words
from balancer.compiler.lowering import LoweredGame
from balancer.compiler.machine_code import MachineCode
from balancer.compiler.proof import DifferentTrialError
from balancer.core.declarations import BASE, EVERYBODY
from balancer.core.dice import CHANCE
from balancer.plain.course import Course
from balancer.plain.dealing import deal_anew, drawn_unseen_by, unseen_by, values_for
from balancer.plain.dice import Dice
from balancer.plain.errors import PlainError
from balancer.plain.pile import Pile, attributes_of, piles_in
from balancer.plain.player import Player
from balancer.plain.table import PlainTable
from balancer.plain.thinking.trials import NO_DECISION, Fork, Outcomes, Replay, Reply
from balancer.sides import TEAMS, TOGETHER

EVERY = 2_000  # one trial game of so many is played by plain Python, too
FIRST = 4  # trials of a table, of which all are
BEFORE_SETUP = -1
ALL = 1 << 62  # more decisions than any game has


class UnknownPlaceError(Exception):
    """A list of the true game that can't be found in the block."""


class CardsNotFoundError(Exception):
    """Hidden cards that plain Python must deal."""


class Hidden(NamedTuple):
    """Lists that a player does not see.

    kinds: piles that exchange cards, by kind, each with its place in the block.  words: what lies at S[HIDDEN]: the
    number of groups; of each group the number of lists, the number of values that were drawn from (0: these lists
    exchange cards), the place of each list and who sees it, as bits of seats, and the values.
    """

    kinds: list[list[tuple[Pile, int]]]
    words: list[int]
    is_free: bool  # whether every card may lie everywhere
    viewer: Player | None = None
    copy: Sequence[int] | Words = ()  # of the block


NOTHING_HIDDEN = Hidden([], [0], is_free=True)

Places = tuple[int, int]
NOT_YET = (
    *(block.FORK_AT, block.FORKED, block.FORK_END, block.HIDDEN, block.DEALT, block.LEFT, block.IS_DEALT),
    *(block.REPLIER, block.REPLIED, block.REPLY_COUNT, block.IS_REPLY, block.REPLY_DEALT, block.REPLY_LEFT),
    *(block.IMAGINED, block.IS_DRAWN),
)
FORK_PLACES, REPLY_PLACES = (block.HIDDEN, block.DEALT), (block.REPLY_HIDDEN, block.REPLY_DEALT)


class FoundPile(NamedTuple):
    """The place of a pile in the block, and the type of its cards."""

    place: int
    elements: Type


class HeldValue(NamedTuple):
    """A value of the true game, with its word in the block."""

    value: Any
    word: int
    type: Type


class CompiledTrials:
    """Player of the trial games of one table (`plain.thinking.trials.Trials`)."""

    def __init__(self, lowered: LoweredGame, code: MachineCode, table: PlainTable) -> None:
        """Load the table into a block.  NotCompilable: the table holds what the code does not cover."""
        self.code, self.lowered, self.table = code, lowered, table
        self.names, self.layout, self.program = self.lowered.constants, self.lowered.layout, self.lowered.layout.program
        self.base = self.lowered.block_for(table)
        self.kept = np.zeros(len(self.base), np.int64)  # the game at the beginning of a round
        self.reached, self.game = BEFORE_SETUP, (0, -1)  # the game, and how many of its rounds are over
        self.fork: tuple[int, int] | None = None
        self.hidden: Hidden | None = None
        self.games = 0
        self.scratch = self.names["O_SIZE"]

    def outcomes(self, fork: Fork, options: Sequence[int], worlds: range, replay: Replay) -> Outcomes:
        """Return the outcomes of trial games; plain Python plays those that raise a flag.  DifferentTrialError."""
        course, reply = fork.course, fork.reply
        begun = course.rounds - 1 if course.rounds else BEFORE_SETUP
        memory = self._block_with_decisions(fork)
        if not self._reach(memory, fork, begun) or not self._find_hidden(memory, fork):
            return None
        assert self.hidden is not None  # noqa: S101
        plan = self._plan(fork)
        try:
            keys = [fork.key(world) for world in (worlds if reply is None or reply.world is None else [reply.world])]
            imagined = len(course.seats) - 1 if plan[block.IMAGINED] and plan[block.IS_DRAWN] else 0
            memory, size = self._lay(memory, plan, FORK_PLACES, self.hidden, keys, imagined)
            if reply:
                plan |= {block.FORK_OPTION: reply.option, block.IS_REPLY: 1}
            if reply and reply.key:
                plan |= {block.FORK_KEY: _signed(keys[0]), block.IS_REPLY: 0}
                hidden = self._hidden_at_reply(memory, plan, fork, reply) if reply.is_redealt else NOTHING_HIDDEN
                keys = [reply.key(world) for world in worlds]
                memory, size = self._lay(memory, plan, REPLY_PLACES, hidden, keys, 0)
                plan[block.IS_REPLY] = block.IN_WORLDS
        except (CardsNotFoundError, PlainError):  # plain Python's error names a card where it may not be
            return None
        self._set(plan)
        flags, results = self._run(memory, options, [_signed(key) for key in keys], size, fork)
        for world, option in zip(*np.nonzero(flags), strict=True):
            results[world, option] = replay(worlds[world], options[option]).outcome(fork)
        self._check(fork, options, worlds, results, replay)
        return results

    def _check(self, fork: Fork, options: Sequence[int], worlds: range, results: Any, replay: Replay) -> None:
        """Play some trials by plain Python and compare them.  DifferentTrialError."""
        before, self.games = self.games, self.games + len(worlds) * len(options)
        if before >= FIRST and before // EVERY == self.games // EVERY:
            return
        world, option = len(worlds) - 1, before % len(options)
        if list(results[world, option]) != replay(worlds[world], options[option]).outcome(fork):
            raise DifferentTrialError(
                f"option {options[option]} in world {worlds[world]} of decision {fork.number} ends differently"
            )

    # The block --------------------------------------------------------------------------------------------------------
    def _block_with_decisions(self, fork: Fork) -> Words:
        taken = np.array([(each.place, _signed(each.dice)) for each in fork.taken], np.int64).reshape(-1)
        return np.concatenate([self.base, taken])

    def _set(self, plan: dict[int, int]) -> None:
        for place, word in plan.items():
            self.kept[place] = word

    def _call(self, name: str, memory: Words, figures: Words, *words: int) -> int:
        function = self.code.function(name, 3, len(words))
        course, self.table.course = self.table.course, None  # so that `plain/watch.py` does not wait for its progress
        result = function(memory.ctypes.data, figures.ctypes.data, self.kept.ctypes.data, *words)
        self.table.course = course
        return result

    def _reach(self, memory: Words, fork: Fork, rounds: int) -> bool:
        """Store the game as it is after a number of rounds; return whether it lasts that long."""
        game = fork.seed, fork.game_number
        figures = np.zeros(self.scratch, np.int64)
        plan = self._repeating(ALL if fork.persona else 0)  # without a thinker, all decisions repeat by themselves
        if game != self.game or self.reached > rounds:
            for place, word in plan.items():
                memory[place] = word
            self._call("begin_trials", memory, figures, fork.seed, fork.game_number)
            self.game, self.reached, self.fork = game, BEFORE_SETUP, None
        if self.reached < rounds:
            self._set(plan)
            flag = self._call("reach_round", memory, figures, rounds)
            self.reached, self.fork = rounds, None
            if flag or self.kept[block.ROUNDS] != rounds:
                self.game = (0, -1)
                return False
        return True

    def _repeating(self, first: int) -> dict[int, int]:
        none = dict.fromkeys(NOT_YET, 0)
        steady = {block.WATCHED: 1, block.REPEATED: len(self.base), block.FORK_FIRST: first}
        return none | steady | {block.MAX_ROUNDS: self.table.rules["max_rounds"]}

    def _plan(self, fork: Fork) -> dict[int, int]:
        """Return the plan of a trial: the decisions to repeat, then the fork."""
        plan = self._repeating(fork.first) | {
            block.FORK_AT: fork.number + 1,
            block.FORK_PLAYER: block.PLAYER + fork.player.seat,
            block.FORK_COUNT: fork.count,
            block.MAX_ROUNDS: fork.max_rounds,
        }
        persona = fork.persona
        if persona is not None and persona.knows != EVERYBODY:
            first, population = len(self.table.lineup), self.lowered.game.population
            believed = [persona] if persona.knows == BASE else population
            for entry, each in enumerate(believed, first):
                self.layout.seat(self.kept, entry, each, max(each.mistakes, persona.expect_mistakes))
            plan |= {block.IMAGINED: len(believed), block.FIRST_IMAGINED: first}
            plan[block.IS_DRAWN] = int(persona.knows != BASE)
        return plan

    def _run(
        self, memory: Words, options: Sequence[int], keys: Sequence[int], dealt: int, fork: Fork
    ) -> tuple[Words, Outcomes]:
        """Play options in worlds; return int64[worlds, options], the flags, and the outcomes."""
        seats = self.table.seats
        head = [len(options), *options, *keys]
        size = len(keys) * len(options) * (4 + 3 * seats)
        figures = np.zeros(self.scratch + len(head) + size, np.int64)
        figures[self.scratch : self.scratch + len(head)] = head
        begin = self.scratch + len(head)
        self._call("play_trials", memory, figures, self.scratch + 1, len(keys), dealt, begin)
        trials = figures[begin:].reshape(len(keys), len(options), -1)
        results = np.zeros((len(keys), len(options), 3 + seats), np.int64)
        if fork.for_score:
            results[..., 1:-2] = trials[..., 2 + seats : 2 + 2 * seats]
        elif fork.ends_early:
            results[..., 1:-2] = trials[..., 2 : 2 + seats]
        else:
            results[..., 0] = trials[..., 1]
            sides = self.lowered.game.sides  # the code notes those of teams; others follow from the seats
            sides_of_seats = np.zeros(seats, np.int64) if sides == TOGETHER else np.arange(seats)
            results[..., 1:-2] = trials[..., 2 + 2 * seats : -2] if sides == TEAMS else sides_of_seats
        results[..., -2:] = trials[..., -2:]
        return trials[..., 0], results

    def _lay(
        self, memory: Words, plan: dict[int, int], places: Places, hidden: Hidden, keys: Sequence[int], imagined: int
    ) -> tuple[Words, int]:
        """Return the memory with hidden lists behind it, and how many words the deal of a world has; 0: none.

        places: of the hidden lists and the deals in the plan, which is changed; imagined: see `_dealt`.  PlainError.
        """
        plan[places[0]] = len(memory)
        memory = np.concatenate([memory, np.array(hidden.words, np.int64)])
        if hidden.is_free:
            return memory, 0
        deals = np.array([self._dealt(hidden, key, imagined) for key in keys], np.int64)
        plan[places[1]] = len(memory)
        return np.concatenate([memory, deals.reshape(-1)]), deals.shape[1]

    # What is hidden ---------------------------------------------------------------------------------------------------
    def _find_hidden(self, memory: Words, fork: Fork) -> bool:
        """Find the lists that the player does not see; return whether all were found."""
        if self.fork == (fork.number, fork.player.seat):
            return True
        if fork.course.rounds == 0 and fork.number == NO_DECISION:
            self.hidden = NOTHING_HIDDEN
            return True
        self._set({**self._plan(fork), block.LEFT: len(memory), block.IMAGINED: 0})
        seen = np.concatenate([memory, np.zeros(len(self.base), np.int64)])
        self._run(seen, [-1], [0], 0, fork)
        if not seen[block.IS_DEALT]:
            return False
        try:
            self.hidden = self._hidden_from(fork.player.seat, fork.course, seen[len(memory) :])
        except CardsNotFoundError:
            return False
        self.fork = fork.number, fork.player.seat
        return True

    def _hidden_at_reply(self, memory: Words, plan: dict[int, int], fork: Fork, reply: Reply) -> Hidden:
        """Return the lists that the player who replies does not see.  CardsNotFoundError."""
        self._set({**plan, block.REPLY_LEFT: len(memory)})
        seen = np.concatenate([memory, np.zeros(len(self.base), np.int64)])
        self._run(seen, [reply.option], [plan[block.FORK_KEY]], 0, fork)
        assert reply.reach is not None  # noqa: S101
        return self._hidden_from(reply.seat, reply.reach(), seen[len(memory) :])

    def _hidden_from(self, seat: int, course: Course, copy: Words) -> Hidden:
        """Return the lists that a seat does not see in a game; copy: of the block.  CardsNotFoundError."""
        me, piles = course.seats[seat], piles_in((course.game, *course.seats))
        try:
            places = self._places(course, copy)
            places = {id(pile): places[id(pile)] for pile in piles}
            dice = [
                ([pile], [self.layout.word(value, places[id(pile)].elements) for value in values_for(pile)])
                for pile in drawn_unseen_by(piles, me)
            ]
        except (UnknownPlaceError, IndexError, KeyError, NotCompilable, PlainError):
            raise CardsNotFoundError from None
        kinds = list(unseen_by(piles, me).values())
        groups = [*((kind, list[int]()) for kind in kinds), *dice]
        words = [len(groups)]
        for group, values in groups:
            words += [len(group), len(values)]
            for pile in group:
                seers = sum(1 << other.seat for other in course.seats if pile.is_seen_by(other))
                words += [places[id(pile)].place, seers]
            words += values
        exchanging = [[(pile, places[id(pile)].place) for pile in kind] for kind in kinds]
        return Hidden(exchanging, words, all(pile.only is None for kind in kinds for pile in kind), me, copy)

    def _places(self, course: Course, words: Words) -> dict[int, FoundPile]:
        """Return where the piles of a game lie in its block, by their `id`.  UnknownPlaceError."""
        places: dict[int, FoundPile] = {}
        visited: set[int] = set()  # objects may lead back to each other, as neighbours do
        left = [*self._attributes("G", "game", course.game, words)]
        for player in course.seats:
            left += self._attributes("P", "player", player, words[player.seat * self.names["PLAYER_SIZE"] :])
        while left:
            value, word, value_type = left.pop()
            if id(value) not in visited:
                visited.add(id(value))
                left += self._within(value, word, value_type, words)
                if isinstance(value, Pile):
                    places[id(value)] = FoundPile(word, value_type.elements)
        return places

    def _attributes(self, letter: str, owner: str, holder: Any, own: Words) -> Iterator[HeldValue]:
        """Yield the attributes of an owner; own: the words with these attributes."""
        for name, value in attributes_of(holder):
            at = self.names.get(f"{letter}_{name}")
            if at is not None and name not in {"players", "_course"}:
                yield HeldValue(value, int(own[at]), self.program.attribute(owner, name).type)

    def _within(self, value: Any, word: int, value_type: Type, words: Words) -> Iterator[HeldValue]:
        """Yield what a value holds.  UnknownPlaceError: the block holds something else there."""
        if isinstance(value, list | collections.deque):
            items = words[word + 2 : word + 2 + len(value)].tolist()
            if word < 0 or words[word + 1] != len(value):
                raise UnknownPlaceError
            if isinstance(value, Pile):
                if any(isinstance(item, int) and int(item) != each for item, each in zip(value, items, strict=True)):
                    raise UnknownPlaceError
            else:
                for item, each in zip(value, items, strict=True):
                    yield HeldValue(item, each, value_type.elements)
        elif isinstance(value, dict) and value_type.has(DICT) and word >= 0 and words[word + 1] == 2 * len(value):
            for number, item in enumerate(value.values()):
                yield HeldValue(item, int(words[word + 3 + 2 * number]), value_type.elements)
        elif value_type.record is not None and is_of(type(value), value_type.record):
            owner = owner_of(type(value))
            yield from self._attributes(f"A_{owner}", owner, value, words[word - block.OBJECT :])

    def _dealt(self, hidden: Hidden, key: int, imagined: int) -> list[int]:
        """Deal one world by plain Python; return the words on hidden lists, and the next word of the dice of chance.

        imagined: the number of opponents who were drawn before.
        """
        assert hidden.viewer is not None  # noqa: S101
        dice = Dice(0, 0)
        dice.start(key)
        dice.go_to(CHANCE, 0)
        for _ in range(imagined):
            dice.below(CHANCE, len(self.lowered.game.population))
        filled: list[Pile] = []
        dealt: dict[str, list[int]] = {}
        for kind, lists in enumerate(hidden.kinds):
            pool = [card for pile, _ in lists for card in pile]
            dealt[str(kind)] = [int(word) for pile, at in lists for word in hidden.copy[at + 2 : at + 2 + len(pile)]]
            begin = 0
            for pile, _ in lists:
                may_lie = None if pile.only is None else functools.partial(_may_lie, pile.only, pool)
                filled.append(Pile(range(begin, begin + len(pile)), only=may_lie, kind=str(kind)))
                begin += len(pile)
        deal_anew(filled, hidden.viewer, dice, CHANCE)
        return [*(dealt[pile.kind][number] for pile in filled for number in pile), _signed(dice.place[CHANCE])]


def _may_lie(only: Callable[[Any], bool], pool: Sequence[Any], number: int) -> bool:
    return only(pool[number])


def _signed(word: int) -> int:
    return word - (1 << 64) if word >> 63 else word
