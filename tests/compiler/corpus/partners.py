"""Trick taking for partners who sit opposite: the team with the better mean score wins, who won last leads next."""

from balancer.plain import Game, Persona, Pile, ending, knob


class Partners(Game):
    seats = range(3, 7)
    max_rounds = 5

    lowest_wins = False
    teams = knob(2, range(2, 4), "Number of teams.")
    lead_bonus = knob(1, range(3), "Points for who begins.")

    played = ending("All cards were played.", "play all cards")

    def team(self, player):
        return player.seat % self.teams + 1

    def setup(self):
        deck = [(suit, rank) for suit in range(3) for rank in range(10)]
        self.shuffle(deck)
        for player in self.players:
            player.hand = Pile([deck.pop() for _ in range(5)], seen_by=player)
            player.points = 0
        self.leader = self.starts = self.players[self.below(len(self.players))]
        self.starts.points = self.lead_bonus

    def round(self):
        best, winner, suit = -1, self.leader, None
        for player in self.players_from(self.leader.seat):
            self.begin_turn()
            playable = [card for card in player.hand if card[0] == suit] or list(player.hand)
            card = player.choose("play", playable)
            player.hand.remove(card)
            suit = card[0] if suit is None else suit
            if card[0] == suit and card[1] > best:
                best, winner = card[1], player
        winner.points += 1
        self.leader = winner
        if self.rounds == 5:
            self.end("played")

    def score(self, player):
        return player.points


class High(Persona):
    """Plays the highest card."""

    def play(self, game, me, option):
        return option[1]


class Sparing(Persona):
    """Plays low while its team is ahead."""

    def play(self, game, me, option):
        mine = sum(p.points for p in game.players if game.team(p) == game.team(me))
        return -option[1] if mine > game.rounds // 2 else option[1]
