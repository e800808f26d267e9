"""A small game of its own for tests: take coins from a heap, keep a hidden card, say so."""

import pathlib

RULES = '''
"""Take coins; a hidden card says what they are worth."""

from balancer.plain import Game, Persona, Pile, cards, counter, ending, figure, habit, knob


class Coins(Game):
    seats, usual = range(2, 5), 3
    max_rounds = 60

    kinds = cards("{name}.csv", value=range(1, 10), count=range(1, 9))
    heap = knob(20, range(5, 61), "Coins at the start.")
    most = knob(3, range(1, 7), "Coins that may be taken at once.")
    open_cards = knob(False, "Whether cards lie open.")
    start = knob("first", ("first", "lot"), "Who begins.")

    bare = ending("No coin was left.", "take all coins")
    rich = ending("Somebody had many coins.")
    ones = counter("Takes of one coin.", "takes")
    last_round = figure("The round in which somebody was rich.", "rounds")

    def setup(self):
        deck = self.kinds.deck()
        self.shuffle(deck)
        self.left_over = self.heap
        self.deck = Pile(deck[len(self.players):])
        self.first = 0 if self.start == "first" else self.below(len(self.players))
        for player, card in zip(self.players, deck):
            player.coins = 0
            player.card = [card] if self.open_cards else Pile([card], seen_by=player)

    def round(self):
        for player in self.players_from(self.first):
            self.begin_turn()
            if self.left_over == 0:
                return self.end("bare")
            taken = player.choose("take", range(1, min(self.most, self.left_over) + 1))
            self.left_over -= taken
            player.coins += taken
            self.ones += taken == 1
            self.say("{{}} takes {{}}", player, taken)
            if self.deck and player.choose("swap", ["keep", "swap"]) == "swap":
                player.card[:], self.deck[:1] = [self.deck[0]], player.card[:]
                self.say("{{}} now has {{}}", player, player.card[0], seen_by=player, instead="a card is swapped")
        hands = self.choose_together("show", {{player: ["high", "low"] for player in self.players}})
        if len(set(hands.values())) == 1:
            self.players[0].coins += 1

    def finished(self):
        if max(player.coins for player in self.players) >= 12:
            self.last_round = self.rounds
            return "rich"

    def score(self, player):
        return player.coins * player.card[0].value

    def parts(self, player):
        return player.card


class Greedy(Persona):
    """Takes as many as it may."""

    keen = habit(100, range(-100, 301), "Liking for coins.")

    def take(self, game, me, n):
        return self.keen * n

    def swap(self, game, me, option):
        return 5 - me.card[0].value if option == "swap" else 0


class Shy(Greedy):
    """Takes one."""

    keen = -50


class Shower(Persona):
    """Shows high."""

    def show(self, game, me, option):
        return option == "high"
'''

TABLE = "name,value,count\nlow,2,4\nmiddle,4,4\nhigh,7,3\n"


def written(folder: pathlib.Path, name: str = "coins", *changes: tuple[str, str]) -> pathlib.Path:
    """Return the game in a folder, with texts replaced."""
    rules = RULES.format(name=name)
    for old, new in changes:
        assert old in rules, old
        rules = rules.replace(old, new, 1)
    (folder / f"{name}.csv").write_text(TABLE, encoding="utf-8")
    path = folder / f"{name}.py"
    path.write_text(rules, encoding="utf-8")
    return path
