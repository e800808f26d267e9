"""Choices in watched games: repeated decisions, worlds dealt in place of the true one, counted cards.

A game is replayed from a copy of its block at the beginning of a round.  Decisions before the fork are repeated; at the
fork everything that a player does not see is redealt in the lists that hold it, and the dice are those of the world.
Values that functions hold in local names at that moment stay as they are.
"""

from balancer.compiler.block import (
    ADDRESSES,
    DEALT,
    ENTRY,
    ERROR,
    FIGURES,
    FIRST_IMAGINED,
    FORK_AT,
    FORK_COUNT,
    FORK_END,
    FORK_FIRST,
    FORK_KEY,
    FORK_OPTION,
    FORK_PLAYER,
    FORKED,
    HIDDEN,
    IMAGINED,
    IN_WORLDS,
    IS_DEALT,
    IS_DRAWN,
    IS_REPLY,
    LEFT,
    NUMBER,
    PLAYER,
    REPEATED,
    REPLIED,
    REPLIER,
    REPLY_COUNT,
    REPLY_DEALT,
    REPLY_HIDDEN,
    REPLY_KEY,
    REPLY_LEFT,
    REPLY_OPTION,
    SEATS,
    TAKING,
    TOP,
    TURNS,
    WORDS,
)
from balancer.compiler.flags import ErrorFlag
from balancer.compiler.flat import Memory
from balancer.compiler.runtime.arithmetic import fail
from balancer.compiler.runtime.dice import draw_below, go_to, go_to_node, key_dice, shuffle_by
from balancer.compiler.runtime.lists import copy_list, find_item, has_item, open_list, push
from balancer.core.dice import CHANCE, CHOICES, MAX_SEATS

STREAMS = CHOICES + MAX_SEATS


# Decisions ------------------------------------------------------------------------------------------------------------
def repeated_place(S: Memory, player: int, options: int, node: int) -> int:
    """Return the place of the option taken at a decision before the fork; -1: behind it, all decide for themselves."""
    number = S[NUMBER] - 1
    stream = CHOICES + player - PLAYER
    if number < S[FORK_FIRST]:
        at = S[REPEATED] + 2 * number
        if S[at] >= S[options + 1]:
            return fail(S, ErrorFlag.COURSE)
        S[WORDS + stream] = S[at + 1]
        return S[at]
    if S[FORK_AT] == 0:
        return -1
    if S[IS_DEALT] == 0 and (S[NUMBER] != S[FORK_AT] or player != S[FORK_PLAYER]):
        return fail(S, ErrorFlag.COURSE)
    if S[FORKED] == 0 and player == S[FORK_PLAYER]:
        if S[options + 1] != S[FORK_COUNT]:
            return fail(S, ErrorFlag.COURSE)
        deal_world(S)
        S[FORKED] = S[NUMBER]
        S[FORK_END] = max(S[FORK_END], S[NUMBER])
        go_to_node(S, player - PLAYER, node)
    elif S[FORKED] and S[REPLIED] == 0 and number >= S[FORK_END]:
        begin_reply(S, player)
        if player == S[REPLIER]:
            S[REPLIED] = S[NUMBER]
            S[REPLY_COUNT] = S[options + 1]
        go_to_node(S, player - PLAYER, node)
    return -1


def fork_place(S: Memory, options: int, place: int) -> int:
    """Return the place of the option to take, where the persona would take the one at `place`."""
    forced = -1
    if S[NUMBER] == S[FORKED]:
        forced = S[FORK_OPTION]
    elif S[NUMBER] == S[REPLIED] and S[IS_REPLY]:
        forced = S[REPLY_OPTION]
    return place if forced < 0 else min(forced, S[options + 1] - 1)


def begin_reply(S: Memory, player: int) -> int:
    """Let a player make the next decision behind the fork, with the dice of the reply's world, and other cards."""
    if S[REPLIER]:
        return 0
    S[REPLIER] = player
    if S[REPLY_LEFT]:
        return leave_copy(S, S[REPLY_LEFT])
    if S[IS_REPLY] == IN_WORLDS:
        begin_world(S, S[REPLY_KEY])
        deal_hidden(S, S[REPLY_HIDDEN], S[REPLY_DEALT])
        go_to(S, CHANCE, max(1, S[TURNS]))
    return 0


