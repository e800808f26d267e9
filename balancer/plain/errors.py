"""What is wrong with a game of plain Python, in a sentence for its author."""

from __future__ import annotations


class PlainError(Exception):
    """An error in the rules, or in what a class declares; the place is added by who catches it."""


class PlainGameError(Exception):
    """A file that is no game, or can't be read; the message names the place."""
