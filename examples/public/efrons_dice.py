"""Efron's dice: both take a die at the same time and roll it; the higher number wins; there is no best die.

The dice of Bradley Efron, in Gardner, Mathematical Games, Scientific American, December 1970: each beats the next with
probability 2/3, and the last beats the first.
"""

from balancer.plain import Game, Persona, ending, habit, knob

DICE = ((4, 4, 4, 4, 0, 0), (3, 3, 3, 3, 3, 3), (6, 6, 2, 2, 2, 2), (5, 5, 5, 1, 1, 1))


class EfronsDice(Game):
    title = "Efron's dice"
    seats, usual = range(2, 3), 2
    max_rounds = 101
    lineup = ("fours", "threes")
    score_meaning = "rounds won"

    length = knob(1, range(1, 100), "Rounds.")

    over = ending("All rounds were played.", "play all rounds")

    def setup(self):
        for player in self.players:
            player.points = 0

    def round(self):
        dice = self.choose_together("die", {player: [0, 1, 2, 3] for player in self.players})
        numbers = {}
        for player, die in dice.items():
            self.begin_turn()
            numbers[player] = DICE[die][self.below(6)]
            self.say("{} rolls {}", player, numbers[player])
        for player in self.players:
            player.points += numbers[player] == max(numbers.values())
        if self.rounds >= self.length:
            self.end("over")

    def score(self, player):
        return player.points


class Fours(Persona):
    """Takes the die with the fours."""

    favourite = habit(0, range(4), "The die that it takes.")

    def die(self, game, me, die):
        return die == self.favourite


class Threes(Fours):
    """Takes the die with the threes."""

    favourite = 1


class Sixes(Fours):
    """Takes the die with the sixes."""

    favourite = 2


class Fives(Fours):
    """Takes the die with the fives."""

    favourite = 3
