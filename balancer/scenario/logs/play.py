"""Logged plays, and the settings that they were played with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from balancer.scenario.logs.columns import ROUNDS, TURNS
from balancer.scenario.setting import Setting

LENGTHS = (ROUNDS, TURNS)

ENDING_SHARE = "ending_share"  # a play has the figure 0 or 1 for each ending: `ending_share.instant`


class Seated(NamedTuple):
    """A player of a play; None: unknown."""

    seat: int | None = None  # from 1
    score: float | None = None
    won: bool | None = None
    team: str = ""  # as the log has it, without capitals and spaces; "": unknown


@dataclass(frozen=True)
class LoggedPlay:
    """A logged play: its setting, players and figures."""

    setting: int  # position in `PlayLog.settings`
    seated: tuple[Seated, ...]
    figures: Mapping[str, float]  # numbers of the whole play, by column


@dataclass(frozen=True)
class PlayLog:
    """Logged plays, and the settings that they were played with."""

    file: str
    plays: tuple[LoggedPlay, ...]
    settings: tuple[Setting, ...]
    unused: tuple[str, ...] = ()  # columns that mean nothing here
    notes: tuple[str, ...] = ()  # sentences: how columns were understood, what contradicts itself
    columns: frozenset[str] = frozenset()  # columns of the file, by our names
