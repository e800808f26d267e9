"""What may change, through which values, and how far each is: against distances worked out by hand."""

import pathlib
from typing import Any

import pytest

from balancer.questions.seek.candidates import SearchSpace, space_of
from balancer.questions.seek.knobs import EVERY_VALUE
from balancer.scenario.errors import ScenarioError
from balancer.scenario.load import Overrides, from_dict, load

SHIPPED = pathlib.Path(__file__).parents[3] / "scenarios"
CHECKS = [{"metric": "turns", "at_most": 60}]


def space(*options: str, **scenario: Any) -> SearchSpace:
    return space_of(from_dict({"game": "black_death", "checks": CHECKS, **scenario}), options)


def ranked(found: SearchSpace) -> list[tuple[str, float]]:
    return [(one.name, one.distance) for one in found.candidates]


def test_fewer_knobs_come_first_then_shorter_ways() -> None:
    """Players range from 2 to 10, ranks from 5 to 26: one more of either is 1/8 and 1/21; another word is 1."""
    found = space("players=4,5,8", "ranks=14,15", "offer_to", players=4)

    eighth, rank = 1 / 8, 1 / 21
    assert ranked(found) == [
        ("ranks 15", pytest.approx(rank)),
        ("players 5", pytest.approx(eighth)),
        ("players 8", pytest.approx(4 * eighth)),
        ("offer_to right", 1.0),
        ("players 5, ranks 15", pytest.approx(eighth + rank)),
        ("players 8, ranks 15", pytest.approx(4 * eighth + rank)),
        ("ranks 15, offer_to right", pytest.approx(1 + rank)),
        ("players 5, offer_to right", pytest.approx(1 + eighth)),
        ("players 8, offer_to right", pytest.approx(1.5)),
        ("players 5, ranks 15, offer_to right", pytest.approx(1 + eighth + rank)),
        ("players 8, ranks 15, offer_to right", pytest.approx(1.5 + rank)),
    ]
    assert found.base.name == "base"
    assert found.base.rank == (0, 0)


def test_special_numbers_words_sets_and_figures_of_cards_have_their_own_distance() -> None:
    """Off is no quantity; a set differs by its items; a card's figure by the range of its column."""
    beer = load(SHIPPED / "oktoberfest.yaml")
    found = space_of(beer, ["win_threshold=0,14", "parts.Stein.value=6,9"])
    away = {one.name: one.distance for one in found.candidates if len(one.changes) == 1}
    stein = next(one for one in found.changeable if one.name == "parts.Stein.value")
    column = next(one for one in beer.game.components["parts"].columns if one.name == "value")
    assert column.low is not None
    assert column.high is not None
    assert away["win_threshold 0"] == 1
    assert away["win_threshold 14"] == pytest.approx(1 / (60 - 8))
    for value in {6, 9} - {stein.base}:
        expected = abs(value - stein.base) / (column.high - column.low)
        assert away[f"parts.Stein.value {value}"] == pytest.approx(expected)

    festo = load(SHIPPED / "festo_characters.yaml")
    (abilities,) = space_of(festo, ["abilities=none;troll,elf"]).changeable
    number = len(abilities.knob.choices) if abilities.knob else 0  # type: ignore[attr-defined]
    assert abilities.distance("none") == 1
    assert abilities.distance(("troll", "elf")) == pytest.approx((number - 2) / number)


def test_a_knob_without_values_goes_through_its_range() -> None:
    """A short range as a whole; a long one finely near the base value, to both ends; the axis of the sweep, if any."""
    (ranks,) = space("ranks").changeable
    assert ranks.values == tuple(value for value in range(5, 27) if value != 14)

    (rounds,) = space("max_rounds").changeable
    assert {10, 998, 999, 1001, 1002, 100_000} <= set(rounds.values)
    assert len(rounds.values) > EVERY_VALUE
    assert all(10 <= value <= 100_000 for value in rounds.values)

    (seating,) = space("seating").changeable
    assert seating.values == ("in_order", "fixed")
    (suits,) = space("suits").changeable
    assert suits.values == (2, 6)
    (swept,) = space("ranks", sweep={"axes": {"rules.ranks": [13, 14]}}).changeable
    assert swept.values == (13,)


def test_values_are_written_as_on_other_command_lines() -> None:
    for values in ("12..13,20", "[12, 13, 20]", "[12..13, 20]"):
        (ranks,) = space(f"ranks={values}").changeable
        assert ranks.values == (12, 13, 20)
    (lineup,) = space("lineup=random;[middler, baiter]").changeable
    assert lineup.values == (("random",), ("middler", "baiter"))


