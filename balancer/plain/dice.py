"""The dice of core/dice.py for plain Python: the same words at the same addresses, so that both play the same games."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from balancer.core import dice as core_dice
from balancer.core.dice import CHOICES, MAX_NODES, MAX_SEATS

ALL = 2**64 - 1
GOLDEN, STREAM, RETURN = int(core_dice.GOLDEN), int(core_dice.STREAM), int(core_dice.RETURN)
MIX_1, MIX_2 = int(core_dice.MIX_1), int(core_dice.MIX_2)
JUMP = int(core_dice.WORDS_AN_ADDRESS) * GOLDEN & ALL  # distance between two addresses of a stream

MANY = 24  # lists of at least this length have all their words made at once

STEPS = np.arange(4097, dtype=np.uint64)  # longer lists have their words made one by one

_27, _30, _31, _32 = (np.uint64(n) for n in (27, 30, 31, 32))


def mix(x: int) -> int:
    """Return the same number as `core.dice.mix64`."""
    x = (x ^ (x >> 30)) * MIX_1 & ALL
    x = (x ^ (x >> 27)) * MIX_2 & ALL
    return x ^ (x >> 31)


@functools.lru_cache(maxsize=64)
def _seed_key(seed: int) -> int:
    return mix((seed + GOLDEN) & ALL)


class Dice:
    """All streams of one game."""

    __slots__ = ("address", "game_key", "keys", "left", "place")

    def __init__(self, seed: int, game: int) -> None:
        """Move all streams of a game to their beginning."""
        self.start(mix((_seed_key(seed) + game * GOLDEN) & ALL))

    def start(self, game_key: int) -> None:
        """Move all streams of another key to their beginning."""
        self.game_key = game_key
        self.keys: list[int | None] = [None] * (CHOICES + MAX_SEATS)
        self.place: list[int] = [0] * (CHOICES + MAX_SEATS)
        self.address: list[int] = [-1] * (CHOICES + MAX_SEATS)
        self.left: list[int] = [0] * MAX_SEATS

    def go_to(self, stream: int, address: int) -> None:
        """Move a stream to an address; if it is there already, it continues where it is."""
        if self.address[stream] != address:
            key = self.keys[stream]
            if key is None:
                key = self.keys[stream] = mix((self.game_key + (stream + 1) * STREAM) & ALL)
            self.address[stream] = address
            self.place[stream] = (key + address * JUMP) & ALL

    def go_to_node(self, seat: int, turn: int, node: int) -> None:
        """Move the choices of a seat to a node of a turn; see `core.dice.go_to_node`."""
        stream, address = CHOICES + seat, turn * MAX_NODES + node
        last = self.address[stream]
        if last == address:
            return
        self.go_to(stream, address)
        if last // MAX_NODES != turn:
            self.left[seat] = 0
            return
        left = self.left[seat] | (1 << last % MAX_NODES)
        if left >> node & 1:
            left += 1 << MAX_NODES
            self.place[stream] = (self.place[stream] + (left >> MAX_NODES) * RETURN) & ALL
        self.left[seat] = left

    def below(self, stream: int, n: int) -> int:
        """0 .. n-1 from the next word of a stream that has been sent somewhere."""
        place = self.place[stream]
        self.place[stream] = (place + GOLDEN) & ALL
        x = (place ^ (place >> 30)) * MIX_1 & ALL
        x = (x ^ (x >> 27)) * MIX_2 & ALL
        return ((x ^ (x >> 31)) >> 32) * n >> 32

    def shuffle(self, row: list[Any], stream: int) -> None:
        """Fisher-Yates from the last card down, in place."""
        n = len(row)
        if n < MANY or n >= len(STEPS):
            for i in range(n - 1, 0, -1):
                j = self.below(stream, i + 1)
                row[i], row[j] = row[j], row[i]
            return
        place = self.place[stream]
        self.place[stream] = (place + (n - 1) * GOLDEN) & ALL
        words = STEPS[: n - 1] * core_dice.GOLDEN + np.uint64(place)
        words = (words ^ (words >> _30)) * core_dice.MIX_1
        words = (words ^ (words >> _27)) * core_dice.MIX_2
        others = ((words ^ (words >> _31)) >> _32) * STEPS[n:1:-1]
        for i, j in zip(range(n - 1, 0, -1), (others >> _32).tolist(), strict=True):
            row[i], row[j] = row[j], row[i]
