"""The dice of `core/dice.py`: the same words at the same addresses, so that all engines play the same games."""

from balancer.compiler.block import ADDRESSES, GAME_KEY, KEYS, LEFT_NODES, REDRAWN, SEATS, STREAM, TURNS, WORDS
from balancer.compiler.flags import ErrorFlag
from balancer.compiler.flat import Memory
from balancer.compiler.intrinsics import as_word, shift_down, wrap_add, wrap_multiply
from balancer.compiler.runtime.arithmetic import fail
from balancer.core import dice
from balancer.core.dice import CHOICES, MAX_NODES, SETUP

GOLDEN = as_word(int(dice.GOLDEN))
STREAM_KEY = as_word(int(dice.STREAM))
RETURN = as_word(int(dice.RETURN))
MIX_1 = as_word(int(dice.MIX_1))
MIX_2 = as_word(int(dice.MIX_2))
JUMP = as_word(int(dice.WORDS_AN_ADDRESS) * int(dice.GOLDEN))  # from one address of a stream to the next
OTHER_GAME = 1 << 62  # from a game to the one whose dice are redrawn in its place, as in `core.thinking.chances`
MAX_BELOW = 1 << 32  # most numbers among which a word can choose


def mix_word(x: int) -> int:
    """Return a word of random bits (see `core.dice.mix64`)."""
    x = wrap_multiply(x ^ shift_down(x, 30), MIX_1)
    x = wrap_multiply(x ^ shift_down(x, 27), MIX_2)
    return x ^ shift_down(x, 31)


def start_dice(S: Memory, seed: int, game: int) -> int:
    """Move all streams of a game to their beginning; those in S[REDRAWN] are another game's."""
    key_dice(S, key_of_game(seed, game))
    if S[REDRAWN]:
        for stream in range(CHOICES + S[SEATS]):
            if S[REDRAWN] >> stream & 1:
                S[KEYS + stream] = key_of_stream(key_of_game(seed, wrap_add(game, OTHER_GAME)), stream)
    return 0


def key_of_game(seed: int, game: int) -> int:
    """Return the key of the dice of a game."""
    return mix_word(wrap_add(mix_word(wrap_add(seed, GOLDEN)), wrap_multiply(game, GOLDEN)))


def key_of_stream(key: int, stream: int) -> int:
    """Return the key of a stream of the dice of a game."""
    return mix_word(wrap_add(key, wrap_multiply(stream + 1, STREAM_KEY)))


def key_dice(S: Memory, key: int) -> int:
    """Move all streams of a key to their beginning."""
    S[GAME_KEY] = key
    for stream in range(CHOICES + S[SEATS]):
        S[KEYS + stream] = key_of_stream(key, stream)
        S[ADDRESSES + stream] = -1
    return 0


def go_to(S: Memory, stream: int, address: int) -> int:
    """Move a stream to an address; if it is there already, it continues where it is."""
    if S[ADDRESSES + stream] != address:
        S[ADDRESSES + stream] = address
        S[WORDS + stream] = wrap_add(S[KEYS + stream], wrap_multiply(address, JUMP))
    return 0


def go_to_node(S: Memory, seat: int, node: int) -> int:
    """Move the choices of a seat to a node of this turn (see `core.dice.go_to_node`)."""
    last = S[ADDRESSES + CHOICES + seat]
    address = S[TURNS] * MAX_NODES + node
    if last == address:
        return 0
    go_to(S, CHOICES + seat, address)
    if last < S[TURNS] * MAX_NODES:
        S[LEFT_NODES + seat] = 0
        return 0
    left = S[LEFT_NODES + seat] | 1 << last % MAX_NODES
    if left >> node & 1:
        left = left + (1 << MAX_NODES)
        S[WORDS + CHOICES + seat] = wrap_add(S[WORDS + CHOICES + seat], wrap_multiply(left >> MAX_NODES, RETURN))
    S[LEFT_NODES + seat] = left
    return 0


def draw_below(S: Memory, stream: int, n: int) -> int:
    """Return 0 … n - 1 from the next word of a stream; n: at most 2**32."""
    word = S[WORDS + stream]
    S[WORDS + stream] = wrap_add(word, GOLDEN)
    return number_below(word, n)


def number_below(word: int, n: int) -> int:
    """Return 0 … n - 1 from a word of a stream; n: at most 2**32."""
    return shift_down(wrap_multiply(shift_down(mix_word(word), 32), n), 32)


def below(S: Memory, n: int) -> int:
    """Return 0 … n - 1 from the dice of setup or chance (`Game.below`)."""
    if n < 1 or n > MAX_BELOW:
        return fail(S, ErrorFlag.DICE)
    return draw_below(S, S[STREAM], n)


def shuffle(S: Memory, place: int) -> int:
    """Put a list in a random order by the dice of setup or chance (`Game.shuffle`)."""
    return shuffle_by(S, place, S[STREAM])


def shuffle_by(S: Memory, place: int, stream: int) -> int:
    """Put a list in a random order by the dice of a stream: Fisher-Yates from the last item down."""
    word = S[WORDS + stream]  # the processor would wait for it if it were stored and read again for each item
    for i in range(S[place + 1] - 1, 0, -1):
        j = number_below(word, i + 1)
        word = wrap_add(word, GOLDEN)
        item = S[place + 2 + i]
        S[place + 2 + i] = S[place + 2 + j]
        S[place + 2 + j] = item
    S[WORDS + stream] = word
    return 0


def shuffle_at(S: Memory, place: int, address: int) -> int:
    """Shuffle a list by the dice of setup at an address of their own (`Game.shuffle` with `at`)."""
    if address < 0 or address > MAX_BELOW:
        return fail(S, ErrorFlag.DICE)
    go_to(S, SETUP, address)
    return shuffle_by(S, place, SETUP)
