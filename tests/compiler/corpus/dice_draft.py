"""Dice are rolled and drafted in turns; last in order drafts twice; sums near a target score."""

from balancer.plain import Game, Persona, counter, ending, habit, knob


class DiceDraft(Game):
    seats = range(2, 5)
    max_rounds = 12
    target = knob(12, range(8, 19), "Sum that scores most.")
    extra = knob(1, range(0, 4), "Dice beyond two for each player.")
    turn_round = knob(False, "Whether the order turns round each round.")

    over = ending("Six rounds were played.", "play six rounds")
    exact = counter("Exact sums.", "sums")

    def setup(self):
        self.pool = []
        for p in self.players:
            p.points, p.dice = 0, []
        self.first = 0

    def draft(self, p):
        self.begin_turn()
        die = p.choose("die", sorted(set(self.pool)))
        self.pool.remove(die)
        p.dice.append(die)

    def round(self):
        n = len(self.players)
        self.pool = [self.roll(6) for _ in range(2 * n + self.extra)]
        order = self.players_from(self.first)
        for p in order:
            p.dice = []
        for p in order + order[::-1]:
            self.draft(p)
        sums = {p: sum(p.dice) * len(self.pool) // max(1, len(self.pool)) for p in order}
        for p, total in sums.items():
            distance = abs(total - self.target)
            self.exact += distance == 0
            p.points += max(0, 5 - distance)
        closest = min(order, key=lambda p: abs(sum(p.dice) - self.target))
        closest.points += 2
        if self.turn_round:
            self.players.reverse()
        self.first = (self.first + 1) % n
        if self.rounds == 6:
            self.end("over")

    def score(self, p):
        return p.points


class Aimer(Persona):
    """Aims at the target."""

    half = habit(6, range(1, 7), "First die that it likes.")

    def die(self, game, me, die):
        want = game.target - sum(me.dice) if me.dice else self.half
        return -abs(die - want)
