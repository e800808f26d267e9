"""Writes random games: a grammar of rules as designers write them, over names that all games of it have."""

from __future__ import annotations

import random
import re
import textwrap

from tests.compiler.both_ways import HEAD

GRAMMAR = {
    "number": [
        *("n", "i", "j", "self.a", "p.points", "q.points", "p.seat", "t[0]", "o.size", "q.best.size", "m.x"),
        *("self.count[w]", "3", "7", "-2"),
    ],
    "int": [
        *("(<int> + <int>)", "(<int> - <int>)", "(<int> * <int>)", "(<int> // 3)", "(<int> % 5)", "(<int> // -2)"),
        *(
            "(<int> % -3)",
            "(<int> if <bool> else <int>)",
            "len(<list>)",
            "sum(<list>)",
            "max(<int>, <int>)",
            "abs(<int>)",
        ),
        *("max(<list>, default=<int>)", "min(<list>, key=lambda z: (z * <int>, z), default=0)", "(<int> and <int>)"),
        *(
            "sum(<int> for i in <list>)",
            "<list>.count(<int>)",
            "next((i for i in <list> if <bool>), <int>)",
            "int(<bool>)",
        ),
        *(
            "self.helper(<int>, <list>)",
            "d.get(<int>, <int>)",
            "len(<set>)",
            "(<list> or [<int>])[-1]",
            "(<int> or <int>)",
        ),
        *("int(<fraction>)", "{'a': 1, 'b': <int>, 'cc': 3}[<text>]", "(maybe if maybe is not None else <int>)"),
        *("<object>.twice(<int> % 10)", "sum(x * y % 11 for x, y in self.seen)", "(m.x + m.total)"),
        "len([z for z in self.things if z.size > <int>])",
    ],
    "bool": [
        *(
            "<int> < <int>",
            "<int> >= <int>",
            "<int> == <int>",
            "(<bool> and <bool>)",
            "(<bool> or <bool>)",
            "not (<bool>)",
        ),
        *("<int> in <list>", "<int> not in <list>", "any(<bool> for i in <list>)", "all(<bool> for i in <list>)"),
        *("<list> == <list>", "<list> < <list>", "<int> < <int> <= 7", "(<int>, <int>) in [(<int>, 1), (2, <int>)]"),
        *("<int> in <set>", "p is q", "p != q", "<text> == <text>", "<text> < <text>", "<tuple> in self.ts"),
        *("<tuple> <= <tuple>", "<object> is not <object>", "(<int> % 5, <int> % 5) in self.seen"),
        *("<fraction> < <fraction>", "<text> in self.by", "maybe is None"),
    ],
    "row": ["xs", "ys", "self.row", "p.hand", "q.hand", "o.items", "self.by[w]", "self.grid[1]"],
    "list": [
        *("[<int>, <int>]", "[]", "[<int> for i in <list> if <bool>]", "<list>[1:n]", "<list>[-2:]", "<list>[::-1]"),
        *(
            "(<list> + <list>)",
            "sorted(<list>)",
            "sorted(<list>, key=lambda z: (z % 3, z), reverse=True)",
            "[<int>, *<list>]",
        ),
        *("list(range(<small>))", "list(reversed(<list>))", "(<list> if <bool> else <list>)", "(<list> or <list>)"),
        *("sorted(<set>)", "[i * j for i, j in zip(<list>, <list>)]", "list(d.values())", "(<list> * 2)"),
        "[a + b for a, b in itertools.combinations(<list>[:4], 2)]",
    ],
    "set": [
        *("set(<list>)", "(<set> | <set>)", "(<set> & <set>)", "(<set> - <set>)", "{<int>, <int>}"),
        "{i for i in <list> if <bool>}",
    ],
    "text": ["'a'", "'b'", "'cc'", "w", "t[1]", "o.name", "self.word", "m.kind"],
    "tuple": ["t", "self.t", "min(self.ts, default=t)", "self.ts[0]", "(<int> % 9, <text>)"],
    "object": ["o", "self.things[0]", "self.things[-1]", "p.best", "max(self.things, key=lambda z: z.size)"],
    "fraction": [
        *(
            "f",
            "self.f",
            "1.25",
            "(<int> / 4)",
            "(<fraction> + <fraction>)",
            "(<fraction> * <int>)",
            "max(<fraction>, <int>)",
        ),
        *("sum(z / 3 for z in <list>)", "abs(<fraction>)", "(<fraction> % 7)"),
    ],
    "small": ["(<int>) % 50"],
    "statement": [
        *(
            "i = <small>",
            "self.a = <small>",
            "p.points += <small>",
            "j += <small>",
            "xs = (<list>)[:12]",
            "self.row = (<list>)[:12]",
        ),
        *(
            "p.hand = (<list>)[:12]",
            "<row>.append(<small>)",
            "if <row>:\n    i = xs.pop() if xs else 1",
            "del <row>[1:3]",
        ),
        *("p.hand, q.hand = q.hand, p.hand", "xs = p.hand", "ys = self.row", "d[<small>] = <small>", "<row>.sort()"),
        *(
            "<row>.sort(key=lambda z: (z % 4, -z))",
            "self.shuffle(<row>)",
            "i = p.choose('pick', <list> or [1])",
            "p, q = q, p",
        ),
        *(
            "i, j = j, <small>",
            "<row>[:] = (<list>)[:10]",
            "self.out += <small> % 97",
            "ys = self.change(<list>)",
            "t = <tuple>",
        ),
        *("self.ts.append(<tuple>)\nself.ts = self.ts[-6:]", "w = <text>", "o = <object>", "o.size = <small>"),
        *("self.things.append(Thing(<text>, <small>))\ndel self.things[:-5]", "self.seen.add((<int> % 5, <int> % 5))"),
        *(
            "self.by[<text>].append(<small>)",
            "self.count[<text>] += <small> % 7",
            "f = <fraction>\nf = f if -1e6 < f < 1e6 else 1.5",
        ),
        *("self.f = round(<fraction> * 4 % 1000) / 4", "maybe = None", "maybe = <small>", "m = Card(<small>, <text>)"),
        *(
            "m = m._replace(x=<small>)",
            "p.best = <object>",
            "o.items = (<list>)[:8]",
            "t = p.choose('tup', self.ts or [t])",
        ),
        *("o = q.choose('thing', self.things)", "self.seen = {(a, b) for a, b in self.seen if <bool>}"),
        "self.pack.append(Card(<small>, <text>))\nself.pack.sort()",
        (
            "match t:\n    case (0, w):\n        self.out += 5\n"
            "    case (i, 'a'):\n        self.out += i\n    case _:\n        <statement>"
        ),
        "for key, row in self.by.items():\n    self.out += len(row) * (key == <text>) + sum(row)",
        "if <bool>:\n    <statement>\nelse:\n    <statement>",
        (
            "for i in <list>[:5]:\n    <statement>\n    if i > 4:\n"
            "        break\n    <statement>\nelse:\n    self.out += 3"
        ),
        "for j, (i, z) in enumerate(zip(<list>[:4], <list>)):\n    if i > z:\n        continue\n    <statement>",
        "k = 0\nwhile k < 3 and <bool>:\n    k += 1\n    <statement>",
        "for p in self.players:\n    <statement>",
        (
            "try:\n    <attempt>\n    <attempt>\nexcept (IndexError, ValueError):\n    <statement>\n"
            "except (KeyError, ZeroDivisionError, StopIteration):\n    <statement>"
        ),
        "try:\n    <attempt>\n    <attempt>\nexcept LookupError:\n    self.out += 3\nelse:\n    <statement>",
    ],
    "attempt": [
        *("i = <risky>", "self.a = <risky>", "<row>.append(<risky>)", "<row>.remove(<risky>)", "d[<number>] = <risky>"),
        *("i, j = <row>", "j = <row>.pop()", "del d[<number>]", "self.seen.remove((<number>, <risky>))", "w = <text>"),
        *(
            "<row>[<number>] = <risky>",
            "xs = [z // <number> for z in <row>]",
            "i = max(z for z in <row> if z > <risky>)",
        ),
        *("self.out += <risky> % 97", "i = max(z for z in <row> if z > <risky>)"),
        *("i = next(z for z in <row> if z < <risky>)", "f = <number> / <number>"),
        *("<row>.insert(0, <row>.pop(<number>))", "p.points, i = <risky>, <risky>", "del <row>[<number>]"),
        *("for j in <row>[:3]:\n    <attempt>\n    <attempt>", "if <risky> > <number>:\n    <attempt>\n    <attempt>"),
        "k = 0\nwhile k < 3 and <risky> > <number>:\n    k += 1\n    <attempt>",
    ],
    "risky": [
        *("<number>", "<row>[<number>]", "d[<number>]", "<row>.index(<number>)", "(<number> // <number>)"),
        *("(<risky> + <risky>)", "sum(<row>)", "len(<row>)", "(<risky> if <row>[<number>] > 1 else <number>)"),
        *("(<number> in <row> and <row>[<number>])", "min(<row>)", "sum(z % <number> for z in <row>)"),
    ],
}
RARE = {
    "int": [
        *(
            "len(<cells>)",
            "sum(k * x for k, (x, y) in enumerate(<cells>))",
            "len(self.walls)",
            "self.cost.get(<edge>, 9)",
        ),
        "len(self.walls - {<edge>})",
        *(
            "self.marks.get(<long>, <int>)",
            "len(<long>)",
            "sum(<long>)",
            "(<long> or (*b, <int>))[-1]",
            "LONG.get(<long>, 3)",
        ),
        *(
            "<pair>[0]",
            "sum(<pair>[1])",
            "round(<int>, -1)",
            "sum(itertools.islice(<list>, 2))",
            "sum(u[0] for u in self.us)",
        ),
        "(d.popitem()[1] if d else 4)",
        *("<unit>.power(<int> % 9)", "p.unit.worth", "sum(z.power(i % 5) for z in self.units)", "<unit>.cost"),
        *(
            "getattr(self, 'do_' + <way>)(<int> % 99)",
            "WAYS[<way>](self, <int> % 99)",
            "sum(self.below_some(<number>))",
        ),
        *("max(self.below_some(<number>), default=<int>)", "sum(z * <int> % 7 for y in self.grid for z in y)"),
        "len(list(itertools.chain(<list>, <list>)))",
    ],
    "bool": [
        *(
            "<cell> in <cells>",
            "<edge> in self.walls",
            "<cells> <= <cells>",
            "<cells> == <cells>",
            "<edge> in self.cost",
        ),
        *("<long> in self.marks", "<long> == <long>", "<long> < <long>", "<long> in self.spots", "<long> in LONG"),
        *("any(z > <int> for z in self.below_some(<number>))", "isinstance(<unit>, Tower)", "<unit> is p.unit"),
        *("hasattr(self, 'late')", "<list> in self.grid", "self.grid == [<list>, [1], [2, 3]]"),
    ],
    "long": [
        *("b", "self.b", "(1, 2, 3, 4, 5, 6)", "tuple(<list>)[:7]", "(*<long>[:3], <small>)", "<long>[1:]", "()"),
        *("(<long> + <long>)[:7]", "max(sorted(self.spots), key=len, default=b)", "tuple(z % 4 for z in <list>[:6])"),
    ],
    "pair": ["u", "self.u", "(<small>, (<list>)[:9])", "self.us[-1]", "max(self.us, key=lambda z: z[0])"],
    "statement": [
        *("self.cells.add(<cell>)", "self.cells.discard(<cell>)", "self.cells |= <cells>", "self.cells -= <cells>"),
        *(
            "self.cells &= <cells>",
            "self.cells ^= <cells>",
            "self.cells.update(<cells>, [<cell>])",
            "self.cells = <cells>",
        ),
        *(
            "for k, (x, y) in enumerate(<cells>):\n    self.out = (self.out * 3 + k * x + y) % 100003",
            "self.walls.add(<edge>)",
        ),
        "for x, y in <cells>:\n    if (y, x) in self.cells:\n        <statement>\n        break",
        "if self.cells:\n    x, y = self.cells.pop()\n    self.out += x * 5 + y",
        *("self.walls.discard(<edge>)", "self.walls |= {<edge>, <edge>}", "self.cost[<edge>] = <small>"),
        "self.cost[<edge>] = self.cost.get(<edge>, 2) + 1",
        *(
            "b = <long>",
            "self.b = <long>",
            "self.marks[<long>] = <small>",
            "self.marks.pop(<long>, 0)",
            "b += (<small>,)",
        ),
        *("self.spots.add(<long>)", "self.spots.discard(<long>)", "b = b[-5:]", "self.marks = {}", "self.spots = {b}"),
        *("b = p.choose('long', sorted(self.spots) or [b])", "self.late = <small>", "u = <pair>", "self.u = <pair>"),
        *("self.us.append(<pair>)\nself.us = self.us[-4:]", "i, xs = <pair>", "u = q.choose('pair', self.us)"),
        *(
            "note = '%d of ' % <int> + <text>",
            "self.said = note + <text> + str(<fraction>)",
            "self.say(note, self.said)",
        ),
        "self.u[1][:] = (<list>)[:9]",
        *("p.unit = <unit>", "<unit>.worth = <small>", "self.units.append(<made>)\ndel self.units[:-4]"),
        *("p.hand = q.hand", "self.grid[2] = <row>", "self.by['cc'] = p.hand", "o.items = self.row", "xs = ys = <row>"),
        *("<unit>.load = <row>", "self.grid[0] = self.grid[1]", "def NEW(z):\n    return z + i\ni += NEW(<int> % 9)"),
        (
            "NEWn = <small>\ndef NEW(z):\n    nonlocal NEWn\n    NEWn += z % 5\n    return NEWn\n"
            "i = NEW(<int>) + NEWn + NEW(2)"
        ),
        "NEW = lambda z: z * 2 + n\nxs = [NEW(z % 9) for z in <list>][:9]",
        "for i, j in itertools.product(<list>[:3], <list>[:3]):\n    <statement>\n    if i > j:\n        break",
        "for i, j in itertools.combinations(<list>[:4], 2):\n    if i > j:\n        continue\n    <statement>",
        "for i in (z + n for y in self.grid for z in y if z != <int>):\n    <statement>\n    if i > 9:\n        break",
        "for xs in ([z, *<list>] for z in <list>[:3]):\n    <statement>\n    self.out += sum(xs) % 97",
        "for j in reversed(<row>[:5]):\n    <statement>",
        "for xs in map(self.pair_of, <list>[:3]):\n    xs.append(<small>)\n    self.out += sum(xs) % 97",
        "for j in self.below_some(<number>):\n    self.out += j % 13",
        "for i, z in enumerate(self.below_some(<number>)):\n    self.out += i * z % 13",
        "self.moves.append(<move>)\nself.moves = self.moves[-4:]",
        "aim = <aim>",
        "self.aim = <aim>",
        "self.out += 1 if <aim> else 2",
        (
            "what, aim = <move>\nif what == 'take':\n    self.out += sum(aim) % 99 + len(aim)\n    xs = aim[1:]\n"
            "elif what == 'card':\n    self.out += aim.total + (aim in self.pack)\n    m = aim\n"
            "elif what == 'who':\n    <statement>\n    p = aim"
        ),
    ],
    "move": [
        *("('take', <list>)", "('take', [<int>])", "('card', Card(<small>, <text>))", "('card', m)", "('none', None)"),
        *("self.moves[-1]", "('who', p)", "('word', <text>)", "p.choose('move', self.moves)"),
    ],
    "unit": ["p.unit", "q.unit", "self.units[0]", "self.units[-1]", "max(self.units, key=lambda z: z.worth)"],
    "way": ["'low'", "'high'", "('low' if <bool> else 'high')"],
    "made": ["Unit(<small>)", "Tower(<small>, <small>)", "Wall(<small>)"],
    "cell": ["(<small>, <small>)", "(<int> % 5, n % 7)", "(i % 3, -1)"],
    "cells": [
        *("self.cells", "self.cells", "{(x % 5, <small>) for x in <list>}", "(<cells> | <cells>)", "{<cell>, <cell>}"),
        *("(<cells> & <cells>)", "(<cells> - <cells>)", "(<cells> ^ <cells>)", "set(<cells>)", "self.cells.copy()"),
        *("self.cells.union([<cell>, <cell>])", "self.cells.difference([<cell>])", "{(0, 1), (1, 0), (-1, 0), (2, 2)}"),
        *(
            "self.cells.intersection([<cell>, (2, 2)])",
            "({<cell>: 1}.keys() | <cells>)",
            "(<cells> - {<cell>: 1}.keys())",
        ),
    ],
    "edge": ["frozenset((<cell>, <cell>))", "frozenset({<cell>})", "frozenset(<cells>)"],
    "aim": ["aim", "self.aim", "<move>[1]", "<list>", "m", "q", "<text>", "None"],
}
"""Rarer constructs: long tuples, tuples with lists, what may be a list or a card, texts composed in a game.

And classes that inherit, functions by name, generators, loops over iterators, inner functions, lists in two places.
"""

