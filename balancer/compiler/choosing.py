"""Flat code of choices: a persona takes the option that it values most, or draws one by its odds; others draw any."""

from __future__ import annotations

from collections.abc import Mapping

from balancer.compiler.emitter import FLOAT_NONE
from balancer.compiler.errors import NotCompilable
from balancer.compiler.kinds import FLOAT, NONE, NUMBERS
from balancer.compiler.program import Program
from balancer.compiler.routines import Routine
from balancer.compiler.taking import OptionCards

CHOICE = """
def choose_{name}(S, v, options):
    if begin_choice(S, v, options, {number}) == 0:
        return forced_option(S, options)
    if S[WATCHED]:
        return S[options + 2 + watched_{name}(S, v, options)]
    return S[options + 2 + decide_{name}(S, v, options)]


def watched_{name}(S, v, options):
    place = repeated_place(S, v, options, {number})
    if place < 0:
        exchange_figures(S)
        place = fork_place(S, options, decide_{name}(S, v, options))
        exchange_figures(S)
{taking}    return place


def decide_{name}(S, v, options):
    entry = LINE_UP + entry_of(S, v) * LINE_UP_SIZE
    if S[entry]:
        return draw_place(S, v, options)
{ways}    return draw_place(S, v, options)
"""

BEST = """
def best_{name}(S, v, options, entry):
    if makes_mistake(S, v, S[entry + 1]):
        return draw_place(S, v, options)
    top = S[TOP]
    best = 0
    place = 0
    ties = 0
    for i in range(S[options + 1]):
        option = S[options + 2 + i]
        x = 0
{values}
        if ties == 0 or {better}:
            best = x
            place = i
            ties = 1
        elif {equal}:
            ties = ties + 1
            if wins_tie(S, v, ties):
                place = i
    return place
"""

BY_ODDS = """
def by_odds_{name}(S, v, options, entry):
    if makes_mistake(S, v, S[entry + 1]):
        return draw_place(S, v, options)
    sums = new_list(S, S[options + 1])
    top = S[TOP]
    for i in range(S[options + 1]):
        option = S[options + 2 + i]
        x = 0
{values}
        add_weight(S, sums, x)
    return draw_by_weights(S, v, sums)
"""


class Choosing:
    """Writes the functions with which players choose."""

    def __init__(self, program: Program, personas: Mapping[tuple[str, int], Routine], taking: OptionCards) -> None:
        """Receive the routines of personas, by decision and style."""
        self.program, self.personas, self.taking = program, personas, taking

    def choice(self, name: str, number: int) -> str:
        """Return the functions with which players choose at a decision."""
        styles = {style: routine for (node, style), routine in self.personas.items() if node == name}
        taking = f"    if S[TAKING]:\n        note_{name}(S, options, place)\n" if self.taking.counts(name) else ""
        best = {style: routine for style, routine in styles.items() if not routine.draws}
        drawing = {style: routine for style, routine in styles.items() if routine.draws}
        functions, ways = "", ""
        if best:
            is_float = any(self.program.cell(("return", routine)).type.has(FLOAT) for routine in best.values())
            better, equal = ("flt(best, x)", "feq(x, best)") if is_float else ("x > best", "x == best")
            values = self.values(best, is_float=is_float)
            functions += BEST.format(name=name, values=values, better=better, equal=equal)
            ways += self.way(f"best_{name}", best)
        if drawing:
            functions += BY_ODDS.format(name=name, values=self.values(drawing, is_float=True))
            ways += self.way(f"by_odds_{name}", drawing)
        return functions + CHOICE.format(name=name, number=number, taking=taking, ways=ways)

    def way(self, function: str, styles: Mapping[int, Routine]) -> str:
        """Return the lines for personas of some styles."""
        if len(styles) == len(self.program.game.persona_classes.styles):
            return f"    return {function}(S, v, options, entry)\n"
        tests = " or ".join(f"S[entry + HABIT_style] == {style}" for style in styles)
        return f"    if {tests}:\n        return {function}(S, v, options, entry)\n"

    def values(self, styles: Mapping[int, Routine], *, is_float: bool) -> str:
        """Return lines that set `x` to the value of an option to a persona.  NotCompilable: it is no number."""
        values = ""
        for style, routine in styles.items():
            codes = dict(zip(routine.own_parameters, ("0", "v", "option"), strict=False))
            call = f"{routine.name}({', '.join(['S', *routine.leading, *codes.values()])})"
            call = call.replace("v_P", "entry", 1)
            return_type = self.program.cell(("return", routine)).type
            if is_float and not return_type.has(FLOAT):
                call = f"exact_float(S, {call})"
            lines = [f"x = {call}", *([] if routine.keeps else ["S[TOP] = top"])]
            if return_type.kinds and not return_type.has(*NUMBERS):
                raise NotCompilable(
                    f"a persona that returns {return_type} can't be compiled", "", routine.node, routine.file
                )
            if return_type.kinds - NUMBERS - {NONE}:
                lines += ["if x >= PLAYER:", "    fail(S, ErrorFlag.NONE_IN_SUM)"]
            if return_type.has(NONE) or not return_type.kinds:
                lines += [f"if x == {FLOAT_NONE if is_float else 'NONE'}:", "    fail(S, ErrorFlag.NONE_IN_SUM)"]
            if is_float:
                lines += ["if not feq(x, x):", "    fail(S, ErrorFlag.NOT_FINITE)"]
            pad = "        "
            if len(self.program.game.persona_classes.styles) > 1:
                values += f"{pad}if S[entry + HABIT_style] == {style}:\n"
                pad += "    "
            values += "".join(f"{pad}{line}\n" for line in lines)
        return values.rstrip()
