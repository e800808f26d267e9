"""Flat code around the rules: choices, one game from setup to score, many games, and trial games."""

from __future__ import annotations

import dataclasses

from balancer.compiler.choosing import Choosing
from balancer.compiler.deep_copies import DeepCopies
from balancer.compiler.emitter import FLOAT_NONE
from balancer.compiler.errors import NotCompilable
from balancer.compiler.idle_turns import GATHER, IdleTurns
from balancer.compiler.idle_turns import TURN as IDLE_TURN
from balancer.compiler.kinds import DICT, FLOAT, NONE, NUMBERS, PROSE, Type
from balancer.compiler.layout import UNSET, Layout
from balancer.compiler.movers import Movers
from balancer.compiler.program import Program
from balancer.compiler.routines import Routine
from balancer.compiler.taking import OptionCards
from balancer.compiler.winning import Winning
from balancer.core.dice import MAX_SEATS
from balancer.core.table import RUNNING, UNFINISHED

GAME = """
def begin_game(S, seed, number):
    S[ERROR] = 0
    S[ARENA] = SPACE
    S[TOP] = SPACE
    S[LIMIT] = SPACE + SPACE_SIZE
    S[STREAM] = {setup}
    S[ROUNDS] = 0
    S[TURNS] = 0
    S[ENDING] = {running}
    S[NUMBER] = 0
    S[FORCED] = 0
    S[SAID] = 0
    S[KINDS] = NOWHERE
    S[DEPTH] = 0
    S[SPINS] = 0
    seats = S[SEATS]
    for i in range({nodes}):
        S[NODE_DECISIONS + i] = 0
        S[NODE_OPTIONS + i] = 0
{initial}
    start_dice(S, seed, number)
    go_to(S, {setup}, 0)
    go_to(S, {chance}, 0)
    S[PLAYERS + 1] = seats
    for seat in range(seats):
        S[PLAYERS + 2 + seat] = PLAYER + seat
    seat_players(S, number)
    return allow_another_round(S)


def play_setup(S):
{begin}
    check_players(S)
    S[STREAM] = {chance}
    return 0


def play_round(S):
    begin_round(S)
    if S[TOP] - S[ARENA] > SPACE_SIZE // 2:
        gather(S)
{round}
    return check_players(S)


def note_ending(S):
    if S[ENDING] == {running}:
{finished}
    return 0


def standing_of(S, seat):
    top = S[TOP]
    standing = {standing}
    S[TOP] = top
    return standing


def may_go_on(S):
    if S[ENDING] == {running} and S[ERROR] == 0 and S[ROUNDS] >= S[MAX_ROUNDS]:
        S[ENDING] = {unfinished}
    return 1 if S[ENDING] == {running} and S[ERROR] == 0 else 0


def play_one(S, O, H, o, h, seed, number):
    begin_game(S, seed, number)
    play_setup(S)
    seats = S[SEATS]
    lines = 0
    while may_go_on(S):
        play_round(S)
        for seat in range(seats):
            H[h] = standing_of(S, seat)
            h = h + 1
        lines = lines + 1
        note_ending(S)
    w = note_winners(S, O, o)
    for seat in range(seats):
        O[o + O_ENTRY + seat] = S[ENTRY + seat]
{parts}
    O[o + O_WINNERS] = w
    O[o + O_ROUNDS] = S[ROUNDS]
    O[o + O_TURNS] = S[TURNS]
    O[o + O_ENDING] = S[ENDING]
    O[o + O_FORCED] = S[FORCED]
    O[o + O_LINES] = lines
    for i in range({nodes}):
        O[o + O_DECISIONS + i] = S[NODE_DECISIONS + i]
        O[o + O_OPTIONS + i] = S[NODE_OPTIONS + i]
{extras}
    O[o + O_ERROR] = S[ERROR]
    return h


def note_winners(S, O, o):
    for seat in range(S[SEATS]):
        top = S[TOP]
        O[o + O_SCORE + seat] = {score}
        S[TOP] = top
    note_sides(S, O, o)
    if S[ENDING] == {unfinished} or S[ERROR]:
        return 0
    return winners_of(S, O, o)


def play_games(S, O, H, seed, first, count, most):
    h = 0
    i = 0
    while i < count and h < most:
        h = play_one(S, O, H, i * O_SIZE, h, seed, first + i)
        i = i + 1
    return i


def count_games(S, O, H, seed, first, count, sums):
    size = S[S[TAKING]] * S[S[TAKING] + 1]
    begin = S[TAKING] + 2
    end = begin + S[S[TAKING]] + 2 * size
    for i in range(count):
        for k in range(begin, end):
            S[k] = 0
        play_one(S, O, H, 0, 0, seed, first + i)
        if S[ERROR]:
            return S[ERROR]
        for k in range(size):
            m = S[end - 2 * size + k]
            x = S[end - size + k]
            O[sums + k] = O[sums + k] + x
            O[sums + size + k] = O[sums + size + k] + m
            O[sums + 2 * size + k] = O[sums + 2 * size + k] + x * x
            O[sums + 3 * size + k] = O[sums + 3 * size + k] + x * m
            O[sums + 4 * size + k] = O[sums + 4 * size + k] + m * m
    return 0


def begin_trials(S, O, H, seed, number):
    begin_game(S, seed, number)
    S[IS_SET_UP] = 0
    return keep_game(S, H)


def reach_round(S, O, H, rounds):
    fetch_game(S, H)
    if S[IS_SET_UP] == 0:
        play_setup(S)
        S[IS_SET_UP] = 1
    while S[ROUNDS] < rounds and may_go_on(S):
        play_round(S)
        note_ending(S)
    gather(S)
    if S[ARENA] != SPACE:
        gather(S)
    return keep_game(S, H)


def play_trials(S, O, H, options, worlds, dealt, results):
    for world in range(worlds):
        for k in range(O[options - 1]):
            fetch_game(S, H)
            if S[IS_REPLY]:
                S[REPLY_OPTION] = O[options + k]
            else:
                S[FORK_OPTION] = O[options + k]
            if S[IS_REPLY] == IN_WORLDS:
                S[REPLY_KEY] = O[options + O[options - 1] + world]
                S[REPLY_DEALT] = S[REPLY_DEALT] + dealt * world
            else:
                S[FORK_KEY] = O[options + O[options - 1] + world]
                S[DEALT] = S[DEALT] + dealt * world
            if S[IS_SET_UP] == 0:
                if S[FORK_AT] == 0:
                    begin_world(S, S[FORK_KEY])
                    go_to(S, {setup}, 0)
                    S[IS_DEALT] = 1
                play_setup(S)
            elif S[FORK_AT] == 0:
                deal_world(S)
            while may_go_on(S):
                play_round(S)
                note_ending(S)
            if S[IS_DEALT] == 0 or S[FORK_AT] and S[FORKED] == 0:
                fail(S, ErrorFlag.COURSE)
            O[results + 1] = note_winners(S, O, 0)
            for seat in range(S[SEATS]):
                O[results + 2 + seat] = standing_of(S, seat)
                O[results + 2 + S[SEATS] + seat] = O[O_SCORE + seat]
                O[results + 2 + 2 * S[SEATS] + seat] = O[O_SIDE + seat]
            results = results + 4 + 3 * S[SEATS]
            O[results - 2] = S[REPLIER] - PLAYER if S[REPLIED] else -1
            O[results - 1] = S[REPLY_COUNT]
            O[results - 4 - 3 * S[SEATS]] = S[ERROR]
    return 0
"""

