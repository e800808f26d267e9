"""Place workers on spaces, one each; spaces give wood, stone, points."""

from dataclasses import dataclass, field

from balancer.plain import Game, Persona, counter, ending, habit, knob


@dataclass
class Store:
    wood: int = 0
    stone: int = 0
    points: int = 0
    built: list = field(default_factory=list)

    def pay(self, wood, stone):
        if self.wood < wood or self.stone < stone:
            return False
        self.wood -= wood
        self.stone -= stone
        return True


SPACES = ("forest", "quarry", "market", "yard", "school")


class Workshop(Game):
    seats = range(2, 5)
    max_rounds = 8
    workers = knob(2, range(1, 4), "Workers at the start.")
    rate = knob(2, range(1, 5), "Wood from the forest.")

    over = ending("The last year is over.", "finish the last year")
    blocked = counter("Times a space was taken.", "spaces")

    def setup(self):
        for p in self.players:
            p.store = Store()
            p.workers = self.workers
        self.first = self.players[0]
        self.spaces = {name: None for name in SPACES}

    def round(self):
        for name in self.spaces:
            self.spaces[name] = None
        left = {p: p.workers for p in self.players}
        while any(left.values()):
            for p in self.players_from(self.first.seat):
                if left[p] == 0:
                    continue
                free = [name for name, who in self.spaces.items() if who is None]
                self.blocked += len(SPACES) - len(free)
                self.begin_turn()
                where = p.choose("place", free + ["rest"])
                left[p] -= 1
                if where != "rest":
                    self.spaces[where] = p
        for name, who in self.spaces.items():
            if who is not None:
                self.use(who, name)
        self.first = self.first.left
        if self.rounds == 8:
            self.end("over")

    def use(self, p, name):
        s = p.store
        match name:
            case "forest":
                s.wood += self.rate
            case "quarry":
                s.stone += 1
            case "market" if s.wood >= 2:
                s.wood -= 2
                s.points += 3
            case "yard":
                if s.pay(2, 1):
                    s.built.append(self.rounds)
                    s.points += 5 + len(s.built)
            case "school":
                if p.workers < 4 and s.pay(1, 0):
                    p.workers += 1
            case _:
                s.points += 1

    def score(self, p):
        return p.store.points


class Mason(Persona):
    """Builds when it can."""

    stone = habit(3, range(0, 11), "How much it wants stone.")

    def place(self, game, me, where):
        s = me.store
        if where == "yard":
            return 20 if s.wood >= 2 and s.stone >= 1 else -1
        return {"forest": 4 - s.wood, "quarry": self.stone - s.stone, "market": s.wood, "school": 2, "rest": 0}[where]
