"""Characters that are not allowed in names and titles."""

import unicodedata

BIDI_CONTROLS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Unicode's bidirectional controls: they make a terminal or a page show text in another order than it is written."""


def forbidden_character(text: str, allowed: str = "") -> str:
    """Return the first control character, half of a surrogate pair or bidirectional control in `text`, or ''."""
    return next((x for x in text if x not in allowed and _is_forbidden(x)), "")


def _is_forbidden(character: str) -> bool:
    return character in BIDI_CONTROLS or unicodedata.category(character) in {"Cc", "Cs"}
