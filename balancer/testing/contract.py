"""The contract of a game: what every game must do.

A game's test file says what is particular to it, and inherits the rest::

from balancer.testing.contract import Contract
from balancer.testing.game_under_test import Trial
from balancer.testing.plain_runner import ENOUGH

TRIAL = Trial(game=GAME, hidden=hidden, cheats={"pick": looks_into_the_deck})

class TestContract(Contract):
    trial = TRIAL
"""

import dataclasses
import functools
import itertools
import json
import pathlib
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ClassVar

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from balancer.core.authoring import plain_process, row_checks, rule_lint, ways
from balancer.core.component_table import WORD_PARTS
from balancer.core.game import Game, Habit, Persona
from balancer.core.knobs import Knob, TableKnob
from balancer.core.part_sets import has_part, part_sets
from balancer.core.record import empty
from balancer.testing import cases, worlds
from balancer.testing.cases import Case
from balancer.testing.game_under_test import Trial
from balancer.testing.plain_runner import ENOUGH

FORKS = 20  # games that are forked
FORCED = 140  # decisions in which each option is forced, at each of three tables
LOOKS = (20, 200)  # games in which a difference is sought: most show in a few


class PlainRun:
    """A run of balancer.testing.plain_runner in the background."""

    def __init__(self, trial: Trial, folder: pathlib.Path) -> None:
        self.folder = folder
        self.layout = trial.game.row_layout(trial.game.read_parts())
        played = cases.plain_cases(trial.game, trial.tables, trial.plain_most)
        self.firsts = [cases.short_games(trial.game, case, cases.ROW_GAMES) for case in played]
        (folder / cases.FIRSTS).write_text(json.dumps(self.firsts), encoding="utf-8")
        words = ("-W", "error", "-m", "balancer.testing.plain_runner", trial.place, str(folder))
        self.process = plain_process.start(*words, stdin=None, stderr=subprocess.STDOUT)
        self.output = ""

    def wait(self) -> None:
        """Wait for its end; fail if it does not end well."""
        if not self.output:
            self.output = (
                f"{self.process.communicate()[0].decode(errors='replace')}\nexit status {self.process.returncode}"
            )
        assert self.process.returncode == 0, self.output

    def stop(self) -> None:
        """Stop the background run, if it still runs."""
        if not self.output:
            self.process.kill()
            self.process.communicate()

    def rows(self) -> dict[str, Any]:
        """Return the rows of the plain cases."""
        self.wait()
        with np.load(self.folder / "rows.npz") as arrays:
            return {key: arrays[key].view(self.layout) for key in arrays}

    def honesty(self) -> Any:
        """Return the counts of watched choices, by appraisals."""
        self.wait()
        return json.loads((self.folder / "honesty.json").read_text(encoding="utf-8"))


