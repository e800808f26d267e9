"""Phase 3: the characters from left to right, then the Grocer (rulebook.md, § 3 Action)."""

from balancer.core.compile import rule, separate_rule
from balancer.core.events import say, seat_name
from balancer.core.table import begin_turn
from balancer.games.festo import decisions
from balancer.games.festo.abilities import SKIP, use_ability
from balancer.games.festo.components import EFFECT
from balancer.games.festo.move_words import ability_words
from balancer.games.festo.packs import NOTHING, amount, less, pack_of, total
from balancer.games.festo.seats import go_home, has_majority, next_to_act
from balancer.games.festo.stores import earn, receive, receive_all
from balancer.games.festo.table import EXTRA, PLACE, TOKENS
from balancer.games.festo.words import NAMES

SIDE = 3  # the row of side dishes


@separate_rule
def act_at_character(table, place):
    """Let all players with helpers at a character act, most helpers first, and send their helpers home."""
    table.extras[EXTRA.HELPERS_TROLL + place] += total(table.crowd[place])
    first = True
    while table.crowd[place] != NOTHING:
        seat = next_to_act(table, place)
        majority = first and has_majority(table, place, seat)
        first = False
        begin_turn(table)
        if majority:
            earn(table, seat, TOKENS.MAGICAL, amount(table.players[seat].benefits[SIDE], place))
        act_with_helpers(table, seat, place, majority)
        go_home(table, seat, place)


@rule
def act_with_helpers(table, seat, place, majority):
    """Take the whole market by absolute majority, or use the ability with one helper and take with the others."""
    if majority and may_take_all(table, place):
        table.extras[EXTRA.TAKE_ALL_OFFERED] += 1
        if decisions.choose_take_all(table, seat, place):
            take_all(table, seat, place)
            return
    helpers = amount(table.crowd[place], seat)
    option = decisions.choose_ability(table, seat, place)
    if option != SKIP:
        say("{} at {}: {}", seat_name(seat), NAMES[place], ability_words(table, place, option))
        use_ability(table, seat, place, option)
        helpers -= 1
    while helpers > 0 and table.markets[place] != NOTHING:
        take_one(table, seat, place)
        helpers -= 1


@rule
def may_take_all(table, place):
    """Return whether an absolute majority may take the market, and there is something in it."""
    allowed = table.rules.take_all and table.effect != EFFECT.NO_TAKE_ALL
    return allowed and table.markets[place] != NOTHING


@rule
def take_all(table, seat, place):
    """Take the whole market with all own helpers there."""
    market = table.markets[place]
    table.extras[EXTRA.TAKE_ALL_TAKEN] += 1
    say("{} takes the whole market of {}: {}", seat_name(seat), NAMES[place], total(market))
    table.markets[place] = NOTHING
    receive_all(table, seat, place, market)


@rule
def take_one(table, seat, place):
    """Take one ingredient of the market."""
    colour = decisions.choose_take(table, seat, place)
    table.markets[place] = less(table.markets[place], pack_of(colour, 1))
    receive(table, seat, place, colour, 1)


@separate_rule
def act_at_grocer(table):
    """Give the start card to the player with most helpers; let each player there take ingredients of one colour."""
    table.extras[EXTRA.HELPERS_GROCER] += total(table.crowd[PLACE.GROCER])
    if table.crowd[PLACE.GROCER] != NOTHING:
        take_start_card(table, next_to_act(table, PLACE.GROCER))
    while table.crowd[PLACE.GROCER] != NOTHING:
        seat = next_to_act(table, PLACE.GROCER)
        begin_turn(table)
        if table.shelf != NOTHING:
            take_from_shelf(table, seat)
        go_home(table, seat, PLACE.GROCER)


@rule
def take_start_card(table, seat):
    """Give the start card to a player."""
    if seat != table.start_card:
        say("the start card goes to {}", seat_name(seat))
    table.start_card = seat


@rule
def take_from_shelf(table, seat):
    """Take as many ingredients of one colour as own helpers are there, or all on its shelf."""
    colour = decisions.choose_grocer(table, seat)
    number = min(amount(table.crowd[PLACE.GROCER], seat), amount(table.shelf, colour))
    table.shelf = less(table.shelf, pack_of(colour, number))
    receive(table, seat, PLACE.GROCER, colour, number)
