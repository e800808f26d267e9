"""Rules and their values as people call them."""

import itertools
from typing import Any

import pytest

from balancer.core.knobs import Choice, Flag, Number, Several
from balancer.games import registry
from balancer.reporting.axis import AxisWords, SweepAxis, joined_names, joined_phrases, short, with_article, words_of
from balancer.scenario.question import GameCard, KnobCard
from tests.reporting.swept import sweep_of
from tests.reporting.test_sweep_grid import cells

MEANT: dict[str, Any] = {"default": 0, "meaning": "", "section": "1"}


def axis(knob, *values):
    """Return an axis over a declared knob."""
    card = {knob.name: KnobCard(noun=knob.noun, phrases=knob.phrase_of)}
    specials = {str(number): meaning for number, meaning in getattr(knob, "specials", ())}
    return SweepAxis(f"rules.{knob.name}", values, specials, words=words_of(f"rules.{knob.name}", card))


def test_truths_and_words_are_called_by_their_phrases():
    """In sentences with their preposition, in headings without it."""
    flag = axis(Flag(name="m", noun="Magic", phrases=("in the plain game", "with Magic"), **MEANT), False, True)
    assert (flag.noun, flag.label) == ("Magic", "Magic")
    assert [flag.phrase(k) for k in (0, 1)] == ["in the plain game", "with Magic"]
    assert [flag.named(k) for k in (0, 1)] == ["plain game", "Magic"]
    assert [flag.shown(k) for k in (0, 1)] == ["plain game", "Magic"]
    assert flag.span(0, 1) == "plain game to Magic"
    assert flag.step(0, 1) == "with Magic instead of the plain game"
    assert flag.phrases([0, 1]) == "in the plain game and with Magic"
    draft = Choice(name="d", noun="the draft", choices=("a", "b"), phrases=("with a draft", "without a draft"), **MEANT)
    draft = axis(draft, "b", "a")
    assert [draft.named(k) for k in (0, 1)] == ["no draft", "draft"]
    assert draft.phrases([1, 0]) == "with a draft and without a draft"
    assert draft.again(0) == "without a draft"
    assert draft.step(1, 0) == "without a draft instead of with a draft"


def test_numbers_take_their_place_in_a_phrase():
    """Declared, or made of the noun; what is special has words of its own."""
    limits: dict[str, Any] = {"low": 0, "high": 60, "specials": ((0, "off"),)}
    piles = axis(
        Number(name="p", noun="the number of piles", phrases=("with {} piles",), **limits, **MEANT), 2, 3, 4, 6
    )
    assert piles.phrase(1) == "with 3 piles"
    assert piles.named(1) == "3 piles"
    assert piles.again(3) == "with 6"
    assert piles.phrases([0, 1, 2, 3]) == "with 2 to 6 piles"
    assert piles.phrases([0, 3]) == "with 2 and 6 piles"
    target = axis(Number(name="t", noun="the instant win", phrases=("", "without a win"), **limits, **MEANT), 0, 18, 20)
    assert [target.phrase(k) for k in (0, 1)] == ["without a win", "at an instant win of 18"]
    assert [target.named(k) for k in (0, 2)] == ["no win", "instant win 20"]
    assert [target.again(k) for k in (0, 2)] == ["without a win", "at 20"]
    assert [target.shown(k) for k in (0, 2)] == ["0 (off)", "20"]
    assert target.phrases([0, 1, 2]) == "at an instant win of 18 and 20 and without a win"
    assert target.step(1, 2) == "from 18 to 20"
    assert target.span(1, 2) == "instant win 18 to 20"


def test_lists_are_named_by_what_they_contain():
    """All, none, or some, whose underscores are no letters."""
    phrases = ("with all events", "without events", "with {} alone")
    events = axis(
        Several(name="e", noun="events", choices=("salt_each",), phrases=phrases, **MEANT), "all", "none", ["salt_each"]
    )
    assert [events.named(k) for k in range(3)] == ["all events", "no events", "salt each alone"]


