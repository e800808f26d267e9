"""Roll four dice, pair them, climb columns; stop in time or fall back. Three columns win."""

from balancer.plain import Game, Persona, counter, ending, habit, knob

LENGTH = {n: 3 + 2 * (n - 2) if n <= 7 else 3 + 2 * (12 - n) for n in range(2, 13)}


class Columns(Game):
    seats = range(2, 5)
    max_rounds = 60
    needed = knob(2, range(1, 4), "Columns that win.")
    hikers = knob(3, range(2, 5), "Columns that may be climbed in one turn.")

    topped = ending("Somebody reached enough tops.", "reach enough tops")
    falls = counter("Turns lost.", "turns")

    def setup(self):
        self.closed = set()
        for p in self.players:
            p.place = dict.fromkeys(LENGTH, 0)
            p.tops = set()
        self.climb = {}

    def may_move(self, column):
        if column in self.closed:
            return False
        if self.climb.get(column, 0) >= LENGTH[column]:
            return False
        return column in self.climb or len(self.climb) < self.hikers

    def step(self, p, column):
        self.climb[column] = self.climb.get(column, p.place[column]) + 1

    def turn(self, p):
        self.climb = {}
        while True:
            a, b, c, d = (self.roll() for _ in range(4))
            pairs = {tuple(sorted((x, y))) for x, y in ((a + b, c + d), (a + c, b + d), (a + d, b + c))}
            legal = [pair for pair in sorted(pairs) if any(self.may_move(s) for s in pair)]
            if not legal:
                self.falls += 1
                return
            for s in p.choose("pair", legal):
                if self.may_move(s):
                    self.step(p, s)
            if p.choose("go", ["stop", "on"]) == "stop":
                break
        for column, height in self.climb.items():
            p.place[column] = height
            if height >= LENGTH[column]:
                p.tops.add(column)
                self.closed.add(column)
        if len(p.tops) >= self.needed:
            self.end("topped")

    def score(self, p):
        return len(p.tops) * 100 + sum(p.place.values())


class Runner(Persona):
    """Stops after some steps."""

    steps = habit(5, range(1, 12), "Steps after which it stops.")

    def pair(self, game, me, pair):
        return sum(LENGTH[s] for s in pair if s not in game.closed)

    def go(self, game, me, what):
        done = sum(h - me.place[c] for c, h in game.climb.items())
        return (done >= self.steps) == (what == "stop")
