"""The panel in a real browser, with an engine of made-up games that answers when the test wants it to."""

import json
from pathlib import Path

import pytest
from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys

from balancer.browser import describing
from balancer.reporting.document.html import to_html
from balancer.reporting.page.play import play_section
from balancer.reporting.page.play.play_section import PageEngine
from balancer.scenario.load import load
from tests.reporting.test_browser import BROKEN, WIDER, complaints

pytestmark = pytest.mark.browser

FAKE = Path(__file__).with_name("fake_engine.js")

SCENARIO = {
    "version": 1,
    "game": "oktoberfest",
    "seed": 7,
    "games": 2000,
    "lineup": ["careful", "racer"],
    "rules": {"win_threshold": 15},
    "checks": [{"metric": "seat_spread", "at_most": 0.05}, {"metric": "rounds", "at_least": 30}],
    "report": {"headline": ["ending_share.instant", "seat_spread"]},
}

PLAY = """
const [name, value] = arguments;
const control = document.getElementById(`play-${name}`);
control.value = value;
control.dispatchEvent(new Event("change"));
"""

WAIT = """
const done = arguments[arguments.length - 1], condition = new Function(`return ${arguments[0]}`);
const look = () => condition() ? done(true) : setTimeout(look, 20);
look();
"""
"""Waits for what is given as an expression."""

STALE = """
const done = arguments[0], sleep = (ms) => new Promise((on) => setTimeout(on, ms));
let state = 12345;
const random = (n) => ((state = Math.imul(state, 1103515245) + 12345 >>> 0) >>> 8) % n;
const wrong = [];
const shown = () => document.querySelector("[data-figure='ending_share.instant'] .now strong")?.textContent;
(async () => {
  let before_change = 0;
  for (let step = 0; step < 400; step++) {
    if (random(3) === 0) {
      const field = document.getElementById("play-win_threshold");
      field.value = 14 + random(30);
      before_change = fake.plays.length;
      field.dispatchEvent(new Event("change"));
      if (random(2)) await sleep(1);  // else answers come before the new play begins
    } else if (fake.plays.length) {
      const number = random(2) ? fake.plays.length - 1 : random(fake.plays.length);
      const play = fake.plays[number], look = 1 + random(play.setting.looks.length);
      const games = play.setting.looks[look - 1], mark = random(games + 1), before = shown();
      play.answer(look, mark);
      const latest = number === fake.plays.length - 1 && fake.plays.length > before_change;
      const near = Math.abs(parseFloat(shown()) - 100 * mark / games) < 0.51;
      if (latest ? !near : shown() !== before) wrong.push([step, number, shown(), before, mark / games]);
    }
  }
  done([wrong, fake.plays.length]);
})();
"""
"""Random changes and answers, old ones among them: only answers to the setting that is shown may be drawn."""


@pytest.fixture(scope="module")
def described(tmp_path_factory):
    """Return the scenario, and its description."""
    file = tmp_path_factory.mktemp("scenario") / "mine.yaml"
    file.write_text(json.dumps(SCENARIO), encoding="utf-8")
    scenario = load(str(file))
    return scenario, describing.description_of(scenario)


@pytest.fixture
def opened(described, browser, tmp_path):
    """Open the page of the scenario: hash, script before the engine -> the browser."""
    scenario, description = described

    def go(hash_="", before=""):
        engine = PageEngine(description, [b""], before + FAKE.read_text(encoding="utf-8"), "")
        path = tmp_path / "page.html"
        path.write_text(to_html(play_section.page(scenario, engine, "0.1.0")), encoding="utf-8")
        browser.get_log("browser")
        browser.get("about:blank")
        browser.get(path.as_uri() + hash_)
        return browser

    return go


def finished(browser):
    """Wait until the games of the setting are played."""
    browser.set_script_timeout(20)
    browser.execute_async_script(WAIT, "document.querySelector('.results h3') && !document.querySelector('.stale')")
    browser.execute_async_script(WAIT, "document.querySelector('.state .copy').disabled")


def text(browser, selector):
    """Return what an element says."""
    return browser.execute_script("return document.querySelector(arguments[0])?.textContent", selector)


def test_a_knob_is_played_beside_the_base(opened):
    """The setting that is played, the base with it, the difference, the checks, the link, the words."""
    page = opened()
    finished(page)
    assert text(page, "[data-figure='seat_spread'] .change") is None
    assert page.execute_script("return fake.plays[0].setting.base") is None
    page.execute_script(PLAY, "win_threshold", "22")
    finished(page)
    played = page.execute_script("return fake.plays.at(-1).setting")
    assert (played["rules"]["win_threshold"], played["base"]["rules"]["win_threshold"]) == (22, 15)
    assert played["looks"] == [125, 250, 500, 1000, 2000]
    assert played["lineup"] == ["careful", "racer"]
    assert "undecided" in text(page, "[data-figure='seat_spread'] .change")
    assert text(page, "[data-check='1'] .verdict-mark") == "✗ fails"
    assert page.execute_script("return location.hash") == "#play?win_threshold=22"
    assert "--set win_threshold=22 --seed 7 --games 2000" in text(page, ".command code")
    assert "rules: {win_threshold: 22}" in text(page, ".next pre")
    assert "2 000 games played" in text(page, "[role=status]")
    assert complaints(page) == []