def test_numbers_beside_words_are_counted_together():
    """An axis of `auto` and numbers: 0, 1 and 4 dice, not 0 dice, 1 die and 4 dice."""
    words = AxisWords("the dice", {"auto": "with the usual dice", "{}": "with {} dice"})
    dice = SweepAxis("rules.dice", ("auto", 0, 1, 4), words=words)

    assert dice.phrases([1, 2, 3]) == "with 0, 1 and 4 dice"
    assert dice.phrases([0, 1, 3]) == "with 0 and 4 dice and the usual dice"
    assert dice.phrases([2]) == "with 1 die"


def test_a_knob_without_words_is_called_by_its_name():
    """As scenarios have it, so that a game need not declare any."""
    plain = SweepAxis("rules.magical", (False, True))
    assert (plain.noun, plain.label) == ("magical", "magical")
    assert [plain.phrase(0), plain.named(1), plain.again(1)] == ["with magical false", "magical true", "with true"]
    number = SweepAxis("rules.x", (0, 3, 4, 5), {"0": "off"})
    assert [number.phrase(0), number.phrase(1), number.again(2)] == ["with x 0 (off)", "at x 3", "at 4"]
    assert number.phrases([1, 2, 3]) == "at x 3 to 5"
    habit = SweepAxis("personas.timid.habits.margin", (1, 2))
    assert habit.phrase(0) == "at timid's margin 1"


def test_several_axes_share_their_prepositions():
    """Each once, what is missing last."""
    assert joined_phrases(["with Lagers", "with 4 players"]) == "with Lagers and 4 players"
    assert joined_phrases(["with 4 players", "in the plain game"]) == "in the plain game with 4 players"
    three = ["without a draft", "with 2 piles", "at a target of 5"]
    assert joined_phrases(three) == "at a target of 5 with 2 piles and without a draft"
    assert joined_phrases(["without a draft", "without bids"]) == "without a draft or bids"
    four = ["without a draft", "with 2 piles", "with an auction"]
    assert joined_phrases(four) == "with 2 piles and an auction, without a draft"
    assert joined_phrases([]) == ""
    sweep = sweep_of(cells(*({"rules.a": a, "players": n} for a in (1, 2) for n in (3, 4, 5))))
    assert sweep.phrase(0) == "at a 1 with 3 players"
    assert sweep.phrase(0, without=0) == "with 3 players"
    assert sweep.phrases([0, 2], without=0) == "with 3 and 5 players"


def test_lines_name_what_they_share_once():
    """Every value of the one axis on which they differ needs no list; two such axes are named in pairs."""
    points = itertools.product((1, 2), ("x", "y"), (3, 4, 5))
    sweep = sweep_of(cells(*({"rules.a": a, "rules.b": b, "players": n} for a, b, n in points)))
    at = {sweep.name(cell, without=0): cell for cell in range(6)}
    some = [at["b x, 3 players"], at["b x, 5 players"]]
    assert sweep.phrases(some, without=0) == "with b x, with 3 and 5 players"
    assert sweep.phrases([0, 1, 2], without=0) == "with b x, whatever the number of players"
    crossed = [at["b x, 3 players"], at["b y, 5 players"]]
    assert sweep.phrases(crossed, without=0) == "at (b x, 3 players) and (b y, 5 players)"


def test_common_words_are_written_once():
    """In front and behind; names that differ in more than one word stay whole."""
    assert joined_names(["at x 3", "at x 4", "at x 7"]) == "at x 3, 4 and 7"
    assert joined_names(["with 3 players", "with 4 players"]) == "with 3 and 4 players"
    assert joined_names(["no draft", "an open auction"]) == "no draft and an open auction"
    assert joined_names(["a 1, b 2", "a 1, b 3"]) == "(a 1, b 2) and (a 1, b 3)"
    assert joined_names(["x", "x"]) == "x and x"
    assert joined_names(["alone"]) == "alone"


@pytest.mark.parametrize(
    ("phrase", "label"),
    [
        ("at an instant win of 22", "instant win 22"),
        ("with the abilities of Anna", "abilities of Anna"),
        ("without any piles", "no piles"),
        ("in the plain game", "plain game"),
    ],
)
def test_labels_lose_prepositions_and_articles(phrase, label):
    """A heading is no sentence."""
    assert short(phrase) == label


