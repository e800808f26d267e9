"""Logged plays, and the settings by which they were played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from balancer.scenario.logs.columns import ROUNDS, TURNS
from balancer.scenario.setting import Setting

LENGTHS = (ROUNDS, TURNS)

ENDING_SHARE = "ending_share"  # the figure that an ending is 0 or 1 of, by its name: `ending_share.instant`


class Seated(NamedTuple):
    """A player of a play; seat: from 1; None: not known."""

    seat: int | None = None
    score: float | None = None
    won: bool | None = None


@dataclass(frozen=True)
class LoggedPlay:
    """One play; setting: its place in `PlayLog.settings`; figures: numbers of the whole play, by column."""

    setting: int
    seated: tuple[Seated, ...]
    figures: Mapping[str, float]


@dataclass(frozen=True)
class PlayLog:
    """Plays, and the settings by which they were played."""

    file: str
    plays: tuple[LoggedPlay, ...]
    settings: tuple[Setting, ...]
    unused: tuple[str, ...] = ()  # columns that mean nothing here
    notes: tuple[str, ...] = ()  # sentences: what was taken for what, what contradicts itself
    columns: frozenset[str] = frozenset()  # that are there, by our names
