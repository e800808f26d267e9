"""Left, Center, Right: each chip, up to three, rolls a die that sends it left, right, to the centre or nowhere.

Rules: Richeson and Richeson, arXiv 2407.05069.  Nobody decides anything; the last player with chips wins.
"""

from balancer.plain import Game, counter, ending, knob

LEFT, RIGHT, CENTRE = 1, 2, 3  # faces 4 to 6 keep the chip


class LeftCenterRight(Game):
    title = "Left, Center, Right"
    seats, usual = range(2, 9), 4
    max_rounds = 400
    score_meaning = "chips"

    chips = knob(3, range(1, 11), "Chips at the start.")
    dice = knob(3, range(1, 7), "Dice that are thrown at most.")

    last = ending("Only one player had chips.", "have the last chips")
    rolls = counter("Turns in which somebody rolled.", "turns")

    def setup(self):
        for player in self.players:
            player.chips = self.chips

    def turn(self, player):
        if player.chips:
            self.rolls += 1
        for _ in range(min(player.chips, self.dice)):
            face = self.roll(6)
            if face <= CENTRE:
                player.chips -= 1
            if face == LEFT:
                player.left.chips += 1
            elif face == RIGHT:
                player.others[-1].chips += 1
        if sum(other.chips > 0 for other in self.players) == 1:
            self.end("last")

    def score(self, player):
        return player.chips
