"""What happens at a table, told to listeners where rules run as plain Python.

Rules say what is worth narrating where it happens::

    say("{} takes {}", seat_name(taker), rank_words(table, rank), seen_by=[taker], instead="{} takes a card")

Such a line is taken out before a rule is compiled or hashed (sentences.py), so it costs nothing, and a changed word
plays no game again.  In plain Python the listeners receive it: `balancer trace` narrates a game from the very rules
that are simulated.  `tell` is how the core itself reports turns, decisions and standings.
"""

import contextlib


class Listener:
    """Hears what happens at tables; ignores whatever it does not override."""

    def on_say(self, text, seen_by, instead):
        """Hear a sentence, which the seats `seen_by` see (None: all), and what all others see instead ('': nothing)."""

    def on_turn(self, table):
        """Hear that a turn begins."""

    def on_node(self, table, seat, node, options):
        """Hear that a seat comes to a decision node with so many options."""

    def on_appraised(self, options, value):
        """Hear that these options have been appraised, all with the same value."""

    def on_standings(self, table):
        """Hear that the standings of a round have been recorded."""


_listeners: list[Listener] = []


def listen(listener):
    """Tell `listener` what happens from now on (plain Python only)."""
    _listeners.append(listener)


def stop_listening(listener):
    """Tell `listener` nothing more."""
    _listeners.remove(listener)


@contextlib.contextmanager
def unheard():
    """Tell nobody anything meanwhile."""
    kept = _listeners[:]
    _listeners.clear()
    try:
        yield
    finally:
        _listeners[:] = kept


def say(text, *values, seen_by=None, instead=""):
    """Tell a sentence, with `values` for its ``{}``; a line of its own in a rule, whose arguments only read.

    seen_by: the seats that see it, all without it; instead: the sentence for all others, '' for none.
    """
    if values:
        text, instead = text.format(*values), instead.format(*values)
    for listener in _listeners:
        listener.on_say(text, seen_by, instead)


def tell(what, *facts):
    """Call a method of every Listener by its name."""
    for listener in _listeners:
        getattr(listener, what)(*facts)


def seat_name(seat):
    """Return a seat as people count: ``seat 1``."""
    return f"seat {seat + 1}"


def others(table, seat):
    """Return all seats but one, as `seen_by` takes them."""
    return [other for other in range(table.seats) if other != seat]


def members(numbers):
    """Return the numbers below 64 in a set, as `on_appraised` takes them."""
    return [number for number in range(int(numbers).bit_length()) if int(numbers) >> number & 1]
