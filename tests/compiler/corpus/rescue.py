"""All cross the ice together: who slips too often stays behind, and the table has won if most come across."""

from balancer.plain import Game, Persona, ending


class Rescue(Game):
    seats = range(1, 6)
    together = True
    max_rounds = 12

    over = ending("Nobody is on the ice any more.", "leave the ice")

    def setup(self):
        for player in self.players:
            player.metres, player.slips = 0, 0

    def turn(self, player):
        stride = player.choose("stride", [1, 2, 3])
        if self.below(8) < stride:
            player.slips += 1
            player.out = player.slips == 3
        else:
            player.metres += stride
            player.out = player.metres >= 9
        if all(each.out for each in self.players):
            self.end("over")

    def won(self):
        across = sum(player.metres >= 9 for player in self.players)
        return across > len(self.players) // 2

    def score(self, player):
        return player.metres


class Careful(Persona):
    """Takes short strides once it has slipped."""

    def stride(self, game, me, option):
        return -abs(option - (1 if me.slips else 2))
