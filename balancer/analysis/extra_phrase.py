"""A figure of a game's own as the subject of a sentence, derived from its meaning."""

from __future__ import annotations

import re

MAX_LENGTH = 100
"""Letters of a phrase; a meaning without a short beginning is named by its figure."""

MANY = re.compile(r"[A-Z]?[a-z]+[^s\W]s")
"""A plural: `contests`, but neither `tipsiness` nor `bar's`."""

COUNTED = 3
"""Words at the beginning among which that of the measure makes a number: `wild cards`, `GOOD NIGHT tokens`."""

NOUN = 2
"""Words at the beginning of which one is the noun: `Contests held`, `Absolute majorities`."""

ALREADY = ("the ", "a ", "an ", "how ")


def phrase(meaning: str, measure: str = "", *, compared: bool = False) -> str:
    """A singular subject: `the number of contests held`; '' where the meaning does not begin as one.

    The meaning ends where its first comma, semicolon, colon or bracket begins; what follows says in which games it is
    defined or over whom it is averaged.  measure: what one of it is; compared: it is a difference between games, and
    its first comma says from which.
    """
    begun = re.split(r"[;:(.]" if compared else r"[,;:(.]", meaning, maxsplit=1)[0].strip()
    if not begun or len(begun) > MAX_LENGTH:
        return ""
    first, _, rest = begun.partition(" ")
    if first == "Whether":
        return f"the share of games in which {rest}"
    words = f"{first if first.isupper() and len(first) > 1 else first[0].lower() + first[1:]} {rest}".strip()
    counted = begun.lower().split()[:COUNTED]
    named = bool(MANY.fullmatch(measure.rpartition(" ")[2])) and measure.rsplit(maxsplit=1)[-1] in counted
    if named or any(MANY.fullmatch(word) for word in begun.split()[:NOUN]):
        return f"the number of {words}"
    return words if words.startswith(ALREADY) else f"the {words}"
