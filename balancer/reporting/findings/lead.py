"""The sentence that an answer begins with, and what limits it."""

from __future__ import annotations

import re

from balancer.wording import capital

END_OF_SENTENCE = re.compile(r"\.(?= [A-Z])|\.$")
MAX_WORDS = 45  # of a first sentence that is read in one go; the reservation of a longer one is a sentence of its own


def first_sentence(text: str) -> str:
    """Return the first sentence of a text, without its full stop."""
    return END_OF_SENTENCE.split(text, maxsplit=1)[0]


def split_lead(text: str) -> tuple[str, str]:
    """Return the first sentence, which pages set in bold, and the others."""
    end = END_OF_SENTENCE.search(text)
    return (text[: end.end()], text[end.end() :].strip()) if end else (text, "")


def with_reservation(lead: str, reservation: str) -> str:
    """Add a reservation to the first sentence of a lead; where that gets too long, as a sentence behind the lead."""
    if not reservation:
        return lead
    joined = END_OF_SENTENCE.sub(lambda _: f"; {reservation}.", lead, count=1)
    if count_words(first_sentence(joined)) <= MAX_WORDS:
        return joined
    denied = reservation.startswith("not ")
    behind = f"this does not hold {reservation.removeprefix('not ')}" if denied else reservation
    return f"{lead} {capital(behind)}."


def count_words(text: str) -> int:
    """Return the number of words and figures; a figure and its uncertainty are two."""
    return sum(any(map(str.isalnum, word)) for word in text.split())
