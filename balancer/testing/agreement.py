"""Comparison of a game with its reference, game by game: same dice, no shared rules, random players.

A reference is a plain game (`assert_same_as_plain`, with the comparison of `try --against`), or a function.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from balancer.core import rule_errors
from balancer.core.authoring import row_checks, ways
from balancer.core.authoring.row_checks import shown
from balancer.core.game import Game
from balancer.plain.lane import PlainGame
from balancer.plain.rows import rows_of
from balancer.questions.tryout.against import differing
from balancer.testing import cases, naive_leader
from balancer.testing.cases import Case


def assert_same_as_plain(
    game: Game, reference: PlainGame, rules: dict[str, Any], players: int, *, seed: int, games: int, first: int = 0
) -> None:
    """Fail at the first game that differs from that of a plain game; rules: the knobs that are not as printed.

    Compares what `try --against` compares, the standings of each round, and the leads by an independent computation.
    """
    ours, theirs = (Case({**each.defaults, **rules}, players, (each.persona("random"),)) for each in (game, reference))
    parts = [ways.parts_of(each, case.rules) for each, case in ((game, ours), (reference, theirs))]
    assert game.problems(ours.rules, players, parts[0]) == []
    cases.check_dry(game, [ours], seed)
    table, history = cases.lay(game, ours), game.history(ours.rules)
    plain_table = reference.lay_table(theirs.rules, players, parts[1], theirs.lineup)
    names = [each.names for each in parts]
    for number in range(first, first + games):
        row = cases.play_at(game, table, history, seed, number, 1)[0]
        assert row.mistake == rule_errors.NONE, f"game {number}: {rule_errors.words(row.mistake)}"
        course, figures = reference.played(plain_table, seed, number)
        twin = rows_of([figures], number, plain_table, reference)[0]
        differ = differing(game, row, reference, twin, names)
        assert not differ, f"game {number}: {differ[0][0]} differ: {shown(differ[0][1])} and {shown(differ[0][2])}"
        assert_equal(number, by_round(history[: row.rounds, :players].tolist()), by_round(course.standings))
        assert_same_lead(row.lead, course.standings, row_checks.winners_of(row), one_loses=game.one_loses)


def assert_same_games(
    game: Game,
    naive: Callable[[int], dict[str, Any]],
    rules: dict[str, Any],
    players: int,
    *,
    seed: int,
    games: int,
) -> None:
    """Fail at the first game that differs from the reference.

    naive: game number -> what happened, by the names of `row_checks.named_figures`, with the standings of each round
    as `standings`; rules: the knobs that are not as printed.
    """
    case = Case({**game.defaults, **rules}, players, (game.persona("random"),))
    assert game.problems(case.rules, players, cases.parts_of(game, case.rules)) == []
    cases.check_dry(game, [case], seed)
    table, history = cases.lay(game, case), game.history(case.rules)
    names = cases.parts_of(game, case.rules).names
    for number in range(games):
        row = cases.play_at(game, table, history, seed, number, 1)[0]
        assert row.mistake == rule_errors.NONE, f"game {number}: {rule_errors.words(row.mistake)}"
        expected = naive(number)
        standings = expected.pop("standings")
        figures = row_checks.named_figures(game, row, names)

        assert_equal(number, figures, expected)
        noted = history[: row.rounds, :players].tolist()
        assert_equal(number, by_round(noted), by_round(standings))
        assert_same_lead(row.lead, standings, expected["winners"], one_loses=game.one_loses)


def assert_equal(number: int, figures: dict[str, Any], expected: dict[str, Any]) -> None:
    """Fail in words of the game, as pytest would show both dicts whole."""
    if figures != expected:
        raise AssertionError(in_words(number, figures, expected))


def in_words(number: int, figures: dict[str, Any], expected: dict[str, Any]) -> str:
    """Return the names of the figures that differ, the first with both values, lists within them piece by piece."""
    differ = [name for name in {**figures, **expected} if figures.get(name, NOTHING) != expected.get(name, NOTHING)]
    first = differ[0]
    mine, theirs = figures.get(first, NOTHING), expected.get(first, NOTHING)
    others = f" (and so do {', '.join(differ[1:])})" if differ[1:] else ""
    return f"game {number}: {first} differ{others}:\n  the game:      {shown(mine)}\n  the reference: {shown(theirs)}"


NOTHING = "missing"  # printed for a figure that one of the two lacks


def by_round(standings: list[list[int]]) -> dict[str, Any]:
    """Return the standings of each round by its name."""
    return {f"standings after round {k}": line for k, line in enumerate(standings, 1)}


def assert_same_lead(lead: Any, standings: list[list[int]], winners: list[int], *, one_loses: bool = False) -> None:
    """Fail if leader metrics differ; they are rounded to 1 / 2**20, drama down by less than two of these."""
    expected = naive_leader.lead(standings, winners, one_loses=one_loses)
    assert lead.defined == (expected is not None)
    if expected is None:
        return
    assert lead.changes == expected["lead_changes"]
    assert abs(int(lead.changes_per_round) - 2**20 * expected["lead_changes_per_round"]) <= Fraction(1, 2)
    assert abs(int(lead.decisiveness) - 2**20 * expected["decisiveness"]) <= Fraction(1, 2)
    assert -2.001 < int(lead.drama) - 2**20 * expected["drama"] < 0.001
    assert [bool(led) for led in lead.led] == [expected["led"][percent] for percent in (25, 50, 75)]
    assert [bool(led) for led in lead.leader_won] == [expected["leader_won"][percent] for percent in (25, 50, 75)]
    assert lead.comeback == expected["comeback"]
    arc = [flag for flags in expected["arc"].values() for flag in flags]
    assert [bool(int(lead.arc) >> bit & 1) for bit in range(len(arc))] == arc
