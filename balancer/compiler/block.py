"""The block of a game: all that it keeps, as 64-bit words without pointers, so that to copy a game is to copy a block.

A block begins with the places below, which are the same for all games; what rules and players keep follows; temporary
lists come last, on a stack from `S[ARENA]` to `S[LIMIT]`.

Every value is one word.  Ranges of different kinds do not meet, so that `==`, `in` and sorting mean the same in lists
of mixed kinds: small whole numbers as they are, cards as in plain Python, players, objects, texts in alphabetical
order, tuples packed so that their order is kept.  A fraction is the bit pattern of a double and never shares a place
with other kinds.

A list lies at a place p: S[p] its room, S[p + 1] its length, S[p + 2] … its items.  A dict is a list of keys and values
in turn.
"""

from collections.abc import MutableSequence, Sequence
from typing import Final

from balancer.core import seating
from balancer.core.dice import CHOICES, MAX_NODES, MAX_SEATS
from balancer.core.seating import MAX_PLACES, MAX_RANKED

# Values --------------------------------------------------------------------------------------------------------------
NONE: Final = -(1 << 62)
MAX_MIXED: Final = 1 << 29  # whole numbers below this in amount may share a place with other kinds
FIRST_CARD: Final = 1 << 30  # the number of the first card, as in plain Python
FUNCTION: Final = (1 << 33) + (1 << 20)  # the first function that is a value
OBJECT: Final = 3 << 32  # the first object of a dataclass
PLAYER: Final = 1 << 33  # the player at seat 0
TEXT: Final = 1 << 34  # the first text
TUPLE: Final = 1 << 61  # the empty tuple; its items are in the bits below
PACKED_ITEMS: Final = 5  # maximum of a tuple whose length varies
PACKED_BITS: Final = 12  # of each of them

# Limits --------------------------------------------------------------------------------------------------------------
MAX_SPINS: Final = 50_000_000  # turns of `while` loops in one game
MAX_DEPTH: Final = 900  # calls within calls of functions that call themselves: Python allows 1000