def test_what_is_changed_is_marked_and_reset(opened):
    """By the button at the knob, and all at once."""
    page = opened("#play?win_threshold=30&players=6&nonsense=1")
    finished(page)
    marked = "return [...document.querySelectorAll('.knob.changed')].map((one) => one.dataset.knob)"
    assert page.execute_script(marked) == ["players", "win_threshold"]
    assert "nonsense" in text(page, "#play-panel > .note")
    page.execute_script("document.querySelector('[data-knob=players] .reset').click()")
    assert page.execute_script(marked) == ["win_threshold"]
    page.execute_script(
        "[...document.querySelectorAll('.controls .copy')].find((b) => b.textContent === 'Reset all').click()"
    )
    assert page.execute_script(marked) == []
    assert page.execute_script("return location.hash") == ""


def test_what_is_refused_stands_at_the_knob(opened):
    """The sentence, and nothing is played."""
    page = opened()
    finished(page)
    before = page.execute_script("return fake.plays.length")
    page.execute_script(PLAY, "win_threshold", "13")
    page.execute_async_script(WAIT, "!document.querySelector('[data-knob=win_threshold] .refusal').hidden")
    assert text(page, "[data-knob=win_threshold] .refusal") == "13 is not played here"
    assert page.execute_script("return fake.plays.length") == before
    assert page.execute_script("return document.querySelector('.results').classList.contains('stale')")


def test_stale_answers_are_never_drawn(opened):
    """Whatever comes in whatever order."""
    page = opened(before="window.manual = true;\n")
    page.set_script_timeout(30)
    wrong, plays = page.execute_async_script(STALE)
    assert wrong == []
    assert plays > 40


def test_figures_of_cards_are_changed_in_place(opened):
    """A cell of the component table is a knob like any other."""
    page = opened()
    finished(page)
    page.execute_script("""
        const cell = [...document.querySelectorAll('.parts input')].find((one) => one.ariaLabel === 'Stein: value');
        cell.value = 6;
        cell.dispatchEvent(new Event('change'));
    """)
    finished(page)
    assert page.execute_script("return fake.plays.at(-1).setting.parts") == {"Stein.value": 6}
    assert "parts: {Stein: {value: 6}}" in text(page, ".next pre")
    assert "--set parts.Stein.value=6" in text(page, ".command code")


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_panel_fits(opened, width, scheme):
    """Nothing beyond the window, at a desk and on a phone; every control has a name."""
    page = opened("#play?win_threshold=30")
    page.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    )
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    finished(page)
    page.execute_script("for (const one of document.querySelectorAll('details')) one.open = true")
    assert page.execute_script(WIDER) == []
    assert page.execute_script(BROKEN) == []
    unnamed = """
        return [...document.querySelectorAll('#play-panel :is(input, select, button):not([aria-hidden])')]
          .filter((one) => !one.labels?.length && !one.ariaLabel && !one.textContent.trim())
          .map((one) => one.outerHTML);
    """
    assert page.execute_script(unnamed) == []
    assert complaints(page) == []


def test_what_is_cut_is_opened_by_a_tap(opened):
    """On a phone, where nothing hovers: the whole meaning of a rule."""
    page = opened()
    page.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    )
    finished(page)
    cut = """
        const meanings = [...document.querySelectorAll(".knob .meaning")];
        return meanings.filter((one) => one.scrollHeight > one.clientHeight + 1).map((one) => one.id);
    """
    shortened = page.execute_script(cut)
    assert shortened
    page.execute_script("for (const id of arguments[0]) document.getElementById(id).click()", shortened)
    assert page.execute_script(cut) == []


def test_a_browser_without_webassembly_says_so(opened):
    """The sentence, and no error."""
    page = opened()
    gone = page.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": "delete window.WebAssembly"})
    page.refresh()
    page.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", gone)
    assert "can't play games" in text(page, "#play-panel")
    assert complaints(page) == []


def test_a_sentence_says_what_the_knob_did(opened):
    """The figure that clearly changes, with its value before; of the base itself who is ahead."""
    page = opened(before="window.manual = true;\n")
    page.execute_async_script(WAIT, "fake.plays.length")
    page.execute_script("fake.plays.at(-1).answer(5)")
    assert text(page, ".said") == "No seat is clearly ahead."
    page.execute_script(PLAY, "win_threshold", "22")
    page.execute_async_script(WAIT, "fake.plays.length > 1")
    page.execute_script("fake.plays.at(-1).answer(5, 100)")
    assert text(page, ".said").startswith(
        "The share of games that are won at once falls from 100.00% to 5.0%: −95.0 ± "
    )
    assert text(page, ".said").endswith(" pp, more than the margin of 1 pp.")


