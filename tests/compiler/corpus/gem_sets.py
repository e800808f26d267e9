"""Take one or two gems from the row; sets of three score, as do pairs at the end."""

from collections import Counter

from balancer.plain import Game, Persona, Pile, counter, ending, habit, knob

GEMS = ("agate", "beryl", "coral", "diamond")


class GemSets(Game):
    seats = range(2, 5)
    max_rounds = 40
    copies = knob(8, range(4, 13), "Gems of each kind.")
    row_size = knob(4, range(2, 7), "Gems that lie open.")
    set_points = knob(5, range(1, 11), "Points of a set of three.")

    no_more = ending("No gems were left.", "take all gems")
    sets_made = counter("Sets made.", "sets")

    def setup(self):
        self.bag = Pile(g for g in GEMS for _ in range(self.copies))
        self.shuffle(self.bag)
        self.row = [self.bag.pop() for _ in range(self.row_size)]
        for p in self.players:
            p.gems, p.points = Counter(), 0

    def turn(self, p):
        options = sorted(set(self.row))
        gem = p.choose("gem", options)
        self.take(p, gem)
        if gem in self.row and p.choose("second", [False, True]):
            self.take(p, gem)
            p.points -= 1
        if p.gems[gem] >= 3:
            p.gems[gem] -= 3
            p.points += self.set_points
            self.sets_made += 1
        if not self.row:
            self.end("no_more")

    def take(self, p, gem):
        self.row.remove(gem)
        p.gems[gem] += 1
        if self.bag:
            self.row.append(self.bag.pop())

    def score(self, p):
        kinds = len([g for g in GEMS if p.gems[g]])
        most = max(p.gems.values(), default=0)
        return p.points + kinds + (2 if most >= 2 else 0)


class Setter(Persona):
    """Completes sets."""

    pair = habit(2, range(0, 6), "How much it likes a pair.")

    def gem(self, game, me, gem):
        return me.gems[gem] + self.pair * (game.row.count(gem) > 1)

    def second(self, game, me, yes):
        return yes
