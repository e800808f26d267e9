"""Wrong scenarios: every error is reported with line, column and remedy."""

import pathlib
import re

import pytest

from balancer.scenario.errors import ScenarioError
from balancer.scenario.load import from_dict, load

HEAD = "game: oktoberfest\n"

Told = list[tuple[int, int, str]]


def faults_of(text: str, folder: pathlib.Path) -> ScenarioError:
    file = folder / "s.yaml"
    file.write_bytes(text.encode())
    with pytest.raises(ScenarioError) as caught:
        load(file)
    return caught.value


def places(error: ScenarioError) -> Told:
    found = []
    for fault in error.faults:
        match = re.fullmatch(r".*s\.yaml:(\d+):(\d+)", fault.place)
        assert match, fault
        found.append((int(match[1]), int(match[2]), fault.message))
    return found


# What stands below HEAD (line 1), and for each fault its line, column and words of its message.
WRONG: list[tuple[str, Told]] = [
    # Keys and names
    ("gmaes: 5", [(2, 1, "unknown key 'gmaes'; allowed: version, title, game,") ]),
    ("gmaes: 5", [(2, 1, "did you mean games?")]),
    ("win_threshold: 20", [(2, 1, "win_threshold is a rule of oktoberfest: write rules: {win_threshold: …}")]),
    ("variants: {v: {piles: 4}}", [(2, 16, "piles is a rule of oktoberfest: write rules: {piles: …}")]),
    ("personas: {p: {base: bully, contest_gain: 10}}", [(2, 29, "contest_gain is a habit: write habits:")]),
    ("rusher: {}", [(2, 1, "rusher is a persona of oktoberfest: name it in lineup")]),
    ("rules:\n  win_threshold:22", [(3, 3, "a space is missing after the colon: write win_threshold: 22")]),
    ("rules: {win_treshold: 20}", [(2, 9, "unknown rule of oktoberfest 'win_treshold'")]),
    ("rules: {win_treshold: 20}", [(2, 9, "did you mean win_threshold?")]),
    ("rules: {players: 3}", [(2, 9, "players is not a rule; write it next to `rules:`")]),
    ("lineup: [rusher, bulli]", [(2, 18, "unknown persona of oktoberfest 'bulli'; allowed: random,")]),
    ("lineup: bulli", [(2, 9, "did you mean bully?")]),
    ("lineup: []", [(2, 9, "names no persona")]),
    ("lineup: {a: 1}", [(2, 9, "names no persona")]),
    ("lineup: [3]", [(2, 10, "unknown persona of oktoberfest 3")]),
    ("seating: rotated", [(2, 10, "allowed: rotate, in_order, fixed; did you mean rotate?")]),
    ("version: 2", [(2, 10, "version 2 is unknown; allowed: 1")]),
    ("version: true", [(2, 10, "version true is unknown")]),
    ("title: 7", [(2, 8, "7 is not text; put it in quotes")]),
    # Personas that start from others
    ("personas: {a: {base: b}, b: {base: a}}", [(2, 22, "a persona can't start from itself: a → b → a; name")]),
    ("personas: {a: {base: a}}", [(2, 22, "a persona can't start from itself: a → a")]),
    ("personas: {a: {base: bully, mistakes: 5%}}", [(2, 39, "per 1_000 decisions: write 50")]),
    # Players who think ahead
    ("personas: {t: {base: bully, search: 5}}", [(2, 37, "search: 5 is out of range; allowed: 10..10_000")]),
    ("personas: {t: {base: bully, search: yes}}", [(2, 37, "search: 'yes' is not a whole number")]),
    ("personas: {t: {base: bully, knows: nobody}}", [(2, 29, "knows goes with search, the trial games per decision")]),
    ("personas: {t: {base: bully, nodes: [take]}}", [(2, 29, "write search: 200 next to it")]),
    ("personas: {t: {search: 50, base: bully, knows: all}}", [(2, 48, "knows: 'all' is not allowed; allowed: nobody")]),
    (
        "personas: {t: {search: 50, base: bully, nodes: [take, tak]}}",
        [(2, 55, "unknown decision node of oktoberfest 'tak'; allowed: take, contest, discard; did you mean take?")],
    ),
    ("personas: {t: {search: 50, base: bully, nodes: [take, take]}}", [(2, 55, "nodes: take appears twice")]),
    (
        f"lineup: [{'t, ' * 28}]\npersonas: {{t: {{search: 50, base: bully}}}}",
        [(2, 9, "lineup: 28 personas and one thinks ahead; allowed then:")],
    ),
    ("sweep: {axes: {personas.bully.search: [50]}}", [(2, 16, "bully does not think ahead; write personas: {mine:")]),
    # Numbers
    ("games: 100k", [(2, 8, "games: '100k' is not a whole number; allowed: 1..1_000_000_000_000; write 100_000")]),
    ("games: 1.5M", [(2, 8, "write 1_500_000")]),
    ("games: 1e5", [(2, 8, "write 100_000")]),
    ("games: 100,000", [(2, 8, "write 100_000")]),
    ("games: '100'", [(2, 8, "write 100 without quotes")]),
    ("games: 100.0", [(2, 8, "100.0 is not a whole number; allowed: 1..1_000_000_000_000; write 100")]),
    ("games: 0x10", [(2, 8, "write 16")]),
    ("games: 0", [(2, 8, "0 is out of range")]),
    ("games: -5", [(2, 8, "-5 is out of range")]),
    ("games: many", [(2, 8, "'many' is not a whole number")]),
    ("games: [5]", [(2, 8, "[5] is not a whole number")]),
    ("games:", [(2, 1, "games: a value is missing; give one or delete the line")]),
    ("rulez:", [(2, 1, "did you mean rules?")]),
    ("seed: 010", [(2, 7, "numbers don't begin with 0: write 10")]),
    ("seed: 9223372036854775808", [(2, 7, "out of range")]),
    ("seed: true", [(2, 7, "true is not a whole number")]),
    ("players: 8", [(2, 10, "players: 8 is out of range; allowed: 3..7 (Oktoberfest)")]),
    ("players: [3, 4]", [(2, 10, "allowed: 3..7 (Oktoberfest); to try several: sweep: {axes: {players: [3, 4]}}")]),
    ("players: [3]", [(2, 10, "players: [3] is not a whole number; allowed: 3..7 (Oktoberfest)")]),
    ("rules: {piles: [2, 3]}", [(2, 16, "to try several: sweep: {axes: {rules.piles: [2, 3]}}")]),
    ("lineup: rusher, builder", [(2, 9, "lineup: 'rusher, builder' is one word; write [rusher, builder]")]),
    ("lineup: rusher builder sober", [(2, 9, "write [rusher, builder, sober]")]),
    ("lineup: rusher, bilder", [(2, 9, "unknown persona of oktoberfest 'rusher, bilder'")]),
    ("players: four", [(2, 10, "players: 'four' is not a whole number; allowed: 3..7")]),
    ("precision: 0.2", [(2, 12, "write 0.2pp")]),
    ("precision: 0.2%", [(2, 12, "write 0.2pp")]),
    ("precision: 20pp", [(2, 12, "out of range")]),
    ("precision: fine", [(2, 12, "'fine' is not a number")]),
    ("games: 5\nprecision: 1pp", [(3, 1, "games and precision exclude each other")]),
    ("max_games: 5", [(2, 1, "max_games needs precision or until_decided")]),
    ("games: 10\nmax_games: 5", [(3, 1, "max_games needs precision")]),
    # Knobs
    ("rules: {win_threshold: off}", [(2, 24, "allowed: 0 (off), 8..60; 0 switches it off")]),
    ("rules: {win_threshold: no}", [(2, 24, "0 switches it off")]),
    ("rules: {win_threshold: false}", [(2, 24, "0 switches it off")]),
    ("rules: {win_threshold: 7}", [(2, 24, "win_threshold: 7 is out of range; allowed: 0 (off), 8..60")]),
    ("rules: {piles: 2.0}", [(2, 16, "write 2")]),
    ("rules: {piles: '2'}", [(2, 16, "write 2 without quotes")]),
    ("rules: {piles: 02}", [(2, 16, "write 2")]),
    ("rules: {removed: aut}", [(2, 18, "did you mean auto?")]),
    ("rules: {ties_to: defnder}", [(2, 18, "allowed: defender, challenger; did you mean defender?")]),
    ("rules: {bank_rest: yes}", [(2, 20, "allowed: true, false; write true")]),
    ("rules: {bank_rest: off}", [(2, 20, "write false")]),
    ("rules: {bank_rest: 1}", [(2, 20, "write true")]),
    ("rules: {win_threshold: }", [(2, 9, "win_threshold: a value is missing")]),
    ("rules: [1]", [(2, 8, "[1] is not what rules takes")]),
    ("rules: {parts: my.csv}", [(2, 16, "can't read the component table")]),
    ("rules: {parts: my.txt}", [(2, 16, "not the name of a file that ends in .csv, .tsv, .xlsx, .xlsm, .xls or .ods")]),
    # Combinations that can't be played
    ("rules: {removed: 7}", [(2, 18, "do not divide by 4 players")]),
    ("players: 5\nrules: {removed: 8}", [(3, 18, "do not divide by 5 players")]),
    ("variants: {v: {rules: {removed: 7}}}", [(2, 33, "do not divide")]),
    ("sweep: {axes: {rules.removed: [9, 7]}}", [(2, 35, "do not divide")]),
    ("sweep: {axes: {rules.removed: {from: 7, to: 8}}}", [(2, 31, "and 1 more such settings")]),
    # Personas
    ("personas: {a: {base: balancd}}", [(2, 22, "did you mean balanced?")]),
    ("personas: {a: {habits: {}}}", [(2, 12, "base is missing")]),
    ("personas: {a: {base: bully, habits: {spoll: 1}}}", [(2, 38, "did you mean spoil?")]),
    ("personas: {a: {base: bully, habits: {spoil: 101}}}", [(2, 45, "spoil: 101 is out of range; allowed: 0..100")]),
    ("personas: {a: {base: bully, mistakes: 1001}}", [(2, 39, "allowed: 0..1_000")]),
    ("personas: {a: {base: bully, mistake: 1}}", [(2, 29, "unknown key 'mistake'; allowed: base, habits, mistakes")]),
    ("personas: {a: {base: random, mistakes: 1}}", [(2, 12, "change nothing")]),
    ("personas: {bully: {base: balanced}}", [(2, 12, "bully is a persona of oktoberfest already")]),
    ("personas: {a: timid}", [(2, 15, "'timid' is not what a persona takes")]),
    # Variants
    ("variants: {base: {rules: {piles: 3}}}", [(2, 12, "choose another name")]),
    ("variants: {v: {}}", [(2, 12, "v changes nothing")]),
    ("variants: {v: {games: 5}}", [(2, 16, "unknown key 'games'; allowed: players, lineup, seating, aim, personas")]),
    ("variants: {v: {players: 9}}", [(2, 25, "allowed: 3..7")]),
    ("variants: {v: {lineup: [x]}}", [(2, 25, "unknown persona of oktoberfest 'x'")]),
    # Sweep
    ("sweep: {mode: gird, axes: {players: [3]}}", [(2, 15, "did you mean grid?")]),
    ("sweep: {mode: random, axes: {players: [3]}}", [(2, 15, "random combinations write mode: sample")]),
    ("sweep: {mode: grid}", [(2, 1, "axes is missing")]),
    ("checks: [{metric: seat_advantage, of: 0, at_most: 3pp}]", [(2, 39, "(seats count from 1): '0'; allowed: 1, 2,")]),
    ("sweep: {axes: {}}", [(2, 9, "no axis")]),
    ("sweep: {axes: {players: 3}}", [(2, 25, "an axis takes several values; allowed: [3, 4, 5] or {from: 3,")]),
    ("sweep: {axes: {players: []}}", [(2, 25, "an axis needs at least one value")]),
    ("sweep: {axes: {players: [3, 9]}}", [(2, 29, "players: 9 is out of range")]),
    ("sweep: {axes: {players: [3, 3]}}", [(2, 29, "players: 3 appears twice")]),
    ("sweep: {axes: {players: {from: 3}}}", [(2, 16, "to is missing")]),
    ("sweep: {axes: {players: {from: 5, to: 3}}}", [(2, 25, "goes down")]),
    ("sweep: {axes: {players: {from: 3, to: 5, step: 0}}}", [(2, 48, "step: 0 is out of range")]),
    ("sweep: {axes: {players: {from: 3, to: 9}}}", [(2, 25, "players: 8 is out of range"), (2, 39, "players: 9")]),
    ("sweep: {axes: {win_threshold: [20]}}", [(2, 16, "unknown axis 'win_threshold'; write rules.win_threshold")]),
    ("sweep: {axes: {rules.piels: [2]}}", [(2, 16, "did you mean rules.piles?")]),
    ("sweep: {axes: {personas.timd.mistakes: [2]}}", [(2, 16, "unknown axis")]),
    ("sweep: {axes: {personas.bully.habits.spoll: [2]}}", [(2, 16, "did you mean personas.bully.habits.spoil?")]),
    ("sweep: {axes: {personas.random.mistakes: [2]}}", [(2, 16, "chooses at random")]),
    ("sweep: {axes: {personas.bully.habits.spoil: [2, 200]}}", [(2, 49, "spoil: 200 is out of range")]),
    ("sweep: {axes: {lineup: [bully, [rushr]]}}", [(2, 33, "did you mean rusher?")]),
    ("sweep: {mode: zip, axes: {players: [3, 4], rules.piles: [3]}}", [(2, 15, "players has 2, rules.piles has 1")]),
    ("sweep: {axes: {rules.max_rounds: {from: 1, to: 10000}, players: [3, 4]}}", [(2, 9, "20_000 settings")]),
    ("sweep: {axes: {seed: [1, 2]}}", [(2, 16, "unknown axis 'seed'")]),
    # Figures of cards
    ("parts: {Stien: {value: 3}}", [(2, 17, "no row of the component table is named 'Stien'; there: Pretzel, ")]),
    ("parts: {Stien: {value: 3}}", [(2, 17, "did you mean Stein?")]),
    ("parts: {Stein: {vaule: 3}}", [(2, 17, "has no figure 'vaule'; allowed: suit, value, tipsiness, banked, count;")]),
    ("parts: {Stein: {value: 1000}}", [(2, 24, "parts.Stein.value: 1000 is out of range 0..99")]),
    ("parts: {Stein: {value: much}}", [(2, 24, "'much' is not a whole number; allowed: 0..99")]),
    ("parts: {Stein: {suit: foood}}", [(2, 23, "'foood' is not one of food, music, games, wild, rest; did you mean")]),
    ("parts: {Stein: 3}", [(2, 16, "write {NAME: {COLUMN: VALUE}}")]),
    ("variants: {v: {parts: {Stein: 3}}}", [(2, 31, "write {NAME: {COLUMN: VALUE}}")]),
    ("sweep: {axes: {parts.Stein: [3]}}", [(2, 16, "'parts.Stein' names no figure; write parts.NAME.COLUMN")]),
    ("sweep: {axes: {parts.Stein.value: [3, 200]}}", [(2, 39, "parts.Stein.value: 200 is out of range 0..99")]),
    ("sweep: {axes: {parts.Pretzel.tipsiness: [0]}}",
     [(2, 15, "with parts.Pretzel.tipsiness 0: the same name, suit, value")]),
    ("sweep: {axes: {parts.Pretzel.tipsiness: [0]}}", [(2, 15, "(line 8 of components.csv)")]),
    # Checks
    ("checks: [{metric: seat_sprad, at_most: 3pp}]", [(2, 19, "did you mean 'seat_spread'?; `balancer metrics GAME`")]),
    ("checks: [{metric: dominance, at_most: 1}]", [(2, 19, "")]),
    ("checks: [{at_most: 3pp}]", [(2, 10, "metric is missing")]),
    ("checks: [{metric: rounds}]", [(2, 10, "no bound; allowed: between, at_most, at_least, equivalent_within")]),
    ("checks: [{metric: rounds, at_most: 3pp}]", [(2, 36, "rounds is counted in rounds, not in pp")]),
    ("checks: [{metric: rounds, at_most: high}]", [(2, 36, "'high' is not a number")]),
    ("checks: [{metric: rounds, between: [1]}]", [(2, 36, "between takes two values")]),
    ("checks: [{metric: rounds, between: [9, 1]}]", [(2, 36, "the lower bound 9 is above the upper one 1")]),
    ("checks: [{metric: rounds, between: [1, 9], at_most: 3}]", [(2, 44, "between and at_most exclude each other")]),
    ("checks: [{metric: rounds, stat: p91, at_most: 3}]", [(2, 33, "did you mean 'p95'?")]),
    ("checks: [{metric: rounds, each: seat, at_most: 3}]", [(2, 33, "rounds is a single figure")]),
    ("checks: [{metric: ending_share, at_most: 30%}]", [(2, 19, "write each: ending, or of: one of unfinished, ")]),
    ("checks: [{metric: ending_share, of: instnt, at_most: 30%}]", [(2, 37, "'instant'?; allowed: unfinished")]),
    ("checks: [{metric: ending_share, each: seat, at_most: 30%}]", [(2, 39, "allowed: ending")]),
    ("checks: [{metric: ending_share, each: ending, of: instant, at_most: 30%}]", [(2, 39, "exclude each other")]),
    ("checks: [{metric: ending_share, of: instant, at_most: 40}]", [(2, 55, "allowed: 0%..100%; write 40%")]),
    ("checks: [{metric: ending_share, of: instant, at_most: 4pp}]", [(2, 55, "write 4%")]),
    ("checks: [{metric: seat_advantage, each: seat, at_most: 3%}]", [(2, 56, "write 3pp")]),
    ("checks: [{metric: seat_win_rate, of: 5, at_most: 0.3}]", [(2, 38, "allowed: 1, 2, 3, 4")]),
    ("checks: [{metric: seat_win_rate.5, at_most: 0.3}]", [(2, 19, "allowed: 1, 2, 3, 4")]),
    ("checks: [{metric: seat_win_rate.2, of: 1, at_most: 0.3}]", [(2, 36, "already says 2: write metric: seat_win")]),
    ("checks: [{metric: rounds, stat: at least 9, at_most: 9}]", [(2, 54, "allowed: 0%..100%; write 9%")]),
    ("checks: [{metric: rounds, stat: at least x, at_most: 9}]", [(2, 33, "unknown statistic of rounds")]),
    ("checks: [{metric: persona_win_rate, of: sober, at_most: 0.3}]", [(2, 41, "sober does not play")]),
    ("checks: [{metric: rounds, equivalent_within: 1}]", [(2, 27, "add against: base")]),
    ("checks: [{metric: rounds, at_most: 1, against: base}]", [(2, 48, "compared with itself; name the variant")]),
    ("checks: [{metric: rounds, at_most: 1, variant: gntle}]", [(2, 48, "unknown variant 'gntle'; allowed: base")]),
    ("checks: [{metric: rounds, at_most: 1, cells: all}]", [(2, 46, "there are no cells")]),
    ("checks: [{metric: rounds, at_most: 1, robust: 2}]", [(2, 47, "2 is not allowed; allowed: true, false")]),
    (
        "sweep: {axes: {players: [3, 4]}}\nchecks: [{metric: exploitability, at_most: 5pp, cells: {players: 4}}]",
        [(3, 49, "leave cells out")],
    ),
    (
        "checks: [{metric: exploitability, at_most: 5pp, cells: [4]}]",
        [(2, 49, "leave cells out"), (2, 56, "allowed: all")],
    ),
    ('checks: [{name: "a\\n::error::b", metric: rounds, at_most: 5}]', [(2, 17, "write it in one line")]),
    ('checks: [{name: "a\\u2028b", metric: rounds, at_most: 5}]', [(2, 17, "write it in one line")]),
    ('variants: {"a\\nb": {players: 3}}', [(2, 12, "write it in one line")]),
    ('personas: {"a\\nb": {base: careful}}', [(2, 12, "write it in one line")]),
    ('lineup: ["a\\nb"]', [(2, 10, "write it in one line"), (2, 10, "unknown persona")]),
    ("checks:\n- metric: rounds\n  at_most: 5\n  name: >\n    a", [(5, 9, "write it in one line")]),
    ("checks: [{metric: exploitability, at_most: 5pp, robust: true}]", [(2, 49, "is about the line-up itself")]),
    ("checks: [{metric: persona_win_rate, of: careful, at_most: 1, robust: true}]",
     [(2, 62, "persona_win_rate is about the line-up itself: it can't be compared with other line-ups")]),
    ("variants: {v: {lineup: [bully]}}\nchecks: [{metric: rounds, at_most: 1, variant: v, robust: true}]",
     [(3, 51, "the variant or the cells change the line-up, but robust: true does so, too")]),
    ("checks: [{metric: rounds, at_most: 1, robust: true}]\nreport: {robustness: off}",
     [(2, 39, "robust: true needs other line-ups, but report: robustness is off")]),
    ("checks: [{metric: rounds, at_most: 1, cells: al}]", [(2, 46, "did you mean all?")]),
    ("checks: [rounds]", [(2, 10, "'rounds' is not what a check takes")]),
    ("checks: {metric: rounds}", [(2, 9, "allowed: a list, as in [a, b]")]),
    # Report
    ("report: {confidence: 95}", [(2, 22, "as in 0.95 or 95%")]),
    ("report: {headline: rounds}", [(2, 20, "allowed: a list")]),
    ("report: {headline: [rounds.p91]}", [(2, 21, "did you mean 'p95'?")]),
    ("report: {headline: [ending_share.instnt]}", [(2, 21, "did you mean 'instant'?")]),
    ("report: {headline: [minutes]}", [(2, 21, "seconds_per_decision")]),
    ("report: {better: {rounds: smaller}}", [(2, 27, "allowed: lower, higher")]),
    ("report: {better: {round: lower}}", [(2, 19, "did you mean 'rounds'?")]),
    ("report: {margins: {rounds: 0}}", [(2, 28, "allowed: numbers above 0")]),
    ("report: {margins: {seat_win_rate: 1%}}", [(2, 35, "write 1pp")]),
    ("report: {seconds_per_decision: -1}", [(2, 32, "out of range")]),
    ("report: {color: red}", [(2, 10, "unknown key 'color'; allowed: confidence, headline")]),
    # YAML
    ("games: 5\ngames: 6", [(3, 1, "duplicate key 'games' (first on line 2, column 1)")]),
    ("rules:\n  piles: 3\n  piles: 4", [(4, 3, "duplicate key 'piles' (first on line 3, column 3)")]),
    ("rules:\n\tpiles: 3", [(3, 1, "a tab; indent with spaces")]),
    ("rules: {piles: 3", [(3, 1, "")]),
    ("title: a: b", [(2, 9, "put text that holds ': ' in quotes")]),
    ("title: 'open", [(2, 8, "the quote that begins here is not closed")]),
    ('title: "Base\nseed: 1', [(2, 8, "the quote that begins here is not closed")]),
    ("checks: [{metric: win_rate, of: rusher, at_most: 40%}]", [(2, 19, "for persona rusher write persona_win_rate")]),
    ("checks: [{metric: win_rate, each: persona, at_most: 1}]", [(2, 19, "for a persona write persona_win_rate")]),
    ("lineup: careful\nchecks: [{metric: persona_win_rate, of: rusher, at_most: 40%}]",
     [(3, 41, "rusher does not play; line-up: careful")]),
    ("report: {seconds_per_decision: ten}", [(2, 32, "is not a number of seconds; allowed: a number such as 10")]),
    ("rules: {parts: {Stein: {value: 6}}}", [(2, 16, "write parts: next to rules:, not in it")]),
    ("checks: [{metric: seat_advantage, each: seat, between: [3pp, -3pp]}]",
     [(2, 56, "the lower bound 3pp is above the upper one -3pp")]),
    ("title: @home", [(2, 8, "a word can't begin with @; put it in quotes")]),
    ("---\ngame: black_death", [(2, 1, "a second document begins")]),
    ("seed: !!str 5", [(2, 7, "tags (!name) have no meaning")]),
    ("lineup: &a [*a]", [(2, 9, "an alias to a value that contains it")]),
    ("lineup: *a", [(2, 9, "has no anchor")]),
    ("? [a]\n: 5", [(2, 3, "a key must be a word")]),
    ("rules: {<<: 5}", [(2, 13, "<< merges a mapping")]),
    ("title: \x01", [(2, 8, "that YAML does not allow")]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), WRONG, ids=[text for text, _ in WRONG])
