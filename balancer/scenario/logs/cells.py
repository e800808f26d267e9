"""Meaning of a log's cells: yes and no, places, seats, numbers, minutes, in the words that people use.

Each function returns the value; ValueError says what is allowed.
"""

from __future__ import annotations

import math
import re

MAX_NUMBER = 1e9
MAX_LENGTH = 40  # characters of a number; Python takes quadratic time for millions of digits
MAX_HOURS = 24  # beyond, 45:00 is meant as minutes and seconds

YES = frozenset((
    *("yes", "y", "true", "t", "1", "1.0", "x", "✓", "✔", "☑", "✅", "won", "win", "winner", "w", "victory"),
    *("tie", "tied", "draw", "unentschieden", "ja", "j", "wahr", "gewonnen", "sieg", "sieger", "gewinner"),
    *("oui", "vrai", "gagné", "victoire", "sí", "si", "sì"),
))  # fmt: skip
NO = frozenset((
    *("no", "n", "false", "f", "0", "0.0", "-", "–", "✗", "✘", "❌", "lost", "loss", "lose", "loser", "l", "defeat"),
    *("nein", "falsch", "verloren", "niederlage", "verlierer", "non", "faux", "perdu", "défaite"),
))  # fmt: skip

_PLACE = re.compile(r"(\d{1,3})(?:\.0|\.|st|nd|rd|th|º|°)?")
_DECIMAL_COMMA = re.compile(r"[-+]?\d+,\d{1,2}")
_CLOCK = re.compile(r"(\d{1,4}):([0-5]\d)(?::([0-5]\d))?")
_SPOKEN = re.compile(
    r"(?:(\d+(?:[.,]\d+)?)\s*(?:h|hrs?|hours?|std|stunden?)\.?)?\s*(?:(\d+)\s*(?:m|min|mins|minutes?|minuten?)?\.?)?"
)


def read_yes_or_no(text: str) -> bool | str:
    """Return yes or no; return any other text unchanged, because it may be the name of a player."""
    word = text.casefold()
    return True if word in YES else False if word in NO else text


def read_won(text: str) -> bool | str:
    """Return whether a player won, by a word or a place (`1st`); return any other text unchanged."""
    place = None if text.casefold() in YES | NO or text.isdigit() else _PLACE.fullmatch(text.casefold())
    return int(place[1]) == 1 if place else read_yes_or_no(text)


def read_rank(text: str) -> bool | None:
    """Return whether a place is the first; None for 0, which is no place."""
    place = _PLACE.fullmatch(text.casefold())
    if place is None:
        raise ValueError("rank is a place, 1 for the winner; leave the cell empty if unknown")
    return None if int(place[1]) == 0 else int(place[1]) == 1


def read_seat(text: str) -> int:
    """Return a seat; 0 means unknown."""
    place = text.removesuffix(".0")
    if place.isascii() and place.isdigit() and len(place) <= MAX_LENGTH:
        return int(place)
    raise ValueError("a seat is a number, 1 for the player who begins; people's names go into the column player")


def read_number(text: str, name: str, least: float = -MAX_NUMBER) -> float:
    """Return a number of at least `least`; name: the column, for the message."""
    text = text.replace("\N{MINUS SIGN}", "-").replace("_", "")
    if _DECIMAL_COMMA.fullmatch(text):
        text = text.replace(",", ".")
    try:
        value = float(text) if len(text) <= MAX_LENGTH else math.nan
    except ValueError:
        value = math.nan
    if least <= value <= MAX_NUMBER:
        return value
    raise ValueError(f"{name} is a number{'' if least else ', 0 or more'}; leave the cell empty if unknown")


def read_minutes(text: str) -> float:
    """Return minutes, also of `0:45` or `1:20:30` (hours first) and of `1 h 20 min`."""
    if clock := _CLOCK.fullmatch(text):
        hours, minutes, seconds = (int(part or 0) for part in clock.groups())
        if hours > MAX_HOURS:
            raise ValueError(
                f"a clock is read as hours:minutes, and this is more than {MAX_HOURS} hours; write minutes"
            )
        return 60 * hours + minutes + seconds / 60
    spoken = _SPOKEN.fullmatch(text.casefold()) if len(text) <= MAX_LENGTH else None
    if spoken and any(spoken.groups()):
        return 60 * float((spoken[1] or "0").replace(",", ".")) + float(spoken[2] or 0)
    return read_number(text, "minutes", 0)
