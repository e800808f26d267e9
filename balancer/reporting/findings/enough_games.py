"""How many games would decide what is undecided, in words."""

from __future__ import annotations

from collections.abc import Sequence

from balancer.checks.undecided import LIKELY
from balancer.reporting import numbers


def enough_words(games: Sequence[float | None], per: str = "", them: str = "") -> str:
    """`about 9 000 games per cell would decide it, 80% likely`; '' where no number would decide any.

    games: of each figure, None where no number decides it; per: ` per cell`; them: what they are called.
    """
    known = [number for number in games if number is not None]
    if not known:
        return ""
    what = f"most of {them or 'them'}" if len(known) < len(games) else them
    each = "each " if len(games) > 1 else ""
    most = numbers.short_count(numbers.round_up(max(known)))
    likely = numbers.plain(LIKELY, numbers.SHARE, 0)
    return f"about {most} games{per} would decide{f' {what}' if what else ''}, {each}{likely} likely"
