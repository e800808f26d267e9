"""Counters of a game, and its result row (rulebook.md, § End, § Report)."""

from balancer.core import bits
from balancer.core.compile import rule, separate_rule
from balancer.core.result_row import fraction
from balancer.games.bartender.knobs import TIE_NOBODY
from balancer.games.bartender.table import ENDING, EXTRA, MEANS, SHARES, SHIFTS_SHOWN, TOTALS

TOKEN = 10  # points of the score per token
BID_RANGE = 5  # bids 1..5, 6..10, 11..15, 16..20, and all above
BID_RANGES = 5


@rule
def standing_of(table, seat):
    """Return the standing of a player, which is also its score."""
    return TOKEN * (table.players[seat].good - table.players[seat].bad)


@separate_rule
def count_shift(table, good):
    """Add the shift that ends to the figures of the game; good: 1 if it was a GOOD NIGHT, else 0."""
    table.bids += table.bid
    table.totals += table.total
    table.patrons_counted += table.patrons
    table.ten_or_more += table.total >= 10
    table.twenty_or_more += table.total >= 20
    bid_range = min((table.bid - 1) // BID_RANGE, BID_RANGES - 1)
    table.bid_shifts[bid_range] += 1
    table.bid_good[bid_range] += good
    extras = table.extras
    extras[EXTRA.GOOD_NIGHTS] += good
    extras[EXTRA.BAD_NIGHTS] += not good
    if table.rounds <= SHIFTS_SHOWN:
        # Cards and admissions are counted over the whole game: this shift has what earlier ones have not.
        played = extras[EXTRA.CARDS_PLAYED]
        admitted = extras[EXTRA.ADMISSIONS]
        for earlier in range(table.rounds - 1):
            played -= extras[EXTRA.CARDS_PLAYED_SHIFT_1 + earlier]
            admitted -= extras[EXTRA.ADMISSIONS_SHIFT_1 + earlier]
        extras[EXTRA.CARDS_PLAYED_SHIFT_1 + table.rounds - 1] = played
        extras[EXTRA.ADMISSIONS_SHIFT_1 + table.rounds - 1] = admitted


@separate_rule
def write_result(table, row):
    """Write winners, scores, figures, and the names on the cards that each player has played."""
    row.winners = winners_of(table)
    for seat in range(table.seats):
        row.score[seat] = standing_of(table, seat)
        row.parts[seat] = table.players[seat].played
    write_means(table, table.extras)


@rule
def winners_of(table):
    """Return the set of the winners: the BIC of a packed bar, the last one standing, or the best at closing time."""
    if table.ending == ENDING.PACKED:
        return bits.bit(table.bic)
    if table.ending == ENDING.LAST_STANDING:
        return table.still_in
    if table.ending == ENDING.CLOSING_TIME:
        return best_at_closing_time(table)
    return bits.EMPTY


@rule
def best_at_closing_time(table):
    """Return the set of those with most GOOD, then fewest BAD NIGHT tokens; `final_tie` says who wins a tie."""
    per_good = 1 << 20  # more than there are tokens: BAD NIGHT tokens only decide ties
    best = -(1 << 40)  # below every value
    winners = bits.EMPTY
    for seat in range(table.seats):
        player = table.players[seat]
        may_win = bits.has(table.still_in, seat) & ((player.good > 0) | (table.rules.needs_good == 0))
        value = per_good * player.good - player.bad
        if may_win and value > best:
            best = value
            winners = bits.bit(seat)
        elif may_win and value == best:
            winners = bits.plus(winners, seat)
    if table.rules.final_tie == TIE_NOBODY and bits.count(winners) > 1:
        return bits.EMPTY
    return winners


@separate_rule
def write_means(table, extras):
    """Write the means over shifts or hours, rounded down to multiples of 1 / MEANS, 1 / TOTALS or 1 / SHARES."""
    shifts = table.rounds
    extras[EXTRA.SHIFTS] = shifts
    extras[EXTRA.BID] = fraction(table.bids, shifts, MEANS)
    extras[EXTRA.TOTAL] = fraction(table.totals, shifts, TOTALS)
    extras[EXTRA.PATRONS_IN_BAR] = fraction(table.patrons_counted, shifts, MEANS)
    extras[EXTRA.TOTAL_10_OR_MORE] = fraction(table.ten_or_more, shifts, MEANS)
    extras[EXTRA.TOTAL_20_OR_MORE] = fraction(table.twenty_or_more, shifts, MEANS)
    extras[EXTRA.GOOD_SHARE] = fraction(extras[EXTRA.GOOD_NIGHTS], shifts, MEANS)
    extras[EXTRA.HOURS_WITHOUT_PATRON] = fraction(table.hours_without_patron, table.turn, SHARES)
    for k in range(BID_RANGES):
        extras[EXTRA.BID_1_5_GOOD + k] = fraction(table.bid_good[k], table.bid_shifts[k], MEANS)
