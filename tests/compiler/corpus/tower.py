"""Cards are stacked on three towers, each lower than the one below, or a new storey is begun by paying."""

from typing import NamedTuple

from balancer.plain import Game, Persona, Pile, counter, ending, habit, knob


class Block(NamedTuple):
    size: int
    shape: str = "square"


class Tower(Game):
    seats = range(2, 5)
    max_rounds = 60
    towers = knob(3, range(1, 5), "Towers.")
    hand = knob(4, range(2, 7), "Blocks of a hand.")

    built = ending("Nobody can build.", "finish the towers")
    discards = counter("Blocks thrown away.", "blocks")

    def setup(self):
        blocks = [Block(n) for n in range(1, 11)] * 2 + [Block(n, "round") for n in range(1, 11)]
        self.shuffle(blocks)
        self.stock = Pile(blocks)
        self.stacks = [[] for _ in range(self.towers)]
        for p in self.players:
            p.hand = Pile(sorted(self.stock.pop() for _ in range(self.hand)), seen_by=p)
            p.points = 0

    def fits(self, block, stack):
        if not stack:
            return True
        top = stack[-1]
        if top.shape == "round" and block.shape == "square":
            return False
        return block.size < top.size

    def moves(self, p):
        return [(i, b) for i, s in enumerate(self.stacks) for b in sorted(set(p.hand)) if self.fits(b, s)]

    def turn(self, p):
        if not p.hand:
            if not any(q.hand for q in self.players):
                self.end("built")
            return
        options = self.moves(p)
        if options:
            i, block = p.choose("build", options)
            self.stacks[i].append(block)
            p.points += len(self.stacks[i])
            if block.size == 1:
                self.stacks[i] = []
        else:
            block = p.choose("drop", list(p.hand))
            self.discards += 1
            p.points -= 1
        p.hand.remove(block)
        if self.stock:
            p.hand.append(self.stock.pop())

    def score(self, p):
        return p.points


class Mason(Persona):
    """Builds as little lower as it can."""

    high = habit(3, range(0, 9), "How much it likes high towers.")

    def build(self, game, me, move):
        i, block = move
        stack = game.stacks[i]
        top = stack[-1].size if stack else 11
        return self.high * len(stack) - (top - block.size)

    def drop(self, game, me, block):
        return -block.size
