"""The rules of The Devil's Tarok, in the order of the rulebook (rulebook.md; § names are its sections)."""

from balancer.core import bits, cards, dice
from balancer.core.cards import cardset, tarot
from balancer.core.compile import rule, separate_rule
from balancer.core.dice import SETUP
from balancer.core.events import say, seat_name
from balancer.core.knobs import Problem
from balancer.core.result_row import fraction, write_winner
from balancer.core.table import begin_turn, seat_after
from balancer.games.devils_tarok import decisions
from balancer.games.devils_tarok.knobs import END_CHECK_TRICK, FOOL_EXCUSE, TRUMPS_MAJORS
from balancer.games.devils_tarok.table import (
    ENDING,
    EXTRA,
    FIRST_MAJOR,
    LANE,
    MAJORS,
    N_CARDS,
    NO_SUIT,
    PART,
    POINTS_UNIT,
    SHARE_UNIT,
)
from balancer.games.devils_tarok.trick import ALWAYS_WINS, strength, suit_of
from balancer.games.devils_tarok.words import card_words


# Cards and rules, before any game is played (plain Python) ------------------------------------------------------------
def check(rules, players, parts):
    """Return the problems if more cards are dealt than there are, or if no card scores points."""
    del parts
    problems = []
    limit = N_CARDS // players
    if rules["hand_size"] > limit:
        message = f"{players} players x {rules['hand_size']} cards are more than the {N_CARDS} of the deck"
        problems.append(Problem("hand_size", message, f"at most {limit} with {players} players"))
    if sum(points_of_cards(rules)) == 0:
        message = "every card scores 0, so no score ever reaches the target"
        problems.append(Problem("points_major", message, "give some card points"))
    return problems


def card_number(rules, suit, rank):
    """Return the number of a minor card; its place in the order of tricks depends on the Ace."""
    place = rank - 1 if rules["ace"] == "low" else (rank - 2) % tarot.RANKS
    return LANE * suit + place


def points_of_cards(rules):
    """Return the points of all cards, in the order of the deck: suit by suit from Ace to King, then the majors."""
    court = [rules[f"points_{tarot.COURT[rank].lower()}"] for rank in sorted(tarot.COURT)]
    pips = [rank if rules["points_pip"] == "face" else 0 for rank in range(1, tarot.RANKS + 1 - len(court))]
    majors = [rules["points_major"]] * tarot.MAJORS
    majors[tarot.DEVIL] = rules["points_devil"]
    majors[tarot.FOOL] = rules["points_fool"]
    return [*(pips + court) * len(tarot.SUITS), *majors]


