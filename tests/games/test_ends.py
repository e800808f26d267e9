"""Every knob, habit and number of players at an end of its range, all at once: played to the end."""

from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from balancer.core.authoring import ways
from balancer.core.game import Persona
from balancer.core.table import RUNNING, UNFINISHED
from balancer.games import load, own_names
from balancer.testing import cases


@pytest.mark.parametrize("name", own_names())
@given(data=st.data())
def test_rules_at_their_ends_are_played_to_the_end(name: str, data: st.DataObject) -> None:
    game = load(name)
    ends: dict[str, Any] = {knob.name: data.draw(st.sampled_from(ways.noted_values(knob))) for knob in game.knobs}
    players = data.draw(st.sampled_from([game.least_players, game.most_players]))
    rules = ways.playable(game, ends, players)
    event("played as drawn" if rules == ends else "played with what can't be combined as printed")
    assert rules is not None
    habits = {habit.name: data.draw(st.sampled_from([habit.low, habit.high])) for habit in game.habits}
    mistakes = data.draw(st.sampled_from([0, 1, 1000]))
    lineup = (Persona("ends", "", habits, mistakes=mistakes), game.persona("random"))

    rows = cases.play(game, cases.Case(rules, players, lineup), first=2**62, count=2, seed=2**63 - 1)

    for row in rows:
        assert row.ending > RUNNING
        assert row.rounds <= rules["max_rounds"]
        assert row.ending != UNFINISHED or row.rounds == rules["max_rounds"]


@pytest.mark.parametrize("name", own_names())
def test_every_persona_finishes_games_with_its_own_kind(name: str) -> None:
    """A table of one persona must not go in circles: of 60 games at least 57 end before `max_rounds`."""
    game = load(name)

    for persona in game.personas:
        if not persona.at_random:  # Drunken Shit Head cycles where nobody thinks
            rows = cases.play(game, cases.Case(game.defaults, game.usual_players, (persona,)), count=60)
            unfinished = sum(int(row.ending == UNFINISHED) for row in rows)
            assert unfinished <= 3, f"{persona.name}: {unfinished} of 60 games unfinished"