TURNS = """{order}
    at = 0
    while at < S[order + 1] and S[ENDING] == {running} and S[ERROR] == 0:
        v = S[order + 2 + at]
        at = at + 1
{out}{turn}
    if S[TURNS] < S[ROUNDS] and S[ENDING] == {running}:
        S[TURNS] = S[ROUNDS]
"""

ORDER = f"    order = TURN_ORDER\n    S[order] = {MAX_SEATS}\n    assign_list(S, order, PLAYERS)"

TURN = """        begin_turn(S)
        {turn}
"""


class WholeProgram:
    """Writes the code around the rules of one program."""

    def __init__(
        self, program: Program, layout: Layout, roots: dict[str, Routine], personas: dict[tuple[str, int], Routine]
    ) -> None:
        """Receive the routines of rules, by name, and of personas, by decision and style."""
        self.program, self.layout, self.roots = program, layout, roots
        self.taking = OptionCards(program, layout.packing)
        self.choosing = Choosing(program, personas, self.taking)

    def source(self) -> str:
        """Return the code of all functions around the rules."""
        program = self.program
        parts = [self.choosing.choice(name, number) for name, number in program.nodes.items()]
        if self.layout.copies:
            parts.append(IdleTurns(self.layout).source())
        parts += [DeepCopies(self.layout).source(), *self.taking.functions()]
        parts += [self.end_by(), Winning(program, self.roots).source(), *Movers(program, self.layout).source()]
        if self.program.turn_of_rounds:
            parts.append(self.called_turns())
        return "\n".join([*parts, self.game()])

    def call(self, name: str, *arguments: str) -> str:
        """Return a call of one of the rules."""
        return f"{self.roots[name].name}({', '.join(['S', *arguments])})"

    def returned(self, name: str) -> Type:
        """Return the return type of a rule."""
        return self.program.cell(("return", self.roots[name])).type

    def end_by(self) -> str:
        """Return the function that ends the game with the ending of a word."""
        lines = ["def end_by(S, x):"]
        for name, number in self.program.endings.items():
            lines += [
                f"    if x == {self.layout.packing.text(name)}:",
                f"        S[ENDING] = {number} if S[ENDING] == {RUNNING} else S[ENDING]",
                "        return 0",
            ]
        return "\n".join([*lines, "    return fail(S, ErrorFlag.ENDING)"]) + "\n"

    def no_list(self, value_type: Type, pad: str) -> list[str]:
        """Return lines that raise a flag where a rule returns None instead of a list."""
        if not value_type.has(NONE):
            return []
        return [f"{pad}if row == NONE:", f"{pad}    row = fail(S, ErrorFlag.NONE_IN_SUM)"]

    # One game ------------------------------------------------------------------------------------------------------
    def whole_number(self, name: str, *arguments: str) -> str:
        """Return a call of a rule whose result must be a whole number within the limits of a row."""
        return_type = self.returned(name)
        if return_type.kinds and not return_type.has(*NUMBERS):
            raise NotCompilable(f"`{name}` that returns {return_type} can't be compiled", "", self.roots[name].node)
        call = self.call(name, *arguments)
        if return_type.has(NONE) or not return_type.kinds:
            call = f"real_number(S, {call})"
        return f"whole_float(S, {call})" if return_type.has(FLOAT) else f"in_row(S, {call})"

    def game(self) -> str:
        """Return the functions that play a game."""
        program = self.program
        initial = [
            "    for i in range(G_BEGIN, G_END):",
            f"        S[i] = {UNSET}",
            "    for i in range(PLAYER_BEGIN, PLAYER_END):",
            f"        S[i] = {UNSET}",
        ]
        initial += self.initial_values()
        initial += ["    forget_texts(S, TEXTS)"] if program.makes_texts else []
        initial = [line.replace("G_BEGIN", self.first_free()) for line in initial]
        round_ = f"    {self.call('round')}\n" if "round" in self.roots else self.turns()
        finished = "        pass"
        if "finished" in self.roots:
            return_type = self.returned("finished")
            if return_type.has(PROSE):
                raise NotCompilable("an ending whose name is composed can't be compiled", "return its name")
            tests = f"x != NONE and x != {self.layout.packing.text('')}" if return_type.kinds else "0"
            finished = f"        x = {self.call('finished')}\n        if {tests}:\n            end_by(S, x)"
        score = self.whole_number("score", "PLAYER + seat")
        standing = (
            self.whole_number("standing", "PLAYER + seat")
            if "standing" in self.roots
            else f"-{score}"
            if program.game.lowest_wins
            else score
        )
        return GAME.format(
            setup=0,
            chance=1,
            running=RUNNING,
            unfinished=UNFINISHED,
            nodes=len(program.nodes),
            initial="\n".join(initial),
            begin=f"    {self.call('setup')}" if "setup" in self.roots else "    pass",
            round=round_.rstrip(),
            standing=standing,
            score=score,
            finished=finished,
            parts=self.parts() or "    pass",
            extras=self.extras() or "    pass",
        )

    def turns(self, order: str = ORDER, gather: str = GATHER) -> str:
        """Return lines in which all players take their turns, as in `Game.round`."""
        is_out = "        if S[(v & 15) * PLAYER_SIZE + P_out]:\n            continue\n"
        turn = IDLE_TURN if self.layout.copies else TURN
        return TURNS.format(
            order=order,
            running=RUNNING,
            out=is_out if ("player", "out") in self.program.stored else "",
            turn=turn.format(turn=self.call("turn", "v"), gather=gather).rstrip(),
        )

    def called_turns(self) -> str:
        """Return the function of `super().round()`: lists stay where they are, as its caller refers to them."""
        return f"def turns_of_round(S):\n{self.turns('    order = copy_list(S, PLAYERS)', '')}    return 0\n"

    def first_free(self) -> str:
        """Return the place where the game's own attributes begin."""
        return "OWN"

    def initial_values(self) -> list[str]:
        """Return lines that set attributes to their values before setup."""
        program, layout = self.program, self.layout
        lines = []
        for name, place in program.tallies.items():
            lines.append(f"    S[G_{name}] = new_zeros(S, {len(place.root().numbering or ())})")
        for figure in program.own_figures:
            figure_type = program.attribute("game", figure.name).type
            lines.append(f"    S[G_{figure.name}] = {layout.word(None if figure.undefined else 0, figure_type)}")
        lines += [f"    S[G_{name}] = S[KNOB_{name}]" for name in program.knobs]
        for owner, name in sorted(program.stored):
            if owner not in {"game", "player"}:
                continue
            initial = program.class_value(owner, name)
            if initial is dataclasses.MISSING:
                continue
            word = layout.word(initial, program.attribute(owner, name).type)
            if owner == "game":
                lines.append(f"    S[G_{name}] = {word}")
            else:
                lines += ["    for seat in range(seats):", f"        S[seat * PLAYER_SIZE + P_{name}] = {word}"]
        return lines

    def parts(self) -> str:
        """Return lines that record the cards that count for each player."""
        if "parts" not in self.roots:
            return ""
        words, return_type = self.layout.part_words, self.returned("parts")
        lines = [
            "    for seat in range(seats):",
            "        top = S[TOP]",
            f"        row = {self.call('parts', 'PLAYER + seat')}",
        ]
        lines += [f"        for i in range({words}):", f"            O[o + O_PARTS + seat * {words} + i] = 0"]
        lines += self.no_list(return_type, "        ") if return_type.is_container else []
        each = [
            "if card < FIRST_CARD or card > FIRST_CARD + CARD_MASK:",
            "    fail(S, ErrorFlag.NO_CARD)",
            "else:",
            f"    at = o + O_PARTS + seat * {words} + (card - FIRST_CARD) // 62",
            "    O[at] = O[at] | 1 << (card - FIRST_CARD) % 62",
        ]
        if return_type.is_container:
            lines += ["        row = list_members(S, row)"] if return_type.is_hashed else []
            step = 2 if return_type.has(DICT) else 1
            lines += [f"        for i in range(0, S[row + 1], {step}):", "            card = S[row + 2 + i]"]
            lines += ["            " + line for line in each]
        elif return_type.kinds:
            lines += ["        card = row", *("        " + line for line in each)]
        return "\n".join([*lines, "        S[TOP] = top"])

    def extras(self) -> str:
        """Return lines that record the game's own figures, then the numbers of its tallies."""
        lines = []
        for number, figure in enumerate(self.program.own_figures):
            figure_type = self.program.attribute("game", figure.name).type
            lines += [f"    x = S[G_{figure.name}]", *self.recorded(figure_type, f"O_EXTRAS + {number}")]
        first = len(self.program.own_figures)
        for name, place in self.program.tallies.items():
            count = len(place.root().numbering or ())
            lines += [f"    for i in range({count}):", f"        x = S[S[G_{name}] + 2 + i]"]
            lines += [f"    {line}" for line in self.recorded(place.root().elements.type, f"O_EXTRAS + {first} + i")]
            first += count
        return "\n".join(lines)

    def recorded(self, figure_type: Type, at: str) -> list[str]:
        """Return lines that write the word `x` of a figure into a row; None means that it is undefined."""
        write = f"O[o + {at}] = {'whole_float' if figure_type.has(FLOAT) else 'in_row'}(S, x)"
        if not figure_type.has(FLOAT, NONE):
            return [f"    {write}"]
        none = FLOAT_NONE if figure_type.has(FLOAT) else "NONE"
        return [f"    if x == {none}:", f"        O[o + {at}] = NONE", "    else:", f"        {write}"]
