"""What each persona of Black Death claims, as positions with the choice expected; slots are counted from 0."""

import pytest

from balancer.games.black_death import GAME
from balancer.games.black_death.table import PLACE
from tests.games.black_death.laid import choices


def remembers(**facts):
    """Lay down what seats 0 and 1 remember: refused (0's slot), took (1's places), saw_laid (what 1 saw of 0)."""

    def prepare(table):
        table.watched = 1
        table.players[0].refused = 1 << facts["refused"] if "refused" in facts else 0
        for place, often in facts.get("took", {}).items():
            table.players[1].took[place] = often
        for place, often in facts.get("saw_laid", {}).items():
            table.players[1].saw_laid[0, place] = often

    return prepare


@pytest.mark.parametrize("persona", ["random", "even"])
def test_random_and_even_may_choose_anything(persona):
    """Lays Death anywhere and takes any card. / Every slot is as good as another."""
    assert choices(persona, "offer", 5) == choices(persona, "take", 5) == {0, 1, 2, 3, 4}


def test_middler_hides_death_at_an_end_and_takes_from_the_middle():
    assert choices("middler", "offer", 5) == {0, 4}
    assert choices("middler", "take", 5) == {2}
    assert choices("middler", "take", 6) == {2, 3}
    assert choices("middler", "take", 3) == {1}
    assert choices("middler", "take", 2) == {0, 1}, "two cards have no middle"


def test_baiter_lays_death_in_the_middle_and_takes_from_an_end():
    assert choices("baiter", "offer", 5) == {2}
    assert choices("baiter", "offer", 4) == {1, 2}
    assert choices("baiter", "take", 5) == {0, 4}


def test_edger_lays_death_last_and_takes_from_the_ends():
    assert choices("edger", "offer", 5) == {4}
    assert choices("edger", "take", 5) == {0, 4}


def test_fidget_lays_death_first_but_never_again_where_it_was_refused():
    assert choices("fidget", "offer", 4) == {0}
    assert choices("fidget", "offer", 4, remembers(refused=0)) == {1, 2, 3}
    assert choices("fidget", "offer", 4, remembers(refused=2)) == {0}
    assert choices("fidget", "take", 4) == {0, 1, 2, 3}


def test_reader_lays_death_where_the_next_player_has_been_taking():
    assert choices("reader", "offer", 5) == {0, 1, 2, 3, 4}, "nothing is known yet"
    assert choices("reader", "offer", 5, remembers(took={PLACE.LAST: 1})) == {4}
    assert choices("reader", "offer", 5, remembers(took={PLACE.FIRST: 3, PLACE.MIDDLE: 4})) == {2}
    # 4 times in between is 2 for each of the two slots in between, less than 3 times first
    assert choices("reader", "offer", 5, remembers(took={PLACE.FIRST: 3, PLACE.BETWEEN: 4})) == {0}


def test_reader_shuns_where_death_was_laid_before():
    assert choices("reader", "take", 5) == {0, 1, 2, 3, 4}
    assert choices("reader", "take", 5, remembers(saw_laid={PLACE.FIRST: 1})) == {1, 2, 3, 4}
    assert choices("reader", "take", 5, remembers(saw_laid={PLACE.FIRST: 1, PLACE.LAST: 1})) == {1, 2, 3}
    assert choices("reader", "take", 2, remembers(saw_laid={PLACE.FIRST: 2, PLACE.LAST: 1})) == {1}


def test_every_persona_is_tested_here():
    tested = " ".join(name for name in globals() if name.startswith("test_"))

    assert [persona.name for persona in GAME.personas if persona.name not in tested] == []
