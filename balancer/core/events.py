"""Events: what happens at a table, emitted by the rules and received by listeners.

A rule emits an event worth narrating: ``events.emit(table, EVENT.CONTEST, a, b, c)``.  Compiled, that costs nothing at
all.  In plain Python the listeners added by `listen` receive it; so `balancer trace` narrates a game from the very
rules that are simulated.  A game numbers its own events from 0; the events common to all games are here.
"""

from collections.abc import Callable

from balancer.core.jit import PLAIN, rule

TURN_BEGINS, STANDINGS_RECORDED, NODE_REACHED, OPTION_APPRAISED, SET_APPRAISED = -1, -2, -3, -4, -5
"""Events common to all games, emitted by `begin_turn`, `end_standings` and decision.py.

TURN_BEGINS: turn.  STANDINGS_RECORDED: round.  NODE_REACHED: seat, node, number of options.  OPTION_APPRAISED: option,
value.  SET_APPRAISED: set of options, value of each.
"""

_listeners: list[Callable[..., None]] = []


def listen(listener):
    """Call `listener(table, event, a, b, c)` for all events from now on (plain Python only)."""
    _listeners.append(listener)


def stop_listening(listener):
    """Send no more events to `listener`."""
    _listeners.remove(listener)


def appraised(event, a, b):
    """The options that an event says have been appraised, each with its value: (option, value) pairs."""
    if event == OPTION_APPRAISED:
        return [(int(a), int(b))]
    if event == SET_APPRAISED:
        return [(option, int(b)) for option in range(int(a).bit_length()) if int(a) >> option & 1]
    return []


def _drop(table, event, a, b, c):
    """Emit nothing: compiled rules have no listeners."""


def _send(table, event, a, b, c):
    for listener in _listeners:
        listener(table, event, a, b, c)


emit = _send if PLAIN else rule(_drop)
"""emit(table, event, a, b, c): event is one of the game's EVENT numbers; a, b, c are the whole numbers it carries."""
