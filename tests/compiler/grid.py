"""Small games in which each way to use items meets each source of items: a cell of a grid is a method.

A kind of items has a list, from which sources take them, and a number that each item is worth.  Plain Python says which
cells are no Python, such as the sum of texts.  grid_game.txt holds the game around the cells, grid_uses.txt the uses.
"""

from __future__ import annotations

import pathlib
import re
import sys
import textwrap
from typing import NamedTuple

from balancer.compiler.errors import NotCompilable
from balancer.compiler.lowering import lower
from balancer.plain.files import load_file
from tests.compiler.both_ways import table_of

HERE = pathlib.Path(__file__).parent
WORTH = {  # of an item <x>, by its kind
    "numbers": "<x>",
    "words": "WORTHS[<x>]",
    "pairs": "(2 * <x>[0] + <x>[1])",
    "spots": "(2 * <x>.x + <x>.y)",
    "things": "<x>.worth",
    "coins": "(<x>.worth + (<x>.side == 'head'))",
    "hues": "<x>.value",
}
CONSTANTS = {  # items that belong to the file
    "numbers": "(4, 0, 3)",
    "words": "('hen', 'owl', 'elk')",
    "pairs": "((1, 2), (0, 1))",
    "spots": "(Spot(1, 2), Spot(0, 1))",
    "things": "(2, 3)",
    "coins": "(Coin(2), Coin(4, 'tail'))",
    "hues": "(Hue.RED, Hue.BLUE)",
}
KINDS = tuple(WORTH)
JUST_NUMBERS = ("numbers",)
NUMBERED = "(<first> + <x>[1])"
LETTER = "((<x> == 'b') + 2 * (<x> < 'n'))"
DIGIT = "int(<x>)"
CELL = """
    def cell_{number}(self, n):
        row = self.{kind}[n % 2 : 3 + n % 2]
        out = 0
{lines}
        return out
"""
PROBE = """
    def probe(self, number, n):
        try:
            getattr(self, f"cell_{number}")(n)
        except Exception as error:
            ERRORS[number] = error

ERRORS = {}
"""


class Source(NamedTuple):
    """Where items come from: an expression, what an item is worth, lines in front of it, and kinds that it may have."""

    code: str
    worth: str = "<worth>"
    before: str = ""
    kinds: tuple[str, ...] = KINDS


class Cell(NamedTuple):
    """A source of items of a kind, and a use."""

    kind: str
    source: str
    use: str