def prepare(table, rules, players, parts):
    """Write the numbers of the cards of the deck, and the points of each."""
    del players, parts
    ranks = range(1, tarot.RANKS + 1)
    numbers = [card_number(rules, suit, rank) for suit in range(len(tarot.SUITS)) for rank in ranks]
    numbers += [FIRST_MAJOR + number for number in range(tarot.MAJORS)]
    points = points_of_cards(rules)
    for place, (number, worth) in enumerate(zip(numbers, points, strict=True)):
        table.box[place] = number
        table.points[number] = worth
    # a player who can't win the trick adds a card of the poorer half of the suit
    lower_half = sorted(points[: tarot.RANKS])[: tarot.RANKS // 2]
    for suit in range(MAJORS):
        table.poor_points[suit] = sum(lower_half) // len(lower_half)
    table.poor_points[MAJORS] = rules["points_major"]


# § Setup --------------------------------------------------------------------------------------------------------------
@rule
def setup(table):
    """Deal the first hand; players begin without points except those of the head start."""
    for seat in range(table.seats):
        table.players[seat].points = table.rules.head_start[seat]
    deal_hand(table)


@rule
def deal_hand(table):
    """Shuffle all cards and deal `hand_size` to each player, one at a time, the seat after the dealer first."""
    first = table.hands % table.seats
    dice.go_to(table.dice, SETUP, table.hands)
    table.hands += 1
    say("{} deals hand {}", seat_name(first - 1 if first else table.seats - 1), table.hands)
    for place in range(N_CARDS):
        table.deck[place] = table.box[place]
    cards.shuffle(table.deck, N_CARDS, table, SETUP)
    dealt = table.seats * table.rules.hand_size
    for k in range(table.seats):
        deal_to(table, table.players[seat_after(table, first, k)], k, dealt)
    table.next_card = dealt
    table.last_card = N_CARDS if table.rules.draw else dealt
    table.played_minors = bits.EMPTY
    table.played_majors = bits.EMPTY
    table.hand_over = 0
    open_trick(table, first)


@rule
def dealt_to(table, seat):
    """Return the set of the majors in a hand."""
    return table.players[seat].majors


@rule
def deal_to(table, player, k, dealt):
    """Deal a new hand: of the first `dealt` cards of the row, each one that falls on the k-th player."""
    low = bits.EMPTY
    high = bits.EMPTY
    for place in range(k, dealt, table.seats):
        card_low, card_high = cardset.only(table.deck[place])
        low |= card_low
        high |= card_high
    player.minors = low
    player.majors = high
    player.held = table.rules.hand_size
    player.void = bits.EMPTY


# § Trick --------------------------------------------------------------------------------------------------------------
@separate_rule
def play_round(table):
    """Play one trick; first deal a new hand if the last one is over."""
    if table.hand_over:
        deal_hand(table)
    for _ in range(table.seats):
        take_turn(table)
    finish_trick(table)


@rule
def open_trick(table, leader):
    """Begin a trick without any card."""
    table.leader = leader
    table.winner = leader
    table.trick_size = 0
    table.led = NO_SUIT
    table.best = -1
    table.trick_points = 0
    table.trick_parts = bits.EMPTY


@rule
def take_turn(table):
    """§ Trick 1 and 2: let the next player of the trick play a card."""
    begin_turn(table)
    seat = seat_after(table, table.leader, table.trick_size)
    if table.trick_size == 0:
        card = decisions.choose_lead(table, seat)
    else:
        card = decisions.choose_follow(table, seat)
    play_card(table, seat, card)


@rule
def play_card(table, seat, card):
    """Put a card into the trick: it may show a void, set the suit led, and be the best so far."""
    player = table.players[seat]
    give_up(player, card)
    say("{} plays {}", seat_name(seat), card_words(table, card))
    low, high = cardset.only(card)
    table.played_minors = bits.union(table.played_minors, low)
    table.played_majors = bits.union(table.played_majors, high)
    table.trick_size += 1
    excused = card == FIRST_MAJOR and table.rules.fool == FOOL_EXCUSE
    if excused:
        player.points += table.points[card]
        player.won = bits.plus(player.won, PART.FOOL)
        say("{} keeps the Fool, for {} points", seat_name(seat), table.points[card])
        return
    suit = suit_of(card)
    if table.led == NO_SUIT:
        table.led = suit
    if card != FIRST_MAJOR and suit != table.led:
        show_void(table, player, suit)
    table.trick_points += table.points[card]
    if card == FIRST_MAJOR:
        table.trick_parts = bits.plus(table.trick_parts, PART.FOOL)
    if card == FIRST_MAJOR + tarot.DEVIL:
        table.trick_parts = bits.plus(table.trick_parts, PART.DEVIL)
    power = strength(table, card)
    table.winner = bits.pick(power > table.best, seat, table.winner)
    table.best = max(power, table.best)


@rule
def give_up(player, card):
    """Take a card out of the hand."""
    low, high = cardset.without(player.minors, player.majors, card)
    player.minors = low
    player.majors = high
    player.held -= 1


@rule
def show_void(table, player, suit):
    """Record that a player who does not follow suit is void in it; with trumps and a minor, also in majors."""
    shown = bits.bit(table.led)
    if table.rules.trumps == TRUMPS_MAJORS and suit != MAJORS:
        shown = bits.plus(shown, MAJORS)
    player.void = bits.union(player.void, shown)


@rule
def finish_trick(table):
    """§ Trick 3 to 5 and § End: score the trick, draw, and end the hand or the game."""
    by_fool = table.best == ALWAYS_WINS
    winner = table.players[table.winner]
    winner.points += table.trick_points
    winner.won = bits.union(winner.won, table.trick_parts)
    table.extras[EXTRA.LEADER_TRICKS] += table.winner == table.leader
    table.extras[EXTRA.FOOL_TRICKS] += by_fool
    say(
        "{} wins the trick{}: {} points",
        seat_name(table.winner),
        " with the Fool" if by_fool else "",
        table.trick_points,
    )
    if table.rules.end_check == END_CHECK_TRICK and target_reached(table):
        return
    draw_cards(table)
    if hand_is_over(table):
        target_reached(table)
    open_trick(table, table.winner)


@rule
def target_reached(table):
    """§ End: return whether a score has reached the target; if so, the game ends."""
    best = highest_score(table)
    reached = best >= table.rules.target
    if reached:
        table.ending = ENDING.TARGET
        say("the target is reached: {} points win", best)
    return reached


@rule
def highest_score(table):
    best = table.players[0].points
    for seat in range(1, table.seats):
        best = max(best, table.players[seat].points)
    return best


@rule
def draw_cards(table):
    """§ Trick 4: draw a card each, from the leader of this trick on, while the draw pile lasts."""
    for k in range(min(table.seats, table.last_card - table.next_card)):
        seat = seat_after(table, table.leader, k)
        card = table.deck[table.next_card]
        receive(table, table.players[seat], card)
        say("{} draws {}", seat_name(seat), card_words(table, card), seen_by=[seat], instead="{} draws a card")
        table.next_card += 1


@rule
def receive(table, player, card):
    """Put a card into the hand; it may be of any suit."""
    low, high = cardset.only(card)
    player.minors = bits.union(player.minors, low)
    player.majors = bits.union(player.majors, high)
    player.held += 1
    player.void = bits.EMPTY


@rule
def hand_is_over(table):
    """§ Trick 5: return whether any player has no cards, so that the hand is over."""
    left = 0
    fewest = table.players[0].held
    for seat in range(table.seats):
        left += table.players[seat].held
        fewest = min(fewest, table.players[seat].held)
    table.hand_over = fewest == 0
    if table.hand_over:
        say("the hand is over{}", f"; {left} cards are left unplayed" if left else "")
    return table.hand_over


@rule
def standing_of(table, seat):
    """Return the standing: the player's points."""
    return table.players[seat].points


# § Result -------------------------------------------------------------------------------------------------------------
@rule
def write_result(table, row):
    """Let the highest score win; equal highest scores share the victory."""
    best = highest_score(table)
    finished = table.ending == ENDING.TARGET
    winners = 0
    second = 0
    points = 0
    at_target = 0
    for seat in range(table.seats):
        score = table.players[seat].points
        row.score[seat] = score
        row.parts[seat] = table.players[seat].won
        points += score - table.rules.head_start[seat]
        at_target += score >= table.rules.target
        if score < best:
            second = max(second, score)
            continue
        winners += 1
        if finished:
            write_winner(row, seat)
    extras = table.extras
    extras[EXTRA.HANDS] = table.hands
    extras[EXTRA.POINTS] = points
    extras[EXTRA.POINTS_PER_TRICK] = fraction(points, table.rounds, POINTS_UNIT)
    extras[EXTRA.LEADER_SHARE] = fraction(extras[EXTRA.LEADER_TRICKS], table.rounds, SHARE_UNIT)
    extras[EXTRA.FOOL_SHARE] = fraction(extras[EXTRA.FOOL_TRICKS], table.rounds, SHARE_UNIT)
    if finished:
        extras[EXTRA.MARGIN] = 0 if winners > 1 else best - second
        extras[EXTRA.PAST_TARGET] = best - table.rules.target
        extras[EXTRA.SHARED_WIN] = winners > 1
        extras[EXTRA.SEVERAL_AT_TARGET] = at_target > 1
