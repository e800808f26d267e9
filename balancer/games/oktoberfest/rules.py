"""The rules of Oktoberfest, in the order of the rulebook (rulebook.md; § names are its sections)."""

import numpy as np

from balancer.core import bits, cards, dice
from balancer.core.arithmetic.fast_division import ONE_BITS
from balancer.core.cards import cardset
from balancer.core.compile import rule, separate_rule
from balancer.core.dice import CHANCE, SETUP
from balancer.core.events import others, say, seat_name
from balancer.core.knobs import Problem
from balancer.core.table import RUNNING, UNFINISHED, begin_turn
from balancer.games.oktoberfest import contests, decisions, figures, hands, memory, unseen
from balancer.games.oktoberfest.components import N_SUITS, SUIT
from balancer.games.oktoberfest.knobs import AS_PRINTED, TIED_TIPSIEST_ALL, TIES_TO_CHALLENGER
from balancer.games.oktoberfest.table import ENDING, EXTRA, MEANS, QUANTITY, WORDS
from balancer.games.oktoberfest.wilds import best_split, lowest_of
from balancer.games.oktoberfest.words import name_of

SCORE_SCALE = 12  # a lowest total of 12 is worth as much as a hand that wins at once


# Before any game is played (plain Python) -----------------------------------------------------------------------------
def removed_cards(rules, seats, n_cards):
    """Return the number of cards taken out; `auto`: the least from 9 (7 players: 6) that leaves all the same turns."""
    if rules["removed"] != "auto":
        return rules["removed"]
    least = 6 if seats == 7 else 9
    return least + (n_cards - least - rules["piles"]) % seats


def check(rules, seats, parts):
    """Return the problem if there are too few cards, or if they do not divide evenly."""
    n_cards = len(parts.data.cards)
    removed = removed_cards(rules, seats, n_cards)
    to_take = n_cards - removed - rules["piles"]
    cards_left = f"{n_cards} cards less {removed} removed less {rules['piles']} left over (one per pile)"
    if to_take < seats:
        removed_by_auto = "least 6" if seats == 7 else "least 9"
        hint = f"fewer removed (auto takes at {removed_by_auto}), fewer piles, fewer players or a table with more cards"
        return [Problem("removed", f"{cards_left} do not last for one round of {seats} players", hint)]
    if to_take % seats:
        fitting = [
            str(k)
            for k in range(31)
            if (n_cards - k - rules["piles"]) % seats == 0 and n_cards - k - rules["piles"] >= seats
        ]
        hint = f"with {rules['piles']} piles and {seats} players: auto, or {', '.join(fitting)}"
        return [Problem("removed", f"{cards_left} do not divide by {seats} players: all must have as many turns", hint)]
    return []


