// Figures from the sums of a setting, differences from those of a pair, and their verdicts by bounds and margins.
// Twins of balancer/analysis/estimates/estimators.py, differences.py and verdicts.py; the sums are `Tally.to_dict` and `LinkTally.to_dict`.
//   cell: {players, personas: each once, oneLoses, pace: seconds per decision or null, tally}
//   ref: {metric, of, stat}, '' for none; offers: name -> metric, as panel_data.py writes it
const figures = (() => {
  const { ratioSums, sums, criticalZ } = intervals;
  const PERCENTILES = { p5: 5, p10: 10, p25: 25, median: 50, p75: 75, p90: 90, p95: 95 };
  const SEAT_KINDS = ["seat credit", "spread", "fairness"];
  const LINES = {  // slope and value at 0, by players and pace
    itself: () => [1, 0], "above fair": (n) => [1, -1 / n], "from fair to one": (n) => [1 / (1 - 1 / n), -1 / n / (1 - 1 / n)],
    complement: () => [-1, 1], losses: (n) => [1 - n, 1],
    minutes: (n, pace) => [pace / 60, 0], "per player": (n) => [1 / n, 0],
  };
  class Undefined extends Error {}

  // Sums of a quantity -----------------------------------------------------------------------------------------------
  const keyOf = ({ group, member }) => {
    if (group === "ratio.side" && member === "table") return "ratio.side.0";
    const key = { lead: "moment", "decisions of a node": "ratio.node" }[group] ?? group;
    return member ? `${key}.${member}` : key;
  };
  const quantityOf = (metric, of) => metric.quantity.member || !of ? metric.quantity : { ...metric.quantity, member: metric.member_prefix + of };
  const missing = () => { throw new Undefined("the page does not count it; `balancer run` does"); };
  const known = (value) => value === undefined ? missing() : value;
  const sumsOf = (cell, quantity) => {
    const { tally } = cell, { group, member } = quantity, name = keyOf(quantity).replace(/^[a-z]+\./, "");
    if (group === "decisions of a node") {
      const [, m, , , mm] = known(tally.ratios)[`node.${member}`] ?? missing();
      return ratioSums(m, tally.games, mm, m, tally.games);
    }
    if (group === "credit of all seats") {
      const n = cell.players, x = tally.credit.reduce((sum, one) => sum + one, 0);
      return ratioSums(x, n * tally.games, known(tally.credit_products).flat().reduce((sum, one) => sum + one, 0), n * x, n * n * tally.games, tally.credit_unit);
    }
    if (group.startsWith("moment") || group === "lead") {
      const one = known(tally.moments)[name] ?? { n: 0, sum: 0, squares: 0, unit: 1 };
      return ratioSums(one.sum, one.n, one.squares, one.sum, one.n, one.unit);
    }
    if (group.startsWith("ratio")) {
      const unit = ["ratio.persona", "ratio.part", "ratio.side", "ratio.starter"].includes(group) ? tally.credit_unit : 1;
      return ratioSums(...(known(tally.ratios)[name] ?? [0, 0, 0, 0, 0]), unit);
    }
    const [count, games] = {
      ending: () => [known(tally.endings)[member] ?? 0, tally.games],
      loss: () => [known(tally.losses)[member - 1], tally.games],
      shared: () => [known(tally.shared), tally.games],
      runaway: () => [known(tally.lead).runaway[["25", "50", "75"].indexOf(member)], tally.lead.led[["25", "50", "75"].indexOf(member)]],
      comebacks: () => [known(tally.lead).comebacks, tally.lead.games],
    }[group]();
    return ratioSums(count, games, count, count, games);
  };
  const moment = (cell, metric, quantity) => {
    const { m, x, xx, unit } = sumsOf(cell, quantity);
    if (!m) throw new Undefined(metric.undefined);
    return sums(m, x, xx, unit);
  };

  // Distributions ----------------------------------------------------------------------------------------------------
  const ALLOWED = {
    rounds: [0, null], turns: [0, null], decisions: [0, null], margin: [0, null], lead_changes: [0, null],
    lead_changes_per_round: [0, 1], drama: [0, 1], decisiveness: [0, 1],
  };
  const allowedOf = ({ group, member }) => {
    if (group === "decisions of a node") return [0, null];
    return (group === "moment" || group === "lead") && ALLOWED[member] || [null, null];
  };
  const histogramOf = (cell, name, allowed) => {
    const kept = known(cell.tally.histograms)[name];
    const pairs = Object.entries(kept?.counts ?? {}).map(([value, n]) => [Number(value), n]).filter(([, n]) => n).sort(([a], [b]) => a - b);
    if (!pairs.length) return null;
    const counts = pairs.map(([, count]) => count), whole = pairs.map(([value]) => value), values = whole.map((value) => value / kept.unit);
    const n = counts.reduce((a, b) => a + b, 0), games = Math.min(cell.tally.games, n);
    const atRank = (rank) => { let k = 0, seen = counts[0]; while (seen < rank) seen += counts[++k]; return values[k]; };
    return {
      values, counts, n, games, atRank, step: 1 / kept.unit, allowed,
      mean: intervals.quotient(whole.reduce((sum, v, k) => sum + BigInt(v) * BigInt(counts[k]), 0n), BigInt(n) * BigInt(kept.unit)),
      quantile: (percent) => atRank(Math.max(1, Math.ceil(percent * n / 100))),
    };
  };
  const meanInterval = (cell, metric, quantity, one, confidence, family) => {
    const name = { moment: "", "decisions of a node": "node.", "moment.extras": "extras." }[quantity.group];
    const allowed = allowedOf(quantity), kept = name === undefined ? null : histogramOf(cell, name + quantity.member, allowed);
    if (kept) return intervals.meanOf(kept.values, kept.counts, kept.games, kept.step, allowed, confidence, family);
    return intervals.ofSums(one, confidence, ...rangeOf(cell, quantity, one), family);
  };
  const rangeOf = (cell, quantity, one) => {
    const [low, high] = allowedOf(quantity);
    if (low !== null && high !== null) return [low, high];
    if (quantity.group === "moment.score") {
      const all = histogramOf(cell, "score", [null, null]);
      if (all) return intervals.reach(all.values, intervals.independent(all.counts, all.games), all.games, all.step, [null, null]);
    }
    const far = 4 * (one.se ?? 0) * one.n ** 0.5 || Math.max(Math.abs(one.mean), 1 / one.unit);
    return [low === null ? one.mean - far : Math.max(low, one.mean - far), high === null ? one.mean + far : Math.min(high, one.mean + far)];
  };

  // Figures of one setting -------------------------------------------------------------------------------------------
  // True if one player loses and all others win, by the rules or in all games played: seats are then compared by losses.
  const oneLoses = (cell) => {
    const { tally, players } = cell, others = players - 1;
    if (cell.oneLoses) return true;
    return others > 1 && tally.won > 0 && tally.credit.every((x, s) => others * known(tally.credit_products)[s][s] === x * tally.credit_unit);
  };
  const outcomes = (cell) => {
    const { tally } = cell;
    if (!oneLoses(cell)) return { total: tally.credit, products: known(tally.credit_products), unit: tally.credit_unit };
    return { total: tally.losses, products: tally.losses.map((lost, s) => tally.losses.map((_, t) => s === t ? lost : 0)), unit: 1 };
  };
  const seatDifferences = (cell, confidence) => {
    const { total, products, unit } = outcomes(cell);
    return intervals.contrasts(total, products, cell.tally.games, unit)(confidence);
  };
  const shareOf = (q, x, m) => ({ value: x / m, ends: intervals.share(x / m, m, q.z), games: m });
  const mean = (q) => {
    const quantity = quantityOf(q.metric, q.of), one = moment(q.cell, q.metric, quantity);
    if (quantity.group === "moment.extras" && one.unit === 1 && one.total === one.squares) return shareOf(q, one.total, one.n);
    return { value: one.mean, ends: meanInterval(q.cell, q.metric, quantity, one, q.confidence, q.family), games: one.n };
  };
  const ratioKnown = (q) => {
    const one = sumsOf(q.cell, quantityOf(q.metric, q.of));
    if (!one.m) throw new Undefined(q.metric.undefined);
    return one;
  };
  const fairness = (rate, n) => rate <= 1 / n ? n * rate : n * (1 - rate) / (n - 1);
  const ESTIMATORS = {
    share: (q) => { const one = sumsOf(q.cell, quantityOf(q.metric, q.of)); return shareOf(q, one.x, one.m); },
    "seat credit": (q) => {
      const { tally } = q.cell, seat = q.of - 1;
      const one = sums(tally.games, tally.credit[seat], known(tally.credit_products)[seat][seat], tally.credit_unit);
      return { value: one.mean, ends: intervals.credit(one, q.z), games: tally.games };
    },
    credit: (q) => {
      const one = ratioKnown(q);
      return { value: one.ratio, ends: intervals.creditRatio(one, q.z), games: Math.max(1, Math.round(one.games)) };
    },
    mean,
    effect: (q) => {  // games that have the quantity, compared with all other games
      const quantity = quantityOf(q.metric, q.of), among = moment(q.cell, q.metric, quantity), every = sumsOf(q.cell, q.metric.whole);
      if (every.m === among.n) throw new Undefined("all games have it: there is none to compare with");
      const others = sums(every.m - among.n, every.x - among.total, every.xx - among.squares, every.unit);
      const [one, two] = [others, among].map((part) => {
        const [low, high] = intervals.ofSums(part, q.confidence, ...rangeOf(q.cell, quantity, part), q.family);
        return { value: part.mean, low, high };
      });
      return { value: among.mean - others.mean, ends: intervals.recovered(one, two, 0), games: among.n };
    },
    ratio: (q) => {
      const one = ratioKnown(q), ofShare = q.metric.unit === "share";
      const plain = ofShare && (one.x === 0 || one.x === one.m);
      const ends = plain ? intervals.share(one.ratio, one.games, q.z) : intervals.ratio(one, ofShare ? [0, 1] : [1, null], q.confidence, q.family);
      return { value: one.ratio, ends, games: q.cell.tally.games };
    },
    distribution: (q) => {
      if (q.of || q.stat === "mean" && quantityOf(q.metric, q.of).member) return mean(q);
      const kept = q.metric.histogram && histogramOf(q.cell, q.metric.histogram, ALLOWED[q.metric.histogram] ?? [null, null]);
      if (!kept) throw new Undefined(q.metric.undefined);
      if (q.stat === "mean") return { value: kept.mean, ends: intervals.meanOf(kept.values, kept.counts, kept.games, kept.step, kept.allowed, q.confidence, q.family), games: kept.games };
      if (!(q.stat in PERCENTILES)) return missing();
      const percent = PERCENTILES[q.stat];
      return { value: kept.quantile(percent), ends: intervals.quantile(kept.atRank, kept.n, kept.games, percent, q.confidence), games: kept.games };
    },
    spread: (q) => {
      const found = seatDifferences(q.cell, q.confidence), apart = (rows) => rows.flatMap((row, a) => row.filter((_, b) => a !== b));
      return { value: Math.max(...found.value.flat()), ends: [Math.max(0, ...apart(found.low)), Math.max(...apart(found.high))], games: q.cell.tally.games };
    },
    fairness: (q) => {
      const n = q.cell.players, { games, won } = q.cell.tally;
      if (!won) throw new Undefined("nobody won a game");
      const { total, products, unit } = outcomes(q.cell), one = sums(won, total[0], products[0][0], unit);
      const first = { value: one.mean, ends: intervals.credit(one, q.z), games };
      const ends = first.ends.map((end) => fairness(end, n)), fair = first.ends[0] <= 1 / n && 1 / n <= first.ends[1];
      return { value: fairness(first.value, n), ends: [Math.min(...ends), fair ? 1 : Math.max(...ends)], games: first.games };
    },
  };
  // A rate minus an equal share, if nobody won some games: see `equal_share` in Python.
  const allWon = (cell) => cell.tally.won === cell.tally.games;
  const aboveEqual = (q, whole) => {
    const { tally, players } = q.cell, { won, games } = tally, fair = 1 / players, part = won / games, seat = q.of - 1;
    const all = q.metric.kind === "credit" ? ratioKnown(q)
      : ratioSums(tally.credit[seat], games, tally.credit_products[seat][seat], tally.credit[seat], games, tally.credit_unit);
    const [low, high] = intervals.share(part, games, q.z), value = all.ratio - fair * part;
    if (!won) return { ...whole, value: 0, ends: [-fair * high, intervals.creditRatio(all, q.z)[1]] };
    const around = (at, down, up) => ({ ...whole, value, ends: [at - Math.hypot(...down), at + Math.hypot(...up)] });
    if (BigInt(all.m) ** 2n !== BigInt(all.mm) * BigInt(games)) {  // the number of seats differs between games
      const own = intervals.creditRatio(all, q.z);
      return around(value, [all.ratio - own[0], fair * (high - part)], [own[1] - all.ratio, fair * (part - low)]);
    }
    const one = intervals.ofWon(all, won, games), own = intervals.creditRatio(one, q.z), gain = one.ratio - fair;
    const [less, more] = gain >= 0 ? [part - low, high - part] : [high - part, part - low];
    return around(part * gain, [part * (one.ratio - own[0]), gain * less], [part * (own[1] - one.ratio), gain * more]);
  };
  const onLine = (metric, cell, stat, found) => {
    const [slope, shift] = stat === "per player" ? LINES["per player"](cell.players) : LINES[metric.line](cell.players, cell.pace);
    if (metric.line === "itself" && stat !== "per player") return found;
    const at = (x) => x === null ? null : AT[metric.line]?.(x, cell.players, cell.pace) ?? slope * x + shift;
    const ends = found.ends.map(at);
    return { ...found, value: at(found.value), ends: slope < 0 ? ends.reverse() : ends };
  };
  const AT = {  // in the order of Python's operations, so that the last digit is the same
    "above fair": (x, n) => x - 1 / n, "from fair to one": (x, n) => (x - 1 / n) / (1 - 1 / n), complement: (x) => 1 - x, losses: (x, n) => 1 - (n - 1) * x, minutes: (x, _, pace) => x * pace / 60,
  };
  const assess = (q) => {
    const { metric, cell } = q;
    if (metric.reason) throw new Undefined(metric.reason);
    if (!(metric.kind in ESTIMATORS)) missing();
    if (!cell.tally.games) throw new Undefined("no games were played");
    if (cell.players < metric.min_players) throw new Undefined("a single seat cannot be compared");
    if (metric.leads && !known(cell.tally.lead).games) throw new Undefined("no game qualifies");
    if (metric.line === "minutes" && cell.pace === null) throw new Undefined("needs seconds_per_decision (under report: in the scenario)");
    if (metric.line === "losses" && cell.tally.won < cell.tally.games) throw new Undefined("some games were cut off, and nobody lost them");
    const whole = ESTIMATORS[metric.kind](q);
    const found = metric.line === "above fair" && !allWon(cell) ? aboveEqual(q, whole) : onLine(metric, cell, q.stat, whole);
    if (metric.limits) found.ends = found.ends.map((end) => end === null ? null : Math.min(Math.max(end, metric.limits[0]), metric.limits[1] ?? Infinity));
    return { value: found.value, low: found.ends[0], high: found.ends[1], games: found.games, unit: metric.unit, note: "" };
  };
  const trying = (make) => {
    try { return make(); } catch (error) {
      if (!(error instanceof Undefined)) throw error;
      return { value: null, low: null, high: null, games: 0, unit: "", note: error.message };
    }
  };
  // Which teams there are may depend on rules; so those are listed that have played.
  const teamsOf = ({ tally }) => Object.entries(tally.ratios).filter(([name, [, games]]) => name.startsWith("side.") && games).map(([name]) => name.slice(5)).sort();
  const itemsOf = (metric, cell) => ({
    seat: () => Array.from({ length: cell.players }, (_, seat) => `${seat + 1}`), persona: () => cell.personas, quarter: () => ["25", "50", "75"],
    side: () => metric.items.includes("table") ? ["table"] : teamsOf(cell),
  }[metric.of] ?? (() => metric.items ?? []))();
  // The ending with which a table wins is its win rate, with the same interval.
  const isVictory = ({ together, tally }, metric, item) =>
    together && metric.quantity?.group === "ending" && tally.won > 0 && Number(known(tally.endings)[item]) === Number(tally.won);
  // The figure with its interval; the intervals of all seats, personas ... are simultaneous.
  const estimate = (cell, metric, ref, confidence, family) => trying(() => {
    const size = family ?? (ref.of && !isVictory(cell, metric, ref.of) ? itemsOf(metric, cell).length : 1);
    return assess({ cell, metric, of: ref.of, stat: ref.stat || metric.stat, confidence, family: size, z: criticalZ(confidence, size) });
  });

  // Differences over pairs of games ----------------------------------------------------------------------------------
  //   pair: {base: cell, variant: cell, link: LinkTally.to_dict()}
  const mostCredit = (pair) => Math.max(...[pair.base, pair.variant].map((side) => side.oneLoses ? 1 / (side.players - 1) : 1));
  const pairedSums = (q) => {
    const { pair, metric } = q, quantity = quantityOf(metric, q.of), link = pair.link;
    const [base, variant] = [pair.base, pair.variant].map((side) => sumsOf(side, quantity));
    if (!base.m || !variant.m) throw new Undefined(metric.undefined);
    if (quantity.group === "credit of all seats") {
      const [n, m] = [pair.base.players, pair.variant.players], both = known(link.credit).flat().reduce((sum, one) => sum + one, 0);
      return intervals.paired(link.games, base, variant, [both, m * base.x, n * variant.x, n * m * link.games]);
    }
    let products = known(link.products)[keyOf(quantity)] ?? missing();
    if (quantity.group === "decisions of a node") products = [products[3], base.x, variant.x, link.games];
    return intervals.paired(link.games, base, variant, products);
  };
  const creditSums = (q) => {
    const { base, variant, link } = q.pair, seat = q.of - 1, games = link.games;
    const [one, two] = [base, variant].map(({ tally }) =>
      ratioSums(tally.credit[seat], games, tally.credit_products[seat][seat], tally.credit[seat], games, tally.credit_unit));
    return intervals.paired(games, one, two, [known(link.credit)[seat][seat], one.x, two.x, games]);
  };
  const advantageSums = (q) => {  // the credit of a seat minus an equal share of all credit: `advantage_sums` in Python
    const { base, variant, link } = q.pair, seat = q.of - 1, games = link.games;
    const weights = [base, variant].map(({ players: n }) => Array.from({ length: n }, (_, s) => BigInt((s === seat ? n : 0) - 1)));
    const dot = (one, other) => one.reduce((sum, w, s) => sum + w * BigInt(other[s]), 0n);
    const both = (one, rows, other) => one.reduce((sum, w, s) => sum + w * dot(other, rows[s]), 0n);
    const [one, two] = [base, variant].map(({ tally, players }, k) => {
      const x = Number(dot(weights[k], tally.credit)), xx = Number(both(weights[k], tally.credit_products, weights[k]));
      return ratioSums(x, games, xx, x, games, tally.credit_unit * players);
    });
    return intervals.paired(games, one, two, [Number(both(weights[0], known(link.credit), weights[1])), one.x, two.x, games]);
  };
  const own = (q, side, confidence) => trying(() =>
    assess({ cell: q.pair[side], metric: q.metric, of: q.of, stat: q.stat, confidence, family: 1, z: criticalZ(confidence) }));
  const apart = (q) => {  // ignores the pairing: wider, always valid
    const sure = 1 - (1 - q.confidence) / (2 * q.family), [base, variant] = ["base", "variant"].map((side) => own(q, side, sure));
    if (base.value === null || variant.value === null) throw new Undefined(base.note || variant.note);
    const less = (a, b) => a === null || b === null ? null : a - b;
    return { value: variant.value - base.value, ends: [less(variant.low, base.high), less(variant.high, base.low)] };
  };
  const shareApart = (q, one, most = 1) => ({ value: one.difference, ends: intervals.shareDifference(one, q.z, most) });
  const momentsApart = (q, one) => {
    const differing = q.pair.link.games - known(q.pair.link.alike);
    return { value: one.difference, ends: intervals.moments(one.difference, one.variances, one.games, q.confidence, q.family, differing) };
  };
  const meanApart = (q) => {
    const one = pairedSums(q), { group } = quantityOf(q.metric, q.of), whole = ({ x, xx, unit }) => unit === 1 && x === xx;
    if (group === "moment.extras" && whole(one.base) && whole(one.variant)) return shareApart(q, one);
    const found = momentsApart(q, one);
    if (group !== "moment.extras" && group !== "decisions of a node") return found;
    const sure = 1 - (1 - q.confidence) / q.family, sides = ["base", "variant"].map((side) => own(q, side, sure));
    const ends = intervals.recovered(...sides, intervals.correlation(one.variances) * (1 - 1 / one.games)), [low, high] = found.ends;
    const wider = (pick, a, b) => a === null || b === null ? null : pick(a, b);
    return { value: found.value, ends: [wider(Math.min, low, ends[0]), wider(Math.max, high, ends[1])] };
  };
  const DIFFERENCES = {
    share: (q) => shareApart(q, pairedSums(q)),
    "seat credit": (q) => shareApart(q, creditSums(q), mostCredit(q.pair)),
    credit: (q) => shareApart(q, pairedSums(q), mostCredit(q.pair)),
    mean: meanApart,
    effect: apart,
    ratio: (q) => {
      const one = pairedSums(q);
      return q.metric.unit === "share" && one.variances.unpaired <= 0 ? shareApart(q, one) : momentsApart(q, one);
    },
    distribution: (q) => q.of || q.stat === "mean" && quantityOf(q.metric, q.of).member ? meanApart(q) : apart(q),
    fairness: (q) => fairnessApart(q),
    spread: (q) => spreadApart(q),
  };

  // The range over all rates of the first seat and all simultaneous differences; its ends are at ends or kinks.
  const fairnessApart = (q) => {
    const { base, variant, link } = q.pair, n = base.players, lost = oneLoses(base), error = (1 - q.confidence) / q.family;
    if (n !== variant.players || !allWon(base) || !allWon(variant) || lost !== oneLoses(variant) || lost && !("loss.1" in known(link.products))) return apart(q);
    const first = { ...q, of: "1", family: 1, confidence: 1 - error / 2, z: criticalZ(1 - error / 2) };
    const of = lost ? { ...first, metric: { quantity: { group: "loss", member: "" } } } : first;
    const rate = lost ? shareOf(first, base.tally.losses[0], base.tally.games) : ESTIMATORS["seat credit"]({ ...first, cell: base });
    const moved = lost ? DIFFERENCES.share(of) : DIFFERENCES["seat credit"](of);
    const corners = ([low, high], kink) => low < kink && kink < high ? [low, high, kink] : [low, high];
    const found = corners(rate.ends, 1 / n).flatMap((from) =>
      corners(moved.ends, 1 / n - from).map((move) => fairness(Math.min(1, Math.max(0, from + move)), n) - fairness(from, n)));
    const [before, after] = ["base", "variant"].map((side) => own(q, side, q.confidence).value);
    return { value: after - before, ends: [Math.min(...found), Math.max(...found)] };
  };

  // The change of the largest difference between two seats: see `differences._spread` in Python.
  const WHICH = 0.1, APART = 0.15;  // shares of the error: for the choice of seats, for the interval without pairs
  const seatPairs = (cell) => Array.from({ length: cell.players ** 2 }, (_, k) => [Math.floor(k / cell.players), k % cell.players]).filter(([a, b]) => a !== b);
  const maybeExtreme = (cell, error) => {
    const seen = seatDifferences(cell, 1 - error), least = Math.max(...seatPairs(cell).map(([a, b]) => seen.low[a][b]));
    return seatPairs(cell).filter(([a, b]) => seen.high[a][b] >= least);
  };
  const covariance = (tally, other, products) => {
    const games = BigInt(tally.games), scale = (games * BigInt(tally.credit_unit)) ** 2n;
    return tally.credit.map((x, s) => other.map((y, t) => intervals.quotient(games * BigInt(products[s][t]) - BigInt(x) * BigInt(y), scale)));
  };
  const extremes = (cell) => {
    const { total } = outcomes(cell), best = total.indexOf(Math.max(...total)), worst = total.indexOf(Math.min(...total));
    return best === worst ? [0, 1] : [best, worst];
  };
  const spreadApart = (q) => {
    const error = (1 - q.confidence) / q.family, sides = [q.pair.base, q.pair.variant], pairs = q.pair.link.games;
    const scale = sides.map((cell) => oneLoses(cell) ? 1 - cell.players : 1), tallies = sides.map((cell) => cell.tally);
    const [before, after] = sides.map((cell) => maybeExtreme(cell, WHICH * error / 2));
    const [one, two] = tallies.map((tally) => covariance(tally, tally.credit, tally.credit_products));
    const cross = covariance(tallies[0], tallies[1].credit, known(q.pair.link.credit));
    const rate = tallies.map((tally) => tally.credit.map((x) => x / (tally.games * tally.credit_unit)));
    const variance = (c, a, b) => c[a][a] + c[b][b] - c[a][b] - c[b][a];
    const contrast = ([a, b], [c, d]) => {
      const together = cross[a][c] - cross[a][d] - cross[b][c] + cross[b][d];
      const [mine, theirs] = [scale[0] ** 2 * variance(one, a, b), scale[1] ** 2 * variance(two, c, d)];
      const value = scale[1] * (rate[1][c] - rate[1][d]) - scale[0] * (rate[0][a] - rate[0][b]);
      return { value, base: mine, variant: theirs, paired: Math.max(0, mine + theirs - 2 * scale[0] * scale[1] * together) };
    };
    const ends = (e, f, z) => { const at = contrast(e, f); return intervals.matched(at.value / 2, at.paired / 4, pairs, z).map((end) => 2 * end); };
    const sure = 1 - (1 - WHICH - APART) * error, most = criticalZ(sure, before.length), least = criticalZ(sure, after.length);
    const high = Math.max(...after.map((f) => Math.min(...before.map((e) => ends(e, f, most)[1]))));
    const low = Math.min(...before.map((e) => Math.max(...after.map((f) => ends(e, f, least)[0]))));
    const at = contrast(extremes(sides[0]), extremes(sides[1]));
    const together = intervals.correlation({ base: at.base / pairs, variant: at.variant / pairs, paired: at.paired / pairs, unpaired: (at.base + at.variant) / pairs });
    const [from, to] = intervals.recovered(own(q, "base", 1 - APART * error), own(q, "variant", 1 - APART * error), Math.min(0, together));
    return { value: at.value, ends: [from === null ? low : Math.max(low, from), to === null ? high : Math.min(high, to)] };
  };
  // The variant's figure minus the base's; family: the number of simultaneous differences.
  const difference = (pair, metric, ref, confidence, family) => trying(() => {
    const stat = ref.stat || metric.stat, [slope, shift] = LINES[metric.line](pair.base.players, pair.base.pace);
    const q = { pair, metric, of: ref.of, stat, confidence, family, z: criticalZ(confidence, family) };
    const sides = ["base", "variant"].map((side) => own(q, side, confidence)), unknown = sides.find((side) => side.value === null);
    if (unknown) throw new Undefined(unknown.note);
    const [other, moved] = LINES[metric.line](pair.variant.players, pair.variant.pace);
    const unit = metric.unit === "share" ? "difference" : metric.unit;
    const as = ({ value, ends }) => ({ value, low: ends[0], high: ends[1], games: pair.link.games, unit, note: "" });
    if (metric.line === "itself") return as(DIFFERENCES[metric.kind](q));
    if (slope !== other) return as(apart(q));
    if (metric.line === "above fair" && !(allWon(pair.base) && allWon(pair.variant)))
      return as(metric.kind === "seat credit" ? shareApart(q, advantageSums(q)) : apart(q));
    const found = DIFFERENCES[metric.kind]({ ...q, metric: { ...metric, line: "itself", limits: null } });
    const ends = found.ends.map((end) => end === null ? null : slope * end + (moved - shift));
    return as({ value: slope * found.value + (moved - shift), ends: slope < 0 ? ends.reverse() : ends });
  });

  // Verdicts ---------------------------------------------------------------------------------------------------------
  const verdict = ({ value, low, high }, bound) => {
    if (value === null) return "undecided";
    const [from, to] = [low ?? -Infinity, high ?? Infinity], [least, most] = [bound.low ?? -Infinity, bound.high ?? Infinity];
    if (to < least || from > most) return "fail";
    return from >= least && to <= most ? "pass" : "undecided";
  };
  const effect = ({ low, high }, margin, better) => {
    if (low === null || high === null) return "undecided";
    if (-margin <= low && high <= margin) return "equivalent";
    if (low <= 0 && high >= 0) return "undecided";
    return !better ? "moved" : (low > 0) === (better === "higher") ? "better" : "worse";
  };
  const usualMargin = (unit, stat, value) => {
    if (["share", "difference", "index", "ratio"].includes(unit)) return 0.01;
    return Math.max(0.02 * Math.abs(value ?? 0), stat in PERCENTILES && unit !== "minutes" ? 1 : 0.01);
  };
  // Verdicts of claims [{bound, figure: (confidence) => estimate}] with this error in total (Holm 1979), each with the figure that was judged.
  const judge = (claims, error) => {
    const found = claims.map(() => null);
    let left = claims.map((_, k) => k), failed = 0;
    for (;;) {
      const level = 1 - error / Math.max(1, claims.length - failed);
      const now = left.map((k) => claims[k].figure(level));
      left.forEach((k, place) => { found[k] = { verdict: verdict(now[place], claims[k].bound), now: now[place], confidence: level }; });
      const open = left.filter((k) => found[k].verdict !== "fail");
      failed += left.length - open.length;
      if (open.length === left.length || failed >= claims.length) return found;
      left = open;
    }
  };
  return { estimate, difference, verdict, effect, usualMargin, judge, itemsOf, oneLoses };
})();
