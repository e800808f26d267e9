"""Burrows: moles dig from burrow to burrow, which know their neighbours, for nuts that nobody sees."""

from balancer.plain import Game, Persona, Pile, ending


class Burrow:
    def __init__(self, depth):
        self.depth = depth
        self.near = []
        self.nuts = Pile()
        self.owner = None


class Burrows(Game):
    """Moles dig for hidden nuts."""

    seats, usual = range(2, 5), 3
    winter = ending("Six rounds were played.")

    def setup(self):
        self.burrows = [Burrow(depth) for depth in range(10)]
        nuts = Pile(range(1, 11))
        self.shuffle(nuts)
        for burrow in self.burrows:
            burrow.near = [self.burrows[(burrow.depth + step) % 10] for step in (1, 3, 9)]
            burrow.nuts.append(nuts.pop())
        for player in self.players:
            player.at = self.burrows[2 * player.seat]
            player.found = 0

    def turn(self, player):
        player.at = player.choose("dig", player.at.near)
        if player.at.owner is None:
            player.at.owner = player
            player.found += player.at.nuts.pop()
        elif player.at.owner is not player:
            player.found -= 1

    def finished(self):
        return "winter" if self.rounds == 6 else None

    def score(self, player):
        return player.found


class Deep(Persona):
    """Digs down."""

    def dig(self, game, me, option):
        return option.depth - 5 * (option.owner is not None)


class Homely(Persona):
    """Stays where it has been."""

    def dig(self, game, me, option):
        return option.owner is me
