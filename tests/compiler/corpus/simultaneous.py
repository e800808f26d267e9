"""All choose a number at once; the highest that only one player chose scores its value."""

from balancer.plain import Game, Persona, counter, ending, habit, knob


class OnlyOne(Game):
    seats, usual = range(2, 9), 5
    max_rounds = 20
    top = knob(7, range(2, 15), "Highest number.")
    rounds_played = knob(10, range(3, 16), "Rounds.")

    done = ending("All rounds were played.", "play all rounds")
    nobody = counter("Rounds in which nobody scored.", "rounds")

    def setup(self):
        self.history = []
        for p in self.players:
            p.points = 0
            p.last = None

    def round(self):
        self.begin_turn()
        chosen = self.choose_together(
            "number", {p: [n for n in range(1, self.top + 1) if n != p.last] for p in self.players}
        )
        numbers = list(chosen.values())
        alone = [p for p, n in chosen.items() if numbers.count(n) == 1]
        for p, n in chosen.items():
            p.last = n
        if alone:
            best = max(alone, key=lambda p: chosen[p])
            best.points += chosen[best]
            self.history.append(chosen[best])
        else:
            self.nobody += 1
            self.history.append(0)
        if self.rounds == self.rounds_played:
            self.end("done")

    def score(self, p):
        return p.points


class Watcher(Persona):
    """Avoids what won last."""

    liked = habit(4, range(1, 8), "Number it likes.")

    def number(self, game, me, n):
        repeat = bool(game.history) and game.history[-1] == n
        return -abs(n - self.liked) - 2 * repeat
