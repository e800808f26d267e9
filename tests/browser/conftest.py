"""A browser, and the engine of a game in it: settings in, sums out."""

import json

import pytest

from balancer import browser as page_engine
from tests.reporting.conftest import browser

__all__ = ["browser", "opened"]

PAGE = """<!doctype html><meta charset="utf-8"><title>engine</title>
<script>{script}</script>
<script>
const options = {{ workerSource: {worker}, workers: {workers}, patience: {patience} }};
window.engine = createEngine({description}, "{module}", options);
window.ask = (setting, done) => {{
  const refusal = engine.refusal(setting) || setting.base && engine.refusal(setting.base);
  if (refusal) return done({{ refusal }});
  engine.play(setting, (update) => {{ if (update.done) done(update); }});
}};
</script>"""

ASK = """
const [settings, done] = arguments, answers = [];
const next = () => answers.length === settings.length ? done(answers) :
  ask(settings[answers.length], (answer) => { answers.push(answer); setTimeout(next, 0); });
next();
"""


@pytest.fixture
def opened(browser, tmp_path):
    """Open the engine of a scenario, and return a function that plays settings one by one.

    patience: in seconds; changed: a line of the workers' script, and what stands there in its place.
    """

    def go(scenario, workers=2, patience=60, changed=("", "")):
        scripts = page_engine.scripts()
        description = page_engine.description_of(scenario)
        text = PAGE.format(
            script=scripts["engine"],
            description=json.dumps(description).replace("<", "\\u003c"),
            module=page_engine.encoded(page_engine.modules_of(scenario)),
            worker=json.dumps(scripts["worker"].replace(*changed)).replace("<", "\\u003c"),
            workers=workers,
            patience=patience,
        )
        path = tmp_path / f"engine{workers}.html"
        path.write_text(text, encoding="utf-8")
        browser.get("about:blank")
        browser.get(path.as_uri())
        browser.set_script_timeout(600)
        return lambda settings: browser.execute_async_script(ASK, settings)

    return go
