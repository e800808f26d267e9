"""Plain English, counted: no count may grow, and a pass over the texts lowers its limit.

``python tests/test_language.py`` prints the counts, with FILE… also each finding in these files.  CONTRIBUTING.md says
what to write instead.
"""

from __future__ import annotations

import ast
import collections
import dataclasses
import functools
import pathlib
import re
import sys
from collections.abc import Iterator

import pytest

ROOT = pathlib.Path(__file__).parents[1]

# A docstring begins with a verb, of data with a noun.  These first words begin a riddle instead.
RIDDLE_OPENERS = frozenset(
    "as at by from how in of see so that to what where which who with".split()  # noqa: SIM905 - a word list
)

# A docstring of a tests' helper may not begin with an article either: it says what the helper does.
ARTICLES = frozenset("a all an each every the".split())  # noqa: SIM905

# Names of variables that say nothing about what they hold.
VAGUE_NAMES = frozenset(
    "again alone anew apart asked beside drawn found gone heard held kept known laid looks made of one said there told "  # noqa: SIM905
    "wanted who".split()
)

# Private words in docstrings; behind each what to write.
DOCSTRING_DIALECT = (
    r"\b(of|by|to|from|behind|beside|than) which\b",  # a sentence with a subject
    r"\b(whom|whoever)\b",  # the player, the persona, the figure
    r"\banew\b",  # again; redeal, redraw, replay
    r"\bso (many|few|much)\b",  # the number
    r"\bnot known yet\b",  # undecided
    r"\bsurely\b",  # established; the whole interval
    r"\b(told|asked|heard|hears|tells|foretold)\b",  # report, request, predict
    r"\bone (after|by) the other\b|\blikewise\b|\bbeside\b",  # in order; also; next to
)

# Private words in texts that users read.
SHOWN_DIALECT = (
    r"\balone\b",  # only; all seats NAME
    r"\banew\b",  # again
    r"not known yet|known yet",  # undecided; too few games to tell
    r"hold together",  # are simultaneous
    r"open whether",  # undecided
    r"\bslip",  # mistake
    r"\brungs?\b",  # skill level
    r"\bas set up\b",  # with the scenario's line-up
    r"is (equal|fair)\b",  # an equal share is
    r"\bwho (has|have|can)\b",  # players who have
    r"\bkeeps? (them|all)\b",  # passes all checks
    r"may be as (low|high|good|\{)",  # N others are not clearly higher
    r"of which|of whom|than which",  # a relative clause with a subject
)

LONGEST_SENTENCE = 30  # words in the documentation; the guide says 25, and a list of names may need a few more

# Counts that may only fall.
LIMITS = {
    "riddles": 0,
    "short docstrings": 0,
    "docstring dialect": 0,
    "shown dialect": 9,
    "vague names": 32,
    "small helpers used once": 58,
    "class names declared twice": 9,
    "long sentences in documents": 0,
    "helpers of tests without a verb": 0,
}


@dataclasses.dataclass(frozen=True)
class Hit:
    count: str  # a key of LIMITS
    file: str
    line: int
    text: str


def docstrings(tree: ast.Module) -> list[ast.Constant]:
    """Return all strings that stand as statements: docstrings, and strings below constants."""
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    ]


def count_matches(patterns: tuple[str, ...], text: str) -> int:
    return sum(len(re.findall(pattern, text)) for pattern in patterns)


def docstring_hits(file: str, docs: list[ast.Constant]) -> Iterator[Hit]:
    for doc in docs:
        words = str(doc.value).split()
        text = " ".join(words)
        if words and words[0].strip(",.:;").lower() in RIDDLE_OPENERS:
            yield Hit("riddles", file, doc.lineno, text)
        if len(words) <= 4:
            yield Hit("short docstrings", file, doc.lineno, text)
        for _ in range(count_matches(DOCSTRING_DIALECT, text)):
            yield Hit("docstring dialect", file, doc.lineno, text)


def name_hits(file: str, tree: ast.Module) -> Iterator[Hit]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in VAGUE_NAMES:
            yield Hit("vague names", file, node.lineno, node.id)
        elif isinstance(node, ast.arg) and node.arg in VAGUE_NAMES:
            yield Hit("vague names", file, node.lineno, node.arg)


def shown_hits(file: str, tree: ast.Module, docs: list[ast.Constant]) -> Iterator[Hit]:
    """Yield dialect in texts: string constants with a space that are no docstring."""
    skipped = set(map(id, docs))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            if id(node) in skipped:
                continue
            for _ in range(count_matches(SHOWN_DIALECT, node.value)):
                yield Hit("shown dialect", file, node.lineno, node.value)


