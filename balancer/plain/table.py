"""A table at which games of plain Python are played."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from balancer.core.declarations import Persona
    from balancer.plain.course import Course, Director, Listener
    from balancer.plain.player import Method


@dataclass
class PlainTable:
    """Rules, parts and a line-up, ready to be played, as `lay_table` of a game of plain Python returns them."""

    constants: dict[str, Any]  # attributes with which each game begins
    rules: dict[str, int]
    seats: int
    seating: int  # FIXED, IN_ORDER or ALL_ORDERS
    minds: list[tuple[list[Method | None], int]]  # by place in the line-up: methods by decision, mistakes per mille
    lineup: list[Persona]
    places: list[int]  # who takes turns at the seats, by place in the line-up
    kinds: int  # how many kinds of parts there are
    listener: Listener | None = None
    director: Director | None = None
    course: Course | None = field(default=None, repr=False)  # the game that is played