def test_the_axes_of_a_sweep_may_change_and_keep_their_mode() -> None:
    """A grid in all combinations, the base value too, where the axis lacks it; other modes as they say.

    Another number of players is no change of the rules: in a grid it is tried if no rule varies, or by name.
    """
    axes = {"rules.ranks": [12, 13], "rules.order": ["offer", "draw"]}
    base = {"players": 4, "rules": {"ranks": 14}}
    assert {one.name for one in space(sweep={"axes": axes}, **base).candidates} == {
        "ranks 12", "ranks 13", "order draw", "ranks 12, order draw", "ranks 13, order draw",
    }  # fmt: skip
    axes = {"rules.ranks": [12, 13], "players": [3, 4]}
    assert {one.name for one in space(sweep={"axes": axes}, **base).candidates} == {"ranks 12", "ranks 13"}
    assert {one.name for one in space("players", sweep={"axes": axes}, **base).candidates} == {"players 3"}
    assert {one.name for one in space(sweep={"axes": {"players": [3, 4]}}, **base).candidates} == {"players 3"}
    zipped = space(sweep={"mode": "zip", "axes": axes}, **base)
    assert {one.name for one in zipped.candidates} == {"ranks 12, players 3", "ranks 13"}
    alone = space(sweep={"mode": "one_at_a_time", "axes": axes}, **base)
    assert {one.name for one in alone.candidates} == {"ranks 12", "ranks 13", "players 3"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ((), "nothing says what may change: the scenario has no sweep; write sweep: {axes: …}, or name knobs: --knob"),
        (["rank"], "--knob rank: unknown knob of Black Death 'rank'; allowed: suits, ranks, offer_to"),
        (["rank"], "did you mean ranks?"),
        (["ranks=14"], "nothing to change: rules.ranks has the base value only"),
        (["ranks=4,99"], "--knob ranks=4,99: ranks: 4 is out of range; allowed: 5..26"),
        (["ranks=20..10"], "--knob ranks=20..10: ranks: 20..10 goes down; write the smaller number first: 10..20"),
        (["ranks", "ranks=9"], "--knob ranks=9: ranks is named twice"),
        (["ranks="], "'ranks=' names no knob with its values; write --knob NAME"),
        (["lineup"], "--knob lineup: lineup has no range to go through; name its values"),
        (["lineup=midler"], "unknown persona of black_death 'midler'"),
        (["players=1"], "--knob players=1: players: 1 is out of range; allowed: 2..10 (Black Death)"),
        (["personas.middler.habits.x=1"], "--knob personas.middler.habits.x=1: unknown knob"),
        (["parts.Stein.value=1"], "Black Death has no component table"),
        (["max_rounds=10..9000", "ranks"], "changes to try; allowed: 10_000 at most; name fewer knobs"),
    ],
)
def test_each_mistake_has_its_message(options: list[str], message: str) -> None:
    with pytest.raises(ScenarioError) as found:
        space(*options)
    assert message in str(found.value)


def test_what_the_game_does_not_allow_is_left_out_with_the_reason() -> None:
    """Oktoberfest's cards must divide by its players: with four, one card less removed leaves one over."""
    beer = load(SHIPPED / "oktoberfest.yaml")
    found = space_of(beer, ["removed=0..7"])
    names = {one.name for one in found.candidates}
    assert names
    assert found.refused
    assert not names & set(found.refused)
    assert len(names) + len(found.refused) == 8
    assert all("do not divide by 4 players" in why for why in found.refused.values())


# Variants upon a candidate --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["oktoberfest", "biergarten", "festo", "black_death"])
def test_variants_upon_a_candidate_are_those_of_the_changed_scenario(name: str) -> None:
    """As if the designer had written the change into the base, whatever a variant sets itself."""
    file = SHIPPED / f"{name}.yaml"
    found = space_of(load(file), ["players"])
    for candidate in found.candidates:
        changed = load(file, Overrides(players=str(candidate.setting.players)))
        assert candidate.setting == changed.base
        assert dict(candidate.variants) == dict(changed.variants)


def test_a_variant_keeps_what_it_sets_even_where_the_base_has_the_same() -> None:
    text = {"rules": {"ranks": 14}, "variants": {"long": {"rules": {"ranks": 14, "suits": 6}, "lineup": ["random"]}}}
    (candidate,) = space("ranks=10", **text).candidates
    variant = candidate.variants["long"]
    assert (candidate.setting.rules["ranks"], variant.rules["ranks"], variant.rules["suits"]) == (10, 14, 6)
    assert variant.lineup == ("random",)
