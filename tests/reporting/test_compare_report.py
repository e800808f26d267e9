"""A comparison in words and on its page."""

import dataclasses
import html
import re
from types import SimpleNamespace
from typing import Any

import pytest

from balancer.analysis.comparisons import comparison
from balancer.analysis.comparisons.effect import Difference
from balancer.analysis.estimates.estimate import Estimate
from balancer.analysis.figure_ref import FigureRef
from balancer.questions.compare import report as compare_report
from balancer.questions.compare.report import CompareReport
from balancer.reporting import writer
from balancer.reporting.console import Console
from balancer.reporting.document.html import to_html
from balancer.reporting.document.terminal import print_document
from balancer.reporting.findings import effect_words, variant
from balancer.reporting.page import glance
from tests.reporting import made_comparison


@pytest.fixture(scope="module")
def report() -> CompareReport:
    """Return two variants of Black Death; the first with a narrated divergence."""
    return made_comparison.comparison()


@pytest.fixture(scope="module")
def page(report: CompareReport) -> str:
    return to_html(report.document())


def test_the_page_tells_what_was_played_and_how(report: CompareReport, page: str) -> None:
    text = re.sub(r"\s+", " ", re.sub(r"<svg.*?</svg>|<style>.*?</style>|<[^>]+>", " ", page, flags=re.DOTALL))

    assert "Does it matter who draws next?" in text
    assert "600 pairs of games with each of 2 variants" in text
    assert "middler, baiter, reader, even rotating through the seats in all orders" in text
    assert "order offer → draw" in text
    assert "players 4 → 3" in text
    assert "have a simultaneous confidence of 95%" in text
    assert "seat only in the base: 4" in text
    for meaning in compare_report.MEANINGS.values():
        assert meaning in html.unescape(text)
    assert len(report.pairs) == text.count("Game by game")


def test_the_page_tells_where_the_first_game_parted(page: str) -> None:
    assert "Game 4 is the first with another loser. The two games diverge in round 2, turn 7:" in page
    assert "&lt;The Moon&gt;" in page
    assert "<The Moon>" not in page
    assert "balancer trace x.yaml --seed 3 --game 4 --variant draw" in page
    assert "balancer trace x.yaml --seed 3 --game 4</code>" in page


def test_what_no_variant_changes_has_no_column(
    report: CompareReport, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compare_report, "unchanged", lambda one: one.name == "turns")
    without = to_html(report.document())

    def heads(text: str) -> list[str]:
        found = re.search(r'class="matrix glance".*?<thead>(.*?)</thead>', text, flags=re.DOTALL)
        assert found
        return re.findall(r'<th scope="col">(.*?)</th>', found[1])

    assert "turns" in heads(page)
    assert heads(without) == [head for head in heads(page) if head != "turns"]
    assert "No change seen in any variant: turns." in without
    assert "in any variant" not in page
    assert "In the tables below" not in page

    monkeypatch.setattr(glance, "MAX_FIGURES", 2)
    cut = to_html(report.document())
    left = [head for head in heads(page) if head not in {"turns", *heads(cut)}]
    assert left
    assert f"In the tables below: {', '.join(left)}." in cut


def test_a_chart_can_be_saved_as_a_picture(page: str) -> None:
    """With what was played."""
    assert "save this chart as a picture" in page
    notes = re.findall('<g class="notes".*?</g>', page, re.DOTALL)
    assert notes
    assert all("pairs" in one for one in notes)


def test_every_figure_of_the_main_table_stands_in_a_chart(report: CompareReport, page: str) -> None:
    main = [one for one in report.effects[0] if one.main]
    labels = " ".join(re.findall(r"<text[^>]*>([^<]+)</text>", page))

    assert {effect_words.figure_words(one).split(":")[0].split(" (")[0] for one in main} & set(labels.split()) >= {
        "turns"
    }
    assert "change in percentage points" in labels


def test_words_of_the_terminal(report: CompareReport) -> None:
    words = Console()
    print_document(report.document(), words)
    text = words.text.getvalue()

    assert "draw\nChanged: order offer → draw" in text
    assert "verdict" in text
    assert "The loser changes in" in text
    assert "base: seat 2 (even) – keep: <The Moon>" in text
    assert max(map(len, text.splitlines())) <= 80


def test_a_folder_is_written_whole(report: CompareReport, tmp_path: Any) -> None:
    (tmp_path / "charts").mkdir()
    (tmp_path / "charts" / "old.svg").write_text("<svg/>")
    writer.write(report, tmp_path)

    assert {path.name for path in tmp_path.iterdir()} == {
        ".balancer",
        "charts",
        "columns.csv",
        "differences.csv",
        "index.html",
        "pairs.csv",
        "report.json",
        "report.md",
    }
    names = {path.name for path in (tmp_path / "charts").iterdir()} - {"old.svg"}  # a file that is not ours stays
    assert names
    assert all(name.startswith("variant-") for name in names)
    assert len(names) == (tmp_path / "index.html").read_text(encoding="utf-8").count("<svg ")


