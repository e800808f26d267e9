"""Events come from a queue; helper functions of the module count."""

from balancer.plain import Game, Persona, Pile, counter, ending, habit, knob

EVENTS = {"sun": 1, "rain": -1, "storm": -3, "oasis": 4, "market": 0}


def clamp(value, low, high):
    return max(low, min(high, value))


def is_good(event):
    return EVENTS[event] > 0


def best_of(*values):
    return max(values)


class Caravan(Game):
    seats = range(2, 6)
    max_rounds = 30
    water = knob(5, range(2, 10), "Water at the start.")
    distance = knob(10, range(5, 21), "Steps to the end.")

    arrived = ending("A caravan arrived.", "bring a caravan home")
    dried = ending("All caravans ran dry.", "run all dry")
    storms = counter("Storms met.", "storms")

    def setup(self):
        self.queue = []
        self.refill()
        for p in self.players:
            p.water = self.water
            p.way = 0
            p.dry = False

    def refill(self):
        events = list(EVENTS) * 2
        self.shuffle(events)
        self.queue += events

    def turn(self, p):
        if p.dry:
            return
        if len(self.queue) < 3:
            self.refill()
        ahead = self.queue[:2]
        pick = p.choose("way", range(len(ahead)))
        event = self.queue.pop(pick)
        steps = 2 if is_good(event) else 1
        if event == "market" and p.water > 1 and p.choose("trade", [False, True]):
            p.water -= 1
            steps += 1
        p.water = clamp(p.water + EVENTS[event], 0, 9)
        self.storms += event == "storm"
        if p.water == 0:
            p.dry = True
            if all(q.dry for q in self.players):
                self.end("dried")
            return
        p.way += steps
        self.say("{} goes {} by {}", p, steps, event)
        if p.way >= self.distance:
            self.end("arrived")

    def score(self, p):
        return best_of(p.way, 1) * 10 + p.water - (5 if p.dry else 0)


class Guide(Persona):
    """Looks for water when dry."""

    thirst = habit(3, range(1, 9), "Water below which it looks for more.")

    def way(self, game, me, i):
        gain = EVENTS[game.queue[i]]
        return gain * (2 if me.water < self.thirst else 1)

    def trade(self, game, me, yes):
        return yes if me.water >= self.thirst else not yes