def test_a_fault_is_reported_where_it_stands(text: str, expected: Told, tmp_path: pathlib.Path) -> None:
    found = places(faults_of(HEAD + text + "\n", tmp_path))

    assert [(line, column) for line, column, _ in found] == [(line, column) for line, column, _ in expected], found
    for (_, _, message), (_, _, words) in zip(found, expected, strict=True):
        assert words in message


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", (1, 1, "the file is empty")),
        ("# only a remark\n", (1, 1, "the file is empty")),
        ("- game\n", (1, 1, "is not what a scenario takes")),
        ("oktoberfest\n", (1, 1, "'oktoberfest' is not what a scenario takes")),
        ("title: no game\n", (1, 1, "game is missing")),
        ("game:\n", (1, 1, "game: a value is missing")),
        ("game: oktoberfst\n", (1, 7, "unknown game 'oktoberfst'; allowed: ")),
        ("game: [oktoberfest]\n", (1, 7, "is not text")),
        ("game: black_death\nparts: {Death: {value: 1}}\n", (2, 17, "Black Death has no component table")),
        ("game: biergarten\nparts: {GY: {count: 1}}\n", (2, 14, "have no names")),
        ("[" * 3000, (1, 1, "nested too deeply")),
    ],
)
def test_a_file_that_is_no_scenario(text: str, expected: tuple[int, int, str], tmp_path: pathlib.Path) -> None:
    line, column, message = places(faults_of(text, tmp_path))[0]

    assert (line, column) == expected[:2]
    assert expected[2] in message