def prepare(table, rules, seats, parts):
    """Put the cards on the table, with the figures that the knobs give them."""
    deck = parts.data.cards
    table.rules.removed = removed_cards(rules, seats, len(deck))
    table.n_cards = len(deck)
    table.n_fronts = len(parts.data.fronts)
    for number, card in enumerate(deck):
        lay_card(table, number, card)
    for front in range(table.n_fronts):
        lay_front(table.fronts[front], [card.tipsiness for card in deck if card.front == front])
    for number, name in enumerate(parts.names):
        table.names[number, : len(name)] = [ord(letter) for letter in name]
    for suit in range(N_SUITS):
        for word in range(WORDS):
            table.answers[suit, word] = int(table.of_suit[suit, word]) | int(table.of_suit[SUIT.WILD, word])
    threshold = rules["win_threshold"]
    table.of_threshold = -(-(1000 << ONE_BITS) // threshold) if threshold else 0
    table.rounds_dealt = (len(deck) - table.rules.removed - table.rules.piles) // seats
    table.watched = any(not table.lineup[entry].at_random for entry in range(table.lineup_length))
    derive(table)


DERIVED = ("n_values", "values", "of_value")


def derive(table):
    """List the values that cards have, greatest first, and the set of the cards of each (insertion sort).

    It depends on all cards together, so it is derived again when a card's figures change.
    """
    deck, values, of_value = table.cards, table.values, table.of_value
    for number in range(table.n_cards):
        value, n_values = deck[number].value, table.n_values
        index = 0
        while index < n_values and values[index] > value:
            index += 1
        if index == n_values or values[index] != value:
            for k in range(n_values, index, -1):
                values[k] = values[k - 1]
                for word in range(WORDS):
                    of_value[k, word] = of_value[k - 1, word]
            values[index] = value
            for word in range(WORDS):
                of_value[index, word] = 0
            table.n_values = n_values + 1
        of_value[index, number // 64] |= np.uint64(1) << np.uint64(number % 64)


def lay_card(table, number, card):
    """Write the figures of a physical card, and add it to its suit."""
    record = table.cards[number]
    record.name, record.suit, record.value, record.front = card.name, card.suit, card.value, card.front
    record.back = record.printed_back = card.tipsiness
    record.banked = card.banked
    if table.rules.banked_tipsiness != AS_PRINTED and card.suit != SUIT.REST:
        record.banked = table.rules.banked_tipsiness
    figures.lay_figures(record, card.suit, card.value, int(record.banked))
    words = table.of_suit[card.suit]
    words[number // 64] = int(words[number // 64]) | 1 << (number % 64)


def lay_front(front, backs):
    """Write what everybody knows of a front: mean and variance of the backs of its cards (none if all counts are 0)."""
    front.cards = len(backs)
    front.backs = sum(backs)
    if backs:
        front.mean_back = 16 * sum(backs) // len(backs)
        front.spread = 16 * (len(backs) * sum(back * back for back in backs) - sum(backs) ** 2) // len(backs) ** 2


# § Setup --------------------------------------------------------------------------------------------------------------
@separate_rule
def setup(table):
    """Shuffle, remove the first cards unseen, and deal the rest into piles; earlier piles get the odd cards."""
    if table.backs_dealt:
        unseen.restore_backs(table)
    for seat in range(table.seats):
        table.players[seat].given = table.rules.head_start[seat]
    for card in range(table.n_cards):
        table.deck[card] = card
    cards.shuffle(table.deck, table.n_cards, table, SETUP)
    table.left = table.n_cards - table.rules.removed
    cut_into_piles(table, table.rules.removed)
    if table.watched:
        memory.expect_means(table)


@rule
def dealt_to(table, seat):
    """Return the names of the cards on top of the piles to seat 0, which takes first; other seats are dealt nothing."""
    return decisions.offered_take(table, seat) if seat == 0 else bits.EMPTY


@rule
def cut_into_piles(table, begin):
    """Cut the cards left, from place `begin` of the deck on, into equal parts; earlier parts get the odd cards."""
    piles = table.rules.piles
    size = table.left // piles
    odd_cards = table.left - size * piles
    for pile in range(piles):
        table.next_of_pile[pile] = begin
        begin += size + (pile < odd_cards)
        table.end_of_pile[pile] = begin


# § Turn ---------------------------------------------------------------------------------------------------------------
@separate_rule
def play_round(table):
    """Play one turn of each player, from seat 0 on, or until the game ends."""
    for seat in range(table.seats):
        take_turn(table, seat)
        if table.ending != RUNNING:
            break


@rule
def take_turn(table, seat):
    """Play one turn: instant win, take, contest, end of the piles."""
    begin_turn(table)
    if wins_at_once(table, table.players[seat]):
        table.ending = ENDING.INSTANT
        table.winner = seat
        say(
            "{} begins the turn with {} in hand and wins at once",
            seat_name(seat),
            contests.counted_value(table, table.players[seat]),
        )
        return
    card = take_card(table, seat, decisions.choose_take(table, seat))
    if table.rounds >= table.rules.contest_from_round:
        option = decisions.choose_contest(table, seat, card)
        if option != decisions.NO_CONTEST:
            hold_contest(table, seat, decisions.opponent_of(option), decisions.card_of(option))
    if table.left == table.rules.piles:
        table.ending = ENDING.EXHAUSTED
        say("{} cards are left: the piles are exhausted", table.left)


@rule
def wins_at_once(table, player):
    """§ Turn 1: return whether the hand is worth the threshold or more (with a threshold of 0 nobody wins at once)."""
    return table.rules.win_threshold > 0 and contests.counted_value(table, player) >= table.rules.win_threshold


@rule
def take_card(table, seat, pile):
    """§ Turn 2: take the top card of a pile and return it; if the pile is then empty, cut the piles again."""
    card = table.deck[table.next_of_pile[pile]]
    table.next_of_pile[pile] += 1
    table.left -= 1
    hands.receive(table, seat, card)
    say(
        "{0} takes {1} from pile {2}; its back, unseen by {0}, is {3}",
        seat_name(seat),
        name_of(table, card),
        pile + 1,
        table.cards[card].back,
        seen_by=others(table, seat),
        instead="{0} takes {1} from pile {2}",
    )
    if table.next_of_pile[pile] == table.end_of_pile[pile] and table.left > 0:
        recut_piles(table)
    return np.int64(card)


@separate_rule
def recut_piles(table):
    """§ Turn 2: put the piles on one another in order, pile 0 on top, and cut them again; cards keep their order."""
    memory.note_shown(table)
    end = table.end_of_pile[table.rules.piles - 1]
    begin = end
    for pile in range(table.rules.piles - 1, -1, -1):
        for place in range(table.end_of_pile[pile] - 1, table.next_of_pile[pile] - 1, -1):
            begin -= 1
            table.deck[begin] = table.deck[place]
    cut_into_piles(table, begin)
    say("The pile is empty: the piles are laid on one another and cut again")


@rule
def hold_contest(table, challenger, defender, card):
    """§ Turn 3: let the challenger bank a card; the tipsier of the two players loses and discards."""
    say("{} banks {} and challenges {}", seat_name(challenger), name_of(table, card), seat_name(defender))
    hands.bank(table, challenger, card)
    suit = table.cards[card].suit
    of_challenger = contests.tipsiness_in(table.players[challenger], suit)
    of_defender = contests.tipsiness_in(table.players[defender], suit)
    table.extras[EXTRA.CONTESTS] += 1
    loser = challenger
    if challenger_wins(table, of_challenger, of_defender):
        loser = defender
        table.extras[EXTRA.CONTESTS_WON_BY_CHALLENGER] += 1
    say(
        "{} has lost the contest (tipsiness: challenger {}, defender {})",
        seat_name(loser),
        of_challenger,
        of_defender,
        seen_by=[],  # players hear only who lost
        instead="{} has lost the contest",
    )
    if table.watched:
        memory.learn(table, challenger, defender, suit, loser)
    lose_card(table, loser, suit)


@rule
def challenger_wins(table, of_challenger, of_defender):
    """§ Turn 3c: return whether the challenger wins: the less tipsy player does, and `ties_to` decides a tie."""
    if of_challenger == of_defender:
        return table.rules.ties_to == TIES_TO_CHALLENGER
    return of_challenger < of_defender


@rule
def lose_card(table, seat, suit):
    """§ Turn 3d: let the loser of a contest discard a card, if there is one to discard."""
    player = table.players[seat]
    if contests.can_discard(table, player, suit):
        card = decisions.choose_discard(table, seat, suit)
        was_banked = not cardset.has(player.hand, card)
        hands.give_up(table, seat, card)
        table.extras[EXTRA.DISCARDS] += 1
        say("{} discards {}{}", seat_name(seat), name_of(table, card), ", which was banked" if was_banked else "")


@rule
def standing_of(table, seat):
    """Return the standing: the way to the threshold or to a lowest total of 12, whichever is further, per mille."""
    player = table.players[seat]
    of_total = 1000 * lowest_of(best_split(table, player)) // SCORE_SCALE
    of_value = (contests.counted_value(table, player) * table.of_threshold) >> ONE_BITS
    return max(of_value, of_total)


@rule
def worth(table, seat):
    """Return the value of a position to players who think ahead: roughly the chance to win, per mille.

    The weights are the least-squares fit among four `careful` players: `balancer tune oktoberfest --worth`.
    """
    if table.ending != RUNNING:
        return 1000 * (standing_of(table, seat) == highest_standing(table))
    player = table.players[seat]
    value = 23 * lowest_of(best_split(table, player)) + 42 * figures.banked_value(player)
    value += 33 * figures.hand_value(player) - 21 * figures.suit_total(player, SUIT.WILD)
    return value - 28 * figures.tipsiness(player)


@rule
def highest_standing(table):
    """Return the highest of all standings."""
    best = standing_of(table, 0)
    for seat in range(1, table.seats):
        best = max(best, standing_of(table, seat))
    return best


@rule
def quantities(table, seat, values):
    """Write the quantities of a position that may be worth points: the score itself, and the cards behind it."""
    player = table.players[seat]
    values[QUANTITY.LOWEST] = lowest_of(best_split(table, player))
    values[QUANTITY.BANKED] = figures.banked_value(player)
    values[QUANTITY.HAND] = figures.hand_value(player)
    values[QUANTITY.WILD] = figures.suit_total(player, SUIT.WILD)
    values[QUANTITY.TIPSINESS] = figures.tipsiness(player)


# § End ----------------------------------------------------------------------------------------------------------------
@separate_rule
def end_game(table):
    """Let the tipsiest player lose cards if the game is exhausted; then all scores are final."""
    tipsiness = 0
    for seat in range(table.seats):
        tipsiness += figures.tipsiness(table.players[seat])
    table.extras[EXTRA.TIPSINESS_AT_END] = tipsiness * MEANS // table.seats
    if table.ending == ENDING.EXHAUSTED:
        winners_before = highest_seats(table)
        penalise_tipsiest(table)
        table.extras[EXTRA.PENALTY_CHANGED_WINNERS] = highest_seats(table) != winners_before


@rule
def highest_seats(table):
    """Return the set of the seats with the best split (lowest, middle, highest total)."""
    best = best_split(table, table.players[0])
    seats = bits.bit(0)
    for seat in range(1, table.seats):
        split = best_split(table, table.players[seat])
        if split > best:
            best = split
            seats = bits.bit(seat)
        elif split == best:
            seats = bits.plus(seats, seat)
    return seats


@rule
def penalise_tipsiest(table):
    """§ End: let the highest sum of backs in hand lose random hand cards; if several are tied, each loses, or none."""
    most = 0
    tied = 0
    for seat in range(table.seats):
        tipsiness = figures.tipsiness(table.players[seat])
        if tipsiness > most:
            most = tipsiness
            tied = 0
        tied += tipsiness == most
    if tied > 1 and table.rules.tipsiest_ties != TIED_TIPSIEST_ALL:
        return
    dice.go_to(table.dice, CHANCE, table.turn + 1)  # as if one more turn followed: § Options and dice
    for seat in range(table.seats):
        if figures.tipsiness(table.players[seat]) == most:
            say("{} is the tipsiest, with {}", seat_name(seat), most)
            lose_random_cards(table, seat)


@rule
def lose_random_cards(table, seat):
    """Let a player lose `tipsiest_loses` hand cards, or all if there are fewer."""
    player = table.players[seat]
    for _ in range(min(table.rules.tipsiest_loses, figures.hand_size(player))):
        place = dice.below(table.dice, CHANCE, figures.hand_size(player))
        low, high = cardset.of(player.hand)
        card = cardset.nth(low, high, place)
        hands.give_up(table, seat, card)
        say("{} loses {}, drawn at random", seat_name(seat), name_of(table, card))


# § Result -------------------------------------------------------------------------------------------------------------
@separate_rule
def write_result(table, row):
    """Let the best split win, or the player who won at once; the score is the lowest total."""
    extras = table.extras
    for seat in range(table.seats):
        player = table.players[seat]
        row.score[seat] = lowest_of(best_split(table, player))
        row.parts[seat] = names_of(table, player)
        extras[EXTRA.HAND_AT_END] += figures.hand_size(player)
        extras[EXTRA.BANKED_AT_END] += figures.banked_size(player)
    if table.ending == ENDING.INSTANT:
        row.winners = bits.bit(table.winner)
        extras[EXTRA.INSTANT_ROUND] = table.rounds
    elif table.ending == ENDING.EXHAUSTED:
        row.winners = highest_seats(table)
    if table.ending != UNFINISHED:
        extras[EXTRA.WINNER_SCORE] = row.score[bits.lowest(row.winners)]


@rule
def names_of(table, player):
    """Return the set of the card names in hand or banked."""
    names = bits.EMPTY
    for word in range(WORDS):
        rest = bits.union(player.hand[word], player.banked[word])
        while not bits.is_empty(rest):
            names = bits.plus(names, table.cards[64 * word + bits.lowest(rest)].name)
            rest = bits.without_lowest(rest)
    return names
