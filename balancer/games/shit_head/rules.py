"""The rules of Drunken Shit Head, in the order of the rulebook (rulebook.md; § names are its sections)."""

from balancer.core import bits, cards
from balancer.core.cards import tarot
from balancer.core.compile import rule, separate_rule
from balancer.core.dice import SETUP
from balancer.core.events import say, seat_name
from balancer.core.knobs import Problem
from balancer.core.result_row import write_losing, write_winner
from balancer.core.table import RUNNING, begin_turn, next_in
from balancer.games.shit_head import decisions, zones
from balancer.games.shit_head.decisions import PICK_UP
from balancer.games.shit_head.knobs import PLAY_TO_LAST
from balancer.games.shit_head.table import (
    DEVIL,
    ENDING,
    EXTRA,
    FOOL,
    HALVES,
    HANGED_MAN,
    NO_PILE,
    TWO,
)
from balancer.games.shit_head.words import cards_words, kind_words, several_words, top_words, zone_words
from balancer.games.shit_head.zones import FIRST_MAJOR, N_KINDS

COPIES = 4  # cards of a minor rank
NEVER = 2 * tarot.CARDS  # more copies than can lie together
NO_RUN = N_KINDS  # no cards on the pile that could become four alike


# Cards and rules, before any game is played (plain Python) ------------------------------------------------------------
def check(rules, players, parts):
    """Return the problem if more cards are dealt than there are."""
    del parts
    each, size = rules["down"] + rules["up"] + rules["hand"], len(deck_of(rules))
    if players * each <= size:
        return []
    message = f"{players} players x {each} cards (down + up + hand) are more than the {size} of the deck"
    largest = max(("hand", "up", "down"), key=rules.__getitem__)
    return [Problem(largest, message, f"at most {size // players} cards each with {players} players")]


def deck_of(rules):
    """Return the kinds of all cards in use, in order: four of each minor rank, then the majors."""
    few = rules["majors"] == "specials_only"
    majors = [tarot.FOOL, tarot.HANGED_MAN, tarot.DEVIL] if few else list(range(tarot.MAJORS))
    fool = rules["fool"] == "wild"
    minors = [kind for kind in range(FIRST_MAJOR) for _ in range(COPIES)]
    return minors + [FIRST_MAJOR + number for number in majors if fool or number != tarot.FOOL]


def has_power(rules, kind, value, knob):
    """Return whether a kind is the 10 or the 2 whose power a knob switches on."""
    return rules[knob] and zones.VALUE[kind] == value and (kind < FIRST_MAJOR or rules["major_specials"])


def fits(rules, kind, top):
    """§ Pile: return whether a kind other than the Fool may be played on an effective top."""
    if top == NO_PILE or has_power(rules, kind, 10, "ten_burns"):
        return True
    value, on = zones.VALUE[kind], zones.VALUE[top]
    if has_power(rules, kind, 2, "two_resets") and not (top == DEVIL and rules["devil_blocks_two"]):
        return True
    if top == HANGED_MAN and rules["hanged_man_reverses"]:
        return value < tarot.HANGED_MAN
    if top >= FIRST_MAJOR:
        return kind >= FIRST_MAJOR and value > on
    if kind >= FIRST_MAJOR and rules["majors_over_minors"] == "always":
        return True
    return value >= on if rules["equal_allowed"] else value > on


def reluctance_to_play(table, habits, kind):
    """Return the reluctance to play one card of a kind."""
    reluctance = habits.keep_major if kind >= FIRST_MAJOR else 0
    if int(zones.ONE[kind]) & int(table.specials):
        reluctance = habits.keep_special
    return int(habits.keep_high * zones.VALUE[kind] + reluctance)


def one_of_each(kinds):
    """Return the zone with one card of each kind named; a kind named twice is two cards."""
    return sum(int(zones.ONE[kind]) for kind in kinds)


def note_costs(table, habits, costs, kinds):
    """Write what each kind costs a persona to play, and which kinds after it cost more."""
    by_kind = {kind: reluctance_to_play(table, habits, kind) for kind in kinds}
    for kind in kinds:
        costs.of[kind] = by_kind[kind]
        dearer = [after for after in kinds if after > kind and by_kind[after] > by_kind[kind]]
        costs.dearer[kind] = one_of_each(dearer)


def prepare(table, rules, players, parts):
    """Put the deck in order, and write which kinds may be played on each top."""
    del players, parts
    deck = deck_of(rules)
    table.deck_size = len(deck)
    for place, kind in enumerate(deck):
        table.box[place] = kind
    table.whole = one_of_each(deck)
    kinds = sorted(set(deck) - {FOOL})
    for top in [*kinds, NO_PILE]:
        fitting = [kind for kind in kinds if fits(rules, kind, top)]
        playable = [*fitting, FOOL] if fitting else []
        table.identities[top] = one_of_each(fitting)
        table.playable[top] = sum(int(zones.EVERY[kind]) for kind in playable)
    burners = [kind for kind in kinds if has_power(rules, kind, 10, "ten_burns")]
    resetters = [kind for kind in kinds if has_power(rules, kind, 2, "two_resets")]
    table.burners, table.resetters = one_of_each(burners), one_of_each(resetters)
    table.specials = one_of_each([*burners, *resetters, FOOL])
    for entry in range(table.lineup_length):
        note_costs(table, table.lineup[entry].habits, table.costs[entry], [*kinds, FOOL])
    table.burning_run[FOOL] = NEVER
    for kind in kinds:
        table.top_after[kind] = TWO if has_power(rules, kind, 2, "two_resets") else kind
        table.answers[kind] = table.playable[table.top_after[kind]]
        four = COPIES if rules["four_burns"] and kind < FIRST_MAJOR else NEVER
        table.burning_run[kind] = 1 if has_power(rules, kind, 10, "ten_burns") else four


