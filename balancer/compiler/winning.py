"""Flat code of who wins together, who has won, and who began."""

from __future__ import annotations

from collections.abc import Mapping

from balancer.compiler.errors import NotCompilable
from balancer.compiler.kinds import BOOL, DICT, INT, NONE, PLAYER, Type
from balancer.compiler.program import Program
from balancer.compiler.routines import Routine
from balancer.core.dice import MAX_SEATS
from balancer.plain.declared import Ending, declared_in
from balancer.sides import TEAMS, TOGETHER

ALL_SEATS = "(1 << S[SEATS]) - 1"


class Winning:
    """Writes the functions that are called when a game is over."""

    def __init__(self, program: Program, roots: Mapping[str, Routine]) -> None:
        """Receive the routines of rules, by name."""
        self.program, self.roots = program, roots
        numbers = program.endings
        declared = list(declared_in(program.definition, Ending))
        self.draws = [numbers[ending.name] for ending in declared if ending.draw]
        self.victories = [numbers[ending.name] for ending in declared if ending.won]

    def source(self) -> str:
        """Return `note_sides`, which writes each seat's side and who begins, and `winners_of`, the winners as bits."""
        return "\n".join([*self.sides(), "", "", *self.winners()]) + "\n"

    def call(self, name: str, *arguments: str) -> str:
        """Return a call of one of the rules."""
        return f"{self.roots[name].name}({', '.join(['S', *arguments])})"

    def returned(self, name: str) -> Type:
        """Return the return type of a rule."""
        return self.program.cell(("return", self.roots[name])).type

    def refuse(self, name: str, advice: str) -> NotCompilable:
        """Return the error for a rule that returns what can't be compiled."""
        routine = self.roots[name]
        what = f"`{name}` that returns {self.returned(name)} can't be compiled"
        return NotCompilable(what, advice, routine.node, routine.file)

    def sides(self) -> list[str]:
        """Return the function that notes sides; those of rivals, a table and a bank follow from the seats."""
        lines = ["def note_sides(S, O, o):"]
        if self.program.game.sides == TEAMS:
            if self.returned("team").kinds and not self.returned("team").only(INT):
                raise self.refuse("team", f"write a whole number from 0 to {MAX_SEATS - 1}")
            lines += [
                "    for seat in range(S[SEATS]):",
                "        top = S[TOP]",
                f"        O[o + O_SIDE + seat] = team_number(S, {self.call('team', 'PLAYER + seat')})",
                "        S[TOP] = top",
            ]
        if ("game", "starts") in self.program.stored:
            if not self.program.attribute("game", "starts").type.only(PLAYER, NONE):
                raise NotCompilable("`self.starts` that is no player can't be compiled", "write self.starts = player")
            lines.append("    O[o + O_STARTER] = seat_of(S, S[G_starts])")
        return [*lines, "    return 0"]

    def winners(self) -> list[str]:
        """Return the function that returns the winners of a game that was not cut off."""
        game, lines = self.program.game, ["def winners_of(S, O, o):"]
        if game.sides == TOGETHER:
            return [*lines, *self.won_together()]
        if self.draws:
            tests = " or ".join(f"S[ENDING] == {number}" for number in self.draws)
            lines += [f"    if {tests}:", f"        return {ALL_SEATS}"]
        if "winners" in self.roots:
            lines += self.named_winners()
        elif game.sides == TEAMS:
            return [*lines, f"    return best_teams(S, O, o + O_SCORE, o + O_SIDE, {int(game.lowest_wins)})"]
        else:
            lines += self.best_scores()
        if game.sides == TEAMS:
            return [*lines, "    return with_their_teams(S, O, o + O_SIDE, w)"]
        return [*lines, "    return w"]

    def won_together(self) -> list[str]:
        """Return lines that return all seats if the table has won."""
        if "won" in self.roots:
            return_type = self.returned("won")
            if return_type.kinds - {BOOL, INT, NONE}:
                raise self.refuse("won", "write True or False")
            tests = f"x != 0{' and x != NONE' if return_type.has(NONE) or not return_type.kinds else ''}"
            return [f"    x = {self.call('won')}", f"    if {tests}:", f"        return {ALL_SEATS}", "    return 0"]
        tests = " or ".join(f"S[ENDING] == {number}" for number in self.victories)
        return [f"    if {tests}:", f"        return {ALL_SEATS}", "    return 0"]

    def named_winners(self) -> list[str]:
        """Return lines that set `w` to the winners that the rules name."""
        return_type = self.returned("winners")
        if not return_type.is_container:
            return [f"    w = player_bit(S, {self.call('winners')})"]
        lines = [f"    row = {self.call('winners')}"]
        if return_type.has(NONE):
            lines += ["    if row == NONE:", "        row = fail(S, ErrorFlag.NONE_IN_SUM)"]
        lines += ["    row = list_members(S, row)"] if return_type.is_hashed else []
        step = 2 if return_type.has(DICT) else 1
        lines += ["    w = 0", f"    for i in range(0, S[row + 1], {step}):"]
        return [*lines, "        w = w | player_bit(S, S[row + 2 + i])"]

    def best_scores(self) -> list[str]:
        """Return lines that set `w` to the seats with the best score, or to all but the one who loses."""
        game = self.program.game
        sign = "<" if game.lowest_wins != game.one_loses else ">"
        return [
            "    w = 0",
            "    b = O[o + O_SCORE]",
            "    for seat in range(1, S[SEATS]):",
            f"        if O[o + O_SCORE + seat] {sign} b:",
            "            b = O[o + O_SCORE + seat]",
            "    for seat in range(S[SEATS]):",
            f"        if O[o + O_SCORE + seat] {'!=' if game.one_loses else '=='} b:",
            "            w = w | 1 << seat",
        ]
