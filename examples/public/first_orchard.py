"""First Orchard: pick all fruits before the raven has come; all win or all lose.

Rules: Anneliese Farkaschovsky, HABA 2009.  The die has a colour for each tree, a basket (any fruit) and the raven.
"""

from balancer.plain import Game, Persona, counter, ending, knob

BASKET, RAVEN = 4, 5  # faces of the die; the others are trees


class FirstOrchard(Game):
    seats, usual = range(1, 5), 2
    max_rounds = 400
    together = True
    lineup = ("most",)
    score_meaning = "fruits picked"

    fruits = knob(4, range(1, 11), "Fruits on each of the four trees.")
    steps = knob(5, range(1, 13), "Steps of the raven.")

    picked = ending("All fruits were picked.", "pick all fruits", won=True)
    eaten = ending("The raven came first.", "let the raven come")
    wasted = counter("Colours thrown of empty trees.", "throws")

    def setup(self):
        self.trees = [self.fruits] * 4
        self.raven = 0

    def turn(self, player):
        face = self.below(6)
        if face == RAVEN:
            self.raven += 1
            self.say("the raven is on step {}", self.raven)
        elif face == BASKET:
            self.pick(player.choose("tree", [tree for tree in range(4) if self.trees[tree]]))
        elif self.trees[face]:
            self.pick(face)
        else:
            self.wasted += 1
        if not any(self.trees):
            self.end("picked")
        elif self.raven == self.steps:
            self.end("eaten")

    def pick(self, tree):
        self.trees[tree] -= 1
        self.say("a fruit of tree {}", tree + 1)

    def score(self, player):
        return 4 * self.fruits - sum(self.trees)


class Most(Persona):
    """Picks from the fullest tree."""

    def tree(self, game, me, tree):
        return game.trees[tree]


class Fewest(Persona):
    """Picks from the emptiest tree."""

    def tree(self, game, me, tree):
        return -game.trees[tree]
