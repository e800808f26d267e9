"""Code of calls of methods of the game and of players."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

from balancer.compiler.classes import is_own_class
from balancer.compiler.copies import Copies
from balancer.compiler.emitter import NO_VALUE, WHOLE_TYPE, Several, Value
from balancer.compiler.errors import NotCompilable
from balancer.compiler.kinds import (
    DICT,
    FLOAT,
    GAME,
    INT,
    LIST,
    MAX_NUMBERS,
    NONE,
    PLAYER,
    PROSE,
    SET,
    TEXT,
    Type,
    scalar,
)
from balancer.compiler.prelude import winners
from balancer.core.declarations import FIRST_ENDING
from balancer.core.table import RUNNING
from balancer.plain.declared import Ending, declared_in
from balancer.plain.game import Game, has_teams
from balancer.plain.player import Player


class GameMethods(Copies):
    """Writes the code of calls of methods of the game and of players."""

    def call_game(self, node: ast.Call, name: str) -> Value:
        """Return the result of a method of the game: one of the file's, or one that all games have."""
        definition = self.program.definition
        _, holder, _ = self.method_of(definition, name)
        if holder is not None and is_own_class(holder):
            return self.call_method(GAME, definition, name, [], node)
        if holder is Game:
            return self.call_toolkit(name, node)
        hint = "it is not a method of the class" if holder is None else ""
        raise self.refuse(node, f"`self.{name}()` can't be compiled", hint)

    def call_toolkit(self, name: str, node: ast.Call) -> Value:
        """Return the result of a method that all games have."""
        method = getattr(self, f"game_{name}", None)
        if method is None:
            raise self.refuse(node, f"`{ast.unparse(node.func)}()` can't be compiled", "write what it does")
        hands_on = name == "say" and any(each.arg is None for each in node.keywords)  # who sees it: nobody does
        self.arrange(None if hands_on else vars(Game)[name], node)
        self.program.caching.note_read(self.routine, "", f"calls {name}()")
        result: Value = method(node)
        return result

    def game_setup(self, node: ast.Call) -> Value:
        self.arguments(node)
        return NO_VALUE

    game_finished = game_setup

    def game_parts(self, node: ast.Call) -> Value:
        self.arguments(node)
        return self.value(ast.copy_location(ast.List([], ast.Load()), node))

    def game_round(self, node: ast.Call) -> Value:
        """Write the turns of all players, as in a game without a `round` of its own."""
        turn = self.program.turn_of_rounds
        if turn is None:
            raise self.refuse(node, f"`{ast.unparse(node.func)}()` can't be compiled here", "write its turns")
        self.program.note_call(self.routine, turn, node)
        if turn.keeps:
            self.keeps = self.function_keeps = True
        self.write("turns_of_round(S)")
        return NO_VALUE

    def game_won(self, node: ast.Call) -> Value:
        self.arguments(node)
        self.fail_if(f"S[ENDING] < {FIRST_ENDING}", "RAISED")
        won = [self.program.endings[each.name] for each in declared_in(self.program.definition, Ending) if each.won]
        return self.truth_value(" or ".join(f"S[ENDING] == {number}" for number in won) or "0")

    def game_say(self, node: ast.Call) -> Value:
        for each in [*node.args[1:], *(keyword.value for keyword in node.keywords), *node.args[:1]]:
            self.do(each)
        self.write("say(S)")
        return NO_VALUE

    def do(self, node: ast.expr) -> None:
        """Write only the side effects of an expression, whose value is a text for people."""
        if isinstance(node, ast.Constant) or (isinstance(node, ast.Name) and node.id in self.said_names):
            return
        if isinstance(node, ast.JoinedStr | ast.FormattedValue):
            for each in ast.iter_child_nodes(node):
                if isinstance(each, ast.expr):
                    self.do(each)
            return
        if isinstance(node, ast.Starred):
            self.do(node.value)
            return
        is_static, _ = self.static(node)
        if is_static:
            return
        name = self.builtin(node)
        if isinstance(node, ast.Call) and (
            name in {"str", "repr"} or (isinstance(node.func, ast.Attribute) and self.is_text(node.func.value))
        ):
            for each in node.args:
                self.do(each)
            return
        if isinstance(node, ast.GeneratorExp | ast.ListComp):

            def say_item() -> None:
                self.write("pass")  # an `if` of the generator needs a statement
                self.do(node.elt)

            self.generate(node.generators, say_item)
            return
        if isinstance(node, ast.IfExp):
            condition = self.condition(node.test)
            for head, part in ((f"if {condition}:", node.body), ("else:", node.orelse)):
                with self.indented(head):
                    self.do(part)
            return
        if isinstance(node, ast.BinOp) and (self.is_text(node.left) or self.is_text(node.right)):
            self.do(node.left)
            self.do(node.right)
            return
        value = self.value(node)
        if "(" in value.code:
            self.keep(value.code)

    def is_text(self, node: ast.expr) -> bool:
        """Return whether an expression is a text that is composed while the game runs, or a text of the file."""
        is_static, value = self.static(node)
        if isinstance(node, ast.ListComp | ast.GeneratorExp):
            return self.is_text(node.elt)
        return (
            (is_static and isinstance(value, str))
            or isinstance(node, ast.JoinedStr)
            or self.builtin(node) in {"str", "repr"}
            or (isinstance(node, ast.BinOp) and (self.is_text(node.left) or self.is_text(node.right)))
            or (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and self.is_text(node.func.value))
        )

    def game_begin_turn(self, node: ast.Call) -> Value:
        self.arguments(node)
        self.write("begin_turn(S)")
        return NO_VALUE

    def game_end(self, node: ast.Call) -> Value:
        is_static, name = self.static(node.args[0])
        if is_static:
            number = self.program.endings.get(name)
            if number is None:
                raise self.refuse(node, f"there is no ending {name!r}", f"declare {name} = ending(...) in the class")
            self.write(f"S[ENDING] = {number} if S[ENDING] == {RUNNING} else S[ENDING]")  # the first one counts
            return NO_VALUE
        value = self.value(node.args[0])
        if value.type.has(PROSE):
            raise self.refuse(node, "the name of an ending that is composed can't be compiled", "write its name")
        self.write(f"end_by(S, {value.code})")
        return NO_VALUE

    def game_shuffle(self, node: ast.Call) -> Value:
        if not node.args or any(each.arg != "at" for each in node.keywords):
            raise self.refuse(node, "this call of shuffle can't be compiled", "write self.shuffle(row, at=number)")
        (row,) = self.several(node.args)
        if row.type.kinds and not row.type.has(LIST):
            raise self.refuse(node, f"only a list can be shuffled, not {row.type}", "write list(...)")
        row = self.steady(self.container_code(row, node))
        self.check_shuffled(row.type, node)
        self.change(row)
        address = self.steady(self.value(node.keywords[0].value)) if node.keywords else NO_VALUE
        number = address._replace(type=address.type.without(NONE))
        if number.type.kinds and not number.type.only(INT):
            raise self.refuse(node, f"the address of a shuffle is {number.type}", "write a whole number")
        shuffle = f"shuffle(S, {row.code})"
        if number.type.kinds:
            by_address = f"shuffle_at(S, {row.code}, {self.whole(number, node)})"
            may_be_none = address.type.has(NONE)
            shuffle = f"{shuffle} if {address.code} == NONE else {by_address}" if may_be_none else by_address
        self.keep(shuffle)
        return NO_VALUE

    def game_below(self, node: ast.Call) -> Value:
        (value,) = self.arguments(node)
        return self.thrown("", value, node)

    def thrown(self, before: str, count: Value, node: ast.AST) -> Value:
        """Return a random number below a count, with code for what is added before it."""
        numbers: frozenset[int] | None = None
        if self.program.follows_texts and count.type.numbers and max(count.type.numbers) <= MAX_NUMBERS:
            numbers = frozenset(range(bool(before), max(count.type.numbers) + bool(before)))
        code = self.keep(f"{before}below(S, {self.whole(count, node)})")
        return Value(code, replace(WHOLE_TYPE, numbers=numbers or None), count.is_small)

    def game_roll(self, node: ast.Call) -> Value:
        sides = [*node.args, *(each.value for each in node.keywords)]
        return self.thrown("1 + ", self.value(sides[0]) if sides else self.constant(6), node)

    def game_players_from(self, node: ast.Call) -> Value:
        (value,) = self.arguments(node)
        self.make()
        return Value(self.keep(f"players_from(S, {self.whole(value, node)})"), self.list_of_players(node))

    def game_standing(self, node: ast.Call) -> Value:
        score = self.call_game(node, "score")
        number = self.number(score, node)
        if self.program.game.lowest_wins:
            return (
                Value(f"fneg({number.code})", number.type)
                if number.type.has(FLOAT)
                else Value(self.keep(f"negate(S, {number.code})"), WHOLE_TYPE)
            )
        return number

    def game_winners(self, node: ast.Call) -> Value:
        definition = self.program.definition
        if has_teams(definition):
            raise self.refuse(node, f"`{ast.unparse(node.func)}()` of teams can't be compiled", "write who wins")
        function: Any = winners
        return self.call_routine(self.program.routine(GAME, definition, function, Game), [], node, function)

    def game_choose_together(self, node: ast.Call) -> Value:
        name, source = self.decision(node)
        options = self.steady(self.value(source))
        if options.type.kinds and not options.type.has(DICT):
            raise self.refuse(node, "the options of choose_together are no dict")
        rows = options.type.elements
        if rows.kinds and not rows.only(LIST):
            raise self.refuse(
                node, f"options that are {rows} can't be compiled here", "write lists of options by player"
            )
        self.offer(name, rows)
        self.make()
        dict_type = self.container(DICT, node, rows.elements, scalar(PLAYER))
        dict_type.sure_place.mark(dict)
        if rows.place and dict_type.place:
            self.program.copied(rows.place.elements, dict_type.place.elements)
        self.note_kept(rows.elements)
        room = self.more(dict_type)
        lists = self.keep(f"copy_list(S, {options.code})")
        chosen = self.keep(f"new_list(S, S[{options.code} + 1] + {room})")

        def copy(pair: Value | Several) -> None:
            assert isinstance(pair, list)  # noqa: S101
            self.write(f"set_value(S, {lists}, {pair[0].code}, copy_list(S, {pair[1].code}))")

        def ask(pair: Value | Several) -> None:
            assert isinstance(pair, list)  # noqa: S101
            self.write(f"set_value(S, {chosen}, {pair[0].code}, choose_{name}(S, {pair[0].code}, {pair[1].code}))")

        self.loop_over_dict(Value(lists, options.type), "items", copy, "")
        self.write("if S[WATCHED]:")
        self.write(f"    deal_together(S, {lists})")
        self.loop_over_dict(Value(lists, options.type), "items", ask, "")
        self.keeps = True
        return Value(chosen, dict_type)

    def decision(self, node: ast.Call) -> tuple[str, ast.expr]:
        """Return the name of a decision and the expression of its options."""
        arguments = dict(zip(("decision", "options"), node.args, strict=False)) | {
            str(each.arg): each.value for each in node.keywords
        }
        name, source = arguments.get("decision"), arguments.get("options")
        if name is None or source is None:
            raise self.refuse(node, "a decision needs its name and its options")
        is_static, constant = self.static(name)
        if not is_static or constant not in self.program.nodes:
            raise self.refuse(
                node,
                "the name of a decision that is composed while the game runs can't be compiled",
                "write it in the call",
            )
        return str(constant), source

    def offer(self, name: str, rows: Type) -> None:
        """Note the type of the options of a decision."""
        if rows.elements.has(PROSE):
            raise NotCompilable("an option that is a composed text can't be compiled", "offer words, and say the text")
        if rows.place:
            self.program.cell(("option", name)).unite(rows.place.elements)
            self.program.cell(("options", name)).absorb(rows)
        if name in self.program.keeping:
            self.keeps = self.function_keeps = True

    def write_kinds(self, kinds: ast.expr, row: Value) -> None:
        """Write the setting of the kinds of some options; None: they have none."""
        if isinstance(kinds, ast.IfExp):
            is_first = self.keep_truth(self.condition(kinds.test))
            for test, part in ((f"if {is_first}:", kinds.body), ("else:", kinds.orelse)):
                with self.indented(test):
                    self.write_kinds(part, row)
            return
        if isinstance(kinds, ast.Constant) and kinds.value is None:
            return
        if not isinstance(kinds, ast.List | ast.Tuple | ast.ListComp | ast.Name | ast.Call):
            raise self.refuse(kinds, "these kinds can't be compiled", "write kinds=[len(moves), len(builds)]")
        sizes = self.steady(self.value(kinds) if isinstance(kinds, ast.Name) else self.as_list(kinds))
        if sizes.type.has(NONE):
            with self.indented(f"if {sizes.code} != NONE:"):
                self.set_kinds(sizes._replace(type=sizes.type.without(NONE)), row, kinds)
        else:
            self.set_kinds(sizes, row, kinds)

    def set_kinds(self, sizes: Value, row: Value, node: ast.expr) -> None:
        """Write the setting of the kinds of some options from their numbers."""
        sizes = self.readable(sizes, node)
        if sizes.type.elements.kinds and not sizes.type.elements.only(INT):
            raise self.refuse(node, f"kinds of {sizes.type.elements} can't be compiled", "write whole numbers")
        self.write(f"set_kinds(S, {self.fixed(sizes.code)}, {row.code})")

    def player_choose(self, player: Value, node: ast.Call) -> Value:
        """Return the option that a player chooses."""
        self.arrange(Player.choose, node)
        name, source = self.decision(node)
        self.program.caching.note_read(self.routine, "", "calls choose()")
        player = self.steady(self.real(player, PLAYER, "NO_PLAYER"))
        if isinstance(source, ast.Set | ast.SetComp):
            raise self.refuse(source, "the options are a set, which has no fixed order", "write sorted(...)")
        options = self.value(source) if isinstance(source, ast.Name | ast.Constant) else None
        if options and options.type.has(SET, TEXT):
            raise self.refuse(source, f"options that are {options.type} can't be compiled", "write a list of options")
        row = self.as_list(source)
        self.offer(name, row.type)
        kinds = next((each.value for each in node.keywords if each.arg == "kinds"), None)
        if kinds is None:
            return Value(self.keep(f"choose_{name}(S, {player.code}, {row.code})"), row.type.elements)
        row = self.steady(row)
        self.write_kinds(kinds, row)
        chosen = self.keep(f"choose_{name}(S, {player.code}, {row.code})")
        self.write("S[KINDS] = NOWHERE")
        return Value(chosen, row.type.elements)
