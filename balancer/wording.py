"""Parts of sentences that the messages of all packages are made of."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable, Sequence

MAX_WORD = 60  # characters; comparing longer words takes seconds

CUTOFF = 0.6  # difflib's similarity, 0..1, above which a word is a misspelling


def nearest(word: object, allowed: Iterable[object]) -> str:
    """Return the allowed word most like `word`, ignoring case and hyphens; '' if none is similar."""
    if len(str(word)) > MAX_WORD:
        return ""
    by_spelling = {_spelling(name): str(name) for name in allowed}
    matches = difflib.get_close_matches(_spelling(word), by_spelling, n=1, cutoff=CUTOFF)
    return by_spelling[matches[0]] if matches else ""


def _spelling(word: object) -> str:
    return str(word).lower().replace("-", "_")


def did_you_mean(word: object, allowed: Iterable[object]) -> str:
    """Return ``did you mean food?``, or '' if no allowed word is similar."""
    name = nearest(word, allowed)
    return f"did you mean {name}?" if name else ""


def hint(word: object, allowed: Iterable[object]) -> str:
    """Return the same as the end of a sentence: ``; did you mean food?``, or ''."""
    question = did_you_mean(word, allowed)
    return f"; {question}" if question else ""


def plural(number: int, noun: str) -> str:
    """Return a number with its noun: ``1 check``, ``3 checks``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def singular(noun: str) -> str:
    """Return the singular of a noun: ``card`` for ``cards``, ``die`` for ``dice``."""
    return {"dice": "die"}.get(noun, noun.removesuffix("s"))


def capital(text: str) -> str:
    """Return a text with a capital first letter; the other letters keep their case."""
    return text[:1].upper() + text[1:]


def titled(title: str, part: str) -> str:
    """Name a part of what has a title: ``Kuhn poker: cards``, but ``Does it pay? Cards`` behind a whole sentence."""
    return f"{title} {capital(part)}" if title.endswith(("?", "!", ".")) else f"{title}: {part}"


def bare(value: float) -> str:
    """Return a number without unit, with six digits at most, and with a minus sign instead of a hyphen."""
    return f"{value:g}".replace("-", "−")


def listed(items: Sequence[str], *, last: str = "and") -> str:
    """Join items as in English: ``a, b and c``."""
    if len(items) < 2:  # noqa: PLR2004  nothing to join
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


MAX_NAMED = 5  # items that `some` lists


def some(items: Sequence[str]) -> str:
    """Join items, of a long list only the first: ``a; b; c; d; e; and 3 more``."""
    more = [f"and {len(items) - MAX_NAMED} more"] if len(items) > MAX_NAMED else []
    return "; ".join([*items[:MAX_NAMED], *more])


def printable(name: str) -> str:
    """Return a name as one line of text, with '?' for characters that a terminal can't show."""
    return "".join(letter if letter.isprintable() else "?" for letter in name)


# Characters -----------------------------------------------------------------------------------------------------------
# Unicode's bidirectional controls make a terminal show text in another order than it is written.
BIDI_CONTROLS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def forbidden_character(text: str, allowed: str = "") -> str:
    """Return the first control character, lone surrogate or bidirectional control in `text`, or ''."""
    for character in text:
        is_forbidden = character in BIDI_CONTROLS or unicodedata.category(character) in {"Cc", "Cs"}
        if is_forbidden and character not in allowed:
            return character
    return ""