class Contract:
    """The tests of any game; a subclass names its `trial`."""

    trial: ClassVar[Trial]

    @pytest.fixture(scope="class", autouse=True)
    @classmethod
    def dry_run(cls) -> None:
        """Report errors of the rules with their lines before anything is compiled, once for all tests."""
        cases.check_dry(cls.trial.game, cases.plain_cases(cls.trial.game, cls.trial.tables, cls.trial.plain_most))

    @pytest.fixture(scope="class", autouse=True)
    @classmethod
    def plain_run(cls, dry_run: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlainRun]:
        """Play the game as plain Python, on another core while the tests are running."""
        del dry_run
        run = PlainRun(cls.trial, tmp_path_factory.mktemp(cls.trial.game.name))
        yield run
        run.stop()

    @property
    def game(self) -> Game:
        """The game that is tested."""
        return self.trial.game

    # Any rules, any players, any line-up ------------------------------------------------------------------------------
    @pytest.mark.hypothesis
    def test_every_game_ends_and_its_row_is_sound(self) -> None:
        """Play any rules that can be played, with any players, any line-up and any game numbers."""
        game = self.game

        @settings(deadline=None)  # the first example compiles the game
        @given(case=cases.cases(game, self.trial.tables), first=st.sampled_from([0, 1, 2**31, 2**40]))
        def sound(case: Case, first: int) -> None:
            table = cases.lay(game, case)
            history = game.history(case.rules)
            for number in range(first, first + 3):
                row = cases.play_at(game, table, history, 8, number, 1)[0]

                assert row.game_number == number
                assert_sound(game, case, row, self.trial.winnerless, seed=8)

        sound()

    def test_each_end_of_each_range_is_played_to_the_end(self) -> None:
        """Play the printed rules with one knob changed, for every number of players it allows; habits are extreme."""
        game = self.game
        lineup = (*cases.usual_lineup(game), *cases.at_the_ends(game), Persona("slips", "", mistakes=1000))
        played = set()

        for knob in game.knobs:
            for value in ways.noted_values(knob, self.trial.tables):
                for players in game.player_counts:
                    rules = ways.playable(game, {knob.name: value}, players)
                    if rules and rules[knob.name] == value:
                        played.add((knob.name, str(value)))
                        case = Case(rules, players, lineup)
                        for row in cases.play(game, case, count=2):
                            assert_sound(game, case, row, self.trial.winnerless)

        declared = {
            (knob.name, str(value)) for knob in game.knobs for value in ways.noted_values(knob, self.trial.tables)
        }
        assert declared - played == set(), "declared, but refused at any number of players"

    def test_each_knob_changes_something(self) -> None:
        """Find a game that each knob changes."""
        game = self.game
        without_effect = {knob.name for knob in game.knobs if not any(knob_effects(self.trial, knob))}

        assert without_effect == self.trial.without_effect

    def test_each_habit_changes_what_somebody_does(self) -> None:
        """Refuse a weight without effect on any play: it would make scenarios misleading."""
        game = self.game
        idle = [habit.name for habit in game.habits if not any(habit_effects(game, habit))]

        assert idle == []

    def test_personas_are_what_they_say(self) -> None:
        """Require known habits within their ranges, one random persona, no two alike, and a line-up of known ones.

        A persona that finds all options alike may play as `random` does, even on the same dice.
        """
        game = self.game
        habits = {habit.name: habit for habit in game.habits}

        for persona in game.personas:
            assert set(persona.habits) <= set(habits)
            assert all(habits[key].low <= value <= habits[key].high for key, value in persona.habits.items())
        assert [persona.name for persona in game.personas if persona.at_random] == ["random"]
        assert all(habit.low <= habit.default <= habit.high for habit in game.habits)
        others = cases.usual_lineup(game)
        thinkers = [persona for persona in game.personas if not persona.at_random]
        tables = [Case(game.defaults, game.usual_players, (persona, *others)) for persona in thinkers]
        assert any(
            len({cases.play(game, case, count=games).tobytes() for case in tables}) == len(thinkers) for games in LOOKS
        )
        assert set(game.lineup) <= {persona.name for persona in game.personas}

    def test_mistakes_lie_between_the_persona_and_random(self) -> None:
        """Require that 0 per mille never draws for a mistake, and 1000 per mille leaves no thinking."""
        game = self.game
        thinkers = [persona for persona in game.personas if not persona.at_random]

        def rows(persona: Persona, mistakes: int) -> Any:
            lineup = (dataclasses.replace(persona, mistakes=mistakes),)
            return cases.play(game, Case(game.defaults, game.usual_players, lineup))

        assert row_checks.differing(rows(thinkers[-1], 0), rows(thinkers[-1], 300))
        assert row_checks.differing(rows(thinkers[-1], 300), rows(thinkers[-1], 1000))
        assert row_checks.differing(rows(thinkers[0], 1000), rows(thinkers[-1], 1000)) == []

    # The same game everywhere -----------------------------------------------------------------------------------------
    def test_any_chunks_give_the_same_rows(self) -> None:
        """Require that a game depends only on its number, not on the games of the same call."""
        game = self.game
        case = mixed_case(game)
        whole = cases.play(game, case, 0, 500)

        for size in (1, 7, 167):
            table, history = cases.lay(game, case), game.history(case.rules)
            count = min(500, 60 * size)
            sizes = [(first, min(size, count - first)) for first in range(0, count, size)]
            chunks = [cases.play_at(game, table, history, 20, *chunk) for chunk in sizes]

            assert_alike(game, np.concatenate(chunks), whole[:count], NOT_CLEARED)

    def test_a_game_is_found_by_its_number(self) -> None:
        """Require games 500..509 to be the same when played by themselves, or backwards at a table used before."""
        game = self.game
        case = mixed_case(game)
        whole = cases.play(game, case, 0, 510)
        table, history = cases.lay(game, case), game.history(case.rules)
        backwards = [cases.play_at(game, table, history, 20, number, 1) for number in range(509, 499, -1)]

        assert_alike(game, cases.play(game, case, 500, 10), whole[500:], NOT_CLEARED)
        assert_alike(game, np.concatenate(backwards[::-1]), whole[500:], NOT_CLEARED)

    def test_any_threads_give_the_same_rows(self) -> None:
        """Require that a game does not depend on the games of other threads."""
        game = self.game
        case = mixed_case(game)
        whole = cases.play(game, case, 0, 400)

        with ThreadPoolExecutor(4) as pool:
            chunks = pool.map(lambda first: cases.play(game, case, first, 25), range(0, 400, 25))

        assert_alike(game, np.concatenate(list(chunks)), whole, NOT_CLEARED)

    def test_personas_that_sit_out_change_nothing(self) -> None:
        """Require that waiting personas change nothing, and personas that are laid once may sit in two seats."""
        game, waiting, seated = self.game, cases.at_the_ends(self.game), cases.usual_lineup(self.game)
        twice = sorted([*range(len(seated))] * 2)
        without_waiting = cases.play(
            game, Case(game.defaults, game.usual_players, tuple(seated[place] for place in twice))
        )
        table = cases.lay(game, Case(game.defaults, game.usual_players, (*waiting, *seated)))
        game.seat(table, [len(waiting) + place for place in twice])
        with_waiting = cases.play_at(game, table, game.history(game.defaults), 20, 0, len(without_waiting))

        with_waiting["entry"] = without_waiting["entry"]
        assert_alike(
            game, with_waiting, without_waiting, "is a persona found otherwise than by table.lineup[table.entry[seat]]?"
        )

    def test_seeds_and_game_numbers_make_different_games(self) -> None:
        """Require that other dice give other games; short games may be alike now and then."""
        game = self.game
        case = Case(game.defaults, game.usual_players, (game.persona("random"),))
        blocks = [cases.play(game, case, 0, 300, seed) for seed in (0, 1, 2, 2**62)]
        rows = np.concatenate(blocks)
        rows["game_number"] = 0

        assert len({block.tobytes() for block in blocks}) == len(blocks)
        assert len({row.tobytes() for row in rows}) > len(blocks[0])

    def test_nothing_of_an_earlier_row_remains(self) -> None:
        """Require that every game writes every field that is read later, as rows are reused."""
        game = self.game
        case = mixed_case(game)
        clean = cases.play(game, case, 0, 200)
        rows = empty(game.row_layout(cases.parts_of(game, case.rules)), 200)
        rows.view(np.uint8).fill(0x55)
        game.play_games(cases.lay(game, case), game.history(case.rules), rows, 20, 0)

        for fresh, used in zip(clean, rows, strict=True):
            written = looked_at(game, used)
            left = [name for name, value in looked_at(game, fresh).items() if written[name] != value]
            message = f"game {fresh.game_number}: write_result has to set {', '.join(left)} in every game"
            assert left == [], message

    # Plain Python -----------------------------------------------------------------------------------------------------
    def test_compiled_rules_and_plain_python_play_the_same(self, plain_run: PlainRun) -> None:
        """Compare every field of every row, for every persona and every noted value of every knob."""
        plain = plain_run.rows()
        played = cases.plain_cases(self.game, self.trial.tables, self.trial.plain_most)

        assert len(plain) == len(played)
        for number, (case, first) in enumerate(zip(played, plain_run.firsts, strict=True)):
            rows = plain[f"case{number}"]
            assert_alike(self.game, cases.play(self.game, case, first, len(rows)), rows, f"compiled and plain, {case}")

    def test_no_choice_depends_on_what_is_unseen(self, plain_run: PlainRun) -> None:
        """Require that no appraisal changes when everything unseen is redealt; every node is tested often."""
        honest = plain_run.honesty()["honest"]

        unheard = [f"decisions.choose_{node}" for node, seen in honest["seen"].items() if not seen]
        assert unheard == [], "never called: does rules.py call it as an attribute of decisions?"
        assert honest["changed"] == {node.name: [] for node in self.game.nodes}
        assert min(honest["seen"].values()) >= ENOUGH, f"a node comes up too seldom (Trial.often): {honest['seen']}"
        for node, seen in honest["seen"].items():
            assert honest["redealt"][node] >= seen / 2, f"{node}: too little changed to say anything"
        same = [piece for piece, times in honest["pieces"].items() if not times]
        message = f"{', '.join(same)}: never dealt again in {sum(honest['seen'].values())} choices"
        assert same == [], f"{message}; reshuffle_unseen leaves it as it is, so a cheat that looks there is not caught"

    def test_a_planted_cheat_is_caught(self, plain_run: PlainRun) -> None:
        """Require that the test above catches an appraisal that looks at something hidden, at its node."""
        honesty = plain_run.honesty()

        assert set(self.trial.cheats) == {node.name for node in self.game.nodes}
        for node, cheat in self.trial.cheats.items():
            why = (
                f"the cheat at {node} is not caught: {cheat.__name__} looks at what reshuffle_unseen leaves as it is, "
                f"or decisions.choose_{node} does not appraise its options by appraise_{node}"
            )
            assert honesty[node]["changed"][node], why

    # Worlds that a seat can't tell apart ------------------------------------------------------------------------------
    def test_a_game_goes_on_from_a_copy_as_it_would_have_gone_on(self) -> None:
        """Fork a game that is stopped at a decision into a copy of its world: the row and all counters are the same."""
        game, case = self.game, mixed_case(self.game)
        forks, whole = worlds.Forks(game, case), cases.play(game, case, 0, FORKS, worlds.SEED)
        played = 0

        for stop in worlds.stops(forks, FORKS):
            row = forks.row_of(stop, worlds.copy_into(empty(game.table), stop.table))
            assert_alike(game, [row], [whole[stop.game_number]], "a rule keeps something outside the table")
            played += 1

        assert played > FORKS // 2

    def test_forcing_what_would_have_been_chosen_changes_nothing(self) -> None:
        """Force each option of any decision of any persona: one of them gives the game as it was.

        So trial games of all options, and the persona's own, go on with the same dice and the same plans.
        """
        game, nodes, trial = self.game, range(len(self.game.nodes)), self.trial
        met = set()
        for players, rules in (
            (game.least_players, trial.often),
            (game.least_players, trial.brief),
            (game.usual_players, {}),
        ):
            case = mixed_case(game)._replace(rules={**game.defaults, **rules}, players=players)
            forks, whole = worlds.Forks(game, case), cases.play(game, case, 0, FORCED // len(nodes), worlds.SEED)
            for row, node in itertools.product(whole, nodes):
                number = int(row.game_number)
                late = 37 * number % max(1, int(row.decisions))
                stop = forks.stop(number, late, 1 << node) or forks.stop(number, 0, 1 << node)
                if stop is not None:
                    met.add(node)
                    world = worlds.copy_into(empty(game.table), stop.table)
                    forced = (forks.row_of(stop, world, option) for option in range(stop.count))
                    where = f"{players} players, game {number}, decision {stop.number} ({game.nodes[node].name})"
                    why = "what a persona keeps has to be made, and its dice thrown, within decisions.choose_<node>"
                    assert any(not differ(row, each) for each in forced), f"{where}: another game, {why}"

        assert met == set(nodes)

    def test_worlds_dealt_again_show_no_trace_of_the_true_one(self) -> None:
        """Require that worlds dealt from the true one are no more like it than others are.

        Then what a thinker finds out does not rest on the truth.  False alarms: 3 in ten million.  A trace in 10 % of
        the deals shows with about 5 standard deviations, and one in 25 %, which is planted here, with 8 to 9 (measured:
        Black Death, Oktoberfest).
        """
        case = mixed_case(self.game)

        assert worlds.evidence(self.trial, case) < worlds.CERTAIN, "reshuffle_unseen is not uniform"
        assert worlds.evidence(worlds.leaking(self.trial, 25), case) > worlds.CERTAIN

    @pytest.mark.verify
    def test_how_a_game_goes_on_does_not_depend_on_the_true_world(self) -> None:
        """Compare the ends of games from worlds dealt from the true one with those from other worlds.

        A trace in half of the deals shows with 8 standard deviations in Oktoberfest, with 2 in Black Death: the test
        above sees more, but only what the trial calls hidden.
        """
        case = mixed_case(self.game)

        assert worlds.evidence(self.trial, case, worlds=100, values=True) < worlds.CERTAIN

    # The source ---------------------------------------------------------------------------------------------------
    def test_rules_know_whole_numbers_only(self) -> None:
        """Require whole numbers and no lists in the rules: all state is in the table."""
        assert rule_lint.faults(self.game.folder) == []

    # Compiled with every index checked --------------------------------------------------------------------------------
    @pytest.mark.verify
    def test_no_index_is_out_of_bounds(self) -> None:
        """Play with every index checked, which takes a compilation of its own."""
        arguments: Any = {"stderr": subprocess.STDOUT, "env": {"NUMBA_BOUNDSCHECK": "1"}}
        run = plain_process.start("-c", CHECKED, self.trial.place, compiled=True, **arguments)
        printed = run.communicate()[0].decode(errors="replace")

        assert run.returncode == 0, f"{printed}\n{AS_PLAIN_PYTHON}"


AS_PLAIN_PYTHON = "as plain Python the same game names file, line and rule: balancer trace GAME --seed 20 --game NUMBER"

CHECKED = """
import sys
from balancer.testing import cases, worlds
from balancer.testing.game_under_test import trial_at
trial = trial_at(sys.argv[1])
for case in cases.plain_cases(trial.game, trial.tables):
    cases.play(trial.game, case, 0, 40)
"""


# why a game may depend on earlier ones
NOT_CLEARED = "do rules change what `prepare` has set, or keep something outside the table?"


def assert_alike(game: Game, rows: Any, others: Any, why: str) -> None:
    """Fail with the first game in which two sets of rows differ, figure by figure."""
    differs = row_checks.difference(game, rows, others)
    assert not differs, f"{differs} ({why})"


def assert_sound(game: Game, case: Case, row: Any, winnerless: frozenset[str] = frozenset(), seed: int = 20) -> None:
    """Fail if a row is impossible; winnerless: endings without a winner; seed: of the game."""
    standings = functools.partial(cases.standings, game, case, seed)
    wrong = next(row_checks.faults(game, case.rules, case.players, len(case.lineup), row, standings, winnerless), "")
    assert not wrong, wrong
    names = cases.parts_of(game, case.rules).names
    sets = part_sets(row)[: case.players]
    assert not any(has_part(sets, k).any() for k in range(len(names), WORD_PARTS * sets.shape[-1]))


def knob_effects(trial: Trial, knob: Knob) -> Iterator[bool]:
    """Yield whether rows differ from those of the printed rules, by line-up, number of players and noted value."""
    game, values = trial.game, ways.noted_values(knob, trial.tables)
    base = {**game.defaults, **trial.effect_with.get(knob.name, {})}
    if isinstance(knob, TableKnob) and len(values) == 1:
        pytest.fail(f"{game.name}: Trial.tables names no second component table to try {knob.name} with")
    players_of = (game.usual_players, game.least_players, game.most_players)
    for games, lineup, players in itertools.product(LOOKS, cases.lineups(game), players_of):
        before = cases.play(game, Case(base, players, lineup), count=games)
        for value in values:
            rules = ways.playable(game, {**base, knob.name: value}, players)
            if value != knob.default and rules and changed(base, rules) == [knob.name]:
                yield differ(before, cases.play(game, Case(rules, players, lineup), count=games))


def changed(base: dict[str, Any], rules: dict[str, Any]) -> list[str]:
    """Return the rules that are not those of the base."""
    return [name for name, value in rules.items() if value != base[name]]


def habit_effects(game: Game, habit: Habit) -> Iterator[bool]:
    """Yield whether rows differ when a persona has the least, or the most, of a habit."""
    others = cases.usual_lineup(game)
    thinkers = [persona for persona in game.personas if not persona.at_random]
    for games, persona, value in itertools.product(LOOKS, thinkers, (habit.low, habit.high)):
        other = dataclasses.replace(persona, habits={**persona.habits, habit.name: value})
        tables = [Case(game.defaults, game.usual_players, (player, *others)) for player in (persona, other)]
        yield differ(*(cases.play(game, case, count=games) for case in tables))


def differ(rows: Any, others: Any) -> bool:
    """Return whether two sets of rows differ in anything."""
    return bool(row_checks.differing(rows, others))


def mixed_case(game: Game) -> Case:
    """Return a table at which everybody sits, some of them making mistakes."""
    slips = [dataclasses.replace(persona, mistakes=100) for persona in game.personas if not persona.at_random]
    return Case(game.defaults, game.usual_players, (*game.personas, *slips))


def looked_at(game: Game, row: Any) -> dict[str, Any]:
    """Return what the tally reads of a row, by name."""
    seats, nodes = int(row.seats), len(game.nodes)
    figures: dict[str, Any] = {"seats": seats}
    for field in ("game_number", "winners", "rounds", "turns", "ending", "decisions", "options", "forced", "mistake"):
        figures[f"row.{field}"] = int(row[field])
    for field in ("score", "entry"):
        figures[f"row.{field}"] = row[field][:seats].tolist()
    figures["row.parts"] = part_sets(row)[:seats].tolist()
    for field in ("node_decisions", "node_options"):
        figures[f"row.{field}"] = row[field][:nodes].tolist()
    figures |= {f"extra {extra.name}": int(row.extras[k]) for k, extra in enumerate(game.extras)}
    figures["row.lead "] = str(row.lead.tolist()) if row.lead.defined else "undefined"
    return figures
