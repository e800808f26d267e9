"""Any scenario a designer may write: right ones, written in many ways, and what becomes of them by mistake."""

import copy
import dataclasses
import json
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from balancer.analysis.estimates.metric_names import names_for
from balancer.core.game import Game
from balancer.core.knobs import TableKnob
from balancer.scenario.check_spec import described
from balancer.scenario.file.models import MAX_SEED
from balancer.testing import cases
from balancer.wording import BIDI_CONTROLS

Tree = dict[str, Any]
Steps = tuple[str | int, ...]

ODD_WORDS = (
    "no", "0", "", " ", "a b", "x,y", "a.b", "größer", "Bier 🍺", "$x_1$", "\\frac{1}", "50 %", "<b>&amp;</b>", "'\"",
    "{{ x }}", "None", "base", "all", "é" * 200, "-", "#1", "*", "=1+1", "a\tb", "..", "/etc", "e\u0301",
    "\u00a0",
)  # fmt: skip
"""Names and titles that some program somewhere takes for something else."""

words = st.one_of(
    st.from_regex(r"[a-z]\w{0,9}", fullmatch=True),
    st.sampled_from(ODD_WORDS),
    st.text(st.characters(exclude_categories=["Cc", "Cs"], exclude_characters=sorted(BIDI_CONTROLS)), max_size=12),
)
names = words.filter(lambda word: word.strip() != "")


# Right ones -----------------------------------------------------------------------------------------------------------
@st.composite
def scenarios(draw: st.DrawFn, game: Game) -> Tree:
    """Return a scenario that can be played, as a dict; few games."""
    content: Tree = {"game": game.name}
    content |= draw(st.sampled_from([{"games": 1}, {"games": 3}, {"precision": "10pp", "max_games": 30}]))
    content |= draw(st.sampled_from([{}, {"version": 1}, {"seed": 0}, {"seed": MAX_SEED}, {"seating": "fixed"}]))
    content |= {"title": draw(names)} if draw(st.booleans()) else {}
    thinkers = [persona.name for persona in game.personas if not persona.at_random]
    own = draw(st.lists(names, max_size=2, unique=True))
    own = [name for name in own if name not in {persona.name for persona in game.personas}]
    personas = {name: draw(_personas(game, thinkers)) for name in own}
    content |= {"personas": personas} if personas else {}
    content |= draw(_settings(game, [*own, *(persona.name for persona in game.personas)]))
    axes = draw(_axes(game, thinkers))
    if axes:
        lengths = {len(values) for values in axes.values()}
        modes = ["grid", "one_at_a_time", *(["zip"] if len(lengths) == 1 else [])]
        content["sweep"] = {"mode": draw(st.sampled_from(modes)), "axes": axes}
    variants = {name: draw(_settings(game, thinkers, least=1)) for name in draw(st.lists(names, max_size=2))}
    variants.pop("base", None)
    content |= {"variants": variants} if variants else {}
    content |= draw(_wishes(game))
    return _made_playable(game, content)


def _personas(game: Game, thinkers: list[str]) -> st.SearchStrategy[Tree]:
    habits = st.fixed_dictionaries(
        {}, optional={h.name: st.sampled_from([h.low, h.high]) | st.integers(h.low, h.high) for h in game.habits}
    )
    return st.fixed_dictionaries(
        {"base": st.sampled_from(thinkers)},
        optional={"habits": habits, "mistakes": st.sampled_from([0, 1, 500, 1000])},
    )


@st.composite
def _settings(draw: st.DrawFn, game: Game, seated: list[str], least: int = 0) -> Tree:
    """Return what base rules and variants may say."""
    knobs = [knob for knob in game.knobs if not isinstance(knob, TableKnob)]
    chosen = draw(st.lists(st.sampled_from(knobs), unique_by=lambda knob: knob.name, min_size=least, max_size=5))
    content: Tree = {"rules": {knob.name: draw(cases.values(knob)) for knob in chosen}} if chosen else {}
    content |= {"players": draw(_players(game))} if draw(st.booleans()) else {}
    lineup = st.sampled_from(seated) | st.lists(st.sampled_from(seated), min_size=1, max_size=6)
    return content | ({"lineup": draw(lineup)} if draw(st.booleans()) else {})


def _players(game: Game) -> st.SearchStrategy[int]:
    return st.integers(game.least_players, game.most_players)


