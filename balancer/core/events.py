"""What happens at a table, told to whoever listens.

A rule that does something worth telling calls ``story.tell(table, EVENT.CONTEST, a, b, c)``.  Compiled, that is nothing
at all.  In plain Python the listeners added by `listen` hear it; so `balancer trace` tells a game from the very rules
that are simulated.  A room numbers its events from 0; the events of every game are here.
"""

from collections.abc import Callable

from balancer.core.compile import PLAIN, rule

TURN_BEGINS, STANDING_NOTED, NODE_ASKED, OPTION_WEIGHED, SET_WEIGHED = -1, -2, -3, -4, -5
"""Events of every game: `begin_turn`, `end_standing` and choice.py tell them.

NODE_ASKED: seat, node, number of options.  OPTION_WEIGHED: option, value.  SET_WEIGHED: set of options, value of each.
"""

_listeners: list[Callable[..., None]] = []


def listen(listener):
    """Let `listener(table, event, a, b, c)` hear all events from now on (plain Python only)."""
    _listeners.append(listener)


def stop_listening(listener):
    """Let `listener` hear nothing any more."""
    _listeners.remove(listener)


def weighed(event, a, b):
    """The options that an event tells have been weighed, each with its value: (option, value) pairs."""
    if event == OPTION_WEIGHED:
        return [(int(a), int(b))]
    if event == SET_WEIGHED:
        return [(option, int(b)) for option in range(int(a).bit_length()) if int(a) >> option & 1]
    return []


def _tell_nobody(table, event, a, b, c):
    """Tell nothing: compiled tables are played in silence."""


def _tell_listeners(table, event, a, b, c):
    for listener in _listeners:
        listener(table, event, a, b, c)


tell = _tell_listeners if PLAIN else rule(_tell_nobody)
"""tell(table, event, a, b, c): event is one of the room's EVENT numbers; a, b, c are whole numbers it is told with."""
