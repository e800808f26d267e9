"""Chutes and Ladders in two teams: seats 1 and 3 against 2 and 4; the first on 100 wins for the team.

The rules of chutes_and_ladders.py; nobody decides anything.
"""

from chutes_and_ladders import ChutesAndLadders


class ChutesInTeams(ChutesAndLadders):
    title = "Chutes and Ladders in teams"
    seats, usual = range(4, 7, 2), 4

    def team(self, player):
        return player.seat % 2

    def winners(self):
        return [player for player in self.players if player.square == 100]