def test_one_fact_is_said_once() -> None:
    """A win rate and its advantage over a fair share change by the same: one of the two is enough."""

    def effect(metric: str, of: str, value: float, *, main: bool) -> Any:
        offer = SimpleNamespace(metric=SimpleNamespace(of=metric.partition("_")[0], title=metric, number=1))
        ref, side = FigureRef(metric, of), SimpleNamespace(games=600, value=value)
        return SimpleNamespace(
            ref=ref, offer=offer, main=main, value=value, size=abs(value), margin=0.01, verdict="moved", better="",
            name=ref.name, base=side, variant=side, pairs=600,
        )  # fmt: skip

    seats = [effect("seat_win_rate", "4", 0.011, main=True), effect("seat_advantage", "4", 0.011, main=False)]
    people = [effect(metric, "builder", -0.032, main=False) for metric in ("persona_win_rate", "persona_lift")]
    assert [one.name for one in variant.without_repeats([*seats, *people])] == [
        "seat_win_rate.4",
        "persona_win_rate.builder",
    ]
    other_way = [effect("seat_advantage", "4", 0.011, main=True), effect("seat_win_rate", "4", 0.011, main=False)]
    assert [one.name for one in variant.without_repeats([*other_way, *people])] == [
        "seat_advantage.4",
        "persona_lift.builder",
    ]
    score, only = effect("score", "", -0.28, main=False), effect("persona_score", "builder", -0.28, main=False)
    one_of_two = effect("persona_score", "bully", -0.31, main=False)
    assert variant.without_repeats([score, only, one_of_two]) == [score, one_of_two], "where only builders play"


# Words ----------------------------------------------------------------------------------------------------------------
def moved(value: float | None, low: float | None, high: float | None, unit: str = "share") -> Difference:
    one = Estimate(0.25, 0.01, 0.2, 0.3, 100, unit)
    changed = "difference" if unit == "share" else unit
    return Difference(one, one, value, 0.001, low, high, 2.0, 100, changed)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (moved(0.031, 0.029, 0.033), "+3.1 ± 0.2 pp"),
        (moved(-0.04, -0.08, -0.01), "−4 pp (−8 to −1)"),  # ± would hide that 0 is left out
        (moved(0.0, 0.0, 0.0, "rounds"), "0"),
        (moved(-1.5, -1.76, -1.24, "rounds"), "−1.5 ± 0.3"),
        (moved(0.1, None, 0.2), "+10.0 pp (too few games)"),
        (moved(None, None, None), "not defined"),
    ],
)
def test_a_change_in_words(found: Difference, expected: str) -> None:
    assert effect_words.change_words(found) == expected


def test_gains_in_words() -> None:
    assert compare_report.gain_words(None) == "–"
    assert compare_report.gain_words(5.61) == "5.61 ×"


def test_a_table_says_changed_where_data_files_say_moved(report: CompareReport) -> None:
    effect = dataclasses.replace(report.effects[0][0], verdict="moved", value=0.05)

    assert compare_report.row(effect)[-1] == "changed"
    assert "changed" in compare_report.MEANINGS


def test_findings_name_what_moved_and_what_is_the_same(report: CompareReport) -> None:
    main = [one for one in report.effects[0] if one.main]
    same = [dataclasses.replace(one, verdict="equivalent") for one in main]
    undecided = [dataclasses.replace(one, verdict="undecided") for one in main]

    found = variant.findings(same, [])
    named = " ".join(found)
    assert all(effect_words.figure_words(one) in named for one in main)
    for one in same:
        low, high = one.interval
        assert low is not None
        assert high is not None
        group = "Changed by less than the margin: " if low > 0 or high < 0 else "No change seen: "
        line = next(line for line in found if line.startswith(group))
        assert effect_words.figure_words(one) in line
    assert variant.findings(undecided, []) == []
    certain = [one for one in same if one.certain]
    unseen = [one for one in same if not one.certain]
    assert variant.lead(unseen, []).sentence == "No change seen in any main figure."
    assert variant.lead([one for one in undecided if not one.certain], []).sentence.startswith(
        "No main figure clearly changes; "
    )
    assert certain, "a change that is seen, and too small to matter, is not called unseen"
    small = variant.lead(same, []).sentence
    assert small.startswith("No main figure changes by more than its margin: ")
    assert effect_words.change_words(max(certain, key=variant.in_margins)).lstrip("+−") in small


def test_the_lead_of_a_variant_names_the_largest_changes_of_the_headline_first(report: CompareReport) -> None:
    """Largest in margins, one figure of each kind, with the values and intervals of the table."""
    for pair, effects in zip(report.pairs, report.effects, strict=True):
        headline = comparison.headline_figures(pair, report.spec)
        sentence, named = variant.lead(effects, headline)
        changed = [one for one in effects if one.verdict in {"better", "worse", "moved"} and one.ref in headline]
        if changed:
            assert named[0] is max(changed, key=variant.in_margins)
        for one in named:
            _, base, own, change, _ = compare_report.row(one)
            if one.ref.metric in {"rounds", "turns", "decisions"}:
                assert f"{change.lstrip('+−')} {one.ref.metric}" in sentence
            else:
                assert f"from {base} to {own} ({change})" in sentence


