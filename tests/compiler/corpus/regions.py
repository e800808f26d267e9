"""Put cubes into regions; the most cubes in a region score it, ties share nothing."""

from balancer.plain import Game, Persona, cards, counter, ending, habit, knob


class Regions(Game):
    seats = range(2, 5)
    max_rounds = 12
    score_meaning = "points of regions"

    lands = cards("regions.csv", name="land", first=range(0, 20), second=range(0, 12), size=range(1, 20), weight=float)
    cubes = knob(10, range(4, 15), "Cubes of each player.")

    full_board = ending("All cubes were placed.", "place all cubes")
    draws = counter("Regions that were tied.", "regions")

    def setup(self):
        self.map = self.lands.deck()
        self.cubes_at = {land: {} for land in self.map}
        for p in self.players:
            p.cubes = self.cubes

    def turn(self, p):
        open_lands = [land for land in self.map if sum(self.cubes_at[land].values()) < land.size]
        if not p.cubes or not open_lands:
            return
        land = p.choose("land", open_lands)
        here = self.cubes_at[land]
        here[p] = here.get(p, 0) + 1
        p.cubes -= 1
        if all(q.cubes == 0 for q in self.players):
            self.draws += sum(1 for land in self.map if len(self.leaders(land)) > 1)
            self.end("full_board")

    def leaders(self, land):
        here = self.cubes_at[land]
        if not here:
            return []
        most = max(here.values())
        return [p for p, n in here.items() if n == most]

    def score(self, p):
        total = 0
        for land in self.map:
            top = self.leaders(land)
            if top == [p]:
                total += land.first
            elif p in top or self.cubes_at[land].get(p, 0) > 0:
                total += land.second
        return total


class Settler(Persona):
    """Goes where it can lead."""

    weight = habit(10, range(0, 41), "How much the weight of a land counts.")

    def land(self, game, me, land):
        here = game.cubes_at[land]
        mine = here.get(me, 0)
        theirs = max([n for q, n in here.items() if q is not me], default=0)
        gain = land.first if mine == theirs else land.second if mine == 0 else 0
        return gain + self.weight * land.weight / 10
