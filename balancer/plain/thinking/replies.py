"""Options judged by the best answer to them: what thinkers with `plies: 2` do at a decision.

An option is followed to the next decision, no matter who makes it.  There every answer is played on a few times; the
one that brings most to the player who answers is the reply, since each goes for its own or its side's result (max^n:
Luckhardt, Irani 1986).  Further games with the reply are what the option counts: those that chose it would flatter it.

In general the next decision is another one in every world.  Then each world has a reply of its own, chosen in worlds
that the player who answers can't tell from this one.  Where nothing is hidden or thrown, an option leads to one
position, and games in all worlds choose its reply.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from balancer.plain.dice import ALL, GOLDEN, mix
from balancer.plain.pile import piles_in
from balancer.plain.thinking.trials import NO_SEAT, Fork, Outcomes, Reply

if TYPE_CHECKING:
    from balancer.plain.course import Course
    from balancer.plain.playable import PlayableGame

SCOUTS = 4  # games with an answer in a world
JUDGES = 12  # games in a world in which the reply is judged, at most
FIRST_SCOUTED = 1 << 20  # world of an option that leads to one position: those before judge

_STREAM = 0xE7037ED1A0B428DC  # keeps the dice of replies apart from those of worlds


@dataclasses.dataclass
class DecisionAfter:
    """The decision after an option.

    answers: those that are tried; gains: int64[answers], of the player who answers, in the games so far.
    """

    seat: int
    answers: list[int]
    gains: Any
    games: int = 0


class TrialPlayer(Protocol):
    """The part of a search that replies use: it plays their trial games (`PlainThinkers`)."""

    game: PlayableGame
    trials: int

    def tried(self, fork: Fork, options: Sequence[int], worlds: range) -> Outcomes:
        """Play trial games of options in worlds."""

    def valued(self, results: Outcomes, fork: Fork, seat: int) -> Any:
        """Return a seat's credits in trial games."""

    def credits(self, fork: Fork, options: Sequence[int], worlds: range, seat: int) -> Any:
        """Play trial games and return a seat's credits."""

    def course_at_reply(self, fork: Fork, world: int, option: int) -> Course:
        """Play a trial game up to its reply."""


class Replies:
    """The replies to the options of one decision."""

    def __init__(self, thinkers: TrialPlayer, fork: Fork) -> None:
        """Prepare for the trial games of a fork; thinkers: the search whose games they are."""
        self.thinkers, self.fork, self.seat = thinkers, fork, fork.player.seat
        self.has_piles = bool(piles_in((fork.course.game, *fork.course.seats)))
        self.is_one_position = thinkers.game.is_open and not self.has_piles
        self.positions: dict[int, DecisionAfter] = {}  # by option

    def credits(self, options: Sequence[int], world: int, budget: int) -> tuple[Any, int]:
        """Return the thinker's credits in games with the replies, int64[games, options], and the next world.

        world: the first one to be used.  budget: trial games in all; at least three are played for an option.
        """
        if self.is_one_position:
            room = budget // len(options)
            worlds = range(world, world + max(1, room // 2))
            return np.stack([self.judged_by_all(option, worlds, room) for option in options], axis=1), worlds.stop
        samples: list[Any] = []
        spent = largest = 0
        while not samples or spent + largest * len(options) <= budget:
            room = (budget - spent) // len(options)
            costs, columns = zip(*(self.judged_in(option, world, room) for option in options), strict=True)
            samples.append(np.stack(columns, axis=1))
            spent, largest, world = spent + sum(costs), max(largest, *costs), world + 1
        return np.concatenate(samples), world

    # One position -----------------------------------------------------------------------------------------------------
    def judged_by_all(self, option: int, worlds: range, room: int) -> Any:
        """Return the thinker's credits of an option in worlds, int64[worlds]; room: games in all."""
        left = room - len(worlds)
        if option not in self.positions:
            first = self.thinkers.tried(self.fork, [option], range(FIRST_SCOUTED, FIRST_SCOUTED + 1))
            replier, count = first[0, 0, -2:].tolist()
            tried = min(count, max(1, left - 1))
            answers = [k * count // tried for k in range(tried)]
            gains = np.zeros(tried, np.int64) if answers else self.thinkers.valued(first, self.fork, self.seat)[0]
            self.positions[option] = DecisionAfter(replier, answers, gains)
            left -= 1
        position = self.positions[option]
        if not position.answers:
            return np.repeat(position.gains, len(worlds))
        begin = FIRST_SCOUTED + 1 + position.games
        scouts = range(begin, begin + max(not position.games, left // len(position.answers)))
        fork = dataclasses.replace(self.fork, reply=Reply(option))
        position.gains += self.thinkers.credits(fork, position.answers, scouts, position.seat).sum(axis=0)
        position.games += len(scouts)
        return self.thinkers.credits(fork, [position.answers[int(position.gains.argmax())]], worlds, self.seat)[:, 0]

    # Many positions ---------------------------------------------------------------------------------------------------
    def judged_in(self, option: int, world: int, room: int) -> tuple[int, Any]:
        """Return the number of games played for an option in a world, `room` at most if it is above 2; the credits."""
        thinkers = self.thinkers
        before = thinkers.trials
        judges = max(1, min(JUDGES, room // 3))
        first = thinkers.tried(self.fork, [option], range(world, world + 1))
        replier, count = first[0, 0, -2:].tolist()
        if replier == NO_SEAT:
            gains = np.repeat(thinkers.valued(first, self.fork, self.seat)[0], judges)
        else:
            key = functools.partial(key_of_reply, self.fork.key(world))
            reach = functools.partial(thinkers.course_at_reply, self.fork, world, option)
            reply = Reply(option, world, replier, key, self.has_piles, reach)
            most = max(1, room - 1 - judges)
            answers = [k * count // min(count, most) for k in range(min(count, most))]
            scouts = range(max(1, min(SCOUTS, most // len(answers))))
            scouted = thinkers.credits(dataclasses.replace(self.fork, reply=reply), answers, scouts, replier)
            fork = dataclasses.replace(self.fork, reply=dataclasses.replace(reply, is_redealt=False))
            answer = answers[int(scouted.sum(axis=0).argmax())]
            gains = thinkers.credits(fork, [answer], range(SCOUTS, SCOUTS + judges), self.seat)[:, 0]
        return thinkers.trials - before, gains


def key_of_reply(key: int, world: int) -> int:
    """Return the key of the dice of a reply's world; key: of the world in which the option was tried."""
    return mix((key ^ _STREAM) + (world + 1) * GOLDEN & ALL)
