"""Two loyal players and a hidden traitor, drawn in the setup; who is loyal always wins."""

from balancer.plain import Game, Persona, Pile, ending


class Traitor(Game):
    """Each player points at another one, twice, which changes nothing."""

    seats, usual, max_rounds = range(3, 4), 3, 3
    lineup = ("pointer",)
    over = ending("All have pointed.")

    def setup(self):
        roles = ["traitor", "loyal", "loyal"]
        self.shuffle(roles)
        for player, role in zip(self.players, roles, strict=True):
            player.role = Pile([role], seen_by=player)
            player.points = 0
        self.starts = self.players[self.below(3)]

    def team(self, player):
        return 1 if player.role[0] == "traitor" else 0

    def turn(self, player):
        player.choose("finger", player.others).points += 1
        if player is self.players[-1] and self.rounds == 2:
            self.end("over")

    def score(self, player):
        return player.points

    def winners(self):
        return [player for player in self.players if player.role[0] == "loyal"]

    def picture(self):
        return " ".join(str(player.points) for player in self.players)


class Pointer(Persona):
    """Points at anybody."""