# Worlds ---------------------------------------------------------------------------------------------------------------
def deal_world(S: Memory) -> int:
    """Make a world that a player can't distinguish from the true one, once; or store a copy of the game on request."""
    if S[IS_DEALT]:
        return 0
    S[IS_DEALT] = 1
    if S[LEFT]:
        return leave_copy(S, S[LEFT])
    begin_world(S, S[FORK_KEY])
    imagine_opponents(S)
    deal_hidden(S, S[HIDDEN], S[DEALT])
    if S[FORK_AT]:
        go_to(S, CHANCE, max(1, S[TURNS]))
    return 0


def begin_world(S: Memory, key: int) -> int:
    """Start the dice of a key, those of chance from their beginning."""
    key_dice(S, key)
    for stream in range(STREAMS):
        S[ADDRESSES + stream] = -1
        S[WORDS + stream] = 0
    return go_to(S, CHANCE, 0)


def imagine_opponents(S: Memory) -> int:
    """Replace the personas of others by those that the player imagines."""
    if S[IMAGINED]:
        for seat in range(S[SEATS]):
            if PLAYER + seat != S[FORK_PLAYER]:
                opponents = draw_below(S, CHANCE, S[IMAGINED]) if S[IS_DRAWN] else 0
                S[ENTRY + seat] = S[FIRST_IMAGINED] + opponents
    return 0


def deal_hidden(S: Memory, at: int, dealt: int) -> int:
    """Redeal what is hidden: the cards of a group among its lists, all orders equally likely, or copy another deal.

    A group that was drawn from values comes after all others, and is drawn from them again.  at: the place of the
    groups; dealt: of the other deal, or 0.
    """
    groups = S[at]
    at = at + 1
    for _group in range(groups):
        count = S[at]
        values = S[at + 1]
        if values:
            if dealt:
                S[WORDS + CHANCE] = S[dealt]
                dealt = 0
            draw_again(S, S[at + 2], at + 4, values)
        else:
            dealt = deal_group(S, at + 2, count, dealt)
        at = at + 2 + 2 * count + values
    if dealt:
        S[WORDS + CHANCE] = S[dealt]
    return 0


def deal_group(S: Memory, lists: int, count: int, dealt: int) -> int:
    """Shuffle the cards of some lists among them, or copy those dealt; return the place behind these, or 0."""
    top = S[TOP]
    pool = dealt - 2
    if dealt == 0:
        pool = open_list(S)
        for i in range(count):
            for k in range(S[S[lists + 2 * i] + 1]):
                push(S, pool, S[S[lists + 2 * i] + 2 + k])
        shuffle_by(S, pool, CHANCE)
    word = pool + 2
    if S[ERROR] == 0:
        for i in range(count):
            size = S[S[lists + 2 * i] + 1]
            move_words(S, word, S[lists + 2 * i] + 2, size)
            word = word + size
    S[TOP] = top
    return word if dealt else 0


def draw_again(S: Memory, place: int, first: int, values: int) -> int:
    """Draw each item of a list again, from `values` words that begin at `first`."""
    for i in range(S[place + 1]):
        S[place + 2 + i] = S[first + draw_below(S, CHANCE, values)]
    return 0


def deal_together(S: Memory, lists: int) -> int:
    """Redeal the options of players who choose at the same time, where one of these choices is the fork or the reply.

    lists: a dict of options by player.  Options of other players that are cards of a list that only they see become the
    cards that are now in it.
    """
    first = first_decider(S, lists)
    old = S[TOP]
    if first and S[FORK_AT] and S[IS_DEALT] == 0 and S[NUMBER] == S[FORK_FIRST]:
        if S[LEFT] == 0:
            copy_hidden(S, S[HIDDEN])
        deal_world(S)
        if S[LEFT] == 0:
            renew_options(S, lists, S[FORK_PLAYER], S[HIDDEN], old)
        S[FORK_END] = S[NUMBER] + count_decisions(S, lists)
    elif first and S[FORKED] and S[REPLIER] == 0 and S[NUMBER] >= S[FORK_END]:
        if S[IS_REPLY] == IN_WORLDS:
            copy_hidden(S, S[REPLY_HIDDEN])
        begin_reply(S, first)
        if S[IS_REPLY] == IN_WORLDS:
            renew_options(S, lists, first, S[REPLY_HIDDEN], old)
    return 0


