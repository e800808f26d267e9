// The panel that plays: knobs on one side, figures on the other, drawn at fixed numbers of games (looks).
(() => {
  const root = document.getElementById("play-panel");
  if (!root) return;
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const data = read("play-data"), { h } = controls;
  if (typeof WebAssembly !== "object" || typeof Worker !== "function" || typeof BigInt !== "function") {
    root.replaceChildren(h("p", { class: "note" }, "This browser can't play games (it has no WebAssembly or no workers); everything else on the page is as it would be."));
    return;
  }
  const description = read("play-description"), start = { ...settings.copy(data.base), seed: data.seed, games: data.games };
  const MOST_GAMES = 10_000_000, SHORT_PAUSE = 60;  // ms: a slider that moves plays at most so often
  let engine = null, generation = 0, paused = false, wanted = false, waiting = 0, last = null, touched = "";
  let { setting, unknown } = settings.fromHash(location.hash, start, (name, value) => controls.fits(description, name, value));

  // Words and numbers ------------------------------------------------------------------------------------------------
  const percentile = { share: 100, difference: 100 };
  const minus = (text) => text.replace("-", "−");
  const decimalsOf = (half, value) => {
    const most = 4 - (Math.abs(value) >= 1) - (Math.abs(value) >= 10);
    if (Number.isFinite(half) && half > 0) return Math.max(0, Math.min(most, 1 - Math.floor(Math.log10(half))));
    return Number.isInteger(value) ? 0 : 2;
  };
  const halfOf = ({ value, low, high }, scale) => Math.max((high ?? Infinity) - value, value - (low ?? -Infinity)) * scale;
  const unitOf = (unit) => unit === "share" ? "%" : unit === "difference" ? " pp" : unit && unit !== "index" && unit !== "ratio" ? ` ${unit}` : "";
  const numbersOf = (found, unit, signed) => {
    const scale = percentile[unit] ?? 1, decimals = decimalsOf(halfOf(found, scale), found.value * scale);
    const of = (x) => {
      if (x === null) return "?";
      const text = (x * scale).toFixed(decimals), nothing = Number(text) === 0;
      return nothing ? text.replace("-", "") : minus(`${signed && x > 0 ? "+" : ""}${text}`);
    };
    return { value: of(found.value) + unitOf(unit), ends: found.low === null && found.high === null ? "too few games" : `${of(found.low)} to ${of(found.high)}` };
  };
  const capital = (text) => text[0].toUpperCase() + text.slice(1);
  const count = (n) => n.toLocaleString("en").replace(/,/g, " ");
  const EFFECTS = {
    better: ["better", "pass"], worse: ["worse", "bad"], moved: ["moved", "moved"], equivalent: ["no different", "pass"], undecided: ["undecided", "open"],
  };
  const MARKS = { pass: ["✓ holds", "pass"], fail: ["✗ fails", "bad"], undecided: ["? undecided", "open"] };
  const labelOf = (metric, ref) => {
    const item = metric.of === "seat" && ref.of ? `seat ${ref.of}${ref.of === "1" ? " (starts)" : ""}` : ref.of;
    return `${metric.title}${item ? `: ${item}` : ""}${ref.stat && ref.stat !== metric.stat ? ` (${ref.stat.replace(/_/g, " ")})` : ""}`;
  };

  // Figures ----------------------------------------------------------------------------------------------------------
  const cellOf = (of, tally) => ({ players: of.players, personas: [...new Set(of.lineup)], oneLoses: data.one_loses, pace: data.pace, tally });
  const refsOf = (ref, cell) => {
    const metric = data.metrics[ref.metric];
    if (metric.reason) return [];
    const items = ref.of || !metric.per_item ? [ref.of] : figures.itemsOf(metric, cell);
    return items.filter((of) => !of || figures.itemsOf(metric, cell).includes(of)).map((of) => ({ ...ref, of }));
  };
  const nameOf = ({ metric, of, stat }) => [metric, of, stat].filter(Boolean).join(".");
  const named = (values, ref) => values[nameOf(ref)] ?? values[[ref.metric, ref.stat].filter(Boolean).join(".")];
  // Refs of the headline and of the tables below it, each once; and how many differences of each hold together.
  const plan = (cell, base) => {
    const seen = new Set(), once = (refs) => refs.filter((ref) => !seen.has(nameOf(ref)) && seen.add(nameOf(ref)));
    const main = data.main.flatMap((ref) => refsOf(ref, cell)).filter((ref) => !base || refsOf(ref, base).length);
    const headline = once(data.headline.flatMap((ref) => refsOf(ref, cell)));
    const groups = data.shown.map((metric) => [data.metrics[metric], refsOf({ metric, of: "", stat: "" }, cell)])
      .map(([metric, refs]) => metric.of === "persona" && refs.length < 2 ? [metric, []] : [metric, refs]);
    const family = new Set(main.map(nameOf)).size, isMain = new Set(main.map(nameOf));
    const others = new Set(groups.flatMap(([, refs]) => refs.map(nameOf)).filter((name) => !isMain.has(name))).size;
    return { headline, groups, familyOf: (ref) => Math.max(1, isMain.has(nameOf(ref)) ? family : others) };
  };
  // One figure of a look: of the setting, of the base, the difference and its verdict.
  const figureOf = (ref, now, sure, familyOf) => {
    const metric = data.metrics[ref.metric], here = figures.estimate(now.cell, metric, ref, sure);
    if (!now.pair || ref.of && metric.of && !figures.itemsOf(metric, now.pair.base).includes(ref.of)) return { ref, metric, here };
    // With other numbers of players win rates differ by themselves: what is compared is how far they are from fair.
    const compared = now.cell.players !== now.pair.base.players && data.fair[ref.metric] || metric;
    const there = figures.estimate(now.pair.base, metric, ref, sure), change = figures.difference(now.pair, compared, ref, sure, familyOf(ref));
    const margin = named(data.margins, ref) ?? figures.usualMargin(metric.unit, ref.stat, there.value);
    return { ref, metric, here, there, change, fair: compared !== metric, verdict: figures.effect(change, margin, named(data.better, ref) ?? "") };
  };

  // Drawing ----------------------------------------------------------------------------------------------------------
  const SVG = "http://www.w3.org/2000/svg";
  const svg = (name, attributes, ...children) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };
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
      difference ? h("span", { class: "change" }, `${difference.value}${one.fair ? " against a fair share" : ""} `, h("span", { class: "soft" }, `(${difference.ends}) `), h("span", { class: `verdict-mark ${EFFECTS[verdict][1]}` }, EFFECTS[verdict][0])) : null);
  };
  const block = (title, found, labels) => {
    if (!found.length) return [];
    const at = scaleOf(found);
    return [h("h3", {}, title), h("ul", { class: "figures" }, found.map((one, k) => line(one, at, labels[k])))];
  };
  const boundOf = ({ low, high }, unit) => {
    const scale = percentile[unit] ?? 1, of = (x) => minus(`${Number((x * scale).toPrecision(6))}`), words = unitOf(unit);
    return low !== null && high !== null ? `between ${of(low)} and ${of(high)}${words}` : low !== null ? `at least ${of(low)}${words}` : `at most ${of(high)}${words}`;
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

  // A look: all that is drawn of it.
  const draw = (update) => {
    const cell = cellOf(setting, update.tally), pair = update.pairs ? { base: cellOf(data.base, update.base), variant: cell, link: update.pairs } : null;
    const now = { cell, pair }, error = (1 - data.confidence) * intervals.spent(setting.games, update.look), sure = 1 - error, { headline, groups, familyOf } = plan(cell, pair?.base);
    const of = (refs) => refs.map((ref) => figureOf(ref, now, sure, familyOf));
    last = { update, headline: of(headline) };
    const lengths = groups.filter(([metric]) => !metric.per_item).flatMap(([, refs]) => of(refs));
    results.replaceChildren(
      h("h3", {}, "Headline"), h("ul", { class: "figures" }, last.headline.map((one) => line(one, scaleOf([one]), labelOf(one.metric, one.ref)))),
      ...checks(now, error),
      ...groups.filter(([metric]) => metric.per_item).flatMap(([metric, refs]) => block(capital(metric.title), of(refs), refs.map((ref) => labelOf({ ...metric, title: "" }, ref).replace(/^: /, "")))),
      h("h3", {}, "Length"), h("ul", { class: "figures" }, lengths.map((one) => line(one, scaleOf([one]), one.metric.title))),
      basis(update, pair));
    results.classList.remove("stale");
    glimpse(last.headline.find(({ here }) => here.value !== null));
    if (update.done) finished(pair);
  };
  // The first headline figure in the bar that stays in sight.
  const glimpse = (one) => {
    if (!one) return glance.replaceChildren();
    const difference = one.change && one.change.value !== null ? numbersOf(one.change, one.change.unit, true) : null;
    glance.replaceChildren(`${labelOf(one.metric, one.ref)} `, h("strong", {}, numbersOf(one.here, one.metric.unit).value),
      difference ? h("span", {}, ` ${difference.value} `, h("span", { class: `verdict-mark ${EFFECTS[one.verdict][1]}` }, EFFECTS[one.verdict][0])) : "");
  };
  const basis = (update, pair) => h("p", { class: "note" },
    `Look ${update.look} of ${intervals.looks(setting.games).length}, after ${count(update.games)} games: intervals hold at all looks together with ${100 * data.confidence}% confidence. `,
    pair ? `Light bars: the base on the same dice; ${(100 * update.pairs.alike / update.pairs.games).toFixed(1)}% of the games are alike throughout. ` : "This is the base itself. ",
    data.left_out.length ? `Not judged here: ${data.left_out.join("; ")}.` : "");
  const finished = (pair) => {
    const moved = last.headline.filter(({ verdict }) => verdict && verdict !== "undecided");
    const words = moved.map(({ metric, ref, change, verdict }) => `${labelOf(metric, ref)} ${numbersOf(change, change.unit, true).value}, ${EFFECTS[verdict][0]}`);
    speech.textContent = `${count(last.update.games)} games played. ${!pair ? "" : words.length ? words.join("; ") : "No headline figure is decided."}`;
  };

  // Playing ----------------------------------------------------------------------------------------------------------
  const asked = () => ({
    rules: setting.rules, parts: setting.parts, players: setting.players, lineup: setting.lineup, seating: setting.seating, mistakes: setting.mistakes,
    seed: setting.seed, games: setting.games, looks: intervals.looks(setting.games), base: settings.sameGames(setting, data.base) ? null : data.base,
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
  const change = (name, value, moving) => {
    touched = name.startsWith("parts.") ? description.components.find(({ rows }) => rows.some((one) => name.startsWith(`parts.${one.name}.`)))?.knob ?? "" : name;
    if (name.startsWith("parts.")) { if (value === undefined) delete setting.parts[name.slice(6)]; else setting.parts[name.slice(6)] = value; }
    else if (name in setting.rules) setting.rules[name] = value;
    else setting[name] = value;
    generation++;  // what is under way is not drawn any more
    clearTimeout(waiting);
    waiting = setTimeout(play, moving ? SHORT_PAUSE : 0);
    if (!moving) { link(); showControls(); }
  };
  const link = () => {
    const hash = settings.toHash(setting, start);
    if (hash !== location.hash && (hash || location.hash.startsWith("#play?"))) history.replaceState(null, "", hash || location.pathname + location.search);
  };
  const showControls = () => {
    const active = document.activeElement, at = active?.classList.contains("reset") ? active.closest("td, .knob").querySelector("input:not([aria-hidden]), select, summary") : active;
    const focused = at?.id, open = [...root.querySelectorAll("details[open]")].map((one) => one.dataset.knob ?? one.querySelector("summary").id);
    const label = at?.getAttribute("aria-label"), inTable = at?.closest(".parts");
    const made = controls.make(description, data.base, setting, change);
    rules.replaceChildren(...made.rules);
    players.replaceChildren(...made.players);
    tables.replaceChildren(...made.tables);
    for (const one of root.querySelectorAll(".controls details")) one.open = open.includes(one.dataset.knob ?? one.querySelector("summary").id);
    const again = focused && document.getElementById(focused) || inTable && label && [...tables.querySelectorAll("[aria-label]")].find((one) => one.getAttribute("aria-label") === label);
    again?.focus({ preventScroll: true });
    seed.value = setting.seed;
    more.textContent = `Play ${count(setting.games * 2)}`;
    more.disabled = setting.games * 2 > MOST_GAMES;
    const changed = settings.changes(setting, data.base);
    resetAll.disabled = !changed.length;
    changes.textContent = changed.length ? changed.map(([name, value, was]) => `${name} ${controls.written(was ?? printed(name))} → ${controls.written(value ?? printed(name))}`).join("; ") : "as the base";
    save.disabled = !changed.length;
    const line = settings.command(setting, data.from, data.target);
    command.textContent = line ?? "run takes mistakes and seating from a scenario only: save this as a variant, and balancer compare plays it";
    copyCommand.hidden = !line;
    written.textContent = settings.scenario(setting, data, "changed");
  };
  const printed = (name) => {
    const [, row, column] = /^parts\.(.*)\.([^.]+)$/.exec(name) ?? [];
    return description.components.flatMap(({ rows }) => rows).find((one) => one.name === row)?.[column] ?? "as printed";
  };
  const button = (words, click, attributes = {}) => h("button", { type: "button", class: "copy", ...attributes, on: { click } }, words);
  const copying = (text) => async (event) => {
    const at = event.currentTarget, before = at.textContent;
    try { await navigator.clipboard.writeText(text()); at.textContent = "copied"; } catch { at.textContent = "copying is not allowed here"; }
    setTimeout(() => { at.textContent = before; }, 1500);
  };
  const download = () => h("a", { href: URL.createObjectURL(new Blob([written.textContent], { type: "text/yaml" })), download: `${description.game}_changed.yaml` }).click();

  // The panel --------------------------------------------------------------------------------------------------------
  const rules = h("div"), players = h("div"), tables = h("div"), results = h("div", { class: "results" });
  const status = h("output", { class: "soft" }), speech = h("p", { class: "unseen", role: "status" }), refusal = h("p", { class: "refusal", hidden: true });
  const glance = h("span", { class: "glance" }), changes = h("span"), command = h("code"), written = h("code");
  const pause = button("Pause", () => { paused = !paused; engine?.[paused ? "pause" : "resume"](); showPause(); });
  const more = button("", () => change("games", setting.games * 2), { title: "more games: narrower intervals" });
  const again = button("Start again", () => play(), { hidden: true });
  const copyCommand = button("copy command", copying(() => command.textContent));
  const resetAll = button("Reset all", () => { setting = { ...settings.copy(data.base), seed: setting.seed, games: setting.games }; change("seed", setting.seed); });
  const seed = h("input", { id: "play-seed", type: "number", min: 0, max: 2 ** 31, on: { change: (event) => event.target.value !== "" && event.target.reportValidity() && change("seed", Number(event.target.value)) } });
  const dice = button("other dice", () => change("seed", (setting.seed + 1) % 2 ** 31), { title: "the next seed" });
  const save = h("details", { class: "parts" }, h("summary", {}, "Save as a variant"),
    h("p", { class: "note" }, "A scenario with the base and this setting as its variant; ", h("code", {}, "balancer compare FILE"), " plays both on the same dice. Or copy the lines under ", h("code", {}, "variants:"), " into a scenario of your own."),
    h("pre", {}, written), button("copy", copying(() => written.textContent)), button("download", download));
  root.replaceChildren(
    speech,
    unknown.length ? h("p", { class: "note" }, `The link has settings that this page doesn't know: ${unknown.join(", ")}.`) : "",
    h("p", { class: "state" }, glance, status, h("span", {}, pause, more, again)),
    refusal,
    h("div", { class: "playing" },
      h("form", { class: "controls", "aria-label": "Setting", on: { submit: (event) => event.preventDefault() } },
        h("p", {}, h("strong", {}, "Changed: "), changes, " ", resetAll),
        h("fieldset", {}, h("legend", {}, "Players"), players),
        h("fieldset", {}, h("legend", {}, "Rules"), rules),
        tables,
        h("p", { class: "knob" }, h("label", { for: "play-seed" }, "seed"), h("span", { class: "control" }, seed), dice)),
      h("div", { class: "figures-side", role: "region", "aria-label": "Figures", tabindex: 0 }, results)),
    save,
    h("p", {}, "The same games on the command line:"), h("pre", { class: "command" }, command), copyCommand);
  showControls();
  for (const table of tables.children) table.open = table.querySelector("td.changed") !== null;
  addEventListener("hashchange", () => {
    if (!location.hash.startsWith("#play?")) return;
    setting = settings.fromHash(location.hash, start, (name, value) => controls.fits(description, name, value)).setting;
    change("seed", setting.seed);
  });
  // Games are played once somebody looks at the panel.
  const seen = new IntersectionObserver((entries) => {
    if (!entries.some((one) => one.isIntersecting)) return;
    seen.disconnect();
    wanted = true;
    play();
  });
  seen.observe(root);
  if (location.hash.startsWith("#play?")) root.scrollIntoView();
})();