SOURCES = {
    "list": Source("row"),
    "attribute": Source("self.<kind>"),
    "constant": Source("<KIND>", kinds=("numbers", "words", "pairs", "spots", "coins", "hues")),
    "tuple": Source("tuple(row)"),
    "display": Source("(row[0], row[2])"),
    "named tuple": Source("Trio(row[0], row[1], row[2])", kinds=("numbers", "words", "hues")),
    "dict": Source("{x: 1 for x in row}"),
    "dict in a name": Source("d", before="d = {x: 1 for x in row}"),
    "dict.keys": Source("d.keys()", before="d = {x: 1 for x in row}"),
    "dict.values": Source("d.values()", before="d = dict(enumerate(row))"),
    "dict.items": Source("d.items()", worth="(<x>[0] + <second>)", before="d = dict(enumerate(row))"),
    "fromkeys": Source("dict.fromkeys(row)"),
    "dict(zip)": Source("dict(zip(row, range(5)))"),
    "set": Source("set(row)"),
    "set in a name": Source("s", before="s = set(row)"),
    "union": Source("s | {row[0]}", before="s = set(row[1:])"),
    "frozenset": Source("frozenset(row)"),
    "Counter": Source("Counter(row)"),
    "elements": Source("Counter(row).elements()"),
    "most_common": Source("Counter(row).most_common()", worth="(<first> + <x>[1])"),
    "defaultdict": Source("d", before="d = defaultdict(int)\nfor x in row:\n    d[x] += 1"),
    "deque": Source("deque(row)"),
    "text": Source("'badge'", worth="((<x> == 'b') + 2 * (<x> < 'n'))", kinds=JUST_NUMBERS),
    "word": Source("self.words[n % 4]", worth="((<x> == 'b') + 2 * (<x> < 'n'))", kinds=JUST_NUMBERS),
    "str(number)": Source("str(100 + 37 * n)", worth="int(<x>)", kinds=JUST_NUMBERS),
    "split": Source("'owl fox hen'.split()", worth="WORTHS[<x>]", kinds=JUST_NUMBERS),
    "range": Source("range(1, n + 4)", worth="<x>", kinds=JUST_NUMBERS),
    "constant range": Source("range(1, 8, 3)", worth="<x>", kinds=JUST_NUMBERS),
    "generator expression": Source("(x for x in row if <worth>)"),
    "generator": Source("each_of_<kind>(row)"),
    "generator with returns": Source("later_<kind>(row, n)"),
    "method": Source("self.every_<kind>(row)"),
    "returned generator": Source("lazy_<kind>(row)"),
    "map": Source("map(lambda x: x, row)"),
    "map of worths": Source("map(worth_of_<kind>, row)", worth="<x>"),
    "filter": Source("filter(lambda x: <worth> > 1, row)"),
    "zip": Source("zip(row, range(5))", worth="(<first> + <x>[1])"),
    "enumerate": Source("enumerate(row)", worth="(<x>[0] + <second>)"),
    "reversed": Source("reversed(row)"),
    "islice": Source("itertools.islice(row, 2)"),
    "islice of cycle": Source("itertools.islice(itertools.cycle(row), 1, 4)"),
    "chain": Source("itertools.chain(row, row[1:])"),
    "chain.from_iterable": Source("itertools.chain.from_iterable([row, row[1:]])"),
    "repeat": Source("itertools.repeat(row[0], 3)"),
    "accumulate": Source("itertools.accumulate(row)", kinds=JUST_NUMBERS),
    "pairwise": Source("itertools.pairwise(row)", worth="(<first> + 3 * <second>)"),
    "groupby": Source("itertools.groupby(row, key=lambda x: <worth> % 2)", worth="(<x>[0] + len(list(<x>[1])))"),
    "starmap": Source("itertools.starmap(lambda x, k: x, zip(row, range(3)))"),
    "takewhile": Source("itertools.takewhile(lambda x: <worth> > 1, row)"),
    "dropwhile": Source("itertools.dropwhile(lambda x: <worth> > 3, row)"),
    "product": Source("itertools.product(row, range(2))", worth="(<first> + <x>[1])"),
    "combinations": Source("itertools.combinations(row, 2)", worth="(<first> + 3 * <second>)"),
    "permutations": Source("itertools.permutations(row, 2)", worth="(<first> + 3 * <second>)"),
    "zip_longest": Source("itertools.zip_longest(row, range(2), fillvalue=7)", worth="(<first> + <x>[1])"),
    "iter": Source("iter(row)"),
    "kept iter": Source("self.kept", before="self.kept = iter(row)"),
    "returned iter": Source("stream_<kind>(row)"),
    "Enum": Source("Hue", worth="<x>.value", kinds=("hues",)),
    "Pile": Source("Pile(row)"),
    "sorted": Source("sorted(row, key=lambda x: <worth>)"),
    "comprehension": Source("[x for x in row if <worth> % 2]"),
    "or": Source("(row or ())"),
    "conditional": Source("(row if n % 2 else row[:2])"),
    "conditional empty": Source("(row if n % 2 else [])"),
    "slice": Source("row[1:]"),
    "star": Source("[*row, row[0]]"),
    "star tuple": Source("(*row, row[0])"),
    "sum of lists": Source("row + row[:1]"),
    "copy": Source("row.copy()"),
    "get": Source("d.get(n % 2, [])", before="d = {0: row}"),
    "getattr": Source("getattr(self, '<kind>')"),
}
USES = dict(part.strip().split("\n", 1) for part in ("\n" + (HERE / "grid_uses.txt").read_text()).split("\n# ")[1:])


