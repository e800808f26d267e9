"""Watchmen take turns on the wall, in an order that some of them change; who has seen most at dawn wins."""

import itertools
from dataclasses import dataclass, field

from balancer.plain import Game, Persona, ending

POSTS = ("gate", "tower", "bridge")


@dataclass
class Log:
    lines: list = field(default_factory=list)
    numbers: itertools.count = field(default_factory=itertools.count)

    def write(self, what):
        self.lines.append((next(self.numbers), what))


class NightWatch(Game):
    seats = range(2, 5)
    max_rounds = 12

    dawn = ending("The sun rose.", "sunrise")

    def setup(self):
        self.order = itertools.cycle(self.players)
        self.posts = itertools.cycle(POSTS)
        self.hours = itertools.count(3, 2)
        self.alarms = self.shuffled()
        self.log = Log()
        for player in self.players:
            player.seen = 0
            player.rests = itertools.cycle([0, 1, player.seat])

    def shuffled(self):
        alarms = [0, 2, 1, 3, 0, 1]
        self.shuffle(alarms)
        return iter(alarms)

    def round(self):
        watchman, post = next(self.order), next(self.posts)
        self.begin_turn()
        effort = watchman.choose("look", [1, 2, 3])
        for _ in range(effort):
            watchman.seen += next(self.hours) % (4 if post == "gate" else 5)
        if effort == 3:
            watchman.seen += next(self.alarms, -1)
            for player in self.order:
                if player is not watchman:
                    player.seen += next(player.rests)
                    break
        for alarm, post in zip(self.alarms, self.posts):
            self.log.write(post)
            if alarm + effort > 2:
                watchman.seen += alarm
                break
        else:
            self.alarms = self.shuffled()

    def finished(self):
        return "dawn" if next(self.log.numbers) > 20 else None

    def score(self, player):
        return player.seen + len(self.log.lines) * (player.seat == 0)


class Lazy(Persona):
    """Looks as little as possible."""

    def look(self, game, me, option):
        return -option


class Keen(Persona):
    """Looks as long as possible."""

    def look(self, game, me, option):
        return option