# Places --------------------------------------------------------------------------------------------------------------
NOWHERE: Final = 0  # a list without room or items, which a failed look-up of a list returns: it does no harm
ERROR: Final = 2  # the first flag that this game has raised
TOP: Final = 3  # the first free word for temporary lists
ARENA: Final = 4  # where temporary lists begin
LIMIT: Final = 5  # where they end
SEATS: Final = 6  # the number of players
STREAM: Final = 7  # of the dice: SETUP or CHANCE
ROUNDS: Final = 8
TURNS: Final = 9
ENDING: Final = 10  # its number, RUNNING while the game goes on
NUMBER: Final = 11  # decisions taken so far
FORCED: Final = 12  # choices of one option so far
SAID: Final = 13  # lines of `say` so far
MAX_TURNS: Final = 14  # of this round
MAX_DECISIONS: Final = 15  # of this round
MAX_FORCED: Final = 16  # of this round
MAX_SAID: Final = 17  # of this round
MAX_ROUNDS: Final = 18
SEATING: Final = 19  # FIXED, IN_ORDER or ALL_ORDERS
DEPTH: Final = 20  # calls within calls of functions that call themselves
SPINS: Final = 21  # turns of `while` loops
GAME_KEY: Final = 22  # of the dice
KEYS: Final = 23  # a word per stream, as the next two
WORDS: Final = KEYS + CHOICES + MAX_SEATS  # where the next word of a stream comes from
ADDRESSES: Final = WORDS + CHOICES + MAX_SEATS
LEFT_NODES: Final = ADDRESSES + CHOICES + MAX_SEATS  # by seat: `core.dice.DICE.left`
ENTRY: Final = LEFT_NODES + MAX_SEATS  # by seat: the place of its persona in the line-up
NODE_DECISIONS: Final = ENTRY + MAX_SEATS
NODE_OPTIONS: Final = NODE_DECISIONS + MAX_NODES
PLAYERS: Final = NODE_OPTIONS + MAX_NODES  # the list `self.players`
SEATED: Final = PLAYERS + 2 + MAX_SEATS  # the number of entries of the line-up; what follows is `core.seating.SEATING`
PLACES: Final = SEATED + 1  # the entries that take turns at the seats
ORDERS: Final = PLACES + MAX_PLACES  # the number of circular orders; 0: too many to be counted
STEP: Final = ORDERS + 1  # from the rank of one rotation's order to the next
ORDER: Final = STEP + 1  # the circular order of the last game
ORDER_KEY: Final = ORDER + MAX_PLACES  # 1 + its rotation; 0: none yet
OLD: Final = ORDER_KEY + 1  # during garbage collection: the begin of the memory with the lists to be moved
OLD_END: Final = OLD + 1  # and its end
# Games in which a decision is forced, or whose cards are counted (runtime/watched.py)
WATCHED: Final = OLD_END + 1  # 0: not such a game, and the other places do not matter
FORK_FIRST: Final = WATCHED + 1  # decisions before this one are repeated
FORK_AT: Final = FORK_FIRST + 1  # the decision that is forced, in a world of its own, counted from 1; 0: none
FORK_PLAYER: Final = FORK_AT + 1  # the player who takes it, from whose view the world is dealt
FORK_COUNT: Final = FORK_PLAYER + 1  # the number of options
FORK_OPTION: Final = FORK_COUNT + 1  # the option taken; -1: what the persona does
FORK_KEY: Final = FORK_OPTION + 1  # of the dice of the world
FORKED: Final = FORK_KEY + 1  # the decision that was forced, 0: none yet; with other cards it may not be FORK_AT
IS_DEALT: Final = FORKED + 1  # whether the world has been dealt
FORK_END: Final = IS_DEALT + 1  # decisions up to the last that is made at the same time as the forced one
REPLIER: Final = FORK_END + 1  # the player who makes the next decision behind the fork; 0: it has not come
REPLIED: Final = REPLIER + 1  # this decision, counted from 1, 0 before it
REPLY_COUNT: Final = REPLIED + 1  # its number of options
IS_REPLY: Final = REPLY_COUNT + 1  # whether options are tried there: 1, or IN_WORLDS of its own
REPLY_OPTION: Final = IS_REPLY + 1  # as FORK_OPTION
REPLY_KEY: Final = REPLY_OPTION + 1  # as FORK_KEY
REPLY_HIDDEN: Final = REPLY_KEY + 1  # as HIDDEN
REPLY_DEALT: Final = REPLY_HIDDEN + 1  # as DEALT
REPLY_LEFT: Final = REPLY_DEALT + 1  # as LEFT
IMAGINED: Final = REPLY_LEFT + 1  # the number of personas from which opponents are drawn; 0: the true ones play
FIRST_IMAGINED: Final = IMAGINED + 1  # the first of these places
IS_DRAWN: Final = FIRST_IMAGINED + 1  # 0: all opponents play as the first of them
REPEATED: Final = IS_DRAWN + 1  # the place of decisions: the option's place, and the word of the player's dice
HIDDEN: Final = REPEATED + 1  # the place of hidden lists, in groups (compiler/trials.py, `Hidden.words`)
DEALT: Final = HIDDEN + 1  # the place of the words to lay on them; 0: they are drawn
LEFT: Final = DEALT + 1  # the place for a copy at the fork instead of a world; 0: a world is dealt
FIGURES: Final = LEFT + 1  # the place of figures that personas believe: number, then place and word of each
TAKING: Final = FIGURES + 1  # the place of counts of cards offered and taken; 0: none
IS_SET_UP: Final = TAKING + 1  # whether setup is over
KINDS: Final = IS_SET_UP + 1  # during a choice by kinds the list of their numbers of options, else NOWHERE
REDRAWN: Final = KINDS + 1  # the streams of dice, as a bit mask, that are those of another game
OWN: Final = REDRAWN + 1  # the first place of the game's own

IN_WORLDS: Final = 2  # at S[IS_REPLY]

SCRATCH: Final = 16  # words behind S[LIMIT]: lists for which there was no room lie there


def fill_seating(block: MutableSequence[int], places: Sequence[int], kind: int) -> None:
    """Write the seating into a block: the entries of the line-up (`core.seating.filled`), and FIXED, IN_ORDER …."""
    count = len(places)
    block[SEATING], block[SEATED], block[ORDER_KEY] = kind, count, 0
    block[PLACES : PLACES + count] = places
    is_ranked = count <= MAX_RANKED
    block[ORDERS], block[STEP] = (seating.ORDERS[count], seating.STEPS[count]) if is_ranked else (0, 0)
