"""Roll five dice up to three times and fill one box of your sheet each turn."""

from collections import Counter

from balancer.plain import Game, Persona, counter, ending, habit, knob

BOXES = ["ones", "twos", "threes", "fours", "fives", "sixes", "three", "full", "straight", "five", "chance"]


class FiveDice(Game):
    seats = range(2, 5)
    max_rounds = 11
    rerolls = knob(2, range(0, 4), "Times that dice may be rolled again.")
    bonus = knob(35, range(0, 71, 5), "Points for 63 in the upper boxes.")

    full_sheet = ending("All boxes are filled.", "fill the sheet")
    fives_rolled = counter("Five of a kind scored.", "fives")

    def setup(self):
        for player in self.players:
            player.sheet = {}

    def turn(self, player):
        self.dice = sorted(self.roll(6) for _ in range(5))
        for _ in range(self.rerolls):
            counts = Counter(self.dice)
            keeps = sorted({(face, n) for face, many in counts.items() for n in range(1, many + 1)} | {(0, 0)})
            keep = player.choose("keep", keeps)
            face, n = keep
            if n == 5:
                break
            self.dice = sorted([face] * n + [self.roll(6) for _ in range(5 - n)])
        box = player.choose("box", [b for b in BOXES if b not in player.sheet])
        player.sheet[box] = self.value(box, self.dice)
        if box == "five" and player.sheet[box]:
            self.fives_rolled += 1

    def finished(self):
        if all(len(p.sheet) == len(BOXES) for p in self.players):
            self.end("full_sheet")

    def value(self, box, dice):
        counts = Counter(dice)
        if box in BOXES[:6]:
            face = BOXES.index(box) + 1
            return face * counts[face]
        if box == "three":
            return sum(dice) if max(counts.values()) >= 3 else 0
        elif box == "full":
            return 25 if sorted(counts.values()) == [2, 3] else 0
        elif box == "straight":
            return 40 if len(set(dice)) == 5 and max(dice) - min(dice) == 4 else 0
        elif box == "five":
            return 50 * (len(counts) == 1)
        return sum(dice)

    def score(self, player):
        upper = sum(player.sheet.get(b, 0) for b in BOXES[:6])
        return sum(player.sheet.values()) + (self.bonus if upper >= 63 else 0)


class Sensible(Persona):
    """Keeps what there is most of, and takes the box that pays best against its average."""

    greed = habit(10, range(0, 51), "How much a full box counts.")

    AVERAGE = {
        "ones": 2,
        "twos": 5,
        "threes": 8,
        "fours": 12,
        "fives": 15,
        "sixes": 18,
        "three": 20,
        "full": 12,
        "straight": 10,
        "five": 8,
        "chance": 22,
    }

    def keep(self, game, me, keep):
        face, n = keep
        return n * 10 + face

    def box(self, game, me, box):
        return game.value(box, game.dice) * self.greed / 10 - self.AVERAGE[box]
