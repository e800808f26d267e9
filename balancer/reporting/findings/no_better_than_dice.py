"""That nobody in a line-up plays better than players who choose at random: then figures are about nobody."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from balancer.analysis.figure import Figure
from balancer.players.among_random import PART
from balancer.reporting import numbers
from balancer.reporting.numbers import SHARE, text
from balancer.simulation.manifest import Manifest


def sentence(manifest: Manifest) -> str:
    """`No persona of this line-up is known to beat random players: plain, the best, wins 23% ± 2 pp of ...`, or ''."""
    known = manifest.part(PART)
    if not known:
        return ""
    name, best = max(known["personas"].items(), key=lambda one: one[1]["value"] - _equal(known, one[1]))
    equal = numbers.fair(_equal(known, best))
    share = text(Figure.read(best), SHARE)
    claim = f"No persona of this line-up {'beats' if _surely(known) else 'is known to beat'}"
    called = name if len(known["personas"]) == 1 else f"the best of them, {name},"
    does = "is safe in" if known["one_loses"] else "wins"
    others = known["players"] - 1
    whom = f"among {others} of them" if others > 1 else "against one of them"
    return (
        f"{claim} random players: {called} {does} {share} of {numbers.count(known['games'])} games {whom}, "
        f"where {equal} is equal. Weak personas, a "
        "game of chance, or skill that counts only against habits."
    )


def among(manifest: Manifest, answer: str) -> str:
    """An answer that says of whom it holds: `Among players not known to beat random players, the gap between ...`."""
    who = "who do not beat" if _surely(manifest.part(PART)) else "not known to beat"
    return f"Among players {who} random players, {answer[:1].lower()}{answer[1:]}"


def _surely(known: Mapping[str, Any]) -> bool:
    return all(one["high"] <= _equal(known, one) for one in known["personas"].values())


def _equal(known: Mapping[str, Any], persona: Mapping[str, Any]) -> float:
    """What equals get in the games of a persona; a record of earlier versions has one share for all."""
    return float(persona.get("fair", known["fair"]))