# § Setup --------------------------------------------------------------------------------------------------------------
@rule
def setup(table):
    """Shuffle and deal; then let each player in turn lay cards face up."""
    lay_out(table)
    for seat in range(table.seats):
        table.laid = seat
        lay_up(table, seat, decisions.choose_lay_up(table, seat))
    table.laid = table.seats


@rule
def lay_out(table):
    """Prepare everything before the first choice: the deck, the deal, and who begins."""
    for place in range(table.deck_size):
        table.deck[place] = table.box[place]
    cards.shuffle(table.deck, table.deck_size, table, SETUP)
    for seat in range(table.seats):
        deal_down(table, table.players[seat], max(0, table.rules.down - table.rules.head_start[seat]))
    for seat in range(table.seats):
        deal_hand(table, table.players[seat])
    table.unshown = table.whole
    clear_pile(table)
    table.active = 0
    table.still_in = bits.first_bits(table.seats)


@rule
def dealt_to(table, seat):
    """Return the set of the kinds dealt to a hand, before the player lays some of them face up."""
    player = table.players[seat]
    kinds = bits.EMPTY
    for place in range(table.rules.up + table.rules.hand):
        kinds = bits.plus(kinds, player.dealt[place])
    return kinds


@rule
def deal_down(table, player, count):
    """Deal cards face down, unseen."""
    for place in range(count):
        player.down[place] = table.deck[table.next_card]
        table.next_card += 1
    player.down_left = count


@rule
def deal_hand(table, player):
    """Deal the cards in hand, before the player lays some of them face up."""
    hand = bits.EMPTY
    for place in range(table.rules.up + table.rules.hand):
        kind = table.deck[table.next_card]
        player.dealt[place] = kind
        hand += zones.one(kind)
        table.next_card += 1
    player.hand = hand
    player.held = table.rules.up + table.rules.hand


@rule
def lay_up(table, seat, places):
    """Lay the cards at a set of places face up."""
    player = table.players[seat]
    up = bits.EMPTY
    while not bits.is_empty(places):
        up += zones.one(player.dealt[bits.lowest(places)])
        places = bits.without_lowest(places)
    player.up = up
    table.unshown -= up
    player.up_left = table.rules.up
    player.hand -= up
    player.held -= table.rules.up
    say("{} lays {} face up", seat_name(seat), zone_words(player.up))


# § Turn ---------------------------------------------------------------------------------------------------------------
@separate_rule
def play_round(table):
    """Play as many turns as there are seats, or until the game is over."""
    for _ in range(table.seats):
        take_turn(table, table.active)
        if table.ending != RUNNING:
            break
        table.active = next_in(table.still_in, table.active)


@rule
def cards_of(player):
    """Return the number of cards that a player has in all zones."""
    return player.held + player.up_left + player.down_left


@rule
def take_turn(table, seat):
    """Play one turn: a play, and another one whenever the pile is burned, until the player is out."""
    begin_turn(table)
    player = table.players[seat]
    goes_again = True
    while goes_again:
        table.blind = player.held == 0 and player.up_left == 0
        if table.blind:
            goes_again = play_blind(table, seat)
        else:
            goes_again = play_chosen(table, seat)
        if cards_of(player) == 0:
            leave(table, seat)
            goes_again = False


@rule
def play_chosen(table, seat):
    """§ Turn 2: play from the hand or, if it is empty, from the cards face up; return whether the pile was burned."""
    player = table.players[seat]
    zone = player.hand if player.held > 0 else player.up
    if not bits.overlap(zone, table.playable[table.top]):
        pick_up(table, seat)
        return False
    option = decisions.choose_play(table, seat)
    if option == PICK_UP:
        pick_up(table, seat)
        return False
    kind = decisions.kind_of(option)
    copies = decisions.copies_of(option)
    say("{} plays {} on {}", seat_name(seat), several_words(kind, copies), top_words(table))
    give_up(table, player, kind, copies)
    identity = decisions.choose_fool_as(table, seat) if kind == FOOL else kind
    return put_down(table, seat, kind, identity, copies)


@rule
def give_up(table, player, kind, copies):
    """Take cards out of the hand, first those that the others know; if it is empty, out of the cards face up."""
    taken = zones.several_of(kind, copies)
    if player.held > 0:
        copies_known = min(copies, zones.copies(player.known, kind))
        player.known -= zones.several_of(kind, copies_known)
        table.unshown -= zones.several_of(kind, copies - copies_known)
        player.hand -= taken
        player.held -= copies
    else:
        player.up -= taken
        player.up_left -= copies


