"""Errors of a game of plain Python, each a sentence for its author."""

from __future__ import annotations


class PlainError(Exception):
    """An error in the rules, or in what a class declares; the place is added by who catches it.

    about: the method or figure that is wrong, where none of the rules is running any more.
    """

    def __init__(self, message: str = "", about: str = "") -> None:
        """Set the sentence that the author reads."""
        super().__init__(message)
        self.about = about


class PlainGameError(Exception):
    """A file that is no game, or can't be read; the message names the place."""
