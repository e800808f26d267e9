// The sentences above the figures, one or two: what a change did, or who is ahead in the base.
//   assessed: a figure {ref, metric, here, there, change, margin, fair, verdict} as the panel assesses it; the last five
//   only next to a base.  fair: the change is one of the distance from an equal share.
const sentences = (() => {
  const { capital, count, numbersOf, plusMinus, marginOf, nameOf, itemOf, subjectOf } = wording;
  const MAX_NAMED = 4;  // seats or teams with their figures in one sentence
  const isKnown = ({ value, low, high }) => value !== null && low !== null && high !== null;
  const isClear = ({ verdict, fair }) => ["better", "worse", "moved"].includes(verdict) && !fair;
  const isBeyond = ({ change: { low, high }, margin }) => Math.min(Math.abs(low), Math.abs(high)) > margin;
  const size = ({ change }) => Math.abs(change.value);
  const largest = (rows, sizeOf) => rows.reduce((best, row) => !best || sizeOf(row) > sizeOf(best) ? row : best, null);

  // Of the headline the first metric that changes by more than its margin, else that clearly changes; of its seats,
  // teams or personas the one that changes most.
  const leadOf = (headline) => {
    const clear = headline.filter(isClear), first = clear.find(isBeyond) ?? clear[0];
    return first ? largest(clear.filter(({ ref }) => ref.metric === first.ref.metric), size) : null;
  };
  const changed = (row) => {
    const { metric, ref, here, there, change, margin, verdict } = row, now = numbersOf(here, metric.unit), before = numbersOf(there, metric.unit);
    const from = metric.unit === "share" ? before.value : before.number, to = now.value === before.value ? "" : ` to ${now.value}`;
    const judgement = verdict === "moved" ? "" : ` (${verdict})`, limit = marginOf(margin, metric.unit);
    const weight = isBeyond(row) ? `, more than ${limit}` : `; too few games to tell whether that is more than ${limit}`;
    return `${capital(subjectOf(metric, ref))} ${change.value > 0 ? "rises" : "falls"} from ${from}${to}: ${plusMinus(change, change.unit, true)}${judgement}${weight}.`;
  };
  const unclear = (headline) => {
    const open = headline.filter(({ change, verdict }) => change && verdict !== "equivalent");
    if (!open.length) return "No headline figure changes by more than its margin.";
    const { metric, ref, change, margin } = open[0];
    const soFar = change.value === null ? "" : `, ${plusMinus(change, change.unit, true)} so far`;
    return `No headline figure clearly changes: too few games to tell whether ${subjectOf(metric, ref)} changes by more than ${marginOf(margin, metric.unit)}${soFar}.`;
  };

  // How far an interval is from an equal share for certain.
  const distance = ({ here: { low, high } }, equal) => Math.max(low - equal, equal - high, 0);
  const standing = (row, equal, oneLoses, lead) => {
    const { here, change, metric, ref } = row, isMore = here.low > equal;
    const place = distance(row, equal) === 0 ? "neither clearly ahead nor behind" : isMore === !oneLoses ? "ahead" : "behind";
    const difference = change && !row.fair && isKnown(change) ? ` (${plusMinus(change, change.unit, true)})` : "";
    const rate = lead && nameOf(ref) === nameOf(lead.ref) ? "" : `it ${oneLoses ? "loses" : "wins"} ${plusMinus(here, "share")} of the games${difference}, `;
    return `${capital(itemOf(metric, ref))} is ${place}: ${rate}an equal share is ${(100 * equal).toFixed(1)}%.`;
  };
  const facts = (headline) => {
    const [first] = headline;
    if (!first) return "";
    const known = headline.filter(({ ref, here }) => ref.metric === first.ref.metric && isKnown(here));
    const text = ({ metric, here }) => plusMinus(here, metric.unit);
    if (!known.length) return `${capital(subjectOf(first.metric, first.ref))}: ${first.here.note}.`;
    if (!first.ref.of || known.length === 1) return `${capital(subjectOf(known[0].metric, known[0].ref))} is ${text(known[0])}.`;
    const named = (row) => `${itemOf(row.metric, row.ref)} ${text(row)}`, each = capital(first.metric.phrases[""]);
    if (known.length <= MAX_NAMED) return `${each}: ${known.map(named).join(", ")}.`;
    const value = ({ here }) => here.value;
    return `${each}: highest ${named(largest(known, value))}, lowest ${named(largest(known, (row) => -value(row)))}.`;
  };

  // headline, seats: assessed figures; seats: the win (or loss) rates of seats that compete, else none.
  // equal: an equal share; oneLoses: one player loses and all others win; isBase: nothing is changed;
  // alike: games that are the same in the base, move by move, of so many games.
  const about = ({ headline, seats, equal, oneLoses, isBase, alike = 0, games = 1 }) => {
    if (alike === games) return [`All ${count(games)} games are the same as in the base, move by move.`];
    const rates = seats.filter(({ here }) => isKnown(here));
    if (isBase) {
      const ahead = largest(rates.filter((row) => distance(row, equal) > 0), (row) => distance(row, equal));
      return [ahead ? standing(ahead, equal, oneLoses, null) : rates.length ? "No seat is clearly ahead." : facts(headline)];
    }
    const lead = leadOf(headline), seat = largest(rates.filter(isClear), size);
    const first = lead ? changed(lead) : headline.some(({ change }) => change) ? unclear(headline) : facts(headline);
    return [first, seat ? standing(seat, equal, oneLoses, lead) : ""].filter(Boolean);
  };
  return { about };
})();
