"""Players who believe printed figures where the rules read others (core/belief.py, plain/believing.py)."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from balancer import games
from balancer.core import belief
from balancer.core.component_table import Changes
from tests.plain import planted

GAMES = 300
STEIN: Changes = (("Stein Lift", "value", 0), ("Roast Ox", "value", 1))
QUIET = {"win_threshold": 0, "contest_from_round": 99}
"""Rules by which no figure on a card matters before the end."""


def rows(lineup: Sequence[str], rules: dict[str, Any], true: Changes = (), believed: Changes | None = None) -> Any:
    """Games of Oktoberfest by cards with some figures changed; believed: the changes that players believe in."""
    game = games.load("oktoberfest")
    complete, who = {**game.defaults, **rules}, [game.persona(name) for name in lineup]

    def laid(changes: Changes) -> Any:
        return game.lay_table(complete, 4, game.read_table("parts", None, changes), who)

    table = laid(true)
    shown = None if believed is None else game.believe(table, laid(believed))
    played = np.asarray(game.play(table, game.history(complete), 1, 0, GAMES)).copy()
    del shown
    return played


def test_whose_choices_read_no_figure_play_as_if_they_knew() -> None:
    assert (rows(["random"], {}, STEIN) == rows(["random"], {}, STEIN, believed=())).all()


def test_who_believes_what_is_printed_chooses_as_by_it_and_ends_with_what_is_true() -> None:
    printed, behind = rows(["builder", "rusher"], QUIET), rows(["builder", "rusher"], QUIET, STEIN, believed=())
    for column in ("parts", "turns", "decisions", "options"):
        assert (printed[column] == behind[column]).all(), column
    assert (printed["score"] != behind["score"]).any()
    assert (printed["winners"] != behind["winners"]).any()
    known = rows(["builder", "rusher"], QUIET, STEIN)
    assert (known["parts"] != behind["parts"]).any()  # who knows takes others
    assert (rows(["builder", "rusher"], QUIET) == printed).all()  # nothing is left of the belief


def test_chefs_cook_the_dishes_whose_points_they_believe() -> None:
    game, changes = games.load("festo"), (("meat drink", "vp", 0), ("roast", "vp", 1))
    who = [game.persona(name) for name in game.lineup]

    def laid(changes: Changes) -> Any:
        tables = {"dishes": game.read_table("dishes", None, changes), "events_table": game.read_table("events_table")}
        return game.lay_table(game.defaults, 4, game.joined(tables), who)

    def played(table: Any) -> Any:
        return np.asarray(game.play(table, game.history(game.defaults), 1, 0, 60)).copy()

    table = laid(changes)
    shown = game.believe(table, laid(()))
    printed, behind, known = played(laid(())), played(table), played(laid(changes))
    del shown
    for column in ("parts", "turns", "decisions", "options"):
        assert (printed[column] == behind[column]).all(), column
    assert (printed["score"] != behind["score"]).any()
    assert (known["parts"] != behind["parts"]).any()


def test_nothing_to_believe_changes_nothing() -> None:
    assert (rows(["bully", "rusher"], {}, STEIN) == rows(["bully", "rusher"], {}, STEIN, believed=STEIN)).all()


def test_tables_that_differ_too_much_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(belief, "MAX_DIFFERENCES", 3)
    with pytest.raises(ValueError, match="words of the table differ; at most 3"):
        rows(["random"], {}, STEIN, believed=())


def test_plain_players_believe_too() -> None:
    game = games.load(games.add_class(planted.Planted))
    printed = game.read_parts()
    knob = "fruit"
    true = game.joined(
        {
            **{each: game.read_table(each) for each in game.components},
            knob: game.read_table(knob, None, (("plum", "value", 50),)),
        }
    )
    who = [game.persona("bold"), game.persona("careful")]
    rules = {**game.defaults, "gift": False}

    def play(parts: Any, believed: Any = None) -> Any:
        table = game.lay_table(rules, 4, parts, who)
        if believed is not None:
            game.believe(table, game.lay_table(rules, 4, believed, who))
        return np.asarray(game.play(table, game.history(rules), 1, 0, 40)).copy()

    before, behind = play(printed), play(true, printed)
    assert (before["turns"] == behind["turns"]).all()
    assert (before["score"] != behind["score"]).any()
    assert (play(printed, true)["score"] == before["score"]).all()  # nobody here reads values to choose