GAME = """
LONG = {(1, 2, 3, 4, 5, 6): 7, (): 1, **{tuple(range(k)): k for k in range(7)}}


@dataclass(eq=False)
class Thing:
    name: str
    size: int = 1
    items: list = field(default_factory=list)

    def twice(self, k):
        return 2 * self.size + k + len(self.items)


class Card(NamedTuple):
    x: int
    kind: str

    @property
    def total(self):
        return self.x * 2 + (self.kind == "b")


class Unit:
    cost = 3

    def __init__(self, worth):
        self.worth, self.load = worth, []

    def power(self, k):
        return self.worth + k + len(self.load)


class Tower(Unit):
    def __init__(self, worth, height):
        super().__init__(worth)
        self.height = height

    def power(self, k):
        return super().power(k) * 2 + self.height


class Wall(Unit):
    cost = 5


WAYS = {"low": lambda game, k: k + len(game.row), "high": lambda game, k: 10 * k - game.a}


class Small(Game):
    seats = range(2, 4)
    max_rounds = 4

    def do_low(self, k):
        return k // 2

    def do_high(self, k):
        self.out += 1
        return 3 * k

    def below_some(self, limit):
        for z in self.row:
            if z < limit:
                yield z + 1

    def pair_of(self, z):
        return [z, len(self.row)]

    def setup(self):
        self.out = self.a = 0
        self.row, self.word, self.f, self.t = [3, 1, 2], "a", 0.25, (3, "b")
        self.ts, self.grid = [(1, "a"), (2, "b")], [[], [1], [2, 3]]
        self.things = [Thing("a", 2), Thing("b", 5)]
        self.seen, self.by = set(), {"a": [1], "b": [], "cc": [2]}
        self.b, self.marks, self.spots = (1, 2, 3, 4, 5, 6), {}, set()
        self.cells, self.walls, self.cost = {(1, 2)}, set(), {}
        self.u, self.us, self.said = (1, [2]), [(0, [3])], "nothing"
        self.moves, self.aim = [("none", None)], None
        self.count, self.pack = Counter(["a", "b"]), [Card(1, "a"), Card(4, "cc")]
        self.units = [Unit(1), Tower(2, 4), Wall(3)]
        for p in self.players:
            p.points, p.hand, p.best = p.seat, [p.seat, 4, 5], self.things[p.seat % 2]
            p.unit = self.units[p.seat % 3]

    def helper(self, i, xs):
        n, j, p, q, ys, d = i % 4, 2, self.players[0], self.players[1], [1], {1: 2}
        b, u, note, aim = self.b, self.u, "none", None
        w, t, f, maybe, o, m = "b", (1, "a"), 0.5, None, self.things[0], Card(2, "a")
HELPER
        return i + len(ys)

    def change(self, xs):
        i, j, n, p, q, ys, d = 1, 2, 3, self.players[1], self.players[0], xs, {1: 2, 5: 3}
        b, u, note, aim = self.b, self.u, "none", None
        w, t, f, maybe, o, m = "b", (1, "a"), 0.5, None, self.things[0], Card(2, "a")
CHANGE
        return RETURNED

    def round(self):
        self.begin_turn()
        n, i, j, p, q = self.below(5), 1, 2, self.players[0], self.players[1]
        xs, ys, d = [n, 2], [5], {n: 1}
        b, u, note, aim = self.b, self.u, "none", None
        w, t, f, maybe, o, m = "b", (1, "a"), 0.5, None, self.things[0], Card(2, "a")
ROUND
        self.out += sum(xs) + i + j + t[0] + (w == "a") + int(f * 8 % 100) + o.size + m.total + (maybe or 0)
        self.out += sum(sum(x.hand) + x.points + x.best.size for x in self.players) + sum(map(sum, self.by.values()))
        self.out += sum(z.size + sum(z.items) for z in self.things) + 3 * len(self.seen) + sum(self.count.values())
        self.out += sum(z.power(2) + sum(z.load) for z in self.units) % 1009
        self.out = (self.out + sum(z[0] for z in self.ts) + sum(z.total for z in self.pack)) % 1000003

    def score(self, player):
        return self.out % 1000 + len(player.hand)


class Thinker(Persona):
    "Thinks."

    def long(self, game, me, option):
        return sum(option) % 7 - len(option)

    def pair(self, game, me, option):
        return option[0] + len(option[1])

    def move(self, game, me, option):
        what, aim = option
        return sum(aim) % 5 if what == "take" else aim.x if what == "card" else 2

    def pick(self, game, me, option):
        return option * 2 + len(me.hand) - game.f

    def tup(self, game, me, option):
        return option[0] - 2 * (option[1] == "a") + 0.5

    def thing(self, game, me, thing):
        return thing.size if thing.name == "a" else -len(thing.items)
"""