@st.composite
def _axes(draw: st.DrawFn, game: Game, thinkers: list[str]) -> Tree:
    choices: dict[str, st.SearchStrategy[Any]] = {
        f"rules.{knob.name}": cases.values(knob) for knob in game.knobs if not isinstance(knob, TableKnob)
    }
    choices |= {"players": _players(game), "seating": st.sampled_from(["rotate", "in_order", "fixed"])}
    choices["lineup"] = st.sampled_from(thinkers) | st.lists(st.sampled_from(thinkers), min_size=1, max_size=3)
    for habit in game.habits:
        choices[f"personas.{thinkers[0]}.habits.{habit.name}"] = st.integers(habit.low, habit.high)
    chosen = draw(st.lists(st.sampled_from(sorted(choices)), unique=True, max_size=2))
    return {name: draw(st.lists(choices[name], min_size=1, max_size=3, unique_by=json.dumps)) for name in chosen}


@st.composite
def _wishes(draw: st.DrawFn, game: Game) -> Tree:
    """Draw checks and a report of figures that every game of this kind has."""
    offers = names_for(described(game, game.least_players, game.lineup, game.read_parts().names))
    plain = sorted(n for n, o in offers.items() if not o.reason and n != "minutes" and o.metric.of in {"", "seat"})
    chosen = draw(st.lists(st.sampled_from(plain), max_size=3, unique=True))
    content: Tree = {"checks": [_check(name, offers[name].metric.of) for name in chosen]} if chosen else {}
    headline = [name for name in chosen if not offers[name].metric.of]
    report: Tree = {"headline": headline, "confidence": draw(st.sampled_from([0.5, 0.95, "99.99%"]))}
    report |= {"seconds_per_decision": draw(st.sampled_from([0.01, 12, 86_400]))} if draw(st.booleans()) else {}
    return content | ({"report": report} if draw(st.booleans()) else {})


def _check(name: str, of: str | None) -> Tree:
    return {"metric": name, "at_most": 0.5} | ({"each": of} if of else {})


def _made_playable(game: Game, content: Tree) -> Tree:
    """Reset knobs that can't be combined to the printed rule, everywhere."""
    parts = game.read_parts()
    for _ in game.knobs:
        blamed = {
            p.knob for rules, players in _combinations(game, content) for p in game.problems(rules, players, parts)
        }
        if not blamed:
            return content
        for setting in (content, *content.get("variants", {}).values()):
            for knob in blamed:
                setting.get("rules", {}).pop(knob, None)
        for knob in blamed:
            content.get("sweep", {}).get("axes", {}).pop(f"rules.{knob}", None)
        if not content.get("sweep", {}).get("axes", True):
            del content["sweep"]
        content["variants"] = {name: v for name, v in content.get("variants", {}).items() if v.get("rules")}
    return content


def _combinations(game: Game, content: Tree) -> Iterator[tuple[Tree, int]]:
    """Yield complete rules and players of the base, of every variant, and of any cell."""
    axes = content.get("sweep", {}).get("axes", {})
    base = {**game.defaults, **content.get("rules", {})}
    players = content.get("players", game.usual_players)
    for variant in ({}, *content.get("variants", {}).values()):
        yield {**base, **variant.get("rules", {})}, variant.get("players", players)
    cells: list[tuple[Tree, int]] = [(base, players)]
    for name, values in axes.items():
        for value in values:
            if name == "players":
                cells += [(rules, value) for rules, _ in cells]
            elif name.startswith("rules."):
                cells += [({**rules, name.removeprefix("rules."): value}, n) for rules, n in cells]
    yield from cells


# Ways to write them ---------------------------------------------------------------------------------------------------
@dataclasses.dataclass(frozen=True)
class Style:
    """How a file is written: block or flow, how deep lines are indented, line ends, a mark at its beginning."""

    block: bool
    indent: int
    end: str
    mark: bytes
    tabs: bool

    def bytes_of(self, content: Any) -> bytes:
        """Return the file."""
        text = _block(content, self.indent) if self.block else json.dumps(content, ensure_ascii=False) + "\n"
        if self.tabs:
            text = text.replace(": ", ":\t ").replace("\n", "\t# x\n")
        return self.mark + text.replace("\n", self.end).encode()


styles = st.builds(
    Style, st.booleans(), st.sampled_from([1, 2, 8]), st.sampled_from(["\n", "\r\n", "\r"]),
    st.sampled_from([b"", b"\xef\xbb\xbf"]), st.just(value=False),
)  # fmt: skip