PLAYED_PLAIN = {  # sources and uses whose values are of two kinds in one place: a flag in every game
    *((source, use) for source in ("text", "word", "Enum") for use in ("name if", "name or")),
    *(("zip_longest", use) for use in ("max", "min", "sorted")),
}


def list_cells(kind: str) -> list[Cell]:
    """Return all cells of a kind of items, but those that are played plain."""
    cells = [Cell(kind, name, use) for name, source in SOURCES.items() if kind in source.kinds for use in USES]
    return [cell for cell in cells if (cell.source, cell.use) not in PLAYED_PLAIN]


def lines_of(cell: Cell) -> str:
    """Return the lines of a cell, which change `out`."""
    source, worth = SOURCES[cell.source], WORTH[cell.kind]
    words = {"<first>": worth.replace("<x>", "<x>[0]"), "<second>": worth.replace("<x>", "<x>[1]"), "<worth>": worth}
    of_item = re.sub("<first>|<second>|<worth>", lambda match: words[match[0]], source.worth).replace("<x>", "x")
    own = {"<kind>": cell.kind, "<KIND>": cell.kind.upper(), "<worth>": worth.replace("<x>", "x")}
    code, before = (
        re.sub("<kind>|<KIND>|<worth>", lambda match: own[match[0]], text) for text in (source.code, source.before)
    )
    return f"{before}\n" + USES[cell.use].replace("<items>", code).replace("<worth>", of_item)


def write_grid(path: pathlib.Path, cells: list[Cell]) -> dict[int, Cell]:
    """Write the game of cells of one kind; return the cell of each line of theirs."""
    kind = cells[0].kind
    game = (HERE / "grid_game.txt").read_text()
    game = game.replace("<kind>", kind).replace("<KIND>", kind.upper()).replace("<constant>", CONSTANTS[kind])
    game += "".join(f"        self.out[{number}] += self.cell_{number}(n)\n" for number in range(len(cells)))
    cell_of_line: dict[int, Cell] = {}
    for number, cell in enumerate(cells):
        begin = game.count("\n") + 1
        game += CELL.format(number=number, kind=kind, lines=textwrap.indent(lines_of(cell), "        "))
        cell_of_line |= dict.fromkeys(range(begin, game.count("\n") + 1), cell)
    path.write_text(game)
    return cell_of_line


def in_python(path: pathlib.Path, cells: list[Cell]) -> list[Cell]:
    """Return the cells that plain Python plays without an error."""
    write_grid(path, cells)
    text = re.sub(r"self\.out\[(\d+)\] \+= .*", r"self.probe(\1, n)", path.read_text())
    path.write_text(text + PROBE)
    game = load_file(path)
    game.play(table_of(game, ["random"], 2), None, 7, 0, 8)
    errors = sys.modules[game.definition.__module__].ERRORS
    return [cell for number, cell in enumerate(cells) if number not in errors]


def compilable(path: pathlib.Path, cells: list[Cell]) -> tuple[list[Cell], dict[Cell, str]]:
    """Return the cells that are compiled, whose game is written, and the messages of those that are refused."""
    cells, refused = list(cells), dict[Cell, str]()
    while cells:
        cell_of_line = write_grid(path, cells)
        try:
            lower(load_file(path))
        except NotCompilable as refusal:
            cell = cell_of_line.get(refusal.line)
            if cell is None:  # it is a class of the file that some cell makes impossible
                if len(cells) == 1:
                    return [], {**refused, cells[0]: str(refusal)}
                middle = len(cells) // 2
                (first, some), (second, others) = (compilable(path, part) for part in (cells[:middle], cells[middle:]))
                write_grid(path, [*first, *second])
                return [*first, *second], refused | some | others
            refused[cell] = str(refusal)
            cells.remove(cell)
        else:
            break
    return cells, refused
