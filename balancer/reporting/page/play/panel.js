// The panel that plays: knobs on one side, figures on the other, drawn at fixed numbers of games (looks).
(() => {
  const root = document.getElementById("play-panel");
  if (!root) return;
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const data = read("play-data"), { h, svg } = controls;
  if (typeof WebAssembly !== "object" || typeof Worker !== "function" || typeof BigInt !== "function") {
    root.replaceChildren(h("p", { class: "note" }, "This browser can't play games (it has no WebAssembly or no workers); the rest of the page works."));
    return;
  }
  const description = read("play-description"), start = { ...settings.copy(data.base), seed: data.seed, games: data.games };
  const MAX_GAMES = 10_000_000, SHORT_PAUSE = 60;  // ms: a slider that moves plays at most so often
  const ALONG_GAMES = 2000;  // games of each value when all values of a knob are played
  const GLIMPSED = 4;  // headline figures in the bar that stays in sight
  let engine = null, generation = 0, paused = false, wanted = false, waiting = 0, last = null, touched = "";
  let charted = null, figureAlong = "";  // the knob whose values are charted, and the name of the figure
  let { setting, unknown } = settings.fromHash(location.hash, start, (name, value) => controls.fits(description, name, value));

  // Figures ----------------------------------------------------------------------------------------------------------
  const { capital, count, numbersOf, boundOf, nameOf, itemOf, labelOf } = wording;
  const EFFECTS = {
    better: ["better", "pass"], worse: ["worse", "bad"], moved: ["changed", "moved"], equivalent: ["no different", "pass"], undecided: ["undecided", "open"],
  };
  const MARKS = { pass: ["✓ passes", "pass"], fail: ["✗ fails", "bad"], undecided: ["? undecided", "open"] };
  const cellOf = (of, tally) => ({ players: of.players, personas: [...new Set(of.lineup)], oneLoses: data.one_loses, together: data.sides === "together", pace: data.pace, tally });
  const refsOf = (ref, cell) => {
    const metric = data.metrics[ref.metric];
    if (metric.reason) return [];
    const items = ref.of || !metric.per_item ? [ref.of] : figures.itemsOf(metric, cell);
    return items.filter((of) => !of || figures.itemsOf(metric, cell).includes(of)).map((of) => ({ ...ref, of }));
  };
  const named = (values, ref) => values[nameOf(ref)] ?? values[[ref.metric, ref.stat].filter(Boolean).join(".")];
  const compete = (cell) => data.sides === "rivals" && cell.players > 1;  // seats against each other
  // The figures of the headline and of the tables below it, each once; and the number of simultaneous differences of each.
  const plan = (cell, base) => {
    const seen = new Set(), once = (refs) => refs.filter((ref) => !seen.has(nameOf(ref)) && seen.add(nameOf(ref)));
    const main = data.main.flatMap((ref) => refsOf(ref, cell)).filter((ref) => !base || refsOf(ref, base).length);
    const headline = once(data.headline.flatMap((ref) => refsOf(ref, cell)));
    const groups = data.shown.map((metric) => [data.metrics[metric], refsOf({ metric, of: "", stat: "" }, cell)])
      .map(([metric, refs]) => metric.of === "persona" && refs.length < 2 || metric.of === "seat" && data.sides === "rivals" && !compete(cell) ? [metric, []] : [metric, refs]);
    const family = new Set(main.map(nameOf)).size, isMain = new Set(main.map(nameOf));
    const others = new Set(groups.flatMap(([, refs]) => refs.map(nameOf)).filter((name) => !isMain.has(name))).size;
    const below = groups.map(([metric, refs]) => [metric, refs.every((ref) => seen.has(nameOf(ref))) ? [] : refs]);  // no figure of the headline again
    return { headline, groups: below, familyOf: (ref) => Math.max(1, isMain.has(nameOf(ref)) ? family : others) };
  };
  // One figure at a look: in the setting, in the base, their difference and its verdict.
  const figureOf = (ref, now, sure, familyOf) => {
    const metric = data.metrics[ref.metric], here = figures.estimate(now.cell, metric, ref, sure);
    if (!now.pair || ref.of && metric.of && !figures.itemsOf(metric, now.pair.base).includes(ref.of)) return { ref, metric, here };
    // The number of players alone changes win rates: then their distances from an equal share are compared.
    const compared = now.cell.players !== now.pair.base.players && data.fair[ref.metric] || metric;
    const there = figures.estimate(now.pair.base, metric, ref, sure), change = figures.difference(now.pair, compared, ref, sure, familyOf(ref));
    const margin = named(data.margins, ref) ?? figures.usualMargin(metric.unit, ref.stat, there.value);
    return { ref, metric, here, there, change, margin, fair: compared !== metric, verdict: figures.effect(change, margin, named(data.better, ref) ?? "") };
  };

  // Drawing ----------------------------------------------------------------------------------------------------------
  const scaleOf = (found) => {
    const all = found.flatMap(({ here, there }) => [here, there].filter(Boolean).flatMap(({ value, low, high }) => [value, low, high])).filter((x) => x !== null);
    const [least, most] = [Math.min(0, ...all), Math.max(0, ...all)];
    return (x) => (100 * (x - least) / (most - least || 1)).toFixed(2);
  };
  const bar = ({ here, there }, at) => {
    const from = ({ value }) => ({ x: Math.min(at(0), at(value)), width: Math.abs(at(value) - at(0)) });
    const line = ({ low, high }, y) => low === null || high === null ? [] : [svg("line", { x1: at(low), x2: at(high), y1: y, y2: y })];
    return svg("svg", { class: "bar", viewBox: "0 0 100 16", preserveAspectRatio: "none", "aria-hidden": "true" },
      ...(there && there.value !== null ? [svg("rect", { class: "there", y: 0, height: 16, ...from(there) })] : []),
      ...(here.value !== null ? [svg("rect", { class: "here", y: 4, height: 8, ...from(here) }), ...line(here, 8)] : []));
  };
  const line = (one, at, label) => {
    const { metric, here, there, change, verdict } = one, known = here.value !== null, now = known ? numbersOf(here, metric.unit) : null;
    const difference = change && change.value !== null ? numbersOf(change, change.unit, true) : null;
    const exact = ({ value, low, high }) => [value, low, high];
    return h("li", { "data-figure": nameOf(one.ref), "data-exact": JSON.stringify([exact(here), change ? exact(change) : null, verdict]) },
      h("span", { class: "label", title: metric.meaning }, label),
      known ? bar(one, at) : null,
      h("span", { class: "now" }, known ? h("strong", {}, now.value) : here.note, known ? h("span", { class: "soft" }, ` ${now.ends}`) : null),
      there && there.value !== null ? h("span", { class: "was soft" }, `base ${numbersOf(there, metric.unit).value}`) : null,
      difference ? h("span", { class: "change" }, `${difference.value}${one.fair ? " against an equal share" : ""} `, h("span", { class: "soft" }, `(${difference.ends}) `), h("span", { class: `verdict-mark ${EFFECTS[verdict][1]}` }, EFFECTS[verdict][0])) : null);
  };
  const block = (title, found, labels) => {
    if (!found.length) return [];
    const at = scaleOf(found);
    return [h("h3", {}, title), h("ul", { class: "figures" }, found.map((one, k) => line(one, at, labels[k])))];
  };

  // Checks -----------------------------------------------------------------------------------------------------------
  const concerns = ({ cells }, of) => Object.entries(cells ?? {}).every(([name, value]) =>
    settings.same(name.startsWith("rules.") ? of.rules[name.slice(6)] : name.startsWith("parts.") ? of.parts[name.slice(6)] : of[name], value));
  const judged = (of, cell, error) => {
    const claims = data.checks.flatMap((check, number) => !concerns(check, of) ? [] : refsOf({ ...check.figure, of: check.each ? "" : check.figure.of }, cell).map((ref) => (
      { number, ref, bound: check, figure: (sure) => figures.estimate(cell, data.metrics[ref.metric], ref, sure, 1) })));
    return new Map(figures.judge(claims, error).map((found, k) => [`${claims[k].number} ${nameOf(claims[k].ref)}`, { ...found, ...claims[k] }]));
  };
  const checks = (now, error) => {
    const here = judged(setting, now.cell, error), there = now.pair ? judged(data.base, now.pair.base, error) : null;
    if (!here.size) return [];
    const mark = (verdict) => h("span", { class: `verdict-mark ${MARKS[verdict][1]}` }, MARKS[verdict][0]);
    const rows = [...here].map(([key, { number, ref, bound, now: figure, verdict }]) => {
      const metric = data.metrics[ref.metric], known = figure.value !== null ? numbersOf(figure, metric.unit) : null;
      return h("li", { "data-check": number }, mark(verdict), h("span", { class: "label" }, `${labelOf(metric, ref)} ${boundOf(bound, metric.unit)}`),
        h("span", { class: "now soft" }, known ? `${known.value} (${known.ends})` : figure.note),
        there?.has(key) && there.get(key).verdict !== verdict ? h("span", { class: "was soft" }, "base: ", MARKS[there.get(key).verdict][0]) : null);
    });
    return [h("h3", {}, "Checks"), h("ul", { class: "checks" }, rows)];
  };

  // Draw everything of a look.
  const draw = (update) => {
    const cell = cellOf(setting, update.tally), pair = update.pairs ? { base: cellOf(data.base, update.base), variant: cell, link: update.pairs } : null;
    const now = { cell, pair }, error = (1 - data.confidence) * intervals.spent(setting.games, update.look), sure = 1 - error, { headline, groups, familyOf } = plan(cell, pair?.base);
    const of = (refs) => refs.map((ref) => figureOf(ref, now, sure, familyOf));
    last = { update, cell, headline: of(headline) };
    const lengths = groups.filter(([metric]) => !metric.per_item).flatMap(([, refs]) => of(refs));
    const items = groups.filter(([metric]) => metric.per_item).map(([metric, refs]) => [metric, refs, of(refs)]);
    const rates = [...last.headline, ...items.flatMap(([, , found]) => found)].filter(({ ref }) => ref.metric === (data.one_loses ? "seat_loss_rate" : "seat_win_rate"));
    const texts = sentences.about({
      headline: last.headline, seats: compete(cell) && data.aim === "win" && (pair?.base.players ?? cell.players) === cell.players ? rates : [],
      equal: cell.tally.won / cell.tally.games / cell.players, oneLoses: data.one_loses, isBase: !pair, alike: pair?.link.alike, games: update.games,
    });
    said.replaceChildren(texts[0] ?? "", ...texts.slice(1).map((text) => h("span", { class: "second" }, ` ${text}`)));
    results.replaceChildren(
      h("h3", {}, "Headline"), h("ul", { class: "figures" }, last.headline.map((one) => line(one, scaleOf([one]), labelOf(one.metric, one.ref)))),
      ...checks(now, error),
      ...items.flatMap(([metric, refs, found]) => block(capital(metric.title), found, refs.map((ref) => itemOf(metric, ref)))),
      h("h3", {}, "Length"), h("ul", { class: "figures" }, lengths.map((one) => line(one, scaleOf([one]), one.metric.title))),
      basis(update, pair));
    results.classList.remove("stale");
    glimpse(last.headline.filter(({ here }) => here.value !== null));
    if (update.done) finished(pair);
  };
  // The first headline figures in the bar that stays in sight: on a phone all of them stand next to the knobs.
  const glimpse = (found) => glance.replaceChildren(...found.slice(0, GLIMPSED).map((one) => {
    const difference = one.change && one.change.value !== null ? numbersOf(one.change, one.change.unit, true) : null;
    return h("span", {}, `${labelOf(one.metric, one.ref)} `, h("strong", {}, numbersOf(one.here, one.metric.unit).value),
      difference ? h("span", {}, ` ${difference.value} `, h("span", { class: `verdict-mark ${EFFECTS[one.verdict][1]}` }, EFFECTS[one.verdict][0])) : "");
  }));
  const basis = (update, pair) => h("p", { class: "note" },
    `Look ${update.look} of ${intervals.looks(setting.games).length}, after ${count(update.games)} games: the intervals of all looks are simultaneous, with ${100 * data.confidence}% confidence. `,
    pair ? `Light bars: the base on the same dice; ${(100 * update.pairs.alike / update.pairs.games).toFixed(1)}% of the games are identical. ` : "This is the base itself. ",
    data.left_out.length ? `Not checked here: ${data.left_out.join("; ")}.` : "");
  const finished = (pair) => {
    const moved = last.headline.filter(({ verdict }) => verdict && verdict !== "undecided");
    const words = moved.map(({ metric, ref, change, verdict }) => `${labelOf(metric, ref)} ${numbersOf(change, change.unit, true).value}, ${EFFECTS[verdict][0]}`);
    speech.textContent = `${count(last.update.games)} games played. ${said.textContent} ${!pair ? "" : words.length ? words.join("; ") : "Too few games to tell for every headline figure."}`;
  };

  // All values of a knob ---------------------------------------------------------------------------------------------
  const along = (name, label, values, words) => {
    const mine = ++generation, games = Math.min(setting.games, ALONG_GAMES), points = [], begun = last?.update;
    clearTimeout(waiting);
    refuse("");
    const shown = charted = { name, label, points, words, games, of: values.length };
    const next = (k) => {
      if (mine !== generation) return;  // something was changed meanwhile
      drawAlong(shown);
      if (k === values.length) {
        status.textContent = speech.textContent = `${values.length} values played`;
        if (!begun?.done) play();
        return;
      }
      const of = settings.copy(setting);
      set(of, name, values[k]);
      const question = { ...asked(of), games, looks: [games], base: null }, put = (point) => { points.push({ value: values[k], ...point }); setTimeout(() => next(k + 1)); };
      status.textContent = `${label}: value ${k + 1} of ${values.length}`;
      try {
        const sentence = playing().refusal(question);
        if (sentence) put({ refusal: sentence });
        else engine.play(question, (update) => {
          if (mine !== generation) return;
          if (update.error) put({ refusal: update.error });
          else if (update.done) put({ cell: cellOf(of, update.tally), setting: of });
        });
      } catch (error) { put({ refusal: error.message }); }
    };
    results.classList.remove("stale");
    chart.replaceChildren(h("h3", { tabindex: -1 }, `${capital(label)}: all values`), h("div"));
    chart.firstChild.focus({ preventScroll: true });
    const { top } = chart.getBoundingClientRect();
    if (top < 0 || top > innerHeight / 2) chart.scrollIntoView();  // on a phone it is below the knobs
    next(0);
  };
  const drawAlong = (shown) => {
    const played = shown.points.filter(({ cell }) => cell), knob = description.knobs.find(({ name }) => name === shown.name);
    if (!played.length && shown.points.length < shown.of) return;
    const now = shown.name in setting.rules ? setting.rules[shown.name] : setting[shown.name], sure = 1 - (1 - data.confidence) / shown.of;
    const isWord = (value) => typeof value !== "number" || Boolean(knob?.specials?.some(([number]) => number === value));
    // The headline, then what checks name.
    const named = [...data.headline, ...data.checks.filter((check) => concerns(check, setting)).map(({ figure, each }) => ({ ...figure, of: each ? "" : figure.of }))];
    const refs = [...new Map(named.flatMap((ref) => refsOf(ref, played[0]?.cell ?? last.cell)).map((ref) => [nameOf(ref), ref])).values()];
    const ref = refs.find((one) => nameOf(one) === figureAlong) ?? refs[0], metric = data.metrics[ref.metric];
    const points = played.map(({ value, cell }) => ({ value, name: shown.words(value), isWord: isWord(value), isNow: settings.same(value, now), figure: figures.estimate(cell, metric, ref, sure) }));
    const known = points.filter(({ figure }) => figure.value !== null).sort((a, b) => b.isWord - a.isWord);
    const unknown = points.filter(({ figure }) => figure.value === null).map(({ name, figure }) => ({ name, reason: figure.note }));
    const check = data.checks.find((one) => one.figure.metric === ref.metric && (one.each || one.figure.of === ref.of) && one.figure.stat === ref.stat && concerns(one, setting));
    const which = h("select", { "aria-label": "figure of the chart", on: { change: (event) => { figureAlong = event.target.value; drawAlong(shown); chart.querySelector("select").focus(); } } },
      refs.map((one) => h("option", { value: nameOf(one), selected: one === ref }, labelOf(data.metrics[one.metric], one))));
    chart.lastChild.replaceChildren(
      h("p", { class: "note" }, refs.length > 1 ? which : labelOf(metric, ref), " ", button("close", () => { charted = null; chart.replaceChildren(); })),
      ...valueChart.draw({
        points: known, unplayed: [...unknown, ...shown.points.filter(({ refusal }) => refusal).map(({ value, refusal }) => ({ name: shown.words(value), reason: refusal }))],
        unit: metric.unit, check, title: `${labelOf(metric, ref)} by ${shown.label}`, set: (value) => change(shown.name, value), isOpen: chart.querySelector("details")?.open,
        note: `${count(shown.games)} games for each value, everything else as set; bars: simultaneous ${100 * data.confidence}% intervals.`,
      }));
  };

  // Playing ----------------------------------------------------------------------------------------------------------
  const asked = (of = setting) => ({
    rules: of.rules, parts: of.parts, players: of.players, lineup: of.lineup, seating: of.seating, mistakes: of.mistakes,
    seed: of.seed, games: of.games, looks: intervals.looks(of.games), base: settings.sameGames(of, data.base) ? null : data.base,
  });
  const refuse = (sentence) => {
    for (const place of root.querySelectorAll(".refusal")) { place.hidden = true; place.textContent = ""; }
    refusal.hidden = !sentence;
    refusal.textContent = sentence ? `Not played: ${sentence}` : "";
    const place = sentence && root.querySelector(`[data-knob="${CSS.escape(touched)}"] > .refusal`);
    if (place) { place.hidden = false; place.textContent = sentence; }
  };
  const playing = () => engine ??= createEngine(description, document.getElementById("play-module").textContent.trim(), { workerSource: read("play-worker") });
  const play = () => {
    if (!wanted) return;
    const mine = ++generation;
    results.classList.add("stale");
    again.hidden = true;
    paused = false;
    showPause();
    status.textContent = "playing …";
    let sentence;
    try {
      sentence = playing().refusal(asked());
      if (!sentence) engine.play(asked(), (update) => mine === generation && take(update));
      else engine.stop();
    } catch (error) { sentence = error.message; }
    refuse(sentence);
    if (sentence) status.textContent = "not played";
  };
  const take = (update) => {
    if (update.error) { refuse(update.error); status.textContent = "stopped"; again.hidden = false; pause.disabled = true; return; }
    const speed = update.gamesPerSecond ? `, ${count(Math.round(update.gamesPerSecond / 100) * 100)} a second` : "";
    status.textContent = `${count(update.games)} of ${count(setting.games)} games${speed}`;
    if (update.tally) draw(update);
    pause.disabled = Boolean(update.done);
  };
  const showPause = () => { pause.disabled = false; pause.textContent = paused ? "Go on" : "Pause"; };

  // Changes ----------------------------------------------------------------------------------------------------------
  const set = (of, name, value) => {
    if (name.startsWith("parts.")) { if (value === undefined) delete of.parts[name.slice(6)]; else of.parts[name.slice(6)] = value; }
    else if (name in of.rules) of.rules[name] = value;
    else of[name] = value;
  };
  const change = (name, value, moving) => {
    touched = name.startsWith("parts.") ? description.components.find(({ rows }) => rows.some((one) => name.startsWith(`parts.${one.name}.`)))?.knob ?? "" : name;
    set(setting, name, value);
    if (charted?.name === name) drawAlong(charted);
    else if (charted) { charted = null; chart.replaceChildren(); }  // its games were played as everything else was
    generation++;  // answers to earlier settings are not drawn any more
    clearTimeout(waiting);
    waiting = setTimeout(play, moving ? SHORT_PAUSE : 0);
    if (!moving) { link(); showControls(); }
  };
  const link = () => {
    const hash = settings.toHash(setting, start);
    if (hash !== location.hash && (hash || location.hash.startsWith("#play?"))) history.replaceState(null, "", hash || location.pathname + location.search);
  };
  const showControls = () => {
    const active = document.activeElement, at = active?.classList.contains("reset") ? active.closest("td, .knob").querySelector("input:not([type=range]), select, summary") : active;
    const focused = at?.id, open = [...root.querySelectorAll("details[open]")].map((one) => one.dataset.knob ?? one.querySelector("summary").id);
    const label = at?.getAttribute("aria-label"), inTable = at?.closest(".parts");
    const made = controls.make(description, data.base, setting, change, along);
    rules.replaceChildren(...made.rules);
    players.replaceChildren(...made.players);
    tables.replaceChildren(...made.tables);
    for (const one of root.querySelectorAll(".controls details")) one.open = open.includes(one.dataset.knob ?? one.querySelector("summary").id);
    const again = focused && document.getElementById(focused) || inTable && label && [...tables.querySelectorAll("[aria-label]")].find((one) => one.getAttribute("aria-label") === label);
    again?.focus({ preventScroll: true });
    seed.value = setting.seed;
    more.textContent = `Play ${count(setting.games * 2)}`;
    more.disabled = setting.games * 2 > MAX_GAMES;
    const changed = settings.changes(setting, data.base);
    changes.textContent = changed.length ? changed.map(([name, value, was]) => {
      const knob = description.knobs.find((one) => one.name === name), words = (one) => controls.wordsOf(knob, one ?? settings.printed(description.components, name) ?? "as printed");
      return `${knob ? controls.labelOf(knob) : name.replace(/^parts\./, "")} ${words(was)} → ${words(value)}`;
    }).join("; ") : "nothing yet";
    resetAll.hidden = keep.hidden = next.hidden = !changed.length;
    const line = settings.command(setting, data.from, data.target);
    sameGames.hidden = !line;
    command.textContent = line ?? "";
    written.textContent = settings.scenario(setting, data, "changed", description);
  };
  const button = (words, click, attributes = {}) => h("button", { type: "button", class: "copy", ...attributes, on: { click } }, words);
  const copying = (text) => async (event) => {
    const at = event.currentTarget, before = at.textContent;
    try { await navigator.clipboard.writeText(text()); at.textContent = "copied"; } catch { at.textContent = "copying is not allowed here"; }
    setTimeout(() => { at.textContent = before; }, 1500);
  };
  const file = `${description.game}_changed.yaml`;
  const download = () => h("a", { href: URL.createObjectURL(new Blob([written.textContent], { type: "text/yaml" })), download: file }).click();

  // The panel --------------------------------------------------------------------------------------------------------
  const rules = h("div"), players = h("div"), tables = h("div"), results = h("div", { class: "results" });
  const status = h("output", { class: "soft", "aria-live": "off" }), speech = h("p", { class: "unseen", role: "status" }), refusal = h("p", { class: "refusal", hidden: true });
  const glance = h("span", { class: "glance" }), said = h("p", { class: "said" }), chart = h("div", { class: "along" }), changes = h("span"), command = h("code"), written = h("code");
  const pause = button("Pause", () => { paused = !paused; engine?.[paused ? "pause" : "resume"](); showPause(); });
  const more = button("", () => change("games", setting.games * 2), { title: "more games: narrower intervals" });
  const again = button("Start again", () => play(), { hidden: true });
  const copyCommand = button("copy command", copying(() => command.textContent));
  const resetAll = button("Reset all", () => { setting = { ...settings.copy(data.base), seed: setting.seed, games: setting.games }; change("seed", setting.seed); });
  const seed = h("input", { id: "play-seed", type: "number", min: 0, max: 2 ** 31, on: { change: (event) => event.target.value !== "" && event.target.reportValidity() && change("seed", Number(event.target.value)) } });
  const dice = button("other dice", () => change("seed", (setting.seed + 1) % 2 ** 31), { title: "the next seed" });
  // What comes next: a file, and the commands that take it.
  const step = (line, meaning) => h("li", {}, h("code", {}, line), button("copy", copying(() => line), { "aria-label": `copy: ${line}` }), h("span", { class: "soft" }, meaning));
  const next = h("section", { class: "next", hidden: true, "aria-labelledby": "play-next" },
    h("h3", { id: "play-next" }, "Keep this change"),
    h("p", {}, button(`Save ${file}`, download), button("copy its text", copying(() => written.textContent)),
      h("span", { class: "soft" }, data.game_file ? `Save it in the folder of ${data.game_file}. Then, in that folder:` : "Then, in the folder where you save it:")),
    h("ul", { class: "steps" },
      step(`balancer compare ${file}`, "the base against this change, pair by pair on the same dice"),
      step(`balancer check ${file}`, data.checks.length ? "do the checks hold, before and after?" : "do your checks hold, before and after? Write them into the file first"),
      step(`balancer sweep ${file}`, "a page with charts and tables of both")),
    h("details", { class: "parts" }, h("summary", {}, `What is in ${file}`), h("pre", {}, written)));
  const keep = button("Keep this change", () => { next.scrollIntoView(); next.querySelector("button").focus({ preventScroll: true }); });
  const sameGames = h("div", { class: "same-games" }, h("p", {}, "The same games on the command line:"), h("pre", { class: "command" }, command), copyCommand);
  root.replaceChildren(
    speech,
    unknown.length ? h("p", { class: "note" }, `The link has settings that this page doesn't know: ${unknown.join(", ")}.`) : "",
    h("div", { class: "state" }, said, glance, status, h("span", {}, pause, more, again)),
    refusal,
    h("div", { class: "playing" },
      h("form", { class: "controls", "aria-label": "Setting", on: { submit: (event) => event.preventDefault() } },
        h("p", {}, h("strong", {}, "Changed: "), changes, " ", resetAll, keep),
        h("fieldset", {}, h("legend", {}, "Players"), players),
        h("fieldset", {}, h("legend", {}, "Rules"), rules),
        tables,
        h("p", { class: "knob" }, h("label", { for: "play-seed" }, "seed"), h("span", { class: "control" }, seed), dice)),
      h("div", { class: "figures-side", role: "region", "aria-label": "Figures", tabindex: 0 }, chart, results)),
    next,
    sameGames);
  showControls();
  for (const table of tables.children) table.open = table.querySelector("td.changed") !== null;
  addEventListener("hashchange", () => {
    if (!location.hash.startsWith("#play?")) return;
    setting = settings.fromHash(location.hash, start, (name, value) => controls.fits(description, name, value)).setting;
    change("seed", setting.seed);
  });
  // Games are played once the panel is in sight.
  const seen = new IntersectionObserver((entries) => {
    if (!entries.some((one) => one.isIntersecting)) return;
    seen.disconnect();
    wanted = true;
    play();
  });
  seen.observe(root);
  if (location.hash.startsWith("#play?")) root.scrollIntoView();
})();
