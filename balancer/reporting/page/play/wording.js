// Figures in words: numbers with units and intervals, labels of rows, subjects of sentences.
//   figure: {value, low, high}, as figures.js estimates it; metric: as panel_data.py writes it; ref: {metric, of, stat}
const wording = (() => {
  const FACTORS = { share: 100, difference: 100 };  // unit -> what its numbers are shown as a multiple of
  const factorOf = (unit) => FACTORS[unit] ?? 1;
  const minus = (text) => text.replace("-", "−");
  const capital = (text) => text[0].toUpperCase() + text.slice(1);
  const count = (number) => number.toLocaleString("en").replace(/,/g, " ");
  const unitOf = (unit) => unit === "share" ? "%" : unit === "difference" ? " pp" : unit && unit !== "index" && unit !== "ratio" ? ` ${unit}` : "";
  const distanceUnit = (unit) => unit === "share" ? " pp" : unitOf(unit);  // of two values

  // The longer side of an interval; Infinity if an end is unknown.
  const halfOf = ({ value, low, high }) => Math.max((high ?? Infinity) - value, value - (low ?? -Infinity));
  // Two significant digits of the interval, but no more digits than readers can use.
  const decimalsOf = (half, value) => {
    const most = 4 - (Math.abs(value) >= 1) - (Math.abs(value) >= 10);
    if (Number.isFinite(half) && half > 0) return Math.max(0, Math.min(most, 1 - Math.floor(Math.log10(half))));
    return Number.isInteger(value) ? 0 : 2;
  };
  // A function that writes numbers as precisely as a figure is known.
  const writer = (figure, unit, signed) => {
    const factor = factorOf(unit), decimals = decimalsOf(halfOf(figure) * factor, figure.value * factor);
    return (number) => {
      const text = (number * factor).toFixed(decimals);
      return Number(text) === 0 ? text.replace("-", "") : minus(`${signed && number > 0 ? "+" : ""}${text}`);
    };
  };
  // "7 rounds", "1 round", "34.5%"
  const withUnit = (text, unit) => text + (/^[+−]?1$/.test(text) ? unitOf(unit).replace(/([^s])s$/, "$1") : unitOf(unit));
  // {number: "34.5", value: "34.5%", ends: "33.4 to 35.6"}
  const numbersOf = (figure, unit, signed = false) => {
    const write = writer(figure, unit, signed), end = (number) => number === null ? "?" : write(number);
    const ends = figure.low === null && figure.high === null ? "too few games" : `${end(figure.low)} to ${end(figure.high)}`;
    return { number: write(figure.value), value: withUnit(write(figure.value), unit), ends };
  };
  // "34.5% ± 1.1 pp", "+0.42 ± 0.05 rounds"
  const plusMinus = (figure, unit, signed = false) => {
    const half = halfOf(figure), write = writer(figure, unit, signed), value = write(figure.value);
    if (half === 0) return withUnit(value, unit);
    const width = Number.isFinite(half) ? `± ${writer(figure, unit)(half)}` : "± ?";
    return unit === "share" ? `${value}% ${width} pp` : `${value} ${width}${unitOf(unit)}`;
  };
  const amount = (number, unit) => minus(`${Number((number * factorOf(unit)).toPrecision(6))}`);
  const boundOf = ({ low, high }, unit) => {
    if (low !== null && high !== null) return `between ${amount(low, unit)} and ${amount(high, unit)}${unitOf(unit)}`;
    return low !== null ? `at least ${amount(low, unit)}${unitOf(unit)}` : `at most ${amount(high, unit)}${unitOf(unit)}`;
  };
  const marginOf = (margin, unit) => `the margin of ${Number((margin * factorOf(unit)).toPrecision(2))}${distanceUnit(unit)}`;

  const nameOf = ({ metric, of, stat }) => [metric, of, stat].filter(Boolean).join(".");
  const itemOf = (metric, ref) => metric.labels[ref.of] ?? ref.of;
  // "win rate by seat: seat 1 (starts)", "rounds (p90)"
  const labelOf = (metric, ref) => {
    const stat = ref.stat && ref.stat !== metric.stat ? ` (${ref.stat.replace(/_/g, " ")})` : "";
    return `${metric.title}${ref.of ? `: ${itemOf(metric, ref)}` : ""}${stat}`;
  };
  // "the win rate of seat 1 (starts)"
  const subjectOf = (metric, ref) => ref.phrase ?? metric.phrases[ref.of] ?? labelOf(metric, ref);

  return { FACTORS, factorOf, minus, capital, count, unitOf, numbersOf, plusMinus, boundOf, marginOf, nameOf, itemOf, labelOf, subjectOf };
})();
