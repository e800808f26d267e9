"""A browser, and the engine of a game in it: settings in, sums out."""

import base64
import json

import pytest

from balancer import browser as page_engine
from tests.reporting.conftest import browser

__all__ = ["browser", "opened"]

PAGE = """<!doctype html><meta charset="utf-8"><title>engine</title>
<script>{script}</script>
<script>
window.engine = createEngine({description}, "{module}", {{ workerSource: {worker}, workers: {workers} }});
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
    """Opens the engine of a scenario: scenario, number of workers -> a function that plays settings one by one."""

    def go(scenario, workers=2):
        scripts = page_engine.scripts()
        description = page_engine.description_of(scenario)
        text = PAGE.format(
            script=scripts["engine"],
            description=json.dumps(description).replace("<", "\\u003c"),
            module=base64.b64encode(page_engine.module_of(scenario.game)).decode(),
            worker=json.dumps(scripts["worker"]).replace("<", "\\u003c"),
            workers=workers,
        )
        path = tmp_path / f"engine{workers}.html"
        path.write_text(text, encoding="utf-8")
        browser.get("about:blank")
        browser.get(path.as_uri())
        browser.set_script_timeout(600)
        return lambda settings: browser.execute_async_script(ASK, settings)

    return go
