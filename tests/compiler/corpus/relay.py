"""A relay of pairs for four: who is first over the line wins for its pair; a pair out of breath is out."""

from balancer.plain import Game, Persona, ending, knob


class Relay(Game):
    seats = range(4, 5)
    max_rounds = 8

    distance = knob(16, range(10, 25), "Steps to the line.")

    crossed = ending("Somebody crossed the line.", "cross the line")
    storm = ending("A storm stopped the race.", "stop for a storm", draw=True)

    def setup(self):
        for player in self.players:
            player.way = 0

    def team(self, player):
        return 3 if player.seat in (0, 3) else 0

    def turn(self, player):
        player.way += player.choose("pace", [1, 2]) * self.roll(4)
        if self.below(40) == 0:
            self.end("storm")
        elif player.way >= self.distance:
            self.end("crossed")

    def winners(self):
        return [player for player in self.players if player.way >= self.distance]

    def standing(self, player):
        return 2 * player.way

    def score(self, player):
        return player.way


class Sprinter(Persona):
    """Runs at full pace."""

    def pace(self, game, me, option):
        return option
