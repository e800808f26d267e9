"""Everybody attacks somebody; without life you are out, and the last one standing wins."""

from balancer.plain import Game, Persona, counter, ending, habit, knob


class Knockout(Game):
    seats = range(2, 7)
    max_rounds = 60
    life = knob(6, range(1, 13), "Life at the start.")
    heal = knob(1, range(0, 3), "Life that resting gives.")
    revenge = knob(True, "Whether who is hit may hit back.")

    last_one = ending("One player is left.", "be the last")
    nobody_left = ending("All fell together.", "fall together")
    hits = counter("Blows that hit.", "blows")

    def setup(self):
        for p in self.players:
            p.life = self.life
            p.fell = 0
        self.order_of_falls = []

    def living(self):
        return [p for p in self.players if not p.out]

    def strike(self, a, b):
        if self.roll(6) >= 3:
            b.life -= 1 + (self.roll(6) == 6)
            self.hits += 1
            return True
        return False

    def turn(self, p):
        targets = [q for q in self.living() if q is not p]
        what = p.choose("attack", [*targets, None])
        if what is None:
            p.life = min(p.life + self.heal, self.life)
        elif not self.strike(p, what) and self.revenge:
            self.strike(what, p)
        for q in list(self.living()):
            if q.life <= 0:
                q.out = True
                self.order_of_falls.append(q)
                q.fell = len(self.order_of_falls)
        left = self.living()
        if len(left) == 1:
            self.end("last_one")
        elif not left:
            self.end("nobody_left")

    def score(self, p):
        return 100 if not p.out else p.fell

    def standing(self, p):
        return p.life if not p.out else -10 + p.fell


class Bully(Persona):
    """Hits the weakest."""

    fear = habit(2, range(0, 7), "Life below which it rests.")

    def attack(self, game, me, target):
        if target is None:
            return 50 if me.life < self.fear else -50
        return -target.life
