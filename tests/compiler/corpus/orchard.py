"""First Orchard: all win together if they pick all fruit before the raven is at the end of its path; solo, too."""

from balancer.plain import Game, Persona, ending, knob, tally

BASKET, RAVEN = 4, 5


class Orchard(Game):
    seats = range(1, 5)
    together = True

    fruits = knob(4, range(1, 8), "Fruits on each tree.")
    steps = knob(5, range(1, 9), "Steps of the raven.")

    picked = ending("All fruit was picked.", "pick all fruit", won=True)
    eaten = ending("The raven reached the orchard.", "lose to the raven")
    colours = tally(range(6), "Faces of the die.", "throws")

    def setup(self):
        self.trees = [self.fruits] * 4
        self.raven = 0
        self.starts = self.players[self.below(len(self.players))]

    def turn(self, player):
        face = self.roll() - 1
        self.colours[face] += 1
        if face == RAVEN:
            self.raven += 1
        elif face == BASKET:
            if any(self.trees):
                self.trees[player.choose("pick", [tree for tree in range(4) if self.trees[tree]])] -= 1
        else:
            self.trees[face] = max(0, self.trees[face] - 1)
        if self.raven == self.steps:
            self.end("eaten")
        elif not any(self.trees):
            self.end("picked")

    def score(self, player):
        return 4 * self.fruits - sum(self.trees)


class Fullest(Persona):
    """Picks from the fullest tree."""

    def pick(self, game, me, option):
        return game.trees[option]


class Emptiest(Persona):
    """Picks from the emptiest tree."""

    def pick(self, game, me, option):
        return -game.trees[option]