def _block(content: Any, indent: int, depth: int = 0) -> str:
    """Write mappings as blocks, and all else in one line."""
    if not isinstance(content, dict) or not content:
        return json.dumps(content, ensure_ascii=False) + "\n"
    lines = []
    for key, value in content.items():
        name = json.dumps(key, ensure_ascii=False)
        inner = _block(value, indent, depth + indent)
        begins = "\n" if isinstance(value, dict) and value else " "
        lines.append(f"{' ' * depth}{name}:{begins}{inner}")
    return "".join(lines)


# Mistakes -------------------------------------------------------------------------------------------------------------
ODD_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 10**6, 2**63, 10**30, 10**4000, 0.5, -0.0, 1e300, "", " ", "auto", "no", "off",
    "100k", "1e5", "10pp", "-3pp", "30%", "9" * 400 + "%", "3..7", "[1, 2]", [], [[]], [None], {}, {"": None},
    {"from": 1, "to": 3}, {"from": 3}, {"from": 0, "to": 10**9}, {"base": "balanced"}, ["balanced"] * 300, "x" * 5000,
    "\u0000", "nul.csv", "../../x.csv", ".csv", "\u202ex", "all", "base", [1, "1", True, 1.0], list(range(400)),
)  # fmt: skip


def paths(content: Any, at: Steps = ()) -> Iterator[Steps]:
    """Yield the way to everything in a tree but its root."""
    items: Any = (
        content.items() if isinstance(content, dict) else enumerate(content) if isinstance(content, list) else ()
    )
    for step, value in items:
        yield (*at, step)
        yield from paths(value, (*at, step))


@st.composite
def mistaken(draw: st.DrawFn, tree: Tree) -> Tree:
    """Return a tree with one to three mistakes."""
    tree = copy.deepcopy(tree)
    for _ in range(draw(st.integers(1, 3))):
        found = list(paths(tree))
        if found:
            *way, last = draw(st.sampled_from(found))
            holder: Any = tree
            for step in way:
                holder = holder[step]
            draw(st.sampled_from(MISTAKES))(draw, holder, last)
    return tree


def _another_value(draw: st.DrawFn, holder: Any, last: Any) -> None:
    holder[last] = copy.deepcopy(draw(st.sampled_from(ODD_VALUES)))


def _away(draw: st.DrawFn, holder: Any, last: Any) -> None:
    del draw, holder[last]


def _misspelt(draw: st.DrawFn, holder: Any, last: Any) -> None:
    word = str(last) if isinstance(holder, dict) else holder[last]
    if isinstance(word, str) and word:
        place = draw(st.integers(0, len(word) - 1))
        wrong = word[:place] + draw(st.sampled_from(["", "x", word[place] * 2, ".", " ", "é"])) + word[place + 1 :]
        if isinstance(holder, dict):
            holder[wrong] = holder.pop(last)
        else:
            holder[last] = wrong


def _one_more(draw: st.DrawFn, holder: Any, last: Any) -> None:
    value = copy.deepcopy(draw(st.sampled_from(ODD_VALUES)))
    if isinstance(holder, dict):
        keys = ["games", "rules", "players", "sweep", "checks", "variants", "personas", "lineup", "report", "précis"]
        holder[draw(st.sampled_from(keys))] = value
    else:
        holder.insert(last, value)


def _wrapped(draw: st.DrawFn, holder: Any, last: Any) -> None:
    value = holder[last]
    holder[last] = draw(st.sampled_from([[value], {"x": value}, [value, value], str(value)[:2000]]))


MISTAKES: tuple[Callable[..., None], ...] = (_another_value, _away, _misspelt, _one_more, _wrapped)

ODD_LETTERS = (
    b"\t", b" ", b"\n", b"\r", b"\0", b"\xff", b":", b": ", b"#", b" #", b"-", b"- ", b"[", b"]", b"{", b"}", b"'",
    b'"',
    b"&a ", b"*a", b"!!x ", b"<<: ", b"? ", b"| ", b"> ", b"%", b"@", b"`", b"---\n", b"...\n", b"\xe2\x80\xa8",
    b"\xc2\x85", b"\xf0\x9f\x8d\xba", b"0", b"9" * 5000, b"\\", b"\x1b[31m", b",", b"_", b"~", b"\\0", b"\\ud800",
    b"\\e[1m",
)  # fmt: skip


@st.composite
def scribbled(draw: st.DrawFn, text: bytes) -> bytes:
    """Return a file in which somebody's cat has typed, or that was cut short."""
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(text)))
        length = draw(st.sampled_from([0, 0, 0, 1, 1, 2, 10, 10**6]))
        inserted = draw(st.sampled_from([b"", *ODD_LETTERS]))
        text = text[:place] + inserted + text[place + length :]
    return text
