// A setting in writing: its changes of the base, its link, a scenario with it as a variant, the command that plays it.
//   setting: {rules, parts: {"NAME.COLUMN": value}, players, lineup, seating, mistakes: per mille or null, seed, games}
const settings = (() => {
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  const copy = (setting) => JSON.parse(JSON.stringify(setting));
  // The differences of a setting from another: [name, value, other value], in the order of the knobs.
  const changes = (setting, base) => {
    const found = [];
    for (const [name, value] of Object.entries(setting.rules)) if (!same(value, base.rules[name])) found.push([name, value, base.rules[name]]);
    for (const name of new Set([...Object.keys(base.parts), ...Object.keys(setting.parts)]))
      if (!same(setting.parts[name], base.parts[name])) found.push([`parts.${name}`, setting.parts[name], base.parts[name]]);
    for (const name of ["players", "lineup", "seating", "mistakes"]) if (!same(setting[name], base[name])) found.push([name, setting[name], base[name]]);
    return found;
  };
  const sameGames = (setting, base) => changes(setting, base).length === 0;

  // A link: after the mark #play, name=value for each difference from the page's own setting.
  const MARK = "#play?";
  const toHash = (setting, start) => {
    const words = changes(setting, start).map(([name, value]) => [name, JSON.stringify(value ?? null)]);
    for (const name of ["seed", "games"]) if (setting[name] !== start[name]) words.push([name, JSON.stringify(setting[name])]);
    return words.length ? MARK + new URLSearchParams(words) : "";
  };
  // The setting of a link; names that the page does not know are left out and listed in `unknown`.
  const fromHash = (hash, start, fits) => {
    const setting = copy(start), unknown = [];
    if (!hash.startsWith(MARK)) return { setting, unknown };
    for (const [name, text] of new URLSearchParams(hash.slice(MARK.length))) {
      let value;
      try { value = JSON.parse(text); } catch { value = undefined; }
      if (!fits(name, value)) unknown.push(name);
      else if (name.startsWith("parts.")) setting.parts[name.slice(6)] = value;
      else if (name in setting.rules) setting.rules[name] = value;
      else setting[name] = value;
    }
    return { setting, unknown };
  };

  const plainly = (value) => typeof value === "string" ? value : JSON.stringify(value);
  const flow = (value) => {  // YAML in one line
    if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
    if (value && typeof value === "object") return `{${Object.entries(value).map(([name, one]) => `${scalar(name)}: ${flow(one)}`).join(", ")}}`;
    return typeof value === "string" ? scalar(value) : JSON.stringify(value);
  };
  const RESERVED = /^(true|false|yes|no|on|off|null|y|n|~)$/i;
  const scalar = (text) => /^[A-Za-z_][\w.-]*$/.test(text) && !RESERVED.test(text) ? text : JSON.stringify(text);
  // The fields of a variant: only the differences from the base.
  const variant = (setting, { base, at_random }) => {
    const found = {}, rules = {}, parts = {}, deciding = [...new Set(setting.lineup)].filter((name) => !at_random.includes(name));
    for (const [name, value] of changes(setting, base)) {
      if (name.startsWith("parts.")) {
        const [, row, column] = /^parts\.(.*)\.([^.]+)$/.exec(name);
        (parts[row] ??= {})[column] = value;
      } else if (name in setting.rules) rules[name] = value;
      else if (name !== "mistakes") found[name] = value;
    }
    if (setting.mistakes !== base.mistakes) found.personas = Object.fromEntries(deciding.map((name) => [name, { mistakes: setting.mistakes ?? 0 }]));
    if (Object.keys(rules).length) found.rules = rules;
    if (Object.keys(parts).length) found.parts = parts;
    return found;
  };
  // The value of a figure of a card as its table has it.
  const printed = (components, name) => {
    const [, row, column] = /^parts\.(.*)\.([^.]+)$/.exec(name) ?? [];
    return components.flatMap(({ rows }) => rows).find((card) => card.name === row)?.[column];
  };
  // The axes of a sweep with two settings, the base and the changed one: [name, values].
  const axesOf = (setting, { base, at_random }, { personas }) => {
    const axes = changes(setting, base).flatMap(([name, value, was]) => {
      if (name !== "mistakes") return [[name in base.rules ? `rules.${name}` : name, [was, value]]];
      return personas.filter((persona) => setting.lineup.includes(persona.name) && !at_random.includes(persona.name))
        .map((persona) => [`personas.${persona.name}.mistakes`, [persona.mistakes, value ?? 0]]);
    });
    // A figure of a card that the base takes from its table has no value there: the sweep then adds the base by itself.
    const hasBase = axes.every(([, [was]]) => was !== undefined);
    return axes.map(([name, [was, value]]) => [name, hasBase ? [was, value] : [value]]);
  };
  // The checks that hold in every setting, as scenarios write them.
  const checksOf = (checks) => checks.filter(({ cells }) => !cells || !Object.keys(cells).length).map(({ given_name: name, figure, each, low, high, robust }) => ({
    ...(name ? { name } : {}), metric: figure.metric, ...(figure.of ? { of: figure.of } : {}), ...(figure.stat ? { stat: figure.stat } : {}), ...(each ? { each } : {}),
    ...(low !== null && high !== null ? { between: [low, high] } : low !== null ? { at_least: low } : { at_most: high }), cells: "all", ...(robust ? { robust } : {}),
  }));
  const EXAMPLE = ["# A bound that must hold in both settings, for `balancer check`; remove the # and choose your own:", "# checks:", "#   - {metric: rounds, at_most: 20, cells: all}"];
  // A scenario of its own: base and variant for `compare`, both as settings of a sweep, in which checks are judged.
  const scenario = (setting, data, name, description) => {
    const axes = axesOf(setting, data, description), checks = checksOf(data.checks), others = data.checks.length - checks.length;
    return [
      ...Object.entries({ ...data.header, seed: setting.seed, games: setting.games }).map(([key, value]) => `${key}: ${flow(value)}`),
      "variants:", `  ${scalar(name)}: ${flow(variant(setting, data))}`,
      ...(axes.length ? ["sweep:", "  mode: zip", "  axes:", ...axes.map(([axis, values]) => `    ${scalar(axis)}: ${flow(values)}`)] : []),
      ...(checks.length ? ["checks:", ...checks.map((check) => `  - ${flow(check)}`)] : EXAMPLE),
      ...(others ? [`# Not repeated here: ${others} of the checks, which are about other settings.`] : []), "",
    ].join("\n");
  };

  const quoted = (word) => /^[\w.,:=/+-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`;
  const listed = (value) => Array.isArray(value) ? value.join(",") : plainly(value);
  // The command that plays the same games; null if only a scenario can say so (mistakes, seating).
  const command = (setting, from, target) => {
    const words = ["balancer", "run", target], found = changes(setting, from);
    if (found.some(([name]) => name === "mistakes" || name === "seating")) return null;
    for (const [name, value] of found)
      words.push(...(name === "players" || name === "lineup" ? [`--${name}`, listed(value)] : ["--set", `${name}=${listed(value)}`]));
    return [...words, "--seed", `${setting.seed}`, "--games", `${setting.games}`].map(quoted).join(" ");
  };
  return { same, copy, changes, sameGames, toHash, fromHash, variant, printed, scenario, command };
})();
