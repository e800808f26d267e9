// The controls of the panel: one for each knob, the players, the line-up, the figures of component tables.
const controls = (() => {
  // An element: h("p", {class: "note"}, "text", child, ...); `on` holds listeners, null children are left out.
  const h = (tag, given = {}, ...children) => {
    const { on = {}, ...attributes } = given, made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value === true) made.setAttribute(name, "");
      else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
    }
    for (const [kind, listener] of Object.entries(on)) made.addEventListener(kind, listener);
    made.append(...children.flat().filter((child) => child !== null && child !== undefined));
    return made;
  };
  const SVG = "http://www.w3.org/2000/svg";
  const svg = (name, attributes, ...children) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };
  const MAX_STEPS = 120;  // of a slider; a wider range has a field only
  const select = (id, options, chosen, change) => h("select", { id, on: { change: (event) => change(event.target.value) } },
    options.map(([value, words]) => h("option", { value, selected: value === chosen }, words ?? value)));
  const inRange = (value, knob) => Number.isInteger(value) && value >= knob.low && value <= knob.high;

  // Names of rules and of their values in the words that the game declares, else as scenarios write them.
  const short = (phrase) => phrase.replace(/^without (an? |the |any )?/, "no ").replace(/^(with|in|at) (an? |the )?/, "");
  const labelOf = (knob) => (knob.noun || knob.name.replace(/_/g, " ")).replace(/^the /, "");
  const wordsOf = (knob, value) => {
    if (typeof value === "number") return `${value}${knob?.specials?.filter(([number]) => number === value).map(([, words]) => ` (${words})`) ?? ""}`;
    if (knob?.phrases?.[`${value}`]) return short(knob.phrases[`${value}`]);
    return knob && typeof value === "string" ? value.replace(/_/g, " ") : written(value);
  };

  // The elements of a knob, by its kind: (id, knob, value, change); change(value) takes a value as scenarios write it.
  const KINDS = {
    flag: (id, knob, value, change) => [h("input", { id, type: "checkbox", role: "switch", checked: value, on: { change: (event) => change(event.target.checked) } })],
    choice: (id, knob, value, change) => [select(id, knob.choices.map((word) => [word, wordsOf(knob, word)]), value, change)],
    number: (id, knob, value, change) => {
      const words = [...knob.specials.map(([number, words]) => [`${number}`, `${number} – ${words}`]), ...knob.words.map(([word, words]) => [word, `${word} – ${words}`])];
      const chosen = (text) => change(text in Object.fromEntries(knob.words) ? text : Number(text));
      if (knob.only?.length) return [select(id, [...words, ...knob.only.map((number) => [`${number}`])], `${value}`, chosen)];
      const special = words.find(([word]) => word === `${value}`)?.[0];
      const among = words.length ? select(special === undefined ? `${id}-kind` : id, [["", "a number"], ...words], special ?? "", (text) => text === "" ? change(Math.max(knob.low, Math.min(knob.high, Number(knob.default) || knob.low))) : chosen(text)) : null;
      if (among) among.setAttribute("aria-label", `${knob.name}: a number or a word`);
      return [among, ...(special === undefined ? number(id, labelOf(knob), knob.low, knob.high, value, change) : [])];
    },
    numbers: (id, knob, value, change, seats) => [h("span", { class: "several" }, value.map((one, k) => h("input", {
      id: k ? `${id}-${k}` : id, type: "number", min: knob.low, max: knob.high, value: one, hidden: knob.by_seat && k >= seats,
      "aria-label": `${knob.name}, ${knob.by_seat ? "seat" : "number"} ${k + 1}`,
      on: { change: (event) => valid(event.target) && change(value.map((old, at) => at === k ? Number(event.target.value) : old)) },
    })))],
    several: (id, knob, value, change) => {
      const chosen = value === "all" ? knob.choices : value === "none" ? [] : value;
      const pick = (word, on) => {
        const now = knob.choices.filter((one) => one === word ? on : chosen.includes(one));
        change(now.length === knob.choices.length ? "all" : now.length ? now : "none");
      };
      return [h("details", { class: "several" }, h("summary", { id }, `${chosen.length} of ${knob.choices.length}`),
        knob.choices.map((word) => h("label", {}, h("input", { type: "checkbox", checked: chosen.includes(word), on: { change: (event) => pick(word, event.target.checked) } }), wordsOf(knob, word))))];
    },
  };
  const valid = (input) => input.value !== "" && input.reportValidity();
  // A slider and a field with its number; keyboards reach both.
  const number = (id, label, low, high, value, change, step = 1) => {
    if (low === high) return [h("output", { id }, `${low}`)];
    const field = h("input", { id, type: "number", min: low, max: high, step, value, inputmode: "numeric", on: { change: (event) => valid(event.target) && change(Number(event.target.value)) } });
    if (high - low > MAX_STEPS) return [field];
    const slider = h("input", { id: `${id}-slider`, type: "range", min: low, max: high, step, value, "aria-label": `${label}, slider`, on: {
      input: (event) => { field.value = event.target.value; change(Number(event.target.value), true); },
      change: (event) => change(Number(event.target.value)),
    } });
    field.addEventListener("input", () => { if (field.validity.valid && field.value !== "") slider.value = field.value; });
    return [slider, field];
  };
  // The values of a knob that are played one after another: all of few, else some from the least to the greatest, and those near the present ones.
  const MAX_VALUES = 12, NEAR = 3;
  const spaced = (low, high, also) => {
    const steps = Math.min(MAX_VALUES, high - low + 1);
    const values = Array.from({ length: steps }, (_, k) => Math.round(low + (high - low) * k / Math.max(1, steps - 1)));
    const near = also.flatMap((value) => Array.from({ length: 2 * NEAR + 1 }, (_, k) => value + k - NEAR)).filter((value) => value >= low && value <= high);
    return [...new Set([...values, ...near])].sort((a, b) => a - b);
  };
  const valuesOf = (knob, also) => ({
    flag: () => [false, true], choice: () => knob.choices,
    number: () => [...knob.words.map(([word]) => word), ...new Set([...knob.specials.map(([number]) => number), ...(knob.only?.length ? knob.only : spaced(knob.low, knob.high, also.filter(Number.isInteger)))])],
  }[knob.kind] ?? (() => []))();

  const written = (value) => value === null || value === undefined ? "as usual" : Array.isArray(value) ? value.join(", ") : `${value}`;

  // The figures of component tables that can be changed, each with its values in ascending order.
  const figuresOf = ({ preparation }) => new Map(preparation.inputs.filter(({ kind }) => kind === "figure").map(({ name, values }) => [name, values]));

  // True if the page can set this value, which comes from a link.
  const fits = (description, name, value) => {
    if (name.startsWith("parts.")) return Boolean(figuresOf(description).get(name.slice(6))?.includes(value));
    if (name === "players") return inRange(value, { low: description.players.least, high: description.players.most }) && (value - description.players.least) % description.players.step === 0;
    if (name === "lineup") return Array.isArray(value) && value.length > 0 && value.every((one) => description.personas.some((known) => known.name === one));
    if (name === "mistakes") return value === null || inRange(value, { low: 0, high: 1000 });
    if (name === "seed" || name === "games") return inRange(value, { low: name === "seed" ? 0 : 1, high: 2 ** 31 });
    if (name === "seating") return description.layout.seatings.includes(value);
    const knob = description.knobs.find((one) => one.name === name);
    if (!knob) return false;
    const whole = (one) => inRange(one, knob);
    return ({
      flag: () => typeof value === "boolean", choice: () => knob.choices.includes(value),
      number: () => (knob.only?.length ? knob.only.includes(value) : whole(value)) || knob.specials.some(([one]) => one === value) || knob.words.some(([one]) => one === value),
      numbers: () => Array.isArray(value) && value.length === knob.length && value.every(whole),
      several: () => value === "all" || value === "none" || Array.isArray(value) && value.every((one) => knob.choices.includes(one)),
    }[knob.kind] ?? (() => false))();
  };

  // A row of the panel: label, control, the base value if it differs; below it room for a refusal.
  const row = (id, label, section, meaning, was, inner, reset, play) => h("div", { class: was === null ? "knob" : "knob changed", "data-knob": id },
    h("label", { for: `play-${id}`, title: id }, label, section ? h("span", { class: "soft" }, ` § ${section}`) : null),
    h("span", { class: "control" }, inner),
    h("span", { class: "actions" },
      play ? h("button", { type: "button", class: "copy along-button", title: "play all its values, as a chart", on: { click: play } }, "all values", h("span", { class: "unseen" }, ` of ${label}`)) : null,
      was === null ? null : h("button", { type: "button", class: "copy reset", on: { click: reset } }, `base: ${was}`, h("span", { class: "unseen" }, `, reset ${label}`))),
    meaning ? h("p", { class: "meaning", id: `play-${id}-meaning`, on: { click: (event) => event.currentTarget.classList.toggle("open") } }, meaning) : null,
    h("p", { class: "refusal", hidden: true }));
  const described = (rowMade) => {
    const meaning = rowMade.querySelector(".meaning");
    if (meaning) rowMade.querySelector("input, select, summary")?.setAttribute("aria-describedby", meaning.id);
    return rowMade;
  };

  // All controls of a setting; change(name, value, moving) takes names as in `settings.changes`; along(name, label, values, words) plays all values of one.
  const make = (description, base, setting, change, along) => {
    const of = (name, label, section, meaning, value, baseValue, inner, values = [], knob = null) => described(row(name, label, section, meaning,
      settings.same(value, baseValue) || baseValue === null ? null : wordsOf(knob, baseValue), inner, () => change(name, baseValue),
      values.length > 1 ? () => along(name, label, values, (one) => wordsOf(knob, one)) : null));
    const knobs = description.knobs.filter((knob) => KINDS[knob.kind]).map((knob) => {
      const value = setting.rules[knob.name], made = KINDS[knob.kind](`play-${knob.name}`, knob, value, (now, moving) => change(knob.name, now, moving), setting.players);
      return of(knob.name, labelOf(knob), knob.section, knob.meaning, value, base.rules[knob.name], made, valuesOf(knob, [value, base.rules[knob.name]]), knob);
    });
    const playable = figuresOf(description);
    const { least, most, step: stride } = description.players, counts = spaced(least, most, []).filter((count) => (count - least) % stride === 0), names = description.personas.map(({ name }) => [name]);
    const lineup = setting.lineup.map((name, k) => {
      const one = select(k ? `play-lineup-${k}` : "play-lineup", names, name, (now) => change("lineup", setting.lineup.map((old, at) => at === k ? now : old)));
      one.setAttribute("aria-label", `line-up, place ${k + 1}`);
      return one;
    });
    const step = (words, label, on, now) => h("button", { id: `play-lineup-${words}`, type: "button", class: "copy", "aria-label": label, disabled: !on, on: { click: () => change("lineup", now()) } }, words);
    const whoPlays = [...lineup, h("span", {},
      step("+", "one more place in the line-up", setting.lineup.length < most, () => [...setting.lineup, setting.lineup[setting.lineup.length - 1]]),
      step("−", "one place fewer in the line-up", setting.lineup.length > 1, () => setting.lineup.slice(0, -1)))];
    const mistakes = h("input", { id: "play-mistakes", type: "number", min: 0, max: 1000, value: setting.mistakes ?? "", placeholder: "own", on: { change: (event) => event.target.reportValidity() && change("mistakes", event.target.value === "" ? null : Number(event.target.value)) } });
    const claims = description.personas.filter(({ name }) => setting.lineup.includes(name)).map(({ name, claim }) => `${name}: ${claim}`).join(" ");
    return {
      rules: knobs,
      players: [
        of("players", "players", "", "", setting.players, base.players, number("play-players", "players", least, most, setting.players, (now, moving) => change("players", now, moving), stride), counts),
        of("lineup", "line-up", "", claims, setting.lineup, base.lineup, whoPlays),
        of("mistakes", "mistakes", "", "Decisions per thousand that are made at random; empty: each persona's own.", setting.mistakes, base.mistakes, [mistakes]),
      ],
      tables: description.components.filter(({ columns, rows }) => rows.some((one) => columns.some(({ name }) => playable.has(`${one.name}.${name}`))))
        .map((table) => tableOf(table, playable, setting, base, change)),
    };
  };

  // A component table with a line for each name; changing a figure changes all rows of that name.
  const tableOf = ({ knob, columns, rows }, playable, setting, base, change) => {
    const shown = columns.filter(({ name }) => name !== "name" && name !== "text");
    const names = [...new Set(rows.map((one) => one.name))];
    const cell = (name, column) => {
      const printed = [...new Set(rows.filter((one) => one.name === name).map((one) => one[column.name]))];
      const key = `${name}.${column.name}`, values = playable.get(key), before = base.parts[key] ?? printed[0], value = setting.parts[key] ?? before;
      if (!values) return h("td", {}, printed.map((one) => one ?? "").join(", "));
      const set = (now) => change(`parts.${key}`, now === before && !(key in base.parts) ? undefined : now);
      const label = `${name}: ${column.name}`, wrong = h("span", { class: "refusal", role: "alert", hidden: true });
      const input = h("input", { type: "number", min: values[0], max: values[values.length - 1], value, "aria-label": label, on: { change: () => {
        wrong.hidden = input.value !== "" && input.validity.valid;
        wrong.textContent = wrong.hidden ? "" : `${input.min} to ${input.max} here; the command takes ${column.low} to ${column.high}`;
        if (wrong.hidden) set(Number(input.value));
      } } });
      const reset = value === before ? null : h("button", { type: "button", class: "copy reset", on: { click: () => set(before) } }, `base: ${before}`, h("span", { class: "unseen" }, `, reset ${label}`));
      return h("td", { class: reset ? "changed" : null }, input, reset, wrong);
    };
    return h("details", { class: "parts", "data-knob": knob },
      h("summary", {}, `Figures of ${names.length} parts (${knob.replace(/_/g, " ")})`),
      h("p", { class: "note" }, "To change figures without a field here, use the command: ", h("code", {}, "--set parts.NAME.COLUMN=VALUE")),
      h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "name"), shown.map(({ name, meaning }) => h("th", { scope: "col", title: meaning }, name)))),
        h("tbody", {}, names.map((name) => h("tr", {}, h("th", { scope: "row" }, name), shown.map((column) => cell(name, column))))))),
      h("p", { class: "refusal", hidden: true }));
  };
  return { h, svg, make, fits, written, labelOf, wordsOf };
})();
