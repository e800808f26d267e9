// A figure over all values of a knob: a chart with the band that a check allows, and the same as a table.
//   points: [{value, name, isWord, isNow, figure}], figure: {value, low, high, note}; unplayed: [{name, reason}]
const valueChart = (() => {
  const { h, svg } = controls, { factorOf, minus, unitOf, numbersOf, boundOf } = wording;
  const WIDE = 460, HIGH = 230, LEFT = 56, RIGHT = 14, TOP = 14, BOTTOM = 30, LETTER = 8;  // of the drawing; the width of a letter on a phone
  // Round values that enclose a range: at most 6 of them.
  const ticksOf = (low, high) => {
    const raw = (high - low || Math.abs(high) || 1) / 5, power = 10 ** Math.floor(Math.log10(raw)), step = [1, 2, 5, 10].map((size) => size * power).find((size) => size >= raw);
    const first = Math.floor(low / step + 1e-9), last = Math.max(first + 1, Math.ceil(high / step - 1e-9));
    return Array.from({ length: last - first + 1 }, (_, k) => Number(((first + k) * step).toPrecision(12)));
  };
  // Numbers lie at their values; words and special numbers, such as 0 for off, come before them, a slot each.
  const places = (points) => {
    const words = points.filter(({ isWord }) => isWord).length, numbers = points.slice(words), slot = (WIDE - LEFT - RIGHT) / Math.max(points.length, 1);
    const first = numbers[0]?.value, span = numbers[numbers.length - 1]?.value - first, begin = LEFT + slot * words;
    return points.map(({ value }, k) => k < words ? LEFT + slot * (k + 0.5) : begin + 12 + (WIDE - RIGHT - begin - 24) * (span ? (value - first) / span : 0.5));
  };
  const drawing = ({ points, unit, check, title, set }) => {
    const factor = factorOf(unit), isShort = unit === "share" || unit === "difference";
    const ends = [...points.flatMap(({ figure: { value, low, high } }) => [value, low ?? value, high ?? value]), check?.low, check?.high].filter((end) => end !== null && end !== undefined);
    const ticks = ticksOf(Math.min(...ends) * factor, Math.max(...ends) * factor), floor = ticks[0], top = ticks[ticks.length - 1];
    const y = (number) => TOP + (HIGH - TOP - BOTTOM) * (1 - (Math.max(floor, Math.min(top, number * factor)) - floor) / (top - floor));
    const decimals = Math.max(0, -Math.floor(Math.log10(ticks[1] - ticks[0]) + 1e-9)), across = places(points), right = WIDE - RIGHT;
    const ceiling = y(check?.high ?? top / factor), ground = y(check?.low ?? floor / factor);
    const band = check ? [svg("rect", { class: "band", x: LEFT, width: right - LEFT, y: ceiling, height: Math.max(2, ground - ceiling) })] : [];
    const grid = ticks.flatMap((tick) => {
      const at = y(tick / factor), text = minus(tick.toFixed(decimals)) + (isShort ? unitOf(unit) : "");
      return [svg("line", { class: "grid", x1: LEFT, x2: right, y1: at, y2: at }), svg("text", { x: LEFT - 6, y: at + 3.5, "text-anchor": "end" }, text)];
    });
    const path = points.flatMap(({ isWord, figure }, k) => isWord ? [] : [`${across[k].toFixed(1)},${y(figure.value).toFixed(1)}`]).join(" ");
    let nameEnd = -Infinity;
    const marks = points.flatMap(({ value, name, isNow, figure }, k) => {
      const at = across[k].toFixed(1), { low, high } = figure, height = y(figure.value), slot = (WIDE - LEFT - RIGHT) / points.length;
      const dot = svg("circle", { class: "dot", cx: at, cy: height, r: 4 }, svg("title", {}, `${name}: ${numbersOf(figure, unit).value} (${numbersOf(figure, unit).ends})`));
      dot.addEventListener("click", () => set(value));
      const letters = Math.max(8, Math.floor(slot / LETTER)), text = name.length > letters ? `${name.slice(0, letters - 1)}…` : name, half = LETTER / 2 * text.length;
      const fits = across[k] - half > nameEnd + LETTER;
      if (fits) nameEnd = across[k] + half;
      return [
        low === null || high === null ? "" : svg("line", { class: "whisker", x1: at, x2: at, y1: y(low), y2: y(high) }),
        isNow ? svg("circle", { class: "ring", cx: at, cy: height, r: 8 }) : "", dot,
        fits ? svg("text", { x: at, y: HIGH - BOTTOM + 16, "text-anchor": "middle" }, text) : "",
      ];
    });
    return svg("svg", { class: "all-values", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": `${title}; the table below has the same figures` }, ...band, ...grid, svg("polyline", { points: path }), ...marks);
  };
  // The table has the whole names, and buttons that fingers and keyboards reach.
  const table = ({ points, unplayed, unit, check, set }) => h("table", {}, h("tbody", {},
    points.map(({ value, name, isNow, figure }) => h("tr", {}, h("th", { scope: "row" }, name),
      h("td", {}, h("strong", {}, numbersOf(figure, unit).value), h("span", { class: "soft" }, ` ${numbersOf(figure, unit).ends}`)),
      check ? h("td", {}, { pass: "passes", fail: "fails", undecided: "undecided" }[figures.verdict(figure, check)]) : null,
      h("td", {}, isNow ? "as set" : h("button", { type: "button", class: "copy", "aria-label": `set ${name}`, on: { click: () => set(value) } }, "set")))),
    unplayed.map(({ name, reason }) => h("tr", {}, h("th", { scope: "row" }, name), h("td", { colspan: check ? 3 : 2, class: "soft" }, `not played: ${reason}`)))));
  // Everything below the title: title names the figure and the knob, set(value) takes a value, note says how it was played.
  const draw = (shown) => [
    shown.points.length ? drawing(shown) : "",
    h("p", { class: "note" }, `${shown.note} Ring: as set; tap a dot to set its value.`, shown.check ? ` Green band: what the check allows (${boundOf(shown.check, shown.unit)}).` : ""),
    h("details", { class: "parts", open: shown.isOpen }, h("summary", {}, "All values as a table"), h("div", { class: "scroll" }, table(shown))),
  ];
  return { draw };
})();