def first_decider(S: Memory, lists: int) -> int:
    """Return the first of the players who has two options or more; 0: nobody has."""
    for k in range(0, S[lists + 1], 2):
        if S[S[lists + 3 + k] + 1] > 1:
            return S[lists + 2 + k]
    return 0


def count_decisions(S: Memory, lists: int) -> int:
    """Return the number of players with two options or more."""
    count = 0
    for k in range(0, S[lists + 1], 2):
        count = count + (S[S[lists + 3 + k] + 1] > 1)
    return count


def copy_hidden(S: Memory, at: int) -> int:
    """Copy hidden lists, one behind the other, to the first free word; at: the place of the groups."""
    groups = S[at]
    at = at + 1
    for _group in range(groups):
        for i in range(S[at]):
            copy_list(S, S[at + 2 + 2 * i])
        at = at + 2 + 2 * S[at] + S[at + 1]
    return 0


def renew_options(S: Memory, lists: int, viewer: int, at: int, old: int) -> int:
    """Replace options of all but the viewer that are cards of hidden lists as they were: `old` is their first copy."""
    groups = S[at]
    at = at + 1
    if S[ERROR]:
        return 0
    for _group in range(groups):
        for i in range(S[at]):
            for k in range(0, S[lists + 1], 2):
                player = S[lists + 2 + k]
                if player != viewer and S[at + 3 + 2 * i] >> (player - PLAYER) & 1:
                    S[lists + 3 + k] = options_anew(S, S[lists + 3 + k], old, S[at + 2 + 2 * i])
            old = old + 2 + S[old]
        at = at + 2 + 2 * S[at] + S[at + 1]
    return 0


def options_anew(S: Memory, options: int, old: int, new: int) -> int:
    """Return options in which the cards of a list are replaced by those now in it, if there are any."""
    count = S[options + 1]
    others = open_list(S)
    for i in range(count):
        if has_item(S, old, S[options + 2 + i]) == 0:
            push(S, others, S[options + 2 + i])
    if S[others + 1] == count:
        return options
    for i in range(S[new + 1]):
        if find_item(S, new, S[new + 2 + i]) == i:
            push(S, others, S[new + 2 + i])
    return others


def move_words(S: Memory, begin: int, to: int, count: int) -> int:
    """Copy words; return the place behind the copy."""
    for i in range(count):
        S[to + i] = S[begin + i]
    return to + count


def leave_copy(S: Memory, to: int) -> int:
    """Copy the block up to its first free word to the requested memory."""
    return move_words(S, 0, to, S[TOP])


# Figures and cards ----------------------------------------------------------------------------------------------------
def exchange_figures(S: Memory) -> int:
    """Exchange the figures of cards with those that personas see."""
    at = S[FIGURES]
    if at:
        for _figure in range(S[at]):
            word = S[S[at + 1]]
            S[S[at + 1]] = S[at + 2]
            S[at + 2] = word
            at = at + 2
    return 0


def count_offer(S: Memory, node: int, card: int) -> int:
    """Count a card among the options of a decision, once per decision.

    From S[TAKING] on: the number of cards, the number of decisions; for each card the last decision that offered it;
    then for each decision and card how often it was offered, and in the same form how often it was taken.
    """
    cards = S[S[TAKING]]
    place = S[TAKING] + 2 + card
    if S[place] != S[NUMBER]:
        S[place] = S[NUMBER]
        S[place + cards * (1 + node)] = S[place + cards * (1 + node)] + 1
    return 0


def count_taken(S: Memory, node: int, card: int) -> int:
    """Count a card in the option taken, once per decision."""
    cards = S[S[TAKING]]
    place = S[TAKING] + 2 + card
    if S[place] != -S[NUMBER]:
        S[place] = -S[NUMBER]
        at = place + cards * (1 + S[S[TAKING] + 1] + node)
        S[at] = S[at] + 1
    return 0


# Copies of a game -----------------------------------------------------------------------------------------------------
def keep_game(S: Memory, H: Memory) -> int:
    """Copy a game that is between two rounds, up to its first free word; return its flag."""
    for i in range(S[TOP]):
        H[i] = S[i]
    return S[ERROR]


def fetch_game(S: Memory, H: Memory) -> int:
    """Continue from a copy of a game."""
    for i in range(H[TOP]):
        S[i] = H[i]
    return 0
