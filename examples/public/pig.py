"""Pig: roll as often as you like; a 1 loses the points of the turn; the first to hold with 100 wins.

Rules and the optimal policy: Neller and Presser, Optimal Play of the Dice Game Pig, The UMAP Journal 25 (2004).
pig_optimal.csv is that policy: its line is the player's score, its column the other's; below that many points in the
turn one rolls.
"""

import csv
import pathlib

from balancer.plain import Game, Persona, counter, ending, habit, knob

OPTIMAL = [
    [int(points) for points in line]
    for line in csv.reader(pathlib.Path(__file__).with_name("pig_optimal.csv").read_text(encoding="utf-8").splitlines())
]


class Pig(Game):
    seats, usual = range(2, 5), 2
    max_rounds = 400
    lineup = ("steady", "steady")
    score_meaning = "points that were held"

    goal = knob(100, range(10, 201), "Points that win.")
    pig = knob(1, range(1, 7), "The face that loses the points of the turn.")

    reached = ending("A player held with enough points.", "reach the goal")
    pigs = counter("Turns that a bad roll ended.", "turns")

    def setup(self):
        for player in self.players:
            player.points = 0
        self.pot = 0

    def turn(self, player):
        self.pot = 0
        while player.points + self.pot < self.goal:
            face = self.roll(6)
            if face == self.pig:
                self.pigs += 1
                self.say("{} rolls {} and loses {}", player, face, self.pot)
                return
            self.pot += face
            if player.points + self.pot < self.goal and player.choose("go", ["roll", "hold"]) == "hold":
                break
        player.points += self.pot
        self.say("{} holds {} and has {}", player, self.pot, player.points)
        if player.points >= self.goal:
            self.end("reached")

    def score(self, player):
        return player.points


class Steady(Persona):
    """Holds at 20 points of a turn."""

    at = habit(20, range(2, 61), "Points of a turn at which it holds.")

    def go(self, game, me, option):
        return (option == "hold") == (game.pot >= self.at)


class Bold(Steady):
    """Holds at 25 points of a turn."""

    at = 25


class Racer(Persona):
    """Keeps pace with the other: holds at 21 and an eighth of its lag; rolls for the win when somebody has 71."""

    even = habit(21, range(2, 61), "Points of a turn at which it holds when scores are equal.")
    race = habit(71, range(101), "The score from which it rolls for the win.")

    def go(self, game, me, option):
        best = max(other.points for other in me.others)
        is_racing = me.points >= self.race or best >= self.race
        holds = not is_racing and game.pot >= self.even + round((best - me.points) / 8)
        return (option == "hold") == holds


class Optimal(Persona):
    """Plays the optimal policy for two players and 100 points."""

    def go(self, game, me, option):
        best = max(other.points for other in me.others)
        return (option == "hold") == (game.pot >= OPTIMAL[min(me.points, 99)][min(best, 99)])