def test_articles():
    """By the letter that follows."""
    assert [with_article(one) for one in ("the target", "the end", "Magic")] == ["a target", "an end", "Magic"]


def test_phrases_must_fit_their_knob():
    """Not more than there are values, a place for a number, a preposition in front."""
    with pytest.raises(ValueError, match="3 phrases for 2"):
        Flag(name="m", phrases=("with a", "with b", "with c"), **MEANT)
    with pytest.raises(ValueError, match="does not begin with"):
        Flag(name="m", phrases=("off",), **MEANT)
    with pytest.raises(ValueError, match="the phrase of"):
        Number(name="m", phrases=("with piles",), low=1, high=2, **MEANT)
    with pytest.raises(ValueError, match="the phrase of"):
        Flag(name="m", phrases=("with {}",), **MEANT)


@pytest.mark.parametrize("name", registry.names())
def test_games_declare_words_for_all_that_a_sweep_may_vary(name):
    """Every truth and word of a game has its own phrase; every knob but the cut-off a noun."""
    game = registry.load(name)
    card = GameCard.of(game).knobs
    for knob in game.knobs:
        if knob.name == "max_rounds":
            continue
        assert knob.noun, knob.name
        if isinstance(knob, Flag | Choice):
            phrases = [card[knob.name].phrases[value] for value in knob.phrased]
            assert len(set(phrases)) == len(phrases)
            assert len({short(one) for one in phrases}) == len(phrases)


def test_a_question_names_an_axis_by_the_words_of_a_value():
    """Of several words; a single one may mean anything."""
    declared = {
        "t": KnobCard(noun="the threshold", phrases={"0": "without an instant win"}),
        "d": KnobCard(noun="the deal", phrases={"a": "with luck", "b": "with two packs"}),
    }
    points = [{"rules.t": t, "rules.d": d} for t in (0, 18) for d in ("a", "b")]
    sweep = sweep_of(cells(*points), knobs=declared)
    assert sweep.named_in("Where should the instant win sit?") == {0}
    assert sweep.named_in("Is it luck?") == frozenset()
    assert sweep.named_in("Why two packs?") == {1}


def test_words_of_axes_that_are_no_rules():
    """The players and the line-up have words, habits their names."""
    assert words_of("players", {}).noun == "the number of players"
    assert words_of("lineup", {}).phrases == {"{}": "with the line-up {}"}
    assert words_of("personas.timid.habits.margin", {"margin": KnobCard(noun="wrong")}) == AxisWords()


def test_one_of_a_kind_is_singular():
    """`with 1 card`, `with 1 die`; other numbers as declared."""
    for phrase, one, two in (
        ("with {} cards", "with 1 card", "with 2 cards"),
        ("with {} dice", "with 1 die", "with 2 dice"),
        ("with {} tipsiness per card", "with 1 tipsiness per card", "with 2 tipsiness per card"),
    ):
        axis = SweepAxis("rules.x", (1, 2), words=AxisWords("the number", {"{}": phrase}))
        assert (axis.phrase(0), axis.phrase(1), axis.named(0)) == (one, two, one.removeprefix("with "))
        assert axis.named_step(0, 1) == f"from 1 to {two.removeprefix('with ')}"


def test_the_order_of_a_list_of_numbers_is_seen():
    """`1 ×2` is no list of a rulebook, and `3, 1` runs on into the sentence around it."""
    assert SweepAxis("rules.display", ([3, 1], [1, 1])).instead(0, 1) == "with display [1, 1] instead of [3, 1]"


def test_a_bare_word_is_quoted_where_the_axis_was_just_named():
    """`none` alone reads as nobody; the name of a line-up needs no second `line-up`."""
    trump = SweepAxis("rules.trump_rule", ("called", "none"))
    assert (trump.word(1), trump.again(1), trump.shown(1)) == ("'none'", "with 'none'", "none")
    seated = SweepAxis("lineup", (["roped"], ["careful"]), words=words_of("lineup", {}))
    assert [seated.word(0), seated.word(1)] == ["roped", "careful"]