def test_a_lead_prefers_what_was_asked_to_what_changes_more(report: CompareReport) -> None:
    effects = report.effects[0]
    asked = next(one for one in effects if one.main and one.verdict != "equivalent")
    small = dataclasses.replace(asked, verdict="moved", margin=1e9)
    others = [dataclasses.replace(one, verdict="moved") for one in effects if one is not asked]

    assert variant.lead([*others, small], [small.ref]).effects[0] is small
    without = variant.lead(others, [small.ref])
    assert without.sentence.endswith("; no headline figure clearly changes.")


def test_the_bullets_do_not_repeat_the_lead(report: CompareReport) -> None:
    for number, lead in enumerate(report.leads):
        finding = report._finding(number)
        for one in lead.effects:
            assert not any(sentence.startswith(f"{effect_words.figure_words(one)}:") for sentence in finding.sentences)


def test_a_figure_of_a_few_of_the_games_is_not_shown(report: CompareReport) -> None:
    """Of 600 pairs of games 29 have it: no value, no place in sentences; 30 are enough."""
    effect = next(one for one in report.effects[0] if one.verdict in {"better", "worse", "moved"})
    few, enough = (dataclasses.replace(effect, base=dataclasses.replace(effect.base, games=n)) for n in (29, 30))

    assert variant.lead([few], [few.ref]).sentence == "No change seen in any main figure."
    assert compare_report.row(few)[1:] == ("–", "–", "–", "too few games")
    assert variant.lead([enough], [enough.ref]).effects == [enough]


def test_a_spread_names_its_seats(report: CompareReport) -> None:
    """Who is ahead, and who is last, with the variant's rules."""
    rates = [one for one in report.effects[0] if one.ref.metric == "seat_loss_rate"]
    spread = dataclasses.replace(rates[0], ref=FigureRef("seat_spread"), verdict="moved", main=True)
    by_rate = sorted(rates, key=lambda one: -(one.variant.value or 0))

    sentence = variant.lead([spread, *rates], [spread.ref]).sentence
    first, last = by_rate[0].ref.of, by_rate[-1].ref.of
    assert re.search(rf": seat {first} loses [\d.]+%, seat {last} [\d.]+%", sentence)


def test_an_interval_without_zero_is_never_written_as_touching_it() -> None:
    """One more digit, or both ends."""
    for low, high in ((0.0004, 0.043), (0.0001, 0.0301), (-0.052, -0.0003), (0.0052, 0.0948)):
        words = effect_words.change_words(moved((low + high) / 2, low, high))
        numbers_ = [float(one.replace("−", "-")) for one in re.findall(r"[+−]?[0-9.]+", words)]
        if "±" in words:
            assert abs(numbers_[0]) > numbers_[1]
        else:
            assert numbers_[1] * numbers_[2] > 0


def test_no_change_seen_is_called_so(report: CompareReport) -> None:
    """4.350 % → 4.350 % with an interval within the margin is not undecided; a certain small change is equivalent."""
    one = report.effects[0][0]
    unseen = dataclasses.replace(one, verdict="equivalent", value=0.0, low=-0.0001, high=0.0001)
    small = dataclasses.replace(one, verdict="equivalent", value=0.002, low=0.001, high=0.003)
    assert variant.verdict_words(unseen) == "no change seen"
    assert variant.verdict_words(small) == "equivalent"


def test_games_that_are_all_alike(report: CompareReport) -> None:
    pair = report.pairs[0]
    same = {"first_apart": None, "first_winner_changed": None, "alike": 600, "winner_changed": 0}
    pair = dataclasses.replace(pair, pairs={**pair.pairs, **same})
    assert variant.games_words(pair, 0.95) == ["All 600 pairs of games are identical in every figure: no effect."]
    pair = dataclasses.replace(pair, pairs={**pair.pairs, "first_apart": 7, "alike": 599})
    assert variant.games_words(pair, 0.95)[1] == "The loser is the same in every pair."  # `divergence_words` tell where


def test_a_divergence_that_could_not_be_narrated(report: CompareReport) -> None:
    pair = dataclasses.replace(report.pairs[0], divergence={"game": 3, "winner_changed": False, "error": "no memory"})

    assert variant.divergence_words(pair) == ["Game 3 is the first that differs; it could not be narrated: no memory"]


def test_what_the_scenario_asks_about_is_named_though_it_is_undecided(report: CompareReport) -> None:
    """`lies 2.6 → 2.0, 9 turns shorter, among others` was the answer to whether bluffing pays."""
    first, second, *_ = [one for one in report.effects[0] if one.main and one.value is not None]
    open_ = dataclasses.replace(first, verdict="undecided", margin=1e9)
    moved = dataclasses.replace(second, verdict="moved")

    sentence = variant.lead([open_, moved], [open_.ref, moved.ref]).sentence
    assert "; undecided is the " in sentence
    assert sentence.endswith(f"({effect_words.change_words(open_)}).")
