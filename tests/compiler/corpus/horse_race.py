"""Bet on horses, move them by cards, jump over others on one space."""

from dataclasses import dataclass

from balancer.plain import Game, Persona, Pile, counter, ending, habit, knob


@dataclass(eq=False)
class Horse:
    name: str
    at: int = 0
    bets: int = 0


class HorseRace(Game):
    seats = range(2, 6)
    max_rounds = 50
    track = knob(12, range(6, 25), "Spaces of the track.")
    speed = knob([1, 2, 3], range(1, 6), "Steps on the cards.")

    finish = ending("A horse is home.", "bring a horse home")
    jumps = counter("Horses jumped.", "horses")

    def setup(self):
        self.horses = [Horse(name) for name in ("Ash", "Bay", "Chestnut", "Dun")]
        self.deck = Pile(self.fresh())
        self.shuffle(self.deck)
        for p in self.players:
            p.bets = [0] * len(self.horses)
            p.hand = Pile([self.deck.pop() for _ in range(3)], seen_by=p)
        self.winner = None

    def fresh(self):
        return [(i, s) for i in range(len(self.horses)) for s in self.speed for _ in range(4)]

    def turn(self, p):
        bet = p.choose("bet", list(range(len(self.horses))))
        p.bets[bet] += 1
        self.horses[bet].bets += 1
        card = p.choose("card", sorted(set(p.hand)))
        p.hand.remove(card)
        index, steps = card
        horse = self.horses[index]
        goal = horse.at + steps
        while any(h.at == goal for h in self.horses if h is not horse) and goal < self.track:
            goal += 1
            self.jumps += 1
        horse.at = goal
        if horse.at >= self.track:
            self.winner = horse
            return self.end("finish")
        if not self.deck:
            self.deck = Pile(self.fresh())
            self.shuffle(self.deck)
        p.hand.append(self.deck.pop())

    def order(self):
        return sorted(range(len(self.horses)), key=lambda i: (-self.horses[i].at, i))

    def score(self, p):
        order = self.order()
        return p.bets[order[0]] * 5 + p.bets[order[1]] * 2 - p.bets[order[-1]]


class Punter(Persona):
    """Bets on the leader."""

    late = habit(1, range(0, 5), "How much it likes horses without bets.")

    def bet(self, game, me, i):
        return game.horses[i].at - self.late * game.horses[i].bets

    def card(self, game, me, card):
        i, steps = card
        return steps * me.bets[i]