def test_all_values_of_a_knob_are_a_chart(opened):
    """A dot for each value that can be played, the band of the check, and the setting as it was."""
    page = opened()
    finished(page)
    before = page.execute_script("return fake.plays.length")
    page.execute_script("document.querySelector('[data-knob=win_threshold] .along-button').click()")
    page.execute_async_script(WAIT, "/values played/.test(document.querySelector('.state output').textContent)")
    plays = page.execute_script(f"return fake.plays.slice({before}).map((one) => one.setting)")
    values = [play["rules"]["win_threshold"] for play in plays]
    assert len(values) == len(set(values)) > 5
    assert {15} <= set(values)
    assert all(play["base"] is None and play["looks"] == [2000] for play in plays)
    assert page.execute_script("return document.querySelectorAll('.all-values .dot').length") == len(values)
    assert page.execute_script("return document.querySelectorAll('.all-values .ring').length") == 1
    page.execute_script("""
        const select = document.querySelector('.along select');
        select.value = 'seat_spread';
        select.dispatchEvent(new Event('change'));
    """)
    assert page.execute_script("return document.querySelectorAll('.all-values .band').length") == 1
    assert page.execute_script("return location.hash") == ""
    page.execute_script("document.querySelector('.all-values .dot').dispatchEvent(new Event('click'))")
    finished(page)
    assert page.execute_script("return fake.plays.at(-1).setting.rules.win_threshold") == values[0]
    assert complaints(page) == []


def test_all_values_are_a_table_for_fingers_and_keyboards(opened):
    """Whole names, figures and verdicts; what can't be played with its reason; a button sets a value."""
    page = opened()
    finished(page)
    page.execute_script("document.querySelector('[data-knob=win_threshold] .along-button').click()")
    page.execute_async_script(WAIT, "/values played/.test(document.querySelector('.state output').textContent)")
    assert page.execute_script("return document.activeElement.textContent") == "Instant-win threshold: all values"
    page.execute_script("""
        const select = document.querySelector('.along select');
        select.value = 'rounds';  // a check names it, the headline does not
        select.dispatchEvent(new Event('change'));
    """)
    rows = page.execute_script("""
        const texts = (row) => [...row.children].map((one) => one.textContent);
        return [...document.querySelectorAll('.along tr')].map(texts);
    """)
    by_name = {name: rest for name, *rest in rows}
    assert by_name["15"][1:] == ["fails", "as set"]  # the engine of the test plays as many rounds as the threshold says
    passes = next(name for name, (_, verdict, *_) in by_name.items() if verdict == "passes")
    assert by_name["13"] == ["not played: 13 is not played here"]
    page.execute_script(f"document.querySelector('.along [aria-label=\"set {passes}\"]').click()")
    finished(page)
    assert page.execute_script("return fake.plays.at(-1).setting.rules.win_threshold") == int(passes)
    page.execute_script(PLAY, "piles", "2")
    finished(page)
    assert text(page, ".along table") is None  # its games were played with other piles


def test_a_slider_obeys_arrows(opened):
    """The games are played, the focus stays where it is, and the sentence is announced once, when all is played."""
    page = opened()
    finished(page)
    page.execute_script("document.getElementById('play-win_threshold-slider').focus()")
    for _ in range(2):
        ActionChains(page).send_keys(Keys.ARROW_RIGHT).perform()
    page.execute_async_script(WAIT, "fake.plays.at(-1).setting.rules.win_threshold === 17")
    finished(page)
    assert page.execute_script("return document.activeElement.id") == "play-win_threshold-slider"
    assert text(page, "[role=status]").startswith("2 000 games played. ")
    assert text(page, ".said") in text(page, "[role=status]")
    assert page.execute_script("return document.querySelector('.state output').getAttribute('aria-live')") == "off"


def test_rules_are_named_in_the_words_of_the_game(opened):
    """Labels, values and what is changed; the name in scenarios is the label's title."""
    page = opened("#play?win_threshold=30")
    finished(page)
    label = page.execute_script(
        "const one = document.querySelector('[data-knob=win_threshold] label'); return [one.textContent, one.title]"
    )
    assert label[0].startswith("instant-win threshold")
    assert label[1] == "win_threshold"
    assert "instant-win threshold 15 → 30" in text(page, ".controls p")


def test_what_stopped_can_be_started_again(opened):
    """What the engine says of it stands there, and a button that plays the same setting anew."""
    page = opened()
    finished(page)
    again = "[...document.querySelectorAll('.state button')].find((one) => one.textContent === 'Start again')"
    before = page.execute_script("return fake.plays.length")
    assert page.execute_script(f"return {again}.hidden")
    page.execute_script("fake.plays.at(-1).fail('no answer from game 64 on')")
    assert text(page, "#play-panel > .refusal") == "Not played: no answer from game 64 on"
    assert page.execute_script(f"return {again}.checkVisibility()")
    page.execute_script(f"{again}.click()")
    finished(page)
    assert page.execute_script("return fake.plays.length") == before + 1
    assert not page.execute_script(f"return {again}.checkVisibility()")