class Writer(random.Random):
    """Writes random rules."""

    is_rare = False

    def expanded(self, kind: str, depth: int = 0) -> str:
        """Return something of a kind; what lies deep is short."""
        templates = GRAMMAR.get(kind, [])
        if self.is_rare:
            templates = [*templates, *2 * RARE.get(kind, [])]
        if kind in {"int", "list"} and (depth > 3 or self.random() < 0.3):
            return self.choice(GRAMMAR["number" if kind == "int" else "row"])
        if depth > 3:
            templates = [each for each in templates if "<" not in each] or [
                each for each in templates if each.count("<") < 2
            ]
        template = re.sub(r"\bk\b", f"k{depth}", self.choice(templates))  # a loop in a loop counts by itself
        template = re.sub(r"\bNEW(\w*)", rf"new_{self.randrange(10**9)}\1", template)
        return re.sub(r"( *)<([a-z]+)>", lambda found: self.placed(found, depth + 1), template)

    def placed(self, found: re.Match[str], depth: int) -> str:
        """Return what stands for a word of the grammar; statements are indented as their first line."""
        text = self.expanded(found[2], depth)
        return textwrap.indent(text, found[1]) if found[2] in {"statement", "attempt"} else found[1] + text

    def block(self, count: int, depth: int = 0) -> str:
        return textwrap.indent("\n".join(self.expanded("statement", depth) for _ in range(count)), " " * 8)

    def game(self, *, is_rare: bool = False) -> str:
        self.is_rare = is_rare
        parts = {"HELPER": self.block(2, 2), "CHANGE": self.block(2, 2), "ROUND": self.block(self.randint(4, 9))}
        parts["RETURNED"] = self.choice(["xs", "ys", "xs[1:]", "self.row", "p.hand", "o.items"])
        text = GAME
        for name, part in parts.items():
            text = text.replace(name, part)
        return HEAD + text
