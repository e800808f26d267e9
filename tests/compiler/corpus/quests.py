"""Heroes meet monsters; classes with methods; the hero of a player is an object that objects point to."""

from balancer.plain import Game, Persona, counter, ending, habit, knob


class Monster:
    def __init__(self, name, strength, gold):
        self.name = name
        self.strength = strength
        self.gold = gold
        self.beaten_by = None

    def weaken(self):
        if self.strength > 1:
            self.strength -= 1


class Quests(Game):
    seats = range(2, 5)
    max_rounds = 30
    monsters = knob(6, range(3, 9), "Monsters.")
    lives = knob(3, range(1, 6), "Lives of a hero.")

    cleared = ending("All monsters were beaten.", "beat all monsters")
    dead = ending("All heroes are dead.", "lose all heroes")
    fights = counter("Fights.", "fights")

    def setup(self):
        self.caves = [Monster(f"M{i}", 3 + i, i + 1) for i in range(self.monsters)]
        for p in self.players:
            p.gold = 0
            p.lives = self.lives
            p.sword = 0
            p.trophies = []

    def turn(self, p):
        if p.lives <= 0:
            p.out = True
            return
        choices = [m for m in self.caves if m.beaten_by is None]
        indices = [self.caves.index(m) for m in choices]
        goal = p.choose("fight", [*indices, "train"])
        if goal == "train":
            p.sword += 1
            return
        monster = self.caves[goal]
        self.fights += 1
        strength = self.roll(6) + p.sword
        if strength >= monster.strength:
            monster.beaten_by = p
            p.gold += monster.gold
            p.trophies.append(monster)
        else:
            p.lives -= 1
            monster.weaken()
            if p.lives == 0:
                p.out = True
        if all(m.beaten_by is not None for m in self.caves):
            self.end("cleared")
        elif all(q.lives <= 0 for q in self.players):
            self.end("dead")

    def score(self, p):
        return p.gold + sum(1 for m in p.trophies if m.strength > 4)


class Hero(Persona):
    """Trains first."""

    training = habit(2, range(0, 6), "Swords it wants.")

    def fight(self, game, me, goal):
        if goal == "train":
            return 10 if me.sword < self.training else -10
        monster = game.caves[goal]
        return monster.gold / monster.strength