def _name_of(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")


def helper_hits(file: str, tree: ast.Module) -> Iterator[Hit]:
    """Yield private functions of up to three lines that their module mentions once, to call them.

    A function that is handed on, to a table or as a callback, needs a name.
    """
    mentions = [node for node in ast.walk(tree) if isinstance(node, ast.Name | ast.Attribute)]
    uses = collections.Counter(_name_of(node) for node in mentions)
    called = {_name_of(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    for node in ast.walk(tree):
        if (
            not isinstance(node, ast.FunctionDef)
            or node.decorator_list
            or uses[node.name] != 1
            or node.name not in called
        ):
            continue
        body = node.body[1:] if ast.get_docstring(node) is not None else node.body
        small = not body or (body[-1].end_lineno or 0) - body[0].lineno < 3
        if small and node.name.startswith("_") and not node.name.startswith("__"):
            yield Hit("small helpers used once", file, node.lineno, node.name)


@functools.cache
def module_hits(path: pathlib.Path) -> tuple[Hit, ...]:
    tree, file = ast.parse(path.read_text(encoding="utf-8")), str(path.relative_to(ROOT))
    docs = docstrings(tree)
    return (
        *docstring_hits(file, docs),
        *name_hits(file, tree),
        *shown_hits(file, tree, docs),
        *helper_hits(file, tree),
    )


def docstring_hits_in_tests(path: pathlib.Path) -> Iterator[Hit]:
    """Yield docstrings of functions in tests that begin with no verb; a test's own name is its claim."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.FunctionDef) or node.name.startswith("test_"):
            continue
        text = ast.get_docstring(node) or "No docstring"
        is_property = any("property" in ast.unparse(decorator) for decorator in node.decorator_list)
        if text.split()[0].strip(",.:;").lower() in RIDDLE_OPENERS | ARTICLES and not is_property:
            yield Hit("helpers of tests without a verb", str(path.relative_to(ROOT)), node.lineno, text)


def class_hits(paths: list[pathlib.Path]) -> Iterator[Hit]:
    """Yield class names that two modules or more declare; games may repeat words, as rulebooks do."""
    places = collections.defaultdict(list)
    for path in paths:
        if "games" in path.relative_to(ROOT).parts:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                places[node.name].append((str(path.relative_to(ROOT)), node.lineno))
    for name, declared in places.items():
        if len(declared) > 1:
            yield Hit("class names declared twice", *declared[0], name)


def document_hits(path: pathlib.Path) -> Iterator[Hit]:
    """Yield sentences of a Markdown file with more than LONGEST_SENTENCE words; not code, tables or headings."""
    whole = path.read_text(encoding="utf-8")
    text = re.sub(r"```.*?```", lambda code: "\n" * code[0].count("\n"), whole, flags=re.DOTALL)
    paragraph: list[str] = []
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if line.strip() and not line.startswith(("|", "#", "    ", "<")) and not re.match(r"\s*([-*]|\d+\.) ", line):
            paragraph.append(line)
            continue
        for sentence in re.split(r"(?<=[.!?:;])\s+", " ".join(paragraph)):
            if len(sentence.split()) > LONGEST_SENTENCE:
                yield Hit("long sentences in documents", str(path.relative_to(ROOT)), number - len(paragraph), sentence)
        paragraph = [line] if re.match(r"\s*([-*]|\d+\.) ", line) else []


GENERATED = (
    "metrics.md",
    "personas.md",
    "licences.md",
)  # made from texts of the sources


@functools.cache
def all_hits() -> tuple[Hit, ...]:
    sources = sorted((ROOT / "balancer").rglob("*.py"))
    documents = [path for path in sorted((ROOT / "docs").glob("*.md")) if path.name not in GENERATED]
    return (
        *(hit for path in sources for hit in module_hits(path)),
        *class_hits(sources),
        *(hit for path in sorted((ROOT / "tests").rglob("*.py")) for hit in docstring_hits_in_tests(path)),
        *(hit for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *documents] for hit in document_hits(path)),
    )


@pytest.mark.parametrize("count", LIMITS)
def test_no_count_grows(count):
    hits = [hit for hit in all_hits() if hit.count == count]
    assert len(hits) <= LIMITS[count], f"python tests/test_language.py lists them; the last: {hits[-1]}"


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ('def f():\n    """What a seat gets of the win."""', "riddles"),
        ('def f():\n    """A seat."""', "short docstrings"),
        ('"""Deals the cards anew, as many as there are."""', "docstring dialect"),
        ("print('wins 30%, where 25% is equal')", "shown dialect"),
        ("for one in rows: pass", "vague names"),
        ("def _f():\n    return 1\n\nprint(_f())", "small helpers used once"),
    ],
)
def test_each_count_sees_what_it_counts(source, count):
    tree = ast.parse(source)
    docs = docstrings(tree)
    hits = [
        *docstring_hits("f", docs),
        *name_hits("f", tree),
        *shown_hits("f", tree, docs),
        *helper_hits("f", tree),
    ]
    assert [hit.count for hit in hits] == [count]


if __name__ == "__main__":
    chosen = sys.argv[1:]
    for hit in all_hits():
        if hit.file in chosen:
            print(f"{hit.file}:{hit.line}: {hit.count}: {hit.text}")  # noqa: T201
    for count, number in collections.Counter(hit.count for hit in all_hits()).items():
        print(f"{number:5} {count}")  # noqa: T201
