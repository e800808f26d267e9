"""The page in a real browser: no errors, no broken images, nothing wider than a desk or a phone."""

import pytest

from balancer.reporting.document.html import to_html
from tests.reporting import made, made_comparison

pytestmark = pytest.mark.browser

WIDTHS = {"desk": 1280, "phone": 390}

WIDER = """
const seen = document.documentElement.clientWidth;
const clipped = (element) => {
  for (let at = element; at; at = at.parentElement)
    if (["auto", "scroll", "hidden"].includes(getComputedStyle(at).overflowX)) return true;
  return false;
};
return [...document.querySelectorAll("body *")]
  .filter((e) => e.checkVisibility() && !e.closest(".skip"))
  .filter((e) => e.getBoundingClientRect().right > seen + 1 && !clipped(e))
  .map((e) => `${e.tagName} ${e.textContent.slice(0, 40)}`);
"""
"""Elements that reach beyond the window, other than inside something that scrolls by itself."""

BROKEN = """
const small = ({ width, height }) => width < 100 || height < 40;
const images = [...document.images].filter((image) => !image.complete || image.naturalWidth === 0);
const charts = [...document.querySelectorAll("figure svg")].filter((svg) => svg.checkVisibility());
return [...images, ...charts.filter((svg) => small(svg.getBoundingClientRect()))].map((e) => e.src || e.ariaLabel);
"""
"""Images that didn't load, and charts that came out too small to be seen."""

COVERED = """
const found = [];
for (const svg of document.querySelectorAll("figure svg")) {
  if (!svg.checkVisibility()) continue;
  const boxes = [...svg.querySelectorAll("text")].map((text) => [text.textContent, text.getBoundingClientRect()]);
  boxes.forEach(([a, one], k) => boxes.slice(k + 1).forEach(([b, other]) => {
    const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    const touch = wide > 1.5 && high > 0.35 * Math.min(one.height, other.height);
    if (touch) found.push(`${svg.ariaLabel}: '${a}' on '${b}'`);
  }));
}
return found;
"""
"""Words of a chart that lie on one another."""


@pytest.fixture(params=WIDTHS)
def width(request, browser):
    """Return a browser window of that width."""
    size = {"width": WIDTHS[request.param], "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    return WIDTHS[request.param]


@pytest.fixture(params=made.RUNS)
def page(request, width, browser, tmp_path):
    """Return the page of each kind of run, loaded."""
    path = tmp_path / "index.html"
    path.write_text(made.html(request.param), encoding="utf-8")
    browser.get_log("browser")  # what an earlier page had to say
    browser.get(path.as_uri())
    assert browser.execute_script("return innerWidth") == width
    return browser


def complaints(browser):
    """Return what the console says."""
    return [line["message"] for line in browser.get_log("browser") if line["level"] in {"SEVERE", "WARNING"}]


def test_the_page_is_sound(page):
    """Nothing on the console, all pictures there, nothing beyond the window, no words on one another."""
    assert complaints(page) == []
    assert page.execute_script(BROKEN) == []
    assert page.execute_script(WIDER) == []
    assert page.execute_script("return document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert page.execute_script(COVERED) == []


def test_everything_unfolded_still_fits(page):
    """Every table and cell open."""
    page.execute_script("for (const one of document.querySelectorAll('details')) one.open = true")
    assert page.execute_script(WIDER) == []
    assert page.execute_script(BROKEN) == []


def test_the_page_of_a_comparison_is_sound(width, browser, tmp_path):
    """The same, with every table and both games unfolded."""
    path = tmp_path / "index.html"
    path.write_text(to_html(made_comparison.comparison().document()), encoding="utf-8")
    browser.get_log("browser")
    browser.get(path.as_uri())
    for unfolded in (False, True):
        if unfolded:
            browser.execute_script("for (const one of document.querySelectorAll('details')) one.open = true")
        assert complaints(browser) == []
        assert browser.execute_script(WIDER) == []
        assert browser.execute_script(BROKEN) == []
        assert browser.execute_script(COVERED) == []
    assert width >= browser.execute_script("return document.documentElement.scrollWidth")


def test_the_picker_shows_one_cell(browser, tmp_path):
    """The one chosen, and the one a link leads to."""
    path = tmp_path / "index.html"
    path.write_text(made.html("two axes"), encoding="utf-8")
    browser.get(path.as_uri())
    shown = "return [...document.querySelectorAll('details.cell')].filter((c) => c.checkVisibility()).map((c) => c.id)"
    assert browser.execute_script(shown) == ["cell-2"]
    browser.execute_script(
        "const s = document.querySelector('.picker select'); s.value = '22'; s.dispatchEvent(new Event('change'))"
    )
    assert browser.execute_script(shown) == ["cell-4"]
    browser.execute_script("location.hash = '#cell-1'")
    browser.implicitly_wait(2)
    browser.find_element("css selector", "#cell-1[open]")
    assert browser.execute_script(shown) == ["cell-1"]
    assert complaints(browser) == []


def test_a_chart_can_be_saved_as_a_picture(browser, tmp_path):
    """As a PNG of twice its size that is not blank; its name says what it shows."""
    path = tmp_path / "index.html"
    path.write_text(made.html("two axes"), encoding="utf-8")
    browser.get(path.as_uri())
    found = browser.execute_async_script("""
        const done = arguments[0];
        HTMLAnchorElement.prototype.click = function () {
          const image = new Image();
          image.onload = () => {
            const [width, height] = [image.width, image.height];
            const canvas = Object.assign(document.createElement("canvas"), { width, height });
            const paper = canvas.getContext("2d");
            paper.drawImage(image, 0, 0);
            const colours = new Set(new Uint32Array(paper.getImageData(0, 0, width, height).data.buffer));
            done([this.download, width, colours.size]);
          };
          image.src = this.href;
        };
        document.querySelector("figure .save").click = HTMLElement.prototype.click;
        document.querySelector("figure .save").dispatchEvent(new Event("click"));
    """)
    name, width, colours = found
    box = browser.execute_script("return document.querySelector('figure svg').getAttribute('viewBox')")
    assert name.endswith(".png")
    assert width == 2 * float(box.split()[2])
    assert colours > 20
    assert complaints(browser) == []