@rule
def play_blind(table, seat):
    """§ Turn 3: turn up a card and play it if that is possible; return whether the pile was burned."""
    player = table.players[seat]
    kind = player.down[player.turned]
    player.turned += 1
    player.down_left -= 1
    table.unshown -= zones.one(kind)
    fitting = bits.overlap(zones.one(kind), table.playable[table.top])
    say(
        "{} turns up {} on {}{}",
        seat_name(seat),
        kind_words(kind),
        top_words(table),
        "" if fitting else ": it can not be played",
    )
    if not fitting:
        table.extras[EXTRA.BLIND_PICKUPS] += 1
        table.pile += zones.one(kind)
        table.pile_size += 1
        pick_up(table, seat)
        return False
    table.extras[EXTRA.BLIND_PLAYS] += 1
    identity = decisions.choose_fool_as(table, seat) if kind == FOOL else kind
    return put_down(table, seat, kind, identity, 1)


@rule
def pick_up(table, seat):
    """Take the whole pile into the hand; everybody has seen its cards."""
    player = table.players[seat]
    player.hand += table.pile
    player.known += table.pile
    player.held += table.pile_size
    table.extras[EXTRA.PICKUPS] += 1
    say("{} picks up {}", seat_name(seat), cards_words(table.pile_size))
    clear_pile(table)


@rule
def clear_pile(table):
    """Remove the pile: nothing lies on it, and any card may be played."""
    table.pile = bits.EMPTY
    table.pile_size = 0
    table.top = NO_PILE
    table.run_kind = NO_RUN
    table.run_length = 0


@rule
def run_with(table, identity, copies):
    """Return the number of equal minors on top of the pile once the copies lie there; 0 for a major."""
    before = table.run_length * (table.run_kind == identity)
    return (before + copies) * (identity < FIRST_MAJOR)


@rule
def put_down(table, seat, kind, identity, copies):
    """§ Pile: put cards that act as `identity` on the pile, then draw; return whether they burn the pile."""
    if kind == FOOL:
        say("{} names the Fool: {}", seat_name(seat), kind_words(identity))
    table.pile += zones.several_of(kind, copies)
    table.pile_size += copies
    table.run_length = run_with(table, identity, copies)
    table.run_kind = identity
    table.top = table.top_after[identity]
    by_ten = bits.overlap(zones.one(identity), table.burners)
    by_four = table.rules.four_burns != 0 and table.run_length >= COPIES and not by_ten
    if by_ten or by_four:
        burn(table, seat, by_ten)
    draw(table, seat)
    return by_ten or by_four


@rule
def burn(table, seat, by_ten):
    """Take the pile out of the game."""
    extras = table.extras
    extras[EXTRA.BURNS] += 1
    extras[EXTRA.BURNS_TEN] += by_ten
    extras[EXTRA.BURNS_FOUR] += not by_ten
    extras[EXTRA.BURNED_CARDS] += table.pile_size
    say(
        "{} burns {} {} and goes again",
        seat_name(seat),
        cards_words(table.pile_size),
        "by a 10" if by_ten else "with four alike",
    )
    table.burned += table.pile
    clear_pile(table)


@rule
def draw(table, seat):
    """§ Turn 4: draw up to the size of a hand while the deck lasts."""
    player = table.players[seat]
    number = min(table.rules.hand - player.held, table.deck_size - table.next_card)
    for _ in range(number):
        player.hand += zones.one(table.deck[table.next_card])
        table.next_card += 1
    if number > 0:
        player.held += number
        say("{} draws {}", seat_name(seat), cards_words(number))


@rule
def leave(table, seat):
    """§ Turn 5 and § End: take a player without cards out of the game, and end the game if it is over."""
    table.still_in = bits.less(table.still_in, seat)
    left = bits.count(table.still_in)
    table.players[seat].place = HALVES * left
    say("{} has no cards left: out", seat_name(seat))
    if table.rules.play_to != PLAY_TO_LAST or left == 1:
        table.ending = ENDING.OUT


@rule
def standing_of(table, seat):
    """Return the standing: minus the number of cards held."""
    return -cards_of(table.players[seat])


# § Result -------------------------------------------------------------------------------------------------------------
@rule
def write_result(table, row):
    """Let the first player out win or, with `play_to: last`, the last one lose."""
    to_last = table.rules.play_to == PLAY_TO_LAST
    out = table.ending == ENDING.OUT
    for seat in range(table.seats):
        player = table.players[seat]
        left = cards_of(player)
        # cut off: those still in share the mean of the places left (the last place is 0)
        place = player.place if left == 0 else bits.count(table.still_in) - 1
        row.score[seat] = place if to_last else -HALVES * left
        if out and not to_last and left == 0:
            write_winner(row, seat)
        if out and to_last and left > 0:
            write_losing(row, seat)
    table.extras[EXTRA.DECK_LEFT] = table.deck_size - table.next_card
    if out:
        table.extras[EXTRA.BLIND_END] = table.blind
