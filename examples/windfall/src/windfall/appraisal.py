"""What a player of Windfall thinks of an option (habits: see personas.py).

A player sees the own wish, what is picked, and how many cards of each kind are left.  Nothing else is read here.
"""

from balancer.core.compile import rule
from balancer.core.table import habits_of
from windfall.table import STOP


@rule
def worth(table, seat, kind):
    """Return the score of a card of that kind in the basket of `seat`."""
    if kind == table.wishes[seat]:
        return table.values[kind] * table.rules.wish_counts
    return table.values[kind]


@rule
def worth_of(table, seat, cards):
    """Return the score of these numbers of cards of each kind in the basket of `seat`."""
    total = 0
    for kind in range(table.kinds):
        total += cards[kind] * worth(table, seat, kind)
    return total


@rule
def appraise_pick(table, seat, option):
    """How good it is to pick on, stopping being 0: what the next card brings on average, times the cards left."""
    if option == STOP:
        return 0
    habits = habits_of(table, seat)
    if habits.stop_at:
        return 1 if table.picked_cards < habits.stop_at else -1
    hope = habits.courage * worth_of(table, seat, table.hanging)
    fear = 100 * table.hanging[table.kinds] * worth_of(table, seat, table.picked)
    return hope - fear


@rule
def appraise_give(table, seat, kind):
    """How good it is to give a card of that kind away: the less it is worth to me and to others, the better."""
    return -100 * worth(table, seat, kind) - habits_of(table, seat).envy * table.values[kind]
