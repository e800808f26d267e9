"""A battle of Risk: the attacker throws up to three dice, the defender up to two; pairs are compared, ties defend.

Rules: Parker Brothers.  Seat 1 attacks, seat 2 defends; both throw as many dice as they may, until one army is gone.
"""

from balancer.plain import Game, counter, ending, knob


class RiskDice(Game):
    title = "Risk's dice"
    seats, usual = range(2, 3), 2
    max_rounds = 200
    score_meaning = "armies left"

    attackers = knob(10, range(1, 51), "Armies that attack.")
    defenders = knob(10, range(1, 51), "Armies that defend.")

    taken = ending("The defender had no army left.", "defeat the defender")
    held = ending("The attacker had no army left.", "hold the land")
    routs = counter("Throws of three dice against two that cost the defender two armies.", "throws")
    splits = counter("Throws of three dice against two that cost both an army.", "throws")
    repulses = counter("Throws of three dice against two that cost the attacker two armies.", "throws")

    def setup(self):
        attacker, defender = self.players
        attacker.armies, defender.armies = self.attackers, self.defenders

    def round(self):
        attacker, defender = self.players
        self.begin_turn()
        attack = sorted((self.roll(6) for _ in range(min(3, attacker.armies))), reverse=True)
        defence = sorted((self.roll(6) for _ in range(min(2, defender.armies))), reverse=True)
        hits = sum(a > d for a, d in zip(attack, defence, strict=False))
        losses = min(len(attack), len(defence)) - hits
        if len(attack) == 3 and len(defence) == 2:
            self.routs += hits == 2
            self.splits += hits == 1
            self.repulses += hits == 0
        defender.armies -= hits
        attacker.armies -= losses
        self.say("{} loses {}, {} loses {}", attacker, losses, defender, hits)
        if not defender.armies:
            self.end("taken")
        elif not attacker.armies:
            self.end("held")

    def score(self, player):
        return player.armies
