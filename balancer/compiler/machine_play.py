"""Compiled games on a block: the machine code receives only three memories and whole numbers."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from balancer.compiler.machine_code import MachineCode

Words = npt.NDArray[np.int64]

GAMES = 1024  # at once: their figures stay in the processor's cache
USUAL_ROUNDS = 40  # of a game, for which there is room for standings; more rounds take more calls
MARGIN = 64  # words
EXPORTED = ("play_games", "count_games", "begin_trials", "reach_round", "play_trials")  # functions of a game's code


class Games(NamedTuple):
    """Consecutive games on a block of a table."""

    block: Words
    size: int  # words of figures per game
    lines: int  # the place among them that says how many rounds have standings
    seats: int
    max_rounds: int
    seed: int
    first: int
    number: int


class BlockResults(NamedTuple):
    """Figures of games, int64[games, size], and the standings of all their rounds, int64[rounds, seats]."""

    figures: Words
    standings: Words


def play_block(code: MachineCode, games: Games) -> BlockResults:
    """Play games; the block is left as it is."""
    play = code.function("play_games", 3, 4)
    block = games.block.copy()
    most = games.max_rounds * games.seats
    room = max(GAMES * USUAL_ROUNDS * games.seats, 2 * most) + most
    chunk, lines = np.zeros((GAMES, games.size), np.int64), np.empty(room + MARGIN, np.int64)
    figures, standings, done = np.empty((games.number, games.size), np.int64), [np.empty((0, games.seats), np.int64)], 0
    while done < games.number:
        memories = block.ctypes.data, chunk.ctypes.data, lines.ctypes.data
        size = min(GAMES, games.number - done)
        played = play(*memories, games.seed, games.first + done, size, room - most)
        figures[done : done + played] = chunk[:played]
        rounds = int(chunk[:played, games.lines].sum())
        standings.append(lines[: rounds * games.seats].reshape(-1, games.seats).copy())
        done += played
    return BlockResults(figures, np.concatenate(standings))