def test_all_faults_are_reported_at_once_in_the_order_of_the_file(tmp_path: pathlib.Path) -> None:
    text = (
        "game: oktoberfest\nseed: x\nplayers: 9\nrules:\n  piles: 9\n  no_rule: 1\nlineup: [x]\n"
        "sweep: {axes: {rules.piles: [7]}}\nchecks: [{metric: x}]\nreport: {headline: [y]}\nrules: {}\n"
    )

    found = places(faults_of(text, tmp_path))

    expected = [(2, 7), (3, 10), (5, 10), (6, 3), (7, 10), (8, 30), (9, 19), (10, 21), (11, 1)]
    assert [(line, column) for line, column, _ in found] == expected


def test_a_fault_shows_its_line_with_carets(tmp_path: pathlib.Path) -> None:
    shown = faults_of(HEAD + "rules: {piles: 99} # too many\n", tmp_path).with_excerpts().splitlines()

    assert shown[1] == "    rules: {piles: 99} # too many"
    assert shown[2] == "                   ^^"


def test_carets_stand_right_below_tabs_and_in_windows_files(tmp_path: pathlib.Path) -> None:
    shown = faults_of("game: oktoberfest\r\nrules: {\tpiles: 99}\r\n", tmp_path).with_excerpts().splitlines()

    assert shown[1:] == ["    rules: {\tpiles: 99}", "            \t       ^^"]


