"""What a position is worth, in words."""

from __future__ import annotations

from collections.abc import Iterator

from balancer.players.position_worth import Fit, PositionWorth
from balancer.reporting import numbers
from balancer.reporting.axis import shown
from balancer.reporting.console import Console
from balancer.reporting.numbers import DIFFERENCE, SHARE

UNITS = {"score": "", "win": DIFFERENCE}
TITLES = {"score": "points of the final score", "win": "chance to win"}
EXPLAINED = {"score": "how the seats' final scores differ", "win": "who wins"}


def show(found: PositionWorth, console: Console) -> None:
    """Print the worth of each quantity, and how much of the result all of them explain."""
    console.title(found.scenario.title)
    console.paragraph(played_words(found))
    if not found.fits:
        console.paragraph("Nothing differs between seats: there is nothing to explain.")
        return
    headings = ("one more of", *(TITLES[target] for target in found.fits))
    console.figures(headings, list(worth_rows(found)), "What a position is worth, all else equal")
    for target, fit in found.fits.items():
        console.bullet(explained_words(target, fit))
    if len(found.names) == 1:
        console.paragraph("The game names no quantities but its standing: docs/players.md says how.")


def played_words(found: PositionWorth) -> str:
    """What was played."""
    setting, sure = found.stop.setting, numbers.confidence(found.scenario.report.confidence)
    cut = f"; {numbers.count(found.left_out)} games without a winner are left out" if found.left_out else ""
    return (
        f"{found.scenario.game.title}, {setting.players} players ({shown(setting.lineup)}), "
        f"{numbers.count(found.games)} games, seed {found.scenario.seed}, {numbers.count(found.positions)} positions "
        f"at the ends of rounds{cut}; intervals (±) at {sure} confidence"
    )


def worth_rows(found: PositionWorth) -> Iterator[tuple[str, ...]]:
    """Each quantity with its worth in points and in percentage points of the win."""
    for name, meaning in found.meanings.items():
        figures = [(UNITS[target], fit.weights.get(name)) for target, fit in found.fits.items()]
        yield (
            meaning,
            *(numbers.text(one, unit, numbers.CHANGE) if one else numbers.NO_VALUE for unit, one in figures),
        )


def explained_words(target: str, fit: Fit) -> str:
    """How much they explain, and how much the standing alone and the game's own worth do, where these are others."""
    whole, standing = (numbers.written(one.value, one.half_width, SHARE) for one in (fit.explained, fit.standing_alone))
    several, beyond = len(fit.weights) > 1, fit.over_worth.half_width > 0
    said = f"In games held out {'they explain' if several else 'it explains'} {whole} of {EXPLAINED[target]}"
    said += f" (of its variance), the standing alone {standing}" if several else " (of its variance)"
    more = numbers.text(fit.over_worth, SHARE, numbers.CHANGE)
    return f"{said}; {more} beyond the game's own worth of a position." if beyond else f"{said}."
