"""The decision nodes of The Devil's Tarok: their options, and how one is chosen (rulebook.md, § Options and dice).

An option is the number of a card.
"""

from balancer.core import bits, decision
from balancer.core.cards import cardset, tarot
from balancer.core.compile import rule
from balancer.core.decision import APPRAISE
from balancer.core.taking import NO_PART
from balancer.games.devils_tarok.appraisal import appraise_follow, appraise_lead, prepare_follow, prepare_lead
from balancer.games.devils_tarok.knobs import TRUMPS_MAJORS
from balancer.games.devils_tarok.table import FIRST_MAJOR, MAJORS, NO_SUIT, NODE
from balancer.games.devils_tarok.trick import of_suit


@rule
def offered_lead(table, seat):
    """Return the set of the majors in hand."""
    return table.players[seat].majors


@rule
def part_of_lead(table, seat, card):
    """Return the major played; NO_PART for a minor."""
    return card - FIRST_MAJOR if card >= FIRST_MAJOR else NO_PART


@rule
def choose_lead(table, seat):
    """Return the card that the leader of a trick plays: any in hand."""
    player = table.players[seat]
    low = player.minors
    high = player.majors
    k = decision.forced_or_random(table, seat, NODE.LEAD, player.held)
    if k != APPRAISE:
        return cardset.nth(low, high, k)
    prepare_lead(table, seat)
    decision.begin(table)
    while not cardset.is_empty(low, high):
        card = cardset.lowest(low, high)
        decision.offer(table, card, appraise_lead(table, card))
        low, high = cardset.without_lowest(low, high)
    return decision.chosen(table)


@rule
def allowed(table, player):
    """§ Trick 2: return the cards of a hand that may be played, as (minors, majors)."""
    low = player.minors
    high = player.majors
    if table.led == NO_SUIT:
        return low, high
    has_major = not bits.is_empty(bits.less(high, tarot.FOOL))
    if table.led == MAJORS:
        return bits.pick_set(has_major, bits.EMPTY, low), high
    following = of_suit(low, table.led)
    if not bits.is_empty(following):
        return following, bits.common(high, bits.bit(tarot.FOOL))
    if table.rules.trumps == TRUMPS_MAJORS and has_major:
        return bits.EMPTY, high
    return low, high


@rule
def offered_follow(table, seat):
    """Return the set of the majors that may be played."""
    _, high = allowed(table, table.players[seat])
    return high


part_of_follow = part_of_lead


@rule
def choose_follow(table, seat):
    """Return the card that a player adds to the trick."""
    low, high = allowed(table, table.players[seat])
    k = decision.forced_or_random(table, seat, NODE.FOLLOW, cardset.count(low, high))
    if k != APPRAISE:
        return cardset.nth(low, high, k)
    prepare_follow(table, seat)
    decision.begin(table)
    while not cardset.is_empty(low, high):
        card = cardset.lowest(low, high)
        decision.offer(table, card, appraise_follow(table, card))
        low, high = cardset.without_lowest(low, high)
    return decision.chosen(table)
