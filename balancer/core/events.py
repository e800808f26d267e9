"""Events of a game, reported to listeners while rules run as plain Python.

Rules contain the sentences that narrate them::

    say("{} takes {}", seat_name(taker), rank_words(table, rank), seen_by=[taker], instead="{} takes a card")

Such a line is removed before a rule is compiled or hashed (sentences.py), so it costs nothing, and no game is played
again because a word has changed.  In plain Python the listeners receive it: `balancer trace` narrates a game from the
very rules that are simulated.  The core itself reports turns, decisions and standings by `tell`.
"""

import contextlib


class Listener:
    """A receiver of events; it ignores those whose method it does not override."""

    def on_say(self, text, seen_by, instead):
        """Receive a sentence that the seats `seen_by` see (None: all), and the one for all others ('': none)."""

    def on_turn(self, table):
        """Receive the beginning of a turn."""

    def on_node(self, table, seat, node, options):
        """Receive that a seat is at a decision node with this number of options."""

    def on_appraised(self, options, value):
        """Receive that these options have been appraised, all with the same value."""

    def on_standings(self, table):
        """Receive that the standings of a round have been recorded."""


_listeners: list[Listener] = []


def listen(listener):
    """Report events to `listener` from now on (plain Python only)."""
    _listeners.append(listener)


def stop_listening(listener):
    """Stop reporting events to `listener`."""
    _listeners.remove(listener)


@contextlib.contextmanager
def unheard():
    """Report no events to anybody inside the `with` block."""
    listeners = _listeners[:]
    _listeners.clear()
    try:
        yield
    finally:
        _listeners[:] = listeners


def say(text, *values, seen_by=None, instead=""):
    """Report a sentence, with `values` for its ``{}``; in a rule, a line of its own whose arguments only read.

    seen_by: the seats that see it, by default all; instead: the sentence for all others, '' for none.
    """
    if values:
        text, instead = text.format(*values), instead.format(*values)
    for listener in _listeners:
        listener.on_say(text, seen_by, instead)


def tell(what, *facts):
    """Call a method of every listener by its name."""
    for listener in _listeners:
        getattr(listener, what)(*facts)


def seat_name(seat):
    """Return the name of a seat as people count: ``seat 1``."""
    return f"seat {seat + 1}"


def others(table, seat):
    """Return all seats except one, in the form of `seen_by`."""
    return [other for other in range(table.seats) if other != seat]


def members(numbers):
    """Return the members of a set of numbers below 64, in the form that `on_appraised` takes."""
    return [number for number in range(int(numbers).bit_length()) if int(numbers) >> number & 1]