def test_mistakes_in_a_table_have_its_own_lines(tmp_path: pathlib.Path) -> None:
    table = "name,suit,value,tipsiness,banked,count\nPretzel,fod,1,0,2,10\nBeer,wild,x,0,2,10\n"
    (tmp_path / "my.csv").write_text(table, encoding="utf-8")
    (tmp_path / "s.yaml").write_text(HEAD + "rules: {parts: my.csv}\n", encoding="utf-8")

    with pytest.raises(ScenarioError) as caught:
        load(tmp_path / "s.yaml")

    first, second = caught.value.faults
    assert (first.place, second.place) == (f"{tmp_path}/my.csv:2:9", f"{tmp_path}/my.csv:3:11")
    assert "did you mean food?" in first.message


def test_a_missing_table_names_its_neighbours(tmp_path: pathlib.Path) -> None:
    (tmp_path / "my_deck.csv").touch()

    error = faults_of(HEAD + "rules: {parts: my_dek.csv}\n", tmp_path)

    assert "did you mean my_deck.csv?" in str(error)


def test_bytes_that_are_no_utf8_have_a_place(tmp_path: pathlib.Path) -> None:
    (tmp_path / "s.yaml").write_bytes(b"game: oktoberfest\ntitle: caf\xe9\n")

    with pytest.raises(ScenarioError, match=r"s\.yaml:2:11: not UTF-8 text"):
        load(tmp_path / "s.yaml")


def test_a_file_that_is_not_there_names_what_is(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "beer.yaml").write_text("game: oktoberfest\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    with pytest.raises(ScenarioError, match=r"did you mean scenarios/beer\.yaml\?"):
        load("scenarios/ber.yaml")
    with pytest.raises(ScenarioError, match=r"this is a folder, not a scenario; in it: scenarios/beer\.yaml"):
        load("scenarios")
    with pytest.raises(ScenarioError, match=r"did you mean oktoberfest\?"):
        load("octoberfest")


def test_many_aliases_do_not_explode(tmp_path: pathlib.Path) -> None:
    lines = ["a0: &a0 [1, 2, 3, 4, 5, 6, 7, 8, 9]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]

    assert "too many values" in str(faults_of("\n".join(lines), tmp_path))


def test_a_dict_names_paths_instead_of_lines() -> None:
    wrong = {"game": "oktoberfest", "rules": {"piles": 99}, "sweep": {"axes": {"players": [3, 9]}}, "gmes": 1}

    with pytest.raises(ScenarioError) as caught:
        from_dict(wrong)

    assert {fault.place for fault in caught.value.faults} == {"rules.piles", "sweep.axes.players[1]", "gmes"}
