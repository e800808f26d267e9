"""Small parts of sentences that messages of every package are made of."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable, Sequence

LONGEST_WORD = 60
"""Characters of a word for which a near one is sought; comparing longer ones takes seconds."""

CUTOFF = 0.6
"""Similarity (of difflib, 0..1) from which a word is taken for a misspelling of another."""


def nearest(word: object, allowed: Iterable[object]) -> str:
    """The allowed word most like `word`, whatever its case and hyphens; '' where none is like it."""
    if len(str(word)) > LONGEST_WORD:
        return ""
    by_spelling = {_spelling(name): str(name) for name in allowed}
    matches = difflib.get_close_matches(_spelling(word), by_spelling, n=1, cutoff=CUTOFF)
    return by_spelling[matches[0]] if matches else ""


def _spelling(word: object) -> str:
    return str(word).lower().replace("-", "_")


def did_you_mean(word: object, allowed: Iterable[object]) -> str:
    """``did you mean food?``, or '' where no allowed word is like it."""
    name = nearest(word, allowed)
    return f"did you mean {name}?" if name else ""


def hint(word: object, allowed: Iterable[object]) -> str:
    """The same as the end of a sentence: ``; did you mean food?``, or ''."""
    question = did_you_mean(word, allowed)
    return f"; {question}" if question else ""


def plural(number: int, noun: str) -> str:
    """``1 check``, ``3 checks``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def singular(noun: str) -> str:
    """``card`` of ``cards``, ``die`` of ``dice``."""
    return {"dice": "die"}.get(noun, noun.removesuffix("s"))


def capital(text: str) -> str:
    """A text with a capital first letter; the other letters keep their case."""
    return text[:1].upper() + text[1:]


def listed(items: Sequence[str], *, last: str = "and") -> str:
    """``a, b and c``."""
    if len(items) < 2:  # noqa: PLR2004  nothing to join
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


MAX_NAMED = 5
"""Items that `some` names."""


def some(items: Sequence[str]) -> str:
    """``a; b``, of many the first and how many more there are: ``a; b; c; d; e; and 3 more``."""
    more = [f"and {len(items) - MAX_NAMED} more"] if len(items) > MAX_NAMED else []
    return "; ".join([*items[:MAX_NAMED], *more])


def printable(name: str) -> str:
    """A name, of a file for example, as one line of text: '?' for characters that a terminal can't show."""
    return "".join(letter if letter.isprintable() else "?" for letter in name)


# Characters -----------------------------------------------------------------------------------------------------------
BIDI_CONTROLS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Unicode's bidirectional controls: they make a terminal or a page show text in another order than it is written."""


def forbidden_character(text: str, allowed: str = "") -> str:
    """The first control character, half of a surrogate pair or bidirectional control in `text`, or ''."""
    return next((x for x in text if x not in allowed and _is_forbidden(x)), "")


def _is_forbidden(character: str) -> bool:
    return character in BIDI_CONTROLS or unicodedata.category(character) in {"Cc", "Cs"}
