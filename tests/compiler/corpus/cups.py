"""Everybody has secret dice and secret words, and all show one of their dice at the same time."""

from balancer.plain import Game, Persona, Pile, ending

FACES = [1, 2, 3, 5, 8, 13]
WORDS = ("ace", "deuce", "trey")


class Cups(Game):
    seats, usual = range(2, 4), 3
    lineup = ("low", "high")
    over = ending("All dice were shown.")

    def setup(self):
        self.cards = Pile([1, 1, 2, 2, 3, 3], seen_by=None)
        self.shuffle(self.cards)
        for player in self.players:
            player.cup = Pile([FACES[self.below(6)] for _ in range(4)], seen_by=player, drawn_from=FACES)
            player.even = Pile(
                [20 + 2 * self.below(4)], seen_by=player, drawn_from=range(20, 28), only=lambda n: n % 2 == 0
            )
            player.word = Pile([WORDS[self.below(3)]], seen_by=player, drawn_from=WORDS)
            player.points = 0

    def round(self):
        self.begin_turn()
        shown = self.choose_together("show", {player: player.cup for player in self.players})
        best = max(shown.values())
        for player, face in shown.items():
            player.cup.remove(face)
            player.points += face if list(shown.values()).count(face) == 1 else 0
            if face == best:
                player.points += player.even[0] - 20 + (player.word[0] == "ace") + self.cards.pop()

    def finished(self):
        return "over" if self.rounds == 2 else None

    def score(self, player):
        return player.points


class Low(Persona):
    """Shows its lowest die."""

    def show(self, game, me, face):
        return -face


class High(Persona):
    """Shows its highest die."""

    def show(self, game, me, face):
        return face
