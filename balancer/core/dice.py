"""Numbered, addressed dice: game number i of a seed is the same game on every machine, in any chunk and order.

Word i of a stream is ``mix64(key + i * GOLDEN)``, a counter-based generator whose sequence is that of SplitMix64
(Steele, Lea, Flood 2014; mixer: Stafford's variant 13).  A stream serves one purpose: the setup, chance during play, or
the choices of one seat.  Within a stream, words are addressed by the turn (chance) or by turn and decision node
(choices), 4096 words per address.  So a change of rules disturbs as few other dice as possible, and two variants of the
rules play the same game number with the same dice for as long as they can.  A seat that comes back to a node within a
turn, after another node, gets new words there.
"""

import numpy as np

from balancer.core.bits import ALL_BITS, WORD
from balancer.core.jit import rule
from balancer.core.record import record

MAX_SEATS = 10  # players of a game
SETUP, CHANCE, CHOICES = 0, 1, 2  # stream numbers; CHOICES + seat for the choices of a seat
NODE_BITS = 4
MAX_NODES = 1 << NODE_BITS  # kinds of decision node of a game; choices have one address per turn and node

DICE = record(
    ("game_key", np.uint64),  # from seed and game number; all streams are derived from it
    ("key", np.uint64, CHOICES + MAX_SEATS),  # word 0 of each stream, before mixing
    ("place", np.uint64, CHOICES + MAX_SEATS),  # key + i * GOLDEN: the position of each stream
    ("address", np.int64, CHOICES + MAX_SEATS),  # the current address of each stream
    ("left", np.int64, MAX_SEATS),  # by seat, of its turn: bits of the nodes it left; above them, its returns to these
)

GOLDEN = WORD(0x9E3779B97F4A7C15)  # 2**64 / golden ratio, odd
STREAM = WORD(0xD1342543DE82EF95)  # another odd constant, which separates the streams
RETURN = WORD(0xA0761D6478BD642F)  # a third one, which separates the visits of a seat to a node within a turn
WORDS_AN_ADDRESS = WORD(4096)
MIX_1, MIX_2 = WORD(0xBF58476D1CE4E5B9), WORD(0x94D049BB133111EB)
_27, _30, _31, _32 = WORD(27), WORD(30), WORD(31), WORD(32)
_ALL = WORD(ALL_BITS)


@rule
def mix64(x):
    """Return a 64-bit word that looks random, by a bijection (Stafford variant 13, as in SplitMix64)."""
    x = ((x ^ (x >> _30)) * MIX_1) & _ALL
    x = ((x ^ (x >> _27)) * MIX_2) & _ALL
    return x ^ (x >> _31)


@rule
def start(dice, seed, game_number, seats):
    """Move all streams of a game to their beginning.

    seed: 0 .. 2**63-1, game_number: 0 .. 2**63-1, seats: the number of choice streams.
    """
    dice.game_key = mix64((mix64((WORD(seed) + GOLDEN) & _ALL) + WORD(game_number) * GOLDEN) & _ALL)
    for stream in range(CHOICES + seats):
        key = mix64((dice.game_key + WORD(stream + 1) * STREAM) & _ALL)
        dice.key[stream] = key
        dice.place[stream] = key
        dice.address[stream] = 0 if stream < CHOICES else -1


@rule
def go_to(dice, stream, address):
    """Move `stream` to word 4096 * address; a stream that is at this address already continues where it is."""
    if dice.address[stream] == address:
        return
    dice.address[stream] = address
    dice.place[stream] = (WORD(dice.key[stream]) + ((WORD(address) * WORDS_AN_ADDRESS) & _ALL) * GOLDEN) & _ALL


@rule
def go_to_node(dice, seat, turn, node):
    """Move the choices of a seat to a node of a turn: to its first words, or to new ones where the seat comes back."""
    stream = CHOICES + seat
    last, address = dice.address[stream], np.int64(turn) * MAX_NODES + node
    if last == address:
        return
    go_to(dice, stream, address)
    if last >> NODE_BITS != turn:
        dice.left[seat] = 0
        return
    left = dice.left[seat] | (1 << (last & (MAX_NODES - 1)))
    if left >> node & 1:
        left += 1 << MAX_NODES
        dice.place[stream] = (dice.place[stream] + WORD(left >> MAX_NODES) * RETURN) & _ALL
    dice.left[seat] = left


@rule
def word(dice, stream):
    """Return the next 64 random bits of a stream."""
    place = dice.place[stream]
    dice.place[stream] = (place + GOLDEN) & _ALL
    return mix64(place)


@rule
def below(dice, stream, n):
    """Return a uniform number 0, 1, ..., n-1 from a stream, 1 <= n < 2**31 (Lemire 2019; bias below n / 2**32)."""
    return np.int64(((word(dice, stream) >> _32) * WORD(n)) >> _32)
